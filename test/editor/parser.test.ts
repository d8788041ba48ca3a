import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';

import { expect } from 'chai';

import { builtFile, classicEngine } from '../support/built-file';
import { parseAsEditor } from '../support/editor-parser';
import { skipBecause } from '../support/skip';

// The Editor's own parser of classic scripts, as it stands in the front end: what it takes, our stand-in for it takes too.

/** What the worker answers. */
interface Answer {
    readonly scriptsInvalid: readonly string[];
    readonly scripts: Readonly<Record<string, { readonly attributesInvalid: readonly string[]; readonly attributesOrder: readonly string[]; readonly attributes: Readonly<Record<string, unknown>> }>>;
}

/** Runs the worker's text on a script; its answer as it comes through the message. */
function runWorker(worker: string, script: string): Answer {
    const texts: Readonly<Record<string, string>> = { engine: classicEngine('playcanvas'), script };
    let answer: unknown;
    const realm = createContext({
        navigator: { maxTouchPoints: 0, userAgent: '' }, location: {}, close() {},
        importScripts: (name: string) => runInContext(texts[name], realm, { filename: `${name}.js` }),
        postMessage(message: unknown) { answer = structuredClone(message); }
    });
    runInContext('var self = globalThis;', realm);
    runInContext(worker, realm, { filename: 'classic-script.worker.js' });
    runInContext('onmessage({ data: { url: \'script\', engine: \'engine\' } })', realm);
    return answer as Answer;
}

describe('the parser of the real Editor', () => {
    let worker = '';

    before(function () {
        const file = join(process.env.LIMBER_EDITOR ?? '', 'front.tgz');
        if (!process.env.LIMBER_EDITOR || !existsSync(file)) return skipBecause(this, 'needs the Editor in the folder that LIMBER_EDITOR names');
        worker = execFileSync('tar', ['xzOf', file, 'dist/js/classic-script.worker.js'], { encoding: 'utf8' });
    });

    it('takes every script and attribute of the built file, as our stand-in for it does', async () => {
        const text = await builtFile();
        const { scripts, scriptsInvalid } = runWorker(worker, text);
        expect(scriptsInvalid).to.deep.equal([]);
        const { scripts: ours } = parseAsEditor(classicEngine('playcanvas'), text);
        expect(Object.keys(scripts)).to.deep.equal(ours.map(({ name }) => name));
        for (const { name, attributes } of ours) {
            const { attributesInvalid, attributesOrder, attributes: theirs } = scripts[String(name)];
            expect(attributesInvalid, String(name)).to.deep.equal([]);
            expect(attributesOrder).to.deep.equal(attributes.map(attribute => attribute.name));
            for (const attribute of attributes) expect(JSON.stringify(theirs[String(attribute.name)])).to.equal(JSON.stringify(attribute.definition));
        }
    });

    it('tells of one wrong attribute at its script alone, for which the Editor refuses the file', async () => {
        const text = (await builtFile()).replace('mirror: { type: \'boolean\'', 'mirror: { type: \'bool\'');
        const { scripts, scriptsInvalid } = runWorker(worker, text);
        expect(scriptsInvalid).to.deep.equal([]);
        expect(Object.keys(scripts).filter(name => scripts[name].attributesInvalid.length > 0)).to.deep.equal(['animationMirror']);
    });
});
