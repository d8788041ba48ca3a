import { expect } from 'chai';

import { GalleryBrowser } from './gallery-browser';
import { MANNEQUIN } from '../support/characters';
import { HOSTILE_FILES, type HostileFile } from '../support/hostile-files';
import { packGlb, type Packing } from '../support/pack-glb';

/** Some bad files: the others differ in their sentence only. */
const SHOWN = ['a hundred thousand nodes', 'a name of a megabyte', 'nodes in a circle', 'a packed vertex that is no number'];

describe('packed and bad files in the gallery', () => {
    let gallery: GalleryBrowser;
    const requests: string[] = [];

    before(async () => {
        gallery = await GalleryBrowser.start();
        gallery.page.on('request', request => requests.push(request.url()));
        // the mannequin's own body would bring clips
        await gallery.open('?page=perfect-look-at&character=hound');
    });

    after(() => gallery?.stop());

    it('load no decoder before the first of them comes', () => {
        expect(requests).to.have.length.above(0);
        expect(requests.filter(url => /glb\/decode|meshopt|draco/.test(url))).to.deep.equal([]);
    });

    /** Drops the mannequin packed in one of the ways and looks whether it is there. */
    async function expectShown(packing: Packing) {
        const name = `${packing}.vrm`;
        await gallery.drop([{ name, bytes: await packGlb(MANNEQUIN, packing) }]);
        await gallery.page.waitForFunction(name => window.look.character.name === name || document.getElementById('message')!.textContent !== '', name);
        expect(await gallery.page.locator('#message').textContent()).to.equal('');
        await gallery.step(1);
        await gallery.screenshot(`packed-${packing}`);
        expect(await gallery.page.locator('#found td:first-child').allTextContents()).to.include.members(['hips', 'head', 'left foot']);
        expect(gallery.messages).to.deep.equal([]);
    }

    for (const packing of ['meshopt', 'draco', 'ktx'] as const) it(`are put on the stage: ${packing}`, () => expectShown(packing));

    /** Drops a bad file and looks whether the user reads why, and the character stays. */
    async function expectRefused({ what, bytes, says }: HostileFile) {
        const shown = await gallery.page.evaluate(() => window.look.character!.name);
        const name = `${what}.glb`;
        await gallery.drop([{ name, bytes: await bytes() }]);
        await gallery.page.waitForFunction(name => document.getElementById('message')!.textContent!.includes(name), name);
        expect(await gallery.page.locator('#message').textContent()).to.match(says);
        expect(await gallery.page.evaluate(() => window.look.character!.name)).to.equal(shown);
        await gallery.step(0.1);
        expect(gallery.messages).to.deep.equal([]);
    }

    for (const file of HOSTILE_FILES.filter(({ what }) => SHOWN.includes(what))) it(`are refused in a sentence: ${file.what}`, () => expectRefused(file));
});
