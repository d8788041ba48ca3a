import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compileFunction } from 'node:vm';

import type { Engine } from './app';
import { bundleEditorFile, minify, type Bundle } from '../../tools/bundle/bundle';
import { chooseScripts } from '../../tools/bundle/choose-scripts';

// The file that the Editor gets, as the contract tests see it: built once for all processes of the tests, run as text.

const CACHE = 'node_modules/.cache/limber';

let bundle: Promise<Bundle> | null = null;

function filesBelow(folder: string): string[] {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts')).sort().map(name => join(folder, name));
}

/** A name that changes with the sources and with how they are bundled. */
function fingerprint(): string {
    const hash = createHash('sha256');
    for (const folder of ['scripts', 'tools/bundle']) {
        for (const file of filesBelow(folder)) hash.update(file).update(readFileSync(file));
    }
    return hash.digest('hex');
}

/** The bundle of the sources as they are; kept, so that the next process need not build it again. */
async function findBundle(): Promise<Bundle> {
    const file = join(CACHE, `${fingerprint()}.json`);
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
    const built = await bundleEditorFile(chooseScripts());
    mkdirSync(CACHE, { recursive: true });
    // whole or not at all: another process may read it meanwhile
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(built));
    renameSync(`${file}.${process.pid}`, file);
    return built;
}

/** The text of build/limber.js, built from the sources as they are. */
export async function builtFile(): Promise<string> {
    bundle ??= findBundle();
    return (await bundle).code;
}

/** dist/limber.min.js and its map. */
export async function smallFile(): Promise<Bundle> {
    await builtFile();
    return minify(await bundle!, 'limber.min.js');
}

/**
 * Runs a built file on an engine, as the Editor's launch page does: the scripts register with the engine's current application.
 *
 * @param engine - The engine.
 * @param text - The file; without it build/limber.js.
 */
export async function runBuiltFile(engine: Engine, text?: string): Promise<void> {
    // compiled in this realm: the engine asks whether defaults are arrays of its own realm
    compileFunction(text ?? await builtFile(), ['pc'], { filename: 'limber.js' })(engine);
}

const { resolve } = createRequire(import.meta.url);

/** The text of an engine's classic build; `name` is an installed package. */
export function classicEngine(name: string): string {
    return readFileSync(join(dirname(resolve(name)), 'playcanvas.js'), 'utf8');
}
