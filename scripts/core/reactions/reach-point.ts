import type { Chain } from './aim-chain';
import type { RigidState } from '../dynamics/rigid-state';
import type { BodyTree } from '../dynamics/steering';
import { ELBOW, solveTwoBone } from '../limb/two-bone';
import { addVec, arcQuat, copyQuat, copyVec, crossVec, lengthVec, multiplyQuat, normalizeVec, rotateVec, rotateVecInverse, slerpQuat, subtractVec, type Flat } from '../math/flat-math';

// Bends an arm in a target so that, on the parent as it is now, its hand is at a point of the world. Where hands are is left to the joints: only
// their turns are changed, and an arm that is too short points there.

/** Sine of the bend between both parts of an arm from which on it shows the axis of the elbow. */
const BENT = 0.1;

let asked = new Float64Array(0);

/** Shoulder, elbow and hand. */
const points = new Float64Array(9);

/** Directions of both parts of the arm, and where they shall point. */
const upper = new Float64Array(3);
const lower = new Float64Array(3);
const upperGoal = new Float64Array(3);
const lowerGoal = new Float64Array(3);
const wanted = new Float64Array(3);
const hinge = new Float64Array(3);
const plane = new Float64Array(3);
const pole = new Float64Array(3);
const turn = new Float64Array(4);
const share = new Float64Array(1);

/** Takes a point of the world to where it is in the target's own space, seen from a body. */
function toGoal(out: Flat, point: Flat, goal: RigidState, state: RigidState, body: number): void {
    subtractVec(out, 0, point, 0, state.positions, 3 * body);
    rotateVecInverse(out, 0, state.rotations, 4 * body, out, 0);
    rotateVec(out, 0, goal.rotations, 4 * body, out, 0);
    addVec(out, 0, out, 0, goal.positions, 3 * body);
}

/** Writes the joint of a body to its parent. */
function writeJoint(out: Flat, o: number, body: number, goal: RigidState, tree: BodyTree): void {
    rotateVec(out, o, goal.rotations, 4 * body, tree.anchors, 3 * body);
    addVec(out, o, out, o, goal.positions, 3 * body);
}

/** Turns bodies by `turn`, and the direction of the forearm with them. */
function turnAll(goal: RigidState, bodies: Int32Array): void {
    for (let i = 0; i < bodies.length; i++) multiplyQuat(goal.rotations, 4 * bodies[i], turn, 0, goal.rotations, 4 * bodies[i]);
    rotateVec(lower, 0, turn, 0, lower, 0);
}

/**
 * Reaches for a point.
 *
 * @param goal - Where the joints are driven to; is changed.
 * @param state - The bodies as they are.
 * @param tree - How they hang together.
 * @param arm - What reaches; its first body has a parent.
 * @param point - Of the world.
 * @param elbow - Where the elbow of a straight arm goes, a direction in the frame of the arm's parent.
 * @param weight - 0: not at all; 1: whole.
 */
export function reachPoint(goal: RigidState, state: RigidState, tree: BodyTree, arm: Chain, point: Flat, elbow: Flat, weight: number): void {
    const { first, middle, last, all, beyond } = arm;
    const base = tree.parents[first];
    if (asked.length < goal.rotations.length) asked = new Float64Array(goal.rotations.length);
    for (let i = 0; i < all.length; i++) copyQuat(asked, 4 * all[i], goal.rotations, 4 * all[i]);
    toGoal(wanted, point, goal, state, base);
    rotateVec(pole, 0, goal.rotations, 4 * base, elbow, 0);
    writeJoint(points, 0, first, goal, tree);
    writeJoint(points, 3, middle, goal, tree);
    copyVec(points, 6, goal.positions, 3 * last);
    subtractVec(upper, 0, points, 3, points, 0);
    subtractVec(lower, 0, points, 6, points, 3);
    solveTwoBone(points, wanted, pole, ELBOW);
    subtractVec(upperGoal, 0, points, 3, points, 0);
    subtractVec(lowerGoal, 0, points, 6, points, 3);
    if (!normalizeVec(upper, 0) || !normalizeVec(lower, 0) || !normalizeVec(upperGoal, 0) || !normalizeVec(lowerGoal, 0)) return;
    arcQuat(turn, 0, upper, 0, upperGoal, 0, pole, 0);
    turnAll(goal, all);
    // the upper arm about itself, until the elbow bends about its own axis
    crossVec(hinge, 0, upperGoal, 0, lower, 0);
    crossVec(plane, 0, upperGoal, 0, lowerGoal, 0);
    if (lengthVec(hinge, 0) > BENT && lengthVec(plane, 0) > BENT) {
        normalizeVec(hinge, 0);
        normalizeVec(plane, 0);
        arcQuat(turn, 0, hinge, 0, plane, 0, upperGoal, 0);
        turnAll(goal, all);
    }
    arcQuat(turn, 0, lower, 0, lowerGoal, 0, pole, 0);
    turnAll(goal, beyond);
    share[0] = weight;
    for (let i = 0; i < all.length; i++) {
        slerpQuat(goal.rotations, 4 * all[i], asked, 4 * all[i], goal.rotations, 4 * all[i], share, 0);
        copyVec(goal.angular, 3 * all[i], goal.angular, 3 * base);
    }
}
