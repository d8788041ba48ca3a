import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import ts from 'typescript';

// The examples of the documentation: in the pages between ```ts and ```, one that is a whole file with its name, in the types after @example. They are compiled as a user's
// files, under strict TypeScript, against the types of the package.

export interface Snippet {
    /** Where it stands: file and line. */
    readonly place: string;
    readonly code: string;
}

/** What the examples take for granted, each by its type. */
const WORLD = `
import type * as pc from 'playcanvas';
import type * as limber from 'limber';
declare global {
    const app: pc.AppBase;
    const hero: pc.Entity, fan: pc.Entity, dancer: pc.Entity, ball: pc.Entity, player: pc.Entity, guard: pc.Entity, shopkeeper: pc.Entity, mark: pc.Entity, handle: pc.Entity, hammer: pc.Entity, rifle: pc.Entity, muzzle: pc.Entity;
    const hit: pc.RaycastResult, direction: pc.Vec3;
    const look: limber.PerfectLookAt, placer: limber.MecFootPlacer, ragdoll: limber.ActiveRagdoll, hands: limber.HandPlacer;
    const locomotion: limber.Locomotion, controls: limber.PlayerControls, budget: limber.LimberBudget;
    const positions: number[], indices: number[];
    const fallSpeed: number, landClip: pc.Asset, windmillClip: pc.Asset, overlay: limber.AdditiveOverlay, walkTrack: pc.AnimTrack;
    const json: object, heroJson: pc.Asset;
    const terrain: { heightAt(x: number, z: number): number; triangleAt(x: number, z: number): number };
    function smile(): void;
    function greet(): void;
    function openDoor(): void;
    function playStep(foot: string): void;
    function playSound(place: pc.Vec3, speed: number): void;
    function raiseDust(foot: string): void;
}`;

const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length;

function snippetsOfPage(file: string): Snippet[] {
    const text = readFileSync(file, 'utf8');
    return [...text.matchAll(/^```ts(?: \S+)?\n([\s\S]*?)^```/gm)].map(match => ({ place: `${file}:${lineOf(text, match.index)}`, code: match[1] }));
}

/** The examples in the comments of the package's types. */
function snippetsOfTypes(types: string): Snippet[] {
    return [...types.matchAll(/^ *\* @example\n((?: *\*(?! @|\/).*\n)+)/gm)].map(match => ({
        place: `limber.d.ts:${lineOf(types, match.index)}`,
        code: match[1].replace(/^ *\* ?/gm, '')
    }));
}

/**
 * Every example that is for users: of the pages, but for the one about the inside of the pack, and of the types.
 *
 * @param types - Text of dist/limber.d.ts.
 */
export function findSnippets(types: string): Snippet[] {
    const pages = readdirSync('docs').filter(file => file.endsWith('.md') && file !== 'architecture.md').sort();
    return [...['README.md', ...pages.map(file => `docs/${file}`)].flatMap(snippetsOfPage), ...snippetsOfTypes(types)];
}

/** Adds the imports that an example leaves out: names of the package or the engine that it uses. */
function complete(code: string, exported: Record<string, readonly string[]>): string {
    const imports = Object.entries(exported).map(([module, names]) => {
        const used = names.filter(name => new RegExp(`\\b${name}\\b`).test(code) && !new RegExp(`import [^;]*\\b${name}\\b`).test(code));
        return used.length > 0 ? `import { ${used.join(', ')} } from '${module}';` : '';
    });
    return `${imports.join('')}export {};\n${code}`;
}

/**
 * Compiles examples.
 *
 * @param snippets - The examples.
 * @param types - Text of dist/limber.d.ts.
 * @returns The compiler's sentences, each with the place of the example.
 */
export function compileSnippets(snippets: readonly Snippet[], types: string): string[] {
    const folder = resolve('dist/snippets');
    const listed = [...types.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, list]) => list.split(','));
    const limber = listed.map(name => name.trim().replace(/^type /, '').replace(/^\w+ as /, '')).filter(name => !/Attributes$/.test(name));
    const exported = { limber, playcanvas: ['Vec2', 'Vec3', 'Entity', 'GraphNode', 'ScriptType'] };
    const files = new Map([[`${folder}/limber.d.ts`, types], [`${folder}/world.d.ts`, WORLD]]);
    snippets.forEach(({ code }, i) => files.set(`${folder}/${i}.ts`, complete(code, exported)));
    const options: ts.CompilerOptions = {
        strict: true, noEmit: true, skipLibCheck: true, types: [], target: ts.ScriptTarget.ES2022, lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
        module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, paths: { limber: [`${folder}/limber.d.ts`] }
    };
    const host = ts.createCompilerHost(options);
    const { fileExists, readFile, getSourceFile } = host;
    host.fileExists = file => files.has(file) || fileExists(file);
    host.readFile = file => files.get(file) ?? readFile(file);
    host.getSourceFile = (file, version, ...rest) => {
        const text = files.get(file);
        return text === undefined ? getSourceFile(file, version, ...rest) : ts.createSourceFile(file, text, version);
    };
    const program = ts.createProgram([...files.keys()], options, host);
    const own = program.getSourceFiles().filter(({ fileName }) => files.has(fileName));
    return own.flatMap((source) => {
        const place = snippets[Number(/(\d+)\.ts$/.exec(source.fileName)?.[1])]?.place ?? source.fileName.slice(folder.length + 1);
        return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
        .map(({ messageText }) => `${place}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
    });
}
