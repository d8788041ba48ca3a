import { solveFabrik } from './fabrik';
import { ELBOW, solveTwoBone } from './two-bone';
import {
    addVec, arcQuat, copyQuat, copyVec, distanceVec, identityQuat, multiplyInverseQuat, multiplyQuat, normalizeQuat, normalizeVec, rotateVec,
    slerpQuat, subtractVec, type Flat
} from '../math/flat-math';
import type { FlatPose } from '../pose/flat-pose';

// A limb that keeps its end where the animation has it while the body above turns.
//
// The bend is carried by the smallest turn of the line from the root to the end, so a knee stays in its animated plane. Two bones are
// solved in closed form, more by FABRIK. Each bone takes the smallest turn from its carried rotation to its new direction, so no bone
// twists about itself. Reach is hard: idles stand at 98 to 100 percent of their legs' length, a soft zone would lift those feet.

/** A limb of a {@link FlatPose}: bones from the root to the end, each the parent of the next. */
export interface Limb {
    /** Bones as indices of the pose; the last one is the end, whose rotation is kept too. */
    readonly bones: Int32Array;
    /** How far the carried end comes back to the animated one, 0..1, in its only element. */
    readonly weight: Flat;
    /** Direction in which a straight limb bends, in the root's frame; unit length. */
    readonly pole: Flat;
    /** ELBOW or HINGE of two-bone.ts. */
    readonly isHinge: boolean;
    /** Animated world rotations and positions, see {@link captureLimb}. */
    readonly capturedRotations: Flat;
    readonly capturedPositions: Flat;
    /** Length of the captured bones, put on one line. */
    length: number;
    /** What is filled anew each time: one for all limbs of as many bones, so that it is at hand. */
    readonly scratch: Scratch;
}

/** Joints, lengths and directions of its bones. */
interface Scratch {
    readonly points: Flat;
    readonly lengths: Flat;
    readonly directions: Flat;
}

/** By the number of bones. */
const scratches: Scratch[] = [];

function scratchFor(count: number): Scratch {
    scratches[count] ??= {
        points: new Float64Array(3 * count),
        lengths: new Float64Array(count - 1),
        directions: new Float64Array(3 * (count - 1))
    };
    return scratches[count];
}

/**
 * A limb of the given bones.
 *
 * @param bones - As indices of the pose, from the root to the end.
 * @param pole - Direction in which the limb bends when it is straight, in the root's frame; unit length.
 */
export function createLimb(bones: readonly number[], pole: Flat, isHinge = ELBOW): Limb {
    const count = bones.length;
    return {
        bones: Int32Array.from(bones),
        weight: Float64Array.of(1),
        pole,
        isHinge,
        capturedRotations: new Float64Array(4 * count),
        capturedPositions: new Float64Array(3 * count),
        length: -0,
        scratch: scratchFor(count)
    };
}

/** Keeps the limb's world transforms as they are in the pose, to come back to them after the body has turned. */
export function captureLimb(limb: Limb, pose: FlatPose): void {
    for (let i = 0; i < limb.bones.length; i++) {
        copyVec(limb.capturedPositions, 3 * i, pose.positions, 3 * limb.bones[i]);
        copyQuat(limb.capturedRotations, 4 * i, pose.rotations, 4 * limb.bones[i]);
        limb.length = i > 0 ? limb.length + distanceVec(limb.capturedPositions, 3 * i, limb.capturedPositions, 3 * (i - 1)) : 0;
    }
}

/** Distance by which the body has carried the limb's end away from where it was. */
export function limbShift(limb: Limb, pose: FlatPose): number {
    const last = limb.bones.length - 1;
    return distanceVec(limb.capturedPositions, 3 * last, pose.positions, 3 * limb.bones[last]);
}

const target = new Float64Array(3);
const endRotation = new Float64Array(4);
const pole = new Float64Array(3);
const keptLine = new Float64Array(3);
const newLine = new Float64Array(3);
const carried = new Float64Array(4);
const keptBone = new Float64Array(3);
const newBone = new Float64Array(3);
const arc = new Float64Array(4);
const parentRotation = new Float64Array(4);
const world = new Float64Array(4);

/** Turns what is carried about the limb's new line, by an angle in radians. */
function swivelCarried(angle: number): void {
    const half = angle / 2;
    const sine = Math.sin(half);
    for (let i = 0; i < 3; i++) arc[i] = newLine[i] * sine;
    arc[3] = Math.cos(half);
    multiplyQuat(carried, 0, arc, 0, carried, 0);
    rotateVec(pole, 0, arc, 0, pole, 0);
}

