// What a peer has to offer, and how it is timed.

/** Characters of one library, and the work on each of them. */
export interface Peer {
    /** Writes the clip's pose on a character. */
    pose(character: number, frame: number): void;
    /** Writes the pose, moves the target and looks at it. */
    look(character: number, frame: number): void;
    /** Writes the pose, moves the target and writes the chain's bones once more: what any look on these bones has to write. */
    write?(character: number, frame: number): void;
    /** Called after each frame of all characters. */
    endFrame?(): void;
    /** Writes the local rotations of the chain, four numbers a bone. */
    readChain(character: number, out: Float64Array): void;
}

/** Makes a peer with a number of characters. */
export type MakePeer = (count: number) => Peer | Promise<Peer>;

/** One kind of work on a character. */
export type Work = 'pose' | 'look';

/** Length of a batch in milliseconds. */
const BATCH = 2;

/** Warm-up and measurement in milliseconds. */
const WARM_UP = 400;
const MEASUREMENT = 150;

/** Runs frames of all characters; answers the number of the next frame. */
export function run(peer: Peer, work: (character: number, frame: number) => void, count: number, first: number, frames: number): number {
    for (let frame = first; frame < first + frames; frame++) {
        for (let character = 0; character < count; character++) work(character, frame);
        peer.endFrame?.();
    }
    return first + frames;
}

/** Median of some numbers. */
export function median(values: number[]): number {
    const sorted = [...values].sort((a, b) => a - b);
    const middle = sorted.length >> 1;
    return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Microseconds that a kind of work takes per character and frame: the median of batches. */
export function time(peer: Peer, work: Work, count: number): number {
    const step = (character: number, frame: number) => peer[work](character, frame);
    let frame = 0;
    let start = performance.now();
    let frames = 0;
    while (performance.now() - start < WARM_UP) {
        frame = run(peer, step, count, frame, 1);
        frames++;
    }
    const perBatch = Math.max(1, Math.round(frames * BATCH / (performance.now() - start)));
    const batches: number[] = [];
    const end = performance.now() + MEASUREMENT;
    do {
        start = performance.now();
        frame = run(peer, step, count, frame, perBatch);
        batches.push((performance.now() - start) * 1000 / (perBatch * count));
    } while (performance.now() < end);
    return median(batches);
}
