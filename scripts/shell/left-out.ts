import type { ScriptType } from 'playcanvas';

import type { JsonAttribute } from './attributes';

// Fields of rows that code has left out. The engine fills them with their defaults, so that it can no longer be seen that nothing was said;
// a script that knows better gives them what a row has that it fills in by itself.

/** A row of a json attribute by its fields. */
export type Row = Record<string, unknown>;

/** Of a row the fields that were left out, with what stands there in their place. */
type LeftOut = Map<string, unknown>;

const byRow = new WeakMap<object, LeftOut>();

/** Stands for what a field is completed with. */
const AWAITED = Symbol('awaited');

/** Names of fields of one row. */
type Fields = readonly string[];

/** Fields that were left out of rows on their way into an attribute, by script and attribute. */
const onTheirWay = new WeakMap<ScriptType, Map<string, readonly Fields[]>>();

/** Fields of a row that are not set. Nothing is made for one that is complete. */
function fieldsOf({ schema }: JsonAttribute, row: unknown): Fields {
    if (typeof row !== 'object' || row === null) return NONE;
    let fields: string[] | null = null;
    for (const field in schema) if ((row as Row)[field] === undefined) (fields ??= []).push(field);
    return fields ?? NONE;
}

const NONE: Fields = [];

/** Notes what is left out of the rows that an attribute is given, before the engine makes rows of its own of them. */
export function noteAssigned(script: ScriptType, name: string, json: JsonAttribute, rows: unknown): void {
    if (!json.array) return;
    let attributes = onTheirWay.get(script);
    if (!attributes) {
        attributes = new Map();
        onTheirWay.set(script, attributes);
    }
    attributes.set(name, Array.isArray(rows) ? rows.map(row => fieldsOf(json, row)) : []);
}

/** Notes what is left out of the rows of an attribute, before they are completed in place. */
export function noteRows(script: ScriptType, name: string, json: JsonAttribute, rows: readonly unknown[]): void {
    const assigned = onTheirWay.get(script);
    const fields = assigned?.get(name) ?? [];
    assigned?.delete(name);
    rows.forEach((row, i) => {
        const [before = NONE, now] = [fields[i], fieldsOf(json, row)];
        const left = before.length === 0 ? now : [...before, ...now];
        if (left.length === 0 || typeof row !== 'object' || row === null) return;
        const known = byRow.get(row) ?? new Map<string, unknown>();
        byRow.set(row, known);
        for (const field of left) known.set(field, (row as Row)[field] ?? AWAITED);
    });
}

/** Notes what fields of a row that were left out are completed with. */
export function noteCompleted(row: object): void {
    const left = byRow.get(row);
    if (!left) return;
    for (const [field, value] of left) if (value === AWAITED) left.set(field, (row as Row)[field]);
}

/** Whether code has left a field of a row out, and it has not been set since. */
export function isLeftOut(row: object, field: string): boolean {
    const left = byRow.get(row);
    return left !== undefined && left.has(field) && left.get(field) === (row as Row)[field];
}

/**
 * Gives rows by hand, in fields that code has left out and that have not been set since, what rows have that a script fills in by itself.
 *
 * @param rows - The rows, completed by their defaults.
 * @param filled - What the script fills in, some fields of each row.
 * @param isFor - Whether a row that is filled in is for what a row by hand is for, such as the same bone.
 * @param fields - Fields that are given; others keep their defaults.
 */
export function completeByHand<R extends object, Filled extends object>(
    rows: readonly R[], filled: readonly Filled[], isFor: (filled: Filled, row: R) => boolean, fields: readonly (keyof Filled & keyof R & string)[]
): void {
    for (const row of rows) {
        const left = byRow.get(row);
        const like = left && filled.find(one => isFor(one, row));
        if (!like) continue;
        for (const field of fields) {
            if (!isLeftOut(row, field) || like[field] === undefined) continue;
            (row as Row)[field] = like[field];
            left.set(field, row[field]);
        }
    }
}
