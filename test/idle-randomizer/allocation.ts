import { expect } from 'chai';

import { bytesOf, countWrites, NOISE } from '../support/allocation';
import { setBareIdle, setIdleStage } from '../support/idle-stage';

describe('a frame of idleRandomizer', () => {
    it('allocates nothing on a bare entity', function () {
        const { app, script } = setBareIdle();
        const clock = app as unknown as { frame: number };
        const bytes = bytesOf(() => {
            clock.frame++;
            script.postUpdate(1 / 60);
        });
        app.destroy();
        this.test!.title += ` (${bytes.toFixed(0)} bytes)`;
        expect(bytes).to.be.below(3 * NOISE);
    });

    for (const name of ['mannequin', 'hound']) {
        it(`allocates nothing above the bone writes on the ${name}`, async function () {
            const { app, script, rig } = (await setIdleStage(name))!;
            const clock = app as unknown as { frame: number };
            const frame = () => {
                clock.frame++;
                script.postUpdate(1 / 60);
            };
            for (let i = 0; i < 10; i++) app.update(1 / 60);
            const writes = countWrites(rig.skeleton.nodes, frame);
            const bytes = bytesOf(frame, 6000);
            app.destroy();
            this.test!.title += ` (${bytes.toFixed(0)} bytes for ${writes} writes)`;
            expect(writes).to.be.above(10);
            // the engine's own 64 bytes a write
            expect(bytes).to.be.below(64 * writes + 3 * NOISE);
        });
    }
});
