import { expect } from 'chai';
import type { Entity } from 'playcanvas';

import { GalleryBrowser } from './gallery-browser';
import type { OpenHandPlacer } from '../../docs/demo/pages/hand-placer';

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
        const { script } = page as unknown as OpenHandPlacer;
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

    it('lifts the crate with both hands, as who helps does, and goes back to ball and handle', async () => {
        await gallery.show('hand-placer', 'mannequin');
        const press = () => gallery.page.evaluate(() => {
            const { app, page } = window.gallery!;
            page.actions.find(({ title }) => title === 'Crate')!.act();
            for (let i = 0; i < 60; i++) app.update(1 / 60);
        });
        await press();
        expect(await watch()).to.be.above(0.95);
        expect(await gallery.page.evaluate(() => (window.gallery!.page as unknown as OpenHandPlacer).crate.isHelped)).to.equal(true);
        await gallery.screenshot('hand-placer-crate');
        await press();
        expect(await watch()).to.be.above(0.8);
        expect(gallery.messages).to.deep.equal([]);
    });

    /** Presses a button and goes on; answers how far the barrel points beside the ball then, and how far the shoulder has moved. */
    const press = (title: string, frames: number) => gallery.page.evaluate(({ title, frames }) => {
        const { app, page } = window.gallery!;
        const { target, script } = page as unknown as OpenHandPlacer;
        page.actions.find(one => one.title === title)!.act();
        const shoulder = window.gallery!.character.model!.bones.get('rightUpperArm')!;
        const barrel = script.aims[0].barrel as Entity | null;
        const place = () => shoulder.getPosition().clone();
        const before = place();
        let angle = 0, kick = 0;
        for (let i = 0; i < frames; i++) {
            app.update(1 / 60);
            if (!barrel?.enabled) continue;
            const way = target.entity.getPosition().clone().sub(barrel.getPosition()).normalize();
            angle = Math.acos(Math.min(1, way.dot(barrel.forward))) * 180 / Math.PI;
            kick = Math.max(kick, place().distance(before));
        }
        return { angle, kick };
    }, { title, frames });

    const fire = async (name: string) => {
        await gallery.show('hand-placer', name);
        expect((await press('Rifle', 90)).angle).to.be.below(1);
        await gallery.screenshot(`hand-placer-rifle-${name}`);
        expect(await watch()).to.be.above(0.7);
        const { kick, angle } = await press('Fire', 10);
        expect(kick, 'metres by which the shoulder goes back').to.be.above(0.005);
        expect(angle).to.be.below(1);
        await press('Rifle', 60);
        expect(await watch()).to.be.above(0.8);
        expect(gallery.messages).to.deep.equal([]);
    };

    for (const name of ['mannequin', 'gnome']) it(`${name}: both hands hold a rifle that aims at the ball, also while it fires`, () => fire(name));
});
