import type { MotionFrames } from './motion-frames';
import { middleOf } from './transfer';
import { addVec, multiplyInverseQuat, rotateVecInverse, subtractVec, type Flat } from '../../core/math/flat-math';
import { updateWorld, type FlatPose } from '../../core/pose/flat-pose';

// A clip without its root motion: the body stays where it would be if its root, or else its hips on the whole, did not travel over the ground. How it rises is kept.

/** Where a clip goes, frame by frame. */
export interface RootMotion {
    /** Where the hips are with the root motion, and without it: three numbers a frame. */
    readonly travelled: Flat;
    readonly stayed: Flat;
}

const hips = new Float64Array(3);
const offset = new Float64Array(3);

/** Takes the root motion out of the poses. */
export function stayInPlace(frames: MotionFrames, pose: FlatPose, joints: readonly number[], { travelled, stayed }: RootMotion): void {
    const { carrier, turns } = frames;
    const { parents, rotations, localRotations, localPositions, scales } = pose;
    for (let frame = 0; frame <= frames.count; frame++) {
        frames.load(frame, pose);
        middleOf(hips, pose, joints);
        subtractVec(offset, 0, hips, 0, travelled, 3 * frame);
        rotateVecInverse(offset, 0, turns, 4 * frame, offset, 0);
        addVec(offset, 0, offset, 0, stayed, 3 * frame);
        const parent = parents[carrier];
        multiplyInverseQuat(rotations, 4 * carrier, turns, 4 * frame, rotations, 4 * carrier);
        multiplyInverseQuat(localRotations, 4 * carrier, rotations, 4 * parent, rotations, 4 * carrier);
        updateWorld(pose);
        middleOf(hips, pose, joints);
        subtractVec(offset, 0, offset, 0, hips, 0);
        rotateVecInverse(offset, 0, rotations, 4 * parent, offset, 0);
        for (let axis = 0; axis < 3; axis++) localPositions[3 * carrier + axis] += offset[axis] / scales[parent];
        frames.store(frame, pose);
    }
}

/** Leaves the distance from the first to the last frame out of a path along the ground, evenly. */
export function takeOutTravel(path: Flat): void {
    const last = path.length - 3;
    for (const axis of [0, 2]) {
        const travel = path[last + axis] - path[axis];
        for (let o = 3; o <= last; o += 3) path[o + axis] -= travel * o / last;
    }
}
