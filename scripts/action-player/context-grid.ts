import type { ActionRow } from './attributes';
import { chooseAction, misfitOf, type Context } from './context';

// Looks through everything that a character can be doing, before it does: which contexts have no action of a kind, and which actions never play.
//
// The limits of the rows cut each quantity into ranges; within a cell of that grid the same rows fit.

/** A range of a quantity by a value inside it, and its words. */
interface Range {
    readonly value: number;
    readonly words: string;
}

/** How many gaps a sentence names. */
const NAMED = 3;

/** The ranges between some limits, from 0 up. */
function rangesOf(limits: readonly number[], what: string, most = Infinity): Range[] {
    const borders = [...new Set([0, ...limits.filter(limit => limit > 0 && limit < most), most])].sort((a, b) => a - b);
    return borders.slice(1).map((high, i) => {
        const low = borders[i];
        const words = high < most ? `${what} ${low} to ${high}` : `${what} above ${low}`;
        return { value: high < Infinity ? (low + high) / 2 : low + 1, words: borders.length > 2 ? words : '' };
    });
}

/** Every cell of the grid of some rows, with its words. */
function cellsOf(rows: readonly ActionRow[]): { context: Context; words: string }[] {
    const stances = [...new Set(rows.flatMap(row => row.stances))];
    const speeds = rangesOf(rows.flatMap(row => [row.minSpeed, row.maxSpeed]), 'speed');
    const distances = rangesOf(rows.flatMap(row => [row.minDistance, row.maxDistance]), 'distance');
    const angles = rangesOf(rows.map(row => row.angle), 'angle', 180);
    const facing = rangesOf(rows.flatMap(row => [row.opponentAngle.x, row.opponentAngle.y]), 'opponent angle', 180);
    const before = [...new Set(['', ...rows.map(row => row.after)])];
    return (stances.length > 0 ? stances : ['']).flatMap(stance => speeds.flatMap(speed => distances.flatMap(distance => angles.flatMap(
        angle => facing.flatMap(opponentAngle => before.map(last => ({
            context: { stances: [stance], speed: speed.value, distance: distance.value, angle: angle.value, opponentAngle: opponentAngle.value, last },
            words: [stance && `stance ${stance}`, speed.words, distance.words, angle.words, opponentAngle.words, last && `after ${last}`].filter(word => word !== '').join(', ')
        })))
    ))));
}

/**
 * Sentences about one kind of actions: contexts for which there is none, and rows that never play.
 *
 * @param kind - Its name.
 * @param rows - The actions of this kind.
 */
export function findGaps(kind: string, rows: readonly ActionRow[]): string[] {
    const gaps: string[] = [];
    const chosen = new Set<ActionRow>();
    const fitting = new Map<ActionRow, ActionRow>();
    for (const { context, words } of cellsOf(rows)) {
        const best = chooseAction(rows, context);
        if (best) chosen.add(best);
        else gaps.push(words);
        for (const row of rows) if (best && row !== best && misfitOf(row, context) === null) fitting.set(row, best);
    }
    const sentences = rows.filter(row => !chosen.has(row)).map((row) => {
        const hiding = fitting.get(row);
        return hiding ?
            `action "${row.name}" never plays: wherever it fits, "${hiding.name}" has the higher score or stands above it. Raise its score, or narrow the other one.` :
            `action "${row.name}" never applies: no context fits its limits. Widen them.`;
    });
    if (gaps.length > 0) {
        const more = gaps.length > NAMED ? `, and ${gaps.length - NAMED} more` : '';
        sentences.push(`kind "${kind}" has no action for ${gaps.slice(0, NAMED).join('; ')}${more}. Add an action without these limits, or leave it: requests are refused there.`);
    }
    return sentences;
}
