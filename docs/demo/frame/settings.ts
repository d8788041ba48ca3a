import type { AttributeDefinition, AttributeTable, FieldDefinition } from 'limber';
import { Curve, Entity, Vec2, Vec3, type ScriptType } from 'playcanvas';

import type { PageScript } from './page';

// What scripts are set to, in the two forms that are taken elsewhere: the data of a script component, which the Editor's *Paste Component*
// and templates read, and the call that makes the script in code.
//
// Entities and assets of the gallery mean nothing elsewhere. Rows name their bone instead, and a list that the script has filled itself is
// left empty: it fills it again.

type Values = Record<string, unknown>;

type Schema = Readonly<Record<string, FieldDefinition>>;

const CODE_INDENT = '    ';

function read(script: ScriptType, name: string): unknown {
    return (script as unknown as Values)[name];
}

/** A value as the Editor keeps it. */
function toEditor(definition: AttributeDefinition, value: unknown): unknown {
    if (definition.type === 'json') {
        if (!definition.array) return toEditorRow(definition.schema, value as Values);
        return (value as Values[] ?? []).map(row => toEditorRow(definition.schema, row));
    }
    if (definition.type === 'entity' || definition.type === 'asset') return definition.array ? [] : null;
    if (value instanceof Vec2) return [value.x, value.y];
    if (value instanceof Vec3) return [value.x, value.y, value.z];
    if (value instanceof Curve) return { type: value.type, keys: value.keys.flat() };
    return value;
}

function toEditorRow(schema: Schema, row: Values): Values {
    const plain = Object.fromEntries(Object.entries(schema).map(([name, field]) => [name, toEditor(field, row[name])]));
    if (schema.boneName && row.bone instanceof Entity) plain.boneName = row.bone.name;
    return plain;
}

/** Remembers the lists of a script as it has filled them itself, or as they were made. */
export function readLists(script: ScriptType, table: AttributeTable): Readonly<Record<string, string>> {
    const lists = Object.entries(table).filter(([, definition]) => definition.type === 'json' && definition.array);
    return Object.fromEntries(lists.map(([name, definition]) => [name, JSON.stringify(toEditor(definition, read(script, name)))]));
}

export type Lists = ReturnType<typeof readLists>;

/** A script with its lists as they were when it was made. */
export interface SetScript extends PageScript {
    readonly lists: Lists;
}

/** The attributes of a script for another project. */
function describeAttributes({ script, table, lists }: SetScript): Values {
    return Object.fromEntries(Object.entries(table).map(([name, definition]) => {
        const value = toEditor(definition, read(script, name));
        return [name, JSON.stringify(value) === lists[name] ? [] : value];
    }));
}

/** The data of a script component with these scripts. */
export function describeComponent(scripts: readonly SetScript[]): object {
    return {
        enabled: true,
        order: scripts.map(({ name }) => name),
        scripts: Object.fromEntries(scripts.map(one => [one.name, { enabled: one.script.enabled, attributes: describeAttributes(one) }]))
    };
}

function isDefault(definition: AttributeDefinition, value: unknown): boolean {
    if (value === null || Array.isArray(value) && value.length === 0) return true;
    return 'default' in definition && JSON.stringify(value) === JSON.stringify(definition.default);
}

/** A value as it stands in code. */
function writeValue(definition: AttributeDefinition, value: unknown, indent: string): string {
    switch (definition.type) {
        case 'vec2': return `new pc.Vec2(${(value as number[]).join(', ')})`;
        case 'vec3': return `new pc.Vec3(${(value as number[]).join(', ')})`;
        case 'curve': return `new pc.Curve(${JSON.stringify((value as { keys: number[] }).keys)})`;
        case 'json': {
            const deeper = indent + CODE_INDENT;
            if (!definition.array) return writeRow(definition.schema, value as Values);
            return `[\n${(value as Values[]).map(row => deeper + writeRow(definition.schema, row)).join(',\n')}\n${indent}]`;
        }
        default: return typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll('\'', '\\\'')}'` : JSON.stringify(value);
    }
}

function writeRow(schema: Schema, row: Values): string {
    const fields = Object.entries(row).filter(([name, value]) => !isDefault(schema[name], value));
    return `{ ${fields.map(([name, value]) => `${name}: ${writeValue(schema[name], value, '')}`).join(', ')} }`;
}

function writeCall(one: SetScript): string {
    const indent = CODE_INDENT + CODE_INDENT;
    const lines = Object.entries(describeAttributes(one)).flatMap(([name, value]) => {
        const entity = read(one.script, name);
        if (entity instanceof Entity) return [`${indent}${name}: app.root.findByName('${entity.name}')`];
        return isDefault(one.table[name], value) ? [] : [`${indent}${name}: ${writeValue(one.table[name], value, indent)}`];
    });
    if (lines.length === 0) return `entity.script.create('${one.name}');`;
    return `entity.script.create('${one.name}', {\n${CODE_INDENT}attributes: {\n${lines.join(',\n')}\n${CODE_INDENT}}\n});`;
}

/** The call that makes each script, with what differs from its defaults. */
export function writeCode(scripts: readonly SetScript[]): string {
    return `${scripts.map(writeCall).join('\n')}\n`;
}
