import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

import { chromium, type Browser, type Page } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';

import type { Gallery } from '../../docs/demo/main';
import type { OpenPerfectLookAt } from '../../docs/demo/pages/perfect-look-at';
import { furtherRig } from '../support/characters';

// The gallery in a real browser. Software rendering shows few frames a second, so the tests stop the application's own clock, step it
// themselves, and draw only for a screenshot.

export const SCREENSHOTS = 'screenshots';

const BROWSER = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** No GPU is needed, and nothing is asked from the network. */
const BROWSER_ARGUMENTS = [
    '--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
    '--disable-background-networking', '--disable-component-update'
];

/** Side of the shadows' map in pixels: in software, one of 2048 takes most of a picture's time. */
const SHADOWS = 256;

/** Starts the browser. */
export const launchBrowser = () => chromium.launch({ executablePath: BROWSER, args: BROWSER_ARGUMENTS });

/**
 * The compiler of the tests marks functions with a helper that does not exist in the page. Software rendering is slow, and the tests step
 * the application themselves, so that its own frames come rarely.
 */
const PREPARATION = `
    globalThis.__name = (f) => f;
    const request = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = callback => setTimeout(() => request(callback), 100);
    window.cancelAnimationFrame = clearTimeout;
    window.listeners = new Set();
    const names = new WeakMap();
    const nameOf = (object) => {
        if (!names.has(object)) names.set(object, Math.random());
        return names.get(object);
    };
    const note = (method, [type, listener, options], target) => {
        const lasts = target === window || target === document || target.id === 'canvas' || target.id === 'stage';
        const captures = typeof options === 'object' ? options?.capture : options;
        if (lasts && listener) window.listeners[method](type + ' ' + nameOf(target) + ' ' + nameOf(listener) + ' ' + !!captures);
    };
    const { addEventListener, removeEventListener } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function (...all) {
        note('add', all, this ?? window);
        return addEventListener.apply(this, all);
    };
    EventTarget.prototype.removeEventListener = function (...all) {
        note('delete', all, this ?? window);
        return removeEventListener.apply(this, all);
    };
`;

/** What the browser itself says about software rendering. */
const BROWSER_NOTES = /GPU stall|GL Driver Message|Automatic fallback to software WebGL/;

/** The gallery as the pages of the tests see it. */
export type LookAtGallery = Gallery & { page: OpenPerfectLookAt };

declare global {
    interface Window {
        /** The gallery, once it is ready. */
        look: LookAtGallery;

        /** The character that was there. */
        shownBefore: unknown;

        /** The listeners of elements that outlive a page. */
        listeners: Set<string>;

        /** Several pictures in one. */
        strip: { sheet: HTMLCanvasElement, width: number, height: number, columns: number };
    }
}

const CONTENT_TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };

/** The folder of its host in which {@link serveFolder} serves. */
export const SERVED_FOLDER = '/somewhere/limber/';

/**
 * Serves a folder under an address that is not the root of its host, as a static site would.
 *
 * @returns The server and the address.
 */
export async function serveFolder(folder: string): Promise<{ server: Server, address: string }> {
    const server = createHttpServer(async (request, response) => {
        const path = new URL(request.url!, 'http://localhost').pathname;
        const file = path === SERVED_FOLDER ? 'index.html' : path.slice(SERVED_FOLDER.length);
        const bytes = path.startsWith(SERVED_FOLDER) ? await readFile(join(folder, file)).catch(() => null) : null;
        response.writeHead(bytes ? 200 : 404, { 'Content-Type': CONTENT_TYPES[extname(file)] ?? 'application/octet-stream' });
        response.end(bytes ?? '');
    });
    await new Promise<void>((resolve) => {
        server.listen(0, 'localhost', resolve);
    });
    return { server, address: `http://localhost:${(server.address() as AddressInfo).port}${SERVED_FOLDER}` };
}

export class GalleryBrowser {
    /** Errors and warnings of the console since the page was opened. */
    readonly messages: string[] = [];

