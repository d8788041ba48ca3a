import { multiplyInverseQuat, multiplyQuat, rotateVec, rotateVecInverse, type Flat } from '../math/flat-math';

// A transform with a uniform scale as flat data: position, rotation and scale, eight numbers.

/** Numbers of a transform, and where in it the rotation and the scale begin. */
export const TRANSFORM = 8;
export const ROTATION = 3;
export const SCALE = 7;

/** Writes the identity. */
export function identityTransform(out: Flat): void {
    out.fill(0, 0, 6);
    out[6] = 1;
    out[SCALE] = 1;
}

/** Goes on by a transform from where another one ends: out = out * local. */
export function appendTransform(out: Flat, local: Flat): void {
    const x = out[0], y = out[1], z = out[2], scale = out[SCALE];
    rotateVec(out, 0, out, ROTATION, local, 0);
    out[0] = x + scale * out[0];
    out[1] = y + scale * out[1];
    out[2] = z + scale * out[2];
    multiplyQuat(out, ROTATION, out, ROTATION, local, ROTATION);
    out[SCALE] = scale * local[SCALE];
}

/** Writes a transform as it is seen from another one. The output may be neither. */
export function relativeTransform(out: Flat, from: Flat, to: Flat): void {
    const shrink = 1 / from[SCALE];
    for (let axis = 0; axis < 3; axis++) out[axis] = (to[axis] - from[axis]) * shrink;
    rotateVecInverse(out, 0, from, ROTATION, out, 0);
    multiplyInverseQuat(out, ROTATION, from, ROTATION, to, ROTATION);
    out[SCALE] = to[SCALE] * shrink;
}
