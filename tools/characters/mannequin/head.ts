import { Vec3 } from 'playcanvas';

import { bone } from './bone-name';
import { LANDMARKS } from './proportions';
import { clamp } from '../../../scripts/core/math/scalars';
import { path } from '../curves';
import { ball, carve, ellipsoid, join, roundedCone, type Field, type Part } from '../distance-field';
import { both, PLACES } from '../mirror';
import type { Region } from '../paint';

// The mannequin's head: an egg with a hint of brow, nose, lips and ears, hair brushed to one side, and openings in which eyes and lids turn.

const L = LANDMARKS;
const HEAD = bone('Head');

function at(x: number, y: number, z: number): Vec3 {
    return new Vec3(x, y, z);
}

/** Radius of the hollow in which the lids turn, in metres. */
const SOCKET = 0.0246;

/** Half width, half height and half depth of the opening that the lids close, an almond, in metres. */
export const OPENING = new Vec3(0.0205, 0.0152, 0.031);

/** Height of the hairline over the head's depth. */
const HAIRLINE = path([[-0.13, 1.555], [-0.07, 1.575], [-0.03, 1.6], [0.004, 1.622], [0.024, 1.668], [0.06, 1.702], [0.12, 1.716]], 0.2, 0.1);

/** Ears, pressed flat against the head. */
const EARS = both(place => roundedCone(HEAD, place(at(0.09, 1.638, -0.016)), place(at(0.08, 1.606, -0.007)), 0.021, 0.0135,
    { axis: place(at(0.92, 0, -0.39)), factor: 0.42 }));

/** About the distance in front of the hairline; negative where hair grows. */
function beforeHairline(p: Vec3): number {
    return Math.max(HAIRLINE(p.z) - p.y - 3 * p.x * p.x, 1.5 - p.y);
}

/** Short hair, cut round the ears. */
export const HAIR: Region = p => Math.max(beforeHairline(p), ...EARS.map(ear => 0.004 - ear.distance(p.x, p.y, p.z)));

/** Thickness of the hair in metres. */
const HAIR_THICKNESS = 0.011;

/** Distance behind the hairline over which the hair rises to its thickness, in metres. */
const HAIR_RISE = 0.035;

/** Hair on a bare head. */
function hair(head: Field): Field {
    const point = new Vec3();
    return {
        center: head.center,
        radius: head.radius + HAIR_THICKNESS,
        distance(x, y, z) {
            const t = clamp(-beforeHairline(point.set(x, y, z)) / HAIR_RISE, 0, 1);
            return head.distance(x, y, z) - HAIR_THICKNESS * t * t * (3 - 2 * t);
        }
    };
}

/** Locks over the forehead, brushed to the left. */
const LOCKS = [
    roundedCone(HEAD, at(-0.034, 1.712, 0.042), at(0.012, 1.722, 0.054), 0.018, 0.023),
    roundedCone(HEAD, at(0.012, 1.722, 0.05), at(0.052, 1.702, 0.03), 0.023, 0.015)
];

/** The head's shapes: the skull, and what is set upon it with smaller fillets. */
function skull(): Field {
    const egg = join(0.05,
        ellipsoid(HEAD, at(0, 1.652, -0.008), at(0.079, 0.0865, 0.095)),
        ellipsoid(HEAD, at(0, 1.592, 0.018), at(0.062, 0.077, 0.073)));
    const jaw = both(place => roundedCone(HEAD, place(at(0.042, 1.574, 0.01)), place(at(0.014, 1.537, 0.058)), 0.024, 0.022));
    const brow = both(place => roundedCone(HEAD, place(at(0.012, 1.661, 0.074)), place(at(0.05, 1.66, 0.052)), 0.014, 0.013));
    const cheeks = both(place => ball(HEAD, place(at(0.036, 1.594, 0.046)), 0.033));
    const mounds = both(place => ball(HEAD, place(L.Eye), 0.0278));
    const nose = [
        roundedCone(HEAD, at(0, 1.636, 0.085), at(0, 1.606, 0.099), 0.0065, 0.01),
        ...both(place => ball(HEAD, place(at(0.0085, 1.603, 0.09)), 0.0068))
    ];
    // corners up: a smile
    const lips = both(place => [
        roundedCone(HEAD, at(0, 1.57, 0.0755), place(at(0.019, 1.5735, 0.069)), 0.0092, 0.0072),
        roundedCone(HEAD, at(0, 1.5565, 0.0745), place(at(0.016, 1.5605, 0.069)), 0.0096, 0.0076)
    ]).flat();
    const bare = join(0.022, egg, ...jaw, ...brow, ...cheeks, ...mounds);
    return join(0.012, join(0.02, hair(bare), ...lips, ...LOCKS), ...nose, ...EARS);
}

/**
 * The head's surface.
 *
 * @param hasEyes - Whether it is open for eyes and lids.
 */
export function createHead(hasEyes: boolean): Field {
    let head = skull();
    if (!hasEyes) return head;
    for (const place of PLACES) {
        const eye = place(L.Eye);
        head = carve(0.002, head, ball(HEAD, eye, SOCKET));
        head = carve(0.005, head, ellipsoid(HEAD, eye.clone().add(at(0, 0, 0.022)), OPENING));
    }
    return head;
}

/** Parts that carry the skin of the head. */
export function headCarriers(): Part[] {
    return [
        ellipsoid(HEAD, at(0, 1.652, 0), at(0.079, 0.096, 0.1)),
        ellipsoid(HEAD, at(0, 1.59, 0.03), at(0.058, 0.07, 0.07))
    ];
}
