import type { FlatPose } from './flat-pose';
import { multiplyInverseQuat, multiplyQuat, normalizeQuat, rotateVecInverse, type Flat } from '../math/flat-math';

// Moves and turns one bone of a pose in the world, with all that hangs on it: its local transform is changed, and world transforms are as before until they
// are computed anew.

const shift = new Float64Array(3);
const rotation = new Float64Array(4);

/** Moves a bone by an offset in the world. */
export function shiftBone(pose: FlatPose, bone: number, offset: Flat): void {
    const { localPositions, rotations, scales, parents } = pose;
    const parent = parents[bone];
    for (let k = 0; k < 3; k++) shift[k] = offset[k] / scales[parent];
    rotateVecInverse(shift, 0, rotations, 4 * parent, shift, 0);
    for (let k = 0; k < 3; k++) localPositions[3 * bone + k] += shift[k];
}

/** Turns a bone about its place by a unit rotation of the world. */
export function turnBone(pose: FlatPose, bone: number, turn: Flat): void {
    const { localRotations, rotations, parents } = pose;
    multiplyQuat(rotation, 0, turn, 0, rotations, 4 * bone);
    multiplyInverseQuat(localRotations, 4 * bone, rotations, 4 * parents[bone], rotation, 0);
    normalizeQuat(localRotations, 4 * bone);
}
