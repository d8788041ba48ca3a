import type { AttributeDefinition, AttributeTable, FieldDefinition } from 'limber';
import { Curve, Entity, Vec2, Vec3, type ScriptType } from 'playcanvas';

import type { PageScript } from './page-script';

// What scripts are set to as the data of a script component, which templates and the Editor's *Paste Component* read.
//
// Entities and assets of the gallery mean nothing elsewhere. Rows name their bone instead, and a list that the script has filled itself is
// left empty: it fills it again.

type Values = Record<string, unknown>;

type Schema = Readonly<Record<string, FieldDefinition>>;

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

/**
 * Remembers the lists that a script that was just made has filled itself, as texts.
 *
 * @param given - What it was made with.
 */
export function readLists(script: ScriptType, table: AttributeTable, given: object = {}): Readonly<Record<string, string>> {
    const lists = Object.entries(table).filter(([name, definition]) => definition.type === 'json' && definition.array && !(name in given));
    return Object.fromEntries(lists.map(([name, definition]) => [name, JSON.stringify(toEditor(definition, read(script, name)))]));
}

/** Whether an attribute is a list that still is as the script has filled it itself. */
export function isOwnList({ script, table, lists }: PageScript, name: string): boolean {
    return name in lists && JSON.stringify(toEditor(table[name], read(script, name))) === lists[name];
}

/** The attributes of a script for another project. */
function describeAttributes(one: PageScript): Values {
    return Object.fromEntries(Object.entries(one.table).map(([name, definition]) => {
        return [name, isOwnList(one, name) ? [] : toEditor(definition, read(one.script, name))];
    }));
}

/** The data of a script component with these scripts. */
export function describeComponent(scripts: readonly PageScript[]): object {
    return {
        enabled: true,
        order: scripts.map(({ name }) => name),
        scripts: Object.fromEntries(scripts.map(one => [one.name, { enabled: one.script.enabled, attributes: describeAttributes(one) }]))
    };
}

/** What the console of the Editor takes: its own Copy Component keeps the data in the browser's storage, as the text of a text. */
export function writeForEditor(component: object): string {
    return [
        '// Run this in the console of the Editor\'s page (F12). Then choose Paste Component in the menu of the entity\'s Script component,',
        '// or in that of the entity when it has none.',
        `localStorage.setItem('copy-component', JSON.stringify(JSON.stringify(${JSON.stringify(component, null, 4)})));`,
        'localStorage.setItem(\'copy-component-name\', \'"script"\');',
        ''
    ].join('\n');
}
