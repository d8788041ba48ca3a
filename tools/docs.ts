import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

import { costChart, costTable, type CostFile } from './cost';
import { allSentences } from './sentences';
import { limberScripts, type AttributeDefinition, type AttributeTable } from '../scripts/index';
import { wordsOf } from '../scripts/shell/attributes';

// Writes what the documentation takes from the scripts, between two marks on each page: the attributes on the pages of the scripts, the sentences
// that they print on the page about what goes wrong.

/** The page of a script: `docs/perfect-look-at.md` for perfectLookAt. */
export const pageOf = (script: string) => `docs/${script.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}.md`;

/** The page with all sentences. */
export const SENTENCES_PAGE = 'docs/i-see.md';

/** The page of what scripts cost, its chart, and the file of the bench from which both are written. */
const COST_PAGE = 'docs/what-does-it-cost.md';
const COST_CHART = 'docs/images/cost.svg';
export const COST_FILE = 'docs/cost.json';

/** What rooms that no script has to itself are called there. */
const SHARED: Readonly<Record<string, string>> = {
    anim: 'Clips, by animationRetarget and by functions of the package',
    feet: 'Clips, by strideWarp and mecFootPlacer',
    rig: 'The character and bones in rows, by every script',
    shell: 'Values, order and clips, by every script'
};

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

/** The title, where it is another than the words of the name, in the inspector. */
const titleOf = (name: string, { title }: AttributeDefinition) => (title === undefined || title === wordsOf(name) ? '' : ` *${title}*`);

/** The values of the choices. */
function choicesOf(definition: AttributeDefinition): string {
    if (definition.type !== 'string' || definition.array) return '';
    const values = (definition.enum ?? []).map(choice => `\`${Object.values(choice)[0]}\``);
    return values.length > 0 ? ` In code ${values.join(', ')}.` : '';
}

function row(name: string, definition: AttributeDefinition, indent = ''): string {
    return `| ${indent}\`${name}\`${titleOf(name, definition)} | ${typeOf(definition)} | ${defaultOf(definition)} | ${definition.description}${choicesOf(definition)} |`;
}

/** The attributes as a table, the fields of a list below it. */
export function attributeTable(table: AttributeTable): string {
    const rows = ['| attribute | type | default | |', '|---|---|---|---|'];
    for (const [name, definition] of Object.entries(table)) {
        rows.push(row(name, definition));
        if (definition.type !== 'json') continue;
        for (const [field, fieldDefinition] of Object.entries(definition.schema)) rows.push(row(field, fieldDefinition, '— '));
    }
    return rows.join('\n');
}

/** The sentences of all scripts as lists, those that every script can say first. */
export function sentenceLists(): string {
    const sentences = allSentences();
    const own = limberScripts.map(({ name }) => ({ room: pageOf(name).slice('docs/'.length, -'.md'.length), title: `[${name}](${pageOf(name).slice('docs/'.length)})` }));
    const shared = [...sentences.keys()].filter(room => own.every(one => one.room !== room)).reverse().map(room => ({ room, title: SHARED[room] ?? room }));
    return [...shared, ...own].filter(({ room }) => sentences.has(room))
    .map(({ room, title }) => `### ${title}\n\n${sentences.get(room)!.map(sentence => `- ${sentence}`).join('\n')}\n`).join('\n');
}

type Written = 'attributes' | 'sentences' | 'cost';

/** A page with what stands between two marks brought up to date. */
function updatePage(text: string, what: Written, content: string): string {
    const marks = [`<!-- ${what}: written by npm run docs -->`, `<!-- /${what} -->`];
    const [begin, end] = marks.map(mark => text.indexOf(mark));
    if (begin < 0 || end < begin) throw new Error(`docs: a page lacks the lines "${marks[0]}" and "${marks[1]}". Put both where it shall stand.`);
    return `${text.slice(0, begin + marks[0].length)}\n${content}\n${text.slice(end)}`;
}

/** Pages that are not as the scripts have it; with `write` they are brought up to date. */
export async function outdatedPages(write: boolean): Promise<string[]> {
    const outdated: string[] = [];
    const put = async (file: string, text: string, updated: string) => {
        if (updated === text) return;
        outdated.push(file);
        if (write) await writeFile(file, updated);
    };
    const bring = async (page: string, what: Written, content: string) => {
        const text = await readFile(page, 'utf8');
        await put(page, text, updatePage(text, what, content));
    };
    for (const { name, attributes } of limberScripts) await bring(pageOf(name), 'attributes', attributeTable(attributes));
    await bring(SENTENCES_PAGE, 'sentences', sentenceLists());
    const { cost } = JSON.parse(await readFile(COST_FILE, 'utf8')) as CostFile;
    await bring(COST_PAGE, 'cost', costTable(cost));
    await put(COST_CHART, await readFile(COST_CHART, 'utf8').catch(() => ''), costChart(cost));
    return outdated;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
    const written = await outdatedPages(true);
    console.log(written.length > 0 ? `Wrote ${written.join(', ')}.` : 'The documentation is up to date.');
}
