import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect } from 'chai';

import { GalleryBrowser } from './gallery-browser';
import { padGlb } from './glb';

// Browsers that lack something, and what happens to a page that is open: a sentence in words, and never an empty page.

const MEBIBYTE = 2 ** 20;

describe('the gallery in a browser', () => {
    let gallery: GalleryBrowser;

    before(async () => { gallery = await GalleryBrowser.start(); });
    after(() => gallery?.stop());

    const says = (words: string) => gallery.page.locator('#message:visible', { hasText: words }).waitFor();

    /** Opens the gallery after a piece of code has taken something from the browser. */
    const openWithout = async (code: string) => {
        const page = await gallery.page.context().newPage();
        await page.addInitScript(code);
        await page.goto(gallery.server.resolvedUrls!.local[0]);
        await page.locator('#message:visible').waitFor();
        const sentence = await page.locator('#message').textContent();
        await page.close();
        return sentence;
    };

    it('without WebGL 2 says so', async () => {
        const code = 'const real = HTMLCanvasElement.prototype.getContext;' +
            'HTMLCanvasElement.prototype.getContext = function (kind, ...rest) { return kind === "webgl2" ? null : real.call(this, kind, ...rest); };';
        expect(await openWithout(code)).to.include('needs WebGL 2').and.include('another browser');
    });

    it('without WebAssembly says so', async () => {
        expect(await openWithout('delete globalThis.WebAssembly;')).to.include('needs WebAssembly').and.include('another browser');
    });

    it('that opens it from a folder of the disk says so', async () => {
        const page = await gallery.page.context().newPage();
        await page.goto(pathToFileURL(resolve('docs/demo/index.html')).href);
        expect(await page.locator('#message:visible').textContent()).to.include('web server').and.include('npm start');
        await page.close();
    });

    it('that loses its server says so, and keeps the character', async () => {
        await gallery.open();
        await gallery.page.context().setOffline(true);
        await gallery.page.evaluate(() => window.gallery!.loadSample('gnome'));
        await says('"gnome.glb" cannot be loaded');
        expect(await gallery.page.evaluate(() => window.gallery!.character.name)).to.equal('mannequin.glb');
        await gallery.page.locator('#files').setInputFiles('templates/hound.glb');
        await says('its reader cannot be loaded');
        expect(await gallery.page.evaluate(() => window.gallery!.character.name)).to.equal('mannequin.glb');
    });

    afterEach(() => gallery.page.context().setOffline(false));

    it('that lets the picture go says so, and shows it again', async () => {
        await gallery.open();
        const lose = () => gallery.page.evaluateHandle(() => {
            const lost = (document.getElementById('canvas') as HTMLCanvasElement).getContext('webgl2')!.getExtension('WEBGL_lose_context')!;
            lost.loseContext();
            return lost;
        });
        const lost = await lose();
        await says('let the picture go');
        await lost.evaluate(extension => extension.restoreContext());
        await gallery.page.locator('#message').waitFor({ state: 'hidden' });
        await gallery.screenshot('picture-restored');
    });

    it('is given a file of 50 MB and shows it', async () => {
        await gallery.open();
        const folder = await mkdtemp(join(tmpdir(), 'limber-large-'));
        const file = join(folder, 'large.glb');
        await writeFile(file, padGlb(await readFile('templates/hound.glb'), 50 * MEBIBYTE));
        await gallery.page.locator('#files').setInputFiles(file);
        await gallery.page.waitForFunction(() => window.gallery!.character.name === 'large.glb');
        expect(gallery.messages).to.deep.equal([]);
        await rm(folder, { recursive: true });
    });
});
