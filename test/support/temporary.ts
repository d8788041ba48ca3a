import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Files that a test writes for the engine to load.

let folder: string | null = null;

/** Path for a file of this process that is removed when the process ends. No two calls answer the same. */
export function temporaryFile(name: string): string {
    if (!folder) {
        const made = folder = mkdtempSync(join(tmpdir(), 'limber-'));
        process.once('exit', () => rmSync(made, { recursive: true, force: true }));
    }
    return join(mkdtempSync(join(folder, 'file-')), name);
}
