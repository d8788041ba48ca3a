import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';

import { Character } from './check-rig/character';
import { examineEntry, listCharacters, type Refused, type Row } from './check-rig/folder';
import { createProgress } from './check-rig/progress';
import { drawRig } from './works-with/picture';

// Writes what is measured of the page "Works with": the table, of the characters in some folders, and the pictures of the pack's own.
//
// Usage: npm run works-with -- FOLDER [FOLDER ...]

const PAGE = 'docs/works-with.md';
const BEGIN = '<!-- table: written by npm run works-with -->';
const END = '<!-- /table -->';

/** The characters whose pictures may stand in the documentation: they are the pack's own. */
const OWN = ['templates/mannequin.glb', 'templates/hound.glb'];

/** The folder of the pack's own characters, and those of its files that are the pack's clips alone. */
const TEMPLATES = 'templates';
const CLIPS = /^motions-/;

const CHARACTER = /\.(?:glb|vrm)$/i;

/** The path of a character's picture. */
export const pictureOf = (path: string) => `docs/images/rig-${basename(path).replace(CHARACTER, '')}.svg`;

/** A cell without what would end it. */
const cell = (text: string) => text.replaceAll('|', '/').replaceAll('\n', ' ');

const nameOf = ({ name }: Row | Refused) => name.replace(CHARACTER, '');

function rowText(row: Row | Refused, systems: readonly string[]): string {
    if ('sentence' in row) return `| ${nameOf(row)} | | ${systems.map(() => '').join(' | ')} | ${cell(row.sentence)} |`;
    const clips = row.clips === 0 ? 'none' : row.clips === row.measured ? String(row.clips) : `${row.measured} of ${row.clips}`;
    return `| ${nameOf(row)} | ${row.legs} | ${row.systems.map(({ sight }) => sight).join(' | ')} | ${clips} |`;
}

/** Sentences and figures of a character, a line for each system. */
function reasonsOf(row: Row | Refused): string[] {
    return 'sentence' in row ? [] : row.systems.filter(({ why }) => why !== '').map(({ system, why }) => `- ${nameOf(row)}, ${system}: ${cell(why)}`);
}

/** The table of the page, and the figures behind it in a part that is folded. */
export function tableOf(rows: readonly (Row | Refused)[]): string {
    const found = rows.find((row): row is Row => 'systems' in row);
    const systems = found?.systems.map(({ system }) => system) ?? [];
    const head = ['character', 'legs', ...systems, 'clips'];
    const table = [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows.map(row => rowText(row, systems))];
    const reasons = rows.flatMap(reasonsOf);
    return [...table, ...reasons.length > 0 ? ['', '<details><summary>Sentences and figures</summary>', '', ...reasons, '', '</details>'] : []].join('\n');
}

/** A page with its table brought up to date. */
export function updatePage(text: string, table: string): string {
    const begin = text.indexOf(BEGIN);
    const end = text.indexOf(END);
    if (begin < 0 || end < begin) throw new Error(`works-with: ${PAGE} lacks the lines "${BEGIN}" and "${END}". Put both where the table shall stand.`);
    return `${text.slice(0, begin + BEGIN.length)}\n${table}\n${text.slice(end)}`;
}

/** The picture of one of the pack's own characters. */
export async function drawOwn(path: string): Promise<string> {
    const character = await Character.open(path, []);
    try {
        return drawRig(character);
    } finally {
        character.close();
    }
}

async function main(folders: readonly string[]) {
    for (const path of OWN) await writeFile(pictureOf(path), await drawOwn(path));
    if (folders.length === 0) {
        console.log('Wrote the pictures. Name a folder of characters to write the table too: npm run works-with -- FOLDER');
        return;
    }
    // what scripts say stands in the table
    console.warn = console.error = () => {};
    const progress = createProgress(process.stderr);
    const rows: (Row | Refused)[] = [];
    for (const folder of [TEMPLATES, ...folders]) {
        const entries = listCharacters(folder).filter(({ name }) => folder !== TEMPLATES || !CLIPS.test(name));
        for (const entry of entries) rows.push(await examineEntry(folder, entry, step => progress.say(`${entry.name}: ${step}`)));
    }
    progress.end();
    await writeFile(PAGE, updatePage(await readFile(PAGE, 'utf8'), tableOf(rows)));
    console.log(`Wrote ${PAGE} and the pictures.`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main(process.argv.slice(2));
