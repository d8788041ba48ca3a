import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';

import { median } from './peer';
import type { Times, Worth } from './run-peer';
import { CHAIN, LIMITS, BONES } from './work';

// npm run bench [-- --json FILE] [-- --gate]
//
// A look-at on a rig of 60 bones, the pack beside its peers. Only ratios within a round count: in each round every peer runs once, in a
// process of its own, in rotated order; a ratio is the median of the rounds'. Beside the time stands the quality that is reached.

/** Peers by the name of their file, with what they are. */
const PEERS: Record<string, string> = {
    'limber': 'Limber, the whole script',
    'limber-solver': 'Limber, the solver alone on flat data',
    'graph-node': 'the same algorithm with GraphNode calls',
    'three': 'three.js CCDIKSolver, one pass'
};

/** The peer that the others are measured against. */
const OURS = 'limber';

/** Characters at once; the last count is reported and gates nothing. */
const COUNTS = [1, 100, 1000];
const GATED = [1, 100];

/** How many times a peer's whole time ours has to fit into. */
const GATES: Record<string, number> = { 'three': 5, 'graph-node': 2.2 };

const ROUNDS = 5;

/** Bytes that the engine allocates when a rotation is written. */
const BYTES_PER_WRITE = 64;

const here = fileURLToPath(new URL('.', import.meta.url));

/** Runs a peer in a process of its own. */
async function runPeer<Answer>(options: string[], ...args: (string | number)[]): Promise<Answer> {
    const { stdout } = await promisify(execFile)(process.execPath, [...options, '--import', 'tsx', `${here}run-peer.ts`, ...args.map(String)]);
    return JSON.parse(stdout.trim().split('\n').pop()!) as Answer;
}

/** One round: every peer once, starting with another one each time. */
async function runRound(round: number): Promise<Record<string, Times[]>> {
    const names = Object.keys(PEERS);
    const times: Record<string, Times[]> = {};
    for (let i = 0; i < names.length; i++) {
        const name = names[(i + round) % names.length];
        times[name] = await runPeer<Times[]>([], name, 'times', ...COUNTS);
    }
    return times;
}

/** What came out for one peer and one count of characters; times in microseconds per character and frame. */
interface Result {
    readonly peer: string;
    readonly count: number;
    /** The pose alone, and pose and look together. */
    readonly pose: number;
    readonly look: number;
    /** How many times ours fits into it: of the whole, and of what the look adds to the pose. */
    readonly ratio: number;
    readonly addedRatio: number;
    /** Smallest and largest ratio of a round. */
    readonly range: [number, number];
}

function evaluate(rounds: Record<string, Times[]>[]): Result[] {
    return Object.keys(PEERS).flatMap(peer => COUNTS.map((count, i) => {
        const ratios = rounds.map(round => round[peer][i].look / round[OURS][i].look);
        const added = (times: Times) => times.look - times.pose;
        return {
            peer,
            count,
            pose: median(rounds.map(round => round[peer][i].pose)),
            look: median(rounds.map(round => round[peer][i].look)),
            ratio: median(ratios),
            addedRatio: median(rounds.map(round => added(round[peer][i]) / added(round[OURS][i]))),
            range: [Math.min(...ratios), Math.max(...ratios)] as [number, number]
        };
    }));
}

function print(results: Result[], worths: Record<string, Worth>): void {
    console.log(`Look-at of ${CHAIN.length} bones on a rig of ${BONES.length}, limits ${LIMITS.join('/')} degrees; ` +
        `microseconds per character and frame, ${ROUNDS} rounds, ${cpus()[0].model}, Node ${process.version}`);
    console.table(results.map(({ peer, count, pose, look, ratio, range, addedRatio }) => ({
        peer: PEERS[peer],
        characters: count,
        pose: pose.toFixed(2),
        'pose and look': look.toFixed(2),
        'times ours': `${ratio.toFixed(2)} (${range.map(value => value.toFixed(2)).join(' to ')})`,
        'look alone, times ours': addedRatio.toFixed(2)
    })));
    console.log('Quality, each target held until settled; targets within 90 degrees of the animated gaze, limits over all targets');
    console.table(Object.entries(worths).map(([peer, worth]) => ({
        peer: PEERS[peer],
        'mean error, degrees': worth.meanError.toFixed(4),
        'largest error, degrees': worth.maxError.toFixed(4),
        'beyond a limit, degrees': worth.beyondLimit.toFixed(3),
        'bytes allocated': worth.bytes.toFixed(0),
        'above bare writes': worth.writeBytes === null ? '' : (worth.bytes - worth.writeBytes).toFixed(0)
    })));
    console.log(`Bare writes are those of the pose, of the target and of the chain, ${BYTES_PER_WRITE} bytes a rotation, without a look.`);
}

/** The gates that are missed, one sentence each. */
function missedGates(results: Result[]): string[] {
    return results
    .filter(({ peer, count }) => peer in GATES && GATED.includes(count))
    .filter(({ peer, ratio }) => !(ratio >= GATES[peer]))
    .map(({ peer, count, ratio }) => `${PEERS[peer]}, ${count} characters: ${ratio.toFixed(2)} times ours; the gate is ${GATES[peer]}.`);
}

const { values: { json, gate } } = parseArgs({ options: { json: { type: 'string' }, gate: { type: 'boolean' } } });

const rounds: Record<string, Times[]>[] = [];
for (let round = 0; round < ROUNDS; round++) rounds.push(await runRound(round));
const results = evaluate(rounds);

const worths: Record<string, Worth> = {};
// a young generation that is never collected while memory is measured
for (const name of Object.keys(PEERS)) worths[name] = await runPeer<Worth>(['--expose-gc', '--max-semi-space-size=128', '--min-semi-space-size=128'], name, 'worth');

print(results, worths);
if (json) await writeFile(json, `${JSON.stringify({ results, worths, rounds }, null, 4)}\n`);
const missed = missedGates(results);
for (const sentence of missed) console.log(`Gate missed: ${sentence}`);
if (gate && missed.length > 0) process.exitCode = 1;
