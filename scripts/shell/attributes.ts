import { Curve, Vec2, Vec3, type Asset, type Entity } from 'playcanvas';

// Attribute tables: one table per script says name, type, default, range and text of every attribute. The types of the class,
// the inspector of the Editor and the pages of the documentation all follow from it.
//
// The tables hold what the Editor's parser of classic scripts takes: no json inside json, enums as arrays of objects with one key.

/** What every attribute may say about itself. */
interface AttributeText {
    /** Name in the inspector, of at most 17 letters: the Editor cuts longer ones. Without it the attribute's name. */
    readonly title?: string;
    /** Tooltip: meaning, unit, what the extreme values do. */
    readonly description: string;
    /** Condition on other attributes of the script, in the Editor's syntax, without which the inspector hides this one. */
    readonly visibleif?: string;
    /** Its former name, under which scenes and code may still set it. */
    readonly renamedFrom?: string;
}

interface BooleanAttribute extends AttributeText {
    readonly type: 'boolean';
    readonly array?: false;
    readonly default: boolean;
}

interface BooleansAttribute extends AttributeText {
    readonly type: 'boolean';
    readonly array: true;
    readonly default?: undefined;
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
    /** Choices by their former names, which are still taken. */
    readonly formerly?: Readonly<Record<string, string>>;
}

interface StringsAttribute extends AttributeText {
    readonly type: 'string';
    readonly array: true;
    readonly default?: undefined;
    readonly enum?: undefined;
}

interface PairAttribute extends AttributeText {
    readonly type: 'vec2';
    readonly array?: false;
    readonly default: readonly [number, number];
}

interface VectorAttribute extends AttributeText {
    readonly type: 'vec3';
    readonly array?: false;
    readonly default: readonly [number, number, number];
}

interface CurveAttribute extends AttributeText {
    readonly type: 'curve';
    readonly array?: false;
    /** Keys as time and value in turn; the type is one of the engine's `CURVE_` constants. */
    readonly default: { readonly type: number; readonly keys: readonly number[] };
}

interface EntityAttribute extends AttributeText {
    readonly type: 'entity';
    readonly array?: boolean;
    /** The attribute beside it, or the field of the same row, that holds the entity's name where there is no entity; of a list the names. */
    readonly nameIn?: string;
}

interface AssetAttribute extends AttributeText {
    readonly type: 'asset';
    readonly array?: boolean;
    /** The engine's name for the type of assets that can be chosen, such as `animation`; without it any. */
    readonly assetType?: string;
}

/** An attribute that may also be a field of a json attribute. */
export type FieldDefinition =
    BooleanAttribute | BooleansAttribute | NumberAttribute | StringAttribute | StringsAttribute | PairAttribute | VectorAttribute | CurveAttribute |
    EntityAttribute | AssetAttribute;

/** A list of rows, each with the fields of the schema; without `array` a single object with these fields. */
export interface JsonAttribute extends AttributeText {
    readonly type: 'json';
    readonly array?: boolean;
    readonly schema: { readonly [field: string]: FieldDefinition };
}

export type AttributeDefinition = FieldDefinition | JsonAttribute;

/** The attributes of a script by name, in the order of the inspector. */
export interface AttributeTable {
    readonly [name: string]: AttributeDefinition;
}

/** The values of the choices; one key each, so the union is taken apart first. */
type ChoiceOf<Choice> = Choice extends unknown ? Choice[keyof Choice] : never;

/** A row of a json attribute, or its single object. */
type RowOf<Schema> = { -readonly [Field in keyof Schema]: ValueOf<Schema[Field]> };

type ValueOf<D> =
    D extends { type: 'boolean'; array: true } ? boolean[] :
    D extends { type: 'boolean' } ? boolean :
    D extends { type: 'number' } ? number :
    D extends { type: 'string'; enum: readonly (infer Choice)[] } ? ChoiceOf<Choice> :
    D extends { type: 'string'; array: true } ? string[] :
    D extends { type: 'string' } ? string :
    D extends { type: 'vec2' } ? Vec2 :
    D extends { type: 'vec3' } ? Vec3 :
    D extends { type: 'curve' } ? Curve :
    D extends { type: 'entity'; array: true } ? Entity[] :
    D extends { type: 'entity' } ? Entity | null :
    D extends { type: 'asset'; array: true } ? Asset[] :
    D extends { type: 'asset' } ? Asset | null :
    D extends { type: 'json'; array: true; schema: infer Schema } ? RowOf<Schema>[] :
    D extends { type: 'json'; schema: infer Schema } ? RowOf<Schema> :
    never;

/** The properties that a script has because of its table. */
export type AttributesOf<Table> = { -readonly [Name in keyof Table]: ValueOf<Table[Name]> };

/** A name as the words of a title: `rotationLimit` is "Rotation Limit". */
export function wordsOf(name: string): string {
    return name.charAt(0).toUpperCase() + name.slice(1).replace(/[A-Z]/g, letter => ` ${letter}`);
}

/** What sentences call an attribute or a field. The small file has no titles that say the same as the name. */
export function titleOf(name: string, { title }: { readonly title?: string }): string {
    return title ?? wordsOf(name);
}

/** The value of a field that is not set. */
export function defaultOf(field: FieldDefinition): unknown {
    if (field.array) return [];
    switch (field.type) {
        case 'entity':
        case 'asset':
            return null;
        case 'vec2':
            return new Vec2(...field.default);
        case 'vec3':
            return new Vec3(...field.default);
        case 'curve': {
            const curve = new Curve([...field.default.keys]);
            curve.type = field.default.type;
            return curve;
        }
        default:
            return field.default;
    }
}

/**
 * A row of a json attribute, or its single object, with the default of every field, for rows that code makes.
 *
 * @param attribute - The json attribute.
 * @param values - The fields that differ from their defaults.
 */
export function makeRow<Json extends JsonAttribute>(attribute: Json, values: Partial<RowOf<Json['schema']>> = {}): RowOf<Json['schema']> {
    const row = Object.fromEntries(Object.entries(attribute.schema).map(([name, field]) => [name, defaultOf(field)]));
    return Object.assign(row, values) as RowOf<Json['schema']>;
}
