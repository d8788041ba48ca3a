import { inflateSync } from 'node:zlib';

import { NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { expect } from 'chai';

import { StripBrowser } from '../../tools/strip/browser';
import type { Request } from '../../tools/strip/request';
import { temporaryFile } from '../support/temporary';

const REQUEST: Request = {
    scene: 'slope', scripts: ['mecFootPlacer'], settings: [], clip: '', speed: null, from: 100, to: 130, every: 30, rate: 60,
    views: ['side', 'back'], at: '', zoom: 1, alone: false, bones: false, acts: [], print: '', width: 100, columns: 8
};

/** Width and height of a PNG, and its scan lines as they were compressed. */
function readPng(png: Buffer): { width: number; height: number; lines: Buffer } {
    const parts: Buffer[] = [];
    for (let at = 8; at < png.length;) {
        const length = png.readUInt32BE(at);
        if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
        at += length + 12;
    }
    return { width: png.readUInt32BE(16), height: png.readUInt32BE(20), lines: inflateSync(Buffer.concat(parts)) };
}

describe('strips', () => {
    let browser: StripBrowser;

    before(async () => {
        browser = await StripBrowser.start(['templates/mannequin.glb']);
    });

    after(() => browser?.stop());

    it('show the same moments with and without scripts, from both sides', async () => {
        const { png, lines } = await browser.take(REQUEST);
        const { width, height, lines: pixels } = readPng(png);
        expect(width).to.equal(200);
        expect((height - 18) % 4, 'four rows below the numbers').to.equal(0);
        expect(new Set(pixels).size, 'shades').to.be.above(50);
        expect(lines).to.deep.equal([]);
    });

    it('print what is asked, after what is done', async () => {
        const acts = [{ frame: 110, code: 'script("mecFootPlacer").enabled = false' }];
        const { lines } = await browser.take({ ...REQUEST, acts, print: 'script("mecFootPlacer").enabled' });
        expect(lines).to.deep.equal(['100: true', '130: false']);
    });

    it('draw the bones over it, and join characters in one picture', async () => {
        const request = { ...REQUEST, to: 100, alone: true };
        const [plain, drawn] = [await browser.take(request), await browser.take({ ...request, bones: true })];
        expect(drawn.png.equals(plain.png)).to.equal(false);
        await browser.open(['templates/hound.glb']);
        const other = await browser.take({ ...request, bones: true });
        const joined = readPng(await browser.join([{ title: 'mannequin', png: drawn.png }, { title: 'hound', png: other.png }], 8));
        const heights = [drawn, other].map(({ png }) => readPng(png).height);
        expect(joined.width).to.equal(2 * REQUEST.width);
        expect(joined.height).to.be.above(Math.max(...heights)).and.below(Math.max(...heights) + 60);
        await browser.open(['templates/mannequin.glb']);
    });

    it('of a file without clips say so, and show it as it stands', async () => {
        const io = new NodeIO().registerExtensions(ALL_EXTENSIONS), file = temporaryFile('still.glb');
        const model = await io.read('templates/mannequin.glb');
        for (const animation of model.getRoot().listAnimations()) animation.dispose();
        await io.write(file, model);
        await browser.open([file]);
        const { png, lines } = await browser.take({ ...REQUEST, to: 100 });
        expect(readPng(png).width).to.equal(100);
        expect(lines.join()).to.include('the file has no clips');
        await browser.open(['templates/mannequin.glb']);
    });

    it('are the same each time', async () => {
        const first = await browser.take(REQUEST);
        const second = await browser.take(REQUEST);
        expect(second.png.equals(first.png)).to.equal(true);
    });

    it('say which script or view there is none of', async () => {
        const failure = (request: Request) => browser.take(request).then(() => '', (error: Error) => error.message);
        expect(await failure({ ...REQUEST, scripts: ['nothing'] })).to.include('there is no script "nothing"');
        expect(await failure({ ...REQUEST, views: ['above'] })).to.include('there is no view "above"');
    });
});
