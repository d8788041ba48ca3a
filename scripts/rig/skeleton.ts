import type { GraphNode } from 'playcanvas';

import { attachLimbs } from './attach-limbs';
import { detachedOf, type KnownDetached } from './find-detached';
import { dot, unit } from './vectors';
import { AFFINE, composeAffine, invertAffine, multiplyAffine } from '../core/math/affine';
import { multiplyQuat } from '../core/math/flat-math';
import { finish, type Steps } from '../core/timing/steps';
import type { LocalTransforms } from '../pose/local-transforms';
import { applyBindPose } from '../skin/bind-pose';
import { hangsBelow, isShown } from '../skin/shown';
import type { Loose, Skeleton } from '../skin/skeleton-type';
import { readSkin } from '../skin/skin';
import { addWeights, carriedBySteps, findDrawn, type DrawnMesh } from '../skin/skin-binding';
import { localBeforeClips, validLocal, validWorld } from '../skin/valid-world';

// A character's bones as flat data: the node hierarchy with its reference pose.
//
// The reference pose is the bind pose of the skin; nodes without a bind matrix keep their place against their parent, and without any
// skin the nodes' transforms count. Model space is the space in which `nodes[0]` has its local transform (the space of its parent), or,
// where that node only holds the bones, its own.
// The main character below an entity is the shown one whose skin has most bones, or the one with most bones where none is shown. Further skins on the same
// bones, or on those next to them, belong to it, and so do the meshes that hang as a whole on bones without skin: a robot's parts. What hangs on or below a
// skinned bone is worn or held. Where nothing is skinned, every node from the first that branches belongs to it, and the meshes that hang on the nodes are its skin.

export type { Skeleton } from '../skin/skeleton-type';

/**
 * Finds the main character at or below an entity.
 *
 * @param entity - The model's root, or any node above the skeleton.
 * @param known - What is known of this model: its nodes without a bind matrix have the transforms to their parents that they have there.
 * @param detached - What hangs elsewhere than on its limb, where it is known from a file.
 * @returns Its skeleton, or null where nothing is drawn and nothing hangs from the entity.
 */
export function findSkeleton(entity: GraphNode, known?: Skeleton, detached?: KnownDetached): Skeleton | null {
    return finish(findSkeletonSteps(entity, known, detached));
}

/** The same in pieces. */
export function *findSkeletonSteps(entity: GraphNode, known?: Skeleton, detached?: KnownDetached): Steps<Skeleton | null> {
    const drawn = findDrawn(entity);
    const skinned = mainSkins(drawn.some(({ binding }) => binding) ? drawn : drawnBeside(entity), entity);
    if (skinned.length === 0 && drawn.length === 0 && entity.children.length === 0) return null;

    // a bone that hangs elsewhere in the scene by now is none of this character's
    const bones = skinned.flatMap(bonesOf).filter(bone => bone === entity || bone.isDescendantOf(entity));
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

    // what bones carry is kept, for all that ask in the same frame
    for (const { instance } of skinned) {
        yield* carriedBySteps(instance.mesh!);
        yield;
    }
    const locals = readLocals(nodes, entity);
    if (known) keepLocals(locals, nodes, known);
    const found = { positions: locals.positions.slice(), rotations: locals.rotations.slice(), scales: locals.scales.slice() };
    const space = applyBindPose(locals, nodes, parents, skinned);
    let share: Float64Array | null = null;
    const skeleton = {
        sceneUps: upsOf(entity, space),
        nodes,
        space,
        parents: Int32Array.from(parents),
        ends: Int32Array.from(ends),
        detached: [],
        loose: [] as Loose[],
        ...composePose(locals, parents),
        localPositions: locals.positions,
        localRotations: locals.rotations,
        localScales: locals.scales,
        found,
        // read at the first call: a character has tens of thousands of vertices
        get skinShare(): Float64Array {
            share ??= readSkin(this).share;
            return share;
        },
        meshInstances: (skinned.length > 0 ? [...skinned, ...rigidParts(drawn, skinned, top)] : drawn).map(({ instance }) => instance),
        bindings: new Map(skinned.map(({ instance, binding }) => [instance, binding!]))
    };
    yield;
    const { pairs, loose } = yield* detachedOf(skeleton, detached);
    skeleton.loose.push(...loose);
    return attachLimbs(skeleton, pairs);
}

/** Gives the nodes that are those of a known skeleton, or have the name of one of them, the local transforms that they have there. */
function keepLocals(locals: LocalTransforms, nodes: readonly GraphNode[], { nodes: knownNodes, found }: Skeleton): void {
    const byName = new Map(knownNodes.map((node, i) => [node.name, i]));
    nodes.forEach((node, i) => {
        const same = knownNodes.indexOf(node);
        const index = same >= 0 ? same : byName.get(node.name);
        if (index === undefined) return;
        locals.positions.set(found.positions.subarray(3 * index, 3 * index + 3), 3 * i);
        locals.rotations.set(found.rotations.subarray(4 * index, 4 * index + 4), 4 * i);
        locals.scales.set(found.scales.subarray(3 * index, 3 * index + 3), 3 * i);
    });
}

/** The skins that hang on the bones at or below a node, and are drawn elsewhere in its scene. */
function drawnBeside(entity: GraphNode): DrawnMesh[] {
    let top = entity;
    while (top.parent) top = top.parent;
    return findDrawn(top).filter(mesh => bonesOf(mesh).some(bone => bone === entity || bone.isDescendantOf(entity)));
}

function bonesOf({ binding }: DrawnMesh): GraphNode[] {
    return binding?.bones.filter(bone => bone !== null) ?? [];
}

