import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import { minify } from './bundle/bundle';
import { buildEditorFile } from './bundle/editor-file';

// Builds what people use: build/limber.js for the Editor, and in dist/ the same file small, the package for projects made in code with
// its types, the installer for the Editor, and the gallery. With `--scripts perfectLookAt,mecFootPlacer` the Editor's file alone, with those only.

function tell(file: string, text: string) {
    console.log(`${file}  ${Math.round(Buffer.byteLength(text) / 1024)} KB`);
}

async function write(file: string, text: string): Promise<void> {
    await writeFile(file, text);
    tell(file, text);
}

/** Writes the package, the installer and the gallery. What they need takes long to load. */
async function buildRest(script: string): Promise<void> {
    const [{ bundlePackage }, { buildTypes }, { bundleInstaller }, vite] = await Promise.all([
        import('./bundle/bundle'), import('./bundle/types'), import('./bundle/installer'), import('vite')
    ]);
    await write('dist/limber.mjs', await bundlePackage());
    await write('dist/limber.d.ts', await buildTypes());
    await write('dist/install.js', await bundleInstaller(script));
    await vite.build({ root: 'docs/demo' });
}

try {
    const { values: { scripts } } = parseArgs({ options: { scripts: { type: 'string' } } });
    const readable = await buildEditorFile(scripts);
    tell('build/limber.js', readable.code);
    const small = await minify(readable, 'limber.min.js');
    await mkdir('dist', { recursive: true });
    await write('dist/limber.min.js', small.code);
    await write('dist/limber.min.js.map', small.map);
    if (scripts === undefined) await buildRest(readable.code);
} catch (error) {
    console.error(`[build] ${(error as Error).message}`);
    process.exitCode = 1;
}
