import ts from 'typescript';

import { wordsOf } from '../../scripts/shell/attributes';

// Texts that only the inspector of the Editor shows: descriptions of attributes, and titles that say no more than the attribute's name. The
// small file is for pages, where nobody reads them; sentences about an attribute make its title again.

const nameOf = (property: ts.ObjectLiteralElementLike) => (property.name && ts.isIdentifier(property.name) ? property.name.text : '');

/** What nobody reads of the definition of an attribute or of a field; nothing for another object. */
function textsOf({ properties, parent }: ts.ObjectLiteralExpression): ts.Node[] {
    if (!properties.some(property => nameOf(property) === 'type')) return [];
    const title = ts.isPropertyAssignment(parent) ? wordsOf(nameOf(parent)) : '';
    return properties.filter((property) => {
        if (!ts.isPropertyAssignment(property)) return false;
        const { initializer: text } = property;
        if (nameOf(property) === 'title') return ts.isStringLiteralLike(text) && text.text === title;
        return nameOf(property) === 'description' && (ts.isStringLiteralLike(text) || ts.isTemplateExpression(text));
    });
}

/** Takes the texts of attributes out of a script and leaves blanks, so that nothing moves and maps stay right. */
export function leaveTextsOut(code: string): string {
    const file = ts.createSourceFile('limber.js', code, ts.ScriptTarget.ES2022, true);
    const texts: ts.Node[] = [];
    const visit = (node: ts.Node) => {
        if (ts.isObjectLiteralExpression(node)) texts.push(...textsOf(node));
        ts.forEachChild(node, visit);
    };
    visit(file);
    const parts: string[] = [];
    let end = 0;
    for (const text of texts.sort((a, b) => a.pos - b.pos)) {
        const start = text.getStart(file);
        // with the comma behind it
        const { length } = /^(?:\s*,)?/.exec(code.slice(text.end))![0];
        parts.push(code.slice(end, start), code.slice(start, text.end + length).replace(/[^\n]/g, ' '));
        end = text.end + length;
    }
    return parts.join('') + code.slice(end);
}
