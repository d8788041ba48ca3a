import { isNoLimbPair } from './names';
import { bonesOnly, longestPath, meetingPoint, type BoneTree } from './tree';
import { angleBetween, distanceVec, dotVec, normalizeVec, subtractVec } from '../core/math/flat-math';

// Pairs of limbs: siblings from which equally long chains of long bones hang.

/** Two limbs of the same kind, each as its nodes from the root to the tip. */
export type LimbPair = [number[], number[]];

/** How much the lengths of two equal limbs may differ, as a share. */
const LENGTH_TOLERANCE = 0.08;

/** How much the numbers of nodes below two equal limbs may differ, as a share: one hand may hold something. */
const COUNT_TOLERANCE = 0.3;

/** Shortest trunk between legs and arms, as a share of the legs. */
const SHORTEST_TRUNK = 0.1;

/** How many pairs may be limbs: hair and clothes can make thousands, of shorter bones. */
const MOST_PAIRS = 50;

/** Longest way from the trunk to where the legs begin, as a share of the legs. */
const LONGEST_PELVIS = 0.15;

/** Largest angle between the fore legs and the hind legs of an animal, in degrees. */
const PARALLEL_LEGS = 40;

/** Smallest angle between the trunk and the legs of what stands on two of them, in degrees. */
const UPRIGHT = 135;

/** Largest difference in height between fore and hind feet, as a share of the legs: more, and the fore ones hang in the air. */
const SAME_GROUND = 0.3;

/** Shortest bones of a leg as a share of those of the longest limb. */
const SHORTEST_LEG = 0.4;

/** Smallest distance between two feet of what has more than four, as a share of a leg: the ends of a skirt are nearer. */
const APART = 0.3;

/** A pair with the length of its two longest bones. */
interface Measured { pair: LimbPair; bones: number }

/** All pairs of siblings that might be limbs, the longest bones first. */
function measurePairs(tree: BoneTree): Measured[] {
    const { nodes } = tree.skeleton;
    const pairs: Measured[] = [];
    for (const siblings of tree.children) {
        siblings.forEach((a, i) => {
            for (const b of siblings.slice(i + 1)) {
                if (!(tree.reaches[a] > 0 && areAlike(tree, a, b))) continue;
                if (isNoLimbPair(nodes[a].name, nodes[b].name)) continue;
                const path = longestPath(tree, a);
                const lengths = path.slice(1).map(node => tree.offsets[node]).sort((x, y) => y - x);
                pairs.push({ pair: [path, longestPath(tree, b)], bones: lengths[0] + (lengths[1] ?? 0) });
            }
        });
    }
    pairs.sort((x, y) => y.bones - x.bones).splice(MOST_PAIRS);
    return pairs;
}

/**
 * The two pairs of limbs with the longest bones on one trunk, the pair nearer to the root first. What stands on four legs may have longer
 * ones that do not reach the ground: wings.
 */
export function findLimbPairs(tree: BoneTree): [LimbPair, LimbPair] | null {
    const pairs = measurePairs(tree);
    let longest: [LimbPair, LimbPair] | null = null;
    for (let longer = 1; longer < pairs.length; longer++) {
        for (let i = 0; i < longer; i++) {
            const limbs = onOneTrunk(tree, pairs[i].pair, pairs[longer].pair);
            longest ??= limbs;
            if (limbs && pairs[longer].bones > SHORTEST_LEG * pairs[0].bones && standsOnFour(tree, limbs)) return limbs;
        }
    }
    return longest;
}

