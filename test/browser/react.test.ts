import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { expect } from 'chai';
import { build } from 'esbuild';

import { GalleryBrowser, serveFolder } from './gallery-browser';
import { builtPackage } from '../support/built-file';
import { MANNEQUIN } from '../support/characters';
import { skipBecause } from '../support/skip';

// The example of docs/react.md in the browser, as a project builds it: with names that the bundler has made short.

const PACKAGES = ['playcanvas', 'react', 'react-dom', 'scheduler', 'dedent', '@playcanvas'];

interface Shown {
    readonly scripts: readonly string[];
    readonly problems: readonly string[];
    readonly residual: number;
    readonly turnSpeed: number;
}

declare global {
    interface Window {
        reactLook: { entity: object, residual: number, maxTurnSpeed: number, problems(): string[] } | null;
        reactHero: { script: { scripts: readonly object[] } };
        showReact(isThere: boolean, speed: number): void;
    }
}

describe('@playcanvas/react', () => {
    let folder = '', server: Server | undefined, browser: GalleryBrowser | undefined;

    before(async function () {
        if (!existsSync('node_modules/@playcanvas/react')) skipBecause(this, 'needs npm install');
        folder = mkdtempSync(join(tmpdir(), 'limber-react-'));
        const own = (...path: string[]) => join(folder, ...path);
        mkdirSync(own('node_modules', 'limber', 'dist'), { recursive: true });
        for (const name of PACKAGES) symlinkSync(resolve('node_modules', name), own('node_modules', name));
        cpSync('package.json', own('node_modules', 'limber', 'package.json'));
        writeFileSync(own('node_modules', 'limber', 'dist', 'limber.mjs'), await builtPackage());
        const [, code] = /^```tsx\n([\s\S]*?)^```/m.exec(readFileSync('docs/react.md', 'utf8'))!;
        writeFileSync(own('main.tsx'), `${code}
            import { createRoot } from 'react-dom/client';
            import { useState as useShown } from 'react';
            function Page() {
                const [{ isThere, speed }, setShown] = useShown({ isThere: true, speed: 360 });
                window.showReact = (isThere, speed) => setShown({ isThere, speed });
                return <App isLooking={isThere} turnSpeed={speed} onLook={look => { if (look) { window.reactHero = look.entity; } window.reactLook = look; }} />;
            }
            createRoot(document.getElementById('page')).render(<Page />);
        `);
        await build({
            entryPoints: [own('main.tsx')], bundle: true, minify: true, format: 'esm', jsx: 'automatic', outfile: own('site', 'main.js'), logLevel: 'silent',
            preserveSymlinks: true, define: { 'process.env.NODE_ENV': '"production"' }, tsconfigRaw: '{}', nodePaths: [own('node_modules')]
        });
        cpSync(MANNEQUIN, own('site', 'mannequin.glb'));
        writeFileSync(own('site', 'index.html'), '<!doctype html><link rel="icon" href="data:,"><div id="page"></div><script type="module" src="main.js"></script>');
        const site = await serveFolder(own('site'));
        ({ server } = site);
        browser = await GalleryBrowser.start();
        await browser.page.goto(site.address);
    });

    after(async () => {
        await browser?.stop();
        server?.close();
        if (folder) rmSync(folder, { recursive: true, force: true });
    });

    const read = () => browser!.page.evaluate((): Shown => ({
        scripts: window.reactHero.script.scripts.map(script => (script as { __scriptType: { __name: string } }).__scriptType.__name),
        problems: window.reactLook?.problems() ?? [], residual: window.reactLook?.residual ?? NaN, turnSpeed: window.reactLook?.maxTurnSpeed ?? NaN
    }));

    it('shows the example: nobody has registered the scripts, and the character looks at the ball', async () => {
        await browser!.page.waitForFunction(() => window.reactLook && window.reactLook.residual > 0 && window.reactLook.residual < 1, undefined, { timeout: 120000 });
        const { scripts, problems } = await read();
        expect(scripts).to.include.members(['perfectLookAt', 'idleRandomizer']);
        expect(problems).to.deep.equal([]);
    });

    it('takes props that change, and goes when its component does', async () => {
        await browser!.page.evaluate(() => window.showReact(true, 90));
        await browser!.page.waitForFunction(() => window.reactLook?.maxTurnSpeed === 90, undefined, { timeout: 30000 });
        await browser!.page.evaluate(() => window.showReact(false, 90));
        await browser!.page.waitForFunction(() => window.reactHero.script.scripts.length === 1, undefined, { timeout: 30000 });
        expect((await read()).scripts).to.deep.equal(['idleRandomizer']);
        expect(browser!.messages).to.deep.equal([]);
    });
});
