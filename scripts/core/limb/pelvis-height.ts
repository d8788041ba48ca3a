import type { Flat } from '../math/flat-math';

// How far a pelvis goes up or down so that every leg reaches its foot: one interval of heights per leg, intersected. Closed form.

/** An interval of heights, and the lift of the lowest ground under the feet. */
export interface PelvisRange {
    /** Lowest and highest height, metres along the up vector from the animated one. */
    readonly low: Flat;
    readonly high: Flat;
    /** Smallest lift of the ground under a foot; Infinity without one. */
    readonly lift: Flat;
}

export function createPelvisRange(): PelvisRange {
    return { low: new Float64Array(1), high: new Float64Array(1), lift: new Float64Array(1) };
}

/** Starts anew: any height will do. */
export function clearPelvisRange(range: PelvisRange): void {
    range.low[0] = -Infinity;
    range.high[0] = Infinity;
    range.lift[0] = Infinity;
}

/**
 * Takes a leg into account.
 *
 * @param range - The interval so far.
 * @param leg - Height of the hip above the ankle's goal along the up vector, distance between the two at right angles to it, the
 * shortest and the longest leg: four numbers.
 * @param load - What the foot carries, 0..1: the reach of one in the air has no say. And the lift of the ground under it.
 */
export function addLeg(range: PelvisRange, leg: Flat, load: Flat): void {
    const height = leg[0], aside = leg[1], shortest = leg[2], longest = leg[3];
    const share = load[0];
    range.lift[0] = Math.min(range.lift[0], load[1]);
    if (!(share > 0)) return;
    // further aside than its length: no height helps, and crouching would only look as if
    if (aside < longest) {
        const high = Math.sqrt(longest * longest - aside * aside) - height;
        range.high[0] = Math.min(range.high[0], high < 0 ? high * share : high);
    }
    if (aside < shortest) {
        const low = Math.sqrt(shortest * shortest - aside * aside) - height;
        range.low[0] = Math.max(range.low[0], low > 0 ? low * share : low);
    }
}

/**
 * Writes the height: as near to the animated one as the legs allow, higher where all feet stand higher. A leg that would be crushed
 * counts before one that does not reach.
 */
export function pelvisHeight(out: Flat, range: PelvisRange): void {
    const lift = range.lift[0];
    const wanted = lift > 0 && lift < Infinity ? lift : 0;
    out[0] = Math.max(range.low[0], Math.min(range.high[0], wanted));
}