/** How many legs stand on the ground of the scene where they are more than four, else 0. */
export function countManyLegs(tree: BoneTree): number {
    const { positions, sceneUp } = tree.skeleton;
    const heightOf = (node: number) => dotVec(positions, 3 * node, sceneUp, 0);
    const pairs = measurePairs(tree).filter(({ pair }) => tree.carried[pair[0][0]] > 0 || !(tree.carried[0] > 0));
    const tips = ([a, b]: LimbPair) => [a.at(-1)!, b.at(-1)!];
    const ground = pairs.reduce((low, { pair }) => Math.min(low, ...tips(pair).map(heightOf)), Infinity);
    const standing: LimbPair[] = [];
    for (const { pair, bones } of pairs) {
        const reach = tree.reaches[pair[0][0]];
        const isLow = tips(pair).every(tip => heightOf(tip) < ground + SAME_GROUND * reach);
        const isApart = standing.every(other => spread(tree, tips(pair)[0], tips(other)[0]) > APART * reach && spread(tree, tips(pair)[0], tips(other)[1]) > APART * reach);
        const isOwn = standing.flat().every(path => !pair.flat().some(node => path.includes(node)));
        if (bones > SHORTEST_LEG * pairs[0].bones && isLow && heightOf(pair[0][0]) > ground + SAME_GROUND * reach && isApart && isOwn) standing.push(pair);
    }
    return standing.length > 2 ? 2 * standing.length : 0;
}

/** Two pairs of limbs, legs first, or null where they do not hang from one trunk; some rigs put a pelvis between it and the legs. */
function onOneTrunk(tree: BoneTree, first: LimbPair, second: LimbPair): [LimbPair, LimbPair] | null {
    const [a, b] = [parentOf(tree, first), parentOf(tree, second)];
    const hips = meetingPoint(tree, a, b);
    const [toFirst, toSecond] = [spread(tree, hips, a), spread(tree, hips, b)];
    const reach = tree.reaches[first[0][0]];
    if (!(spread(tree, a, b) > SHORTEST_TRUNK * reach && Math.min(toFirst, toSecond) < LONGEST_PELVIS * reach)) return null;
    if ([...first, ...second].some(path => path.includes(a) || path.includes(b))) return null;
    return toFirst < toSecond ? [first, second] : [second, first];
}

/** Whether two siblings carry limbs of the same size. */
export function areAlike(tree: BoneTree, a: number, b: number): boolean {
    const { ends } = tree.skeleton;
    const close = (x: number, y: number, tolerance: number) => Math.abs(x - y) <= tolerance * Math.max(x, y);
    return close(tree.reaches[a], tree.reaches[b], LENGTH_TOLERANCE) &&
        close(ends[a] - a, ends[b] - b, COUNT_TOLERANCE) &&
        Math.abs(tree.offsets[a] - tree.offsets[b]) <= LENGTH_TOLERANCE * Math.max(tree.reaches[a], tree.offsets[a]);
}

/** Whether the second pair of limbs stands on the ground like the first: both point the same way, across the trunk, and end there. */
export function standsOnFour(tree: BoneTree, [hind, fore]: readonly [LimbPair, LimbPair]): boolean {
    const way = (from: number, to: number) => {
        const out = new Float64Array(3);
        subtractVec(out, 0, tree.skeleton.positions, 3 * to, tree.skeleton.positions, 3 * from);
        return out;
    };
    const sum = (a: Float64Array, b: Float64Array) => a.map((value, axis) => value + b[axis]);
    // a limb of one bone ends at the mark at its end
    const tip = (path: number[]) => {
        const bones = bonesOnly(tree, path);
        return (bones.length > 1 ? bones : path).at(-1)!;
    };
    const [legs, arms] = [hind, fore].map(([a, b]) => sum(way(a[0], tip(a)), way(b[0], tip(b))));
    const trunk = way(parentOf(tree, hind), parentOf(tree, fore));
    if (!(angleBetween(trunk, 0, legs, 0) < UPRIGHT && angleBetween(legs, 0, arms, 0) < PARALLEL_LEGS)) return false;
    const down = sum(legs, arms);
    normalizeVec(down, 0);
    const between = sum(way(tip(hind[0]), tip(fore[0])), way(tip(hind[1]), tip(fore[1])));
    return Math.abs(dotVec(between, 0, down, 0)) < 2 * SAME_GROUND * tree.reaches[hind[0][0]];
}

/** Distance of two nodes in the reference pose. */
export function spread(tree: BoneTree, a: number, b: number): number {
    return distanceVec(tree.skeleton.positions, 3 * a, tree.skeleton.positions, 3 * b);
}

export function parentOf(tree: BoneTree, [a]: LimbPair): number {
    return tree.skeleton.parents[a[0]];
}
