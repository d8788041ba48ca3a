import type { Flat } from './flat-math';

// Smoothing of values that are sampled evenly over a clip, all of it known.

/** The lowest curve that is nowhere below some values, and changes by no more than a step from one sample to the next. */
export function slowAbove(values: Flat, step: number, isLoop: boolean): Float64Array {
    const above = Float64Array.from(values);
    const count = values.length;
    // around a loop twice: what stands at its end reaches over its seam
    const last = isLoop ? 2 * count - 1 : count - 1;
    for (let i = 1; i <= last; i++) above[i % count] = Math.max(above[i % count], above[(i - 1) % count] - step);
    for (let i = last - 1; i >= 0; i--) above[i % count] = Math.max(above[i % count], above[(i + 1) % count] - step);
    return above;
}

/** An index within a loop. */
export function wrap(i: number, count: number): number {
    return (i % count + count) % count;
}
