import type { Skeleton } from './skeleton';
import { distanceVec } from '../core/math/flat-math';
import { readSkin, type Skin } from '../skin/skin';

// What can be asked of a node hierarchy without knowing what it is.

/** A skeleton with what follows from its hierarchy. */
export interface BoneTree {
    readonly skeleton: Skeleton;
    /** Children of each node. */
    readonly children: readonly (readonly number[])[];
    /** Distance of each node to its parent; 0 for the first. */
    readonly offsets: Float64Array;
    /** Length of the longest way down from each node; 0 where nothing hangs on it. */
    readonly reaches: Float64Array;
    /** Share of the skin on each node and all below it. */
    readonly carried: Float64Array;
    readonly skin: Skin;
}

export function createBoneTree(skeleton: Skeleton): BoneTree {
    const count = skeleton.nodes.length;
    const children: number[][] = skeleton.nodes.map(() => []);
    const offsets = new Float64Array(count);
    const reaches = new Float64Array(count);
    const skin = readSkin(skeleton);
    const carried = skin.share.slice();
    // children stand behind their parents, so they are complete when their parent is met
    for (let node = count - 1; node > 0; node--) {
        const parent = skeleton.parents[node];
        children[parent].unshift(node);
        offsets[node] = distanceVec(skeleton.positions, 3 * node, skeleton.positions, 3 * parent);
        reaches[parent] = Math.max(reaches[parent], offsets[node] + reaches[node]);
        carried[parent] += carried[node];
    }
    return { skeleton, children, offsets, reaches, carried, skin };
}

/** Whether a node is another one or hangs below it. */
export function isPartOf(tree: BoneTree, node: number, upper: number): boolean {
    return node === upper || isAbove(tree, upper, node);
}

/** Whether `upper` is an ancestor of `lower`. */
export function isAbove({ skeleton }: BoneTree, upper: number, lower: number): boolean {
    return upper < lower && lower < skeleton.ends[upper];
}

/** Deepest node that is, or is above, both. */
export function meetingPoint(tree: BoneTree, a: number, b: number): number {
    let node = a;
    while (node !== b && !isAbove(tree, node, b)) node = tree.skeleton.parents[node];
    return node;
}

/** Of nodes on one branch the one that all others are above. */
export function deepestOf(tree: BoneTree, nodes: readonly number[]): number {
    return nodes.reduce((deepest, node) => (isAbove(tree, deepest, node) ? node : deepest));
}

/** Nodes from `upper` down to `lower`, both included; empty where one is not above the other. */
export function pathBetween(tree: BoneTree, upper: number, lower: number): number[] {
    const path = [lower];
    while (path[0] !== upper) {
        const parent = tree.skeleton.parents[path[0]];
        if (parent < 0) return [];
        path.unshift(parent);
    }
    return path;
}

/** The longest way down from a node, the node included. */
export function longestPath(tree: BoneTree, node: number): number[] {
    const path = [node];
    for (;;) {
        const below = tree.children[path[path.length - 1]];
        if (below.length === 0) return path;
        path.push(below.reduce((a, b) => (tree.offsets[b] + tree.reaches[b] > tree.offsets[a] + tree.reaches[a] ? b : a)));
    }
}

/** A way down without what is no bone at its end: a mesh's node in the place of its bone, and, where there is skin, a mark without any. */
export function bonesOnly(tree: BoneTree, path: readonly number[]): number[] {
    let count = path.length;
    const isBone = (node: number) => tree.offsets[node] > 0 && (tree.carried[node] > 0 || !(tree.carried[path[0]] > 0));
    while (count > 1 && !isBone(path[count - 1])) count--;
    return path.slice(0, count);
}
