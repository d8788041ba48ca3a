import { ScriptAttributes, getReservedScriptNames } from 'playcanvas';

import type { Declarations } from './editor-parser';

// The rules of the Editor's parser of classic scripts, as a table: what a file must hold so that the Editor takes it. One attribute
// that breaks a rule makes the Editor refuse the whole file. A few rules are the engine's: what it ignores without a word.

/** An attribute or a field of a json attribute, as the rules see it. */
interface Attribute {
    readonly name: unknown;
    /** Its definition; an empty one stands in for what is no object. */
    readonly args: Readonly<Record<string, unknown>>;
    readonly isObject: boolean;
    /** Whether it is a field of a json attribute. */
    readonly isField: boolean;
    /** How many of its siblings have its name, itself included. */
    readonly namesakes: number;
}

interface Rule<Subject> {
    /** Ends the sentence that begins with the place. */
    readonly must: string;
    readonly holds: (subject: Subject) => boolean;
}

type Check = (value: unknown) => boolean;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isNumber: Check = value => typeof value === 'number';
const isNumbers = (count: number): Check => value => isList(value) && value.length === count && value.every(isNumber);
const isAnything: Check = () => true;

/** Whether a value may be the default of a type, by type. */
const TYPES: Record<string, Check> = {
    // an id differs from project to project
    asset: value => value === null,
    boolean: value => typeof value === 'boolean',
    // the Editor takes anything; the engine makes nothing of a curve without keys, and one without type has no values
    curve: value => isRecord(value) && isNumber(value.type) && isList(value.keys) && value.keys.length % 2 === 0 && value.keys.every(isNumber),
    entity: isAnything,
    json: isRecord,
    number: isNumber,
    rgb: isNumbers(3),
    rgba: isNumbers(4),
    string: value => typeof value === 'string',
    vec2: isNumbers(2),
    vec3: isNumbers(3),
    vec4: isNumbers(4)
};

const ENUM_TYPES = ['boolean', 'number', 'string'];

/** The entry of an object, without what it inherits. */
const entryOf = <T>(table: Readonly<Record<string, T>>, key: unknown): T | undefined => (
    Object.prototype.hasOwnProperty.call(table, String(key)) ? table[String(key)] : undefined
);

const hasType = (args: Attribute['args'], value: unknown) => entryOf(TYPES, args.type)?.(value) ?? false;
const choices = (args: Attribute['args']) => (isList(args.enum) ? args.enum.filter(isRecord) : []);
const choiceTitles = (args: Attribute['args']) => choices(args).flatMap(choice => Object.keys(choice));
const fields = (args: Attribute['args']) => (isList(args.schema) ? args.schema.filter(isRecord) : []);

/** Each value that the default of an attribute or field holds. */
const defaults = (args: Attribute['args']) => (args.array && isList(args.default) ? args.default : [args.default]);

/** Whether a row has exactly the fields of a schema, each of its type. */
function fitsSchema(row: unknown, args: Attribute['args']): boolean {
    if (!isRecord(row) || Object.keys(row).length !== fields(args).length) return false;
    return fields(args).every(field => Object.keys(row).includes(String(field.name)) && hasType(field, row[String(field.name)]));
}

/** What of a value that is set in the Editor does not fit its attribute or field, one sentence each. */
export function findMisfits(place: string, args: Attribute['args'], value: unknown): string[] {
    if (args.array) return isList(value) ? value.flatMap((item, i) => findMisfits(`${place}[${i}]`, { ...args, array: false }, item)) : [`${place} must be a list.`];
    // a reference that is not set
    if (args.type === 'entity' || args.type === 'asset') return value === null || typeof value === (args.type === 'entity' ? 'string' : 'number') ? [] : [`${place} must be a reference.`];
    if (!hasType(args, value)) return [`${place} must be of type ${String(args.type)}.`];
    if ('enum' in args && !choices(args).some(choice => Object.values(choice).includes(value))) return [`${place} must be one of its choices.`];
    if (args.type !== 'json') return [];
    const row = value as Record<string, unknown>;
    const names = fields(args).map(({ name }) => String(name));
    const strangers = Object.keys(row).filter(name => !names.includes(name)).map(name => `${place}.${name} is no field of the schema.`);
    return [...strangers, ...fields(args).flatMap(field => findMisfits(`${place}.${String(field.name)}`, field, row[String(field.name)]))];
}

const SCRIPT_RULES: Rule<{ name: unknown; extendsScriptType: boolean; namesakes: number }>[] = [
    { must: 'be registered under an explicit name', holds: ({ name }) => isText(name) },
    { must: 'have a name without dots', holds: ({ name }) => !String(name).includes('.') },
    { must: 'have a name of its own', holds: ({ namesakes }) => namesakes === 1 },
    { must: 'have a name that the engine does not keep for itself', holds: ({ name }) => !getReservedScriptNames().has(String(name)) },
    { must: 'extend pc.ScriptType', holds: ({ extendsScriptType }) => extendsScriptType }
];

