import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';

import { expect } from 'chai';
import * as engine from 'playcanvas';

import { limberScripts } from '../../scripts/index';
import { bundleEditorFile } from '../../tools/bundle/bundle';
import { chooseScripts } from '../../tools/bundle/choose-scripts';
import { leaveTextsOut } from '../../tools/bundle/leave-texts-out';
import { createApp } from '../support/app';
import { builtFile, classicEngine, runBuiltFile, smallFile } from '../support/built-file';
import { parseAsEditor } from '../support/editor-parser';
import { checkEditorRules } from '../support/editor-rules';
import { itFull } from '../support/skip';

const SCRIPTS = limberScripts.map(({ name }) => name);

/** Two of the scripts, as somebody names them who wants no more. */
const TWO = ['footPlacementStates', 'perfectLookAt'];

/** The Editor's files: what makes the text, and the scripts that it registers. */
const FILES: [string, () => Promise<string>, string[]][] = [
    ['build/limber.js', builtFile, SCRIPTS],
    ['dist/limber.min.js', async () => (await smallFile()).code, SCRIPTS],
    ['a file of two scripts', async () => (await bundleEditorFile(chooseScripts(TWO.join()))).code, SCRIPTS.filter(name => TWO.includes(name))]
];

/** A global object with nothing but the language and `pc`. */
function bareContext(pc: unknown): object {
    const context = createContext({ pc });
    // the one thing that Node's contexts have beyond the language
    runInContext('delete globalThis.console', context);
    return context;
}

