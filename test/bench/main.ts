import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';

import type { Bench, Worth } from './bench';
import type { BudgetOutcome } from './budget';
import type { CharacterCost } from './character';
import { COUNTS, type Cost, type CostOutcome } from './cost';
import type { CrowdOutcome } from './crowd';
import type { Drop } from './drop';
import { FEET } from './feet';
import { HANDS_ON, type HandCost } from './hands';
import type { IdleOutcome } from './idle';
import type { LiveOutcome } from './live';
import { LOOK_AT } from './look-at';
import type { MirrorOutcome } from './mirror';
import { median } from './peer';
import type { RagdollOutcome } from './ragdoll';
import type { RetargetOutcome } from './retarget';
import type { Times } from './run-peer';
import type { SetUpCost } from './set-up';
import { SPRINGS } from './springs';
import type { StrideOutcome } from './stride';
import type { TransitionOutcome } from './transition';
import { buildEditorFile } from '../../tools/bundle/editor-file';

// npm run bench [-- --only NAME] [-- --json FILE] [-- --gate]
//
// The pack beside its peers. Only ratios within a round count: in each round every peer runs once, in a process of its own, in rotated
// order; a ratio is the median of the rounds'. Beside the time stands the quality that is reached.
//
// A frame is the clip's pose, the look or the legs, and the world matrices that a renderer needs; it is timed with and without what is
// in the middle. What that adds is compared: all of a script or solver, with whatever it has to have brought up to date before it. The
// pose and the matrices are the libraries' own, and how much they weigh in the whole is up to the rig. The whole stands beside it.

const BENCHES = [LOOK_AT, FEET, SPRINGS];

/** The ragdoll has no peer: it is measured against itself, passive. */
const RAGDOLL = 'ragdoll';

/** A crowd has none either: the scripts are measured against the rest of their frame. */
const CROWD = 'crowd';
const CROWD_COUNTS = [1, 10, 40, 100];

/** A thousand characters against the milliseconds that they are given. */
const BUDGET = 'budget';

/** The mirror is measured against the engine's writes. */
const MIRROR = 'mirror';

/** A retargeted clip against the engine's parsing of the character's file, and another character's pose in each frame. */
const RETARGET = 'retarget';

/** A transition is measured against the engine's own cross-fade. */
const TRANSITION = 'transition';

/** A warped stride against the engine's update of its anim component. */
const STRIDE = 'stride';

/** The channels of an idle against the engine's update of its anim component. */
const IDLE = 'idle';

/** One character with everything that limberSetup ticks on is told in milliseconds: games have so many for a frame. */
const CHARACTER = 'character';

/** What each script takes on few and on many characters. */
const COST = 'cost';

/** What a hand takes on one character and on many. */
const HANDS = 'hands';

/** What scripts take when they come onto a character, against loading it. */
const SET_UP = 'set-up';

/** The longest frame after twenty characters have been dropped into a scene, with what was baked and without. */
const DROP = 'drop';

const ROUNDS = 5;

/** Bytes that the engine allocates when a rotation is written. */
const BYTES_PER_WRITE = 64;

/** A young generation that is never collected while memory is measured. */
const UNCOLLECTED = ['--expose-gc', '--max-semi-space-size=128', '--min-semi-space-size=128'];

const here = fileURLToPath(new URL('.', import.meta.url));

/** Runs a file of this folder in a process of its own. Answers what it says in its last line. */
async function runFile<Answer>(file: string, options: string[], ...args: (string | number)[]): Promise<Answer> {
    const { stdout } = await promisify(execFile)(process.execPath, [...options, '--import', `${here}../../tools/typescript.mjs`, `${here}${file}`, ...args.map(String)]);
    return JSON.parse(stdout.trim().split('\n').pop()!) as Answer;
}

/** Runs a peer. */
function runPeer<Answer>(options: string[], ...args: (string | number)[]): Promise<Answer> {
    return runFile('run-peer.ts', options, ...args);
}

/** One round: every peer once, starting with another one each time. */
async function runRound({ peers, counts }: Bench, round: number): Promise<Record<string, Times[]>> {
    const names = Object.keys(peers);
    const times: Record<string, Times[]> = {};
    for (let i = 0; i < names.length; i++) {
        const name = names[(i + round) % names.length];
        times[name] = await runPeer<Times[]>([], name, 'times', ...counts);
    }
    return times;
}

