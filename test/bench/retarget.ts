import { AnimTrack } from 'playcanvas';

import { retargetTrack } from '../../scripts/index';
import { addGlb, createApp, loadGlb } from '../support/app';

// What a clip of two seconds costs on another character, against the engine's parsing of that character's file (no image is decoded here). Both
// once cold, as a page does it, then warm. The clip is another one each time: nothing of it is known from before; its two models are known.

/** What came out: milliseconds, and the second against the first. */
export interface RetargetOutcome {
    readonly rows: readonly { readonly clip: string; readonly parse: number; readonly made: number; readonly withoutHands: number; readonly ratio: number }[];
    readonly missed: readonly string[];
}

const SOURCE = 'templates/motions-people.glb';
const TARGET = 'templates/mannequin.glb';
const CLIPS = ['walk', 'idle', 'talk', 'sit'];
const SECONDS = 2;
const ROUNDS = 15;
const GATE = 1;

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1];

const app = createApp();
let files = 0;

/** Milliseconds in which the engine parses a file that it has not seen. */
async function parse(): Promise<number> {
    const asset = await addGlb(app, TARGET);
    (asset.file as { url: string }).url = `${++files}.glb`;
    const start = performance.now();
    await new Promise((done) => {
        asset.once('load', done);
        app.assets.load(asset);
    });
    return performance.now() - start;
}

const { instantiate, clips } = await loadGlb(app, SOURCE);
const source = instantiate();
await parse();
const target = (await loadGlb(app, TARGET)).instantiate();

/** Milliseconds for two seconds of a clip that nobody has seen. */
function make(name: string, keepHands: boolean): number {
    const { duration, inputs, outputs, curves } = clips.get(name)!;
    const track = new AnimTrack(name, duration, inputs, outputs, curves);
    const start = performance.now();
    retargetTrack(track, source, target, { keepHands });
    return (performance.now() - start) * SECONDS / duration;
}

for (let i = 0; i < 2; i++) make('talk', true);
const rows = [];
for (const clip of CLIPS) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push({ parse: await parse(), made: make(clip, true), withoutHands: make(clip, false) });
    rows.push({
        clip, parse: median(rounds.map(round => round.parse)), made: median(rounds.map(round => round.made)),
        withoutHands: median(rounds.map(round => round.withoutHands)), ratio: median(rounds.map(round => round.made / round.parse))
    });
}
const worst = Math.max(...rows.map(({ ratio }) => ratio));
const missed = worst <= GATE ? [] : [`retarget: ${worst.toFixed(1)} times the parsing of the character's file; the gate is ${GATE}.`];
console.log(JSON.stringify({ rows, missed } satisfies RetargetOutcome));
process.exit(0);
