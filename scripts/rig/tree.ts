import { findBones } from './bones';
import { readNames, type NameReading } from './names';
import { correctNames, saidOf, type Said } from './said';
import type { Skeleton } from './skeleton';
import { distanceVec } from '../core/math/flat-math';
import { finish, type Steps } from '../core/timing/steps';
import { readSkinSteps, type Skin } from '../skin/skin';

// What can be asked of a node hierarchy without knowing what it is.
//
// Only what is skeleton counts: the node of a rigid mesh is the skin of the bone that it hangs on, also when it has that bone's name.

/** A skeleton with what follows from its hierarchy. */
export interface BoneTree {
    readonly skeleton: Skeleton;
    /** Children of each node, but for meshes that are its skin. */
    readonly children: readonly (readonly number[])[];
    /** Distance of each node to its parent; 0 for the first. */
    readonly offsets: Float64Array;
    /** Length of the longest path down from each node; 0 where nothing hangs on it. */
    readonly reaches: Float64Array;
    /** Share of the skin on each node and all below it. */
    readonly carried: Float64Array;
    /** What each name says; nothing for meshes that are a bone's skin. */
    readonly names: readonly (NameReading | null)[];
    /** The skin; its `holders` and `share` are those of the bones. */
    readonly skin: Skin;
    /** Bones that are set by hand. */
    readonly said: Said;
}

/** Share of the skin that hangs on the first node where it is no skin of bones. */
const ON_TOP = 0.99;

export function createBoneTree(skeleton: Skeleton): BoneTree {
    return finish(createBoneTreeSteps(skeleton));
}

/** The same in pieces. */
export function *createBoneTreeSteps(skeleton: Skeleton): Steps<BoneTree> {
    const { nodes, parents, positions } = skeleton;
    const bare = yield* readSkinSteps(skeleton);
    yield;
    const readings = readNames(nodes.map(({ name }) => name));
    yield;
    const boneOf = findBones(skeleton);
    const skin = { ...bare, holders: bare.holders.map(node => (node < 0 ? node : boneOf[node])), share: new Float64Array(nodes.length) };
    bare.share.forEach((share, node) => { skin.share[boneOf[node]] += share; });

    // meshes without skin that hang on the top of all say nothing about the bones
    if (skeleton.bindings.size === 0 && skin.share[0] > ON_TOP) {
        skin.holders.fill(-1);
        skin.share.fill(0);
    }

    const children: number[][] = nodes.map(() => []);
    const offsets = new Float64Array(nodes.length);
    const reaches = new Float64Array(nodes.length);
    const carried = skin.share.slice();
    // children stand behind their parents, so they are complete when their parent is met
    for (let node = nodes.length - 1; node > 0; node--) {
        const parent = parents[node];
        offsets[node] = distanceVec(positions, 3 * node, positions, 3 * parent);
        if (boneOf[node] !== node) continue;
        children[parent].unshift(node);
        carried[parent] += carried[node];
    }
    for (let node = nodes.length - 1; node >= 0; node--) {
        reaches[node] = onward(children[node], carried).reduce((most, child) => Math.max(most, offsets[child] + reaches[child]), 0);
    }
    const said = saidOf(skeleton);
    const names = correctNames(readings.map((reading, node) => (boneOf[node] === node ? reading : null)), said);
    return { skeleton, children, offsets, reaches, carried, names, skin, said };
}

/** Where a body goes on below a node: along its skin; at the end of that a single node is a mark, several only help. */
function onward(children: readonly number[], carried: Float64Array): readonly number[] {
    const carrying = children.filter(child => carried[child] > 0);
    return carrying.length > 0 ? carrying : children.length === 1 || !(carried[0] > 0) ? children : [];
}

/** Whether all nodes are in one place: then nothing can be measured. */
export function isPoint({ offsets }: BoneTree): boolean {
    return offsets.every(offset => offset === 0);
}

/** Whether a node is another one or hangs below it. */
export function isPartOf(tree: BoneTree, node: number, upper: number): boolean {
    return node === upper || isAbove(tree, upper, node);
}

/** For each node whether it is one of some, or hangs below one. */
export function partsOf(tree: BoneTree, uppers: readonly number[]): boolean[] {
    return Array.from(tree.offsets, (_, node) => uppers.some(upper => isPartOf(tree, node, upper)));
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

/** The longest path down from a node, the node included; where there is skin, as long as it goes on along that. It leads to what is set by hand. */
export function longestPath(tree: BoneTree, node: number): number[] {
    const path = [node];
    for (;;) {
        const children = tree.children[path[path.length - 1]];
        const wanted = children.find(child => [...tree.said].some(([node, role]) => role !== 'none' && isPartOf(tree, node, child)));
        const below = wanted === undefined ? onward(children, tree.carried) : [wanted];
        if (below.length === 0) return path;
        path.push(below.reduce((a, b) => (tree.offsets[b] + tree.reaches[b] > tree.offsets[a] + tree.reaches[a] ? b : a)));
    }
}

/** A path down without marks at its end, which carry no skin where there is some, or stand where the bone above does. */
export function bonesOnly(tree: BoneTree, path: readonly number[]): number[] {
    let count = path.length;
    const isBone = (node: number) => tree.said.has(node) || (tree.offsets[node] > 0 && (tree.carried[node] > 0 || !(tree.carried[path[0]] > 0)));
    while (count > 1 && !isBone(path[count - 1])) count--;
    return path.slice(0, count);
}
