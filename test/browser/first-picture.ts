import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { build } from 'vite';

import { launchBrowser, serveFolder } from './gallery-browser';

// Milliseconds from the call of the gallery to its first picture, against a page with the engine alone that shows the same character in its idle: both
// are built and served alike, in one browser, in turn, nothing of them kept.
//
//     NODE_ENV=production node --import ./tools/typescript.mjs test/browser/first-picture.ts

const TURNS = 5;

/** What the engine's own examples do to show a character that moves. */
const EXAMPLE = `<!doctype html><meta charset="utf-8"><title>example</title><style>body{margin:0}canvas{width:100vw;height:100vh}</style><canvas id="canvas"></canvas><script type="module">
import * as pc from './playcanvas.js';
const app = new pc.Application(document.getElementById('canvas'));
app.setCanvasFillMode(pc.FILLMODE_FILL_WINDOW);
app.setCanvasResolution(pc.RESOLUTION_AUTO);
const camera = new pc.Entity('camera');
camera.addComponent('camera', { clearColor: new pc.Color(0.7, 0.78, 0.82), toneMapping: pc.TONEMAP_ACES2 });
camera.setPosition(0, 1.2, 3.5);
const light = new pc.Entity('light');
light.addComponent('light', { type: 'directional', castShadows: true, shadowDistance: 12, shadowResolution: 2048 });
light.setEulerAngles(42, 38, 0);
const floor = new pc.Entity('floor');
floor.addComponent('render', { type: 'plane' });
floor.setLocalScale(24, 1, 24);
for (const entity of [camera, light, floor]) app.root.addChild(entity);
const asset = new pc.Asset('mannequin', 'container', { url: 'mannequin.glb' });
asset.ready(() => {
    const hero = asset.resource.instantiateRenderEntity({ castShadows: true });
    app.root.addChild(hero);
    hero.addComponent('anim', { activate: true });
    hero.anim.assignAnimation('idle', asset.resource.animations[0].resource);
    app.start();
    window.gallery = { app };
});
app.assets.add(asset);
app.assets.load(asset);
</script>`;

/** Notes the end of the frame in which something is shown first. */
const WATCH = `
    const look = () => {
        if (!window.gallery) return requestAnimationFrame(look);
        requestAnimationFrame(() => requestAnimationFrame(() => { window.shownAt = performance.now(); }));
    };
    requestAnimationFrame(look);
`;

const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1];

const folder = await mkdtemp(join(tmpdir(), 'limber-first-'));
await build({ root: 'docs/demo', logLevel: 'error', build: { outDir: join(folder, 'gallery'), emptyOutDir: true } });
await copyFile('node_modules/playcanvas/build/playcanvas.min.mjs', join(folder, 'playcanvas.js'));
await copyFile('templates/mannequin.glb', join(folder, 'mannequin.glb'));
await writeFile(join(folder, 'example.html'), EXAMPLE);
const { server, address } = await serveFolder(folder);
const browser = await launchBrowser();
const times: Record<string, number[]> = { 'gallery/index.html': [], 'example.html': [] };
try {
    for (let turn = 0; turn < TURNS; turn++) {
        for (const [path, list] of Object.entries(times)) {
            const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
            const page = await context.newPage();
            page.on('pageerror', error => console.error(path, error.message));
            await page.addInitScript(WATCH);
            await page.goto(address + path);
            list.push(await (await page.waitForFunction(() => (window as unknown as { shownAt?: number }).shownAt, undefined, { timeout: 120000 })).jsonValue() as number);
            await context.close();
        }
    }
    const [own, example] = Object.values(times).map(median);
    console.log(`first picture: gallery ${own.toFixed(0)} ms, engine alone ${example.toFixed(0)} ms, ${(own / example).toFixed(2)} times; median of ${TURNS} each`);
} finally {
    await browser.close();
    server.close();
    await rm(folder, { recursive: true });
}
