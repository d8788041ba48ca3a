import { fileURLToPath } from 'node:url';

import { Vec3 } from 'playcanvas';

import { timeScripts } from './timed-scripts';
import { MANNEQUIN } from '../support/characters';
import { ALL, scriptNames, setUp, SetupStage } from '../support/setup-stage';

// What each script takes on 1, 10, 50 and 100 characters that play a clip, with all scripts on: the time inside its callbacks in a frame at 60
// frames a second, each count in a process of its own. docs/what-does-it-cost.md is written from it.

export const COUNTS = [1, 10, 50, 100] as const;

/** Frames before the first that counts, until everything is compiled, and those that count: fewer of many characters. */
const warmUp = (count: number) => Math.max(120, Math.round(4000 / count));
const frames = (count: number) => Math.round(600 / Math.sqrt(count));

/** Metres between two characters, and how many stand in a row. */
const APART = 2;
const IN_A_ROW = 10;

/** Medians of microseconds of a frame in each script, for one character, by the name of the script. */
export type Cost = Readonly<Record<string, number>>;

/** The cost on each count of characters, and on what it was measured. */
export interface CostOutcome {
    readonly machine: string;
    readonly costs: readonly { readonly count: number, readonly scripts: Cost }[];
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function measureCost(count: number): Promise<Cost> {
    const stage = await SetupStage.open();
    const target = stage.addEntity('Ball', new Vec3(0.5, 1.5, 3));
    const spent = new Map<string, number>();
    for (let i = 0; i < count; i++) {
        const hero = await stage.addHero(MANNEQUIN);
        // apart, so that their bodies do not meet
        hero.setPosition(APART * (i % IN_A_ROW), 0, APART * Math.floor(i / IN_A_ROW));
        setUp(hero, { ...ALL, mirror: false, targetObject: target });
        stage.step();
        timeScripts(hero, scriptNames(hero), (name, time) => spent.set(name, (spent.get(name) ?? 0) + time));
    }
    const times = new Map<string, number[]>();
    for (let frame = 0; frame < warmUp(count) + frames(count); frame++) {
        spent.clear();
        stage.step();
        if (frame < warmUp(count)) continue;
        for (const [name, time] of spent) times.set(name, [...times.get(name) ?? [], time]);
    }
    stage.close();
    return Object.fromEntries([...times].map(([name, all]) => [name, Number((1000 * median(all) / count).toFixed(1))]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    console.log(JSON.stringify(await measureCost(Number(process.argv[2]))));
    process.exit(0);
}