/** What came out for one peer and one count of characters; times in microseconds per character and frame. */
interface Result {
    readonly peer: string;
    readonly count: number;
    /** A frame without what is measured, one with it, and the difference. */
    readonly pose: number;
    readonly solve: number;
    readonly added: number;
    /** How many times ours fits into it: of the difference, and of the whole frame. */
    readonly ratio: number;
    readonly wholeRatio: number;
    /** Smallest and largest ratio of a round. */
    readonly range: [number, number];
}

function evaluate({ peers, counts }: Bench, rounds: Record<string, Times[]>[]): Result[] {
    const [ours] = Object.keys(peers);
    return Object.keys(peers).flatMap(peer => counts.map((count, i) => {
        const added = (times: Times) => times.solve - times.pose;
        const ratios = rounds.map(round => added(round[peer][i]) / added(round[ours][i]));
        return {
            peer,
            count,
            pose: median(rounds.map(round => round[peer][i].pose)),
            solve: median(rounds.map(round => round[peer][i].solve)),
            added: median(rounds.map(round => added(round[peer][i]))),
            ratio: median(ratios),
            wholeRatio: median(rounds.map(round => round[peer][i].solve / round[ours][i].solve)),
            range: [Math.min(...ratios), Math.max(...ratios)] as [number, number]
        };
    }));
}

function print({ name, title, peers, quality, columns, unjudged }: Bench, results: Result[], worths: Record<string, Worth>): void {
    console.log(`${title}; microseconds per character and frame, ${ROUNDS} rounds, ${cpus()[0].model}, Node ${process.version}`);
    console.table(results.map(({ peer, count, pose, solve, added, ratio, range, wholeRatio }) => ({
        peer: peers[peer],
        characters: count,
        [`without ${name}`]: pose.toFixed(2),
        [`with ${name}`]: solve.toFixed(2),
        [name]: added.toFixed(2),
        [`${name}, times ours`]: `${ratio.toFixed(2)} (${range.map(value => value.toFixed(2)).join(' to ')})`,
        'whole, times ours': wholeRatio.toFixed(2)
    })));
    console.log(`Quality: ${quality}`);
    console.table(Object.entries(worths).map(([peer, worth]) => ({
        peer: peers[peer],
        ...Object.fromEntries(Object.entries(columns).map(([column, text]) => [column, unjudged?.includes(peer) ? '' : text(worth)])),
        'bytes allocated': worth.bytes.toFixed(0),
        'above bare writes': worth.writeBytes === null ? '' : (worth.bytes - worth.writeBytes).toFixed(0)
    })));
    console.log(`Bare writes are those of the pose, of the target and of the chain, ${BYTES_PER_WRITE} bytes a rotation, without ${name}.`);
}

/** The gates that are missed, one sentence each. */
function missedGates({ name, peers, gates, gated }: Bench, results: Result[]): string[] {
    return results
    .filter(({ peer, count }) => peer in gates && gated.includes(count))
    .filter(({ peer, ratio }) => !(ratio >= gates[peer]))
    .map(({ peer, count, ratio }) => `${name}, ${peers[peer]}, ${count} characters: ${ratio.toFixed(2)} times ours; the gate is ${gates[peer]}.`);
}

function printRagdoll({ results }: RagdollOutcome): void {
    console.log(`Ragdolls walking beside each other, active against passive; milliseconds per character and frame, ${cpus()[0].model}, Node ${process.version}`);
    console.table(results.map(({ build, step, passive, active, script, pose, scriptShare, activeOverPassive, readBack, frozenOverMoving, frozenScript }) => ({
        build, step,
        'passive': passive.toFixed(3), 'active': active.toFixed(3), 'script in a step': script.toFixed(3), 'script in the pose': pose.toFixed(3),
        'share of the script': scriptShare.toFixed(2), 'times passive': activeOverPassive.toFixed(2), 'reading, times getters': readBack.toFixed(1),
        'still, times falling': frozenOverMoving.toFixed(2), 'of the script': frozenScript.toFixed(2)
    })));
}

