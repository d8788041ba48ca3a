import type { ActionRow } from './attributes';

// Whether an action fits what the character is doing.

/** What the character is doing, and where its opponent is. */
export interface Context {
    /** Stances that count: the one that is set, and those that were left a moment ago. */
    readonly stances: readonly string[];
    /** Metres per second. */
    readonly speed: number;
    /** Metres to the opponent, and degrees away from where the character faces; NaN without one: both count as any. */
    readonly distance: number;
    readonly angle: number;
    /** Degrees between where the opponent faces and this character; NaN without an opponent. */
    readonly opponentAngle: number;
    /** Name of the last action; empty: none yet. */
    readonly last: string;
}

/** Why an action does not fit, in words; null where it does. */
export function misfitOf(row: ActionRow, { stances, speed, distance, angle, opponentAngle, last }: Context): string | null {
    if (row.stances.length > 0 && !row.stances.some(stance => stances.includes(stance))) return `the stance is "${stances[0]}" and not ${row.stances.join(' or ')}`;
    if (speed < row.minSpeed) return `the speed is ${speed.toFixed(2)} m/s, below ${row.minSpeed}`;
    if (row.maxSpeed > 0 && speed > row.maxSpeed) return `the speed is ${speed.toFixed(2)} m/s, above ${row.maxSpeed}`;
    if (distance < row.minDistance) return `the opponent is ${distance.toFixed(2)} m away, nearer than ${row.minDistance}`;
    if (row.maxDistance > 0 && distance > row.maxDistance) return `the opponent is ${distance.toFixed(2)} m away, further than ${row.maxDistance}`;
    if (row.angle > 0 && angle > row.angle) return `the opponent is ${angle.toFixed(0)} degrees aside, more than ${row.angle}`;
    if (opponentAngle < row.opponentAngle.x || opponentAngle > row.opponentAngle.y) {
        return `the opponent faces ${opponentAngle.toFixed(0)} degrees away from the character, not ${row.opponentAngle.x} to ${row.opponentAngle.y}`;
    }
    if (row.after !== '' && row.after !== last) return `the last action is ${last === '' ? 'none' : `"${last}"`} and not "${row.after}"`;
    return null;
}

/** The fitting row with the highest score, the first of equal ones; null where none fits. */
export function chooseAction(rows: readonly ActionRow[], context: Context): ActionRow | null {
    let best: ActionRow | null = null;
    for (const row of rows) if (misfitOf(row, context) === null && (best === null || row.score > best.score)) best = row;
    return best;
}

/** A line for each row: its score, or why it does not fit. */
export function describeChoice(rows: readonly ActionRow[], context: Context): string[] {
    return rows.map(row => `"${row.name}" (${row.state}): ${misfitOf(row, context) ?? `fits, score ${row.score}`}`);
}
