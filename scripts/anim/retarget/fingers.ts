import { distanceVec, dotVec, normalizeVec, subtractVec, type Flat } from '../../core/math/flat-math';
import { longestPath, type BoneTree } from '../../rig/tree';

// The fingers of a hand, by how they lie beside each other.

/** A finger that reaches up to this share of the longest one is a thumb. */
const THUMB = 0.8;

/** Longest finger as a share of the arm from elbow to wrist: what is longer is held in the hand. */
const LONGEST = 1.2;

export interface Fingers {
    /** Bones from the root to the tip; empty: none. */
    readonly thumb: readonly number[];
    /** The others, beginning beside the thumb. */
    readonly others: readonly (readonly number[])[];
}

const middle = new Float64Array(3);
const tip = new Float64Array(3);

/**
 * Finds the fingers of a hand.
 *
 * @param places - Where the nodes are in the reference pose.
 * @param forearm - Length of the forearm.
 */
export function findFingers(tree: BoneTree, places: Flat, hand: number, forearm: number): Fingers {
    const paths = tree.children[hand].filter(child => tree.carried[child] > 0).map(child => longestPath(tree, child));
    const last = (path: readonly number[]) => path[path.length - 1];
    const chains = paths.filter(path => path.length > 1 && distanceVec(places, 3 * last(path), places, 3 * hand) < LONGEST * forearm);
    if (chains.length < 2) return { thumb: [], others: chains };
    middle.fill(0);
    for (const path of chains) {
        subtractVec(tip, 0, places, 3 * last(path), places, 3 * hand);
        for (let k = 0; k < 3; k++) middle[k] += tip[k];
    }
    normalizeVec(middle, 0);
    const reach = (path: readonly number[]) => {
        subtractVec(tip, 0, places, 3 * last(path), places, 3 * hand);
        return dotVec(tip, 0, middle, 0);
    };
    const shortest = chains.reduce((a, b) => (reach(b) < reach(a) ? b : a));
    const isThumb = reach(shortest) < THUMB * Math.max(...chains.map(reach));
    const others = chains.filter(path => !isThumb || path !== shortest);
    // without a thumb the order of the file stays
    if (!isThumb) return { thumb: [], others };
    const from = (path: readonly number[]) => distanceVec(places, 3 * path[0], places, 3 * shortest[1]);
    return { thumb: shortest, others: others.sort((a, b) => from(a) - from(b)) };
}

/** The finger of a hand with other fingers that moves as one of this hand does. */
export function matchFinger({ others }: Fingers, index: number, count: number): readonly number[] {
    if (others.length === 0) return [];
    return others[count === 1 ? Math.floor(others.length / 2) : Math.round(index * (others.length - 1) / (count - 1))];
}
