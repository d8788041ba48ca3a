import { Curve, Vec2, Vec3, type GraphNode, type ScriptType } from 'playcanvas';

import { findBone } from '../rig/find';
import { roleOf, type Rig } from '../rig/rig';
import type { AttributeDefinition, AttributeTable, FieldDefinition } from '../shell/attributes';
import { registrationOf } from '../shell/register';

// Scripts as the Editor keeps them in the data of a script component: bones by their names, what else is in the scene or in the assets of a
// project left empty.

/** A value as JSON has it. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A script in the data of a component. */
export interface ScriptJson {
    enabled: boolean;
    attributes: { [name: string]: Json };
}

/** The data of a script component. */
export interface ScriptComponentJson {
    enabled: boolean;
    /** Names of the scripts in their order. */
    order: string[];
    scripts: { [name: string]: ScriptJson };
}

type Values = Readonly<Record<string, unknown>>;

/** The name of a bone: what is written for it, where that means this bone, else its role or its own name. */
function nameOf(rig: Rig | null, node: GraphNode | null | undefined, written: unknown): string {
    const name = typeof written === 'string' ? written : '';
    if (!node) return name;
    const bone = rig ? rig.skeleton.nodes.indexOf(node) : -1;
    if (!rig || bone < 0) return name || node.name;
    return name !== '' && findBone(rig, name) === bone ? name : roleOf(rig, bone) ?? node.name;
}

function valueOf(field: FieldDefinition, value: unknown): Json {
    if (field.type === 'entity' || field.type === 'asset') return field.array ? [] : null;
    if (value instanceof Vec2) return [value.x, value.y];
    if (value instanceof Vec3) return [value.x, value.y, value.z];
    if (value instanceof Curve) return { type: value.type, keys: value.keys.flat() };
    return Array.isArray(value) ? [...value] as Json[] : value as Json;
}

/** The fields of a row or of a whole script, with the names of the bones that stand in them. */
function fieldsOf(rig: Rig | null, schema: Readonly<Record<string, AttributeDefinition>>, values: Values): { [name: string]: Json } {
    const json: { [name: string]: Json } = {};
    for (const [name, definition] of Object.entries(schema)) {
        const value = values[name];
        if (definition.type !== 'json') json[name] = valueOf(definition, value);
        else if (definition.array) json[name] = (value as Values[]).map(row => fieldsOf(rig, definition.schema, row));
        else json[name] = fieldsOf(rig, definition.schema, value as Values);
    }
    for (const [name, definition] of Object.entries(schema)) {
        if (definition.type !== 'entity' || !definition.nameIn) continue;
        const written = values[definition.nameIn];
        if (!definition.array) {
            json[definition.nameIn] = nameOf(rig, values[name] as GraphNode | null, written);
            continue;
        }
        const [nodes, names] = [values[name] as (GraphNode | null)[], written as string[]];
        json[definition.nameIn] = Array.from({ length: Math.max(nodes.length, names.length) }, (_, i) => nameOf(rig, nodes[i], names[i]));
    }
    return json;
}

/**
 * The data of a component with some scripts of the pack.
 *
 * @param scripts - In their order.
 * @param rig - The character whose bones they name; null: bones by their own names.
 */
export function componentJson(scripts: readonly ScriptType[], rig: Rig | null): ScriptComponentJson {
    const entries = scripts.map((script) => {
        const { name, table } = registrationOf(script)!;
        return [name, { enabled: script.enabled, attributes: fieldsOf(rig, table satisfies AttributeTable, script as unknown as Values) }] as const;
    });
    return { enabled: true, order: entries.map(([name]) => name), scripts: Object.fromEntries(entries) };
}
