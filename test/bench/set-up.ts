import { Vec3 } from 'playcanvas';

import { charactersAtHand, MANNEQUIN } from '../support/characters';
import { SetupStage } from '../support/setup-stage';

// What look-at, feet and ragdoll take when they come onto a character, as a multiple of reading its file, instantiating it and its first frame (no image
// is decoded here, and nothing is drawn). Each file is new to its process, as on a page; a file that is there in less than 50 ms counts as such.

/** What came out for one file: processor time in milliseconds. */
export interface SetUpCost {
    readonly name: string;
    readonly load: number;
    readonly scripts: Readonly<Record<string, number>>;
    readonly ratio: number;
}

const SCRIPTS = ['perfectLookAt', 'mecFootPlacer', 'activeRagdoll'];
const LEAST_LOAD = 50;

/** Processor time of this process, which other processes do not lengthen as they do the clock's. */
function now(): number {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
}

const stage = await SetupStage.open();
const target = stage.addEntity('Ball', new Vec3(0.5, 1.5, 3));

async function measure(path: string): Promise<SetUpCost> {
    const begin = now();
    const hero = await stage.addHero(path);
    stage.step();
    const load = now() - begin;
    const scripts = Object.fromEntries(SCRIPTS.map((name) => {
        const start = now();
        hero.script!.create(name, { attributes: name === 'perfectLookAt' ? { targetObject: target } as never : {} });
        return [name, now() - start];
    }));
    const sum = Object.values(scripts).reduce((a, b) => a + b, 0);
    return { name: path.replace(/^.*\//, ''), load, scripts, ratio: sum / Math.max(LEAST_LOAD, load) };
}

// what the engine and the pack compile once is no file's
await measure(MANNEQUIN);
const costs: SetUpCost[] = [];
console.warn = () => {};
for (const path of charactersAtHand()) costs.push(await measure(path));
console.log(JSON.stringify(costs.sort((a, b) => b.ratio - a.ratio)));
process.exit();
