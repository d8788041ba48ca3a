import { dirname, resolve } from 'node:path';

import { minify as shorten } from 'rolldown/utils';
import { rollup, type OutputOptions, type Plugin } from 'rollup';
import typescript from 'typescript';

import { escapeLetters } from './ascii';
import { BANNER } from './banner';
import { declareSeparately, makeFields, markPure } from './droppable';
import { leaveTextsOut } from './leave-texts-out';
import { findOwnNames } from './own-names';

// The scripts as one file: readable for the Editor, small, or as a module.

/** Name of the module from which the Editor's file is made. It stands in no folder. */
const ENTRY = 'editor-file';

/** A file with the map that leads back to its sources. */
export interface Bundle {
    readonly code: string;
    readonly map: string;
}

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
    },
    // the map stays as it is: it leads to the right line
    renderChunk: code => ({ code: escapeLetters(code), map: null })
};

/** Lets bundlers leave out what is not imported. */
const droppable: Plugin = {
    name: 'droppable',
    transform: {
        // after the types are out
        order: 'post',
        handler: (code, id) => ({ code: makeFields(markPure(id === resolve('scripts/index.ts') ? declareSeparately(code) : code)), map: { mappings: '' } })
    }
};

/** A script's file and class, by its registered name: `perfectLookAt` is `PerfectLookAt` in `perfect-look-at.ts`. */
function partsOf(name: string): { file: string; script: string; table: string } {
    return {
        file: resolve('scripts', name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)),
        script: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
        table: `${name}Attributes`
    };
}

/** A module that registers scripts as soon as it is loaded. */
function entryOf(names: readonly string[]): Plugin {
    const lines = names.map((name) => {
        const { file, script, table } = partsOf(name);
        return `import { ${script}, ${table} } from ${JSON.stringify(`${file}.ts`)};\nregister(${script}, '${name}', ${table});`;
    });
    return textEntry([`import { register } from ${JSON.stringify(resolve('scripts/shell/register.ts'))};`, ...lines].join('\n'));
}

/** A module that stands in no file. */
function textEntry(code: string): Plugin {
    return {
        name: 'entry',
        resolveId: source => (source === ENTRY ? source : null),
        load: id => (id === ENTRY ? code : null)
    };
}

/** The text of one output file and its map. */
async function bundle(input: string, plugins: Plugin[], output: OutputOptions): Promise<Bundle> {
    const result = await rollup({ input, external: ['playcanvas'], plugins });
    const { output: [{ code, map }] } = await result.generate({ banner: BANNER, sourcemap: 'hidden', ...output });
    await result.close();
    return { code, map: map!.toString() };
}

/**
 * The Editor's file: a classic script that needs nothing but the global `pc`.
 *
 * @param names - Registered names of the scripts that it shall hold.
 */
export function bundleEditorFile(names: readonly string[]): Promise<Bundle> {
    return bundle(ENTRY, [entryOf(names), scripts], {
        file: 'dist/limber.js', format: 'iife', globals: { playcanvas: 'pc' }, generatedCode: 'es2015', indent: false, interop: 'esModule'
    });
}

/**
 * The module that the modules of single scripts import: the classes with their attributes, and what gives a class both. They stand in one object,
 * since the engine registers every class that a module of the Editor exports.
 *
 * @param names - Registered names of the scripts that it shall hold.
 */
export async function bundleCore(names: readonly string[]): Promise<string> {
    const members = names.map(name => `${name}: [${partsOf(name).script}, ${partsOf(name).table}]`);
    const imports = names.map(name => `import { ${partsOf(name).script}, ${partsOf(name).table} } from ${JSON.stringify(`${partsOf(name).file}.ts`)};`);
    const code = [`import { prepare } from ${JSON.stringify(resolve('scripts/shell/register.ts'))};`, ...imports, `export const limber = { prepare, scripts: { ${members.join(', ')} } };`].join('\n');
    return (await bundle(ENTRY, [textEntry(code), scripts], { file: 'dist/modules/limber-core.mjs', format: 'es' })).code;
}

/** The module of the package. */
export async function bundlePackage(): Promise<string> {
    const { code } = await bundle('scripts/index.ts', [droppable, scripts], { file: 'dist/limber.mjs', format: 'es' });
    return code;
}

/**
 * Makes a file small: without the texts that only the Editor shows, with short names of what only the pack knows. Its map leads to the sources.
 *
 * @param file - The readable one.
 * @param name - Name of the small one; the map has it too, with `.map`.
 */
export async function minify({ code, map }: Bundle, name: string): Promise<Bundle> {
    const inputMap = JSON.parse(map) as { sources: string[] };
    const { own, taken } = findOwnNames();
    const small = await shorten(name, leaveTextsOut(code), {
        module: false, compress: { target: 'es2022' }, codegen: { asciiOnly: true }, sourcemap: true, inputMap: inputMap as never,
        mangleProps: { include: new RegExp(`^(?:${own.join('|')})$`), reserved: taken }
    });
    if (small.errors.length > 0) throw new Error(small.errors[0].message);
    const top = `${BANNER}\n// For projects made in code: attributes have no titles and tooltips here. The Editor wants limber.js.\n`;
    // an empty line of the map for each line above the code
    const mappings = top.replace(/[^\n]+/g, '').replaceAll('\n', ';') + small.map!.mappings;
    return { code: `${top}${small.code}\n//# sourceMappingURL=${name}.map\n`, map: JSON.stringify({ ...small.map, mappings }) };
}
