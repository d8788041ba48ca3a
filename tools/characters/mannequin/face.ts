import type { Vec3 } from 'playcanvas';

import { LANDMARKS } from './proportions';
import { clamp } from '../../../scripts/core/math/scalars';
import { taper, type Stripe } from '../stripe';

// Lines on the mannequin's face, and the share of the jaw in its skin. Both meet at the line between the lips: it is a stripe of dark
// whose upper edge stays with the head and whose lower edge goes with the jaw, so it opens into a mouth.

/** Height of the line between the lips, half its length, and half its opening when closed, in metres. */
const MOUTH = { height: 1.5632, halfWidth: 0.0265, halfGap: 0.0013, smile: 7 };

function mouthLine(x: number): number {
    return MOUTH.height + MOUTH.smile * x * x;
}

/** All that is not on the face lies past the ends of its stripes. */
const beside = (p: Vec3) => 0.04 - p.z;

/** The line between the lips. When the jaw opens it becomes the dark of the mouth. */
const LIPS: Stripe = {
    above: p => p.y - mouthLine(p.x),
    thickness: p => MOUTH.halfGap * taper(p.x / MOUTH.halfWidth),
    past: p => Math.max(Math.abs(p.x) - MOUTH.halfWidth, beside(p))
};

/** Middle of an eyebrow from the side, its height, half its length and half its thickness, in metres. */
const BROW = { aside: 0.0355, height: 1.6695, halfLength: 0.0215, halfThickness: 0.0036 };

function alongBrow(p: Vec3): number {
    return (Math.abs(p.x) - BROW.aside) / BROW.halfLength;
}

const BROWS: Stripe = {
    above: p => p.y - BROW.height + 0.0045 * alongBrow(p) ** 2,
    thickness: p => BROW.halfThickness * taper(alongBrow(p)) * (1 - 0.3 * alongBrow(p)),
    past: p => Math.max(Math.abs(Math.abs(p.x) - BROW.aside) - BROW.halfLength, beside(p))
};

/** Thin stripes of the face. */
export const STRIPES = [LIPS, BROWS];

/** Share of the jaw in the skin: all below the line between the lips, fading out towards the ears and the throat. */
export function jawShare(p: Vec3): number {
    const hinge = LANDMARKS.Jaw;
    const ahead = clamp((p.z - hinge.z) / 0.05, 0, 1);
    // sharp between the lips, soft on the cheeks
    const aside = clamp((Math.abs(p.x) - MOUTH.halfWidth * 0.8) / 0.03, 0, 1);
    const soft = MOUTH.halfGap + 0.03 * Math.max(aside, 1 - ahead);
    const below = clamp(0.5 + (mouthLine(Math.min(Math.abs(p.x), MOUTH.halfWidth)) - p.y) / (2 * soft), 0, 1);
    const throat = clamp((p.y - 1.49) / 0.03, 0, 1);
    return below * ahead * throat;
}
