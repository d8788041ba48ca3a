import { expect } from 'chai';

import { GalleryBrowser } from './gallery-browser';

// The page of strideWarp: a character whose stride is fitted beside one that skates at the same speed, and stairs.

describe('the page of strideWarp', () => {
    let gallery: GalleryBrowser;

    before(async () => {
        gallery = await GalleryBrowser.start();
        await gallery.open('?page=stride-warp');
    });

    after(() => gallery?.stop());

    /** Steps by frames. Answers the mean way of planted feet in a frame, of the character and of its twin, metres. */
    const slideFor = async (frames: number) => {
        const sums = { hero: 0, twin: 0, count: 0 };
        const read = () => gallery.page.evaluate(() => {
            const { script, twin } = window.gallery!.page as unknown as {
                script: { pass: { feet: { path: { isDown: boolean }, node: object }[] } }, twin: { same(node: object): { getPosition(): { x: number, z: number } } }
            };
            return script.pass.feet.map(({ path: { isDown }, node }) => {
                const [hero, other] = [node as ReturnType<typeof twin.same>, twin.same(node)].map(one => one.getPosition());
                return { isDown, hero: [hero.x, hero.z], twin: [other.x, other.z] };
            });
        });
        const seen = [await read()];
        for (let i = 0; i < frames; i++) {
            await gallery.step(1 / 60);
            seen.push(await read());
        }
        seen.slice(1).forEach((now, i) => now.forEach((foot, k) => {
            const before = seen[i][k];
            if (!foot.isDown || !before.isDown) return;
            sums.count++;
            for (const who of ['hero', 'twin'] as const) sums[who] += Math.hypot(foot[who][0] - before[who][0], foot[who][1] - before[who][1]);
        }));
        expect(sums.count).to.be.above(frames / 4);
        return { hero: sums.hero / sums.count, twin: sums.twin / sums.count };
    };

    const expectFeetThatStand = async (character: string) => {
        await gallery.show('stride-warp', character);
        await gallery.step(1.5);
        const { hero, twin } = await slideFor(40);
        expect(twin).to.be.above(1.5 * hero);
        expect(await gallery.page.evaluate(() => window.gallery!.page.problems())).to.deep.equal([]);
    };

    for (const character of ['mannequin', 'hound']) {
        it(`shows planted feet of the ${character} that stand, and those of its twin that skate`, () => expectFeetThatStand(character));
    }

    it('leaves a mark where a sole stands, and a streak where one slides', async () => {
        await gallery.show('stride-warp', 'mannequin');
        /** Marks that are seen, and all there are, of each of the two trails. */
        const count = () => gallery.page.evaluate(() => window.gallery!.app.root.find(node => node.name === 'trail').map((trail) => {
            const seen = trail.children.filter(mark => mark.enabled);
            return { seen: seen.length, all: trail.children.length, heights: seen.map(mark => mark.getPosition().y) };
        }));
        expect((await count()).map(({ seen }) => seen)).to.deep.equal([0, 0]);
        await gallery.step(3);
        const [own, other] = await count();
        // two to five steps, each one or two marks
        expect(own.seen).to.be.within(3, 12);
        expect(other.seen).to.be.above(2 * own.seen);
        for (const height of [...own.heights, ...other.heights]) expect(height).to.be.within(0, 0.01);
        await gallery.screenshot('stride-trails');
        // marks are used again, however long they walk
        await gallery.step(20);
        const later = await count();
        expect(later.map(({ all }) => all)).to.deep.equal([own.all, other.all]);
        expect(later[1].seen).to.equal(other.all);
        await gallery.page.evaluate(() => window.gallery!.page.switches.find(({ name }) => name === 'stairs')!.set(true));
        expect((await count()).map(({ seen }) => seen)).to.deep.equal([0, 0]);
    });

    it('goes up stairs and down again, a tread a step', async () => {
        await gallery.show('stride-warp', 'mannequin');
        await gallery.page.evaluate(() => window.gallery!.page.switches.find(({ name }) => name === 'stairs')!.set(true));
        const heights: number[] = [], rates: number[] = [];
        for (let i = 0; i < 40; i++) {
            await gallery.step(0.25);
            const [height, rate] = await gallery.page.evaluate(() => {
                const { character, page } = window.gallery!;
                return [character.entity.getPosition().y, Number(page.figures[2].read())];
            });
            heights.push(height);
            rates.push(rate);
        }
        const top = heights.indexOf(Math.max(...heights));
        expect(heights[top]).to.be.above(1);
        expect(heights[heights.length - 1]).to.be.below(heights[top] - 0.5);
        // the page goes a tread in the time of a step at the slider's share of the clip's speed, so legs that take a tread a step play at that share
        const climbing = rates.filter((_, i) => i < top && heights[i] > 0.2 && heights[i] < heights[top] - 0.2);
        expect(climbing.reduce((sum, rate) => sum + rate) / climbing.length).to.be.within(1.2, 1.4);
        expect(await gallery.page.evaluate(() => window.gallery!.page.problems())).to.deep.equal([]);
        expect(gallery.messages).to.deep.equal([]);
    });
});
