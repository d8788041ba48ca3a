import { findPairs, holdsSaid, type Pair, type Plane } from './pairs';
import { isPartOf, type BoneTree } from './tree';
import type { Vector } from './vectors';
import { distanceVec, dotVec } from '../core/math/flat-math';
import type { Steps } from '../core/timing/steps';

// What a body consists of before it is known what is what: pairs of limbs, and the free ends of what lies between them.

/** A free end of the trunk, which may be a head, a tail, or hair. */
export interface End {
    /** Its outermost bone. */
    readonly node: number;
    /** Mean distance of the skin at the end from its middle. */
    readonly thickness: number;
}

export interface Body {
    readonly tree: BoneTree;
    /** Whether the names of bones mean something. */
    readonly isNamed: boolean;
    readonly plane: Plane | null;
    readonly pairs: readonly Pair[];
    /** The pairs that may be legs, arms or wings, the longest first: none of them is a part of another. */
    readonly limbs: readonly Pair[];
    readonly ends: readonly End[];
    readonly sample: Sample;
    /** Middle of the sample. */
    readonly middle: Vector;
    /** Lowest place along a direction of each node and all below it. */
    lowest(up: Vector): Float64Array;
    /** Highest place along a direction. */
    highest(up: Vector): number;
}

/** Places of the skin, or of the bones where there is none, in model space. They are in the order of the nodes that they belong to. */
export interface Sample {
    readonly points: Float64Array;
    /** For each node how many points belong to the nodes before it, and at the end the number of all. */
    readonly firsts: Int32Array;
}

/** The points of a node, or of a node and all below it: the first of them, and the one after the last. */
export function pointsOn({ firsts }: Sample, node: number): readonly [number, number] {
    return [firsts[node], firsts[node + 1]];
}

export function pointsBelow({ firsts }: Sample, { skeleton: { ends } }: BoneTree, node: number): readonly [number, number] {
    return [firsts[node], firsts[ends[node]]];
}

/** Most places of skin that are asked for heights. */
const MOST_POINTS = 6000;

/** Most pairs that may be limbs, and the shortest of them as a share of the longest. */
const MOST_LIMBS = 7;
const SHORTEST_LIMB = 0.2;

/** Finds what a body consists of. The sample is that of its tree. */
export function *createBody(tree: BoneTree, sample: Sample, isNamed: boolean): Steps<Body> {
    const { points } = sample;
    const middle = middleOfPoints(points, 0, points.length / 3);
    const { pairs, plane } = yield* findPairs(tree, points, middle, isNamed);
    yield;
    const extents = new Map<Vector, { lowest: Float64Array; highest: number }>();
    const extent = (up: Vector) => {
        if (!extents.has(up)) extents.set(up, measureExtent(tree, sample, up));
        return extents.get(up)!;
    };
    const isNoLimb = ({ paths: [[root]] }: Pair) => isNamed && tree.names[root]?.kind === 'other';
    const isSaid = (pair: Pair) => holdsSaid(tree, pair, 'Foot') || holdsSaid(tree, pair, 'Hand');
    const isBelow = ({ paths: [[root]] }: Pair, { paths }: Pair) => paths.some(([other]) => other !== root && isPartOf(tree, root, other));
    const isNested = (pair: Pair) => pairs.some(other => isBelow(pair, other) && (isSaid(other) || !isSaid(pair)));
    const sized = pairs.map(pair => ({ pair, size: sizeOf(pair) })).sort((a, b) => Number(isSaid(b.pair)) - Number(isSaid(a.pair)) || b.size - a.size);
    const longest = sized.reduce((most, { size }) => Math.max(most, size), 0);
    const limbs = sized.filter(({ pair, size }) => !isNoLimb(pair) && !isNested(pair) && (size > SHORTEST_LIMB * longest || isSaid(pair))).slice(0, MOST_LIMBS).map(({ pair }) => pair);
    yield;
    return {
        tree, isNamed, plane, pairs, limbs, ends: findEnds(tree, pairs, sample), sample, middle,
        lowest: up => extent(up).lowest,
        highest: up => extent(up).highest
    };

    /** How far the skin of a limb, or its bones, go from where it begins. */
    function sizeOf({ reach, paths }: Pair): number {
        let most = reach;
        for (const [root] of paths) {
            const [first, end] = pointsBelow(sample, tree, root);
            for (let i = first; i < end; i++) most = Math.max(most, distanceVec(points, 3 * i, tree.skeleton.positions, 3 * root));
        }
        return most;
    }
}

