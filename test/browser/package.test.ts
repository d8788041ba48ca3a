import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { expect } from 'chai';
import { build } from 'esbuild';

import { GalleryBrowser, serveFolder } from './gallery-browser';
import { buildTypes } from '../../tools/bundle/types';
import { builtFile, builtPackage, smallFile } from '../support/built-file';

// The npm package from a project that has nothing but it and the engine: what it holds, its types, and the example of the README that is a
// whole program.

/** Files of the pack, as npm shows them. */
const HOLDS = /^(?:package\.json|README\.md|LICENSE|build\/limber\.js|dist\/limber\.(?:mjs|d\.ts|min\.js|min\.js\.map)|templates\/[\w-]+\.(?:glb|json))$/;

/** Seconds after which the gaze has come. */
const SETTLED = 2;

declare global {
    interface Window {
        /** What the example has made. */
        example: { app: { update(dt: number): void, timeScale: number }, look: { residual: number, problems(): string[] }, feet: { problems(): string[] } };
    }
}

describe('the npm package', () => {
    let folder = '', server: Server | undefined, browser: GalleryBrowser | undefined;
    let files: string[] = [];

    /** The user's project. */
    const own = (...path: string[]) => join(folder, 'project', ...path);

    before(async () => {
        folder = mkdtempSync(join(tmpdir(), 'limber-package-'));
        const made = join(folder, 'made');
        for (const name of ['dist', 'build']) mkdirSync(join(made, name), { recursive: true });
        for (const name of ['package.json', 'README.md', 'LICENSE', 'templates']) cpSync(name, join(made, name), { recursive: true });
        const small = await smallFile();
        const texts = {
            'dist/limber.mjs': await builtPackage(), 'dist/limber.d.ts': await buildTypes(), 'build/limber.js': await builtFile(),
            'dist/limber.min.js': small.code, 'dist/limber.min.js.map': small.map, 'dist/install.js': '', 'dist/index.html': ''
        };
        for (const [name, text] of Object.entries(texts)) writeFileSync(join(made, name), text);
        const told = execFileSync('npm', ['pack', '--json', '--offline', '--pack-destination', folder], { cwd: made, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
        const [packed] = JSON.parse(told) as { filename: string, files: { path: string }[] }[];
        files = packed.files.map(({ path }) => path);
        mkdirSync(own('node_modules', 'limber'), { recursive: true });
        execFileSync('tar', ['-xzf', join(folder, packed.filename), '--strip-components=1', '-C', own('node_modules', 'limber')]);
        symlinkSync(resolve('node_modules/playcanvas'), own('node_modules', 'playcanvas'));
        const [, code] = /^```ts main\.ts\n([\s\S]*?)^```/m.exec(readFileSync('README.md', 'utf8'))!;
        writeFileSync(own('package.json'), '{ "type": "module" }');
        writeFileSync(own('main.ts'), `${code}\nObject.assign(window, { example: { app, look, feet: hero.script!.mecFootPlacer } });\n`);
    });

    after(async () => {
        await browser?.stop();
        server?.close();
        rmSync(folder, { recursive: true, force: true });
    });

    it('holds the module, its types, the classic files and the templates, and nothing else', () => {
        expect(files.filter(file => !HOLDS.test(file))).to.deep.equal([]);
        expect(files).to.include.members([
            'package.json', 'README.md', 'LICENSE', 'dist/limber.mjs', 'dist/limber.d.ts', 'dist/limber.min.js', 'build/limber.js', 'templates/mannequin.glb', 'templates/mannequin.json'
        ]);
    });

    it('gives types to a strict project, with either way of finding modules', () => {
        for (const ways of [['--module', 'esnext', '--moduleResolution', 'bundler'], ['--module', 'nodenext', '--moduleResolution', 'nodenext']]) {
            const given = ['--strict', '--noEmit', '--skipLibCheck', '--target', 'es2022', '--lib', 'es2022,dom', ...ways, 'main.ts'];
            const { stdout } = spawnSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), ...given], { cwd: own(), encoding: 'utf8' });
            expect(stdout, ways.join(' ')).to.equal('');
        }
    });

    it('runs the example of the README: it looks at the ball, with its feet on the ground', async () => {
        await build({ entryPoints: [own('main.ts')], bundle: true, format: 'esm', outfile: own('site', 'main.js'), logLevel: 'silent' });
        cpSync(own('node_modules', 'limber', 'templates', 'mannequin.glb'), own('site', 'mannequin.glb'));
        writeFileSync(own('site', 'index.html'), '<!doctype html><link rel="icon" href="data:,"><body style="margin: 0"><script type="module" src="main.js"></script>');
        const site = await serveFolder(own('site'));
        ({ server } = site);
        browser = await GalleryBrowser.start();
        await browser.page.goto(site.address);
        await browser.page.waitForFunction(() => window.example !== undefined, undefined, { timeout: 60000 });
        const { residual, problems } = await browser.page.evaluate((frames) => {
            const { app, look, feet } = window.example;
            app.timeScale = 0;
            for (let i = 0; i < frames; i++) app.update(1 / 60);
            return { residual: look.residual, problems: [...look.problems(), ...feet.problems()] };
        }, 60 * SETTLED);
        expect(problems).to.deep.equal([]);
        expect(residual, 'degrees beside the ball').to.be.below(1);
        expect(browser.messages).to.deep.equal([]);
    });
});
