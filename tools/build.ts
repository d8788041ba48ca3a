import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { minify } from './bundle/bundle';
import { buildEditorFile } from './bundle/editor-file';

// Builds what people use: build/limber.js for the Editor, and in dist/ the same file small, the package for projects made in code with
// its types, the installer for the Editor, and the site with the gallery in it. With `--scripts perfectLookAt,mecFootPlacer` the Editor's file alone, with those only;
// with `--modules` the scripts as modules alone; with `--base /limber/` for a site that stands in that folder of its host.

function tell(file: string, text: string) {
    console.log(`${file}  ${Math.round(Buffer.byteLength(text) / 1024)} KB`);
}

async function write(file: string, text: string): Promise<void> {
    await writeFile(file, text);
    tell(file, text);
}

/** Writes the package, the installer, the site, and the gallery in it. What they need takes long to load. */
async function buildRest(script: string, base: string): Promise<void> {
    const [{ bundlePackage }, { buildTypes }, { bundleInstaller }, { buildSite }, vite] = await Promise.all([
        import('./bundle/bundle'), import('./bundle/types'), import('./bundle/installer'), import('./site'), import('vite')
    ]);
    await write('dist/limber.mjs', await bundlePackage());
    const types = await buildTypes();
    await write('dist/limber.d.ts', types);
    await write('dist/install.js', await bundleInstaller(script));
    // it empties its folder, and comes first
    await buildSite(types, { outDir: resolve('dist/site'), base });
    await vite.build({ root: 'docs/demo' });
}

/** Writes one module a script, and the core that they share. */
async function writeModules(list?: string): Promise<void> {
    const [{ bundleCore }, { chooseScripts }, { CORE, makeModules }] = await Promise.all([
        import('./bundle/bundle'), import('./bundle/choose-scripts'), import('./bundle/modules')
    ]);
    const names = chooseScripts(list);
    await mkdir('dist/modules', { recursive: true });
    for (const [file, text] of [[CORE, await bundleCore(names)], ...makeModules(names)]) await write(`dist/modules/${file}`, text);
}

async function build(scripts: string | undefined, base: string): Promise<void> {
    const readable = await buildEditorFile(scripts);
    tell('build/limber.js', readable.code);
    const small = await minify(readable, 'limber.min.js');
    await mkdir('dist', { recursive: true });
    await write('dist/limber.min.js', small.code);
    await write('dist/limber.min.js.map', small.map);
    if (scripts === undefined) await buildRest(readable.code, base);
}

try {
    const { values: { scripts, modules, base } } = parseArgs({
        options: { scripts: { type: 'string' }, modules: { type: 'boolean', default: false }, base: { type: 'string', default: '/' } }
    });
    await (modules ? writeModules(scripts) : build(scripts, base));
} catch (error) {
    console.error(`[build] ${(error as Error).message}`);
    process.exitCode = 1;
}
