import { readdirSync, readFileSync } from 'node:fs';

import ts from 'typescript';

// Every sentence that the scripts can print, read from their source: a text that ends a sentence and is no description of an attribute. What
// differs from case to case is an ellipsis.

/** What stands for a name or a number. */
export const VARIES = '…';

const MOST_VARIANTS = 8;

/** A full stop at the end or between two sentences, or an open end; four words at least. */
const isSentence = (text: string) => /[^.]\.(?: [A-Z]| ?…$|$)|\w: …$/.test(text) && text.split(' ').length > 3;

function isString(node: ts.Node): node is ts.StringLiteralLike | ts.TemplateExpression {
    return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

/** The texts that an expression can be: each branch of a condition, each constant of the file in its place. */
function textsOf(node: ts.Expression, constants: ReadonlyMap<string, ts.Expression>): string[] {
    const combine = (parts: string[][]) => {
        const texts = parts.reduce((all, part) => all.flatMap(text => part.map(more => text + more)), ['']);
        return texts.slice(0, MOST_VARIANTS);
    };
    if (ts.isStringLiteralLike(node)) return [node.text];
    if (ts.isParenthesizedExpression(node)) return textsOf(node.expression, constants);
    if (ts.isTemplateExpression(node)) {
        return combine([[node.head.text], ...node.templateSpans.flatMap(({ expression, literal }) => [textsOf(expression, constants), [literal.text]])]);
    }
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
        return combine([textsOf(node.left, constants), textsOf(node.right, constants)]);
    }
    if (ts.isConditionalExpression(node)) {
        const texts = [...textsOf(node.whenTrue, constants), ...textsOf(node.whenFalse, constants)];
        return texts.every(text => text === '' || text.includes(' ')) ? texts : [VARIES];
    }
    const constant = ts.isIdentifier(node) ? constants.get(node.text) : undefined;
    if (!constant) return [VARIES];
    const texts = textsOf(constant, constants);
    return texts.every(text => text.includes(' ')) ? texts : [VARIES];
}

/** Constants of a file that hold a text, by their names; not those whose name is given twice. */
function constantsOf(source: ts.SourceFile): Map<string, ts.Expression> {
    const constants = new Map<string, ts.Expression>();
    const names = new Set<string>();
    const visit = (node: ts.Node) => {
        if ((ts.isVariableDeclaration(node) || ts.isParameter(node)) && ts.isIdentifier(node.name)) {
            const { text } = node.name;
            const value = node.initializer;
            if (names.has(text)) constants.delete(text);
            else if (value && ts.isVariableDeclaration(node) && (isString(value) || ts.isConditionalExpression(value))) constants.set(text, value);
            names.add(text);
        }
        ts.forEachChild(node, visit);
    };
    visit(source);
    return constants;
}

function isDescription(node: ts.Node): boolean {
    return ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && node.name.text === 'description';
}

/** The sentences of a source. */
export function sentencesOf(code: string): string[] {
    const source = ts.createSourceFile('script.ts', code, ts.ScriptTarget.ES2022);
    const constants = constantsOf(source);
    const found: string[] = [];
    const visit = (node: ts.Node) => {
        if (isDescription(node) || ts.isImportDeclaration(node)) return;
        if (isString(node) || (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)) {
            const texts = textsOf(node, constants).map(tidy).filter(isSentence);
            if (texts.length > 0) {
                found.push(...texts);
                return;
            }
        }
        ts.forEachChild(node, visit);
    };
    visit(source);
    return [...new Set(found)];
}

/** One ellipsis for several, with spaces where it may be a sentence of its own. */
function tidy(text: string): string {
    return text.replace(/\s+/g, ' ').replace(/([.?])…/g, '$1 …').replace(/…(?: ?…)+/g, VARIES).trim();
}

/** The script or room to which a file below scripts/ belongs: `perfect-look-at`, `rig`. */
const roomOf = (file: string) => file.split('/')[0].replace(/\.ts$/, '');

/** Whether a line of code, not of a comment, has a text with a full stop: most files have none and need not be parsed. */
function mayHoldSentence(code: string): boolean {
    return code.split('\n').some(line => !/^\s*(?:\*|\/)/.test(line) && !line.includes('description:') && /['`].*\.(?:['`]|\$\{| [A-Z$])/.test(line));
}

/** The sentences of all scripts, by script or room. */
export function allSentences(): Map<string, string[]> {
    const rooms = new Map<string, Set<string>>();
    const files = readdirSync('scripts', { recursive: true, encoding: 'utf8' }).map(file => file.replaceAll('\\', '/')).sort();
    for (const file of files) {
        if (!file.endsWith('.ts') || file.endsWith('attributes.ts')) continue;
        const code = readFileSync(`scripts/${file}`, 'utf8');
        const sentences = mayHoldSentence(code) ? sentencesOf(code) : [];
        if (sentences.length === 0) continue;
        const room = rooms.get(roomOf(file)) ?? new Set();
        for (const sentence of sentences) room.add(sentence);
        rooms.set(roomOf(file), room);
    }
    return new Map([...rooms].map(([room, sentences]) => [room, [...sentences]]));
}

/** What matches a sentence of the list as it is printed. */
export function patternOf(sentence: string): RegExp {
    const parts = sentence.split(VARIES).map(part => part.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${parts.join('[\\s\\S]*')}$`);
}
