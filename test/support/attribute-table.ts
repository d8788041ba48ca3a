import { expect } from 'chai';

// Attributes of a script against a table of names, types and defaults. The order in the inspector is that of use, and has a test of its own.

interface Definition { type: string; array?: boolean; default?: unknown; schema?: Record<string, Definition> }

/** Name, type and default of an attribute; a list holds its fields. */
type Row = readonly unknown[];

function describeTable(table: Record<string, Definition>): Row[] {
    return Object.entries(table).map(([name, { type, array, default: initial, schema }]) => {
        if (schema) return [name, type, describeTable(schema)];
        return initial === undefined ? [name, array ? `${type}[]` : type] : [name, type, initial];
    });
}

function sort(rows: readonly Row[]): Row[] {
    return rows.map(([name, type, ...rest]) => [name, type, ...type === 'json' ? [sort(rest[0] as Row[])] : rest])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}

/** Expects names, types and defaults of attributes to be those of a table. */
export function expectTable(attributes: object, table: readonly Row[]) {
    expect(sort(describeTable(attributes as Record<string, Definition>))).to.deep.equal(sort(table));
}
