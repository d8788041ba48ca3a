import { Vec3 } from 'playcanvas';

import { SIDES, type Side } from './bones';
import { createHead, headCarriers } from './head';
import { LANDMARKS, TAIL } from './proportions';
import { aboveFloor, ball, ellipsoid, join, limb, loft, lying, roundedCone, type Field, type Flattening, type Part } from '../distance-field';
import { PLACES, type Place } from '../mirror';

// The hound's body as a distance field: a loft for the trunk, deep at the chest and tucked up at the loin, limbs and rounded cones along
// the bones. Legs are joined to the trunk one by one, so that no fillet bridges them.
//
// Most shapes also carry the skin next to them. The trunk is one shape, so others stand in for it, one for each bone of the spine.

const L = LANDMARKS;

function at(x: number, y: number, z: number): Vec3 {
    return new Vec3(x, y, z);
}

/** Pressed from the sides. */
const narrow = (factor: number): Flattening => ({ axis: Vec3.RIGHT, factor });
/** Pressed from above. */
const low = (factor: number): Flattening => ({ axis: Vec3.UP, factor });

/** A side of the body, and how it places what is told for the left one. */
interface Sided {
    side: Side;
    place: Place;
}

const BOTH: Sided[] = SIDES.map((side, i) => ({ side, place: PLACES[i] }));

/** Cross-sections of the trunk from the croup to the breast: place along Z, half width, half height, height of the middle. */
const TRUNK = ([
    [-0.31, 0.048, 0.05, 0.53], [-0.27, 0.066, 0.074, 0.522], [-0.2, 0.077, 0.084, 0.525], [-0.13, 0.075, 0.08, 0.54],
    [-0.06, 0.078, 0.09, 0.538], [0.01, 0.087, 0.115, 0.516], [0.08, 0.096, 0.141, 0.492], [0.15, 0.1, 0.154, 0.48],
    [0.22, 0.094, 0.15, 0.484], [0.27, 0.082, 0.126, 0.486], [0.32, 0.052, 0.08, 0.478]
] as const).map(([y, width, depth, middle]) => ({ y, width, depth, middle }));

function neckParts(): Part[] {
    return [
        roundedCone('neck1', at(0, 0.542, 0.222), at(0, 0.632, 0.29), 0.088, 0.07, narrow(0.8)),
        roundedCone('neck2', at(0, 0.632, 0.29), at(0, 0.717, 0.35), 0.07, 0.058, narrow(0.84)),
        roundedCone('neck3', at(0, 0.717, 0.35), at(0, 0.794, 0.41), 0.058, 0.053, narrow(0.88))
    ];
}

function tailParts(): Part[] {
    const radius = (i: number) => 0.0245 - 0.0024 * i;
    return TAIL.slice(0, -1).map((joint, i) => roundedCone(`tail${i + 1}`, joint, TAIL[i + 1], radius(i), radius(i + 1)));
}

function createTrunk(): Field {
    const parts: Field[] = [
        lying(loft(TRUNK)),
        // point of the breast
        ball('chest', at(0, 0.452, 0.305), 0.052),
        // croup
        ellipsoid('pelvis', at(0, 0.528, -0.285), at(0.058, 0.06, 0.052)),
        ...neckParts(),
        join(0, ...tailParts())
    ];
    for (const { side, place } of BOTH) parts.push(bladeMuscle(side, place));
    return join(0.045, ...parts);
}

function bladeMuscle(side: Side, place: Place): Part {
    return roundedCone(`shoulder_blade.${side}`, place(at(0.042, 0.603, 0.178)), place(at(0.068, 0.46, 0.262)), 0.042, 0.058, narrow(0.7));
}