const ATTRIBUTE_RULES: Rule<Attribute>[] = [
    { must: 'have a name of letters, digits and underscores', holds: ({ name }) => isText(name) && /^\w+$/.test(name) },
    { must: 'have a name of its own', holds: ({ namesakes }) => namesakes === 1 },
    {
        must: 'have a name that the engine does not keep for itself',
        holds: ({ name, isField }) => isField || !ScriptAttributes.reservedNames.has(String(name))
    },
    { must: 'be defined by an object', holds: ({ isObject }) => isObject },
    { must: 'have a type that the Editor knows', holds: ({ args }) => entryOf(TYPES, args.type) !== undefined },
    { must: 'not be json inside json', holds: ({ args, isField }) => !(isField && args.type === 'json') },
    { must: 'have a schema with at least one field', holds: ({ args }) => args.type !== 'json' || fields(args).length > 0 },
    { must: 'have nothing but objects in its schema', holds: ({ args }) => !isList(args.schema) || args.schema.every(isRecord) },
    { must: 'have no schema, as it is not json', holds: ({ args }) => args.type === 'json' || args.schema === undefined },
    { must: 'say with a boolean whether it is a list', holds: ({ args }) => ['boolean', 'undefined'].includes(typeof args.array) },
    { must: 'have a list of objects as enum', holds: ({ args }) => !('enum' in args) || (isList(args.enum) && args.enum.every(isRecord)) },
    { must: 'have no enum, as its type takes none', holds: ({ args }) => !('enum' in args) || ENUM_TYPES.includes(String(args.type)) },
    { must: 'have enum choices of one key each', holds: ({ args }) => choices(args).every(choice => Object.keys(choice).length === 1) },
    { must: 'have enum titles without dots', holds: ({ args }) => choiceTitles(args).every(title => !title.includes('.')) },
    { must: 'have enum titles that differ', holds: ({ args }) => new Set(choiceTitles(args)).size === choiceTitles(args).length },
    {
        must: 'have enum values of its type',
        holds: ({ args }) => choices(args).every(choice => Object.values(choice).every(value => hasType(args, value)))
    },
    {
        must: 'have one of its enum values as default',
        holds: ({ args }) => !('enum' in args && 'default' in args) ||
            defaults(args).every(value => choices(args).some(choice => Object.values(choice).includes(value)))
    },
    { must: 'have a list as default', holds: ({ args }) => !(args.array && 'default' in args) || isList(args.default) },
    { must: 'have a default of its type', holds: ({ args }) => !('default' in args) || defaults(args).every(value => hasType(args, value)) },
    {
        must: 'list every field of the schema in its default, each of its type, and no other',
        holds: ({ args }) => !(args.type === 'json' && 'default' in args) || defaults(args).every(row => fitsSchema(row, args))
    },
    { must: 'have no default, which the engine ignores on lists inside json', holds: ({ args, isField }) => !(isField && args.array && 'default' in args) }
];

/** The sentences of the rules that a subject breaks. */
function broken<Subject>(place: string, subject: Subject, rules: readonly Rule<Subject>[]): string[] {
    return rules.filter(({ holds }) => !holds(subject)).map(({ must }) => `${place} must ${must}.`);
}

const count = (names: readonly unknown[], name: unknown) => names.filter(other => other === name).length;

function checkAttributes(place: string, attributes: readonly { name: unknown; definition: unknown }[], isField: boolean): string[] {
    const names = attributes.map(({ name }) => name);
    return attributes.flatMap(({ name, definition }) => {
        const isObject = isRecord(definition);
        const args = isObject ? definition : {};
        const here = `${place}.${String(name)}`;
        const schema = fields(args).map(field => ({ name: field.name, definition: field }));
        return [
            ...broken(here, { name, args, isObject, isField, namesakes: count(names, name) }, ATTRIBUTE_RULES),
            ...checkAttributes(here, schema, true)
        ];
    });
}

/** What the Editor would refuse in a file, one sentence each; none when it takes the file. */
export function checkEditorRules({ scripts, early }: Declarations): string[] {
    const names = scripts.map(({ name }) => name);
    return [
        ...early.map(name => `${name} must be registered before its attributes are added.`),
        ...scripts.flatMap(({ name, extendsScriptType, attributes }) => [
            ...broken(String(name), { name, extendsScriptType, namesakes: count(names, name) }, SCRIPT_RULES),
            ...checkAttributes(String(name), attributes, false)
        ])
    ];
}