/** The carried shape of the limb under its moved root, as the start of the solvers. */
function placePoints(limb: Limb, pose: FlatPose, swivel: number): void {
    const { bones, capturedPositions, scratch: { points, lengths } } = limb;
    const last = bones.length - 1;
    subtractVec(keptLine, 0, capturedPositions, 3 * last, capturedPositions, 0);
    subtractVec(newLine, 0, target, 0, pose.positions, 3 * bones[0]);
    rotateVec(pole, 0, pose.rotations, 4 * bones[0], limb.pole, 0);
    if (normalizeVec(keptLine, 0) && normalizeVec(newLine, 0)) {
        arcQuat(carried, 0, keptLine, 0, newLine, 0, pole, 0);
        if (swivel !== 0) swivelCarried(swivel);
    } else {
        identityQuat(carried, 0);
    }
    copyVec(points, 0, pose.positions, 3 * bones[0]);
    for (let i = 1; i <= last; i++) {
        subtractVec(keptBone, 0, capturedPositions, 3 * i, capturedPositions, 3 * (i - 1));
        lengths[i - 1] = Math.sqrt(keptBone[0] * keptBone[0] + keptBone[1] * keptBone[1] + keptBone[2] * keptBone[2]);
        subtractVec(keptBone, 0, capturedPositions, 3 * i, capturedPositions, 0);
        rotateVec(keptBone, 0, carried, 0, keptBone, 0);
        addVec(points, 3 * i, points, 0, keptBone, 0);
    }
}

/** Turns each bone from its carried direction to its new one, and the end to its rotation. */
function writeRotations(limb: Limb, pose: FlatPose): void {
    const { bones, capturedPositions, capturedRotations, scratch: { points } } = limb;
    const last = bones.length - 1;
    copyQuat(parentRotation, 0, pose.rotations, 4 * pose.parents[bones[0]]);
    for (let i = 0; i <= last; i++) {
        if (i < last) {
            multiplyQuat(world, 0, carried, 0, capturedRotations, 4 * i);
            subtractVec(keptBone, 0, capturedPositions, 3 * i + 3, capturedPositions, 3 * i);
            rotateVec(keptBone, 0, carried, 0, keptBone, 0);
            subtractVec(newBone, 0, points, 3 * i + 3, points, 3 * i);
            if (normalizeVec(keptBone, 0) && normalizeVec(newBone, 0)) {
                arcQuat(arc, 0, keptBone, 0, newBone, 0, pole, 0);
                multiplyQuat(world, 0, arc, 0, world, 0);
            }
        } else {
            copyQuat(world, 0, endRotation, 0);
        }
        const local = 4 * bones[i];
        multiplyInverseQuat(pose.localRotations, local, parentRotation, 0, world, 0);
        normalizeQuat(pose.localRotations, local);
        copyQuat(parentRotation, 0, world, 0);
    }
}

/** Brings the limb's end to `target` and `endRotation` in the kept shape, turned about the line between its ends by `swivel`. */
function solve(limb: Limb, pose: FlatPose, swivel: number, maxIterations: number): void {
    const { points, lengths, directions } = limb.scratch;
    placePoints(limb, pose, swivel);
    if (lengths.length === 2) solveTwoBone(points, target, pole, limb.isHinge);
    else solveFabrik(points, lengths, directions, target, pole, maxIterations);
    writeRotations(limb, pose);
}

/**
 * Brings the end of a limb to a place and a rotation, or as near as the limb's length allows. Its shape is the one that
 * {@link captureLimb} has seen: a limb of more than three bones opens and folds in it, without iterations.
 *
 * @param limb - The limb; its weight has no say.
 * @param pose - The pose, its world transforms up to date. Receives the local rotations of the limb, not its world transforms.
 * @param goal - World position, unit rotation and swivel: the angle in radians by which the bend turns about the line from the root to
 * the end. Eight numbers.
 */
export function reachWithLimb(limb: Limb, pose: FlatPose, goal: Flat): void {
    copyVec(target, 0, goal, 0);
    copyQuat(endRotation, 0, goal, 3);
    solve(limb, pose, goal[7], 0);
}

/** Takes the kept shape towards the one that the body has carried, as far as the weight leaves it. */
function blendShape({ bones, weight, capturedPositions, capturedRotations }: Limb, pose: FlatPose): void {
    for (let i = 0; i < bones.length; i++) {
        slerpQuat(capturedRotations, 4 * i, pose.rotations, 4 * bones[i], capturedRotations, 4 * i, weight, 0);
        if (i === 0) {
            copyVec(capturedPositions, 0, pose.positions, 3 * bones[0]);
            continue;
        }
        rotateVec(keptBone, 0, capturedRotations, 4 * (i - 1), pose.localPositions, 3 * bones[i]);
        for (let k = 0; k < 3; k++) capturedPositions[3 * i + k] = capturedPositions[3 * i - 3 + k] + pose.scales[bones[i - 1]] * keptBone[k];
    }
}

/**
 * Brings the end of a limb back to where {@link captureLimb} has seen it, or as near as the limb's length allows.
 *
 * @param limb - The limb; its weight says how far the end comes back: place along a straight line, rotation along the arc.
 * @param pose - The pose after the body has turned, its world transforms up to date. Receives the local rotations of the limb, not
 * its world transforms.
 * @param maxIterations - Passes of FABRIK for limbs of more than three bones.
 */
export function stabilizeLimb(limb: Limb, pose: FlatPose, maxIterations: number): void {
    const { bones, weight, capturedPositions, capturedRotations } = limb;
    if (!(weight[0] > 0)) return;
    const last = bones.length - 1, end = 3 * bones[last];
    for (let k = 0; k < 3; k++) target[k] = pose.positions[end + k] + (capturedPositions[3 * last + k] - pose.positions[end + k]) * weight[0];
    if (weight[0] < 1) blendShape(limb, pose);
    copyQuat(endRotation, 0, capturedRotations, 4 * last);
    solve(limb, pose, 0, maxIterations);
}
