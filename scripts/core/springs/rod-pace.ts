import type { Flat } from '../math/flat-math';
import { RADIANS } from '../math/scalars';

// What a step in time makes of a rod.
//
// Backward differences keep every swing of a rod stable, whatever the step, but slow and damp it. So their two coefficients are not the
// rod's stiffness and damping: they are those with which the difference equation has the exact solution for the rod's lowest swing
// (exponential fitting: Liniger and Willoughby, Efficient integration methods for stiff systems of ordinary differential equations, 1970).
// Frequency and damping ratio are met at any step; the higher swings, which are quicker, die out faster than in nature.

/** Largest angle of a swing in a step: beyond half a circle a step cannot tell it from a slower one. */
const LARGEST_ANGLE = 2.8;

/** Most that a joint bends in a step of a sixtieth of a second by itself, radians: faster is no motion to the eye. */
export const FASTEST = 6.5 * RADIANS;

/** Frequency in radians per second that a step of some seconds can show. */
export function shownFrequency(frequency: number, seconds: number): number {
    return Math.min(frequency, LARGEST_ANGLE / seconds);
}

/** Numbers of a pace. */
export const PACE = 4;

/**
 * Writes how a rod goes on in a step, for {@link Rods}: what a lean x with velocity v becomes follows from
 * (inertia + stiffness · λ) x' = inertia · x + speed · v + back · x, where λ is a swing's squared frequency against that of the lowest one.
 *
 * @param out - Takes inertia, stiffness, speed and back.
 * @param swing - Frequency of the lowest swing without damping in radians per second, damping ratio (0 swings for ever, 1 does not swing
 * over), and seconds of the step.
 */
export function writePace(out: Flat, o: number, swing: Flat): void {
    const frequency = swing[0], ratio = swing[1], seconds = swing[2];
    const decay = ratio * frequency * seconds;
    const grow = Math.exp(decay);
    const root = Math.sqrt(Math.abs(1 - ratio * ratio));
    const rate = frequency * root;
    let cosine = 1, sine = seconds;
    if (root > 0) {
        cosine = ratio < 1 ? Math.cos(rate * seconds) : Math.cosh(rate * seconds);
        sine = (ratio < 1 ? Math.sin(rate * seconds) : Math.sinh(rate * seconds)) / rate;
    }
    out[o] = 2 * grow * cosine - 1;
    out[o + 1] = grow * grow + 1 - 2 * grow * cosine;
    out[o + 2] = grow * sine;
    out[o + 3] = 1 - grow * (cosine - ratio * frequency * sine);
}
