import type { AttributeDefinition, FieldDefinition } from 'limber';
import { Entity, Vec3 } from 'playcanvas';

// Values of attributes in the form that an observer holds: entities as their guid, vectors as arrays, rows as objects.

/** Stands for no entity: a select input takes no empty value. */
export const NONE = 'none';

/** A value as an observer holds it. */
export type Plain = boolean | number | string | number[] | string[] | { [field: string]: Plain }[];

export type Row = { [field: string]: unknown };

/** The entities that can be chosen in the inspector. */
export class EntityChoice {
    /** Choices of a select input: guid and a name, with the parent's where the name is there twice. */
    readonly options: { v: string, t: string }[];

    private readonly byGuid: Map<string, Entity>;

    constructor(entities: Entity[]) {
        this.byGuid = new Map(entities.map(entity => [entity.guid, entity]));
        const names = entities.map(entity => entity.name);
        this.options = entities.map((entity, i) => {
            const twice = names.indexOf(entity.name) !== names.lastIndexOf(entity.name);
            return { v: entity.guid, t: twice ? `${names[i]} (${entity.parent?.name})` : names[i] };
        });
    }

    find(guid: string): Entity | null {
        return this.byGuid.get(guid) ?? null;
    }
}

/** The value that a field has in a new row. */
export function defaultOf(field: FieldDefinition): Plain {
    if (field.array) return [];
    if (field.type === 'entity') return NONE;
    return field.type === 'vec3' ? [...field.default] : field.default;
}

export function toPlain(definition: AttributeDefinition, value: unknown): Plain {
    switch (definition.type) {
        case 'json':
            return (value as Row[] ?? []).map(row => Object.fromEntries(
                Object.entries(definition.schema).map(([name, field]) => [name, toPlain(field, row[name])])
            ));
        case 'entity':
            if (definition.array) return (value as (Entity | null)[] ?? []).filter(entity => entity !== null).map(entity => entity.guid);
            return (value as Entity | null)?.guid ?? NONE;
        case 'vec3': {
            const { x, y, z } = value as Vec3;
            return [x, y, z];
        }
        default:
            return value as Plain;
    }
}

export function fromPlain(definition: AttributeDefinition, plain: Plain, entities: EntityChoice): unknown {
    switch (definition.type) {
        case 'json':
            return (plain as Record<string, Plain>[]).map(row => Object.fromEntries(
                Object.entries(definition.schema).map(([name, field]) => [name, fromPlain(field, row[name], entities)])
            ));
        case 'entity':
            if (definition.array) return (plain as string[]).map(guid => entities.find(guid)).filter(entity => entity !== null);
            return entities.find(plain as string);
        case 'vec3':
            return new Vec3(plain as number[]);
        default:
            return plain;
    }
}

/** The name that the Editor shows: the title, else the attribute's name in words. */
export function titleOf(name: string, definition: AttributeDefinition): string {
    if (definition.title) return definition.title;
    return name.charAt(0).toUpperCase() + name.slice(1).replace(/([A-Z])/g, ' $1');
}
