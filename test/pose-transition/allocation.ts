import { expect } from 'chai';

import { bytesOf, countWrites, NOISE } from '../support/allocation';
import { setTransitionStage } from '../support/transition-stage';

describe('a frame of poseTransition', () => {
    for (const mode of ['inertialize', 'deadBlend']) {
        it(`allocates nothing above the bone writes in a transition, by ${mode}`, async function () {
            const stage = (await setTransitionStage('mannequin', { mode, halfLife: 1e6, syncStates: [{ state: 'walk', group: 'a' }, { state: 'run', group: 'a' }] }))!;
            for (let i = 0; i < 30; i++) stage.frame();
            stage.both(({ anim }) => anim!.baseLayer!.transition('walk', 0));
            for (let i = 0; i < 30; i++) stage.frame();
            const clock = stage.app as unknown as { frame: number };
            const { script } = stage;
            const observed = script as unknown as { observe(dt: number): void };
            const writes = countWrites(stage.entity.find(() => true), () => {
                clock.frame++;
                script.postUpdate(1 / 60);
            });
            const bytes = bytesOf(() => {
                clock.frame++;
                observed.observe(1 / 60);
                script.postUpdate(1 / 60);
            }, 6000);
            stage.app.destroy();
            this.test!.title += ` (${bytes.toFixed(0)} bytes for ${writes} writes)`;
            expect(writes).to.be.above(10);
            // the engine's own 64 bytes a write
            expect(bytes).to.be.below(64 * writes + 3 * NOISE);
        });
    }
});
