import { Vec3 } from 'playcanvas';


import { bone } from './bone-name';
import { LANDMARKS } from './proportions';
import { clamp } from '../../../scripts/core/math/scalars';
import { path } from '../curves';
import { ball, carve, ellipsoid, join, roundedCone, type Field, type Part } from '../distance-field';
import { both, PLACES } from '../mirror';
import type { Region } from '../paint';

// The mannequin's head: an egg with a hint of brow, nose, lips and ears, and openings in which eyes and lids turn.

const L = LANDMARKS;
const HEAD = bone('Head');

function at(x: number, y: number, z: number): Vec3 {
    return new Vec3(x, y, z);
}

/** Radius of the hollow in which the lids turn, in metres. */
const SOCKET = 0.0214;

/** Height of the hairline over the head's depth. */
const HAIRLINE = path([[-0.13, 1.555], [-0.07, 1.575], [-0.03, 1.6], [0.004, 1.622], [0.024, 1.668], [0.06, 1.702], [0.12, 1.716]], 0.2, 0.1);

/** Ears, pressed flat against the head. */
const EARS = both(place => roundedCone(HEAD, place(at(0.081, 1.638, -0.018)), place(at(0.075, 1.607, -0.008)), 0.018, 0.0115,
    { axis: place(at(0.92, 0, -0.39)), factor: 0.42 }));

/** About the distance in front of the hairline; negative where hair grows. */
function beforeHairline(p: Vec3): number {
    return Math.max(HAIRLINE(p.z) - p.y - 3 * p.x * p.x, 1.5 - p.y);
}

/** Short hair, cut round the ears. */
export const HAIR: Region = p => Math.max(beforeHairline(p), ...EARS.map(ear => 0.004 - ear.distance(p.x, p.y, p.z)));

/** Thickness of the hair in metres. */
const HAIR_THICKNESS = 0.005;

/** Distance behind the hairline over which the hair rises to its thickness, in metres. */
const HAIR_RISE = 0.045;

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

/** The head's shapes: the skull, and what is set upon it with smaller fillets. */
function skull(): Field {
    const egg = join(0.05,
        ellipsoid(HEAD, at(0, 1.652, -0.008), at(0.079, 0.0915, 0.095)),
        ellipsoid(HEAD, at(0, 1.592, 0.018), at(0.062, 0.077, 0.073)));
    const jaw = both(place => roundedCone(HEAD, place(at(0.044, 1.572, 0.01)), place(at(0.016, 1.534, 0.058)), 0.024, 0.023));
    const brow = both(place => roundedCone(HEAD, place(at(0.012, 1.655, 0.074)), place(at(0.05, 1.655, 0.052)), 0.014, 0.013));
    const cheeks = both(place => ball(HEAD, place(at(0.034, 1.59, 0.048)), 0.031));
    const mounds = both(place => ball(HEAD, place(L.Eye), 0.0245));
    const nose = [
        roundedCone(HEAD, at(0, 1.64, 0.084), at(0, 1.602, 0.0985), 0.0065, 0.0095),
        ...both(place => ball(HEAD, place(at(0.0085, 1.599, 0.09)), 0.0065))
    ];
    const lips = [
        roundedCone(HEAD, at(-0.015, 1.572, 0.0735), at(0.015, 1.572, 0.0735), 0.0095, 0.0095),
        roundedCone(HEAD, at(-0.012, 1.559, 0.073), at(0.012, 1.559, 0.073), 0.0095, 0.0095)
    ];
    const bare = join(0.022, egg, ...jaw, ...brow, ...cheeks, ...mounds);
    return join(0.012, join(0.02, hair(bare), ...lips), ...nose, ...EARS);
}

/** The head's surface. */
export function createHead(): Field {
    let head = skull();
    for (const place of PLACES) {
        const eye = place(L.Eye);
        head = carve(0.002, head, ball(HEAD, eye, SOCKET));
        // the opening that the lids close: an almond that looks ahead
        head = carve(0.005, head, ellipsoid(HEAD, eye.clone().add(at(0, 0, 0.02)), at(0.0175, 0.0125, 0.028)));
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
