import { expect } from 'chai';
import * as engine from 'playcanvas';
import type { AnimTrack } from 'playcanvas';

import { limberScripts } from '../../scripts/index';
import { loadNewGlb } from '../support/app';
import { builtFile, runBuiltFile, smallFile } from '../support/built-file';
import { FULL, HOUND, MANNEQUIN } from '../support/characters';
import { addBusy, WAYS } from '../support/every-script';
import { createPhysicsApp } from '../support/physics-app';
import { itFull } from '../support/skip';
import { catchWarnings } from '../support/warnings';

// The small file does and says what the readable one does, with every script on a character.

const FRAMES = FULL ? 300 : 90;

/** Frames between two things that are done to each script. */
const ACT = 40;

/** Set in place of what an attribute holds, so that sentences name every attribute. */
const WRONG = [{}, 'nonsense'];

/** What a file made of a character. */
interface Run {
    /** Position, rotation and scale of every bone, by frame. */
    readonly poses: Float64Array[];
    readonly sentences: string[];
}

function poseOf(entity: engine.Entity): Float64Array {
    const bones = entity.find(() => true) as engine.GraphNode[];
    return Float64Array.from(bones.flatMap((bone) => {
        const { x, y, z } = bone.getLocalPosition(), { x: i, y: j, z: k, w } = bone.getLocalRotation();
        return [x, y, z, i, j, k, w];
    }));
}

async function play(text: string, file: string, warnings: string[]): Promise<Run> {
    const app = await createPhysicsApp('ammojs-typed');
    // chances and times are the same in both runs
    const { random } = Math, { now } = performance;
    let seed = 1;
    Math.random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    performance.now = () => 0;
    warnings.length = 0;
    try {
        await runBuiltFile(engine, text);
        const { instantiate, clips } = await loadNewGlb(app, file);
        const ground = new engine.Entity('ground', app);
        ground.addComponent('collision', { type: 'box', halfExtents: new engine.Vec3(50, 0.5, 50) });
        ground.addComponent('rigidbody', { type: 'static' });
        const target = new engine.Entity('target', app);
        const hero = new engine.Entity('hero', app);
        hero.addChild(instantiate());
        for (const entity of [ground, target, hero]) app.root.addChild(entity);
        ground.rigidbody!.teleport(0, -0.55, 0);
        hero.addComponent('anim', { activate: true });
        for (const [name, track] of clips) hero.anim!.assignAnimation(name.replaceAll('.', ' '), track);
        const company = { app, target, clips: new Map([...clips].map(([name, clip]): [string, AnimTrack] => [name.replaceAll('.', ' '), clip])) };
        const scripts = limberScripts.map(({ name }) => addBusy(hero, name, company));
        const poses: Float64Array[] = [];
        for (let frame = 0; frame < FRAMES; frame++) {
            target.setPosition(2 * Math.sin(frame / 20), 1.5, 2);
            hero.translateLocal(0, 0, 0.02);
            if (frame % ACT === ACT - 1) limberScripts.forEach(({ name }, i) => WAYS[name].act?.(scripts[i], company));
            app.update(1 / 60);
            poses.push(poseOf(hero));
        }
        const sentences: string[] = [];
        for (const value of WRONG) {
            limberScripts.forEach(({ attributes }, i) => {
                for (const name of Object.keys(attributes)) (scripts[i] as unknown as Record<string, unknown>)[name] = value;
                sentences.push(...scripts[i].problems());
            });
            app.update(1 / 60);
            for (const script of scripts) sentences.push(...script.problems());
        }
        return { poses, sentences: [...sentences, ...warnings] };
    } finally {
        Object.assign(Math, { random });
        performance.now = now;
        app.destroy();
    }
}

describe('dist/limber.min.js and build/limber.js', () => {
    const warnings = catchWarnings();

    for (const [name, file, test] of [['mannequin', MANNEQUIN, it], ['hound', HOUND, itFull]] as const) {
        test(`show the same poses and say the same on a ${name} with every script`, async () => {
            const readable = await play(await builtFile(), file, warnings);
            const small = await play((await smallFile()).code, file, warnings);
            expect(readable.poses[FRAMES - 1]).not.to.deep.equal(readable.poses[0]);
            expect(small.poses.findIndex((pose, i) => pose.some((value, j) => !Object.is(value, readable.poses[i][j]))), 'first frame that differs').to.equal(-1);
            expect(readable.sentences.length).to.be.above(300);
            expect(small.sentences).to.deep.equal(readable.sentences);
        });
    }
});
