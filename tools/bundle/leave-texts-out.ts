import ts from 'typescript';

// Texts that only the inspector of the Editor shows: titles and descriptions of attributes. The small file is for pages, where nobody reads them.

/** What an object has that describes an attribute or one of its fields. */
const TEXTS = ['title', 'description'];

const nameOf = (property: ts.ObjectLiteralElementLike) => (property.name && ts.isIdentifier(property.name) ? property.name.text : '');

/** Takes the texts of attributes out of a script and leaves blanks, so that nothing moves and maps stay right. */
export function leaveTextsOut(code: string): string {
    const file = ts.createSourceFile('limber.js', code, ts.ScriptTarget.ES2022);
    const texts: ts.Expression[] = [];
    const visit = (node: ts.Node) => {
        if (ts.isObjectLiteralExpression(node) && node.properties.some(property => nameOf(property) === 'type')) {
            for (const property of node.properties) {
                if (!ts.isPropertyAssignment(property) || !TEXTS.includes(nameOf(property))) continue;
                if (ts.isStringLiteralLike(property.initializer)) texts.push(property.initializer);
            }
        }
        ts.forEachChild(node, visit);
    };
    visit(file);
    const parts: string[] = [];
    let end = 0;
    for (const text of texts.sort((a, b) => a.pos - b.pos)) {
        const start = text.getStart(file);
        parts.push(code.slice(end, start), '\'\''.padEnd(text.end - start));
        end = text.end;
    }
    return parts.join('') + code.slice(end);
}
