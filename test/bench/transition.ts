import { fileURLToPath } from 'node:url';

import type { AnimTrack, AppBase, Entity } from 'playcanvas';

import { median } from './peer';
import { registerLimber, type PoseTransition } from '../../scripts/index';
import { createApp, loadGlb } from '../support/app';
import { MANNEQUIN } from '../support/characters';
import { playGraph } from '../support/state-graphs';

// What a transition costs against the engine's own cross-fade of the same two clips: both on the mannequin, alternating in one process.
//
// A cross-fade costs the engine a second clip: the time of a frame of its anim component in one, less that without one. poseTransition costs
// its own time in a frame, on top of a frame of the anim component with one clip. Medians of rounds.

const STEP = 1 / 60;
const ROUNDS = 60;
const FRAMES = 200;

/** Seconds that a transition or a cross-fade goes on: longer than the measurement. */
const FOREVER = 1e6;

/** What came out: microseconds a frame. */
export interface TransitionOutcome {
    readonly bones: number;
    readonly crossFade: number;
    /** By mode: in a transition, and when nothing is switched. */
    readonly modes: Readonly<Record<string, { readonly running: number; readonly idle: number; readonly ratio: number }>>;
}

/** A character that plays the walk. */
function addCharacter(app: AppBase, model: { instantiate(): Entity }, states: Record<string, AnimTrack>): Entity {
    const entity = model.instantiate();
    app.root.addChild(entity);
    playGraph(entity, [{ states }]);
    entity.anim!.baseLayer!.play('walk');
    return entity;
}

/** Seconds of an act in microseconds, over some frames. */
function time(act: () => void, before: () => void = () => {}): number {
    let sum = 0;
    for (let i = 0; i < FRAMES; i++) {
        before();
        const start = performance.now();
        act();
        sum += performance.now() - start;
    }
    return 1000 * sum / FRAMES;
}

/** Measures it. */
export async function measureTransition(): Promise<TransitionOutcome> {
    const app = createApp();
    registerLimber(app);
    const model = await loadGlb(app, MANNEQUIN);
    const states = Object.fromEntries([...model.clips].filter(([name]) => /walk|run/.test(name)));
    const [single, fading] = [addCharacter(app, model, states), addCharacter(app, model, states)];
    const clock = app as unknown as { frame: number };
    const scripts = (['inertialize', 'deadBlend'] as const).flatMap(mode => [true, false].map((isRunning) => {
        const entity = addCharacter(app, model, states);
        entity.addComponent('script');
        const script = entity.script!.create('poseTransition', { attributes: { mode, halfLife: FOREVER } }) as PoseTransition;
        return { mode, isRunning, entity, script, times: [] as number[], frame: 0 };
    }));
    for (let i = 0; i < 30; i++) app.update(STEP);
    fading.anim!.baseLayer!.transition('run', FOREVER);
    for (const { isRunning, entity } of scripts) if (isRunning) entity.anim!.baseLayer!.transition('run', 0);
    for (let i = 0; i < 30; i++) app.update(STEP);
    // each script sees frame after frame, as in a scene of its own
    for (const one of scripts) one.frame = clock.frame;
    const fades: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
        const [one, two] = [time(() => single.anim!.update(STEP)), time(() => fading.anim!.update(STEP))];
        fades.push(two - one);
        for (const one of scripts) {
            const { entity, script, times } = one;
            times.push(time(() => {
                clock.frame = ++one.frame;
                (script as unknown as { observe(dt: number): void }).observe(STEP);
                script.postUpdate(STEP);
            }, () => entity.anim!.update(STEP)));
        }
    }
    const crossFade = median(fades);
    const of = (mode: string, wanted: boolean) => median(scripts.find(one => one.mode === mode && one.isRunning === wanted)!.times);
    const bones = single.find(node => node.name.startsWith('mixamorig')).length;
    app.destroy();
    return {
        bones, crossFade,
        modes: Object.fromEntries(['inertialize', 'deadBlend'].map((mode) => {
            return [mode, { running: of(mode, true), idle: of(mode, false), ratio: of(mode, true) / crossFade }];
        }))
    };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(JSON.stringify(await measureTransition()));