function trunkCarriers(): Part[] {
    return [
        ellipsoid('pelvis', at(0, 0.525, -0.245), at(0.08, 0.086, 0.09)),
        roundedCone('spine1', at(0, 0.54, -0.14), at(0, 0.54, -0.08), 0.082, 0.084, narrow(0.9)),
        roundedCone('spine2', at(0, 0.535, -0.03), at(0, 0.525, 0.02), 0.1, 0.11, narrow(0.8)),
        roundedCone('spine3', at(0, 0.505, 0.06), at(0, 0.495, 0.11), 0.13, 0.145, narrow(0.68)),
        roundedCone('chest', at(0, 0.485, 0.16), at(0, 0.48, 0.24), 0.155, 0.135, narrow(0.64)),
        ...neckParts(),
        ...BOTH.map(({ side, place }) => bladeMuscle(side, place))
    ];
}

/** Ends of a paw's toes, aside of its joint and ahead of it, and their radius, in metres. */
export const TOES = [[-0.02, 0.04], [-0.007, 0.05], [0.007, 0.05], [0.02, 0.04]];
export const TOE = 0.0165;

/** The four toes of a paw and what carries them, flat below. */
function pawParts(bone: string, joint: Vec3, place: Place): Part[] {
    const toes = TOES.map(([aside, ahead]) => roundedCone(
        bone, place(at(joint.x + aside * 0.8, 0.026, joint.z + 0.012)), place(at(joint.x + aside, 0.0125, joint.z + ahead)), TOE, TOE));
    return [
        roundedCone(bone, place(at(joint.x, 0.018, joint.z)), place(at(joint.x, 0.021, joint.z + 0.03)), 0.027, 0.03, low(0.8)),
        ...toes
    ];
}

function foreLegParts({ side, place }: Sided): Part[] {
    return [
        roundedCone(`upper_arm.${side}`, place(at(0.076, 0.44, 0.262)), place(at(0.083, 0.345, 0.158)), 0.06, 0.04, narrow(0.68)),
        limb(`forearm.${side}`, place(L.forearm), place(L.metacarpus), [0.035, 0.0335, 0.0275, 0.0215, 0.0205]),
        // point of the elbow
        ball(`forearm.${side}`, place(at(0.084, 0.352, 0.132)), 0.021),
        limb(`metacarpus.${side}`, place(L.metacarpus), place(L.fore_paw), [0.0215, 0.0195, 0.0195])
    ];
}

function hindLegParts({ side, place }: Sided): Part[] {
    return [
        roundedCone(`thigh.${side}`, place(at(0.062, 0.475, -0.236)), place(at(0.084, 0.312, -0.178)), 0.088, 0.045, narrow(0.62)),
        // fold of the flank, and back of the thigh
        roundedCone(`thigh.${side}`, place(at(0.06, 0.475, -0.175)), place(at(0.084, 0.318, -0.162)), 0.046, 0.033, narrow(0.6)),
        roundedCone(`thigh.${side}`, place(at(0.06, 0.465, -0.278)), place(at(0.079, 0.31, -0.235)), 0.058, 0.036, narrow(0.75)),
        limb(`shin.${side}`, place(L.shin), place(L.metatarsus), [0.042, 0.041, 0.031, 0.0225, 0.019]),
        // tendon down to the point of the hock
        roundedCone(`shin.${side}`, place(at(0.083, 0.262, -0.262)), place(at(0.08, 0.182, -0.357)), 0.022, 0.0125),
        limb(`metatarsus.${side}`, place(L.metatarsus), place(L.hind_paw), [0.0205, 0.019, 0.0195])
    ];
}

/** The body's surface, and the parts that carry its skin. */
export function createBody(): { surface: Field; carriers: Part[] } {
    const carriers = [...trunkCarriers(), ...tailParts(), ...headCarriers()];
    const legs = BOTH.flatMap(({ side, place }) => [
        { leg: foreLegParts({ side, place }), paw: pawParts(`fore_paw.${side}`, L.fore_paw, place) },
        { leg: hindLegParts({ side, place }), paw: pawParts(`hind_paw.${side}`, L.hind_paw, place) }
    ]).map(({ leg, paw }) => {
        carriers.push(...leg, ...paw);
        return aboveFloor(0.005, join(0.012, join(0.022, ...leg), join(0.0045, ...paw)));
    });
    const trunk = createTrunk();
    return { surface: join(0, join(0.035, trunk, createHead()), ...legs.map(leg => join(0.045, trunk, leg))), carriers };
}
