import { escapeLetters } from './ascii';
import { BANNER } from './banner';
import { limberScripts, type AttributeDefinition, type FieldDefinition } from '../../scripts/index';

// Scripts as modules, as the Editor recommends them: one file a script, beside the core that all share.
//
// The Editor reads the attributes of a module from comments at the members of its class, and never runs it. A class of such a file has a setter
// for each attribute, for those comments alone; `prepare` puts the attributes in their place that the classic file has.
//
// Assets are left out of the comments: with the engine's types of today, whose class Asset has a parameter, the Editor's parser refuses a file for
// them (test/contract/modules.test.ts tells when it does not). Code sets them.

/** File of what all modules share. */
export const CORE = 'limber-core.mjs';

const INDENT = '    ';

/** Whether the Editor's parser takes an attribute or a field. */
export const isRead = ({ type }: AttributeDefinition) => type !== 'asset';

const capitalize = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** What a module declares beside its class. */
interface Declarations {
    readonly prefix: string;
    /** Enumerations and rows, in the order in which they are needed. */
    readonly texts: string[];
    /** Names that are imported from the engine. */
    readonly engine: Set<string>;
}

const ENGINE_TYPES: Readonly<Record<string, string>> = { vec2: 'Vec2', vec3: 'Vec3', curve: 'Curve', entity: 'Entity' };

/** The type of an attribute as a comment says it. */
function typeOf(name: string, definition: AttributeDefinition, declarations: Declarations): string {
    const { prefix, texts, engine } = declarations;
    const list = definition.array ? '[]' : '';
    const own = `${prefix}${capitalize(name)}`;
    if (definition.type === 'json') {
        const fields = Object.entries(definition.schema).filter(([, type]) => isRead(type)).map(([field, type]) => `${commentOf(type, typeOf(field, type, { ...declarations, prefix: own }))}\n${INDENT}${field};`);
        texts.push(`/** @interface */\nclass ${own} {\n${fields.join('\n\n')}\n}`);
        return own + list;
    }
    if (definition.type === 'string' && definition.enum) {
        const choices = definition.enum.map(choice => Object.entries(choice)[0]).map(([title, value]) => `${JSON.stringify(title)}: ${JSON.stringify(value)}`);
        texts.push(`/** @enum {string} */\nconst ${own} = { ${choices.join(', ')} };`);
        return own;
    }
    const type = ENGINE_TYPES[definition.type];
    if (type) engine.add(type);
    return (type ?? definition.type) + list;
}

/** The default as a tag says it; empty where the Editor's own one is the same. */
function defaultOf(definition: FieldDefinition): string {
    if (definition.array || definition.type === 'entity' || definition.type === 'asset') return '';
    if (definition.type === 'curve') return JSON.stringify(definition.default.keys);
    // the Editor takes a text without quotes
    return typeof definition.default === 'string' ? definition.default : JSON.stringify(definition.default);
}

/** The comment from which the Editor reads an attribute or a field of a row. */
function commentOf(definition: AttributeDefinition, type: string, isAttribute = false): string {
    const { title = '', description, visibleif } = definition;
    const tags = [
        isAttribute ? '@attribute' : '', `@type {${type}}`, title && `@title ${title}`,
        visibleif && `@visibleif {${visibleif}}`
    ];
    if (definition.type !== 'json') tags.push(defaultOf(definition) && `@default ${defaultOf(definition)}`);
    if (definition.type === 'number' && definition.min !== undefined) tags.push(`@range [${[definition.min, definition.max].filter(bound => bound !== undefined).join(', ')}]`);
    if (definition.type === 'number') tags.push(definition.precision ? `@precision ${definition.precision}` : '', definition.step ? `@step ${definition.step}` : '');
    const lines = [description.replaceAll('*/', '*\\/').replaceAll('@', '(at)'), ...tags.filter(tag => tag)];
    return `${INDENT}/**\n${lines.map(line => `${INDENT} * ${line}`).join('\n')}\n${INDENT} */`;
}

/**
 * The modules of scripts by their file names, without the core that they import.
 *
 * @param names - Registered names of the scripts.
 */
export function makeModules(names: readonly string[]): Map<string, string> {
    return new Map(limberScripts.filter(({ name }) => names.includes(name)).map(({ name, attributes }) => {
        const script = capitalize(name);
        const declarations: Declarations = { prefix: script, texts: [], engine: new Set(['Script']) };
        const members = Object.entries<AttributeDefinition>(attributes).filter(([, definition]) => isRead(definition)).map(([attribute, definition]) => {
            const type = typeOf(attribute, definition, declarations);
            // the choices of a setter are those of its own type, its type is that of what it takes
            return `${commentOf(definition, type, true)}\n${INDENT}set ${attribute}(/** @type {${type}} */ value) {}`;
        });
        const text = [
            BANNER,
            `import { ${[...declarations.engine].sort().join(', ')} } from 'playcanvas';\nimport { limber } from './${CORE}';`,
            ...declarations.texts,
            `const [base, attributes] = limber.scripts.${name};`,
            '/** @type {typeof Script} */\nconst Base = base;',
            `export class ${script} extends Base {\n${INDENT}static scriptName = '${name}';\n\n${members.join('\n\n')}\n}`,
            `limber.prepare(${script}, '${name}', attributes);\n`
        ].join('\n\n');
        return [`${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}.mjs`, escapeLetters(text)];
    }));
}
