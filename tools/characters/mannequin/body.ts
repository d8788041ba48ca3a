import { Vec3 } from 'playcanvas';

import { aboveFloor, ellipsoid, join, limb, loft, remember, roundedCone, type Field, type Flattening, type Part } from '../distance-field';
import { mirrored, type Place } from '../mirror';
import { bone } from './bone-name';
import { fingerJoints } from './bones';
import { createHead, headCarriers } from './head';
import type { Side } from './legs';
import { ACROSS_HAND, BACK_OF_HAND, FINGERS, FOOT, HAND, LANDMARKS } from './proportions';

// The mannequin's body as a distance field: a loft for the trunk, limbs and rounded cones along the bones, joined with fillets of 1 to
// 2 % of the height. Fillets never bridge the legs or the fingers, because each limb is joined to the trunk on its own.
//
// Most shapes also carry the skin next to them. The trunk is one shape, so others stand in for it, one for each bone of the spine.

const L = LANDMARKS;

const pressed = (factor: number): Flattening => ({ axis: Vec3.BACK, factor });

function at(x: number, y: number, z: number): Vec3 {
    return new Vec3(x, y, z);
}

/** A point given by a joint and steps from it. */
function from(joint: Vec3, ...steps: [Vec3, number][]): Vec3 {
    const point = joint.clone();
    for (const [direction, length] of steps) point.add(direction.clone().mulScalar(length));
    return point;
}

/** Point between two joints. */
function between(a: Vec3, b: Vec3, share: number): Vec3 {
    return new Vec3().lerp(a, b, share);
}

/** A side of the body, and how it places what is told for the left one. */
interface Sided {
    side: Side;
    place: Place;
}

const SIDES: Sided[] = [{ side: 'Left', place: v => v }, { side: 'Right', place: mirrored }];

/** Cross-sections of the trunk from the hips to the neck: height, half width, half depth, middle. */
const TRUNK = ([
    [0.9, 0.1, 0.065, -0.016], [0.955, 0.14, 0.094, -0.015],
    [0.985, 0.147, 0.097, -0.012], [1.035, 0.138, 0.091, -0.005], [1.09, 0.132, 0.088, -0.001], [1.15, 0.134, 0.093, -0.001],
    [1.22, 0.142, 0.102, -0.004], [1.29, 0.154, 0.11, -0.009], [1.35, 0.15, 0.103, -0.016], [1.4, 0.112, 0.082, -0.024],
    [1.44, 0.074, 0.064, -0.027], [1.475, 0.056, 0.056, -0.022], [1.53, 0.05, 0.052, -0.01], [1.58, 0.042, 0.045, 0.004]
] as const).map(([y, width, depth, middle]) => ({ y, width, depth, middle }));

function createTrunk(): Field {
    const parts: Field[] = [
        loft(TRUNK),
        ellipsoid(bone('Hips'), at(0, 0.925, -0.017), at(0.15, 0.09, 0.096)),
        // between the legs
        ellipsoid(bone('Hips'), at(0, 0.85, -0.014), at(0.035, 0.045, 0.06))
    ];
    for (const sided of SIDES) {
        const { place } = sided;
        parts.push(
            // seat
            ellipsoid(bone('Hips'), place(at(0.066, 0.905, -0.06)), at(0.074, 0.08, 0.066)),
            // breast muscle
            ellipsoid(bone('Spine2'), place(at(0.066, 1.338, 0.036)), at(0.084, 0.064, 0.046)),
            // shoulder blade
            ellipsoid(bone('Spine2'), place(at(0.078, 1.34, -0.075)), at(0.066, 0.078, 0.04)),
            shoulder(sided)
        );
    }
    return join(0.04, ...parts);
}

/** From the neck to the shoulder joint. */
function shoulder({ side, place }: Sided): Part {
    return roundedCone(bone(`${side}Shoulder`), place(at(0.036, 1.436, -0.03)), place(at(0.15, 1.398, -0.024)), 0.044, 0.045);
}

function trunkCarriers(): Part[] {
    return [
        ellipsoid(bone('Hips'), at(0, 0.95, -0.012), at(0.152, 0.1, 0.1)),
        roundedCone(bone('Spine'), at(0, 1.06, -0.004), at(0, 1.12, -0.002), 0.13, 0.125, pressed(0.72)),
        roundedCone(bone('Spine1'), at(0, 1.165, -0.004), at(0, 1.235, -0.006), 0.128, 0.14, pressed(0.72)),
        roundedCone(bone('Spine2'), at(0, 1.28, -0.01), at(0, 1.36, -0.02), 0.148, 0.118, pressed(0.72)),
        roundedCone(bone('Neck'), at(0, 1.46, -0.024), at(0, 1.53, -0.008), 0.056, 0.05),
        ...SIDES.map(shoulder)
    ];
}

