import type { Vec3 } from 'playcanvas';

import type { Region } from './paint';
import type { Coat } from './skin';
import type { Surface } from './skinned-parts';

// Thin lines of colour on a skin, such as the one between the lips.

/** A line: height over its middle, half its thickness, and how far past its ends a point is, in metres. */
export interface Stripe {
    above: Region;
    thickness: Region;
    past: Region;
}

/** Depth of the region on one side of a stripe's middle, in metres: more than a triangle's edge. */
const HALF_DEPTH = 0.008;

/** A stripe in a colour: a cut along its middle, because it is thinner than the mesh's triangles, then the paint. */
export function stripe({ above, thickness, past }: Stripe, surface: Surface): Coat[] {
    return [
        { region: (p: Vec3) => Math.max(above(p), -above(p) - HALF_DEPTH, past(p)) },
        { region: (p: Vec3) => Math.max(Math.abs(above(p)) - thickness(p), past(p)), surface }
    ];
}

/** Half width of a stripe that thins out towards its ends; 0 in the middle, 1 at an end. */
export function taper(share: number): number {
    return Math.sqrt(Math.max(0, 1 - share * share));
}
