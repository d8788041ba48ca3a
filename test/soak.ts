import { parseArgs } from 'node:util';

import { play, writeActions } from './support/chaos';
import { type What } from './support/chaos-stage';
import { GNOME, HOUND, MANNEQUIN } from './support/characters';

// npm run soak [-- --minutes N] [-- --number N] [-- --rough]
//
// Characters to which random things are done for a time, level after level, with physics: scripts come and go, hits, jumps, clips, clones, pauses and
// hitches; each by a number that is printed, so that it can be played again. After each frame nothing may be what is no number and every sentence
// can be read; after each level no body is left, and Ammo's heap does not grow. The heap of JavaScript is told: a level is an application of its own, of which
// the engine keeps some. With `--rough` also what projects do by mistake: bones
// that are destroyed, models that go, nonsense in attributes.

/** Characters of a level, its frames, and levels after which the heaps are full of what is kept for good. */
const FILES = [MANNEQUIN, HOUND, GNOME, MANNEQUIN];
const FRAMES = 900;
const WARM = 3;

const KIND: readonly What[] = [
    'add a script', 'act', 'play a state', 'cross-fade', 'move', 'turn', 'step', 'switch a script', 'switch the entity', 'switch the model', 'refresh', 'clone',
    'another character', 'speed of the animation', 'remove a script', 'hear an event'
];

const { values: { minutes, number: first, rough } } = parseArgs({
    options: { minutes: { type: 'string', default: '1' }, number: { type: 'string', default: '1' }, rough: { type: 'boolean', default: false } }
});

const collect = (globalThis as { gc?(): void }).gc ?? (() => {});
const ammoBytes = () => (globalThis as { Ammo?: { HEAP8?: Int8Array } }).Ammo?.HEAP8?.length ?? 0;

const heaps: { script: number; ammo: number }[] = [];
const end = Date.now() + 60000 * Number(minutes);
const { warn } = console;
let level = Number(first);
let frames = 0;
console.log(`soak of ${minutes} minutes from number ${level} on`);
do {
    const actions = writeActions(level, FILES.length, FRAMES).filter(({ what }) => rough || KIND.includes(what));
    // sentences are read by the stage
    console.warn = () => {};
    const harm = await play(FILES, actions);
    console.warn = warn;
    if (harm) {
        console.log(`number ${level}, frame ${harm.frame}: ${harm.what}\nAgain: npm run soak -- --number ${level}${rough ? ' --rough' : ''}`);
        process.exitCode = 1;
    }
    collect();
    heaps.push({ script: process.memoryUsage().heapUsed, ammo: ammoBytes() });
    frames += FRAMES;
    level++;
} while (Date.now() < end);

const mega = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const [warmed, last] = [heaps[Math.min(WARM, heaps.length - 1)], heaps.at(-1)!];
const levels = Math.max(1, heaps.length - 1 - WARM);
const growth = (last.script - warmed.script) / levels;
console.log(`${heaps.length} levels, ${frames} frames, ${FILES.length} characters. Heap of JavaScript ${mega(warmed.script)} to ${mega(last.script)}, ${mega(growth)} a level, Ammo's ${mega(warmed.ammo)} to ${mega(last.ammo)}.`);
const half = heaps[heaps.length >> 1];
if (heaps.length > 3 * WARM && last.ammo > half.ammo) {
    console.log('Ammo\'s heap grows.');
    process.exitCode = 1;
}
process.exit();
