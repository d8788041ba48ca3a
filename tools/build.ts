import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { rollup, type OutputOptions, type Plugin, type RollupOptions } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import typescript from 'typescript';

// Builds what people use: build/limber.js for the Editor, dist/limber.mjs with its types for projects made in code.

const BANNER = '// Limber: procedural character animation for PlayCanvas.';

/** Takes the types out, file by file, and leaves the comments in. The types themselves are checked by `npm run lint`. */
const scripts: Plugin = {
    name: 'scripts',
    resolveId(source, importer) {
        return importer && source.startsWith('.') ? `${resolve(dirname(importer), source)}.ts` : null;
    },
    transform(code, id) {
        const { ES2022: target } = typescript.ScriptTarget;
        const { ESNext: module } = typescript.ModuleKind;
        // with defined class fields, a field would hide the attribute of its name
        const compilerOptions = { target, module, useDefineForClassFields: false, sourceMap: true };
        const { outputText, sourceMapText } = typescript.transpileModule(code, { compilerOptions, fileName: id });
        return { code: outputText.replace(/\/\/# sourceMappingURL.*/, ''), map: sourceMapText };
    }
};

/** Writes one output file; answers its text. */
async function write(file: string, input: RollupOptions, output: OutputOptions): Promise<string> {
    const bundle = await rollup({ external: ['playcanvas'], ...input });
    const { output: [{ code }] } = await bundle.generate(output);
    await bundle.close();
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, code);
    return code;
}

/** Writes the Editor's file, a plain script that needs nothing but the global `pc`; answers its text. */
export function buildEditorFile(): Promise<string> {
    const output: OutputOptions = { format: 'iife', globals: { playcanvas: 'pc' }, banner: BANNER, generatedCode: 'es2015' };
    return write('build/limber.js', { input: 'scripts/bundle.ts', plugins: [scripts] }, output);
}

/** Writes the package part of dist/: the module and its types. */
async function buildPackage(): Promise<void> {
    await write('dist/limber.mjs', { input: 'scripts/index.ts', plugins: [scripts] }, { format: 'es', banner: BANNER });
    const types = dts({ tsconfig: 'tsconfig.json', compilerOptions: { paths: {} } });
    await write('dist/limber.d.ts', { input: 'scripts/index.ts', plugins: [types] }, { format: 'es' });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    await rm('build', { recursive: true, force: true });
    await buildEditorFile();
    await buildPackage();
}
