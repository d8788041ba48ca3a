import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { compileFunction } from 'node:vm';

import type { Engine } from './app';
import { bundleEditorFile, bundlePackage, minify, type Bundle } from '../../tools/bundle/bundle';
import { chooseScripts } from '../../tools/bundle/choose-scripts';

// The file that the Editor gets, as the contract tests see it: built once for all processes of the tests, run as text.

const CACHE = 'node_modules/.cache/limber';

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

/** Milliseconds between two looks at what another process builds. */
const LOOK = 100;

/** Whether another process is building a file. If none is, this process takes it. */
function isBegunElsewhere(file: string): boolean {
    try {
        writeFileSync(file, `${process.pid}`, { flag: 'wx' });
        return false;
    } catch {
        try {
            return process.kill(Number(readFileSync(file, 'utf8')), 0);
        } catch {
            return false;
        }
    }
}

/** What is built of the sources as they are: by the first process that asks, the others wait for it. */
async function buildOnce<Built>(name: string, build: () => Promise<Built>): Promise<Built> {
    const file = join(CACHE, `${fingerprint()}-${name}.json`);
    mkdirSync(CACHE, { recursive: true });
    while (!existsSync(file) && isBegunElsewhere(`${file}.begun`)) await setTimeout(LOOK);
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Built;
    const built = await build();
    // whole or not at all: another process may read it meanwhile
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(built));
    renameSync(`${file}.${process.pid}`, file);
    return built;
}

const kept = new Map<string, Promise<unknown>>();

function keep<Built>(name: string, build: () => Promise<Built>): Promise<Built> {
    const found = kept.get(name) ?? buildOnce(name, build);
    kept.set(name, found);
    return found as Promise<Built>;
}

const readable = () => keep('limber.js', () => bundleEditorFile(chooseScripts()));

/** The text of build/limber.js, built from the sources as they are. */
export async function builtFile(): Promise<string> {
    return (await readable()).code;
}

/** dist/limber.min.js and its map. */
export function smallFile(): Promise<Bundle> {
    return keep('limber.min.js', async () => minify(await readable(), 'limber.min.js'));
}

/** dist/limber.mjs. */
export function builtPackage(): Promise<string> {
    return keep('limber.mjs', bundlePackage);
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
