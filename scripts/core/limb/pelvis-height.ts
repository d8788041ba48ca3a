import { dotVec, subtractVec, type Flat } from '../math/flat-math';

// How far a pelvis goes up or down so that every leg reaches its foot: one interval of heights per leg, intersected. Closed form.

/** An interval of heights, and the height that is wanted. */
export interface PelvisRange {
    /** Lowest and highest height, metres along the up vector from the animated one. */
    low: number;
    high: number;
    /** Smallest lift that a foot wants of the pelvis; Infinity without one. */
    lift: number;
}

/** What a leg needs. Lengths in metres. */
export interface LegRange {
    /** Height of the hip above the ankle's goal along the up vector, and distance between the two across it. */
    height: number;
    aside: number;
    /** Shortest and longest distance from hip to ankle. */
    shortest: number;
    longest: number;
    /** What the foot carries, 0..1: the reach of one in the air has no say. */
    load: number;
    /** By how much the foot wants the pelvis higher than the animation has it: the lift of the ground under it. Infinity: it has no say. */
    lift: number;
}

/** Any height will do. */
export function createPelvisRange(): PelvisRange {
    return { low: -Infinity, high: Infinity, lift: Infinity };
}

/** Starts anew: any height will do. */
export function clearPelvisRange(range: PelvisRange): void {
    range.low = -Infinity;
    range.high = Infinity;
    range.lift = Infinity;
}

/** A leg that carries all of its load, with no place yet, and no say about the lift. */
export function createLegRange(): LegRange {
    return { height: -0, aside: -0, shortest: -0, longest: -0, load: 1, lift: Infinity };
}

const toHip = new Float64Array(3);

/**
 * Sets where a leg's hip is over its goal.
 *
 * @param leg - Receives height and distance aside.
 * @param hip - World position of the hip.
 * @param goal - World position of the ankle's goal in its first three numbers.
 * @param up - Up vector, unit length.
 */
export function placeLeg(leg: LegRange, hip: Flat, goal: Flat, up: Flat): void {
    subtractVec(toHip, 0, hip, 0, goal, 0);
    leg.height = dotVec(toHip, 0, up, 0);
    leg.aside = Math.sqrt(Math.max(0, dotVec(toHip, 0, toHip, 0) - leg.height * leg.height));
}

/** Height by which a hip is too low for the distance to its goal to be a length, scene units; negative: too high. */
export function missingHeight({ height, aside }: LegRange, length: number): number {
    return Math.sqrt(Math.max(0, length * length - aside * aside)) - height;
}

/** Narrows the range to what a leg allows. */
export function addLeg(range: PelvisRange, { height, aside, shortest, longest, load, lift }: LegRange): void {
    range.lift = Math.min(range.lift, lift);
    if (!(load > 0)) return;
    // further aside than its length: no height helps, and crouching would only look as if
    if (aside < longest) {
        const high = Math.sqrt(longest * longest - aside * aside) - height;
        range.high = Math.min(range.high, high < 0 ? high * load : high);
    }
    if (aside < shortest) {
        const low = Math.sqrt(shortest * shortest - aside * aside) - height;
        range.low = Math.max(range.low, low > 0 ? low * load : low);
    }
}

/** Narrows the ranges of two ends of a body to heights of which none is further from the other than a distance. */
export function joinRanges(a: PelvisRange, b: PelvisRange, most: number): void {
    const low = a.low, high = a.high;
    a.low = Math.max(a.low, b.low - most);
    a.high = Math.min(a.high, b.high + most);
    b.low = Math.max(b.low, low - most);
    b.high = Math.min(b.high, high + most);
}

/**
 * The height of the pelvis in metres: as near to the animated one as the legs allow, higher where all feet stand higher. A leg that would be crushed
 * counts before one that does not reach.
 */
export function pelvisHeight(range: PelvisRange): number {
    return heightNear(range, range.lift > 0 && range.lift < Infinity ? range.lift : 0);
}

/** The same as near to another height as the legs allow. */
export function heightNear({ low, high }: PelvisRange, wanted: number): number {
    return Math.max(low, Math.min(high, wanted));
}
