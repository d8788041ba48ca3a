import type { AttributeDefinition, FieldDefinition, JsonAttribute } from 'limber';
import { Curve, Vec2, Vec3, type Asset, type Entity } from 'playcanvas';

// Values of attributes in the form that an observer holds: entities as their guid, assets as the text of their id, vectors as arrays,
// curves as a text of their keys, lists of names as a text with commas, rows as objects.

/** Stands for no entity and no asset: a select input takes no empty value. */
export const NONE = 'none';

/** A value as an observer holds it. */
export type Plain = boolean | number | string | number[] | string[] | { [field: string]: Plain } | { [field: string]: Plain }[];

export type Row = { [field: string]: unknown };

/** The entities and assets that can be chosen in the inspector. */
export class EntityChoice {
    /** Choices of a select input: guid and a name, with the parent's where the name is there twice. */
    readonly options: { v: string, t: string }[];

    private readonly byGuid: Map<string, Entity>;

    constructor(entities: Entity[], private readonly assets: Asset[] = []) {
        this.byGuid = new Map(entities.map(entity => [entity.guid, entity]));
        const names = entities.map(entity => entity.name);
        this.options = entities.map((entity, i) => {
            const twice = names.indexOf(entity.name) !== names.lastIndexOf(entity.name);
            return { v: entity.guid, t: twice ? `${names[i]} (${entity.parent?.name})` : names[i] };
        });
    }

    /** What a choice is called in a link: a guid is another one the next time. */
    nameOf(guid: string): string {
        return this.options.find(({ v }) => v === guid)?.t ?? guid;
    }

    /** The guid of what {@link nameOf} called so. */
    named(name: string): string {
        return this.options.find(({ t }) => t === name)?.v ?? NONE;
    }

    find(guid: string): Entity | null {
        return this.byGuid.get(guid) ?? null;
    }

    /** Choices of a select input for the assets of a type; without it all. */
    assetOptions(type?: string): { v: string, t: string }[] {
        return this.assets.filter(asset => !type || asset.type === type).map(asset => ({ v: String(asset.id), t: asset.name }));
    }

    findAsset(id: string): Asset | null {
        return this.assets.find(asset => String(asset.id) === id) ?? null;
    }
}

/** Keys of a curve as a text: `0 1, 1 0.5` is 1 at the start and 0.5 at the end. */
function keysToText(keys: readonly (readonly number[])[]): string {
    return keys.map(key => key.join(' ')).join(', ');
}

/** The curve that a text of keys says; null when it holds no pairs of numbers. */
function curveFromText(text: string, type: number): Curve | null {
    const keys = text.split(',').map(pair => pair.trim().split(/\s+/).map(Number));
    if (!keys.every(key => key.length === 2 && key.every(Number.isFinite))) return null;
    const curve = new Curve(keys.flat());
    curve.type = type;
    return curve;
}

/** The names in a text; an empty one between two commas stands for a place without a name. */
function namesFromText(text: string): string[] {
    return text.trim() === '' ? [] : text.split(',').map(name => name.trim());
}

/** The value that a field has in a new row. */
export function defaultOf(field: FieldDefinition): Plain {
    if (field.array) return field.type === 'string' || field.type === 'boolean' ? '' : [];
    switch (field.type) {
        case 'entity':
        case 'asset': return NONE;
        case 'vec2':
        case 'vec3': return [...field.default];
        case 'curve': return keysToText(new Curve([...field.default.keys]).keys);
        default: return field.default;
    }
}

function rowToPlain({ schema }: JsonAttribute, row: Row): { [field: string]: Plain } {
    return Object.fromEntries(Object.entries(schema).map(([name, field]) => [name, toPlain(field, row[name])]));
}

function rowFromPlain({ schema }: JsonAttribute, row: { [field: string]: Plain }, entities: EntityChoice): Row {
    return Object.fromEntries(Object.entries(schema).map(([name, field]) => [name, fromPlain(field, row[name], entities)]));
}

export function toPlain(definition: AttributeDefinition, value: unknown): Plain {
    switch (definition.type) {
        case 'json':
            return definition.array ? (value as Row[] ?? []).map(row => rowToPlain(definition, row)) : rowToPlain(definition, value as Row);
        case 'entity':
            if (definition.array) return (value as (Entity | null)[] ?? []).filter(entity => entity !== null).map(entity => entity.guid);
            return (value as Entity | null)?.guid ?? NONE;
        case 'asset':
            if (definition.array) return (value as (Asset | null)[] ?? []).filter(asset => asset !== null).map(({ id }) => String(id));
            return value ? String((value as Asset).id) : NONE;
        case 'vec2': {
            const { x, y } = value as Vec2;
            return [x, y];
        }
        case 'vec3': {
            const { x, y, z } = value as Vec3;
            return [x, y, z];
        }
        case 'curve':
            return keysToText((value as Curve).keys);
        case 'string':
        case 'boolean':
            return definition.array ? (value as unknown[] | null ?? []).join(', ') : value as Plain;
        default:
            return value as Plain;
    }
}

export function fromPlain(definition: AttributeDefinition, plain: Plain, entities: EntityChoice): unknown {
    switch (definition.type) {
        case 'json':
            if (!definition.array) return rowFromPlain(definition, plain as { [field: string]: Plain }, entities);
            return (plain as { [field: string]: Plain }[]).map(row => rowFromPlain(definition, row, entities));
        case 'entity':
            if (definition.array) return (plain as string[]).map(guid => entities.find(guid)).filter(entity => entity !== null);
            return entities.find(plain as string);
        case 'asset':
            if (definition.array) return (plain as string[]).map(id => entities.findAsset(id)).filter(asset => asset !== null);
            return entities.findAsset(plain as string);
        case 'vec2':
            return new Vec2(plain as number[]);
        case 'vec3':
            return new Vec3(plain as number[]);
        case 'curve': {
            const { keys, type } = definition.default;
            return curveFromText(plain as string, type) ?? curveFromText(keysToText(new Curve([...keys]).keys), type);
        }
        case 'string':
            return definition.array ? namesFromText(plain as string) : plain;
        case 'boolean':
            return definition.array ? namesFromText(plain as string).map(word => word === 'true') : plain;
        default:
            return plain;
    }
}

/** A value with another text for each of its entities. */
export function renameEntities(definition: AttributeDefinition, plain: Plain, rename: (text: string) => string): Plain {
    if (definition.type === 'entity') return Array.isArray(plain) ? (plain as string[]).map(rename) : rename(plain as string);
    if (definition.type !== 'json') return plain;
    const renameRow = (row: { [field: string]: Plain }) => Object.fromEntries(Object.entries(definition.schema).map(
        ([name, field]) => [name, name in row ? renameEntities(field, row[name], rename) : defaultOf(field)]
    ));
    return Array.isArray(plain) ? (plain as { [field: string]: Plain }[]).map(renameRow) : renameRow(plain as { [field: string]: Plain });
}

/** Whether two values have the same form: both a number, a list, a row and so on. */
export function isAlike(a: unknown, b: unknown): boolean {
    return typeof a === typeof b && Array.isArray(a) === Array.isArray(b) && a !== null;
}

/** The name that the Editor shows: the title, else the attribute's name in words. */
export function titleOf(name: string, definition: AttributeDefinition): string {
    if (definition.title) return definition.title;
    return name.charAt(0).toUpperCase() + name.slice(1).replace(/([A-Z])/g, ' $1');
}
