// What a peer has to offer, and how it is timed.

/** Characters of one library, and the work on each of them. */
export interface Peer {
    /** Writes the clip's pose on a character, moves the target, and brings all world matrices up to date, as a renderer needs them. */
    pose(character: number, frame: number): void;
    /** The same with the look at the target, or the legs, in between. */
    solve(character: number, frame: number): void;
    /** Writes the pose, moves the target and writes the chain's bones once more: what any solver of these bones has to write. */
    write?(character: number, frame: number): void;
    /** Called after each frame of all characters. */
    endFrame?(): void;
    /** Writes the local rotations of the chain, four numbers a bone. */
    readChain(character: number, out: Float64Array): void;
}

/** Makes a peer with a number of characters. */
export type MakePeer = (count: number) => Peer | Promise<Peer>;

/** One kind of work on a character. */
export type Work = 'pose' | 'solve';

/** Length of a batch in microseconds. */
const BATCH = 10e3;

/** Warm-up and measurement in microseconds of processor time: on a busy machine the compiler gets its share late. */
const WARM_UP = 600e3;
const MEASUREMENT = 1000e3;

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

/** Processor time of this process in microseconds: what others take on the same machine does not count, what is spent on garbage does. */
function processorTime(): number {
    const { user, system } = process.cpuUsage();
    return user + system;
}

/** Microseconds per character and frame. */
export interface Cost {
    /** A frame without what is measured. */
    readonly pose: number;
    /** The same with it. */
    readonly solve: number;
}

/** Frames of a kind of work that make a batch, after so many that the compiler has settled. */
function warmUp(peer: Peer, work: Work, count: number): number {
    const start = processorTime();
    let frames = 0;
    while (processorTime() - start < WARM_UP) frames = run(peer, (character, frame) => peer[work](character, frame), count, frames, 1);
    return Math.max(1, Math.round(frames * BATCH / (processorTime() - start)));
}

/**
 * What frames without and with it cost: batches of the two in turn, so that both meet the same machine. The mean, since what
 * allocates pays for it once in many frames.
 */
export function time(peer: Peer, count: number): Cost {
    const works = (['pose', 'solve'] as const).map(work => ({
        step: (character: number, frame: number) => peer[work](character, frame),
        frames: warmUp(peer, work, count),
        batches: [] as number[]
    }));
    let frame = 0;
    const end = processorTime() + MEASUREMENT;
    do {
        for (const { step, frames, batches } of works) {
            const start = processorTime();
            frame = run(peer, step, count, frame, frames);
            batches.push((processorTime() - start) / (frames * count));
        }
    } while (processorTime() < end);
    const [pose, solve] = works.map(({ batches }) => batches.reduce((sum, value) => sum + value, 0) / batches.length);
    return { pose, solve };
}
