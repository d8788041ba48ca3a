import { execFile } from 'node:child_process';

import { itOnce } from './support/skip';

/** What the compiler works on at the same points each time takes a process of its own; the other tests go on beside it. */
const PATIENCE = 30 * 60 * 1000;

/** Runs the command; rejects with what it printed when it fails. */
function run(...command: readonly [string, ...string[]]): Promise<void> {
    const [file, ...args] = command;
    return new Promise((done, reject) => {
        execFile(file, args, { maxBuffer: 1e8, shell: process.platform === 'win32' }, (error, stdout, stderr) => {
            if (error) reject(new Error(`${stdout}\n${stderr}`));
            else done();
        });
    });
}

describe('memory', () => {
    itOnce('is allocated by no script in a frame (npm run test:allocation)', async function () {
        this.timeout(PATIENCE);
        await run('npm', 'run', '--silent', 'test:allocation');
    });
});
