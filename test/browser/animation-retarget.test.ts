import { expect } from 'chai';

import { GalleryBrowser } from './gallery-browser';
import type { OpenAnimationRetarget } from '../../docs/demo/pages/animation-retarget';

declare global {
    interface Window {
        /** The page of the pack's motions on any character. */
        made: OpenAnimationRetarget;
    }
}

describe('the page of animationRetarget', () => {
    let gallery: GalleryBrowser;

    before(async () => {
        gallery = await GalleryBrowser.start();
        await gallery.open('?page=animation-retarget&character=gnome');
        await gallery.page.evaluate(() => {
            Object.defineProperty(window, 'made', { get: () => window.gallery!.page });
        });
        await gallery.page.waitForFunction(() => window.made.source !== null && window.made.script.ready);
    });

    after(() => gallery?.stop());

    const read = <T>(evaluate: () => T) => gallery.page.evaluate(evaluate);

    it('shows source and target in the clip that is chosen', async () => {
        for (const clip of ['walk', 'sit']) {
            await gallery.page.locator('.presets').getByText(clip, { exact: true }).click();
            await gallery.step(0.6);
            expect(await read(() => {
                const { source, chosen } = window.made;
                const { character } = window.gallery!;
                return [chosen, source!.anim!.baseLayer!.activeState, character.entity.anim!.baseLayer!.activeState, character.clip];
            })).to.deep.equal([clip, clip, `${clip}, of the pack`, `${clip}, of the pack`]);
        }
        // hips of both are as low against their heads
        const shares = await read(() => {
            const { model } = window.gallery!.character;
            const share = (hips: { y: number }, head: { y: number }) => hips.y / head.y;
            const { source } = window.made;
            const find = (name: string) => source!.findByName(name)!.getPosition();
            return [share(model!.bones.get('hips')!.getPosition(), model!.bones.get('head')!.getPosition()), share(find('mixamorig:Hips'), find('mixamorig:Head'))];
        });
        expect(shares[1]).to.be.below(0.5);
        expect(shares[0]).to.be.closeTo(shares[1], 0.15);
        expect(await read(() => window.made.problems())).to.deep.equal([]);
    });

    it('moves hands and feet of both alike, clip by clip', async () => {
        for (const [clip, part, least] of [['run', 'LeftFoot', 0.2], ['wave', 'RightHand', 0.05], ['walk', 'LeftHand', 0.1], ['idle', 'LeftFoot', 0]] as const) {
            await gallery.page.locator('.presets').getByText(clip, { exact: true }).click();
            await gallery.page.waitForFunction(name => window.made.chosen === name && window.made.script.ready, clip);
            await gallery.step(0.8);
            // the box around where it goes against the hips, as a share of the hips' height
            const boxes: number[][][] = [[], []];
            for (let i = 0; i < 12; i++) {
                await gallery.step(0.1);
                const ways = await gallery.page.evaluate((name) => {
                    const { source } = window.made;
                    const { bones } = window.gallery!.character.model!;
                    const against = (end: { getPosition(): { x: number, y: number, z: number } }, hips: typeof end) => {
                        const [a, b] = [end.getPosition(), hips.getPosition()];
                        return [a.x - b.x, a.y - b.y, a.z - b.z].map(value => value / b.y);
                    };
                    return [
                        against(source!.findByName(`mixamorig:${name}`)!, source!.findByName('mixamorig:Hips')!),
                        against(bones.get(name.charAt(0).toLowerCase() + name.slice(1) as 'leftFoot')!, bones.get('hips')!)
                    ];
                }, part);
                ways.forEach((way, one) => boxes[one].push(way));
            }
            const [theirs, ours] = boxes.map(ways => Math.hypot(...[0, 1, 2].map(axis => Math.max(...ways.map(way => way[axis])) - Math.min(...ways.map(way => way[axis])))));
            expect(theirs, `${clip}, ${part} of the source`).to.be.at.least(least);
            expect(ours, `${clip}, ${part}`).to.be.within(0.5 * theirs, 1.6 * theirs + 0.02);
        }
    });

    it('leaves the character with its own clips', async () => {
        await gallery.show('perfect-look-at', 'gnome');
        await gallery.show('animation-retarget', 'gnome');
        await gallery.follow('Drop a character');
        expect(await read(() => [...window.gallery!.character.clips.keys()].filter(clip => clip.endsWith('of the pack')))).to.deep.equal([]);
        expect(gallery.messages).to.deep.equal([]);
    });
});
