import { getHeapStatistics } from 'node:v8';

import type { Worth } from './bench';
import { run, time, type Cost, type MakePeer, type Peer } from './peer';

// One peer in a process of its own: node run-peer.ts NAME times N N ... prints microseconds; node run-peer.ts NAME worth JUDGE prints the
// quality that the judge sees, and the memory that it takes. The answer is one line of JSON.

/** What a number of characters cost. */
export interface Times extends Cost {
    readonly count: number;
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

const [name, task, ...rest] = process.argv.slice(2);
const { makePeer } = await import(`./peers/${name}.ts`) as { makePeer: MakePeer };

async function times(): Promise<Times[]> {
    const found: Times[] = [];
    for (const count of rest.map(Number)) {
        const peer = await makePeer(count);
        found.push({ count, ...time(peer, count) });
    }
    return found;
}

async function worth(): Promise<Worth> {
    const { judge } = await import(rest[0]) as { judge(peer: Peer): Record<string, number> };
    const peer = await makePeer(1);
    const quality = judge(peer);
    const bytes = bytesPerFrame(peer, (character, frame) => peer.solve(character, frame));
    const writeBytes = peer.write ? bytesPerFrame(peer, (character, frame) => peer.write!(character, frame)) : null;
    return { ...quality, bytes, writeBytes } as Worth;
}

console.log(JSON.stringify(task === 'times' ? await times() : await worth()));
process.exit(0);
