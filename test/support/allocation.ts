/**
 * What boxed numbers may add to a measurement, bytes: three of them. The compiler boxes a number now and then where it has not made up its
 * mind; an object, an array or a closure is larger.
 */
export const NOISE = 48;

/** Frames before the measurement, unless told: until the compiler has made up its mind about most of it. */
const WARM_UP = 40000;

/** Frames of a measurement. */
const FRAMES = 2000;

/**
 * Bytes that a piece of work leaves on the heap each time; the smallest of some rounds, as the compiler allocates too. Needs a process of its
 * own in which the compiler works at the same points each time and whose young generation holds all of it: `npm run test:allocation`. Nothing
 * is collected on purpose, as that throws compiled code away.
 */
export function bytesOf(work: (frame: number) => void, warmUp = WARM_UP): number {
    for (let frame = 0; frame < warmUp; frame++) work(frame);
    let least = Infinity;
    for (let round = 0; round < 5; round++) {
        const before = process.memoryUsage().heapUsed;
        for (let frame = 0; frame < FRAMES; frame++) work(frame);
        const bytes = (process.memoryUsage().heapUsed - before) / FRAMES;
        // less than before: collected meanwhile
        if (bytes >= 0) least = Math.min(least, bytes);
    }
    return least;
}
