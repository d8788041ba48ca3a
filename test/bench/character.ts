import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Vec3 } from 'playcanvas';

import { timeScripts } from './timed-scripts';
import { furtherRig, HOUND, MANNEQUIN } from '../support/characters';
import { ALL, scriptNames, setUp, SetupStage } from '../support/setup-stage';

// One character with everything that limberSetup can tick, as the page Drop a character has it: the time inside each script's callbacks in a
// frame at 60 frames a second, in a process of its own. Files of the folder LIMBER_RIGS come along where there are some.

const CHARACTERS = [MANNEQUIN, HOUND, ...['Orc.glb', 'Husky.glb', 'Knight.glb'].map(furtherRig).filter(file => file !== null)];

const WARM_UP = 240;
const FRAMES = 600;

/** What came out for a character: milliseconds of a frame in all scripts, and microseconds in each, medians. */
export interface CharacterCost {
    readonly name: string;
    readonly median: number;
    /** The frame than which only one of a hundred is dearer. */
    readonly worst: number;
    readonly scripts: Readonly<Record<string, number>>;
}

const quantile = (values: readonly number[], share: number) => [...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))];

async function measure(path: string): Promise<CharacterCost> {
    const stage = await SetupStage.open();
    const hero = await stage.addHero(path);
    setUp(hero, { ...ALL, ragdoll: false, mirror: false, targetObject: stage.addEntity('Ball', new Vec3(0.5, 1.5, 3)) });
    stage.step();
    const names = scriptNames(hero);
    const now = names.map(() => 0), frames: number[][] = [];
    timeScripts(hero, names, (name, time) => { now[names.indexOf(name)] += time; });
    for (let frame = 0; frame < WARM_UP + FRAMES; frame++) {
        now.fill(0);
        stage.step();
        if (frame >= WARM_UP) frames.push([...now]);
    }
    stage.close();
    const sums = frames.map(times => times.reduce((sum, time) => sum + time, 0));
    return {
        name: basename(path), median: quantile(sums, 0.5), worst: quantile(sums, 0.99),
        scripts: Object.fromEntries(names.map((name, i) => [name, 1000 * quantile(frames.map(times => times[i]), 0.5)]))
    };
}

export async function measureCharacters(): Promise<CharacterCost[]> {
    const costs: CharacterCost[] = [];
    for (const path of CHARACTERS) costs.push(await measure(path));
    return costs;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    console.log(JSON.stringify(await measureCharacters()));
    process.exit(0);
}
