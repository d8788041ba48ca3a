import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { Asset, Vec3 } from 'playcanvas';

import { SetupQueue } from '../../scripts/shell/setup-queue';
import { bakeFile } from '../../tools/bake';
import { loadNewGlb } from '../support/app';
import { furtherRig, GNOME, HOUND, MANNEQUIN } from '../support/characters';
import { SetupStage } from '../support/setup-stage';

// Twenty characters of five models that nobody has seen are dropped into a scene under limberBudget, with everything that limberSetup ticks: the frame in
// which their set-up takes longest. Each round is a process of its own, as a page is.
//
// drop.ts bake: writes what is baked of the models into a folder, and says which. drop.ts run [FOLDER]: a round, without it and with it.

/** What came out: milliseconds of the longest frame, and of the longest of a hundred; frames until all are set up, milliseconds that it took in all. */
export interface Drop {
    readonly longest: number;
    readonly seldom: number;
    readonly frames: number;
    readonly whole: number;
}

const COUNT = 20;
const FILES = [MANNEQUIN, HOUND, furtherRig('Xbot.glb') ?? GNOME, furtherRig('Knight.glb') ?? GNOME, furtherRig('Husky.glb') ?? HOUND];

const TICKS = { lookAt: true, feet: true, ragdoll: true, hitReactions: true, idle: true, springs: true };

const pathIn = (folder: string, file: string) => join(folder, `${basename(file)}.limber.json`);

async function bakeAll(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'limber-drop-'));
    for (const file of FILES) await writeFile(pathIn(folder, file), JSON.stringify(await bakeFile(file)));
    return folder;
}

async function readBaked(path: string): Promise<Asset> {
    const asset = new Asset(basename(path), 'json');
    asset.resource = JSON.parse(await readFile(path, 'utf8')) as object;
    return asset;
}

async function run(folder: string | undefined): Promise<Drop> {
    const stage = await SetupStage.open();
    const { app } = stage;
    console.warn = () => {};
    stage.addEntity('Budget').script!.create('limberBudget');
    const models = await Promise.all(FILES.map(async file => ({
        ...await loadNewGlb(app, file), baked: folder === undefined ? null : await readBaked(pathIn(folder, file))
    })));
    stage.step();
    const { prototype } = SetupQueue;
    const { work } = prototype;
    const times: number[] = [];
    prototype.work = function (this: SetupQueue) {
        const start = performance.now();
        work.call(this);
        times.push(performance.now() - start);
    };
    for (let i = 0; i < COUNT; i++) {
        const { instantiate, clips, baked } = models[i % models.length];
        const hero = stage.addEntity(`Hero ${i}`, new Vec3(2 * (i % 5), 0, 2 * Math.floor(i / 5)));
        const model = instantiate();
        hero.addChild(model);
        if (clips.size > 0) model.addComponent('anim', { activate: true });
        [...clips.values()].forEach((clip, k) => model.anim!.assignAnimation(`Clip ${k}`, clip));
        const start = performance.now();
        hero.script!.create('limberSetup', { attributes: { ...TICKS, baked } as never });
        times.push(performance.now() - start);
    }
    const queue = SetupQueue.of(app);
    // limberSetup adds its scripts when it has its turn
    for (let idle = 0; idle < 10; idle = queue.length > 0 ? 0 : idle + 1) stage.step();
    const sorted = [...times].sort((a, b) => a - b);
    return { longest: sorted.at(-1)!, seldom: sorted[Math.floor(0.99 * (sorted.length - 1))], frames: times.length, whole: times.reduce((sum, time) => sum + time, 0) };
}

const [what, folder] = process.argv.slice(2);
console.log(JSON.stringify(what === 'bake' ? await bakeAll() : await run(folder)));
process.exit();
