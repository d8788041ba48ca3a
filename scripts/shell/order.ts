// The order of effect of the scripts on a script component: each takes the pose as those above leave it.

/** Registered names in the order of effect; those in one row may stand in any order. */
const ORDER: readonly (readonly string[])[] = [
    ['animationMirror'], ['poseTransition'], ['additiveOverlay'], ['idleRandomizer'], ['strideWarp'], ['perfectLookAt'],
    ['mecFootPlacer', 'footPlacementStates'], ['activeRagdoll'], ['hitReactions'], ['springChain']
];

/** Place of a script in the order of effect by its registered name; -1: it has none. */
export function rankOf(name: string | undefined): number {
    return name === undefined ? -1 : ORDER.findIndex(names => names.includes(name));
}
