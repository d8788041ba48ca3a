import ts from 'typescript';

import { limberScripts } from '../../scripts/index';

// Lets bundlers leave out what a project does not import of the package.
//
// They keep whatever might do something when it is loaded. Values that modules of the pack make when they are loaded do nothing but exist, which
// `@__PURE__` says; and a script is declared by the expression that makes its export.

const PURE = '/* @__PURE__ */ ';

type Part = [start: number, end: number, text: string];

/** Whether an expression runs code of its parts, as far as a bundler knows: texts made of others, spread lists, values of other objects. */
function mayRun(node: ts.Node): boolean {
    if (ts.isFunctionLike(node)) return false;
    if (ts.isPropertyAccessExpression(node)) return node.expression.getText() !== 'Math';
    return ts.isTemplateExpression(node) || ts.isSpreadAssignment(node) || ts.isSpreadElement(node) || (ts.forEachChild(node, mayRun) ?? false);
}

const pure = (expression: string) => `${PURE}(() => (${expression}))()`;

/** Marks what a module makes when it is loaded as nothing but values. */
export function markPure(code: string): string {
    const file = ts.createSourceFile('module.js', code, ts.ScriptTarget.ES2022, true);
    const parts: Part[] = [];
    const markCalls = (node: ts.Node) => {
        if (ts.isFunctionLike(node) || ts.isClassLike(node)) return;
        if (ts.isCallExpression(node) || ts.isNewExpression(node)) parts.push([node.getStart(), node.getStart(), PURE]);
        ts.forEachChild(node, markCalls);
    };
    for (const statement of file.statements) {
        if (!ts.isVariableStatement(statement)) continue;
        for (const declaration of statement.declarationList.declarations) {
            const { name, initializer: value } = declaration;
            if (!value) continue;
            if (ts.isObjectBindingPattern(name)) {
                const fields = name.elements.map(element => `${element.name.getText()} = ${pure(`${value.getText()}.${(element.propertyName ?? element.name).getText()}`)}`);
                parts.push([declaration.getStart(), declaration.end, fields.join(', ')]);
            } else if (mayRun(value) && !ts.isCallExpression(value) && !ts.isNewExpression(value)) {
                parts.push([value.getStart(), value.end, pure(value.getText())]);
            } else {
                markCalls(value);
            }
        }
    }
    return insert(code, parts);
}

/** Makes constants of a class, which the compiler assigns in blocks, fields again. */
export function makeFields(code: string): string {
    return code.replace(/static \{ this\.(\w+) = ([^;{}\n]+); \}/g, 'static $1 = $2;');
}

/** The list of the scripts with exports that are declared where they are used, in place of a loop that declares all. */
export function declareSeparately(index: string): string {
    let code = index.replace(/^for \(.*(?:\n *)?declare\(script, name, attributes\);$/m, '');
    for (const { name, script } of limberScripts) {
        const type = script.name;
        const from = `export { ${type}, ${name}Attributes };`;
        if (code === index || !code.includes(from)) throw new Error(`scripts/index.ts does not export ${type} as expected. Write "${from}", and one loop that declares all scripts.`);
        code = code.replace(from, `const ${type}$ = declare(${type}, '${name}', ${name}Attributes);\nexport { ${type}$ as ${type}, ${name}Attributes };`)
        .replace(`script: ${type},`, `script: ${type}$,`);
    }
    return code;
}

/** A text with other texts in the place of its parts. */
function insert(code: string, parts: Part[]): string {
    let done = '', at = 0;
    for (const [start, end, text] of parts.sort((a, b) => a[0] - b[0])) {
        done += code.slice(at, start) + text;
        at = end;
    }
    return done + code.slice(at);
}
