import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

import { limberScripts, type AttributeDefinition, type AttributeTable } from '../scripts/index';

// Writes the attribute tables of the documentation from the scripts' own tables, between two marks on each page.

/** The page of a script: `docs/perfect-look-at.md` for perfectLookAt. */
export const pageOf = (script: string) => `docs/${script.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}.md`;

const BEGIN = '<!-- attributes: written by npm run docs -->';
const END = '<!-- /attributes -->';

function typeOf(definition: AttributeDefinition): string {
    if (definition.type === 'json') return definition.array ? 'list' : 'group';
    if (definition.type === 'string' && definition.enum) return 'choice';
    return definition.array ? `${definition.type}[]` : definition.type;
}

/** Keys of a curve as pairs of time and value. */
function pairs(keys: readonly number[]): string {
    return keys.flatMap((time, i) => (i % 2 === 0 ? [`${time}: ${keys[i + 1]}`] : [])).join(', ');
}

function defaultOf(definition: AttributeDefinition): string {
    if (definition.type === 'json') return definition.array ? 'empty' : '';
    if (definition.array || definition.type === 'entity' || definition.type === 'asset') return 'empty';
    switch (definition.type) {
        case 'string': return definition.default === '' ? 'empty' : `\`${definition.default}\``;
        case 'vec2':
        case 'vec3': return `\`[${definition.default.join(', ')}]\``;
        case 'curve': return `\`${pairs(definition.default.keys)}\``;
        default: return `\`${definition.default}\``;
    }
}

function row(name: string, definition: AttributeDefinition): string {
    return `| ${name} | ${typeOf(definition)} | ${defaultOf(definition)} | ${definition.description} |`;
}

/** The attributes as a table, the fields of a list below it. */
export function attributeTable(table: AttributeTable): string {
    const rows = ['| attribute | type | default | |', '|---|---|---|---|'];
    for (const [name, definition] of Object.entries(table)) {
        rows.push(row(`\`${name}\``, definition));
        if (definition.type !== 'json') continue;
        for (const [field, fieldDefinition] of Object.entries(definition.schema)) rows.push(row(`— \`${field}\``, fieldDefinition));
    }
    return rows.join('\n');
}

/** A page with its table brought up to date. */
export function updatePage(text: string, table: AttributeTable): string {
    const begin = text.indexOf(BEGIN);
    const end = text.indexOf(END);
    if (begin < 0 || end < begin) throw new Error(`docs: a page lacks the lines "${BEGIN}" and "${END}". Put both where the table shall stand.`);
    return `${text.slice(0, begin + BEGIN.length)}\n${attributeTable(table)}\n${text.slice(end)}`;
}

/** Pages whose tables are not those of the scripts; with `write` they are brought up to date. */
export async function outdatedPages(write: boolean): Promise<string[]> {
    const outdated: string[] = [];
    for (const { name, attributes } of limberScripts) {
        const page = pageOf(name);
        const text = await readFile(page, 'utf8');
        const updated = updatePage(text, attributes);
        if (updated === text) continue;
        outdated.push(page);
        if (write) await writeFile(page, updated);
    }
    return outdated;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
    const written = await outdatedPages(true);
    console.log(written.length > 0 ? `Wrote ${written.join(', ')}.` : 'The documentation is up to date.');
}
