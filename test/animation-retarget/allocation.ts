import { expect } from 'chai';

import { registerLimber } from '../../scripts/index';
import { bytesOf, countWrites, NOISE } from '../support/allocation';
import { createApp } from '../support/app';
import { GNOME, HOUND } from '../support/characters';
import { loadLive } from '../support/retarget-stage';

describe('a frame of animationRetarget', () => {
    for (const [path, motions] of [[GNOME, 'templates/motions-people.glb'], [HOUND, 'templates/motions-animals.glb']]) {
        it(`allocates nothing above the bone writes where ${path} shows another character's pose`, async function () {
            const app = createApp();
            registerLimber(app);
            const { fan, frame } = await loadLive(app, path, motions);
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