/** The middle of some points that follow one another; the origin for none. */
export function middleOfPoints(points: Float64Array, first: number, end: number): Vector {
    const middle = new Float64Array(3);
    for (let i = 3 * first; i < 3 * end; i++) middle[i % 3] += points[i] / (end - first);
    return middle;
}

/** A sample of the skin of a tree. */
export function samplePoints({ skin: { holders, points: all }, skeleton }: BoneTree): Sample {
    const held = holders.reduce((count, holder) => count + Number(holder >= 0), 0);
    if (held === 0) return { points: skeleton.positions, firsts: Int32Array.from({ length: skeleton.nodes.length + 1 }, (_, node) => node) };
    const stride = Math.ceil(held / MOST_POINTS);
    const chosen: number[] = [];
    let count = 0;
    holders.forEach((holder, i) => { if (holder >= 0 && count++ % stride === 0) chosen.push(i); });
    chosen.sort((a, b) => holders[a] - holders[b] || a - b);
    const points = new Float64Array(3 * chosen.length);
    const firsts = new Int32Array(skeleton.nodes.length + 1);
    chosen.forEach((i, k) => {
        points.set(all.subarray(3 * i, 3 * i + 3), 3 * k);
        firsts[holders[i] + 1]++;
    });
    for (let node = 0; node < skeleton.nodes.length; node++) firsts[node + 1] += firsts[node];
    return { points, firsts };
}

function measureExtent({ skeleton: { parents } }: BoneTree, { points, firsts }: Sample, up: Vector): { lowest: Float64Array; highest: number } {
    const lowest = new Float64Array(parents.length).fill(Infinity);
    let highest = -Infinity;
    for (let node = parents.length - 1; node >= 0; node--) {
        for (let i = firsts[node]; i < firsts[node + 1]; i++) {
            const height = dotVec(points, 3 * i, up, 0);
            if (height < lowest[node]) lowest[node] = height;
            if (height > highest) highest = height;
        }
        if (node > 0) lowest[parents[node]] = Math.min(lowest[parents[node]], lowest[node]);
    }
    return { lowest, highest };
}

/** The outermost bones of what is in no pair; the topmost one too where the trunk begins with its end. */
function findEnds(tree: BoneTree, pairs: readonly Pair[], sample: Sample): End[] {
    const { nodes } = tree.skeleton;
    const roots = new Set(pairs.flatMap(({ paths, anchors }) => [...anchors, ...paths.map(([root]) => root)]));
    const isBare = !(tree.carried[0] > 0);
    const isTrunk = new Uint8Array(nodes.length);
    nodes.forEach((_, node) => {
        const parent = tree.skeleton.parents[node];
        isTrunk[node] = Number((parent < 0 || isTrunk[parent] === 1) && !roots.has(node) && (isBare || tree.carried[node] > 0) && (parent < 0 || tree.children[parent].includes(node)));
    });
    const below = (node: number) => tree.children[node].filter(child => isTrunk[child]);
    const ends = [...nodes.keys()].filter(node => isTrunk[node] && below(node).length === 0);
    let top = 0;
    while (!(tree.skin.share[top] > 0) && below(top).length === 1) [top] = below(top);
    if (!isBare && tree.skin.share[top] > 0 && below(top).length === 1) ends.push(top);
    return ends.map(node => ({ node, thickness: thicknessOf(node) }));

    function thicknessOf(node: number): number {
        const [first, end] = pointsOn(sample, node);
        const middle = middleOfPoints(sample.points, first, end);
        let sum = 0;
        for (let i = first; i < end; i++) sum += distanceVec(sample.points, 3 * i, middle, 0);
        return end > first ? sum / (end - first) : 0;
    }
}
