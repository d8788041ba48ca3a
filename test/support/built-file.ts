import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compileFunction } from 'node:vm';

import type { Engine } from './app';
import { bundleEditorFile, minify, type Bundle } from '../../tools/bundle/bundle';
import { chooseScripts } from '../../tools/bundle/choose-scripts';

// The file that the Editor gets, as the contract tests see it: built once, run as text.

let bundle: Promise<Bundle> | null = null;

/** The text of build/limber.js, built from the sources as they are. */
export async function builtFile(): Promise<string> {
    bundle ??= bundleEditorFile(chooseScripts());
    return (await bundle).code;
}

/** dist/limber.min.js and its map. */
export async function smallFile(): Promise<Bundle> {
    await builtFile();
    return minify(await bundle!, 'limber.min.js');
}

/** Runs build/limber.js on an engine, as the Editor's launch page does: the scripts register with the engine's current application. */
export async function runBuiltFile(engine: Engine): Promise<void> {
    // compiled in this realm: the engine asks whether defaults are arrays of its own realm
    compileFunction(await builtFile(), ['pc'], { filename: 'build/limber.js' })(engine);
}

const { resolve } = createRequire(import.meta.url);

/** The text of an engine's classic build; `name` is an installed package. */
export function classicEngine(name: string): string {
    return readFileSync(join(dirname(resolve(name)), 'playcanvas.js'), 'utf8');
}
