import { readdirSync, readFileSync } from 'node:fs';

import ts from 'typescript';

// How much code there is, counted on its syntax: lines, constants chosen by hand, long parameter lists, hidden parameters, bounds by a character's name.

/** What is counted. */
export interface CodeSize {
    lines: number;
    /** Numbers that have a name at the top of a file. */
    constants: number;
    /** Functions with more than five parameters. */
    longParameterLists: number;
    /** Values at the top of a file that one function writes for another one to read. */
    hiddenParameters: number;
}

/** Bounds of tests that hold for one character by its name. */
export interface NamedBounds {
    all: number;
    /** Those above twice the goal that the test names for all other characters. */
    aboveTwice: number;
}

/** Most parameters of a function that nobody counts. */
const MOST_PARAMETERS = 5;

/** Methods that change what they are called on. */
const CHANGES = new Set(['set', 'fill', 'push', 'pop', 'splice', 'add', 'delete', 'clear', 'copy', 'sort', 'shift', 'unshift', 'copyWithin', 'reverse']);

/** The syntax trees of the files below a folder, by their path. */
export function readTrees(folder: string): Map<string, ts.SourceFile> {
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(file => file.replaceAll('\\', '/')).filter(file => file.endsWith('.ts')).sort();
    return new Map(paths.map(path => [path, ts.createSourceFile(path, readFileSync(`${folder}/${path}`, 'utf8'), ts.ScriptTarget.Latest, true)]));
}

/** The folder of a file at the top; of a file that stands there itself the folder of its parts. */
export function roomOf(path: string): string {
    return path.split('/')[0].replace(/\.ts$/, '');
}

function walk(node: ts.Node, see: (node: ts.Node) => void) {
    see(node);
    ts.forEachChild(node, child => walk(child, see));
}

/** The variables at the top of a file. */
function topVariables(file: ts.SourceFile): { readonly variable: ts.VariableDeclaration, readonly isConstant: boolean }[] {
    return file.statements.filter(ts.isVariableStatement).flatMap(({ declarationList: list }) => (
        list.declarations.map(variable => ({ variable, isConstant: (list.flags & ts.NodeFlags.Const) !== 0 }))
    ));
}

/** Whether an expression is made of numbers alone. */
function isNumeric(node: ts.Expression): boolean {
    if (ts.isNumericLiteral(node)) return true;
    if (ts.isPrefixUnaryExpression(node)) return isNumeric(node.operand);
    if (ts.isParenthesizedExpression(node)) return isNumeric(node.expression);
    return ts.isBinaryExpression(node) && (isNumeric(node.left) || isNumeric(node.right));
}

/** Numbers in a constant at the top: one, or those of a table. */
function numbersIn(node: ts.Expression | undefined): number {
    if (!node) return 0;
    if (isNumeric(node)) return 1;
    if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return numbersIn(node.expression);
    if (!ts.isObjectLiteralExpression(node)) return 0;
    return node.properties.reduce((sum, property) => sum + (ts.isPropertyAssignment(property) ? numbersIn(property.initializer) : 0), 0);
}

/** Whether an identifier is written to where it stands. */
function isWritten(node: ts.Identifier): boolean {
    let top: ts.Expression = node;
    while (ts.isElementAccessExpression(top.parent) && top.parent.expression === top) top = top.parent;
    const { parent } = top;
    if (ts.isBinaryExpression(parent) && parent.left === top) return parent.operatorToken.kind >= ts.SyntaxKind.FirstAssignment && parent.operatorToken.kind <= ts.SyntaxKind.LastAssignment;
    if (ts.isPostfixUnaryExpression(parent) || (ts.isPrefixUnaryExpression(parent) && parent.operator >= ts.SyntaxKind.PlusPlusToken)) return true;
    if (ts.isCallExpression(parent)) return parent.arguments[0] === top;
    return ts.isPropertyAccessExpression(parent) && parent.expression === top && ts.isCallExpression(parent.parent) && CHANGES.has(parent.name.text);
}

/** The outermost function around a node; null: it stands at the top. */
function functionAround(node: ts.Node): ts.Node | null {
    let found: ts.Node | null = null;
    for (let at = node.parent; at; at = at.parent) if (ts.isFunctionLike(at)) found = at;
    return found;
}

/** Number of values at the top of a file that one function reads and another one writes. */
function countHiddenParameters(file: ts.SourceFile): number {
    const variables = new Map<string, { readonly writers: Set<ts.Node>, readonly readers: Set<ts.Node> }>();
    for (const { variable: { name, initializer }, isConstant } of topVariables(file)) {
        if (ts.isIdentifier(name) && (!isConstant || (initializer && ts.isNewExpression(initializer)))) variables.set(name.text, { writers: new Set(), readers: new Set() });
    }
    walk(file, (node) => {
        if (!ts.isIdentifier(node)) return;
        const variable = variables.get(node.text), user = functionAround(node);
        if (!variable || !user || (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node)) return;
        (isWritten(node) ? variable.writers : variable.readers).add(user);
    });
    return [...variables.values()].filter(({ writers, readers }) => writers.size > 0 && [...readers].some(reader => !writers.has(reader))).length;
}

/** What files of a room add up to. */
export function sizeOf(files: readonly ts.SourceFile[]): CodeSize {
    const size: CodeSize = { lines: 0, constants: 0, longParameterLists: 0, hiddenParameters: 0 };
    for (const file of files) {
        size.lines += file.text.split('\n').length - 1;
        for (const { variable: { name, initializer }, isConstant } of topVariables(file)) {
            if (isConstant && /^[A-Z][A-Z0-9_]*$/.test(name.getText(file))) size.constants += numbersIn(initializer);
        }
        walk(file, (node) => {
            if (ts.isFunctionLike(node) && 'body' in node && node.parameters.length > MOST_PARAMETERS) size.longParameterLists++;
        });
        size.hiddenParameters += countHiddenParameters(file);
    }
    return size;
}

/** The numbers in a table of bounds, however deep. */
function boundsIn(node: ts.Node): number[] {
    const bounds: number[] = [];
    walk(node, (one) => {
        if (ts.isPropertyAssignment(one) && isNumeric(one.initializer)) bounds.push(Number(one.initializer.getText()));
    });
    return bounds;
}

/** The bounds by name in tests: tables that are called reached, or are of the type `Reached`. */
export function countNamedBounds(files: readonly ts.SourceFile[]): NamedBounds {
    const found: NamedBounds = { all: 0, aboveTwice: 0 };
    for (const file of files) {
        const goals = new Map<string, number>(), numbers = new Map<string, number>();
        for (const { variable: { name, initializer } } of topVariables(file)) if (initializer && isNumeric(initializer)) numbers.set(name.getText(), Number(initializer.getText()));
        walk(file, (node) => {
            if (!ts.isCallExpression(node) || node.expression.getText() !== 'boundOf' || node.arguments.length < 3) return;
            const [, goal, table] = node.arguments;
            goals.set(/^\w+/.exec(table.getText())?.[0] ?? '', isNumeric(goal) ? Number(goal.getText()) : numbers.get(goal.getText()) ?? NaN);
        });
        for (const { variable: { name, type, initializer } } of topVariables(file)) {
            if (!initializer || !(/REACHED/.test(name.getText()) || /\bReached\b/.test(type?.getText() ?? ''))) continue;
            const bounds = boundsIn(initializer), goal = goals.get(name.getText()) ?? NaN;
            found.all += bounds.length;
            found.aboveTwice += bounds.filter(bound => Math.abs(bound) > 2 * Math.abs(goal)).length;
        }
    }
    return found;
}
