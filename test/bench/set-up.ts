import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { readGlb } from '../../tools/glb/read-glb';
import { launchBrowser, serveFolder } from '../browser/gallery-browser';
import { charactersAtHand, MANNEQUIN } from '../support/characters';

// What look-at, feet and ragdoll take when they come onto a character, as a multiple of reading its file, instantiating and drawing it: processor time of the
// browser, which draws in software; other processes do not lengthen it. Each file has a page of its own, on which the mannequin was before: what the engine and
// the pack compile once is no file's. A file that is there in less than 50 ms counts as such. Compressed files are unpacked before.

/** What came out for one file: processor time in milliseconds. */
export interface SetUpCost {
    readonly name: string;
    readonly load: number;
    readonly scripts: Readonly<Record<string, number>>;
    readonly ratio: number;
}

const SCRIPTS = ['perfectLookAt', 'mecFootPlacer', 'activeRagdoll'];
const LEAST_LOAD = 50;

const HTML = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<script type="importmap">{ "imports": { "playcanvas": "./playcanvas.js" } }</script>
<script src="./ammo.js"></script><script type="module" src="./page.js"></script>`;

const require = createRequire(import.meta.url);
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Writes the page into a folder. */
async function writePage(folder: string) {
    await build({
        entryPoints: [here('set-up-page.ts')], bundle: true, outfile: join(folder, 'page.js'), format: 'esm', target: 'es2022', minify: true, keepNames: false,
        external: ['playcanvas'], alias: { limber: here('../../scripts/index.ts') }
    });
    await writeFile(join(folder, 'index.html'), HTML);
    await copyFile(here('../../node_modules/playcanvas/build/playcanvas.min.mjs'), join(folder, 'playcanvas.js'));
    await copyFile(require.resolve('ammojs-typed/wasm'), join(folder, 'ammo.js'));
    await copyFile(require.resolve('ammojs-typed/ammo.wasm.wasm'), join(folder, 'ammo.wasm'));
}

const folder = await mkdtemp(join(tmpdir(), 'limber-set-up-'));
await writePage(folder);
const { server, address } = await serveFolder(folder);
const browser = await launchBrowser();
const session = await browser.newBrowserCDPSession();
/** Milliseconds of the pages and of what draws them. */
const processorTime = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return 1000 * processInfo.filter(({ type }) => type === 'renderer' || type === 'GPU').reduce((sum, { cpuTime }) => sum + cpuTime, 0);
};
const costs: SetUpCost[] = [];
try {
    await writeFile(join(folder, 'first.glb'), await readGlb(MANNEQUIN));
    for (const path of charactersAtHand()) {
        const page = await browser.newPage();
        await page.route('**/ammo.wasm', route => route.fulfill({ path: join(folder, 'ammo.wasm'), contentType: 'application/wasm' }));
        await writeFile(join(folder, 'file.glb'), await readGlb(path));
        await page.goto(address);
        await page.waitForFunction(() => 'addScript' in window);
        const time = async (work: () => Promise<void>) => {
            const start = await processorTime();
            await work();
            return await processorTime() - start;
        };
        const scripts: Record<string, number> = {};
        let load = 0;
        await page.evaluate(() => window.openStage());
        for (const url of ['first.glb', 'file.glb']) {
            load = await time(() => page.evaluate(url => window.showFile(url), url));
            for (const script of SCRIPTS) scripts[script] = await time(() => page.evaluate(script => window.addScript(script), script));
        }
        const sum = Object.values(scripts).reduce((a, b) => a + b, 0);
        costs.push({ name: basename(path), load, scripts, ratio: sum / Math.max(LEAST_LOAD, load) });
        await page.close();
    }
} finally {
    await browser.close();
    server.close();
    await rm(folder, { recursive: true });
}
console.log(JSON.stringify(costs.sort((a, b) => b.ratio - a.ratio)));
process.exit();
