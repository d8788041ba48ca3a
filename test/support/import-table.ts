import { dirname, join } from 'node:path/posix';

import ts from 'typescript';

// Who may import whom, as a table. A file's room tells what it may touch.

/** A room of the project and what its files may import. */
interface Room {
    readonly name: string;
    /** Which files stand in it, by their path from the top of the project. */
    readonly files: RegExp;
    /** Names of the rooms that it may import. */
    readonly rooms: readonly string[];
    /** Packages that it may import; null: any. */
    readonly packages: readonly string[] | null;
    /** What to do in place of a forbidden import. */
    readonly instead: string;
}

const FREE = /./;
/** What may know bones: each of these rooms imports those before it. */
const BONES = ['core', 'pose', 'skin', 'rig'];
const DOORS = [...BONES, 'mirror', 'anim', 'physics', 'feet', 'debug', 'shell'];

/** The first room that fits a file is its room. */
export const ROOMS: readonly Room[] = [
    {
        name: 'core', files: /^scripts\/core\//, rooms: ['core'], packages: ['playcanvas'],
        instead: 'Take the values as arguments: solvers are pure and know no bones, clips or entities'
    },
    {
        name: 'pose', files: /^scripts\/pose\//, rooms: ['core', 'pose'], packages: ['playcanvas'],
        instead: 'Pass in what is needed: a pose is read and written without knowing who is what'
    },
    {
        name: 'skin', files: /^scripts\/skin\//, rooms: ['core', 'pose', 'skin'], packages: ['playcanvas'],
        instead: 'Pass in what is needed: skin tells where vertices lie and what carries them, not which bone is what'
    },
    {
        name: 'rig', files: /^scripts\/rig\//, rooms: BONES, packages: ['playcanvas'],
        instead: 'Pass in what is needed, or move what is pure to core'
    },
    {
        name: 'mirror', files: /^scripts\/mirror\//, rooms: [...BONES, 'mirror'], packages: ['playcanvas'],
        instead: 'Pass in what is needed, or move what is pure to core'
    },
    {
        name: 'anim', files: /^scripts\/anim\//, rooms: [...BONES, 'mirror', 'anim'], packages: ['playcanvas'],
        instead: 'Pass in what is needed, or move what is pure to core'
    },
    {
        name: 'feet', files: /^scripts\/feet\//, rooms: [...BONES, 'mirror', 'anim', 'physics', 'feet'], packages: ['playcanvas'],
        instead: 'Pass in what is needed: feet know bones, clips and ground, and no script'
    },
    {
        name: 'physics', files: /^scripts\/physics\//, rooms: ['core', 'physics'], packages: ['playcanvas'],
        instead: 'Pass in what is needed, or move what is pure to core'
    },
    {
        name: 'debug', files: /^scripts\/debug\//, rooms: ['core', 'debug'], packages: ['playcanvas'],
        instead: 'Let the script hand over what its solver saw: drawing reads plain data'
    },
    {
        name: 'shell', files: /^scripts\/shell\//, rooms: [...BONES, 'mirror', 'anim', 'shell'], packages: ['playcanvas'],
        instead: 'Pass in what is needed: the life of a script, attribute tables, registration and problems are the same for every script'
    },
    {
        name: 'entry', files: /^scripts\/index\.ts$/, rooms: [...DOORS, 'script', 'entry'], packages: ['playcanvas'],
        instead: 'Export only what stands in scripts/'
    },
    {
        // a script and the folder of its own name
        name: 'script', files: /^scripts\/[^/]+(?:\.ts$|\/)/, rooms: DOORS, packages: ['playcanvas'],
        instead: 'Ask the entity for another script (entity.script.get) or listen to its event; move what two scripts share to the room that owns it'
    },
    {
        name: 'demo', files: /^docs\/demo\//, rooms: ['demo', 'files'], packages: null,
        instead: 'Import from \'limber\', as users do; export there what is missing'
    },
    {
        name: 'templates', files: /^templates\//, rooms: ['templates'], packages: ['limber'],
        instead: 'Import from \'limber\', as users do; export there what is missing'
    },
    {
        name: 'files', files: /^tools\/glb\//, rooms: ['files'],
        packages: ['@gltf-transform/core', '@gltf-transform/extensions', '@gltf-transform/functions', 'meshoptimizer/decoder', 'draco3dgltf', 'node:fs/promises'],
        instead: 'Pass in what is needed: files are read before there is an engine, in Node and in the browser'
    },
    { name: 'tools and tests', files: FREE, rooms: [], packages: null, instead: '' }
];

/** The engine's types that core may use in helpers of a set-up. */
const MATH_TYPES = ['math', 'Color', 'Mat3', 'Mat4', 'Quat', 'Vec2', 'Vec3', 'Vec4'];

