import { getHeapStatistics } from 'node:v8';

import { run, time, type MakePeer, type Peer } from './peer';
import { judge, type Quality } from './quality';

// One peer in a process of its own: node run-peer.ts NAME times N N ... prints microseconds; node run-peer.ts NAME worth prints the
// quality and the memory that it takes. The answer is one line of JSON.

/** Microseconds per character and frame: of the pose alone, and of the whole work. */
export interface Times {
    readonly count: number;
    readonly pose: number;
    readonly look: number;
}

/** Quality, and bytes that are allocated per character and frame. */
export interface Worth extends Quality {
    readonly bytes: number;
    /** The same for the bare writes of pose, target and chain; null where the library keeps them without allocating. */
    readonly writeBytes: number | null;
}

/** Frames that are run before memory is measured: until the compiler has settled. */
const WARM_UP_FRAMES = 20000;

/** Frames over which memory is measured: little enough for the young generation of this process. */
const MEMORY_FRAMES = 2000;

function bytesPerFrame(peer: Peer, work: (character: number, frame: number) => void): number {
    run(peer, work, 1, 0, WARM_UP_FRAMES);
    (globalThis as { gc?: () => void }).gc?.();
    const before = getHeapStatistics().used_heap_size;
    run(peer, work, 1, WARM_UP_FRAMES, MEMORY_FRAMES);
    return (getHeapStatistics().used_heap_size - before) / MEMORY_FRAMES;
}

const [name, task, ...counts] = process.argv.slice(2);
const { makePeer } = await import(`./peers/${name}.ts`) as { makePeer: MakePeer };

async function times(): Promise<Times[]> {
    const found: Times[] = [];
    for (const count of counts.map(Number)) {
        const peer = await makePeer(count);
        found.push({ count, pose: time(peer, 'pose', count), look: time(peer, 'look', count) });
    }
    return found;
}

async function worth(): Promise<Worth> {
    const peer = await makePeer(1);
    const quality = judge(peer);
    const bytes = bytesPerFrame(peer, (character, frame) => peer.look(character, frame));
    const writeBytes = peer.write ? bytesPerFrame(peer, (character, frame) => peer.write!(character, frame)) : null;
    return { ...quality, bytes, writeBytes };
}

console.log(JSON.stringify(task === 'times' ? await times() : await worth()));
process.exit(0);
