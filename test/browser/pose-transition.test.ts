import { expect } from 'chai';

import { GalleryBrowser } from './gallery-browser';

// The page of poseTransition: three figures switch at the same moments.

describe('the page of poseTransition', () => {
    let gallery: GalleryBrowser;

    before(async () => {
        gallery = await GalleryBrowser.start();
        await gallery.open('?page=pose-transition');
    });

    after(() => gallery?.stop());

    const expectTrio = async (character: string) => {
        await gallery.show('pose-transition', character);
        await gallery.step(2.2);
        const seen = await gallery.page.evaluate(() => {
            const page = window.gallery!.page as unknown as {
                trio: { entity: { anim: { baseLayer: { activeState: string } } }, speeds: number[] }[];
                figures: { read(): string }[];
                problems(): string[];
            };
            return {
                states: page.trio.map(({ entity }) => entity.anim.baseLayer.activeState), peaks: page.trio.map(({ speeds }) => Math.max(...speeds)),
                count: Number(page.figures[3].read()), problems: page.problems()
            };
        });
        expect(new Set(seen.states).size).to.equal(1);
        expect(seen.count).to.be.within(1, 4);
        for (const peak of seen.peaks) expect(peak).to.be.above(20);
        expect(seen.problems).to.deep.equal([]);
    };

    for (const character of ['mannequin', 'hound']) {
        it(`switches three figures of the ${character} at once`, () => expectTrio(character));
    }
});
