import type { MotionFrames } from './motion-frames';
import type { Standing } from './standing';
import type { TemplateBody } from './template-body';
import { clamp, smoothstep } from '../../core/math/scalars';
import { smoothWeighted } from '../../core/math/smoothing';
import type { FlatPose } from '../../core/pose/flat-pose';

// The height of the body: what is lowest on the target comes as near to the floor as what is lowest on the source, be it a sole, a knee or the back. An animal that
// lies is not held up by legs that fold less than the source's: there its trunk alone counts.
//
// Smoothed, so that the pelvis goes as evenly as the source's; what is left is the legs' matter.

/** Distance from the floor at which contact says half as much about the height, as a share of the hips' height. */
const NEAR = 0.05;

/** Heights of the source's trunk over the floor up to which the body lies on it, and from which on it stands on its legs, in the same shares. */
const LIES = 0.08;
const STANDS = 0.25;

/** What says something where nothing is near the floor. */
const LEAST = 1e-4;

/** Seconds over which the height is smoothed. */
const SMOOTHING = 0.05;

/** Whether a foot is down in a frame; a foot in the air says nothing about the height of the body. */
export type FeetDown = (foot: number, frame: number) => boolean;

/** Heights over the floor in a pose: that of the lowest point, Infinity where nothing is near it, and that of an animal's trunk. */
export interface Clearance {
    readonly body: number;
    readonly trunk: number;
}

export function clearance(pose: FlatPose, { soles, points, torso }: TemplateBody, floor: number, isDown: (foot: number) => boolean): Clearance {
    let lowest = points.lowest(pose, floor);
    for (let foot = 0; foot < soles.feet.length; foot++) if (isDown(foot)) lowest = Math.min(lowest, soles.place(pose, foot));
    return { body: lowest - floor, trunk: torso ? torso.lowest(pose) - floor : Infinity };
}

/**
 * Lifts or lowers the body in all poses.
 *
 * @param wanted - Heights over the floor in each pose, in units of the target.
 */
export function keepHeight(
    frames: MotionFrames, pose: FlatPose, body: TemplateBody, wanted: readonly Clearance[], isDown: FeetDown, { floor, height }: Standing
): void {
    const count = frames.isLoop ? frames.count : frames.count + 1;
    const shifts = new Float64Array(count);
    const weights = new Float64Array(count);
    for (let frame = 0; frame < count; frame++) {
        frames.load(frame, pose);
        const own = clearance(pose, body, floor, foot => isDown(foot, frame));
        const isNear = own.body < Infinity && wanted[frame].body < Infinity;
        shifts[frame] = isNear ? shiftTo(own, wanted[frame], height) : 0;
        weights[frame] = LEAST + (isNear ? Math.exp(-((wanted[frame].body / (NEAR * height)) ** 2)) : 0);
    }
    const smooth = smoothWeighted(shifts, weights, SMOOTHING * frames.rate, frames.isLoop);
    frames.raise(frame => smooth[frame % count], pose);
}

function shiftTo(own: Clearance, wanted: Clearance, height: number): number {
    const shift = Math.max(0, wanted.body) - own.body;
    const stands = smoothstep(clamp((wanted.trunk / height - LIES) / (STANDS - LIES), 0, 1));
    return stands === 1 ? shift : stands * shift + (1 - stands) * (Math.max(0, wanted.trunk) - own.trunk);
}
