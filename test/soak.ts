import { parseArgs } from 'node:util';

import { play, writeActions } from './support/chaos';
import { PLAY, WHATS } from './support/chaos-stage';
import { GNOME, HOUND, MANNEQUIN } from './support/characters';
import { SetupStage } from './support/setup-stage';

// npm run soak [-- --minutes N] [-- --characters N] [-- --number N] [-- --rough]
//
// Characters with all scripts that can stand together, to which random things are done for a time, level after level, with physics: hits, targets, walks, jumps,
// clips, clones, pauses and hitches, characters that come and go, and their scripts too; each by a number that is printed, so that it can be played
// again. After each frame nothing may be what is no number, bones are as long as they were, and every sentence can be read; after each level no
// body and no listener is left. All levels are played in one application, as a game that runs for days does, so no heap may grow; after harm another one is
// opened. With `--rough` also what projects do by mistake: bones that are destroyed, models that go, nonsense in attributes.

/** Characters of a level in turn, its frames, and levels after which the heaps are full of what is kept for good. */
const KINDS = [MANNEQUIN, HOUND, GNOME, MANNEQUIN];
const FRAMES = 900;
const WARM = 3;

/** Milliseconds of a limberBudget in levels of an even number: what it leaves out depends on the machine, so they are not played again exactly. */
const BUDGET = 10;

const { values: { minutes, characters, number: first, rough } } = parseArgs({
    options: {
        minutes: { type: 'string', default: '1' }, characters: { type: 'string', default: '4' }, number: { type: 'string', default: '1' },
        rough: { type: 'boolean', default: false }
    }
});

const files = Array.from({ length: Number(characters) }, (_, i) => KINDS[i % KINDS.length]);

const collect = (globalThis as { gc?(): void }).gc ?? (() => {});
const ammoBytes = () => (globalThis as { Ammo?: { HEAP8?: Int8Array } }).Ammo?.HEAP8?.length ?? 0;

const mega = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

const heaps: { script: number; ammo: number }[] = [];
const end = Date.now() + 60000 * Number(minutes);
const { warn } = console;
let level = Number(first);
let stage: SetupStage | undefined;
let frames = 0;
console.log(`soak of ${minutes} minutes with ${files.length} characters from number ${level} on`);
do {
    const actions = writeActions(level, files.length, FRAMES, rough ? WHATS : PLAY);
    // sentences are read by the stage
    console.warn = () => {};
    // what is broken on purpose may stay behind
    if (!rough) stage ??= await SetupStage.open();
    const harm = await play(files, actions, !rough, rough || level % 2 ? 0 : BUDGET, stage);
    console.warn = warn;
    if (harm) {
        stage?.close();
        stage = undefined;
        heaps.length = 0;
        console.log(`number ${level}, frame ${harm.frame}: ${harm.what}\nAgain: npm run soak -- --characters ${files.length} --number ${level}${rough ? ' --rough' : ''}`);
        process.exitCode = 1;
    }
    collect();
    heaps.push({ script: process.memoryUsage().heapUsed, ammo: ammoBytes() });
    console.log(`level ${level}: ${mega(heaps.at(-1)!.script)}, Ammo's ${mega(heaps.at(-1)!.ammo)}`);
    frames += FRAMES;
    level++;
} while (Date.now() < end);

const [warmed, last] = [heaps[Math.min(WARM, heaps.length - 1)], heaps.at(-1)!];
const levels = Math.max(1, heaps.length - 1 - WARM);
const growth = (last.script - warmed.script) / levels;
console.log(`${heaps.length} levels, ${frames} frames, ${files.length} characters. Heap of JavaScript ${mega(warmed.script)} to ${mega(last.script)}, ${mega(growth)} a level, Ammo's ${mega(warmed.ammo)} to ${mega(last.ammo)}.`);
const half = heaps[heaps.length >> 1];
if (heaps.length > 3 * WARM && last.ammo > half.ammo) {
    console.log('Ammo\'s heap grows.');
    process.exitCode = 1;
}
process.exit();