function armParts({ side, place }: Sided): Part[] {
    return [
        limb(bone(`${side}Arm`), place(L.Arm), place(L.ForeArm), [0.0495, 0.052, 0.0495, 0.0435, 0.036]),
        limb(bone(`${side}ForeArm`), place(L.ForeArm), place(L.Hand), [0.036, 0.042, 0.04, 0.0325, 0.027])
    ];
}

/** Fingers of one hand, one list a finger. */
function fingerParts({ side, place }: Sided): Part[][] {
    return FINGERS.map((finger, index) => {
        const points = fingerJoints(index);
        const [first, last] = finger.radii;
        return [0, 1, 2].map((i) => {
            const radius = (share: number) => first + (last - first) * share / 3;
            // the tip's ball ends where the finger does
            const end = i < 2 ? points[i + 1] : between(points[2], points[3], 1 - last / finger.lengths[2]);
            return roundedCone(bone(`${side}Hand${finger.name}${i + 1}`), place(points[i]), place(end), radius(i), radius(i + 1));
        });
    });
}

function palmParts({ side, place }: Sided): Part[] {
    const name = bone(`${side}Hand`);
    const flat = { axis: place(BACK_OF_HAND), factor: 0.62 };
    const spot = (u: number, s: number, n: number) => place(from(L.Hand, [HAND, u], [ACROSS_HAND, s], [BACK_OF_HAND, n]));
    return [
        roundedCone(name, spot(0, 0, 0), spot(0.04, 0.002, 0), 0.0265, 0.032, flat),
        roundedCone(name, spot(0.035, 0.014, 0), spot(0.084, 0.022, 0), 0.022, 0.0185, flat),
        roundedCone(name, spot(0.035, -0.01, 0), spot(0.078, -0.024, -0.001), 0.022, 0.0185, flat),
        roundedCone(name, spot(0.04, 0.002, 0), spot(0.085, 0, 0.001), 0.026, 0.021, flat)
    ];
}

function legParts({ side, place }: Sided): Part[] {
    const shin = bone(`${side}Leg`);
    return [
        limb(bone(`${side}UpLeg`), place(at(0.092, 0.895, -0.006)), place(L.Leg), [0.082, 0.083, 0.075, 0.0615, 0.0495]),
        limb(shin, place(L.Leg), place(L.Foot), [0.0495, 0.0505, 0.048, 0.04, 0.036]),
        // calf
        ellipsoid(shin, place(at(0.099, 0.375, -0.034)), at(0.042, 0.1, 0.042))
    ];
}

function footParts({ side, place }: Sided): Part[] {
    const foot = bone(`${side}Foot`);
    const toes = bone(`${side}ToeBase`);
    const across = new Vec3().cross(Vec3.UP, FOOT);
    const flat = { axis: Vec3.UP, factor: 0.72 };
    const spot = (f: number, s: number, y: number) => {
        const p = from(L.Foot, [FOOT, f], [across, s]);
        p.y = y;
        return place(p);
    };
    return [
        // shaft, heel, instep
        roundedCone(foot, spot(0, 0, 0.085), spot(-0.01, 0, 0.045), 0.038, 0.036),
        roundedCone(foot, spot(-0.016, 0, 0.034), spot(0.05, 0, 0.03), 0.036, 0.034),
        roundedCone(foot, spot(0.008, 0, 0.066), spot(0.11, 0.002, 0.028), 0.036, 0.028),
        // ball, toes
        roundedCone(foot, spot(0.04, 0, 0.026), spot(0.115, 0.003, 0.025), 0.034, 0.041, flat),
        roundedCone(toes, spot(0.122, 0.003, 0.025), spot(0.175, 0.002, 0.022), 0.041, 0.033, flat)
    ];
}

/**
 * The body's surface, and the parts that carry its skin.
 *
 * @param hasEyes - Whether the head is open for eyes and lids.
 */
export function createBody(hasEyes = true): { surface: Field; carriers: Part[] } {
    const carriers = [...trunkCarriers(), ...headCarriers()];
    const legs = SIDES.map((sided) => {
        const leg = legParts(sided);
        const foot = footParts(sided);
        carriers.push(...leg, ...foot);
        return aboveFloor(0.006, join(0.025, join(0.014, ...leg), join(0.035, ...foot)));
    });
    const arms = SIDES.map((sided) => {
        const arm = armParts(sided);
        const palm = palmParts(sided);
        const fingers = fingerParts(sided);
        carriers.push(...arm, ...palm, ...fingers.flat());
        const hand = remember(join(0.012, ...palm));
        return join(0, join(0.025, join(0.012, ...arm), hand), ...fingers.map(finger => join(0.007, hand, join(0.002, ...finger))));
    });
    const trunk = remember(createTrunk());
    const surface = join(0,
        join(0.02, trunk, createHead(hasEyes)),
        ...legs.map(leg => join(0.035, trunk, leg)),
        ...arms.map(arm => join(0.035, trunk, arm)));
    return { surface, carriers };
}
