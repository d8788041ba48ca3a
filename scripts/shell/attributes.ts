import { registerScript, Vec3, type AppBase, type Entity, type ScriptType } from 'playcanvas';

// Attribute tables: one table per script says name, type, default, range and text of every attribute. The types of the class,
// the inspector of the Editor and the pages of the documentation all follow from it.
//
// The tables hold what the Editor's parser of classic scripts takes: no json inside json, enums as arrays of objects with one key.

/** What every attribute may say about itself. */
interface AttributeText {
    /** Name in the inspector; without it the Editor makes one from the attribute's name. */
    readonly title?: string;
    /** Tooltip: meaning, unit, what the extreme values do. */
    readonly description: string;
}

interface BooleanAttribute extends AttributeText {
    readonly type: 'boolean';
    readonly array?: false;
    readonly default: boolean;
}

interface NumberAttribute extends AttributeText {
    readonly type: 'number';
    readonly array?: false;
    readonly default: number;
    readonly min?: number;
    readonly max?: number;
    readonly step?: number;
    readonly precision?: number;
}

interface StringAttribute extends AttributeText {
    readonly type: 'string';
    readonly array?: false;
    readonly default: string;
    /** Choices; each object has one key, the title of the choice. */
    readonly enum?: readonly { readonly [title: string]: string }[];
}

interface StringsAttribute extends AttributeText {
    readonly type: 'string';
    readonly array: true;
    readonly default?: undefined;
    readonly enum?: undefined;
}

interface VectorAttribute extends AttributeText {
    readonly type: 'vec3';
    readonly array?: false;
    readonly default: readonly [number, number, number];
}

interface EntityAttribute extends AttributeText {
    readonly type: 'entity';
    readonly array?: boolean;
}

/** An attribute that may also be a field of a json attribute. */
export type FieldDefinition = BooleanAttribute | NumberAttribute | StringAttribute | StringsAttribute | VectorAttribute | EntityAttribute;

/** A list of rows, each with the fields of the schema. */
export interface JsonAttribute extends AttributeText {
    readonly type: 'json';
    readonly array: true;
    readonly schema: { readonly [field: string]: FieldDefinition };
}

export type AttributeDefinition = FieldDefinition | JsonAttribute;

/** The attributes of a script by name, in the order of the inspector. */
export interface AttributeTable {
    readonly [name: string]: AttributeDefinition;
}

/** The values of the choices; one key each, so the union is taken apart first. */
type ChoiceOf<Choice> = Choice extends unknown ? Choice[keyof Choice] : never;

type ValueOf<D> =
    D extends { type: 'boolean' } ? boolean :
    D extends { type: 'number' } ? number :
    D extends { type: 'string'; enum: readonly (infer Choice)[] } ? ChoiceOf<Choice> :
    D extends { type: 'string'; array: true } ? string[] :
    D extends { type: 'string' } ? string :
    D extends { type: 'vec3' } ? Vec3 :
    D extends { type: 'entity'; array: true } ? Entity[] :
    D extends { type: 'entity' } ? Entity | null :
    D extends { type: 'json'; schema: infer Schema } ? { -readonly [K in keyof Schema]: ValueOf<Schema[K]> }[] :
    never;

/** The properties that a script has because of its table. */
export type AttributesOf<Table> = { -readonly [Name in keyof Table]: ValueOf<Table[Name]> };

type ScriptClass = typeof ScriptType;

/** The table's entry in the form that the engine takes. */
function engineForm(definition: AttributeDefinition): object {
    if (definition.type !== 'json') return { ...definition };
    const schema = Object.entries(definition.schema).map(([name, field]) => ({ name, ...field }));
    return { ...definition, schema, default: [] };
}

/**
 * Registers a script with its attributes, in the order that the Editor's parser needs.
 *
 * @param script - The class.
 * @param name - The name under which entities find it.
 * @param table - Its attributes.
 * @param app - The application; without it the current one.
 */
export function register(script: ScriptClass, name: string, table: AttributeTable, app?: AppBase): void {
    registerScript(script, name, app);
    for (const [attribute, definition] of Object.entries(table)) {
        if (!script.attributes.has(attribute)) script.attributes.add(attribute, engineForm(definition) as never);
    }
}

/**
 * A row of a json attribute with the default of every field, for rows that code makes.
 *
 * @param attribute - The json attribute.
 * @param values - The fields that differ from their defaults.
 */
export function makeRow<Json extends JsonAttribute>(attribute: Json, values: Partial<ValueOf<Json>[number]>): ValueOf<Json>[number] {
    const row: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(attribute.schema)) {
        if (field.array) row[name] = [];
        else if (field.type === 'entity') row[name] = null;
        else if (field.type === 'vec3') row[name] = new Vec3(...field.default);
        else row[name] = field.default;
    }
    return Object.assign(row, values) as ValueOf<Json>[number];
}
