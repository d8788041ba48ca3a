import { expect } from 'chai';

import { GalleryBrowser } from './gallery-browser';
import type { OpenWalkAround } from '../../docs/demo/pages/walk-around';

declare global {
    interface Window {
        /** The page on which one walks. */
        walked: OpenWalkAround;
    }
}

describe('page Walk around', () => {
    let gallery: GalleryBrowser;

    before(async () => {
        gallery = await GalleryBrowser.start();
        await gallery.open('?page=walk-around');
        await gallery.page.evaluate(() => {
            Object.defineProperty(window, 'walked', { get: () => window.gallery!.page });
        });
    });

    after(() => gallery?.stop());

    const place = () => gallery.page.evaluate(() => {
        const { x, y, z } = window.walked.walker.position;
        return { x, y, z, kind: window.walked.locomotion.kind };
    });

    /** Steps until a time has passed. Answers how often a foot came down, and the furthest way of its toes until it was lifted, in metres. */
    const walk = (seconds: number) => gallery.page.evaluate((frames) => {
        const { app, character } = window.gallery!;
        const { feet, walker } = window.walked;
        const ids = feet.feet.map(({ footId }) => footId);
        const nodes = ids.map(id => character.model!.bones.get(id.replace('Foot', 'Toes') as 'leftToes')!);
        const planted: ({ x: number, z: number } | null)[] = ids.map(() => null);
        let slide = 0, steps = 0;
        const look = () => ids.forEach((id, k) => {
            const { x, z } = nodes[k].getPosition();
            const from = planted[k];
            if (!feet.isDown(id)) {
                planted[k] = null;
            } else if (from) {
                slide = Math.max(slide, Math.hypot(x - from.x, z - from.z));
            } else {
                planted[k] = { x, z };
                steps++;
            }
        });
        for (let i = 0; i < frames; i++) {
            app.update(1 / 60);
            look();
        }
        return { slide, steps, y: walker.position.y };
    }, Math.round(60 * seconds));

    const goHome = () => gallery.page.evaluate(() => window.walked.actions.find(({ title }) => title === 'Back to the start')!.act());

    it('walks by itself as it opens: up the stairs within five seconds', async () => {
        let highest = 0;
        for (let i = 0; i < 5; i++) {
            await gallery.step(1);
            highest = Math.max(highest, (await place()).y);
        }
        expect(highest).to.be.closeTo(1.36, 0.03);
        await gallery.screenshot('walk-around');
    });

    it('goes around: down the ramp, over rubble and kerbs, with the ferry, and up the stairs again', async () => {
        const seen = new Set<string>();
        for (let i = 0; i < 90 && seen.size < 4; i++) {
            await gallery.step(1);
            const { x, y, z } = await place();
            if (x > 2 && y < 0.1) seen.add('rubble');
            if (x > 4 && z < -2.5) seen.add('kerbs');
            if (x < -3 && z > 3 && y > 0.1) seen.add('ferry');
            if (seen.has('ferry') && y > 1.3) seen.add('again');
        }
        expect([...seen]).to.have.members(['rubble', 'kerbs', 'ferry', 'again']);
    });

    it('walks up the stairs by a key, and stands when it is let go', async () => {
        await goHome();
        await gallery.step(1);
        await gallery.page.evaluate(() => {
            // ahead is where the camera looks
            const { stage } = window.gallery!;
            stage.view(stage.camera.getPosition().clone().set(0, 2, -5), stage.camera.getPosition().clone().set(0, 1, 0));
        });
        await gallery.page.keyboard.down('w');
        const { slide, steps, y } = await walk(3.6);
        await gallery.page.keyboard.up('w');
        expect(y).to.be.above(1.2);
        expect(steps).to.be.above(4);
        expect(slide, 'way of the toes of a planted foot').to.be.below(0.06);
        await gallery.step(1);
        expect((await place()).kind).to.equal('idle');
        expect(await gallery.page.evaluate(() => window.gallery!.stage.clock.isSlow), 'S is a key to walk here').to.equal(false);
    });

    it('has a hand on the railing beside the kerbs as it goes by', async () => {
        await goHome();
        const held = await gallery.page.evaluate(() => {
            const { app, character, stage } = window.gallery!;
            const { walker } = window.walked;
            const place = walker.position.clone();
            walker.moveTo(place.set(5.04, 0, 1));
            window.walked.goTo(place.clone().set(5.04, 0, -3.6));
            const hand = character.model!.bones.get('rightHand')!;
            let frames = 0;
            for (let i = 0; i < 150; i++) {
                app.update(1 / 60);
                const { x, y } = hand.getPosition();
                if (Math.abs(x - 5.44) < 0.15 && Math.abs(y - 1.1) < 0.12) frames++;
            }
            const { z } = walker.position;
            stage.view(place.clone().set(7, 1.6, z - 1.6), place.clone().set(5.2, 1, z));
            return frames / 60;
        });
        await gallery.screenshot('walk-around-railing');
        expect(held, 'seconds').to.be.above(0.7);
    });

    it('goes where one clicks', async () => {
        await goHome();
        await gallery.step(0.5);
        await gallery.page.mouse.click(300, 560);
        await gallery.step(0.2);
        const goal = await gallery.page.evaluate(() => window.walked.walker.controls.isGoing);
        expect(goal).to.equal(true);
        await gallery.step(6);
        const { x, z } = await place();
        expect(Math.hypot(x, z)).to.be.above(0.5);
    });

    async function expectToGoUp(name: string) {
        await gallery.show('walk-around', name);
        await gallery.page.evaluate(() => window.walked.switches.find(one => one.name === 'companion')!.set(true));
        await gallery.page.waitForTimeout(1500);
        for (let i = 0; i < 25 && (await place()).y < 1.3; i++) await gallery.step(1);
        expect((await place()).y).to.be.above(1.3);
        await gallery.screenshot(`walk-around-${name}`);
    }

    for (const name of ['hound', 'gnome']) it(`${name}: up the stairs by itself, with a companion`, () => expectToGoUp(name));

    it('says nothing but how the gnome sets out on its short legs: 5 degrees off the source\'s', () => {
        expect(gallery.messages).to.have.length(1);
        expect(gallery.messages[0]).to.match(/^\[locomotion\] "Gnome": limbs .*: legs in the air point elsewhere than the source's in "walk-start"\./);
    });
});
