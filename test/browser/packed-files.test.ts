import { readFile } from 'node:fs/promises';

import { expect } from 'chai';

import { GalleryBrowser } from './gallery-browser';
import { GNOME, MANNEQUIN } from '../support/characters';
import { HOSTILE_FILES, type HostileFile } from '../support/hostile-files';
import { packGlb, type Packing } from '../support/pack-glb';

/** Some bad files: the others differ in their sentence only. */
const SHOWN = [
    'a hundred thousand nodes', 'a name of a megabyte', 'nodes in a circle', 'a packed vertex that is no number', 'a skin that does not exist', 'nodes that are {}'
];

/** A machine may be busy with something else. */
const PATIENCE = { timeout: 120000 };

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

    describe('while they are read', () => {
        const isShown = () => gallery.page.locator('#progress').isVisible();
        const shown = () => gallery.page.evaluate(() => window.look.character!.name);

        /** Keeps the next worker from reading until it may. */
        async function holdWorker(): Promise<() => Promise<void>> {
            let go = () => {};
            const held = new Promise<void>((resolve) => { go = resolve; });
            await gallery.page.route('**/glb-worker*', route => held.then(() => route.continue()));
            return async () => {
                go();
                await gallery.page.unroute('**/glb-worker*');
            };
        }

        it('show a bar that fills and says what is done, and the page goes on', async () => {
            await gallery.page.evaluate(() => {
                const told = document.getElementById('step')!;
                const { control } = told as HTMLLabelElement;
                Object.assign(window, { told: [], filled: [], frames: 0 });
                const seen = window as unknown as { told: string[], filled: number[], frames: number };
                new MutationObserver(() => {
                    seen.told.push(told.textContent!);
                    seen.filled.push((control as HTMLProgressElement).position);
                }).observe(told, { childList: true });
                const count = () => {
                    if (told.textContent!.startsWith('Reading')) seen.frames++;
                    requestAnimationFrame(count);
                };
                count();
            });
            const goOn = await holdWorker();
            await gallery.drop([{ name: 'slow.vrm', bytes: await readFile(GNOME) }]);
            await gallery.page.waitForFunction(() => (window as unknown as { frames: number }).frames > 3);
            expect(await isShown()).to.equal(true);
            await goOn();
            await gallery.page.waitForFunction(() => window.look.character!.name === 'slow.vrm', undefined, PATIENCE);
            const told = await gallery.page.evaluate(() => (window as unknown as { told: string[] }).told);
            expect([...new Set(told)]).to.deep.equal(['Reading slow.vrm', 'Building the model', 'Finding its bones', 'Setting up its scripts']);
            const filled = await gallery.page.evaluate(() => (window as unknown as { filled: number[] }).filled);
            const shares = [...new Set(filled)];
            expect(shares[0]).to.equal(0);
            expect(shares, 'each step fills it further').to.have.length(4);
            expect(shares).to.deep.equal([...shares].sort((a, b) => a - b));
            expect(shares.at(-1)).to.be.within(0.5, 1);
            expect(await isShown()).to.equal(false);
            expect(gallery.messages).to.deep.equal([]);
        });

        it('can be given up: the character that is there stays', async () => {
            const before = await shown();
            const goOn = await holdWorker();
            await gallery.drop([{ name: 'given-up.vrm', bytes: await readFile(MANNEQUIN) }]);
            await gallery.page.locator('#cancel').click();
            expect(await isShown()).to.equal(false);
            await goOn();
            await gallery.page.waitForTimeout(500);
            expect(await shown()).to.equal(before);
            expect(await gallery.page.locator('#message').isVisible()).to.equal(false);
            // and the next file is taken
            await gallery.drop([{ name: 'next.vrm', bytes: await readFile(MANNEQUIN) }]);
            await gallery.page.waitForFunction(() => window.look.character!.name === 'next.vrm', undefined, PATIENCE);
            expect(gallery.messages).to.deep.equal([]);
        });
    });
});
