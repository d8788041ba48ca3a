import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { expect } from 'chai';

import { GalleryBrowser, SCREENSHOTS } from './gallery-browser';

// Every page as a visitor meets it, after three seconds and without a click, on a desktop and on a phone.

const SECONDS = 3;

/** Names of the pages, each a file. */
const pages = readdirSync('docs/demo/pages').filter(file => file.endsWith('.ts') && file !== 'index.ts').map(file => file.slice(0, -3));

const WINDOWS = [{ width: 1280, height: 720 }, { width: 390, height: 844 }];

/** Size of the picture in which pixels are compared, and the change of a colour that is seen. */
const PICTURE = { width: 320, height: 200 };
const SEEN = 24;

/** Share of the picture that must change when the scripts are switched off. */
const CHANGED = 0.001;

/** Milliseconds in which a button fades to another look. */
const FADE_MS = 500;

/** Side of a button on a phone in pixels. */
const THUMB = 44;

interface AxeResult { violations: { id: string, nodes: { html: string, failureSummary: string }[] }[] }

declare global {
    interface Window {
        axe: { run(context: object, options: object): Promise<AxeResult> };
    }
}

describe('every page', () => {
    let gallery: GalleryBrowser;

    before(async () => {
        gallery = await GalleryBrowser.start(WINDOWS[0]);
        await gallery.open();
        await gallery.page.addScriptTag({ content: await readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8') });
    });

    after(() => gallery?.stop());

    /** Opens a page, with its scripts or without them, and lets its first seconds pass. */
    const show = async (name: string, isOn: boolean) => {
        await gallery.show(name);
        await gallery.page.evaluate((on) => { window.gallery!.page.isOn = on; }, isOn);
        await gallery.step(SECONDS);
        return gallery.page.evaluate(({ width, height }) => {
            const { app, stage } = window.gallery!;
            app.render();
            const small = document.createElement('canvas');
            Object.assign(small, { width, height });
            const context = small.getContext('2d')!;
            context.drawImage(stage.canvas, 0, 0, width, height);
            return [...context.getImageData(0, 0, width, height).data];
        }, PICTURE);
    };

    /** What is over the places of a character's head, chest and hips, which names and pictures are not. */
    const over = () => gallery.page.evaluate(() => {
        const { stage, character } = window.gallery!;
        const { left, top } = stage.canvas.getBoundingClientRect();
        return (['head', 'spine', 'hips'] as const).map((role) => {
            const { x, y, z } = stage.camera.camera!.worldToScreen(character.model!.bones.get(role)!.getPosition());
            return z > 0 ? document.elementFromPoint(left + x, top + y)?.id ?? 'outside' : 'behind';
        });
    });

    const violations = async () => {
        // buttons that come to life fade in
        await gallery.page.waitForTimeout(FADE_MS);
        const { violations } = await gallery.page.evaluate(() => window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa'], resultTypes: ['violations'] }));
        return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
    };

    const heightsOfActions = () => gallery.page.locator('#tools button:visible, .bar .button:visible, .bar summary:visible, .bar a:visible')
    .evaluateAll(all => all.map(dom => dom.getBoundingClientRect().height));

    WINDOWS.forEach((viewport) => {
        describe(`at ${viewport.width} by ${viewport.height}`, () => {
            before(() => gallery.page.setViewportSize(viewport));

            pages.forEach((name) => {
                describe(name, () => {
                    let on: number[];

                    before(async () => {
                        gallery.messages.length = 0;
                        on = await show(name, true);
                    });

                    it('shows its character and no error', async () => {
                        const places = await over();
                        await gallery.screenshot(`page-${name}-${viewport.width}`);
                        // of a character that is close only a part is in the picture
                        expect(places.filter(id => id === 'canvas').length, `${places} in ${SCREENSHOTS}`).to.be.at.least(2);
                        expect(gallery.messages).to.deep.equal([]);
                    });

                    if (viewport.width < 720) {
                        it('has actions as large as a thumb', async () => {
                            for (const height of await heightsOfActions()) expect(height).to.be.at.least(THUMB);
                        });
                        return;
                    }

                    // these are the same in another window
                    it('has names, roles and contrast that a reader of the screen can use', async () => {
                        expect(await violations()).to.deep.equal([]);
                    });

                    it('is another picture without its scripts', async () => {
                        const off = await show(name, false);
                        expect(on.filter((value, i) => Math.abs(value - off[i]) > SEEN).length / on.length, 'share that changes').to.be.above(CHANGED);
                    });
                });
            });
        });
    });
});
