import type { MotionFrames } from './motion-frames';
import type { Standing } from './standing';
import type { TemplateBody } from './template-body';
import { smoothWeighted } from '../../core/math/smoothing';
import type { FlatPose } from '../../core/pose/flat-pose';

// The height of the body: what is lowest on the target comes as near to the floor as what is lowest on the source, be it a sole, a knee or the back.
//
// Smoothed, so that the pelvis goes as evenly as the source's; what is left is the legs' matter.

/** Distance from the floor at which contact says half as much about the height, as a share of the hips' height. */
const NEAR = 0.05;

/** What says something where nothing is near the floor. */
const LEAST = 1e-4;

/** Seconds over which the height is smoothed. */
const SMOOTHING = 0.05;

/** Whether a foot is down in a frame; a foot in the air says nothing about the height of the body. */
export type FeetDown = (foot: number, frame: number) => boolean;

/** Height of the lowest point of a body over its floor; Infinity where nothing is near it. */
export function clearance(pose: FlatPose, { soles, points }: TemplateBody, floor: number, isDown: (foot: number) => boolean): number {
    let lowest = points.lowest(pose, floor);
    for (let foot = 0; foot < soles.feet.length; foot++) if (isDown(foot)) lowest = Math.min(lowest, soles.place(pose, foot));
    return lowest - floor;
}

/**
 * Lifts or lowers the body in all poses.
 *
 * @param wanted - Height of the lowest point over the floor in each pose, in units of the target.
 */
export function keepHeight(
    frames: MotionFrames, pose: FlatPose, body: TemplateBody, wanted: Float64Array, isDown: FeetDown, { floor, height }: Standing
): void {
    const count = frames.isLoop ? frames.count : frames.count + 1;
    const shifts = new Float64Array(count);
    const weights = new Float64Array(count);
    for (let frame = 0; frame < count; frame++) {
        frames.load(frame, pose);
        const own = clearance(pose, body, floor, foot => isDown(foot, frame));
        const isNear = own < Infinity && wanted[frame] < Infinity;
        shifts[frame] = isNear ? Math.max(0, wanted[frame]) - own : 0;
        weights[frame] = LEAST + (isNear ? Math.exp(-((wanted[frame] / (NEAR * height)) ** 2)) : 0);
    }
    const smooth = smoothWeighted(shifts, weights, SMOOTHING * frames.rate, frames.isLoop);
    frames.raise(frame => smooth[frame % count], pose);
}
