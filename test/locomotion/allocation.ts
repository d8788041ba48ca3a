import { expect } from 'chai';
import type { Entity } from 'playcanvas';

import { HeightGround, registerLimber, type Locomotion } from '../../scripts/index';
import { bytesOf, countWrites, NOISE } from '../support/allocation';
import { createApp, loadGlb } from '../support/app';
import { MANNEQUIN } from '../support/characters';

/** Bytes of numbers that go from call to call, which the compiler boxes: 14 of them standing, 22 walking; goal: none. */
const BOXED = 16;
const STANDING = 14;
const WALKING = 22;

/** Metres a frame of somebody who walks. */
const STEP = 0.02;

describe('a frame of locomotion', () => {
    for (const [how, step, boxed] of [['stands', 0, STANDING], ['walks', STEP, WALKING]] as const) {
        it(`allocates nothing above the bone writes of somebody who ${how}`, async function () {
            const app = createApp();
            registerLimber(app);
            const { clips, instantiate } = await loadGlb(app, MANNEQUIN);
            const entity = instantiate() as Entity;
            app.root.addChild(entity);
            entity.addComponent('anim', { activate: true });
            for (const name of ['idle', 'walk', 'run']) entity.anim!.assignAnimation(name, clips.get(name)!);
            entity.addComponent('script');
            const script = entity.script!.create('locomotion') as unknown as Locomotion;
            script.setGround(new HeightGround(() => 0));
            const go = () => {
                const { x, y, z } = entity.getLocalPosition();
                entity.setLocalPosition(x, y, z + step);
            };
            for (let i = 0; i < 200; i++) {
                go();
                app.update(1 / 60);
            }
            const clock = app as unknown as { frame: number };
            // the character goes on without the engine's own walk through all its parts
            const act = () => {
                clock.frame++;
                go();
                script.postUpdate(1 / 60);
            };
            const kind = script.kind;
            const writes = countWrites(entity.find(() => true), act);
            const bytes = bytesOf(act, 6000);
            app.destroy();
            this.test!.title += ` (${bytes.toFixed(0)} bytes for ${writes} writes)`;
            expect(kind).to.equal(step > 0 ? 'walk' : 'idle');
            expect(bytes).to.be.below(64 * writes + BOXED * boxed + NOISE);
        });
    }
});