    private constructor(readonly server: ViteDevServer, private readonly browser: Browser, readonly page: Page) {
        page.on('console', (message) => {
            const serious = message.type() === 'error' || message.type() === 'warning';
            if (serious && !BROWSER_NOTES.test(message.text())) this.messages.push(message.text());
        });
        page.on('pageerror', error => this.messages.push(String(error)));
    }

    /**
     * Starts a server and a browser.
     *
     * @param viewport - Size of the window in pixels.
     */
    static async start(viewport = { width: 1280, height: 720 }): Promise<GalleryBrowser> {
        await mkdir(SCREENSHOTS, { recursive: true });
        // several copies of the project may share their packages, and what is made of these
        const cacheDir = join(tmpdir(), `limber-gallery-${createHash('sha1').update(process.cwd()).digest('hex').slice(0, 8)}`);
        const server = await createServer({ root: 'docs/demo', logLevel: 'error', server: { port: 0, hmr: false, watch: null }, cacheDir });
        await server.listen();
        const browser = await launchBrowser();
        const context = await browser.newContext({ viewport, permissions: ['clipboard-read', 'clipboard-write'] });
        // machines are busy, and software rendering takes its time
        context.setDefaultTimeout(120000);
        const page = await context.newPage();
        await page.addInitScript(PREPARATION);
        return new GalleryBrowser(server, browser, page);
    }

    async stop() {
        await this.browser.close();
        await this.server.close();
    }

    /** Opens the gallery and takes its clock. */
    async open(query = '', base = this.server.resolvedUrls!.local[0]) {
        this.messages.length = 0;
        await this.page.goto(base + query, { timeout: 120000 });
        await this.page.waitForFunction(() => window.gallery !== undefined, undefined, { timeout: 120000 });
        await this.page.evaluate((shadows) => {
            window.look = window.gallery as LookAtGallery;
            const { app } = window.look;
            app.timeScale = 0;
            app.autoRender = false;
            app.update(0);
            window.look.stage.light.light!.shadowResolution = shadows;
            // figures and switches are folded away at first, and stay unfolded on the next pages
            window.look.sidebar.showDetails();
        }, SHADOWS);
    }

    /** Opens a page as a person does: by its group in the bar. */
    async follow(title: string) {
        const group = this.page.locator('#pages details').filter({ has: this.page.getByText(title, { exact: true }) });
        await group.locator('summary').click();
        await group.getByText(title, { exact: true }).click();
    }

    /**
     * Shows another page or character without loading everything anew.
     *
     * @param page - Name of the page; empty: the one that is there.
     * @param character - A sample, a file, or a file of the folder LIMBER_RIGS; after commas files with clips. Empty: the one that is there.
     */
    async show(page: string, character = '') {
        if (page) await this.page.evaluate(name => window.gallery!.open(name), page);
        if (/^\w+$/.test(character)) {
            await this.page.evaluate(name => window.gallery!.loadSample(name), character);
        } else if (character) {
            const names = character.split(',');
            const paths = names.map(name => furtherRig(name) ?? name);
            await this.page.evaluate(() => {
                window.shownBefore = window.gallery!.character;
                document.getElementById('message')!.hidden = true;
            });
            await this.page.locator('#files').setInputFiles(paths);
            await this.page.waitForFunction(() => window.gallery!.character !== window.shownBefore || !document.getElementById('message')!.hidden);
        }
        await this.page.evaluate(() => window.gallery!.app.update(0));
    }

    /** Runs the application at 60 frames a second without drawing. */
    async step(seconds: number) {
        await this.page.evaluate((frames) => {
            for (let i = 0; i < frames; i++) window.look.app.update(1 / 60);
        }, Math.round(60 * seconds));
    }

