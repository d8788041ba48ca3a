import { Vec2, Vec3, type ScriptType } from 'playcanvas';

import type { AttributeTable, FieldDefinition } from './attributes';
import type { Row } from './left-out';

// Numbers in rows act in the next frame. Attributes say when they are set; rows are plain objects of the engine and do not. So the numbers,
// switches and vectors of a row become accessors that note it, once the row is in a list that a script has read. To compare them all in
// each frame instead would read hundreds of them, and box each. What is changed inside of a vector is compared.

/** Types of fields that are watched. */
const WATCHED: readonly FieldDefinition['type'][] = ['number', 'boolean', 'vec2', 'vec3'];

/** Scripts that hear of a row. */
const listenersOf = new WeakMap<object, Map<LiveRows, string>>();

/** Makes accessors of the fields of a row; once. */
function openRow(row: Row, fields: readonly string[]): Map<LiveRows, string> {
    const known = listenersOf.get(row);
    if (known) return known;
    const listeners = new Map<LiveRows, string>();
    listenersOf.set(row, listeners);
    for (const field of fields) {
        let value = row[field];
        Object.defineProperty(row, field, {
            enumerable: true,
            configurable: true,
            get: () => value,
            set(next: unknown) {
                if (next === value) return;
                value = next;
                for (const [rows, list] of listeners) rows.note(`${list}.${field}`);
            }
        });
    }
    return listeners;
}

/** The rows of a script's lists. */
export class LiveRows {
    /** Fields that were set since the last {@link take}, each by its list and its name: `feet.footHeight`. */
    private readonly changed = new Set<string>();

    private vectors: (Vec2 | Vec3)[] = [];

    /** The field of each vector, and its numbers as they were seen last. */
    private fields: string[] = [];

    private seen = new Float64Array(0);

    /** Watches the rows that a script has read, and counts what they hold as known. */
    watch(script: ScriptType, table: AttributeTable) {
        this.vectors = [];
        this.fields = [];
        for (const [list, definition] of Object.entries(table)) {
            if (definition.type !== 'json') continue;
            const value = (script as unknown as Record<string, Row | Row[]>)[list];
            const fields = Object.keys(definition.schema).filter(field => WATCHED.includes(definition.schema[field].type) && !definition.schema[field].array);
            if (fields.length === 0 || !value) continue;
            for (const row of Array.isArray(value) ? value : [value]) {
                openRow(row, fields).set(this, list);
                for (const field of fields) {
                    const vector = row[field];
                    if (!(vector instanceof Vec2 || vector instanceof Vec3)) continue;
                    this.vectors.push(vector);
                    this.fields.push(`${list}.${field}`);
                }
            }
        }
        this.seen = new Float64Array(3 * this.vectors.length);
        this.compareVectors();
        this.changed.clear();
    }

    /** Hears that a field was set. */
    note(field: string) {
        this.changed.add(field);
    }

    /** The fields that were set since the last time, in whatever row; null: none was. */
    take(): readonly string[] | null {
        this.compareVectors();
        if (this.changed.size === 0) return null;
        const fields = [...this.changed];
        this.changed.clear();
        return fields;
    }

    private compareVectors() {
        const { vectors, seen } = this;
        for (let i = 0; i < vectors.length; i++) {
            const vector = vectors[i];
            const z = vector instanceof Vec3 ? vector.z : 0;
            const o = 3 * i;
            if (vector.x === seen[o] && vector.y === seen[o + 1] && z === seen[o + 2]) continue;
            seen[o] = vector.x;
            seen[o + 1] = vector.y;
            seen[o + 2] = z;
            // what is no number is never the same
            if (Number.isFinite(vector.x + vector.y + z)) this.changed.add(this.fields[i]);
        }
    }
}
