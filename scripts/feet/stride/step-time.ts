import { clamp, RADIANS } from '../../core/math/scalars';

// How long a step takes that no clip has: on the spot, or of a foot that was left behind.

/** Seconds of a step, and the fewest of any. */
export const STEP = 0.24;
const QUICKEST = 0.13;

/** Angle in radians by which a body turns in one step, at most: steps are quicker then. */
const IN_STEP = 22 * RADIANS;

/** Seconds of a step of one whose body turns, radians a second. */
export function stepTime(turnRate: number): number {
    return clamp(IN_STEP / Math.abs(turnRate), QUICKEST, STEP);
}