for (const [file, build, names] of FILES) {
    describe(file, () => {
        let text = '';

        before(async () => {
            text = await build();
        });

        it('loads where nothing but a global pc exists: no page, no console, no network', () => {
            const registered: string[] = [];
            const registerScript = (_script: unknown, name: string) => registered.push(name);
            const context = bareContext({ ...engine, registerScript });
            const globals = () => runInContext('Object.getOwnPropertyNames(globalThis)', context);
            const before = globals();
            runInContext(text, context);
            expect(registered).to.deep.equal(names);
            expect(globals(), 'leaves no global behind').to.deep.equal(before);
        });

        it('is the same on a page that takes it for another charset than UTF-8', () => {
            const registered: string[] = [];
            const registerScript = (_script: unknown, name: string) => registered.push(name);
            runInContext(Buffer.from(text).toString('latin1'), bareContext({ ...engine, registerScript }));
            expect(registered).to.deep.equal(names);
            expect(Buffer.from(text).findIndex(byte => byte > 127), 'letters beyond ASCII').to.equal(-1);
        });

        it('begins with what it is, and with its license', () => {
            expect(text).to.match(/^\/\/ Limber: procedural character animation for PlayCanvas\.\n\/\/ Copyright \(c\) \d{4} The Limber authors\. MIT License\.\n/);
        });

        it('is a classic script: no import and no export', () => {
            expect(text).not.to.match(/^\s*(import|export)\b/m);
            expect(text).not.to.match(/\bimport\s*\(/);
        });

        it('registers in the Editor\'s parser, which has no application, with the oldest and the newest engine', () => {
            for (const version of ['playcanvas-1.77', 'playcanvas']) {
                const declarations = parseAsEditor(classicEngine(version), text);
                const { scripts, early } = declarations;
                expect(scripts.map(({ name }) => name), version).to.deep.equal(names);
                expect(early, version).to.deep.equal([]);
                expect(checkEditorRules(declarations), version).to.deep.equal([]);
            }
        });
    });
}

describe('build/limber.js', () => {
    it('would be caught reaching for the page', () => {
        const reaching = (what: string) => () => runInContext(what, bareContext({}));
        for (const name of ['window', 'document', 'console', 'fetch', 'XMLHttpRequest', 'setTimeout', 'process']) {
            expect(reaching(name), name).to.throw('is not defined');
        }
    });

    it('stays readable: comments are kept, lines are short', async () => {
        const text = await builtFile();
        expect(text).to.include('@example');
        expect(text, 'nothing is indented by the function around all').to.match(/^class PerfectLookAt /m);
        const longest = Math.max(...text.split('\n').map(line => line.length));
        expect(longest).to.be.below(300);
    });

    it('registers with an application', async () => {
        const app = createApp();
        await runBuiltFile(engine);
        for (const name of SCRIPTS) expect(app.scripts.has(name), name).to.equal(true);
        app.destroy();
    });
});

/** Bytes of the small file, and of it gzipped: 1 % more than now. Hands that reach, hold with their fingers and aim are twenty-seven thousand of them. */
const MOST_BYTES = 832_000;
const MOST_ZIPPED = 299_000;

describe('dist/limber.min.js', () => {
    it('leaves out the texts of the inspector, and nothing that moves the code', () => {
        const code = 'const a = { oneTwo: { type: \'json\', schema: { b: { type: \'number\', description: \'It is.\' } }, title: "One Two", description: `Long.` } };\nsay({ description: \'kept\' });';
        const small = leaveTextsOut(code);
        expect(small).to.have.length(code.length);
        expect(small.replace(/ +/g, ' ')).to.match(/^const a = \{ oneTwo: \{ type: 'json', schema: \{ b: \{ type: 'number', \} \}, \} \};\n/);
        expect(small.split('\n')[1]).to.equal(code.split('\n')[1]);
    });

    it('keeps titles that say more than the name', () => {
        const code = 'const a = { coolDown: { type: \'number\', title: \'Cool-down\' }, halfLife: { type: \'number\', title: \'Half Life\' } };';
        expect(leaveTextsOut(code).replace(/ +/g, ' ')).to.equal('const a = { coolDown: { type: \'number\', title: \'Cool-down\' }, halfLife: { type: \'number\', } };');
    });

    itFull('is small, and its map leads to the sources', async function () {
        const { code, map } = await smallFile();
        expect(code.length).to.be.below(0.5 * (await builtFile()).length);
        this.test!.title += ` (${(code.length / 1000).toFixed(0)} KB, ${(gzipSync(code, { level: 9 }).length / 1000).toFixed(0)} KB gzipped)`;
        expect(code.length).to.be.below(MOST_BYTES);
        expect(gzipSync(code, { level: 9 }).length).to.be.below(MOST_ZIPPED);
        expect(code).to.match(/\n\/\/# sourceMappingURL=limber\.min\.js\.map\n$/);
        const { sources, sourcesContent } = JSON.parse(map) as { sources: string[]; sourcesContent: string[] };
        // one word of the last line of code
        const lines = code.split('\n'), word = 'rotateAroundUpVectorWeight:', line = lines.findIndex(text => text.includes(word));
        const place = new SourceMap(JSON.parse(map)).findEntry(line, lines[line].indexOf(word)) as { originalSource: string, originalLine: number };
        expect(place.originalSource).to.equal('../scripts/perfect-look-at/attributes.ts');
        expect(readFileSync('scripts/perfect-look-at/attributes.ts', 'utf8').split('\n')[place.originalLine]).to.include(word);
        // the map stands in dist
        const at = sources.indexOf('../scripts/perfect-look-at.ts');
        expect(sourcesContent[at]).to.equal(readFileSync('scripts/perfect-look-at.ts', 'utf8'));
        expect(sources.filter(source => !source.startsWith('../scripts/') && source !== '../editor-file')).to.deep.equal([]);
    });
});

describe('the scripts that a build holds', () => {
    it('are all, or those that are named, in the order of effect', () => {
        expect(chooseScripts()).to.deep.equal(SCRIPTS);
        expect(chooseScripts('mecFootPlacer, perfectLookAt')).to.deep.equal(['perfectLookAt', 'mecFootPlacer']);
    });

    for (const list of ['perfectLookat', 'perfectLookAt,feet', '', ',']) {
        it(`are told in one sentence when they are named "${list}"`, () => {
            expect(() => chooseScripts(list)).to.throw(/^(There is no script "(perfectLookat|feet)"|No script is named)\. Name some of (\w+, )*perfectLookAt, mecFootPlacer, /);
        });
    }
});
