import { readFile } from 'node:fs/promises';

import { expect } from 'chai';

import { examineEntry, listCharacters } from '../../tools/check-rig/folder';
import { sightOf, SIGHTS } from '../../tools/check-rig/sights';
import { COMPLAINTS } from '../../tools/check-rig/verdict';
import { tableOf } from '../../tools/works-with';
import { requireRig } from '../support/skip';
import { catchWarnings } from '../support/warnings';

// The rows of the page "Works with" are what its tool writes today. Strangers that are measured within seconds stand for all.

const STRANGERS = ['Cat.glb', 'Goblin.glb', 'more/Kenney.glb', 'more/MechGeorge.glb', 'more/Shark.glb', 'more/Snake.glb', 'more/Wasp.glb', 'more/Witch.glb'];

/** Cells of a row by the name in the first. */
const rowsOf = (table: string) => new Map(table.split('\n').filter(line => line.startsWith('| ')).map((line) => {
    const cells = line.slice(2, -2).split(' | ');
    return [cells[0], cells];
}));

describe('a row of the page "Works with"', () => {
    let page: Map<string, string[]>, folded: string;

    catchWarnings();

    before(async () => {
        const text = (await readFile('docs/works-with.md', 'utf8')).split('<!-- table: written by npm run works-with -->')[1].split('<!-- /table -->')[0];
        page = rowsOf(text);
        folded = text.split('<details>')[1];
    });

    async function compare(folder: string, file: string) {
        const entry = listCharacters(folder).find(({ name }) => name === file)!;
        const [, cells] = [...rowsOf(tableOf([await examineEntry(folder, entry, () => {})]))][1];
        expect(page.get(cells[0]), 'run npm run works-with').to.deep.equal(cells);
    }

    it('tells what a user sees, and the figures in the part that is folded', () => {
        const [head, ...rows] = [...page.values()];
        expect(rows.length).to.be.above(50);
        const cells = rows.flatMap(([name, , ...cells]) => cells.slice(0, -1).map((cell, i) => ({ place: `${name}, ${head[i + 2]}`, cell }))).filter(({ cell }) => !['works', 'nothing to measure'].includes(cell));
        for (const { place, cell } of cells) {
            expect(folded).to.include(`- ${place}: `);
            const sights = cell.replace('works, and you may see ', '').split(' and ');
            if (cell !== 'does not') for (const sight of sights) expect(SIGHTS, place).to.include(sight);
        }
    });

    it('is nothing but *works* for the pack\'s own, as check-rig is tested to find them', () => {
        const works = (hands: string) => ['works', 'works', 'works', hands, 'works', 'works'];
        for (const name of ['gnome', 'mannequin']) expect(page.get(name)!.slice(2, -1), name).to.deep.equal(works('works'));
        // it stands on its hands
        expect(page.get('hound')!.slice(2, -1)).to.deep.equal(works('nothing to measure'));
    });

    for (const file of STRANGERS) {
        it(`is what is measured: ${file}`, async function () {
            const path = requireRig(file, this);
            await compare(path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1));
        });
    }

    it('is silent of what no eye sees', () => {
        const figure = (what: string, measured: number, unit: string) => ({ what, pose: '', measured, bound: 'at most', limit: unit === '' ? 0 : 0.1, unit } as const);
        const sight = (...figures: ReturnType<typeof figure>[]) => sightOf({ system: 'feet', figures, problems: ['legs are of one bone, such as "Leg"'] });
        expect(sight(figure('drift of planted soles', 17, 'mm'))).to.equal('works');
        expect(sight(figure('drift of planted soles', 18, 'mm'))).to.equal('works, and you may see feet that slide');
        expect(sight(figure('drift of planted soles', 18, 'mm'), figure('legs beyond 99.9 % or the clip', 2.1, '%'))).to.equal('works, and you may see feet that slide and knees that are straight');
        expect(sight(figure(COMPLAINTS, 1, ''), figure('drift of planted soles', 18, 'mm'))).to.equal('works, and you may see legs that do not bend and feet that slide');
        expect(sight(figure(COMPLAINTS, 1, ''))).to.equal('does not');
    });
});