function printCrowd({ results }: CrowdOutcome): void {
    console.log(`Mannequins that walk on a box of Ammo, each with two scripts; microseconds per character and frame, shares of the rest of the frame, ${cpus()[0].model}, Node ${process.version}`);
    console.table(results.map(({ count, rest, scripts, share: both }) => ({
        'characters': count, 'both, share': `${(100 * both).toFixed(1)} %`, 'rest of the frame': rest.toFixed(1),
        ...Object.fromEntries(Object.entries(scripts).flatMap(([name, { time, share }]) => [[name, time.toFixed(1)], [`${name}, share`, `${(100 * share).toFixed(1)} %`]]))
    })));
}

function printBudget({ count, budget, mean, median: usual, worst, free, turns, stretch }: BudgetOutcome): void {
    console.log(`${count} characters with look-at and feet under limberBudget, 50 of them near; milliseconds of a frame in scripts, ${cpus()[0].model}, Node ${process.version}`);
    console.table([{
        'budget': budget, 'mean': mean.toFixed(2), 'median': usual.toFixed(2), 'one frame of a hundred': worst.toFixed(2), 'without a budget': free.toFixed(1),
        'turns in the last frame': turns, 'times farther away than they are': stretch.toFixed(1)
    }]);
}

function printMirror({ write, bare, script, ratio, bytes }: MirrorOutcome): void {
    console.log(`animationMirror on 70 bones against the engine's writes of their rotations; microseconds a frame, ${cpus()[0].model}, Node ${process.version}`);
    console.table([{ 'writes': write.toFixed(2), 'writes of bones that nobody has asked for': bare.toFixed(2), 'mirror': script.toFixed(2), 'times the writes': ratio.toFixed(1), 'bytes above the writes': bytes.toFixed(0) }]);
}

function printRetarget({ rows }: RetargetOutcome): void {
    console.log(`Two seconds of a clip on another character against the engine's parsing of its file; milliseconds, ${cpus()[0].model}, Node ${process.version}`);
    console.table(rows.map(({ clip, parse, made, withoutHands, ratio }) => ({
        clip, 'parsing': parse.toFixed(1), 'retargetTrack': made.toFixed(1), 'without Keep Hands': withoutHands.toFixed(1), 'times the parsing': ratio.toFixed(1)
    })));
}

function printLive({ rows }: LiveOutcome): void {
    console.log('One character that shows another one\'s pose; microseconds a frame of animationRetarget, and of bare writes of as many rotations');
    console.table(rows.map(({ name, bones, script, writes }) => ({ 'character': name, bones, 'Live': script.toFixed(1), 'bare writes': writes.toFixed(1) })));
}

/** What came out of a bench. */
interface Outcome { rounds: Record<string, Times[]>[]; results: Result[]; worths: Record<string, Worth> }

async function measure(bench: Bench): Promise<Outcome> {
    const rounds: Record<string, Times[]>[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await runRound(bench, round));
    const worths: Record<string, Worth> = {};
    for (const name of Object.keys(bench.peers)) worths[name] = await runPeer<Worth>(UNCOLLECTED, name, 'worth', bench.judge);
    return { results: evaluate(bench, rounds), worths, rounds };
}

/** A transition against the engine's cross-fade of the same two clips. */
function printTransition({ bones, crossFade, modes }: TransitionOutcome) {
    console.log(`\nA transition of ${bones} bones. PlayCanvas's cross-fade adds ${crossFade.toFixed(1)} µs a frame.`);
    for (const [mode, { running, idle, ratio }] of Object.entries(modes)) {
        console.log(`  ${mode.padEnd(12)} ${running.toFixed(1)} µs, ${ratio.toFixed(2)} of that; ${idle.toFixed(1)} µs when nothing is switched`);
    }
}

function printIdle({ anim, channels, ratio }: IdleOutcome) {
    console.log(`\nAll channels of an idle take ${channels.toFixed(2)} µs a frame, ${(100 * ratio).toFixed(1)} % of the ${anim.toFixed(1)} µs of the anim component.`);
}

function printCharacters(costs: readonly CharacterCost[]) {
    console.log(`\nOne character with everything that limberSetup ticks on; milliseconds of a frame in its scripts, microseconds in each, ${cpus()[0].model}, Node ${process.version}`);
    console.table(costs.map(({ name, median: usual, worst, scripts }) => ({
        'character': name, 'median': usual.toFixed(2), 'one frame of a hundred': worst.toFixed(2),
        ...Object.fromEntries(Object.entries(scripts).map(([script, time]) => [script, time.toFixed(0)]))
    })));
}