/** The meshes of the shown skin with most bones, and of the skins that share bones with it, or go on where it ends: a body may be cut into meshes. */
function mainSkins(drawn: readonly DrawnMesh[], entity: GraphNode): DrawnMesh[] {
    const skinned = drawn.filter(({ binding }) => binding !== null);
    if (skinned.length === 0) return [];
    const shown = skinned.filter(({ instance }) => isShown(instance, entity) && hangsBelow(instance, entity));
    const main = (shown.length > 0 ? shown : skinned).reduce((a, b) => (bonesOf(b).length > bonesOf(a).length ? b : a));
    const bones = new Set(bonesOf(main));
    // of a bone, itself and what it hangs on
    const joined = new Set(bonesOf(main).flatMap(bone => [bone, bone.parent]));
    const character = new Set([main]);
    let size;
    do {
        size = character.size;
        for (const mesh of skinned) {
            if (character.has(mesh) || !bonesOf(mesh).some(bone => joined.has(bone) || bones.has(bone.parent!))) continue;
            character.add(mesh);
            for (const bone of bonesOf(mesh)) {
                bones.add(bone);
                joined.add(bone).add(bone.parent);
            }
        }
    } while (character.size > size);
    // the main skin first, the others in the order of the scene
    return [...character];
}

/** Largest cosine of what is a quarter turn, and smallest of what is the same direction. */
const QUARTER = 0.02;
const SAME = 0.9999;

/**
 * Where the scene of a model may be up, in the space of one of its nodes: as its entity stands, or as what that stands on, for the entity may be turned in
 * the scene as well as in the file. A quarter turn is how files are stored whose up is +Z.
 */
function upsOf(entity: GraphNode, space: GraphNode | null): Float64Array[] {
    const axisOf = (node: GraphNode | null) => unit(validWorld(node).slice(3, 6))!;
    const [around, own] = [axisOf(entity.parent), axisOf(entity)];
    const cosine = dot(own, around);
    const toSpace = new Float64Array(AFFINE);
    invertAffine(toSpace, 0, validWorld(space), 0);
    // the direction alone: turned and scaled, not moved
    return (Math.abs(cosine) < QUARTER ? [around] : cosine > SAME ? [own] : [own, around])
    .map(up => unit(up.map((_, axis) => toSpace[axis] * up[0] + toSpace[3 + axis] * up[1] + toSpace[6 + axis] * up[2]))!);
}

/** The meshes that hang as a whole on bones which, like the bone above, carry no skin. */
function rigidParts(drawn: readonly DrawnMesh[], skinned: readonly DrawnMesh[], top: GraphNode): DrawnMesh[] {
    const rigid = drawn.filter(({ instance, binding }) => !binding && instance.mesh && instance.node.isDescendantOf(top));
    if (rigid.length === 0) return [];
    const bones = new Set<GraphNode>();
    const carrying = new Set<GraphNode>();
    for (const { instance, binding } of skinned) {
        const sums = new Float64Array(binding!.bones.length);
        addWeights(sums, instance.mesh!);
        binding!.bones.forEach((bone, i) => {
            if (bone) bones.add(bone);
            if (bone && sums[i] > 0) carrying.add(bone);
        });
    }
    const boneAt = (node: GraphNode | null): GraphNode | null => (node === null || bones.has(node) ? node : boneAt(node.parent));
    return rigid.filter(({ instance }) => {
        const bone = boneAt(instance.node);
        const above = bone && boneAt(bone.parent);
        return bone && !carrying.has(bone) && !(above && carrying.has(above));
    });
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
    while (node.children.length === 1 && findDrawn(node).length === findDrawn(node.children[0] as GraphNode).length) {
        node = node.children[0] as GraphNode;
    }
    return node.children.length > 0 ? node : entity;
}

/** Local transforms as they are before clips; that of the entity, which is put anywhere and may grow from nothing, is made sound. */
function readLocals(nodes: readonly GraphNode[], entity: GraphNode): LocalTransforms {
    const locals = {
        positions: new Float64Array(3 * nodes.length),
        rotations: new Float64Array(4 * nodes.length),
        scales: new Float64Array(3 * nodes.length)
    };
    nodes.forEach((node, i) => {
        const { position, rotation, scale } = node === entity ? validLocal(node) : localBeforeClips(node);
        locals.positions.set(position, 3 * i);
        locals.rotations.set(rotation, 4 * i);
        locals.scales.set(scale, 3 * i);
    });
    return locals;
}

function composePose(locals: LocalTransforms, parents: number[]): Pick<Skeleton, 'positions' | 'rotations' | 'matrices'> {
    const count = parents.length;
    const positions = new Float64Array(3 * count);
    const rotations = new Float64Array(4 * count);
    const matrices = new Float64Array(AFFINE * count);
    const local = new Float64Array(AFFINE);
    for (let node = 0; node < count; node++) {
        const parent = parents[node];
        composeAffine(local, 0, locals.positions, 3 * node, locals.rotations, 4 * node, locals.scales, 3 * node);
        if (parent < 0) {
            matrices.set(local, AFFINE * node);
            rotations.set(locals.rotations.subarray(4 * node, 4 * node + 4), 4 * node);
        } else {
            multiplyAffine(matrices, AFFINE * node, matrices, AFFINE * parent, local, 0);
            multiplyQuat(rotations, 4 * node, rotations, 4 * parent, locals.rotations, 4 * node);
        }
        positions.set(matrices.subarray(AFFINE * node + 9, AFFINE * node + AFFINE), 3 * node);
    }
    return { positions, rotations, matrices };
}
