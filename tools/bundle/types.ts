import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import ts from 'typescript';

import { attributesInterface, scriptComponent } from './attribute-types';
import { limberScripts } from '../../scripts/index';

// Types of the package. The compiler writes what the sources say; here that becomes what people read: an interface for each attribute
// table, nothing private, and nothing that no public name leads to.

/** A change of a text: what stands from `start` to `end` becomes `text`. */
interface Change { readonly start: number; readonly end: number; readonly text: string }

const parse = (text: string) => ts.createSourceFile('limber.d.ts', text, ts.ScriptTarget.ES2022, true);

function applyChanges(text: string, changes: Change[]): string {
    return changes.sort((a, b) => b.start - a.start).reduce((done, { start, end, text }) => done.slice(0, start) + text + done.slice(end), text);
}

/** What the compiler makes of the sources. */
async function compile(): Promise<string> {
    const plugins = [dts({ tsconfig: 'tsconfig.json', compilerOptions: { paths: {} } })];
    const bundle = await rollup({ input: 'scripts/index.ts', external: ['playcanvas'], plugins });
    const { output: [{ code }] } = await bundle.generate({ format: 'es' });
    await bundle.close();
    return code;
}

const isHidden = (member: ts.ClassElement) => (
    ts.canHaveModifiers(member) && (ts.getModifiers(member) ?? []).some(({ kind }) => (
        kind === ts.SyntaxKind.PrivateKeyword || kind === ts.SyntaxKind.ProtectedKeyword
    ))
) || ts.getJSDocTags(member).some(({ tagName }) => tagName.text === 'internal');

/** Takes the members out of classes that only their own files, or scripts of the pack, may use. */
function removeHidden(text: string): string {
    const classes = parse(text).statements.filter(ts.isClassDeclaration);
    const hidden = classes.flatMap(({ members }) => members.filter(isHidden));
    return applyChanges(text, hidden.map(member => ({ start: member.getFullStart(), end: member.end, text: '' })));
}

/** The name of the type of a script's attributes. */
const typeName = (script: string) => `${script.charAt(0).toUpperCase()}${script.slice(1)}Attributes`;

/** Puts interfaces in the place of the attribute tables' literal types. */
function nameAttributes(text: string): string {
    const changes: Change[] = [];
    const names = new Map(limberScripts.map(({ name }) => [`${name}Attributes`, typeName(name)]));
    const visit = (node: ts.Node) => {
        if (ts.isVariableStatement(node)) {
            const [{ name, type }] = node.declarationList.declarations;
            if (names.has(name.getText())) changes.push({ start: type!.getStart(), end: type!.end, text: 'AttributeTable' });
            return;
        }
        if ((ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) && [...names.values()].includes(node.name.text)) {
            changes.push({ start: node.getFullStart(), end: node.end, text: '' });
            return;
        }
        const table = /^AttributesOf<typeof (\w+)>$/.exec(node.getText())?.[1];
        if (table && names.has(table)) changes.push({ start: node.getStart(), end: node.end, text: names.get(table)! });
        else ts.forEachChild(node, visit);
    };
    parse(text).statements.forEach(visit);
    const interfaces = limberScripts.map(({ name, attributes }) => attributesInterface(typeName(name), attributes));
    return [applyChanges(text, changes), ...interfaces, scriptComponent(limberScripts.map(({ name }) => name))].join('\n\n');
}

/** Names that a statement declares; none for an export. */
function declaredNames(statement: ts.Statement): string[] {
    if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => name.getText());
    const { name } = statement as ts.DeclarationStatement;
    return name && ts.isIdentifier(name) && !ts.isExportDeclaration(statement) ? [name.text] : [];
}

function identifiersIn(node: ts.Node, found = new Set<string>()): Set<string> {
    if (ts.isIdentifier(node)) found.add(node.text);
    ts.forEachChild(node, (child) => {
        identifiersIn(child, found);
    });
    return found;
}

/** Takes out what no export leads to, imports included. */
function prune(text: string): string {
    const source = parse(text);
    const isExport = (statement: ts.Statement) => ts.isExportDeclaration(statement) || ts.isModuleDeclaration(statement) ||
        (ts.canHaveModifiers(statement) && (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword));
    const needed = new Set<string>();
    const kept = new Set<ts.Statement>();
    const keep = (statement: ts.Statement) => {
        if (kept.has(statement)) return;
        kept.add(statement);
        for (const name of identifiersIn(statement)) needed.add(name);
    };
    source.statements.filter(isExport).forEach(keep);
    const exported = new Set(needed);
    for (let before = -1; before !== kept.size;) {
        before = kept.size;
        for (const statement of source.statements) if (declaredNames(statement).some(name => needed.has(name))) keep(statement);
    }
    const changes = source.statements.filter(statement => !kept.has(statement) && !ts.isImportDeclaration(statement))
    .map(statement => ({ start: statement.getFullStart(), end: statement.end, text: '' }));
    // what a base class of the pack says is for who writes a script of the pack
    for (const statement of source.statements.filter(ts.isClassDeclaration)) {
        if (kept.has(statement) && !exported.has(statement.name!.text)) {
            changes.push({ start: statement.getFullStart(), end: statement.getStart(), text: '\n\n' });
        }
    }
    for (const statement of source.statements.filter(ts.isImportDeclaration)) {
        const { elements } = statement.importClause!.namedBindings as ts.NamedImports;
        const names = elements.map(({ name }) => name.text).filter(name => needed.has(name)).sort();
        const module = statement.moduleSpecifier.getText();
        changes.push({ start: statement.getStart(), end: statement.end, text: `import type { ${names.join(', ')} } from ${module};` });
    }
    return applyChanges(text, changes);
}

/** The text of dist/limber.d.ts. */
export async function buildTypes(): Promise<string> {
    const text = prune(nameAttributes(removeHidden(await compile())));
    return text.replace(/\n{3,}/g, '\n\n').trim().concat('\n');
}
