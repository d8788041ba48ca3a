import { readFile } from 'node:fs/promises';

import { expect } from 'chai';

import { GalleryBrowser } from './gallery-browser';
import type { OpenAnimationMirror } from '../../docs/demo/pages/animation-mirror';
import { GNOME } from '../support/characters';

declare global {
    interface Window {
        /** The page of the mirror. */
        mirrors: OpenAnimationMirror;
    }
}

describe('the page of animationMirror', () => {
    let gallery: GalleryBrowser;

    before(async () => {
        gallery = await GalleryBrowser.start();
        await gallery.open('?page=animation-mirror&clip=walk');
        await gallery.page.evaluate(() => {
            Object.defineProperty(window, 'mirrors', { get: () => window.gallery!.page });
        });
    });

    after(() => gallery?.stop());

    const read = <T>(evaluate: () => T) => gallery.page.evaluate(evaluate);

    /** Farthest that a bone of the limbs is from its twin's place on the other side of the plane x = 0, metres, and how many there are. */
    const farthest = () => read(() => {
        const { script, twin } = window.mirrors;
        const { entity } = window.gallery!.character;
        const find = (name: string) => entity.findByName(name) as typeof entity;
        const pairs = script.report()!.pairs.filter(({ by }) => by === 'role');
        const apart = pairs.flatMap(({ bone, mirrorBone }) => [[bone, mirrorBone], [mirrorBone, bone]]).map(([bone, other]) => {
            const [here, there] = [find(bone).getPosition(), twin.same(find(other)).getPosition()];
            return Math.hypot(here.x + there.x, here.y - there.y, here.z - there.z);
        });
        return { most: Math.max(...apart), count: apart.length };
    });

    /** What the page says of the skin's error, millimetres. */
    const shownError = async () => parseFloat(await read(() => {
        const said = window.mirrors.figures[0].read();
        return typeof said === 'string' ? said : said[0];
    }));

    const expectMirrored = async (bones: number) => {
        for (let i = 0; i < 4; i++) {
            await gallery.step(0.3);
            const { most, count } = await farthest();
            expect(count).to.be.at.least(bones);
            expect(most).to.be.below(0.002);
            expect(await shownError()).to.be.within(0, 0.1);
        }
        expect(await read(() => window.mirrors.problems())).to.deep.equal([]);
    };

    it('shows the mannequin and its twin across the plane, and the error of the skin', async () => {
        await expectMirrored(16);
        const apart = await read(() => window.gallery!.character.entity.getPosition().x - window.mirrors.twin.entity.getPosition().x);
        expect(Math.abs(apart)).to.be.above(0.5);
        expect(gallery.messages).to.deep.equal([]);
    });

    it('switches sides in mid-walk without a jump, and back', async () => {
        const watched = await read(() => {
            const { app, character } = window.gallery!;
            const page = window.mirrors;
            const nodes = character.entity.find(() => true) as typeof character.entity[];
            const places = () => nodes.map(node => node.getPosition().clone());
            /** The farthest that any bone goes within a frame. */
            const watch = (frames: number) => {
                const seen = [places()];
                for (let i = 0; i < frames; i++) {
                    app.update(1 / 60);
                    seen.push(places());
                }
                return Math.max(...seen.slice(1).flatMap((now, i) => now.map((place, k) => place.distance(seen[i][k]))));
            };
            const usual = watch(70);
            const switched: number[] = [], shown: boolean[] = [];
            for (let i = 0; i < 2; i++) {
                page.switchInStep();
                shown.push(page.script.mirror);
                switched.push(watch(30));
            }
            return { usual, switched, shown };
        });
        expect(watched.shown).to.deep.equal([false, true]);
        for (const most of watched.switched) expect(most).to.be.below(1.5 * watched.usual);
        await gallery.step(0.5);
        await expectMirrored(16);
    });

    it('mirrors the hound, and a character that is dropped', async () => {
        await gallery.show('animation-mirror', 'hound');
        await expectMirrored(16);
        await gallery.drop([{ name: 'gnome.glb', bytes: await readFile(GNOME) }]);
        await gallery.page.waitForFunction(() => window.gallery!.character.name === 'gnome.glb');
        await expectMirrored(16);
        expect(gallery.messages).to.deep.equal([]);
    });
});
