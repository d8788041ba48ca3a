import { arcQuat, multiplyInverseQuat, multiplyQuat, type Flat } from '../math/flat-math';
import { updateWorld, type FlatPose } from '../pose/flat-pose';

// Raises joints that lie too low: first the whole pose, by as much as its trunk needs, then each limb bone by bone, so that it slides over
// the ground in place of going through it.
//
// A bone is turned upwards about a level axis until its end is as high as it has to be, or the bone points straight up.

/** Share of a bone's length below which it has no direction on the level: any does then. */
const LEVEL = 1e-4;

const from = new Float64Array(3);
const to = new Float64Array(3);
const pole = Float64Array.of(1, 0, 0);
const turn = new Float64Array(4);

/** A joint that must not lie too low. */
export interface RaisedJoint {
    /** Bone of the pose whose place it is. */
    readonly joint: number;
    /** The bone that is turned to raise it, one above it; -1: the whole pose is lifted. */
    readonly bone: number;
}

/**
 * Raises joints.
 *
 * @param pose - World transforms are known; they and the local ones are changed.
 * @param joints - Parents before children.
 * @param floors - World height of each of them that is low enough.
 * @returns How far the whole pose is to be lifted; the world places have it already, and the local ones not.
 */
export function raiseJoints(pose: FlatPose, joints: readonly RaisedJoint[], floors: Flat): number {
    const { positions, rotations, localRotations, parents, base } = pose;
    let lift = 0;
    for (let i = 0; i < joints.length; i++) {
        if (joints[i].bone < 0) lift = Math.max(lift, floors[i] - positions[3 * joints[i].joint + 1]);
    }
    if (lift > 0) for (let bone = 0; bone <= base; bone++) positions[3 * bone + 1] += lift;
    for (let i = 0; i < joints.length; i++) {
        const { joint, bone } = joints[i];
        if (bone < 0 || !(floors[i] > positions[3 * joint + 1]) || !aimUp(3 * bone, 3 * joint, positions, floors[i])) continue;
        arcQuat(turn, 0, from, 0, to, 0, pole, 0);
        multiplyQuat(rotations, 4 * bone, turn, 0, rotations, 4 * bone);
        multiplyInverseQuat(localRotations, 4 * bone, rotations, 4 * parents[bone], rotations, 4 * bone);
        updateWorld(pose);
    }
    return lift;
}

/** Writes the direction of a joint from a bone's, and that in which it is as high as it has to be; answers false where there is none. */
function aimUp(b: number, j: number, positions: Flat, floor: number): boolean {
    let length = 0;
    for (let i = 0; i < 3; i++) {
        from[i] = positions[j + i] - positions[b + i];
        length += from[i] * from[i];
    }
    length = Math.sqrt(length);
    if (!(length > 0)) return false;
    for (let i = 0; i < 3; i++) from[i] /= length;
    const up = Math.min(1, (floor - positions[b + 1]) / length);
    const level = Math.sqrt(from[0] * from[0] + from[2] * from[2]);
    const wide = Math.sqrt(1 - up * up);
    to[0] = level > LEVEL ? from[0] * wide / level : wide;
    to[1] = up;
    to[2] = level > LEVEL ? from[2] * wide / level : 0;
    return up > from[1];
}
