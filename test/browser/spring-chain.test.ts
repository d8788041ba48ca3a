import { expect } from 'chai';

import { GalleryBrowser } from './gallery-browser';
import type { OpenSpringChain } from '../../docs/demo/pages/spring-chain';

declare global {
    interface Window {
        /** The page of the springs. */
        springs: OpenSpringChain;
    }
}

describe('page of springChain', () => {
    let gallery: GalleryBrowser;

    before(async () => {
        gallery = await GalleryBrowser.start();
        await gallery.open('?page=spring-chain');
        await gallery.page.evaluate(() => {
            Object.defineProperty(window, 'springs', { get: () => window.gallery!.page });
        });
    });

    after(() => gallery?.stop());

    const read = <T>(evaluate: () => T) => gallery.page.evaluate(evaluate);
    const setSlider = (name: string, value: number) => gallery.page.locator(`[data-slider="${name}"] input`).fill(String(value))
    .then(() => gallery.page.keyboard.press('Enter'));
    const problems = () => read(() => window.springs.problems());

    /** Largest swing in degrees within the first lap of the page, at a frame rate. */
    const swingAt = async (rate: number) => {
        await gallery.show('spring-chain');
        await setSlider('rate', rate);
        await gallery.step(3.05);
        return read(() => window.springs.swing.largest);
    };

    it('opens with the mannequin, whose scarf swings in the first seconds', async () => {
        expect(await read(() => window.gallery!.character.name)).to.equal('mannequin.glb');
        await gallery.step(1.5);
        expect(await read(() => window.springs.script.chains.length)).to.equal(3);
        expect(await read(() => window.springs.swing.now)).to.be.above(5);
        expect(await problems()).to.deep.equal([]);
        expect(gallery.messages).to.deep.equal([]);
    });

    it('swings alike at 20 and 144 frames a second', async () => {
        const usual = await swingAt(60);
        expect(usual, 'degrees').to.be.above(15);
        const frames = await read(() => window.gallery!.app.frame);
        for (const rate of [20, 144]) expect(await swingAt(rate), `${rate} Hz`).to.be.closeTo(usual, 0.05 * usual);
        const ran = await read(() => window.gallery!.app.frame) - frames;
        expect(ran).to.be.closeTo(3.05 * (20 + 144), 10);
    });

    it('has wind that is felt while the character stands', async () => {
        await gallery.show('spring-chain');
        await gallery.page.locator('[data-switch="run"]').click();
        await gallery.step(2);
        const calm = await read(() => window.springs.swing.now);
        await setSlider('wind', 30);
        await gallery.step(1);
        expect(await read(() => window.springs.script.wind.length())).to.be.closeTo(30, 1e-6);
        expect(await read(() => window.springs.swing.now)).to.be.above(calm + 10);
    });

    it('has a cape, which comes and goes', async () => {
        await gallery.show('spring-chain');
        const chains = () => read(() => window.springs.script.chains.length);
        const before = await chains();
        await gallery.page.locator('[data-switch="cape"]').click();
        await gallery.step(1);
        expect(await chains()).to.equal(before + 9);
        expect(await read(() => window.springs.script.colliders.length)).to.be.above(8);
        expect(await read(() => window.springs.swing.now)).to.be.above(5);
        expect(await problems()).to.deep.equal([]);
        await gallery.page.locator('[data-switch="cape"]').click();
        await gallery.step(0.1);
        expect(await chains()).to.equal(before);
        expect(await problems()).to.deep.equal([]);
        expect(gallery.messages).to.deep.equal([]);
    });

    it('shows the hound, whose tail and ears swing, and leaves nothing behind', async () => {
        await gallery.show('', 'hound');
        await gallery.step(1.5);
        expect(await read(() => window.springs.script.chains.length)).to.equal(3);
        expect(await read(() => window.springs.swing.now)).to.be.above(5);
        expect(await problems()).to.deep.equal([]);
        await gallery.show('perfect-look-at');
        expect(await read(() => [window.gallery!.app.root.findByName('twin'), window.gallery!.stage.clock.rate])).to.deep.equal([null, 0]);
        expect(gallery.messages).to.deep.equal([]);
    });
});
