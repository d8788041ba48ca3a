import { createContext, runInContext } from 'node:vm';

import { expect } from 'chai';
import * as engine from 'playcanvas';

import { createApp } from '../support/app';
import { builtFile, classicEngine, runBuiltFile } from '../support/built-file';
import { parseAsEditor } from '../support/editor-parser';

/** Scripts that the file registers. */
const SCRIPTS = ['perfectLookAt', 'mecFootPlacer', 'footPlacementStates', 'activeRagdoll'];

/** A global object with nothing but the language and `pc`. */
function bareContext(pc: unknown): object {
    const context = createContext({ pc });
    // the one thing that Node's contexts have beyond the language
    runInContext('delete globalThis.console', context);
    return context;
}

describe('build/limber.js', () => {
    let text = '';

    before(async () => {
        text = await builtFile();
    });

    it('loads where nothing but a global pc exists: no page, no console, no network', () => {
        const registered: string[] = [];
        const registerScript = (_script: unknown, name: string) => registered.push(name);
        const context = bareContext({ ...engine, registerScript });
        const globals = () => runInContext('Object.getOwnPropertyNames(globalThis)', context);
        const before = globals();
        runInContext(text, context);
        expect(registered).to.deep.equal(SCRIPTS);
        expect(globals(), 'leaves no global behind').to.deep.equal(before);
    });

    it('would be caught reaching for the page', () => {
        const reaching = (what: string) => () => runInContext(what, bareContext({}));
        for (const name of ['window', 'document', 'console', 'fetch', 'XMLHttpRequest', 'setTimeout', 'process']) {
            expect(reaching(name), name).to.throw('is not defined');
        }
    });

    it('is a classic script: no import and no export', () => {
        expect(text).not.to.match(/^\s*(import|export)\b/m);
        expect(text).not.to.match(/\bimport\s*\(/);
    });

    it('stays readable: comments are kept, lines are short', () => {
        expect(text).to.include('@example');
        const longest = Math.max(...text.split('\n').map(line => line.length));
        expect(longest).to.be.below(300);
    });

    it('registers in the Editor\'s parser, which has no application, with the oldest and the newest engine', () => {
        for (const version of ['playcanvas-1.77', 'playcanvas']) {
            const { scripts, early } = parseAsEditor(classicEngine(version), text);
            expect(scripts.map(({ name }) => name), version).to.deep.equal(SCRIPTS);
            expect(early, version).to.deep.equal([]);
        }
    });

    it('registers with an application', async () => {
        const app = createApp();
        await runBuiltFile(engine);
        for (const name of SCRIPTS) expect(app.scripts.has(name), name).to.equal(true);
        app.destroy();
    });
});
