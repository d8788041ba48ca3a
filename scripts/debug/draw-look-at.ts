import type { AppBase } from 'playcanvas';

import { drawRay, GREEN, RED } from './lines';
import type { LookAtChain } from '../core/gaze/look-at';
import { rotateVec, subtractVec, type Flat } from '../core/math/flat-math';
import type { FlatPose } from '../core/pose/flat-pose';

// What the look-at saw, in the original's colours.

/** Length of a forward vector, as a share of the distance between the eye and the last bone. */
const FORWARD_LENGTH = 0.5;

const along = new Float64Array(3);

/** Draws the vector from each bone to the target in red and the bone's forward in green. */
export function drawLookAt(app: AppBase, chain: LookAtChain, pose: FlatPose, target: Flat): void {
    const last = chain.bones[chain.bones.length - 1];
    subtractVec(along, 0, chain.eyeWorld, 0, pose.positions, 3 * last);
    const length = FORWARD_LENGTH * Math.hypot(along[0], along[1], along[2]);
    for (let i = 0; i < chain.bones.length; i++) {
        const bone = chain.bones[i];
        subtractVec(along, 0, target, 0, pose.positions, 3 * bone);
        drawRay(app, pose.positions, 3 * bone, along, 1, RED);
        rotateVec(along, 0, pose.rotations, 4 * bone, chain.forwards, 3 * i);
        drawRay(app, pose.positions, 3 * bone, along, length, GREEN);
    }
}
