import { expect } from 'chai';

import { registerLimber, type AdditiveOverlay } from '../../scripts/index';
import { bytesOf, countWrites, NOISE } from '../support/allocation';
import { createApp, loadGlb } from '../support/app';
import { MANNEQUIN } from '../support/characters';
import { assetOf } from '../support/clip-asset';

/** Seconds of a frame: so short that the overlay does not come to its end. */
const FRAME = 1e-7;

describe('a frame of additiveOverlay', () => {
    for (const plays of [true, false]) {
        it(`allocates nothing ${plays ? 'above the bone writes while two overlays play' : 'while none plays'}`, async function () {
            const app = createApp();
            registerLimber(app);
            const model = await loadGlb(app, MANNEQUIN);
            const entity = model.instantiate();
            app.root.addChild(entity);
            entity.addComponent('script');
            const overlays = ['walk', 'run'].map(name => ({ name, clip: assetOf(app, model.clips.get(name)) }));
            const script = entity.script!.create('additiveOverlay', { attributes: { overlays } }) as AdditiveOverlay;
            const clock = app as unknown as { frame: number };
            const work = () => {
                clock.frame++;
                script.postUpdate(FRAME);
            };
            if (plays) for (const { name } of overlays) script.play(name);
            work();
            const writes = countWrites(entity.find(() => true), work);
            const bytes = bytesOf(work, 6000);
            app.destroy();
            this.test!.title += ` (${bytes.toFixed(0)} bytes for ${writes} writes)`;
            if (plays) expect(writes).to.be.above(10);
            else expect(writes).to.equal(0);
            expect(bytes).to.be.below(64 * writes + 3 * NOISE);
        });
    }
});
