import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import ts from 'typescript';

// Names of members that nobody outside the pack knows: the small file may shorten them. They are those that classes of the pack declare and
// nothing else has: no interface, no object written down, which may be data, no text, by which it might be looked up, no class that users see,
// neither the language nor the engine, from the oldest version on.

const ENGINES = ['playcanvas', 'playcanvas-1.77'];

const { resolve } = createRequire(import.meta.url);

/** All that may be a name in a text. */
const namesIn = (text: string) => text.match(/[A-Z_$][\w$]*/gi) ?? [];

/** What stands in the engine's code, comments too. */
const engineNames = () => new Set(ENGINES.flatMap(name => namesIn(readFileSync(join(dirname(resolve(name)), 'playcanvas.js'), 'utf8'))));

/** What the language and the page have. */
function languageNames(): string[] {
    const folder = dirname(ts.getDefaultLibFilePath({}));
    return readdirSync(folder).filter(file => /^lib\..*\.d\.ts$/.test(file)).flatMap(file => namesIn(readFileSync(join(folder, file), 'utf8')));
}

/** Files of the classes that users see: the scripts, what all of them extend, and what the package exports besides. */
function isSeen(file: string): boolean {
    const exported = [...readFileSync('scripts/index.ts', 'utf8').matchAll(/ from '\.\/(.+)';/g)].map(([, name]) => `${name}.ts`);
    return file.startsWith('shell/') || exported.includes(file);
}

const isPrivate = (node: ts.Node) => ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword) === true;

/** What the small file may shorten, and names that it must not make. */
export function findOwnNames(): { own: string[]; taken: string[] } {
    const own = new Set<string>(), engine = engineNames();
    const others = new Set([...engine, ...languageNames()]);
    for (const file of readdirSync('scripts', { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'))) {
        const isKept = isSeen(file);
        const visit = (node: ts.Node) => {
            if (ts.isStringLiteralLike(node)) others.add(node.text);
            const name = ts.isSourceFile(node) ? undefined : ts.getNameOfDeclaration(node as ts.Declaration);
            if (name && ts.isIdentifier(name)) {
                const isMember = ts.isClassElement(node) && ts.isClassLike(node.parent) || ts.isParameterPropertyDeclaration(node, node.parent);
                if (isMember) (isKept && !isPrivate(node) ? others : own).add(name.text);
                else if (ts.isTypeElement(node) || ts.isObjectLiteralElementLike(node)) others.add(name.text);
            }
            ts.forEachChild(node, visit);
        };
        visit(ts.createSourceFile(file, readFileSync(join('scripts', file), 'utf8'), ts.ScriptTarget.ES2022, true));
    }
    // a short name of the engine's could be a member of a class that the pack's extends
    return { own: [...own].filter(name => !others.has(name)).sort(), taken: [...engine].filter(name => name.length < 4) };
}
