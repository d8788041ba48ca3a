import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath, URL } from 'node:url';
import { isMainThread } from 'node:worker_threads';

import { transform } from 'esbuild';

// Lets Node run the TypeScript of this project: `node --import ./tools/typescript.mjs FILE.ts`.
//
// esbuild takes the types out of each module as it is loaded. tsx, which does the same, also wraps every function that is created in a call that
// keeps its name, nested ones each time anew: tests took 1.8 times as long. Limits: the modules of this project alone, no `require` of TypeScript.

const OPTIONS = {
    loader: 'ts', format: 'esm', target: 'node20', sourcemap: 'inline',
    // with defined class fields, a field would hide the attribute of its name
    tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } }
};

/** Imports of TypeScript leave the ending out; a folder stands for its index. */
const ENDINGS = ['.ts', '/index.ts'];

// this module is its own hooks, which Node loads in a thread of their own
if (isMainThread) register(import.meta.url);

export function resolve(specifier, context, next) {
    if (!/^\.\.?\//.test(specifier)) return next(specifier, context);
    for (const ending of ENDINGS) {
        const url = new URL(`${specifier}${ending}`, context.parentURL);
        if (existsSync(url)) return { url: url.href, format: 'module', shortCircuit: true };
    }
    return next(specifier, context);
}

export async function load(url, context, next) {
    if (!url.endsWith('.ts')) return next(url, context);
    const file = fileURLToPath(url);
    const { code } = await transform(await readFile(file, 'utf8'), { ...OPTIONS, sourcefile: file });
    return { format: 'module', source: code, shortCircuit: true };
}
