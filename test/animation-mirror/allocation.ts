import { expect } from 'chai';

import { bytesOf, countWrites, NOISE } from '../support/allocation';
import { MirrorStage, mirrorSources } from '../support/mirror-stage';

describe('a frame of animationMirror', () => {
    for (const source of mirrorSources()) {
        for (const mirror of [true, false]) {
            it(`allocates nothing above the bone writes on the ${source.name}, ${mirror ? 'mirrored' : 'as it is'}`, async function () {
                const stage = new MirrorStage();
                await stage.open(source, /walk/i, { mirror });
                const { app, script } = stage;
                for (let i = 0; i < 10; i++) app.update(1 / 60);
                const clock = app as unknown as { frame: number };
                const frame = () => {
                    clock.frame++;
                    script.postUpdate(1 / 60);
                };
                const writes = countWrites(stage.mirrored.find(() => true), frame);
                const bytes = bytesOf(frame, 6000);
                stage.close();
                this.test!.title += ` (${bytes.toFixed(0)} bytes for ${writes} writes)`;
                if (mirror) expect(writes).to.be.above(20);
                else expect(writes).to.equal(0);
                // the engine's own 64 bytes a write
                expect(bytes).to.be.below(64 * writes + 3 * NOISE);
            });
        }
    }
});
