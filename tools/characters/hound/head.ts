import { Vec3 } from 'playcanvas';

import { SIDES } from './bones';
import { EAR_TIP, LANDMARKS, LID_YAW } from './proportions';
import { ball, carve, ellipsoid, join, limb, roundedCone, type Field, type Part } from '../distance-field';
import { both, PLACES, type Place } from '../mirror';

// The hound's head: a narrow skull, a long muzzle, large pricked ears, and openings in which eyes and lids turn.

const L = LANDMARKS;

function at(x: number, y: number, z: number): Vec3 {
    return new Vec3(x, y, z);
}

/** Radius of the hollow in which the lids turn, in metres. */
const SOCKET = 0.0178;

/** The opening that the lids close: an almond that looks outwards as they do. */
export function eyeOpening(place: Place): Part {
    const yaw = LID_YAW * Math.PI / 180;
    const outside = L.eye.clone().add(at(Math.sin(yaw), 0, Math.cos(yaw)).mulScalar(0.04));
    return roundedCone('head', place(L.eye), place(outside), 0.0136, 0.0136, { axis: Vec3.UP, factor: 0.8 });
}

/** Tip of the nose. */
export const NOSE = at(0, 0.7815, 0.637);

const MUZZLE = [
    roundedCone('head', at(0, 0.785, 0.5), at(0, 0.773, 0.612), 0.035, 0.0245, { axis: Vec3.RIGHT, factor: 0.85 }),
    roundedCone('head', at(0, 0.802, 0.5), at(0, 0.786, 0.618), 0.021, 0.0135)
];

const LOWER_JAW = roundedCone('head', at(0, 0.764, 0.475), at(0, 0.752, 0.594), 0.0285, 0.016);

/** Direction in which the left ear opens. */
const EAR_AXIS = at(0.5, 0.12, 0.86).normalize();

/** Half widths of an ear from its root to its tip, in metres: a leaf. */
const LEAF = [0.021, 0.0265, 0.0285, 0.027, 0.0225, 0.0165, 0.0095];

/** An ear, open to the front and side. */
function ear(place: Place): Part {
    return limb('head', place(L.ear1), place(EAR_TIP), LEAF, { axis: place(EAR_AXIS), factor: 0.42 });
}

/** The shapes that carry an ear's skin, one a bone. */
function earCarriers(place: Place): Part[] {
    const side = SIDES[PLACES.indexOf(place)];
    return [
        roundedCone(`ear1.${side}`, place(L.ear1), place(L.ear2), 0.021, 0.027),
        roundedCone(`ear2.${side}`, place(L.ear2), place(EAR_TIP), 0.027, 0.01)
    ];
}

/** The hollow of an ear. */
function hollow(place: Place): Part {
    const [from, to] = [0.2, 0.74].map(share => place(new Vec3().lerp(L.ear1, EAR_TIP, share).add(EAR_AXIS.clone().mulScalar(0.0115))));
    return roundedCone('head', from, to, 0.0215, 0.01, { axis: place(EAR_AXIS), factor: 0.4 });
}

/** Inside of the ears, where the fur is pale. */
export const EAR_HOLLOWS = both(hollow);

function skull(): Field {
    const cranium = join(0.04,
        ellipsoid('head', at(0, 0.818, 0.448), at(0.053, 0.05, 0.072)),
        ellipsoid('head', at(0, 0.792, 0.455), at(0.05, 0.05, 0.06)),
        ...MUZZLE,
        LOWER_JAW);
    const brow = both(place => roundedCone('head', place(at(0.018, 0.842, 0.486)), place(at(0.038, 0.841, 0.474)), 0.013, 0.0125));
    const cheeks = both(place => ball('head', place(at(0.03, 0.785, 0.475)), 0.031));
    const mounds = both(place => ball('head', place(L.eye), 0.0222));
    const nose = [
        ellipsoid('head', NOSE.clone().add(at(0, 0, -0.011)), at(0.0155, 0.0115, 0.012)),
        ...both(place => ball('head', place(at(0.0095, 0.777, 0.6285)), 0.0065))
    ];
    return join(0.008, join(0.02, cranium, ...brow, ...cheeks, ...mounds), join(0.006, ...nose));
}

/** The head's surface. */
export function createHead(): Field {
    let head = skull();
    for (const place of PLACES) {
        head = carve(0.002, head, ball('head', place(L.eye), SOCKET));
        head = carve(0.004, head, eyeOpening(place));
    }
    return join(0.012, head, ...both(place => carve(0.006, ear(place), hollow(place))));
}

/** Parts that carry the skin of the head and the ears. */
export function headCarriers(): Part[] {
    return [
        ellipsoid('head', at(0, 0.81, 0.45), at(0.054, 0.055, 0.075)),
        ...MUZZLE,
        LOWER_JAW,
        ...both(earCarriers).flat()
    ];
}
