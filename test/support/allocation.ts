import type { GraphNode } from 'playcanvas';

/**
 * What boxed numbers may add to a measurement, bytes: three of them. The compiler boxes a number now and then where it has not made up its
 * mind; an object, an array or a closure is larger.
 */
export const NOISE = 48;

/** Frames before the measurement, unless told: until the compiler has made up its mind about most of it. */
const WARM_UP = 40000;

/** Frames of a round, and rounds. */
const FRAMES = 2000;
const ROUNDS = 9;

/** Rounds that count: those in the middle. */
const COUNTED = 3;

/**
 * Bytes that a piece of work leaves on the heap each time; the mean of the middle ones of some rounds, as the compiler allocates in one and
 * garbage is collected in another, and the heap grows by pages of 128 bytes a frame of a round. Needs a process of its own in which the compiler works at the same points each time and whose young generation holds
 * all of it: `npm run test:allocation`. Nothing is collected on purpose, as that throws compiled code away.
 */
export function bytesOf(work: (frame: number) => void, warmUp = WARM_UP): number {
    for (let frame = 0; frame < warmUp; frame++) work(frame);
    const rounds = new Float64Array(ROUNDS);
    for (let round = 0; round < ROUNDS; round++) {
        const before = process.memoryUsage().heapUsed;
        for (let frame = 0; frame < FRAMES; frame++) work(frame);
        rounds[round] = (process.memoryUsage().heapUsed - before) / FRAMES;
    }
    const first = (ROUNDS - COUNTED) / 2;
    return rounds.sort().subarray(first, first + COUNTED).reduce((sum, bytes) => sum + bytes, 0) / COUNTED;
}

/** How often rotations and positions of some nodes are written in a piece of work: each write costs the engine's own 64 bytes. */
export function countWrites(nodes: readonly GraphNode[], work: () => void): number {
    const tally = { count: 0 };
    for (const node of nodes) {
        for (const name of ['setLocalRotation', 'setLocalPosition'] as const) {
            const write = node[name] as (...values: unknown[]) => void;
            node[name] = (...values: unknown[]) => {
                tally.count++;
                write.apply(node, values);
            };
        }
    }
    work();
    for (const node of nodes) for (const name of ['setLocalRotation', 'setLocalPosition'] as const) delete (node as Partial<GraphNode>)[name];
    return tally.count;
}
