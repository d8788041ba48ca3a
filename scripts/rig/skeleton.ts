import type { Entity, GraphNode, MeshInstance } from 'playcanvas';

import { applyBindPose } from './bind-pose';
import { isSkinned, readSkin, type SkinnedInstance } from './skin';
import { multiplyQuat } from '../core/math/flat-math';

// A character's bones as flat data: the node hierarchy with its reference pose.
//
// Model space is the space in which `nodes[0]` has its local transform (the space of its parent).
// The main character below an entity is the one whose skin has most bones; further skins on the same bones belong to it. Where
// nothing is skinned, every node from the first that branches belongs to it, and the meshes that hang on the nodes are its skin.

/** The node hierarchy of one character with its reference pose. */
export interface Skeleton {
    /** Every node from the topmost one that holds all bones downwards, parents before children, in depth-first order. */
    readonly nodes: readonly GraphNode[];
    /** Index of each node's parent in `nodes`; -1 for the first. */
    readonly parents: Int32Array;
    /** One past the last node below each node: what hangs from `i` are the nodes `i + 1` to `ends[i] - 1`. */
    readonly ends: Int32Array;
    /** Reference positions in model space, three numbers a node. */
    readonly positions: Float64Array;
    /** Reference rotations in model space, four numbers a node (x, y, z, w). */
    readonly rotations: Float64Array;
    /** Reference rotations to the parent, four numbers a node. */
    readonly localRotations: Float64Array;
    /** Reference transforms to model space with scale, twelve numbers a node: images of the x, y and z axis, and the position. */
    readonly matrices: Float64Array;
    /** Share of the skin that each node carries, the sum is 1; all zero where there is no skin. */
    readonly skinShare: Float64Array;
    /** What is drawn on these bones. */
    readonly meshInstances: readonly MeshInstance[];
}

/** Transforms of the nodes to their parents. */
export interface LocalTransforms {
    /** Three numbers a node. */
    readonly positions: Float64Array;
    /** Four numbers a node. */
    readonly rotations: Float64Array;
    /** Three numbers a node. */
    readonly scales: Float64Array;
}

/** What {@link findSkeleton} can be asked for. */
export interface SkeletonOptions {
    /**
     * Takes the reference pose from the skin's inverse bind matrices, not from where the nodes are now: for a character that has
     * been animated already. Nodes without such a matrix keep their local transform.
     */
    fromBindPose?: boolean;
    /** The skeleton as it was known before: nodes of it keep the reference rotation that they had. */
    known?: Skeleton;
}

/**
 * Finds the main character at or below an entity.
 *
 * @param entity - The model's root, or any node above the skeleton.
 * @returns Its skeleton, or null where nothing is drawn and nothing hangs from the entity.
 */
export function findSkeleton(entity: GraphNode, options: SkeletonOptions = {}): Skeleton | null {
    const meshInstances = drawnBelow(entity);
    const skinned = mainSkins(meshInstances);
    if (skinned.length === 0 && meshInstances.length === 0 && entity.children.length === 0) return null;

    // a bone that hangs elsewhere in the scene by now is none of this character's
    const bones = skinned.flatMap(instance => instance.skinInstance.bones).filter(bone => bone === entity || bone.isDescendantOf(entity));
    const top = bones.length > 0 ? commonAncestor(bones) : firstBranch(entity);
    const nodes: GraphNode[] = [];
    const parents: number[] = [];
    const ends: number[] = [];
    const collect = (node: GraphNode, parent: number) => {
        const index = nodes.length;
        nodes.push(node);
        parents.push(parent);
        for (const child of node.children) collect(child as GraphNode, index);
        ends[index] = nodes.length;
    };
    collect(top, -1);

    const locals = readLocals(nodes);
    if (options.fromBindPose) applyBindPose(locals, nodes, parents, skinned);
    if (options.known) keepRotations(locals, nodes, options.known);
    let share: Float64Array | null = null;
    return {
        nodes,
        parents: Int32Array.from(parents),
        ends: Int32Array.from(ends),
        ...composePose(locals, parents),
        localRotations: locals.rotations,
        // read when somebody asks: a character has tens of thousands of vertices
        get skinShare() {
            share ??= readSkin(this).share;
            return share;
        },
        meshInstances: skinned.length > 0 ? skinned : meshInstances
    };
}

/** Gives the nodes of a known skeleton the rotations that they have there. */
function keepRotations(locals: LocalTransforms, nodes: GraphNode[], known: Skeleton): void {
    nodes.forEach((node, i) => {
        const index = known.nodes.indexOf(node);
        if (index >= 0) locals.rotations.set(known.localRotations.subarray(4 * index, 4 * index + 4), 4 * i);
    });
}