function printCost({ machine, costs }: CostOutcome) {
    console.log(`\nMicroseconds of a frame in each script, for one of so many characters with all of these on; ${machine}`);
    console.table(Object.fromEntries(Object.keys(costs[0].scripts).map(name => [name, Object.fromEntries(costs.map(({ count, scripts }) => [count, scripts[name]]))])));
}

function printHands(costs: readonly HandCost[]) {
    console.log(`\nOne hand that reaches, of a character that walks; microseconds of a frame for one of so many, best of many blocks, ${cpus()[0].model}, Node ${process.version}`);
    console.table(costs.map(({ count, alone, whole, turned }) => ({
        'characters': count, 'arm alone': alone.toFixed(1), 'with the body': whole.toFixed(1), 'turned as its target': turned.toFixed(1)
    })));
}

function printSetUp(costs: readonly SetUpCost[]) {
    console.log(`\nLook-at, feet and ragdoll set up on a character, against reading, instantiating and drawing it; milliseconds of the processor in a browser without a GPU, ${cpus()[0].model}`);
    console.table(costs.map(({ name, load, scripts, ratio }) => ({
        'character': name, 'loading': load.toFixed(0), ...Object.fromEntries(Object.entries(scripts).map(([script, time]) => [script, time.toFixed(0)])),
        'times loading, or 50 ms': ratio.toFixed(1)
    })));
}

/** Rounds without baked data and with them, in turn. */
interface DropOutcome { readonly without: readonly Drop[], readonly baked: readonly Drop[] }

async function measureDrop(): Promise<DropOutcome> {
    const folder = await runFile<string>('drop.ts', [], 'bake');
    const [without, baked]: Drop[][] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
        without.push(await runFile<Drop>('drop.ts', [], 'run'));
        baked.push(await runFile<Drop>('drop.ts', [], 'run', folder));
    }
    return { without, baked };
}

function printDrop(outcome: DropOutcome) {
    console.log(`\nTwenty characters of five models dropped into a scene with limberBudget at 2 ms of set-up a frame; medians of ${ROUNDS} rounds, milliseconds of set-up, ${cpus()[0].model}`);
    console.table(Object.fromEntries(Object.entries(outcome).map(([name, rounds]: [string, readonly Drop[]]) => [name, {
        'longest frame': median(rounds.map(({ longest }) => longest)).toFixed(1), 'one frame of a hundred': median(rounds.map(({ seldom }) => seldom)).toFixed(1),
        'in all': median(rounds.map(({ whole }) => whole)).toFixed(0), 'frames': median(rounds.map(({ frames }) => frames)).toFixed(0)
    }])));
}

function printStride({ anim, level, stairs, levelRatio, stairsRatio }: StrideOutcome) {
    console.log(`\nA warped stride takes ${level.toFixed(1)} µs a frame, ${levelRatio.toFixed(2)} of the ${anim.toFixed(1)} µs of the anim component; on stairs ${stairs.toFixed(1)} µs, ${stairsRatio.toFixed(2)} of that.`);
}

const { values: { json, gate, only } } = parseArgs({ options: { json: { type: 'string' }, gate: { type: 'boolean' }, only: { type: 'string' } } });
const benches = BENCHES.filter(({ name }) => only === undefined || name === only);
const hasRagdoll = only === undefined || only === RAGDOLL;
const hasCrowd = only === undefined || only === CROWD;
const hasBudget = only === undefined || only === BUDGET;
const hasTransition = only === undefined || only === TRANSITION;
const hasStride = only === undefined || only === STRIDE;
const hasMirror = only === undefined || only === MIRROR;
const hasRetarget = only === undefined || only === RETARGET;
const hasIdle = only === undefined || only === IDLE;
const hasCharacter = only === undefined || only === CHARACTER;
const hasCost = only === undefined || only === COST;
const hasSetUp = only === undefined || only === SET_UP;
const hasHands = only === undefined || only === HANDS;
const hasDrop = only === undefined || only === DROP;
if (benches.length === 0 && !hasRagdoll && !hasCrowd && !hasBudget && !hasTransition && !hasStride && !hasMirror && !hasRetarget && !hasIdle && !hasCharacter && !hasCost && !hasSetUp && !hasHands && !hasDrop) {
    throw new Error(`there is no bench "${only}". There are ${[...BENCHES.map(({ name }) => name), RAGDOLL, CROWD, BUDGET, TRANSITION, STRIDE, MIRROR, RETARGET, IDLE, CHARACTER, COST, HANDS, SET_UP, DROP].join(', ')}.`);
}

