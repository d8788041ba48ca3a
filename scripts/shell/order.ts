// The order of effect of the scripts on a script component: each takes the pose as those above leave it.

/** Registered names in the order of effect; those in one row may stand in any order. */
const ORDER: readonly (readonly string[])[] = [
    ['animationMirror'], ['poseTransition'], ['additiveOverlay'], ['idleRandomizer'], ['strideWarp'], ['perfectLookAt'],
    ['mecFootPlacer', 'footPlacementStates'], ['activeRagdoll'], ['hitReactions'], ['springChain']
];

/** On four legs the feet tilt the body, and the head with it: there the look-at comes after them. */
const FEET = 'mecFootPlacer';
const LOOK_AT = 'perfectLookAt';

/**
 * Place of a script in the order of effect by its registered name; -1: it has none.
 *
 * @param legs - How many legs the character stands on.
 */
export function rankOf(name: string | undefined, legs: number): number {
    if (legs === 4 && name === LOOK_AT) return rankOf(FEET, 2);
    if (legs === 4 && ORDER[rankOf(FEET, 2)].includes(name ?? '')) return rankOf(LOOK_AT, 2);
    return name === undefined ? -1 : ORDER.findIndex(names => names.includes(name));
}