/** Every mesh instance at or below a node, of render and of the older model components. */
function drawnBelow(node: GraphNode, found: MeshInstance[] = []): MeshInstance[] {
    const { render, model } = node as Entity;
    found.push(...(render?.meshInstances ?? []), ...(model?.meshInstances ?? []));
    for (const child of node.children) drawnBelow(child as GraphNode, found);
    return found;
}

/** The mesh instances of the skin with most bones, and of the skins that share bones with it. */
function mainSkins(meshInstances: MeshInstance[]): SkinnedInstance[] {
    const skinned = meshInstances.filter(isSkinned);
    if (skinned.length === 0) return [];
    const main = skinned.reduce((a, b) => (b.skinInstance.bones.length > a.skinInstance.bones.length ? b : a));
    const bones = new Set(main.skinInstance.bones);
    const character = new Set([main]);
    let size;
    do {
        size = character.size;
        for (const instance of skinned) {
            if (character.has(instance) || !instance.skinInstance.bones.some(bone => bones.has(bone))) continue;
            character.add(instance);
            instance.skinInstance.bones.forEach(bone => bones.add(bone));
        }
    } while (character.size > size);
    // the main skin first, the others in the order of the scene
    return [...character];
}

/** Deepest node that is, or is above, each of the given ones. */
function commonAncestor(nodes: GraphNode[]): GraphNode {
    const pathOf = (node: GraphNode) => {
        const path = [];
        for (let step: GraphNode | null = node; step; step = step.parent) path.unshift(step);
        return path;
    };
    let shared = pathOf(nodes[0]);
    for (const node of new Set(nodes)) {
        const path = pathOf(node);
        shared = shared.filter((step, depth) => path[depth] === step);
    }
    return shared[shared.length - 1] ?? nodes[0];
}

/** First node from the given one down that carries a mesh or branches; the given one where none does. */
function firstBranch(entity: GraphNode): GraphNode {
    let node = entity;
    while (node.children.length === 1 && drawnBelow(node).length === drawnBelow(node.children[0] as GraphNode).length) {
        node = node.children[0] as GraphNode;
    }
    return node.children.length > 0 ? node : entity;
}

function readLocals(nodes: GraphNode[]): LocalTransforms {
    const locals = {
        positions: new Float64Array(3 * nodes.length),
        rotations: new Float64Array(4 * nodes.length),
        scales: new Float64Array(3 * nodes.length)
    };
    nodes.forEach((node, i) => {
        const position = node.getLocalPosition();
        const rotation = node.getLocalRotation();
        const scale = node.getLocalScale();
        locals.positions.set([position.x, position.y, position.z], 3 * i);
        locals.rotations.set([rotation.x, rotation.y, rotation.z, rotation.w], 4 * i);
        locals.scales.set([scale.x, scale.y, scale.z], 3 * i);
    });
    return locals;
}

function composePose(locals: LocalTransforms, parents: number[]): Pick<Skeleton, 'positions' | 'rotations' | 'matrices'> {
    const count = parents.length;
    const positions = new Float64Array(3 * count);
    const rotations = new Float64Array(4 * count);
    const matrices = new Float64Array(12 * count);
    const local = new Float64Array(12);
    for (let node = 0; node < count; node++) {
        const parent = parents[node];
        composeMatrix(local, locals, node);
        if (parent < 0) {
            matrices.set(local, 12 * node);
            rotations.set(locals.rotations.subarray(4 * node, 4 * node + 4), 4 * node);
        } else {
            for (let column = 0; column < 4; column++) {
                for (let row = 0; row < 3; row++) {
                    let sum = column === 3 ? matrices[12 * parent + 9 + row] : 0;
                    for (let k = 0; k < 3; k++) sum += matrices[12 * parent + 3 * k + row] * local[3 * column + k];
                    matrices[12 * node + 3 * column + row] = sum;
                }
            }
            multiplyQuat(rotations, 4 * node, rotations, 4 * parent, locals.rotations, 4 * node);
        }
        positions.set(matrices.subarray(12 * node + 9, 12 * node + 12), 3 * node);
    }
    return { positions, rotations, matrices };
}

function composeMatrix(out: Float64Array, locals: LocalTransforms, node: number): void {
    const [x, y, z, w] = locals.rotations.subarray(4 * node, 4 * node + 4);
    const [sx, sy, sz] = locals.scales.subarray(3 * node, 3 * node + 3);
    out.set([
        (1 - 2 * (y * y + z * z)) * sx, 2 * (x * y + z * w) * sx, 2 * (x * z - y * w) * sx,
        2 * (x * y - z * w) * sy, (1 - 2 * (x * x + z * z)) * sy, 2 * (y * z + x * w) * sy,
        2 * (x * z + y * w) * sz, 2 * (y * z - x * w) * sz, (1 - 2 * (x * x + y * y)) * sz
    ]);
    out.set(locals.positions.subarray(3 * node, 3 * node + 3), 9);
}
