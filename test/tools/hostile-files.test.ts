import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';

import { expect } from 'chai';

import { checkRig } from '../../tools/check-rig';
import { HOSTILE_FILES, type HostileFile } from '../support/hostile-files';

/** Seconds of the processor after which everybody has the sentence. */
const SOON = 2;

describe('check-rig refuses with a sentence, soon', () => {
    let folder = '';

    before(async () => { folder = await mkdtemp(join(tmpdir(), 'limber-hostile-')); });

    after(() => rm(folder, { recursive: true }));

    async function expectRefused({ bytes, says }: HostileFile) {
        const path = join(folder, 'hostile.glb');
        await writeFile(path, await bytes());
        const [stdout, stderr] = [new PassThrough(), new PassThrough()];
        const before = process.cpuUsage();
        const code = await checkRig([path], stdout, stderr);
        const { user, system } = process.cpuUsage(before);
        const last = String(stderr.read()).trim().split('\n').pop()!;
        expect(last).to.match(/^\[check-rig\] "[^"]*hostile\.glb" /).and.match(says);
        expect(last.length).to.be.below(400);
        expect(code).to.equal(2);
        expect((user + system) / 1e6).to.be.below(SOON);
    }

    for (const file of HOSTILE_FILES) it(file.what, () => expectRefused(file));
});
