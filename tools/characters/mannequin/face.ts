import type { Vec3 } from 'playcanvas';

import { LANDMARKS } from './proportions';
import type { Region } from '../paint';

// Lines on the mannequin's face, and the share of the jaw in its skin. Both meet at the line between the lips: it is a stripe of dark
// whose upper edge stays with the head and whose lower edge goes with the jaw, so it opens into a mouth.

/** Height of the line between the lips, half its length, and half its opening when closed, in metres. */
const MOUTH = { height: 1.5655, halfWidth: 0.0235, halfGap: 0.0012, smile: 2.2 };

function mouthLine(x: number): number {
    return MOUTH.height + MOUTH.smile * x * x;
}

/** A thin stripe of colour, and a region that ends along its middle, so that a cut falls there. */
interface Stripe {
    half: Region;
    whole: Region;
}

/** Depth of the region on one side of a stripe's middle, in metres: more than a triangle's edge. */
const HALF_DEPTH = 0.008;

/** A stripe across the face: height over its middle, half its thickness, and how far past its ends a point is, in metres. */
function stripe(above: (p: Vec3) => number, thickness: (p: Vec3) => number, past: (p: Vec3) => number): Stripe {
    const outside = (p: Vec3) => Math.max(past(p), 0.04 - p.z);
    return {
        half: p => Math.max(above(p), -above(p) - HALF_DEPTH, outside(p)),
        whole: p => Math.max(Math.abs(above(p)) - thickness(p), outside(p))
    };
}

/** Half width of a stripe that thins out towards its ends; 0 in the middle, 1 at an end. */
function taper(share: number): number {
    return Math.sqrt(Math.max(0, 1 - share * share));
}

/** The line between the lips. When the jaw opens it becomes the dark of the mouth. */
const LIPS = stripe(
    p => p.y - mouthLine(p.x),
    p => MOUTH.halfGap * taper(p.x / MOUTH.halfWidth),
    p => Math.abs(p.x) - MOUTH.halfWidth
);

/** Middle of an eyebrow from the side, its height, half its length and half its thickness, in metres. */
const BROW = { aside: 0.0345, height: 1.6625, halfLength: 0.0205, halfThickness: 0.0024 };

function alongBrow(p: Vec3): number {
    return (Math.abs(p.x) - BROW.aside) / BROW.halfLength;
}

const BROWS = stripe(
    p => p.y - BROW.height + 0.003 * alongBrow(p) ** 2,
    p => BROW.halfThickness * taper(alongBrow(p)) * (1 - 0.3 * alongBrow(p)),
    p => Math.abs(Math.abs(p.x) - BROW.aside) - BROW.halfLength
);

/** Thin stripes of the face. */
export const STRIPES = [LIPS, BROWS];

/** Share of the jaw in the skin: all below the line between the lips, fading out towards the ears and the throat. */
export function jawShare(p: Vec3): number {
    const hinge = LANDMARKS.Jaw;
    const ahead = Math.min(1, Math.max(0, (p.z - hinge.z) / 0.05));
    // sharp between the lips, soft on the cheeks
    const aside = Math.min(1, Math.max(0, (Math.abs(p.x) - MOUTH.halfWidth * 0.8) / 0.03));
    const soft = MOUTH.halfGap + 0.03 * Math.max(aside, 1 - ahead);
    const below = Math.min(1, Math.max(0, 0.5 + (mouthLine(Math.min(Math.abs(p.x), MOUTH.halfWidth)) - p.y) / (2 * soft)));
    const throat = Math.min(1, Math.max(0, (p.y - 1.49) / 0.03));
    return below * ahead * throat;
}
