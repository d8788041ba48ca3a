import { expect } from 'chai';

import { registerLimber, type AnimationRetarget } from '../../scripts/index';
import { bytesOf, countWrites, NOISE } from '../support/allocation';
import { createApp } from '../support/app';
import { GNOME, HOUND } from '../support/characters';
import { loadPlayer } from '../support/retarget-stage';

describe('a frame of animationRetarget', () => {
    for (const [path, motions] of [[GNOME, 'templates/motions-people.glb'], [HOUND, 'templates/motions-animals.glb']]) {
        it(`allocates nothing above the bone writes where ${path} shows another character's pose`, async function () {
            const app = createApp();
            registerLimber(app);
            const { player: dancer, clips } = await loadPlayer(app, motions);
            dancer.play(clips.get('walk')!);
            const { player: fan } = await loadPlayer(app, path);
            fan.entity.addComponent('script');
            const script = fan.entity.script!.create('animationRetarget', { attributes: { live: dancer.entity } }) as AnimationRetarget;
            for (let i = 0; i < 10; i++) app.update(1 / 60);
            const clock = app as unknown as { frame: number };
            const frame = () => {
                clock.frame++;
                script.postUpdate(1 / 60);
            };
            const writes = countWrites(fan.entity.find(() => true), frame);
            const bytes = bytesOf(frame, 6000);
            app.destroy();
            this.test!.title += ` (${bytes.toFixed(0)} bytes for ${writes} writes)`;
            expect(writes).to.be.above(20);
            // the engine's own 64 bytes a write
            expect(bytes).to.be.below(64 * writes + 3 * NOISE);
        });
    }
});
