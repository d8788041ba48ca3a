import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';

import { launchBrowser, SCREENSHOTS, serveFolder, SERVED_FOLDER } from './gallery-browser';
import type { OpenDropACharacter } from '../../docs/demo/pages/drop-a-character';
import { limberScripts } from '../../scripts/index';
import { buildTypes } from '../../tools/bundle/types';
import { buildSite } from '../../tools/site';

// The site as a host serves it, in a folder of its own. Links that lead nowhere end its build.

/** Most bytes of a first page. */
const FIRST_PAGE = 2e6;

/** Most bytes of the whole, with the gallery: 1 % more than it had with a page for hands. */
const WHOLE = 12.61e6;

/** What the gallery shows with: the engine, and its physics. */
const ENGINE = /\/(?:engine-|ammo)/;

describe('the site', () => {
    let outDir = '';
    let served: { server: Server, address: string };
    let browser: Browser;
    let page: Page;
    const messages: string[] = [];
    const asked: { url: string, status: number, size: number }[] = [];

    before(async () => {
        outDir = await mkdtemp(join(tmpdir(), 'limber-site-'));
        await buildSite(await buildTypes(), { outDir, base: SERVED_FOLDER });
        // a process of its own, as this one is one for development
        const args = ['node_modules/vite/bin/vite.js', 'build', 'docs/demo', '--outDir', join(outDir, 'gallery')];
        await promisify(execFile)(process.execPath, args, { env: { ...process.env, NODE_ENV: 'production' } });
        served = await serveFolder(outDir);
        browser = await launchBrowser();
        page = await browser.newPage({ viewport: { width: 1400, height: 860 } });
        page.on('console', message => messages.push(`${message.type()}: ${message.text()}`));
        page.on('pageerror', error => messages.push(String(error)));
        page.on('response', async (response) => {
            const body = await response.body().catch(() => null);
            asked.push({ url: response.url(), status: response.status(), size: body?.byteLength ?? 0 });
        });
    });

    beforeEach(() => {
        asked.length = 0;
        messages.length = 0;
    });

    after(async () => {
        await browser?.close();
        served?.server.close();
        await rm(outDir, { recursive: true });
    });

    const go = (path = '') => page.goto(served.address + path, { waitUntil: 'networkidle' });

    it('opens with the README, of little size, and asks no other host', async () => {
        await go();
        await page.screenshot({ path: `${SCREENSHOTS}/site.png` });
        expect(await page.locator('h1').textContent()).to.include('Limber');
        expect(asked.filter(({ url }) => !url.startsWith(served.address) && !url.startsWith('data:')).map(({ url }) => url)).to.deep.equal([]);
        expect(asked.reduce((sum, { size }) => sum + size, 0)).to.be.within(1, FIRST_PAGE);
        expect(asked.filter(({ status }) => status >= 400)).to.deep.equal([]);
        expect(messages).to.deep.equal([]);
    });

    it('is small with the gallery in it, and so is what the gallery opens with, beside the engine', async () => {
        const files = (await readdir(outDir, { recursive: true, withFileTypes: true })).filter(file => file.isFile());
        const sizes = await Promise.all(files.map(async file => (await stat(join(file.parentPath, file.name))).size));
        expect(sizes.reduce((sum, size) => sum + size, 0)).to.be.below(WHOLE);
        await page.goto(`${served.address}gallery/index.html`);
        await page.waitForFunction(() => 'gallery' in window, undefined, { timeout: 120000 });
        const opened = asked.filter(({ url }) => !ENGINE.test(url));
        // the engine itself loads packed files, too
        await page.waitForFunction(() => (window.gallery!.page as OpenDropACharacter).living.retarget?.ready, undefined, { timeout: 120000 });
        expect(asked.some(({ url }) => url.endsWith('motions-people.glb'))).to.equal(true);
        expect(opened.some(({ url }) => url.endsWith('mannequin.glb'))).to.equal(true);
        expect(opened.reduce((sum, { size }) => sum + size, 0)).to.be.within(1, FIRST_PAGE);
        expect(messages.filter(text => /^(?:error|Error)/.test(text))).to.deep.equal([]);
    });

    it('has a page in the list at the side for every script, and each has a reference', async () => {
        await go('docs/i-see.html');
        for (const { name } of limberScripts) {
            await page.getByRole('link', { name, exact: true }).first().click();
            await page.locator('h1', { hasText: name }).waitFor();
        }
        const classes = new Set((await readdir(join(outDir, 'api/classes'))).map(file => file.replace('.html', '').toLowerCase()));
        for (const { name } of limberScripts) expect(classes).to.include(name.toLowerCase());
    });

    it('lists every page of the documentation', async () => {
        const pages = (await readdir('docs')).filter(file => file.endsWith('.md')).map(file => file.replace('.md', '.html'));
        await go();
        const listed = await page.locator('.VPSidebar a').evaluateAll(links => links.map(link => (link as HTMLAnchorElement).pathname.split('/').pop()!));
        for (const file of pages) expect(listed).to.include(file);
    });

    it('is searched without another host', async () => {
        await go();
        await page.getByRole('button', { name: /search/i }).first().click();
        // the box comes when its code is there
        await page.locator('.VPLocalSearchBox input').fill('sole of the foot');
        await page.locator('.VPLocalSearchBox .result').first().waitFor();
        expect(asked.filter(({ url }) => !url.startsWith(served.address) && !url.startsWith('data:'))).to.deep.equal([]);
    });

    it('leads to the gallery beside it, and back to the front page from every page', async () => {
        await go('docs/strip.html');
        const gallery = await page.getByRole('link', { name: 'Gallery', exact: true }).first().getAttribute('href');
        expect(gallery).to.equal(`${SERVED_FOLDER}gallery/index.html`);
        await go('docs/mec-foot-placer.html');
        const links = await page.locator('a').evaluateAll(all => all.map(link => (link as HTMLAnchorElement).pathname));
        expect(links).to.include(SERVED_FOLDER);
    });

    it('is dark and light', async () => {
        await go();
        const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        const before = await background();
        await page.locator('.VPNavBar .VPSwitchAppearance').first().click();
        expect(await background()).not.to.equal(before);
    });

    it('keeps its pictures, and the licence', async () => {
        expect((await stat(join(outDir, 'LICENSE'))).size).to.be.above(500);
        await go('docs/perfect-look-at.html');
        const sizes = await page.locator('.vp-doc img').evaluateAll(all => all.map(image => (image as HTMLImageElement).naturalWidth));
        for (const size of sizes) expect(size).to.be.above(0);
    });
});
