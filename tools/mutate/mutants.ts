import ts from 'typescript';

// Small changes of a source that a test should notice.
//
// The operators are those of mutation testing (Jia and Harman, "An analysis and survey of the development of mutation testing", 2011): other
// arithmetic, other comparisons, other logic, other numbers, and statements left out. Texts and what runs before any function is called stay:
// tables of attributes have tests of their own.

/** A change of a text: what stands from `start` to `end` becomes `text`. */
export interface Mutant { readonly start: number; readonly end: number; readonly text: string }

const OTHER: Partial<Record<ts.SyntaxKind, string>> = {
    [ts.SyntaxKind.PlusToken]: '-',
    [ts.SyntaxKind.MinusToken]: '+',
    [ts.SyntaxKind.AsteriskToken]: '/',
    [ts.SyntaxKind.SlashToken]: '*',
    [ts.SyntaxKind.PlusEqualsToken]: '-=',
    [ts.SyntaxKind.MinusEqualsToken]: '+=',
    [ts.SyntaxKind.AsteriskEqualsToken]: '/=',
    [ts.SyntaxKind.SlashEqualsToken]: '*=',
    [ts.SyntaxKind.LessThanToken]: '>=',
    [ts.SyntaxKind.LessThanEqualsToken]: '>',
    [ts.SyntaxKind.GreaterThanToken]: '<=',
    [ts.SyntaxKind.GreaterThanEqualsToken]: '<',
    [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
    [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
    [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
    [ts.SyntaxKind.BarBarToken]: '&&'
};

const isText = (node: ts.Node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** What a node may become; null: nothing. */
function mutate(node: ts.Node): Mutant | null {
    const as = (at: ts.Node, text: string) => ({ start: at.getStart(), end: at.end, text });
    if (ts.isBinaryExpression(node)) {
        const other = OTHER[node.operatorToken.kind];
        return other === undefined || isText(node.left) || isText(node.right) ? null : as(node.operatorToken, other);
    }
    if (ts.isPrefixUnaryExpression(node) && (node.operator === ts.SyntaxKind.MinusToken || node.operator === ts.SyntaxKind.ExclamationToken)) {
        return as(node, node.operand.getText());
    }
    if (ts.isNumericLiteral(node)) return as(node, Number(node.text) === 0 ? '1' : `(2 * ${node.text})`);
    if (ts.isPropertyAccessExpression(node) && node.expression.getText() === 'Math') {
        if (node.name.text === 'min') return as(node.name, 'max');
        if (node.name.text === 'max') return as(node.name, 'min');
    }
    if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression) && node.expression.expression.kind !== ts.SyntaxKind.SuperKeyword) return as(node, ';');
    if (ts.isIfStatement(node)) return as(node.expression, `!(${node.expression.getText()})`);
    return null;
}

/** All changes of a source, in its order. */
export function findMutants(source: string): Mutant[] {
    const out: Mutant[] = [];
    const visit = (node: ts.Node, inFunction: boolean) => {
        if (ts.isTypeNode(node) || isText(node)) return;
        const mutant = inFunction ? mutate(node) : null;
        if (mutant) out.push(mutant);
        ts.forEachChild(node, child => visit(child, inFunction || ts.isFunctionLike(node)));
    };
    visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.ES2022, true), false);
    return out;
}

/** A source with one change made. */
export function applyMutant(source: string, { start, end, text }: Mutant): string {
    return source.slice(0, start) + text + source.slice(end);
}
