import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';

import { expect } from 'chai';

import { checkRig } from '../../tools/check-rig';
import { HOSTILE_FILES, type HostileFile } from '../support/hostile-files';

/**
 * The longest head that is read, and how many times as long as that takes alone everybody waits for the sentence: the machine may be busy
 * with something else.
 */
const LONGEST_HEAD = 64e6;
const SOON = 3;

/** Seconds of the processor in which something is done. */
async function secondsFor(act: () => unknown): Promise<number> {
    const before = process.cpuUsage();
    await act();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
}

describe('check-rig refuses with a sentence, soon', () => {
    let folder = '', soon = 0;

    before(async () => {
        folder = await mkdtemp(join(tmpdir(), 'limber-hostile-'));
        const node = '{"name":"node 123456","translation":[123456,0,0]}';
        const head = `{"nodes":[${new Array(Math.floor(LONGEST_HEAD / (node.length + 1))).fill(node).join()}]}`;
        soon = SOON * await secondsFor(() => JSON.parse(head));
    });

    after(() => rm(folder, { recursive: true }));

    async function expectRefused({ bytes, says }: HostileFile) {
        const path = join(folder, 'hostile.glb');
        await writeFile(path, await bytes());
        const [stdout, stderr] = [new PassThrough(), new PassThrough()];
        let code = 0;
        const seconds = await secondsFor(async () => { code = await checkRig([path], stdout, stderr); });
        const last = String(stderr.read()).trim().split('\n').pop()!;
        expect(last).to.match(/^\[check-rig\] "[^"]*hostile\.glb" /).and.match(says);
        expect(last.length).to.be.below(400);
        expect(code).to.equal(2);
        expect(seconds).to.be.below(soon);
    }

    for (const file of HOSTILE_FILES) it(file.what, () => expectRefused(file));
});
