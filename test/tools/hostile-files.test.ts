import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';

import { expect } from 'chai';
import { GraphNode } from 'playcanvas';

import { checkRig } from '../../tools/check-rig';
import { HOSTILE_FILES, type HostileFile } from '../support/hostile-files';
import { itFull } from '../support/skip';

/** Letters of the longest head that is read. */
const LONGEST_HEAD = 64e6;

/** Files that take a second to write. */
const LARGE = ['a million nodes', 'a head of a hundred megabytes'];

describe('check-rig refuses with a sentence, before any work', () => {
    const { parse } = JSON;
    const { addChild } = GraphNode.prototype;
    /** What was done with a bad file: letters that were read as JSON, nodes that the engine made of it. */
    let letters = 0, nodes = 0;
    let folder = '';

    before(async () => { folder = await mkdtemp(join(tmpdir(), 'limber-hostile-')); });

    beforeEach(() => {
        JSON.parse = (text: string, ...rest) => {
            letters += text.length;
            return parse(text, ...rest);
        };
        GraphNode.prototype.addChild = function (node) {
            nodes++;
            addChild.call(this, node);
        };
    });

    afterEach(() => {
        JSON.parse = parse;
        GraphNode.prototype.addChild = addChild;
    });

    after(() => rm(folder, { recursive: true }));

    async function expectRefused({ bytes, says }: HostileFile) {
        const path = join(folder, 'hostile.glb');
        await writeFile(path, await bytes());
        const [stdout, stderr] = [new PassThrough(), new PassThrough()];
        letters = nodes = 0;
        const code = await checkRig([path], stdout, stderr);
        const last = String(stderr.read()).trim().split('\n').pop()!;
        expect(last).to.match(/^\[check-rig\] "[^"]*hostile\.glb" /).and.match(says);
        expect(last.length).to.be.below(400);
        expect(code).to.equal(2);
        expect(letters, 'read once').to.be.at.most(LONGEST_HEAD);
        expect(nodes, 'nodes of the engine').to.equal(0);
    }

    for (const file of HOSTILE_FILES) (LARGE.includes(file.what) ? itFull : it)(file.what, () => expectRefused(file));
});
