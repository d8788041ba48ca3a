import { Vec3 } from 'playcanvas';


import { TOE, TOES } from './body';
import { EAR_HOLLOWS, eyeOpening, NOSE } from './head';
import { LANDMARKS, TAIL } from './proportions';
import { clamp } from '../../../scripts/core/math/scalars';
import { path } from '../curves';
import { both, PLACES } from '../mirror';
import type { Region } from '../paint';
import { taper, type Stripe } from '../stripe';

// The hound's markings: regions of the bind pose, negative inside; and the line of the mouth with the jaw's share in the skin about it.
// That line is a stripe of dark whose upper edge stays with the head and whose lower edge goes with the jaw, so it opens into a mouth.

const L = LANDMARKS;

/** Upper border of the pale underside and half its width, by the place along Z. */
const UNDERSIDE = path([[-0.12, 0.44], [-0.05, 0.447], [0, 0.424], [0.1, 0.364], [0.2, 0.36], [0.27, 0.43], [0.32, 0.6]], 0, 0);
const BREADTH = path([[-0.12, 0], [-0.05, 0.035], [0.1, 0.044], [0.32, 0.044]], 0.5, 0);

const within = (value: number, from: number, to: number) => clamp(value, from, to);

/** Belly and breast. */
const BELLY: Region = (p) => {
    const z = within(p.z, -0.12, 0.32);
    return Math.max(Math.abs(p.x) - BREADTH(z), p.y - UNDERSIDE(z), -0.12 - p.z);
};

/** Front of the neck, from the breast to the chin. */
const THROAT: Region = (p) => {
    const ahead = -0.62 * (p.y - L.neck1.y) + 0.78 * (p.z - L.neck1.z);
    const breadth = within(0.03 + 0.15 * (0.68 - p.y), 0.026, 0.044);
    return Math.max(Math.abs(p.x) - breadth, 0.02 - ahead, 0.5 - p.y, p.y - 0.77, 0.24 - p.z);
};

/** Height of the line between the lips, and half its opening when closed, in metres. */
const MOUTH = { corner: 0.507, front: 0.757, rise: 0.05, halfGap: 0.0016 };

function mouthLine(z: number): number {
    return MOUTH.front + MOUTH.rise * Math.max(0, 0.62 - z);
}

/** Half width of the blaze by the place along Z: a point on the forehead, the whole muzzle at its tip. */
const BLAZE_BREADTH = path([[0.44, 0.002], [0.5, 0.0085], [0.55, 0.0135], [0.6, 0.03], [0.64, 0.06]], 0.1, 1);

const BLAZE: Region = p => Math.max(Math.abs(p.x) - BLAZE_BREADTH(within(p.z, 0.44, 0.64)), 0.45 - p.z, mouthLine(p.z) - p.y);

const FEET: Region = p => p.y - (p.z > 0 ? 0.088 - 0.3 * (p.z - L.fore_paw.z) : 0.1 + 0.3 * (p.z - L.hind_paw.z));

const TAIL_TIP: Region = p => Math.max(p.z - TAIL[6].z - 0.012, 0.2 - p.y);

/** Lips and chin, running out into the throat. */
const CHIN: Region = p => Math.max(p.y - mouthLine(p.z), 0.44 - p.z, Math.abs(p.x) - 0.03 - 0.7 * Math.max(0, p.z - 0.46));

/** Inside of the ears. */
const EARS: Region = p => Math.min(...EAR_HOLLOWS.map(part => part.distance(p.x, p.y, p.z))) - 0.001;

/** All that is pale. */
export const PALE: Region = p => Math.min(BELLY(p), THROAT(p), BLAZE(p), FEET(p), TAIL_TIP(p), CHIN(p), EARS(p));

/** The tip of the nose. */
export const NOSE_TIP: Region = p => Math.max(p.distance(NOSE) - 0.0185, 0.7695 - p.y);

const OPENINGS = both(eyeOpening);
const EYES = PLACES.map(place => place(L.eye));

/** The rims of the eyes, ending where the opening runs out along the muzzle. */
export const EYE_RIMS: Region = p => Math.max(
    Math.min(...OPENINGS.map(part => part.distance(p.x, p.y, p.z))) - 0.0028,
    Math.min(...EYES.map(eye => eye.distance(p))) - 0.026
);

const CLAW_POINTS = PLACES.flatMap(place => [L.fore_paw, L.hind_paw].flatMap(
    joint => TOES.map(([aside, ahead]) => place(new Vec3(joint.x + aside, 0.011, joint.z + ahead + TOE)))));

/** The claws. */
export const CLAWS: Region = p => Math.min(...CLAW_POINTS.map(claw => claw.distance(p))) - 0.006;

/** The line between the lips. */
export const LIPS: Stripe = {
    above: p => p.y - mouthLine(p.z),
    thickness: p => MOUTH.halfGap * taper(Math.max(0, (MOUTH.corner + 0.03 - p.z) / 0.03)),
    past: p => MOUTH.corner - p.z
};

/** Share of the jaw in the skin: all below the line between the lips, fading out towards the hinge and the throat. */
export function jawShare(p: Vec3): number {
    const ahead = clamp((p.z - L.jaw.z) / 0.045, 0, 1);
    // narrower than the stripe: its vertices are not exactly on its edges, and each edge goes wholly with its own side
    const soft = 0.4 * MOUTH.halfGap + 0.02 * clamp((MOUTH.corner + 0.01 - p.z) / 0.02, 0, 1);
    const below = clamp(0.5 + (mouthLine(p.z) - p.y) / (2 * soft), 0, 1);
    return below * ahead;
}
