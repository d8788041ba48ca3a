import type { Entity, GraphNode } from 'playcanvas';

import { detectRig } from './detect';
import type { Rig } from './rig';
import { findSkeleton, type Skeleton } from './skeleton';

// The character below an entity, found once and kept: its rig, in the reference pose.
//
// The reference pose is the nodes' transforms when the model is instantiated. The first script finds them in the nodes themselves, later
// ones in what is kept here. A copy of a character that is already animated has its pose in its nodes; it shares the skin with what it
// was copied from, and so its reference. Where animation has run before any script came, the skin's bind pose takes their place.

const byRoot = new WeakMap<GraphNode, Rig>();
const bySkin = new WeakMap<object, Rig>();

/** Whether an anim component at, above or below a node has posed bones already. */
function hasAnimationRun(node: GraphNode): boolean {
    const hasRun = (candidate: GraphNode) => {
        const layers = (candidate as Entity).anim?.layers ?? [];
        return layers.some(layer => layer.activeState !== 'START');
    };
    for (let above = node.parent; above; above = above.parent) {
        if (hasRun(above)) return true;
    }
    return node.findOne(hasRun) !== null;
}

/** The skin that all instances of a model share; null where nothing is skinned. */
function skinOf(skeleton: Skeleton): object | null {
    return skeleton.meshInstances[0]?.mesh?.skin ?? null;
}

/** The rig of a copy of a known character, or null when it is another one. */
function copyRig(original: Rig, skeleton: Skeleton): Rig | null {
    const { nodes } = original.skeleton;
    const isCopy = nodes.length === skeleton.nodes.length && nodes.every((node, i) => node.name === skeleton.nodes[i].name);
    if (!isCopy) return null;
    const { positions, rotations, localRotations, matrices, skinShare } = original.skeleton;
    return { ...original, skeleton: { ...skeleton, positions, rotations, localRotations, matrices, skinShare } };
}

/**
 * Finds the character at or below an entity.
 *
 * @param entity - The model's root, or any node above the skeleton.
 * @returns Its rig, or null where there is nothing that could be a character.
 */
export function findCharacter(entity: GraphNode): Rig | null {
    const skeleton = findSkeleton(entity);
    if (!skeleton) return null;
    const root = skeleton.nodes[0];
    const kept = byRoot.get(root);
    if (kept && kept.skeleton.nodes.length === skeleton.nodes.length && kept.skeleton.nodes.every((node, i) => node === skeleton.nodes[i])) {
        return kept;
    }
    const skin = skinOf(skeleton);
    const original = skin && bySkin.get(skin);
    const rig = (original && copyRig(original, skeleton)) ??
        detectRig(findSkeleton(entity, { fromBindPose: hasAnimationRun(root), known: kept?.skeleton })!);
    byRoot.set(root, rig);
    if (skin && !original) bySkin.set(skin, rig);
    return rig;
}
