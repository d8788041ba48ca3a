import { defaultOf, titleOf, type JsonAttribute } from '../shell/attributes';

// Rows whose numbers are numbers: what code makes NaN would stay in the bones.

/** Whether a number, or each of a vector, is finite. */
function areFinite(value: unknown): boolean {
    if (typeof value === 'number') return Number.isFinite(value);
    const { x, y, z } = value as { x: number, y: number, z: number };
    return Number.isFinite(x + y + z);
}

/**
 * A row of a list with defaults in place of what is no number; the row itself where all are.
 *
 * @param place - What sentences call it.
 * @param report - Takes a sentence for each field.
 */
export function finiteRow<Row extends object>(row: Row, { schema }: JsonAttribute, place: string, report: (sentence: string) => void): Row {
    let finite = row;
    for (const [name, field] of Object.entries(schema)) {
        if (field.type !== 'number' && field.type !== 'vec3') continue;
        if (areFinite(row[name as keyof Row])) continue;
        report(`${titleOf(name, field)} of ${place} is not a number; its default is used. Set it to finite numbers, then call refresh().`);
        finite = { ...finite, [name]: defaultOf(field) };
    }
    return finite;
}
