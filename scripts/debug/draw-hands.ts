import { Color, type AppBase } from 'playcanvas';

import { BLUE, drawLine, drawRay, GREEN, RED } from './lines';
import type { ArmSolver } from '../core/limb/arm';
import { addVec, distanceVec, rotateVec, type Flat } from '../core/math/flat-math';
import type { FlatPose } from '../core/pose/flat-pose';
import { ROTATION } from '../core/pose/transform';

// Arms as they are shown, green, red where the palm does not get to its place; where elbows point, blue; where palms go, yellow: fingers long, the back of the
// hand short. What aims, blue, up to its target.

const YELLOW = new Color(1, 0.9, 0.2);

/** Lengths of what is drawn of a goal and an elbow, as shares of the forearm: along the fingers, across the hand. */
const FINGERS = 0.6;
const BACK = 0.3;

const FORWARD: Flat = Float64Array.of(0, 0, -1);
const UP: Flat = Float64Array.of(0, 1, 0);

const palm = new Float64Array(3);
const axis = new Float64Array(3);

/**
 * Draws an arm for this frame.
 *
 * @param pose - The pose as it is shown.
 * @param there - Distance of the palm from its goal up to which it is there.
 */
export function drawArm(app: AppBase, pose: FlatPose, { bones: { upper, forearm, hand }, shape, goal, elbow, miss }: ArmSolver, there: number): void {
    const { positions, rotations, scales } = pose;
    rotateVec(palm, 0, rotations, 4 * hand, shape.palm, 0);
    for (let k = 0; k < 3; k++) palm[k] *= scales[hand];
    addVec(palm, 0, palm, 0, positions, 3 * hand);
    const color = miss < there ? GREEN : RED;
    drawLine(app, positions, 3 * upper, positions, 3 * forearm, color);
    drawLine(app, positions, 3 * forearm, palm, 0, color);
    const length = distanceVec(positions, 3 * forearm, positions, 3 * hand);
    drawRay(app, positions, 3 * forearm, elbow, BACK * length, BLUE);
    rotateVec(axis, 0, goal, ROTATION, FORWARD, 0);
    drawRay(app, goal, 0, axis, FINGERS * length, YELLOW);
    rotateVec(axis, 0, goal, ROTATION, UP, 0);
    drawRay(app, goal, 0, axis, BACK * length, YELLOW);
}

/** Draws what aims as far as its target is, for this frame. */
export function drawAim(app: AppBase, aim: { readonly place: Flat; readonly axis: Flat; readonly point: Flat }): void {
    rotateVec(axis, 0, aim.place, ROTATION, aim.axis, 0);
    drawRay(app, aim.place, 0, axis, distanceVec(aim.place, 0, aim.point, 0), BLUE);
}
