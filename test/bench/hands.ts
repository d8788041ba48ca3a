import { fileURLToPath } from 'node:url';

import type { Entity } from 'playcanvas';

import { MANNEQUIN } from '../support/characters';
import { HandStage } from '../support/hand-stage';

// One hand that reaches, on one mannequin and on many that walk: what all scripts of a frame take with it, less what they take without. Each count runs in a
// process of its own. The best of many blocks counts, as other work of the machine only adds.

export const HANDS_ON = [1, 100] as const;

const BLOCKS = 20;

/** Frames before the first block, and those of a block: fewer of many characters. */
const warmUp = (count: number) => Math.max(60, Math.round(8000 / count));
const frames = (count: number) => Math.max(8, Math.round(600 / count));

/** Microseconds of a frame for one character: the arm alone, with shoulder and spine, and turned as its target too. */
export interface HandCost {
    readonly count: number;
    readonly alone: number;
    readonly whole: number;
    readonly turned: number;
}

async function measure(count: number): Promise<HandCost> {
    const stage = new HandStage();
    await stage.open(MANNEQUIN);
    const reachers = Array.from({ length: count }, () => stage.add({ hands: [{ hand: 'right' }] }, 'walk'));
    const targets = reachers.map((reacher, i) => {
        const target = stage.addTarget(reacher.fromShoulder('right', 0.05, -0.1, 0.25));
        target.reparent(reacher.model);
        reacher.model.setPosition(2 * i, 0, 0);
        return target;
    });
    const { systems } = stage.app as unknown as { systems: { fire(name: string, ...args: unknown[]): void } };
    const original = systems.fire;
    let spent = 0;
    systems.fire = function fire(name, ...args) {
        const start = performance.now();
        original.call(this, name, ...args);
        if (name === 'postUpdate') spent += performance.now() - start;
    };
    const block = (target: (i: number) => Entity | null, fields: object) => {
        reachers.forEach(({ hands: { hands: [row] } }, i) => Object.assign(row, { target: target(i), ...fields }));
        stage.step(1 / 60, 5);
        spent = 0;
        stage.step(1 / 60, frames(count));
        return 1000 * spent / frames(count) / count;
    };
    const kinds = [
        () => block(() => null, {}), () => block(i => targets[i], { bodyShare: 0, turn: 0 }), () => block(i => targets[i], { bodyShare: 1, turn: 0 }),
        () => block(i => targets[i], { bodyShare: 1, turn: 1 })
    ];
    const best = kinds.map(() => Infinity);
    for (let i = 0; i < warmUp(count) / frames(count) / kinds.length; i++) for (const kind of kinds) kind();
    for (let i = 0; i < BLOCKS; i++) kinds.forEach((kind, k) => { best[k] = Math.min(best[k], kind()); });
    const [without, alone, whole, turned] = best;
    return { count, alone: alone - without, whole: whole - without, turned: turned - without };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    console.log(JSON.stringify(await measure(Number(process.argv[2]))));
    process.exit(0);
}