/** An import of a file, or a re-export. */
interface Import {
    readonly from: string;
    /** Imported names; `*` for the whole module. */
    readonly names: string[];
    /** Whether nothing but types is imported. */
    readonly typesOnly: boolean;
}

function namesOf(clause: ts.ImportClause | ts.NamedExportBindings | undefined): string[] {
    const bindings = clause && ts.isImportClause(clause) ? clause.namedBindings : clause;
    if (!bindings || !(ts.isNamedImports(bindings) || ts.isNamedExports(bindings))) return ['*'];
    return bindings.elements.map(element => (element.propertyName ?? element.name).text);
}

/** Every import, re-export and dynamic import of a file. */
function importsOf(file: string, code: string): Import[] {
    const found: Import[] = [];
    const visit = (node: ts.Node) => {
        if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
            const names = namesOf(node.importClause);
            const elements = node.importClause?.namedBindings;
            const allTypes = elements && ts.isNamedImports(elements) && elements.elements.every(element => element.isTypeOnly);
            found.push({ from: node.moduleSpecifier.text, names, typesOnly: (node.importClause?.isTypeOnly || allTypes) ?? false });
        } else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
            found.push({ from: node.moduleSpecifier.text, names: namesOf(node.exportClause), typesOnly: node.isTypeOnly });
        } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
            const [argument] = node.arguments;
            found.push({ from: argument && ts.isStringLiteral(argument) ? argument.text : '?', names: ['*'], typesOnly: false });
        }
        ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, code, ts.ScriptTarget.ES2022));
    return found;
}

const roomOf = (file: string): Room => ROOMS.find(({ files }) => files.test(file))!;

/** The script that a file belongs to: `perfect-look-at` for its file and its folder. */
const scriptOf = (file: string): string => file.replace(/^scripts\//, '').replace(/(?:\/.*|\.ts)$/, '');

/** Whether a file may take this import. */
function isAllowed(file: string, { from, names, typesOnly }: Import): boolean {
    const room = roomOf(file);
    if (room.files === FREE) return true;
    if (!from.startsWith('.')) {
        if (room.packages && !room.packages.includes(from)) return false;
        return room.name !== 'core' || names.every(name => MATH_TYPES.includes(name));
    }
    const target = join(dirname(file), from);
    const path = /\.\w+$/.test(target) ? target : `${target}.ts`;
    const other = roomOf(path);
    if (room.name === 'script' && other.name === 'script') {
        const isOwn = scriptOf(path) === scriptOf(file);
        // its folder knows the script's types only: the script uses the folder, not the other way round
        return isOwn && (path.split('/').length > 2 || typesOnly);
    }
    return room.rooms.includes(other.name);
}

/** The forbidden imports of a file, one sentence each with what to do instead. */
export function findForbiddenImports(file: string, code: string): string[] {
    const { name, instead } = roomOf(file);
    return importsOf(file, code)
    .filter(found => !isAllowed(file, found))
    .map(({ from, names }) => `${file} (${name}) must not import ${names.join(', ')} from '${from}'. ${instead}.`);
}

/**
 * Circles of imports, one for each group of files that import each other; imports of types count too.
 *
 * @param codeOf - Code of each file, by its path from the top of the project.
 * @returns A sentence for each circle, with the shortest way round.
 */
export function findCircles(codeOf: ReadonlyMap<string, string>): string[] {
    const targets = new Map([...codeOf].map(([file, code]): [string, string[]] => {
        const inProject = importsOf(file, code).filter(({ from }) => from.startsWith('.')).map(({ from }) => join(dirname(file), from));
        return [file, inProject.map(path => (codeOf.has(path) ? path : `${path}.ts`)).filter(path => codeOf.has(path))];
    }));
    const sentences: string[] = [];
    const told = new Set<string>();
    for (const start of codeOf.keys()) {
        if (told.has(start)) continue;
        const circle = shortestCircle(start, targets);
        if (!circle) continue;
        for (const file of circle) told.add(file);
        sentences.push(`${[...circle, start].join(' imports ')}: a circle. Move the types that both sides need into a file of their own, or let one say as an ` +
            'interface what it needs of the other.');
    }
    return sentences;
}

/** The files on the shortest way from a file back to itself; null without one. Breadth first. */
function shortestCircle(start: string, targets: ReadonlyMap<string, readonly string[]>): string[] | null {
    const cameFrom = new Map<string, string>();
    const queue = [start];
    for (const file of queue) {
        for (const target of targets.get(file)!) {
            if (target === start) {
                const circle = [file];
                while (circle[0] !== start) circle.unshift(cameFrom.get(circle[0])!);
                return circle;
            }
            if (cameFrom.has(target)) continue;
            cameFrom.set(target, file);
            queue.push(target);
        }
    }
    return null;
}
