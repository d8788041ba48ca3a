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

/** Height of the lowest point of a body over its floor. */
export function clearance(pose: FlatPose, { soles, points }: TemplateBody, floor: number, high: number): number {
    let lowest = points.lowest(pose, floor, high);
    for (let foot = 0; foot < soles.feet.length; foot++) lowest = Math.min(lowest, soles.place(pose, foot));
    return lowest - floor;
}

/**
 * Lifts or lowers the body in all poses.
 *
 * @param wanted - Height of the lowest point over the floor in each pose, in units of the target.
 */
export function keepHeight(frames: MotionFrames, pose: FlatPose, body: TemplateBody, wanted: Float64Array, { floor, height }: Standing): void {
    const count = frames.isLoop ? frames.count : frames.count + 1;
    const shifts = new Float64Array(count);
    const weights = new Float64Array(count);
    for (let frame = 0; frame < count; frame++) {
        frames.load(frame, pose);
        shifts[frame] = Math.max(0, wanted[frame]) - clearance(pose, body, floor, height);
        weights[frame] = LEAST + Math.exp(-((wanted[frame] / (NEAR * height)) ** 2));
    }
    const smooth = smoothWeighted(shifts, weights, SMOOTHING * frames.rate, frames.isLoop);
    frames.raise(frame => smooth[frame % count], pose);
}
