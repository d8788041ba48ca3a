import type { Entity, GraphNode } from 'playcanvas';

import { AFFINE, composeAffine, copyMatrix, multiplyAffine } from '../core/math/affine';

// Where nodes stand, for what is found out once about a model: before any clip moves them, also while it grows from nothing, or stands where
// there is no place.
//
// The engine's anim component keeps what each property had when a curve was bound to it. That is not published, and the same in engine 1.77 to 2.23.

/** A node's transform to its parent. */
interface LocalTransform { readonly position: Float64Array, readonly rotation: Float64Array, readonly scale: Float64Array }

/** What nodes were noted with, {@link noteBeforeClips}. */
const notedOf = new WeakMap<GraphNode, LocalTransform>();

/** What properties had before clips, by the path of node and property. */
type BeforeClips = Readonly<Record<string, { readonly baseValue?: ArrayLike<number> | null }>>;

/** What the nearest anim component above a node keeps; null where nothing has played. */
function beforeClips(node: GraphNode | null): BeforeClips | null {
    for (let step = node; step; step = step.parent) {
        const targets = ((step as Entity).anim as unknown as { readonly targets?: BeforeClips } | undefined)?.targets;
        if (targets && Object.keys(targets).length > 0) return targets;
    }
    return null;
}

/**
 * The world transform of a node, in which a scale of 0 counts as 1, and what is no number as nothing.
 *
 * @param known - Those of nodes that were asked for before, in the same pose.
 */
export function validWorld(node: GraphNode | null, known = new Map<GraphNode, Float64Array>()): Float64Array {
    const kept = node && known.get(node);
    if (kept) return kept;
    const out = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
    if (!node) return out;
    known.set(node, out);
    copyMatrix(out, 0, node.getWorldTransform().data);
    if (isValid(out) && !beforeClips(node)) return out;
    const { position, rotation, scale } = validLocal(node);
    const local = new Float64Array(AFFINE);
    composeAffine(local, 0, position, 0, rotation, 0, scale, 0);
    multiplyAffine(out, 0, validWorld(node.parent, known), 0, local, 0);
    return out;
}

/** The local transform of a node, made valid in the same way. */
export function validLocal(node: GraphNode): LocalTransform {
    const { position, rotation, scale } = localBeforeClips(node);
    return {
        position: position.map(value => (Number.isFinite(value) ? value : 0)),
        rotation: rotation.every(Number.isFinite) ? rotation : Float64Array.of(0, 0, 0, 1),
        scale: scale.map(value => (Number.isFinite(value) && value !== 0 ? value : 1))
    };
}

/** The local transform of a node, as it is where no clip moves it. */
export function localBeforeClips(node: GraphNode): LocalTransform {
    const [position, turn, size] = [node.getLocalPosition(), node.getLocalRotation(), node.getLocalScale()];
    const targets = beforeClips(node);
    const path = targets && `${node.path}/graph/`;
    const before = (property: string, noted: Float64Array | undefined, now: number[]) => {
        const target = targets?.[path + property];
        return target ? noted ?? Float64Array.from(target.baseValue ?? now).subarray(0, now.length) : Float64Array.from(now);
    };
    const noted = notedOf.get(node);
    return {
        position: before('localPosition', noted?.position, [position.x, position.y, position.z]),
        rotation: before('localRotation', noted?.rotation, [turn.x, turn.y, turn.z, turn.w]),
        scale: before('localScale', noted?.scale, [size.x, size.y, size.z])
    };
}

/** Notes where the nodes below an entity stand whose mesh is awaited: the engine binds clips anew when it comes, to nodes that they have moved. */
export function noteBeforeClips(entity: GraphNode) {
    entity.forEach((node) => { if (!notedOf.has(node)) notedOf.set(node, localBeforeClips(node)); });
}

/** Whether a transform is made of numbers, and can be undone. */
function isValid(m: Float64Array): boolean {
    const volume = m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
    return volume !== 0 && m.every(Number.isFinite);
}
