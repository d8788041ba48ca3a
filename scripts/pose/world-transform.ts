import type { GraphNode } from 'playcanvas';

import { normalizeQuat, rotateVec, type Flat } from '../core/math/flat-math';

// A node's world transform as flat numbers, where it is a turn and about one positive scale for all axes: of three, the mean counts.

/** Largest difference between the scales of two axes that counts as rounding, as a share of the scale. */
export const UNIFORM = 1e-3;

/** The same up to which the mean is near enough, as where a body is squashed; the cosine of two axes up to which they still are at right angles. */
export const UNEVEN = 0.3;

/** Scale of what is being read, and that of each axis; the rotation of what is above. */
const scale = new Float64Array(4);
const rotation = new Float64Array(4);

/** Reads the scale of a matrix. Answers whether its axes have about one length. */
function readScale(m: Float32Array): boolean {
    const x = Math.sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
    const y = Math.sqrt(m[4] * m[4] + m[5] * m[5] + m[6] * m[6]);
    const z = Math.sqrt(m[8] * m[8] + m[9] * m[9] + m[10] * m[10]);
    const mean = (x + y + z) / 3;
    scale[0] = mean;
    scale[1] = x;
    scale[2] = y;
    scale[3] = z;
    return mean > 0 && Math.max(x, y, z) - Math.min(x, y, z) <= UNEVEN * mean;
}

/** Whether the axes of a matrix are about at right angles, and right-handed. */
function isTurn(m: Float32Array): boolean {
    const skew = UNEVEN * scale[0] * scale[0];
    const xy = m[0] * m[4] + m[1] * m[5] + m[2] * m[6];
    const yz = m[4] * m[8] + m[5] * m[9] + m[6] * m[10];
    const zx = m[8] * m[0] + m[9] * m[1] + m[10] * m[2];
    const volume = (m[0] * m[5] - m[1] * m[4]) * m[10] + (m[4] * m[9] - m[5] * m[8]) * m[2] + (m[8] * m[1] - m[9] * m[0]) * m[6];
    return Math.abs(xy) <= skew && Math.abs(yz) <= skew && Math.abs(zx) <= skew && volume > 0;
}

/** Writes the rotation of a matrix. Divides by the largest part, which is never small. */
function matrixQuat(out: Flat, o: number, m: Float32Array): void {
    const { 1: x, 2: y, 3: z } = scale;
    const xx = m[0] / x, yy = m[5] / y, zz = m[10] / z;
    const xy = m[1] / x, yx = m[4] / y;
    const xz = m[2] / x, zx = m[8] / z;
    const yz = m[6] / y, zy = m[9] / z;
    if (xx + yy + zz > 0) {
        out[o] = yz - zy;
        out[o + 1] = zx - xz;
        out[o + 2] = xy - yx;
        out[o + 3] = 1 + xx + yy + zz;
    } else if (xx >= yy && xx >= zz) {
        out[o] = 1 + xx - yy - zz;
        out[o + 1] = xy + yx;
        out[o + 2] = zx + xz;
        out[o + 3] = yz - zy;
    } else if (yy >= zz) {
        out[o] = xy + yx;
        out[o + 1] = 1 + yy - xx - zz;
        out[o + 2] = yz + zy;
        out[o + 3] = zx - xz;
    } else {
        out[o] = zx + xz;
        out[o + 1] = yz + zy;
        out[o + 2] = 1 + zz - xx - yy;
        out[o + 3] = xy - yx;
    }
    normalizeQuat(out, o);
}

/**
 * Reads the world transform of a node.
 *
 * @param rotations - Receives the rotation.
 * @param r - Offset of the rotation.
 * @param positions - Receives the position.
 * @param p - Offset of the position.
 * @returns Its mean scale; 0 where axes differ by more than {@link UNEVEN}, or are no turn: nothing is written then.
 */
export function readWorldTransform(rotations: Flat, r: number, positions: Flat, p: number, node: GraphNode): number {
    const m = node.getWorldTransform().data;
    if (!readScale(m) || !isTurn(m)) return 0;
    matrixQuat(rotations, r, m);
    positions[p] = m[12];
    positions[p + 1] = m[13];
    positions[p + 2] = m[14];
    return scale[0];
}

/**
 * Reads the world rotation of a node, and its place as {@link readExactPosition} does. Where it is not a turn with one scale, the rotation stays
 * as it is.
 */
export function readExactPlace(rotations: Flat, r: number, positions: Flat, p: number, node: GraphNode): void {
    const m = node.getWorldTransform().data;
    if (readScale(m) && isTurn(m)) matrixQuat(rotations, r, m);
    readExactPosition(positions, p, node);
}

/**
 * Reads the world place of a node with 64 bits, from the local transforms above it. The engine's matrices have 32: ten kilometres from the
 * origin a place jumps by a millimetre from frame to frame, which whatever takes a velocity from it feels as a shake.
 */
export function readExactPosition(out: Flat, o: number, node: GraphNode): void {
    const { x, y, z } = node.getLocalPosition();
    out[o] = x;
    out[o + 1] = y;
    out[o + 2] = z;
    for (let above = node.parent; above; above = above.parent) {
        const size = above.getLocalScale(), turn = above.getLocalRotation(), place = above.getLocalPosition();
        rotation[0] = turn.x;
        rotation[1] = turn.y;
        rotation[2] = turn.z;
        rotation[3] = turn.w;
        out[o] *= size.x;
        out[o + 1] *= size.y;
        out[o + 2] *= size.z;
        rotateVec(out, o, rotation, 0, out, o);
        out[o] += place.x;
        out[o + 1] += place.y;
        out[o + 2] += place.z;
    }
}