// once, and not in the process that is timed
await buildEditorFile();
const outcomes: Record<string, Outcome | RagdollOutcome | CrowdOutcome | BudgetOutcome | TransitionOutcome | StrideOutcome | MirrorOutcome | RetargetOutcome | IdleOutcome | CharacterCost[] | CostOutcome | SetUpCost[] | HandCost[] | DropOutcome> = {};
const missed: string[] = [];
for (const bench of benches) {
    await (bench.prepare ?? (work => work()))(async () => {
        const outcome = await measure(bench);
        outcomes[bench.name] = outcome;
        print(bench, outcome.results, outcome.worths);
        missed.push(...missedGates(bench, outcome.results));
    });
}
if (hasRagdoll) {
    const outcome = await runFile<RagdollOutcome>('ragdoll.ts', []);
    outcomes[RAGDOLL] = outcome;
    printRagdoll(outcome);
    missed.push(...outcome.missed);
}
if (hasCrowd) {
    const outcome = await runFile<CrowdOutcome>('crowd.ts', [], ...CROWD_COUNTS);
    outcomes[CROWD] = outcome;
    printCrowd(outcome);
    missed.push(...outcome.missed);
}
if (hasBudget) {
    const outcome = await runFile<BudgetOutcome>('budget.ts', []);
    outcomes[BUDGET] = outcome;
    printBudget(outcome);
    missed.push(...outcome.missed);
}
if (hasDrop) {
    const outcome = await measureDrop();
    outcomes[DROP] = outcome;
    printDrop(outcome);
}
if (hasTransition) {
    const outcome = await runFile<TransitionOutcome>('transition.ts', []);
    outcomes[TRANSITION] = outcome;
    printTransition(outcome);
}
if (hasStride) {
    const outcome = await runFile<StrideOutcome>('stride.ts', []);
    outcomes[STRIDE] = outcome;
    printStride(outcome);
}
if (hasMirror) {
    const outcome = await runFile<MirrorOutcome>('mirror.ts', UNCOLLECTED);
    outcomes[MIRROR] = outcome;
    printMirror(outcome);
    missed.push(...outcome.missed);
}
if (hasRetarget) {
    const outcome = await runFile<RetargetOutcome>('retarget.ts', []);
    const live = await runFile<LiveOutcome>('live.ts', []);
    outcomes[RETARGET] = { ...outcome, live };
    printRetarget(outcome);
    printLive(live);
    missed.push(...outcome.missed);
}
if (hasIdle) {
    const outcome = await runFile<IdleOutcome>('idle.ts', []);
    outcomes[IDLE] = outcome;
    printIdle(outcome);
    missed.push(...outcome.missed);
}
if (hasCharacter) {
    const costs = await runFile<CharacterCost[]>('character.ts', []);
    outcomes[CHARACTER] = costs;
    printCharacters(costs);
}
if (hasCost) {
    const costs = [];
    for (const count of COUNTS) costs.push({ count, scripts: await runFile<Cost>('cost.ts', [], count) });
    const outcome: CostOutcome = { machine: `${cpus()[0].model}, Node ${process.version}`, costs };
    outcomes[COST] = outcome;
    printCost(outcome);
}
if (hasHands) {
    const costs = [];
    for (const count of HANDS_ON) costs.push(await runFile<HandCost>('hands.ts', [], count));
    outcomes[HANDS] = costs;
    printHands(costs);
}
if (hasSetUp) {
    const costs = await runFile<SetUpCost[]>('set-up.ts', []);
    outcomes[SET_UP] = costs;
    printSetUp(costs);
}
if (json) await writeFile(json, `${JSON.stringify(outcomes, null, 4)}\n`);
for (const sentence of missed) console.log(`Gate missed: ${sentence}`);
if (gate && missed.length > 0) process.exitCode = 1;
