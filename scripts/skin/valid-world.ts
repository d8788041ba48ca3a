import type { GraphNode } from 'playcanvas';

import { AFFINE, composeAffine, copyMatrix, multiplyAffine } from '../core/math/affine';

// Where nodes stand, for what is found out once about a model: also while it grows from nothing, or stands where there is
// no place.

/** The world transform of a node, in which a scale of 0 counts as 1, and what is no number as nothing. */
export function validWorld(node: GraphNode | null): Float64Array {
    const out = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
    if (!node) return out;
    copyMatrix(out, 0, node.getWorldTransform().data);
    if (isValid(out)) return out;
    const { position, rotation, scale } = validLocal(node);
    const local = new Float64Array(AFFINE);
    composeAffine(local, 0, position, 0, rotation, 0, scale, 0);
    multiplyAffine(out, 0, validWorld(node.parent), 0, local, 0);
    return out;
}

/** The local transform of a node, made valid in the same way. */
export function validLocal(node: GraphNode): { position: Float64Array; rotation: Float64Array; scale: Float64Array } {
    const [{ x, y, z }, turn, size] = [node.getLocalPosition(), node.getLocalRotation(), node.getLocalScale()];
    const rotation = Float64Array.of(turn.x, turn.y, turn.z, turn.w);
    return {
        position: Float64Array.of(x, y, z).map(value => (Number.isFinite(value) ? value : 0)),
        rotation: rotation.every(Number.isFinite) ? rotation : Float64Array.of(0, 0, 0, 1),
        scale: Float64Array.of(size.x, size.y, size.z).map(value => (Number.isFinite(value) && value !== 0 ? value : 1))
    };
}

/** Whether a transform is made of numbers, and can be undone. */
function isValid(m: Float64Array): boolean {
    const volume = m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
    return volume !== 0 && m.every(Number.isFinite);
}
