// A chain of bones as an elastic rod: what each bone weighs, how stiff each joint is, and how far it bends.
//
// Bones turn against their neighbours, and each has inertia by its length: the sections of a rod under torsion, or a row of pendulums that
// are tied to each other. Its swings have the ratios 1 : 3 : 5, like a hanging chain's 1 : 2.3 : 3.6, and go down the rod as waves. A joint
// stands for the halves of the bones that meet in it; that at the root for half of its bone alone, as its bend goes into what it hangs on.
// So a rod cut into more bones is the same rod.

/** Share of the rod's length that a bone has at least: one of no length would have no inertia. */
const SHORTEST = 1e-3;

/** Rounds in which the lowest swing is found: each brings it nearer by the squared ratio of the two lowest frequencies, nine. */
const ROUNDS = 24;

export interface RodShape {
    /** Distance along the bones from the root to the furthest tip. */
    readonly length: number;
    /** Inertia of each bone, a share of the rod's. */
    readonly inertias: Float64Array;
    /** Stiffness of each joint, so that the squared frequency of the rod's lowest swing is 1. */
    readonly stiffnesses: Float64Array;
    /** Share of the rod's bend that a joint may have; along the longest branch they add up to 1. */
    readonly shares: Float64Array;
    /** What the squared frequency of the lowest swing is against that of the same rod with an even stiffness. */
    readonly gain: number;
}

/**
 * @param parents - For each bone the one that it hangs on, which comes before; -1: it hangs on what the chain hangs on.
 * @param lengths - Of the bones.
 * @param stiffness - Of each joint against an even rod's.
 */
export function shapeRod(parents: readonly number[], lengths: readonly number[], stiffness: readonly number[]): RodShape {
    const count = parents.length;
    const depth = (values: readonly number[]) => {
        const sums: number[] = [];
        values.forEach((value, i) => sums.push(value + (parents[i] < 0 ? 0 : sums[parents[i]])));
        return Math.max(...sums);
    };
    const length = depth(lengths);
    const sound = lengths.map(own => Math.max(own, SHORTEST * length) / length);
    const spans = sound.map((own, i) => (own + (parents[i] < 0 ? 0 : sound[parents[i]])) / 2);
    const inertias = Float64Array.from(sound);
    const even = Float64Array.from(spans, span => 1 / span);
    const wanted = even.map((value, i) => value * stiffness[i]);
    const lowest = lowestSwing(parents, inertias, wanted);
    const bend = depth(spans);
    return {
        length, inertias,
        stiffnesses: wanted.map(value => value / lowest),
        shares: Float64Array.from({ length: count }, (_, i) => spans[i] / bend),
        gain: lowest / lowestSwing(parents, inertias, even)
    };
}

/** The squared frequency of the lowest swing, by inverse iteration. */
function lowestSwing(parents: readonly number[], inertias: Float64Array, stiffnesses: Float64Array): number {
    const count = parents.length;
    const shape = new Float64Array(count).fill(1);
    let found = 0;
    for (let round = 0; round < ROUNDS; round++) {
        // each joint bends by what turns all that hangs on it
        const torques = inertias.map((inertia, i) => inertia * shape[i]);
        for (let i = count - 1; i >= 0; i--) if (parents[i] >= 0) torques[parents[i]] += torques[i];
        let work = 0, largest = 0;
        const next = new Float64Array(count);
        for (let i = 0; i < count; i++) {
            next[i] = torques[i] / stiffnesses[i] + (parents[i] < 0 ? 0 : next[parents[i]]);
            largest = Math.max(largest, next[i]);
        }
        let energy = 0;
        for (let i = 0; i < count; i++) {
            work += inertias[i] * next[i] * shape[i];
            energy += inertias[i] * next[i] * next[i];
        }
        found = work / energy;
        for (let i = 0; i < count; i++) shape[i] = next[i] / largest;
    }
    return found;
}
