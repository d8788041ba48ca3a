import { readFile } from 'node:fs/promises';

import { expect } from 'chai';

import { drawOwn, pictureOf, tableOf, updatePage } from '../../tools/works-with';
import { outlineOf } from '../../tools/works-with/outline';
import { HOUND, MANNEQUIN } from '../support/characters';

/** The points of a picture by their roles. */
function jointsOf(svg: string): Map<string, [number, number]> {
    return new Map([...svg.matchAll(/cx="([\d.]+)" cy="([\d.]+)"[^>]*><title>(\w+)</g)].map(([, x, y, role]) => [role, [Number(x), Number(y)]]));
}

describe('the page "Works with"', () => {
    for (const path of [MANNEQUIN, HOUND]) {
        it(`shows ${path} as it is found`, async () => {
            const [kept, drawn] = [jointsOf(await readFile(pictureOf(path), 'utf8')), jointsOf(await drawOwn(path))];
            expect([...kept.keys()], 'run npm run works-with').to.deep.equal([...drawn.keys()]);
            expect(kept.size).to.be.above(15);
            for (const [role, [x, y]] of drawn) expect(Math.hypot(x - kept.get(role)![0], y - kept.get(role)![1]), role).to.be.below(1);
        });
    }

    it('has a row for each character, and a sentence for a file that is none', () => {
        const systems = [
            { system: 'look-at', word: 'works', sight: 'works', why: '' } as const,
            { system: 'feet', word: 'does not work', sight: 'does not', why: 'no legs | found' } as const,
            { system: 'mirror', word: 'works in part', sight: 'works, and you may see an image that is not exact', why: '1 of 10 figures miss' } as const
        ];
        const table = tableOf([
            { name: 'fish.glb', legs: 0, height: 1, measured: 8, clips: 9, systems, missed: 1 }, { name: 'stone.glb', sentence: 'is no character' }
        ]);
        expect(table.split('\n').slice(2)).to.deep.equal([
            '| fish | 0 | works | does not | works, and you may see an image that is not exact | 8 of 9 |', '| stone | |  |  |  | is no character |',
            '', '<details><summary>Sentences and figures</summary>', '', '- fish, feet: no legs / found', '- fish, mirror: 1 of 10 figures miss', '', '</details>'
        ]);
    });

    it('is brought up to date between its marks alone', async () => {
        const page = await readFile('docs/works-with.md', 'utf8');
        const updated = updatePage(page, 'the table');
        expect(updated).to.include('-->\nthe table\n<!--');
        expect(updated.split('<!-- table')[0]).to.equal(page.split('<!-- table')[0]);
        expect(updated.split('<!-- /table')[1]).to.equal(page.split('<!-- /table')[1]);
        expect(() => updatePage('no marks', '')).to.throw('lacks the lines');
    });

    it('outlines triangles: a square with a hole', () => {
        const square = (a: number, b: number) => [a, a, b, a, b, b, a, a, b, b, a, b];
        const [outer, ...others] = outlineOf(20, 20, square(2, 18));
        expect(others).to.deep.equal([]);
        // its corners, and the two points where it was begun and halved
        expect(outer.length).to.be.within(4, 6);
        const area = outer.reduce((sum, [x, y], i) => sum + (x * outer[(i + 1) % outer.length][1] - outer[(i + 1) % outer.length][0] * y) / 2, 0);
        expect(Math.abs(area)).to.equal(256);
        const bar = (x: number, y: number, w: number, h: number) => [x, y, x + w, y, x + w, y + h, x, y, x + w, y + h, x, y + h];
        const ring = [...bar(1, 1, 18, 4), ...bar(1, 15, 18, 4), ...bar(1, 1, 4, 18), ...bar(15, 1, 4, 18)];
        expect(outlineOf(20, 20, ring)).to.have.length(2);
    });
});
