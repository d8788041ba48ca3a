import { expect } from 'chai';

import { GalleryBrowser } from './gallery-browser';

// The page of climbing: hands against the bars behind them and on the edge, measured on the entities of the scene, with the script and beside it without.

/** Seconds that are watched, more than a cycle of the clip. */
const WATCHED = 3;

/** Distance of a wrist from its bar at the most: that of a palm. */
const MOST = 0.06;

describe('the page of climbing', () => {
    let gallery: GalleryBrowser;

    before(async () => {
        gallery = await GalleryBrowser.start();
        await gallery.open('?page=climber');
    });

    after(() => gallery?.stop());

    /** Gaps between wrists and the bars at their height, of frames in which the clip holds on; with the script and without. */
    const watch = (frames: number) => gallery.page.evaluate((frames) => {
        const { app, character, page } = window.gallery!;
        const bars = app.root.find(node => node.name === 'bar');
        const gaps = { on: [] as number[], off: [] as number[] };
        const hands = (['leftHand', 'rightHand'] as const).map(role => character.model!.bones.get(role)!);
        const twins = hands.map(hand => page.without!.same(hand as never));
        const last = new Map<unknown, number>();
        for (let i = 0; i < frames; i++) {
            app.update(1 / 60);
            for (const [kind, all] of [['on', hands], ['off', twins]] as const) {
                for (const hand of all) {
                    const { x, y, z } = hand.getPosition();
                    const before = last.get(hand) ?? NaN;
                    last.set(hand, y);
                    // a hand that holds on stays at its height
                    if (!(Math.abs(y - before) < 0.0005)) continue;
                    const at = bars.find((bar) => {
                        const place = bar.getPosition(), size = bar.getLocalScale();
                        return Math.abs(place.y - y - 0.05) < size.y / 2 && Math.abs(place.x - x) < size.x / 2;
                    });
                    if (at) gaps[kind].push(at.getPosition().z - at.getLocalScale().z / 2 - z);
                }
            }
        }
        return gaps;
    }, frames);

    it('puts palms on bars that stand out by different lengths, where the clip alone goes through them or beside them', async () => {
        const { on, off } = await watch(60 * WATCHED);
        const spread = (gaps: number[]) => Math.max(...gaps) - Math.min(...gaps);
        expect(on.length).to.be.above(50);
        expect(Math.min(...on), 'nearest wrist').to.be.above(0.01);
        expect(Math.max(...on), 'farthest wrist').to.be.below(MOST);
        expect(spread(on), 'between the nearest and the farthest').to.be.below(0.025);
        expect(spread(off), 'without').to.be.above(0.07);
        expect(gallery.messages).to.deep.equal([]);
    });

    ['mannequin', 'gnome'].forEach(name => it(`hangs from the edge with the ${name}: wrists at it, feet against the wall, where the clip alone has a hand in it and one before it`, async () => {
        await gallery.show('climber', name);
        await gallery.step(0.1);
        await gallery.page.getByRole('button', { name: 'Hang' }).click();
        await gallery.page.waitForFunction(() => window.gallery!.character.clip === 'hang');
        // a foot that the fade from climbing has put down in the wall stays there for up to two seconds
        await gallery.step(3);
        const measured = await gallery.page.evaluate((frames) => {
            const { app, character, page } = window.gallery!;
            const reads = { hands: [] as number[], below: [] as number[], feet: [] as number[], handsOff: [] as number[], feetOff: [] as number[] };
            /** Distance of a bone before the box in front of it, and below its upper side. */
            const read = (bone: ReturnType<typeof app.root.findByName>, name: string): [before: number, below: number] => {
                const { x, y, z } = bone!.getPosition();
                const box = app.root.find(node => node.name === name).find(box => Math.abs(box.getPosition().x - x) < box.getLocalScale().x / 2)!;
                const place = box.getPosition(), size = box.getLocalScale();
                return [place.z - size.z / 2 - z, place.y + size.y / 2 - y];
            };
            for (let i = 0; i < frames; i++) {
                app.update(1 / 60);
                for (const [role, name] of [['leftHand', 'edge'], ['rightHand', 'edge'], ['leftFoot', 'footing'], ['rightFoot', 'footing']] as const) {
                    const bone = character.model!.bones.get(role)!;
                    const [before, below] = read(bone, name);
                    const [off] = read(page.without!.same(bone as never), name);
                    if (name === 'edge') reads.below.push(below);
                    reads[name === 'edge' ? 'hands' : 'feet'].push(before);
                    reads[name === 'edge' ? 'handsOff' : 'feetOff'].push(off);
                }
            }
            return reads;
        }, 60 * WATCHED);
        const { hands, below, feet, handsOff, feetOff } = measured;
        const range = (values: number[]) => [Math.min(...values), Math.max(...values)] as const;
        const [nearest, farthest] = range(hands);
        expect(nearest, 'nearest wrist').to.be.above(0.01);
        expect(farthest, 'farthest wrist').to.be.below(MOST);
        expect(farthest - nearest, 'between the two').to.be.below(0.025);
        for (const height of range(below)) expect(height, 'wrist below the edge').to.be.within(0, 0.05);
        // of a foot the toes and the instep are between the ankle and the wall
        for (const distance of range(feet)) expect(distance, 'ankle before the wall').to.be.within(0.03, 0.12);
        const [inside, before] = range(handsOff);
        expect(inside, 'wrist without').to.be.below(0.01);
        expect(before, 'wrist without').to.be.above(MOST);
        expect(range(feetOff)[1], 'ankle without').to.be.above(0.12);
        expect(gallery.messages).to.deep.equal([]);
        await gallery.screenshot(`hang-${name}`);
    }));

    it('puts up the ladder again for who climbs after hanging, from the ground', async () => {
        const count = () => gallery.page.evaluate(() => ['bar', 'edge'].map(name => window.gallery!.app.root.find(node => node.name === name).length));
        await gallery.show('climber', 'mannequin');
        const atFirst = await count();
        expect(atFirst[0]).to.be.above(20);
        await gallery.page.getByRole('button', { name: 'Hang' }).click();
        await gallery.page.waitForFunction(() => window.gallery!.character.clip === 'hang');
        await gallery.step(0.1);
        expect(await count()).to.deep.equal([0, 4]);
        await gallery.page.getByRole('button', { name: 'Climb', exact: true }).click();
        await gallery.step(0.1);
        expect(await count()).to.deep.equal(atFirst);
        expect(await gallery.page.evaluate(() => window.gallery!.character.entity.parent!.getPosition().y)).to.be.within(0, 0.1);
    });

    it('stands as it did when it is opened again, with its scripts switched off before', async () => {
        /** Height of the head above the twin's, metres, when all fading is over. */
        const read = async () => {
            await gallery.step(1);
            return gallery.page.evaluate(() => {
                const { character, page } = window.gallery!;
                const head = character.model!.bones.get('head')!;
                return head.getPosition().y - page.without!.same(head as never).getPosition().y;
            });
        };
        await gallery.show('climber', 'mannequin');
        const first = await read();
        await gallery.page.evaluate(() => { window.gallery!.page.isOn = false; });
        await gallery.show('climber');
        expect(await read()).to.be.closeTo(first, 0.01);
        expect(first).to.be.closeTo(0, 0.01);
    });

    ['gnome', 'hound'].forEach((name) => {
        it(`opens with the ${name}`, async () => {
            await gallery.show('climber', name);
            await gallery.step(1);
            expect(await gallery.page.evaluate(() => window.gallery!.page.problems())).to.deep.equal([]);
            expect(gallery.messages).to.deep.equal([]);
            await gallery.screenshot(`climber-${name}`);
        });
    });
});
