import { mkdir, readFile } from 'node:fs/promises';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

import { chromium, type Browser, type Page } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';

import type { Gallery } from '../../docs/demo/main';
import type { OpenPerfectLookAt } from '../../docs/demo/pages/perfect-look-at';

// The gallery in a real browser. Software rendering shows few frames a second, so the tests stop the application's own clock, step it
// themselves, and draw only for a screenshot.

const SCREENSHOTS = 'screenshots';

const BROWSER = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** No GPU is needed, and nothing is asked from the network. */
const BROWSER_ARGUMENTS = [
    '--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
    '--disable-background-networking', '--disable-component-update'
];

/** The compiler of the tests marks functions with a helper that does not exist in the page. */
const NAME_HELPER = 'globalThis.__name = (f) => f;';

/** What the browser itself says about software rendering. */
const BROWSER_NOTES = /GPU stall|GL Driver Message|Automatic fallback to software WebGL/;

/** The gallery as the pages of the tests see it. */
export type LookAtGallery = Gallery & { page: OpenPerfectLookAt };

declare global {
    interface Window {
        /** The gallery, once it is ready. */
        look: LookAtGallery;
    }
}

const CONTENT_TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };

/**
 * Serves a folder under an address that is not the root of its host, as a static site would.
 *
 * @returns The server and the address.
 */
export async function serveFolder(folder: string): Promise<{ server: Server, address: string }> {
    const prefix = '/somewhere/gallery/';
    const server = createHttpServer(async (request, response) => {
        const path = new URL(request.url!, 'http://localhost').pathname;
        const file = path === prefix ? 'index.html' : path.slice(prefix.length);
        const bytes = path.startsWith(prefix) ? await readFile(join(folder, file)).catch(() => null) : null;
        response.writeHead(bytes ? 200 : 404, { 'Content-Type': CONTENT_TYPES[extname(file)] ?? 'application/octet-stream' });
        response.end(bytes ?? '');
    });
    await new Promise<void>((resolve) => {
        server.listen(0, 'localhost', resolve);
    });
    return { server, address: `http://localhost:${(server.address() as AddressInfo).port}${prefix}` };
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

    static async start(): Promise<GalleryBrowser> {
        await mkdir(SCREENSHOTS, { recursive: true });
        const server = await createServer({ root: 'docs/demo', logLevel: 'error', server: { port: 0, hmr: false, watch: null } });
        await server.listen();
        const browser = await chromium.launch({ executablePath: BROWSER, args: BROWSER_ARGUMENTS });
        const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
        await page.addInitScript(NAME_HELPER);
        return new GalleryBrowser(server, browser, page);
    }

    async stop() {
        await this.browser.close();
        await this.server.close();
    }

    /** Opens the gallery and takes its clock. */
    async open(query = '', base = this.server.resolvedUrls!.local[0]) {
        this.messages.length = 0;
        await this.page.goto(base + query);
        await this.page.waitForFunction(() => window.gallery !== undefined);
        await this.page.evaluate(() => {
            window.look = window.gallery as LookAtGallery;
            const { app } = window.look;
            app.timeScale = 0;
            app.autoRender = false;
        });
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
        return this.page.evaluate(() => window.look.page.script!.residual);
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

    /** Draws one frame and keeps a picture of the page. */
    async screenshot(name: string) {
        await this.page.evaluate(async () => {
            window.look.app.renderNextFrame = true;
            for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
        });
        // the readings follow a few times a second
        await this.page.waitForTimeout(200);
        await this.page.screenshot({ path: `${SCREENSHOTS}/${name}.png` });
    }
}
