import { expect } from 'chai';
import type { Entity } from 'playcanvas';

import { HeightGround, registerLimber, type StrideWarp } from '../../scripts/index';
import { bytesOf, countWrites, NOISE } from '../support/allocation';
import { createApp, loadGlb } from '../support/app';
import { MANNEQUIN } from '../support/characters';

/** Bytes of numbers that go from call to call, which the compiler boxes: twenty of them; goal: none. */
const BOXED = 320;

describe('a frame of strideWarp', () => {
    for (const stairs of [false, true]) {
        it(`allocates nothing above the bone writes ${stairs ? 'on stairs' : 'on level ground'}`, async function () {
            const app = createApp();
            registerLimber(app);
            const { clips, instantiate } = await loadGlb(app, MANNEQUIN);
            const holder = app.root;
            const entity = instantiate() as Entity;
            holder.addChild(entity);
            entity.addComponent('anim', { activate: true });
            entity.anim!.assignAnimation('walk', clips.get('walk')!);
            entity.addComponent('script');
            const script = entity.script!.create('strideWarp', { attributes: { speed: 0.6, stairs } }) as StrideWarp;
            const placer = entity.script!.create('mecFootPlacer')!;
            (placer as unknown as { setGround(ground: HeightGround): void }).setGround(new HeightGround((_, z) => 0.17 * Math.floor(z / 0.29)));
            const frame = () => {
                const { x, y, z } = entity.getLocalPosition();
                entity.setLocalPosition(x, y + 0.01 * 0.17 / 0.29, z + 0.01);
                app.update(1 / 60);
            };
            for (let i = 0; i < 200; i++) frame();
            placer.enabled = stairs;
            const clock = app as unknown as { frame: number };
            // the character goes on without the engine's own walk through all its parts
            const act = () => {
                clock.frame++;
                script.postUpdate(1 / 60);
            };
            const writes = countWrites(entity.find(() => true), act);
            const bytes = bytesOf(act, 6000);
            app.destroy();
            this.test!.title += ` (${bytes.toFixed(0)} bytes for ${writes} writes)`;
            expect(writes).to.be.above(4);
            expect(bytes).to.be.below(64 * writes + BOXED + NOISE);
        });
    }
});
