import { expect } from 'chai';
import type { HandPlacer } from 'limber';

import { GalleryBrowser } from './gallery-browser';

describe('the page of hands', () => {
    let gallery: GalleryBrowser;

    before(async () => {
        gallery = await GalleryBrowser.start();
        await gallery.open('?page=hand-placer');
    });

    after(() => gallery?.stop());

    /** Share of ten seconds in which a hand is where it shall be. */
    const watch = () => gallery.page.evaluate(() => {
        const { app, page } = window.gallery!;
        const script = page.scripts[0].script as unknown as HandPlacer;
        let reached = 0;
        for (let i = 0; i < 600; i++) {
            app.update(1 / 60);
            reached += (Number(script.isReached('left')) + Number(script.isReached('right'))) / 1200;
        }
        return reached;
    });

    const test = async (name: string) => {
        await gallery.show('hand-placer', name);
        expect(await watch()).to.be.above(0.8);
        expect(gallery.messages).to.deep.equal([]);
        await gallery.screenshot(`hand-placer-${name}`);
    };

    it('has both hands of the mannequin on ball and handle, most of the time', () => test('mannequin'));

    it('has both hands of the gnome there', () => test('gnome'));

    it('lifts the crate with both hands, and goes back to ball and handle', async () => {
        await gallery.show('hand-placer', 'mannequin');
        const press = () => gallery.page.evaluate(() => {
            const { app, page } = window.gallery!;
            page.actions.find(({ title }) => title === 'Crate')!.act();
            for (let i = 0; i < 60; i++) app.update(1 / 60);
        });
        await press();
        expect(await watch()).to.be.above(0.95);
        await gallery.screenshot('hand-placer-crate');
        await press();
        expect(await watch()).to.be.above(0.8);
        expect(gallery.messages).to.deep.equal([]);
    });
});
