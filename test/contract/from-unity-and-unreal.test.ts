import { existsSync, readdirSync, readFileSync } from 'node:fs';

import { expect } from 'chai';

import * as limber from '../../scripts/index';
import type { AttributeDefinition } from '../../scripts/index';
import { ORIGINALS } from '../support/originals';

// The page for people who know the originals: each name of theirs has a line, and each of ours that stands there exists.

const PAGE = readFileSync('docs/from-unity-and-unreal.md', 'utf8');

interface Row {
    readonly there: string;
    readonly here: string;
}

/** The rows of the page by what they are about. */
const TABLES = new Map([...PAGE.matchAll(/^<!-- names: (.+) -->\n([\s\S]*?)^<!-- \/names -->$/gm)].map(([, title, table]) => {
    const rows = table.trim().split('\n').slice(2);
    return [title, rows.map((row): Row => {
        const [, there, here] = row.split('|').map(cell => cell.trim());
        return { there, here };
    })];
}));

/** Pages of the gallery; each has its name in the address. */
const PAGES = readdirSync('docs/demo/pages').filter(file => file !== 'index.ts');

const scriptOf = (name: string) => limber.limberScripts.find(script => script.name === name);

function hasMember(name: string, member: string): 'method' | 'value' | null {
    for (let at: object | null = scriptOf(name)!.script.prototype; at; at = Object.getPrototypeOf(at) as object | null) {
        const property = Object.getOwnPropertyDescriptor(at, member);
        if (property) return typeof property.value === 'function' ? 'method' : 'value';
    }
    return null;
}

/** The attribute or field of a row at `list.field`. */
function definitionAt(name: string, path: string): AttributeDefinition | undefined {
    const [attribute, field] = path.split('.');
    const definition = scriptOf(name)?.attributes[attribute];
    if (field === undefined) return definition;
    return definition?.type === 'json' ? definition.schema[field] : undefined;
}

function clipsOf(glb: string): string[] {
    const bytes = readFileSync(glb);
    const json = JSON.parse(bytes.toString('utf8', 20, 20 + bytes.readUInt32LE(12))) as { animations: { name: string }[] };
    return json.animations.map(({ name }) => name);
}

/** Whether there is what a word in code type of the right column names. */
function exists(word: string, row: string): boolean {
    let parts;
    if ((parts = /^\?page=([\w-]+)$/.exec(word))) return PAGES.includes(`${parts[1]}.ts`);
    if (/^(?:templates|docs)\//.test(word)) return existsSync(word);
    if ((parts = /^(\w+)\(\)$/.exec(word))) return typeof limber[parts[1] as keyof typeof limber] === 'function';
    if ((parts = /^(\w+)\.on\('([\w:]+)'\)$/.exec(word))) return scriptOf(parts[1]) !== undefined && Object.values(scriptOf(parts[1])!.script).includes(parts[2]);
    if ((parts = /^(\w+)\.(\w+)\(\)$/.exec(word))) return scriptOf(parts[1]) !== undefined && hasMember(parts[1], parts[2]) === 'method';
    if ((parts = /^(\w+)\.(\w+) = (\w+)$/.exec(word))) {
        const definition = definitionAt(parts[1], parts[2]) as { enum?: readonly object[] } | undefined;
        return definition?.enum?.some(choice => Object.values(choice).includes(parts![3])) ?? false;
    }
    if ((parts = /^(\w+)\.([\w.]+)$/.exec(word))) return definitionAt(parts[1], parts[2]) !== undefined || (scriptOf(parts[1]) !== undefined && hasMember(parts[1], parts[2]) === 'value');
    const files = [...row.matchAll(/`(templates\/[\w-]+\.glb)`/g)].map(([, file]) => file);
    return scriptOf(word) !== undefined || files.some(file => clipsOf(file).includes(word));
}

const wordsOf = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, word]) => word);

describe('from Unity and Unreal', () => {
    it('has a table for each original', () => {
        expect([...TABLES.keys()]).to.include.members(Object.keys(ORIGINALS));
    });

    for (const [title, names] of Object.entries(ORIGINALS)) {
        it(`${title}: holds every name of the original once, and no other`, () => {
            expect(TABLES.get(title)!.map(({ there }) => there)).to.have.members(names);
        });
    }

    for (const title of TABLES.keys()) {
        it(`${title}: names what exists, or says why there is no such thing`, () => {
            for (const { there, here } of TABLES.get(title)!) {
                const words = wordsOf(here);
                for (const word of words) expect(exists(word, here), `${there}: "${word}"`).to.equal(true);
                if (words.length === 0) expect(here, there).to.match(/^Not (?:needed|here|a setting).{25,}/);
            }
        });
    }

    it('notices names that are not there', () => {
        const wrong = [
            'perfectLookAt.targetObjects', 'perfectLookAt.lookAtBones.bones', 'perfectLookAt.setWeight()', 'lookAt', '?page=look-at', 'templates/dog.json', 'loadGraph()',
            'hitReactions.on(\'hits\')', 'animationMirror.mirrorAxisRot = w', 'perfectLookAt.refresh', 'limber.weight'
        ];
        for (const word of wrong) expect(exists(word, word), word).to.equal(false);
        expect(exists('wind', 'clip `wind` of `templates/motions-people.glb`')).to.equal(false);
    });
});
