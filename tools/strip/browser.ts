import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';
import { chromium, type Browser, type Page } from 'playwright-core';

import type { Titled } from './join';
import { MOTIONS, type Answer, type FileForPage, type Request } from './request';
import { readGlb } from '../glb/read-glb';

// The page of the strips in a browser: bundled in a moment, served from memory, drawn without a GPU.

declare global {
    interface Window {
        /** Loads the character: the first file is the model, all of them give clips. */
        openStage(files: readonly FileForPage[]): Promise<void>;
        takeStrip(request: Request): Promise<Answer>;
        joinPictures(pictures: readonly Titled[], columns: number): Promise<string>;
    }
}

const BROWSER = process.env.CHROMIUM ?? '/usr/bin/chromium';

const BROWSER_ARGUMENTS = [
    '--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
    '--disable-background-networking', '--disable-component-update'
];

/** What the browser itself says about software rendering. */
const BROWSER_NOTES = /GPU stall|GL Driver Message|Automatic fallback to software WebGL/;

/** Nothing is asked from the network: this host is served from memory. */
const HOST = 'http://strip.localhost';

const HTML = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<script type="importmap">{ "imports": { "playcanvas": "/playcanvas.mjs" } }</script>
<script src="/ammo.js"></script><script type="module" src="/page.js"></script>`;

const require = createRequire(import.meta.url);
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

async function bundlePage(): Promise<string> {
    const { outputFiles: [{ text }] } = await build({
        entryPoints: [path('page.ts')], bundle: true, write: false, format: 'esm', target: 'es2022',
        external: ['playcanvas'], alias: { limber: path('../../scripts/index.ts') }
    });
    return text;
}

const fromUrl = (url: string) => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');

interface Served {
    readonly body: string | Buffer;
    readonly type: string;
}

export class StripBrowser {
    /** Errors and warnings of the console since the last strip. */
    private readonly messages: string[] = [];

    private constructor(private readonly browser: Browser, private readonly page: Page, private readonly served: Map<string, Served>) {
        page.on('console', (message) => {
            const isSerious = message.type() === 'error' || message.type() === 'warning';
            if (isSerious && !BROWSER_NOTES.test(message.text())) this.messages.push(message.text());
        });
        page.on('pageerror', error => this.messages.push(String(error)));
    }

    /**
     * Starts a browser with a character.
     *
     * @param files - Paths of the model and of further clips.
     * @throws {FileProblem} When a file cannot be read.
     */
    static async start(files: readonly string[]): Promise<StripBrowser> {
        const served = new Map<string, Served>([['/', { body: HTML, type: 'text/html' }]]);
        const serve = async (url: string, type: string, body: Promise<string | Uint8Array>) => {
            const content = await body;
            served.set(url, { type, body: typeof content === 'string' ? content : Buffer.from(content) });
        };
        const wasm = require.resolve('ammojs-typed/ammo.wasm.wasm');
        const [browser] = await Promise.all([
            chromium.launch({ executablePath: BROWSER, args: BROWSER_ARGUMENTS }),
            serve('/page.js', 'text/javascript', bundlePage()),
            serve('/playcanvas.mjs', 'text/javascript', readFile(path('../../node_modules/playcanvas/build/playcanvas.min.mjs'))),
            serve('/ammo.js', 'text/javascript', readFile(require.resolve('ammojs-typed/wasm'))),
            serve('/ammo.wasm', 'application/wasm', readFile(wasm)),
            ...MOTIONS.map(file => serve(`/${file}`, 'model/gltf-binary', readFile(path(`../../templates/${file}`))))
        ]);
        const page = await browser.newPage();
        const strip = new StripBrowser(browser, page, served);
        try {
            await page.route('**/*', (route) => {
                const answer = served.get(new URL(route.request().url()).pathname);
                return answer ? route.fulfill({ body: answer.body, contentType: answer.type }) : route.fulfill({ status: 404, body: '' });
            });
            await strip.open(files);
        } catch (error) {
            await browser.close();
            throw new Error([(error as Error).message, ...strip.messages].join('\n'));
        }
        return strip;
    }

    /**
     * Opens another character.
     *
     * @param files - Paths of the model and of further clips.
     * @throws {FileProblem} When a file cannot be read.
     */
    async open(files: readonly string[]) {
        const given = files.map((file, i) => ({ name: basename(file), url: `/files/${i}` }));
        const bodies = await Promise.all(files.map(file => readGlb(file)));
        given.forEach(({ url }, i) => this.served.set(url, { type: 'model/gltf-binary', body: Buffer.from(bodies[i]) }));
        await this.page.goto(`${HOST}/`);
        await this.page.waitForFunction(() => 'takeStrip' in window);
        await this.page.evaluate(files => window.openStage(files), given);
    }

    /** Puts pictures of several characters side by side. */
    async join(pictures: readonly { readonly title: string; readonly png: Buffer }[], columns: number): Promise<Buffer> {
        const given = pictures.map(({ title, png }) => ({ title, url: `data:image/png;base64,${png.toString('base64')}` }));
        return fromUrl(await this.page.evaluate(([pictures, columns]) => window.joinPictures(pictures, columns), [given, columns] as const));
    }

    /** Takes one strip. */
    async take(request: Request): Promise<{ png: Buffer; lines: string[] }> {
        this.messages.length = 0;
        const { url, lines } = await this.page.evaluate(request => window.takeStrip(request), request);
        return { png: fromUrl(url), lines: [...lines, ...this.messages.map(text => `console: ${text}`)] };
    }

    async stop() {
        await this.browser.close();
    }
}
