import { findPairs, type Pair, type Plane } from './pairs';
import { isPartOf, type BoneTree } from './tree';
import { dot, minus, pointAt, size, type Vector } from './vectors';

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
    /** Places of the skin, or of the bones where there is none, in model space, and the node that each belongs to. */
    readonly points: Float64Array;
    readonly owners: Int32Array;
    /** Middle of these points. */
    readonly middle: Vector;
    /** Lowest place along a direction of each node and all below it. */
    lowest(up: Vector): Float64Array;
}

/** Most places of skin that are asked for heights. */
const MOST_POINTS = 6000;

/** Most pairs that may be limbs, and the shortest of them as a share of the longest. */
const MOST_LIMBS = 7;
const SHORTEST_LIMB = 0.2;

export function createBody(tree: BoneTree, isNamed: boolean): Body {
    const { points, owners } = samplePoints(tree);
    const middle = new Float64Array(3);
    points.forEach((value, i) => { middle[i % 3] += 3 * value / points.length; });
    const { pairs, plane } = findPairs(tree, points, middle, isNamed);
    const lows = new Map<Vector, Float64Array>();
    const isNested = ({ paths: [[root]] }: Pair) => pairs.some(({ paths }) => paths.some(([other]) => other !== root && isPartOf(tree, root, other)));
    const sized = pairs.map(pair => ({ pair, size: sizeOf(pair) })).sort((a, b) => b.size - a.size);
    const limbs = sized.filter(({ pair, size }) => !isNested(pair) && size > SHORTEST_LIMB * sized[0].size).slice(0, MOST_LIMBS).map(({ pair }) => pair);
    return {
        tree, isNamed, plane, pairs, limbs, ends: findEnds(tree, pairs, points, owners), points, owners, middle,
        lowest(up) {
            if (!lows.has(up)) lows.set(up, measureLowest(tree, points, owners, up));
            return lows.get(up)!;
        }
    };

    /** How far the skin of a limb, or its bones, go from where it begins. */
    function sizeOf({ reach, paths }: Pair): number {
        return paths.reduce((most, [root]) => {
            const from = pointAt(tree.skeleton.positions, root);
            owners.forEach((node, i) => { if (isPartOf(tree, node, root)) most = Math.max(most, size(minus(pointAt(points, i), from))); });
            return most;
        }, reach);
    }
}

function samplePoints({ skin, skeleton }: BoneTree): { points: Float64Array; owners: Int32Array } {
    const held = Array.from(skin.holders.keys()).filter(i => skin.holders[i] >= 0);
    if (held.length === 0) return { points: skeleton.positions, owners: Int32Array.from(skeleton.nodes.keys()) };
    const stride = Math.ceil(held.length / MOST_POINTS);
    const chosen = held.filter((_, i) => i % stride === 0);
    return { points: Float64Array.from(chosen.flatMap(i => [...skin.points.subarray(3 * i, 3 * i + 3)])), owners: Int32Array.from(chosen, i => skin.holders[i]) };
}

function measureLowest({ skeleton: { parents } }: BoneTree, points: Float64Array, owners: Int32Array, up: Vector): Float64Array {
    const lowest = new Float64Array(parents.length).fill(Infinity);
    owners.forEach((node, i) => { lowest[node] = Math.min(lowest[node], dot(pointAt(points, i), up)); });
    for (let node = parents.length - 1; node > 0; node--) lowest[parents[node]] = Math.min(lowest[parents[node]], lowest[node]);
    return lowest;
}

/** The outermost bones of what is in no pair; the topmost one too where the trunk begins with its end. */
function findEnds(tree: BoneTree, pairs: readonly Pair[], points: Float64Array, owners: Int32Array): End[] {
    const { nodes } = tree.skeleton;
    const roots = new Set(pairs.flatMap(({ paths }) => paths.map(([root]) => root)));
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
        const own = [...owners.keys()].filter(i => owners[i] === node).map(i => pointAt(points, i));
        if (own.length === 0) return 0;
        const middle = own.reduce((sum, point) => sum.map((value, axis) => value + point[axis] / own.length), new Float64Array(3));
        return own.reduce((sum, point) => sum + size(minus(point, middle)), 0) / own.length;
    }
}
