import { Quat, Vec3 } from 'playcanvas';

import { arcBetween, directionBeside, rayError, type Joint } from './chain';
import type { Actor } from './look-at-stage';

// The best gaze that a chain of bones allows in the original's order, by brute force.
//
// Bone after bone, from the one that looks towards the pelvis: all swings of a bone's forward inside its cone are tried on a grid,
// the neighbourhood of the best one on ever finer grids, and the bone stays at the one whose ray has the least angle to the target.
// A bone that turns about the up vector tries all angles about its blended axis.

const RINGS = 10;
const HEADINGS = 24;
const REFINEMENTS = 14;

/** What a turn of the bone does to the ray. */
interface Ray {
    eye: Vec3;
    gaze: Vec3;
}

function turnRay(ray: Ray, pivot: Vec3, turn: Quat): Ray {
    const eye = turn.transformVector(ray.eye.clone().sub(pivot), new Vec3()).add(pivot);
    return { eye, gaze: turn.transformVector(ray.gaze, new Vec3()) };
}

/** Angle in degrees that is left between the ray and the target. */
export function bestInOrder(twin: Actor, joints: readonly Joint[], target: Vec3, up: Vec3): number {
    const first = joints[0].node;
    let ray: Ray = { eye: twin.eyeOf(first), gaze: twin.forwardOf(first) };
    for (const joint of joints) ray = turnBest(twin, joint, ray, target, up);
    return rayError(ray.eye, ray.gaze, target);
}

/** The ray after the turn of one bone that brings it nearest to the target. */
function turnBest(twin: Actor, { node, limit, upWeight }: Joint, ray: Ray, target: Vec3, up: Vec3): Ray {
    const pivot = node.getPosition().clone();
    const forward = twin.forwardOf(node);
    const middle = twin.forwardOf(node.parent!);
    let best = ray;
    let least = rayError(ray.eye, ray.gaze, target);
    const attempt = (turn: Quat): boolean => {
        const turned = turnRay(ray, pivot, turn);
        const left = rayError(turned.eye, turned.gaze, target);
        if (!(left < least)) return false;
        best = turned;
        least = left;
        return true;
    };
    if (upWeight > 0) searchAngles(forward, middle, limit, blendedAxis(ray, pivot, target, up, upWeight), attempt);
    else searchCone(forward, middle, limit, attempt);
    return best;
}

function searchCone(forward: Vec3, middle: Vec3, limit: number, attempt: (turn: Quat) => boolean) {
    let place = [0, 0];
    for (let ring = 0; ring <= RINGS; ring++) {
        for (let heading = 0; heading < (ring === 0 ? 1 : HEADINGS); heading++) {
            const [angle, around] = [limit * ring / RINGS, 360 * heading / HEADINGS];
            if (attempt(arcBetween(forward, directionBeside(middle, angle, around)))) place = [angle, around];
        }
    }
    for (let size = 1, i = 0; i < REFINEMENTS; i++) {
        let moved = false;
        for (const [dAngle, dAround] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
            const angle = Math.min(limit, Math.max(0, place[0] + dAngle * size * limit / RINGS));
            const around = place[1] + dAround * size * 360 / HEADINGS;
            if (attempt(arcBetween(forward, directionBeside(middle, angle, around)))) {
                place = [angle, around];
                moved = true;
            }
        }
        if (!moved) size /= 2;
    }
}

/** The axis of the smallest turn about the joint that would bring the ray onto the target, blended towards up. */
function blendedAxis({ eye, gaze }: Ray, pivot: Vec3, target: Vec3, up: Vec3, upWeight: number): Vec3 {
    const toTarget = target.clone().sub(pivot);
    const toEye = eye.clone().sub(pivot);
    // the ray's point that is as far from the joint as the target
    const along = toEye.dot(gaze);
    const ahead = Math.sqrt(Math.max(0, along * along + toTarget.lengthSq() - toEye.lengthSq())) - along;
    const axis = ahead > 0 ? new Vec3().cross(toEye.add(gaze.clone().mulScalar(ahead)), toTarget) :
        new Vec3().cross(gaze, target.clone().sub(eye));
    axis.normalize();
    const side = axis.dot(up) < 0 ? -1 : 1;
    return axis.mulScalar(1 - upWeight).add(up.clone().mulScalar(side * upWeight)).normalize();
}

function searchAngles(forward: Vec3, middle: Vec3, limit: number, axis: Vec3, attempt: (turn: Quat) => boolean) {
    const least = Math.cos((limit + 1e-6) * Math.PI / 180);
    const allowed = (turn: Quat) => turn.transformVector(forward, new Vec3()).dot(middle) >= least;
    let found = 0;
    for (let step = 1, i = 0; i < 8; i++, step /= 8) {
        const around = found;
        for (let count = i === 0 ? -180 : -8; count <= (i === 0 ? 180 : 8); count++) {
            const angle = around + count * step;
            const turn = new Quat().setFromAxisAngle(axis, angle);
            if (allowed(turn) && attempt(turn)) found = angle;
        }
    }
}
