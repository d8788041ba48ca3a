import { fileURLToPath } from 'node:url';

import type { Entity } from 'playcanvas';

import { median } from './peer';
import { HeightGround, registerLimber, type Ground, type StrideWarp } from '../../scripts/index';
import { createApp, loadGlb } from '../support/app';
import { MANNEQUIN } from '../support/characters';

// What strideWarp costs a frame on the walking mannequin: on level ground, and on stairs with mecFootPlacer, whose own time is not in it. It is
// held against the engine's update of the anim component in the same frame. Medians of rounds.

const STEP = 1 / 60;
const ROUNDS = 60;
const FRAMES = 100;

/** Height and depth of a tread, and the way of the character in a frame, metres. */
const RISE = 0.17;
const TREAD = 0.29;
const WAY = 0.01;

/** What came out: microseconds a frame. */
export interface StrideOutcome {
    readonly anim: number;
    readonly level: number;
    readonly stairs: number;
    /** What each is of the anim component's time. */
    readonly levelRatio: number;
    readonly stairsRatio: number;
}

interface Walker { readonly entity: Entity; readonly script: StrideWarp; readonly rise: number; readonly times: number[]; readonly anims: number[] }

/** Measures it. */
export async function measureStride(): Promise<StrideOutcome> {
    const app = createApp();
    registerLimber(app);
    const { clips, instantiate } = await loadGlb(app, MANNEQUIN);
    const addWalker = (isOnStairs: boolean): Walker => {
        const entity = instantiate() as Entity;
        app.root.addChild(entity);
        entity.addComponent('anim', { activate: true });
        entity.anim!.assignAnimation('walk', clips.get('walk')!);
        entity.addComponent('script');
        const script = entity.script!.create('strideWarp', { attributes: { speed: 0.6, direction: isOnStairs ? 0 : 20 } }) as StrideWarp;
        if (isOnStairs) {
            const placer = entity.script!.create('mecFootPlacer') as unknown as { setGround(ground: Ground): void };
            placer.setGround(new HeightGround((_, z) => RISE * Math.floor(z / TREAD)));
        }
        return { entity, script, rise: isOnStairs ? RISE / TREAD : 0, times: [], anims: [] };
    };
    const walkers = [addWalker(false), addWalker(true)];
    const go = ({ entity, rise }: Walker) => entity.translateLocal(0, rise * WAY, WAY);
    for (let i = 0; i < 200; i++) {
        walkers.forEach(go);
        app.update(STEP);
    }
    const clock = app as unknown as { frame: number };
    for (let round = 0; round < ROUNDS; round++) {
        for (const walker of walkers) {
            const { entity, script, times, anims } = walker;
            let [own, anim] = [0, 0];
            for (let i = 0; i < FRAMES; i++) {
                clock.frame++;
                go(walker);
                const start = performance.now();
                entity.anim!.update(STEP);
                const middle = performance.now();
                script.postUpdate(STEP);
                own += performance.now() - middle;
                anim += middle - start;
            }
            times.push(1000 * own / FRAMES);
            anims.push(1000 * anim / FRAMES);
        }
    }
    const [level, stairs] = walkers.map(({ times }) => median(times));
    const [levelAnim, stairsAnim] = walkers.map(({ anims }) => median(anims));
    app.destroy();
    return { anim: levelAnim, level, stairs, levelRatio: level / levelAnim, stairsRatio: stairs / stairsAnim };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(JSON.stringify(await measureStride()));