    /** Puts the target somewhere and waits until the gaze has settled. */
    async lookAt(x: number, y: number, z: number): Promise<number> {
        await this.page.evaluate(([x, y, z]) => {
            const { target } = window.look.page;
            const position = target.entity.getPosition().clone();
            target.moveTo(position.set(x, y, z));
        }, [x, y, z]);
        await this.step(3);
        return this.page.evaluate(() => window.look.page.script.residual);
    }

    /** Lets go of files over the middle of the page. */
    async drop(files: { name: string, bytes: Uint8Array }[]) {
        const encoded = files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') }));
        await this.page.evaluate(async (encoded) => {
            const transfer = new DataTransfer();
            for (const { name, base64 } of encoded) {
                const response = await fetch(`data:application/octet-stream;base64,${base64}`);
                transfer.items.add(new File([await response.arrayBuffer()], name));
            }
            const options = { dataTransfer: transfer, bubbles: true, cancelable: true };
            const canvas = document.getElementById('canvas')!;
            canvas.dispatchEvent(new DragEvent('dragenter', options));
            canvas.dispatchEvent(new DragEvent('drop', options));
        }, encoded);
    }

    /**
     * Starts a file with several pictures.
     *
     * @param width - Of each picture.
     * @param columns - Pictures in a row.
     * @param count - How many pictures there will be.
     */
    async beginStrip(width: number, columns: number, count: number) {
        await this.page.evaluate(([width, columns, count]) => {
            const { clientWidth, clientHeight } = document.getElementById('canvas')!;
            const height = Math.round(width * clientHeight / clientWidth);
            const sheet = document.createElement('canvas');
            sheet.width = Math.min(columns, count) * width;
            sheet.height = Math.ceil(count / columns) * height;
            window.strip = { sheet, width, height, columns };
        }, [width, columns, count] as const);
    }

    /**
     * Draws the stage and adds its picture.
     *
     * @param index - Which picture it is, from 0.
     * @param text - What is written into it.
     * @param ofWindow - The whole window in place of the stage; the strip is then as high as the first one.
     */
    async addToStrip(index: number, text: string, ofWindow = false) {
        const shot = ofWindow ? await this.shootWindow() : '';
        await this.page.evaluate(async ([index, text, shot]) => {
            const { strip } = window;
            let picture: CanvasImageSource & { width: number, height: number } = document.getElementById('canvas') as HTMLCanvasElement;
            if (shot) {
                picture = new Image();
                picture.src = `data:image/png;base64,${shot}`;
                await picture.decode();
                if (index === 0) {
                    const rows = Math.round(strip.sheet.height / strip.height);
                    strip.height = Math.round(strip.width * picture.height / picture.width);
                    strip.sheet.height = rows * strip.height;
                }
            } else {
                // what is drawn can be read until the next frame begins
                window.gallery!.app.render();
            }
            const context = strip.sheet.getContext('2d')!;
            const x = index % strip.columns * strip.width, y = Math.floor(index / strip.columns) * strip.height;
            context.drawImage(picture, x, y, strip.width, strip.height);
            context.font = '16px sans-serif';
            context.fillStyle = '#ffffff';
            context.fillText(text, x + 8, y + strip.height - 10);
        }, [index, text, shot] as const);
    }

    /** The strip as a PNG. */
    async endStrip(): Promise<Buffer> {
        const url = await this.page.evaluate(() => window.strip.sheet.toDataURL('image/png'));
        return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
    }

    private async shootWindow(): Promise<string> {
        await this.draw();
        return (await this.page.screenshot()).toString('base64');
    }

    /** Draws one frame. */
    private async draw() {
        // the readings follow a few times a second, and the canvas the size of the window
        await this.page.waitForTimeout(250);
        await this.page.evaluate(() => new Promise<void>((resolve) => {
            requestAnimationFrame(() => {
                window.look.app.render();
                resolve();
            });
        }));
    }

    /** Draws one frame and keeps a picture of the page. */
    async screenshot(name: string) {
        await this.draw();
        await this.page.screenshot({ path: `${SCREENSHOTS}/${name}.png` });
    }
}
