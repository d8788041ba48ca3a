import type { Flat } from './flat-math';
import { smootherstep } from './scalars';

// A value that dies away in a given time, smooth at both ends: the curve of inertialised transitions.
//
// Bollo, Inertialization: high-performance animation transitions in Gears of War, GDC 2018. Here the acceleration starts at 0, so that
// several values decay independently and one polynomial serves all.

/** Largest rate of a decay from rest, as a multiple of value / duration. */
export const QUINTIC_PEAK = 1.875;

/**
 * Writes what is left of a quantity that is to vanish: `shares[0]` times its value at the start plus `shares[1]` times its rate then.
 *
 * @param shares - Receives the two.
 * @param clock - Seconds since the start, and seconds until it is 0 with rate and acceleration 0. A duration not above 0: it is 0 at
 * once; Infinity: it stays.
 */
export function quinticShares(shares: Flat, clock: Flat): void {
    const time = clock[0], duration = clock[1];
    if (!(time < duration)) {
        shares[0] = 0;
        shares[1] = 0;
    } else if (duration === Infinity) {
        shares[0] = 1;
        shares[1] = 0;
    } else {
        const x = time / duration;
        shares[0] = 1 - smootherstep(x);
        shares[1] = duration * (x - x * x * x * (6 - x * (8 - x * 3)));
    }
}

/** Writes from an offset on how fast the two shares of {@link quinticShares} change, per second. */
export function quinticRates(rates: Flat, o: number, clock: Flat): void {
    const time = clock[0], duration = clock[1];
    rates[o] = 0;
    rates[o + 1] = 0;
    if (!(time < duration) || duration === Infinity) return;
    const x = time / duration;
    const square = x * x;
    rates[o] = -30 * square * (1 - x * (2 - x)) / duration;
    rates[o + 1] = 1 - square * (18 - x * (32 - x * 15));
}

const shares = new Float64Array(2);
const clock = new Float64Array(2);

/** What is left of a value with a rate at the start, see {@link quinticShares}. */
export function quinticDecay(value: number, rate: number, time: number, duration: number): number {
    clock[0] = time;
    clock[1] = duration;
    quinticShares(shares, clock);
    return value * shares[0] + rate * shares[1];
}
