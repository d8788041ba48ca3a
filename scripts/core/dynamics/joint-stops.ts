import type { JointTree } from './joint-tree';
import type { RigidState } from './rigid-state';
import { measureTurn, SWING_Y, SWING_Z, turnQuat, TWIST } from './swing-twist';
import { addVec, multiplyQuat, rotateVec, subtractVec, type Flat } from '../math/flat-math';
import { rotationVector, vectorRotation } from '../math/rotation-vector';
import { RADIANS } from '../math/scalars';

// Stops of joints: what is bent beyond its limit is put back on it, with all that hangs on it.
//
// Bullet takes back what is beyond a limit by speed, in proportion to it. That speed stays when the limit is reached: limbs on the ground, which a
// contact turns beyond a limit in each step, gain energy without end. Here the solver only stops the motion, and the place is put right
// apart from it, without a change of any velocity (the projection of PhysX, the position step of position based dynamics).
// What a drive has left beyond a limit when it lets go comes back no faster than a limb moves: a leg would be put through the floor, and stay below it.

/** How far joints turn. */
export interface JointStops {
    /** Axes of each joint in its body's frame, four numbers a body, and in its parent's frame at the middle of its range. */
    readonly frames: Flat;
    readonly parentFrames: Flat;
    /** Largest swing about y and z and largest twist to either side, radians, three numbers a body. */
    readonly limits: Flat;
}

/** Which bodies hang on the joint that is looked at: memory for as many bodies as a ragdoll has had. */
let branch = new Uint8Array(32);

/** What is left beyond a limit, radians: a degree. The solver sees from it that the joint is at its stop. */
const LEFT = RADIANS;

/** Speed at which a joint comes back from where a drive has left it, radians per second. */
const COMES_BACK = 2;

/** Share of a joint's gap that is closed then: with all of it, limbs that a floor pushes out never come to rest. */
const GAP_CLOSED = 0.3;

const turn = new Float64Array(3);
const seen = new Float64Array(4);
const middle = new Float64Array(4);
const allowed = new Float64Array(4);
const offset = new Float64Array(3);
const pivot = new Float64Array(3);
const arm = new Float64Array(3);
const shift = new Float64Array(3);
/** The turns of what is above a joint, and of the branch below it. */
const turns = new Float64Array(8);

/**
 * Brings a turn back to its limits, but for what is left beyond them. Answers whether it was further out.
 *
 * @param slack - What a drive has left beyond the limit of each body, radians; Infinity: not known yet. It shrinks to what there is.
 * @param gone - What goes of it, radians.
 */
function limitTurn(limits: Flat, body: number, slack: Flat, gone: number): boolean {
    const o = 3 * body;
    const y = turn[SWING_Y] / limits[o + SWING_Y], z = turn[SWING_Z] / limits[o + SWING_Z];
    const ratio = Math.sqrt(y * y + z * z);
    const swing = Math.sqrt(turn[SWING_Y] * turn[SWING_Y] + turn[SWING_Z] * turn[SWING_Z]);
    const swung = ratio > 1 ? swing - swing / ratio : 0;
    const twisted = Math.abs(turn[TWIST]) - limits[o + TWIST];
    slack[body] = Math.max(0, Math.min(slack[body], Math.max(swung, twisted)) - gone);
    const left = LEFT + slack[body];
    if (!(swung > left) && !(twisted > left)) return false;
    if (swung > left) {
        turn[SWING_Y] *= 1 - (swung - left) / swing;
        turn[SWING_Z] *= 1 - (swung - left) / swing;
    }
    if (twisted > left) turn[TWIST] = Math.sign(turn[TWIST]) * (limits[o + TWIST] + left);
    return true;
}

/**
 * Puts joints back on their limits. The centre of mass stays where it is, so that no limb rows.
 *
 * @param state - The bodies; their places are changed.
 * @param tree - Their joints.
 * @param stops - Their limits.
 * @param weights - How strongly each body is driven: what a drive brings back is left to it.
 * @param slack - What the drive has left beyond the limit of each body, radians: kept from step to step.
 * @param h - The step in seconds.
 * @returns Whether any was beyond its limits.
 */
export function stopJoints(
    { positions, rotations }: RigidState, tree: JointTree, { frames, parentFrames, limits }: JointStops, weights: Flat, slack: Flat, h: number
): boolean {
    const { parents, anchors } = tree;
    if (branch.length < parents.length) branch = new Uint8Array(2 * parents.length);
    let any = false;
    for (let body = 1; body < parents.length; body++) {
        if (weights[body] > 0) {
            slack[body] = Infinity;
            continue;
        }
        multiplyQuat(middle, 0, rotations, 4 * parents[body], parentFrames, 4 * body);
        multiplyQuat(seen, 0, rotations, 4 * body, frames, 4 * body);
        measureTurn(turn, 0, middle, 0, seen, 0);
        if (!limitTurn(limits, body, slack, COMES_BACK * h)) continue;
        any = true;
        turnQuat(allowed, 0, turn, 0);
        multiplyQuat(allowed, 0, middle, 0, allowed, 0);
        rotationVector(offset, 0, seen, 0, allowed, 0);
        rotateVec(pivot, 0, rotations, 4 * body, anchors, 3 * body);
        addVec(pivot, 0, pivot, 0, positions, 3 * body);
        shareTurn(positions, tree, body);
        turnBoth(positions, rotations, tree);
    }
    // what was turned is pushed out of the floor again, which opens joints further than the solver closes them
    if (any) closeGaps(positions, rotations, tree, weights);
    return any;
}

function closeGaps(positions: Flat, rotations: Flat, tree: JointTree, weights: Flat): void {
    for (let body = 1; body < weights.length; body++) if (!(weights[body] > 0)) closeGap(positions, rotations, tree, body);
}

/** Brings the two ends of a joint nearer to each other, with all that hangs on each; the centre of mass stays. */
function closeGap(positions: Flat, rotations: Flat, { parents, anchors, parentAnchors, masses }: JointTree, first: number): void {
    rotateVec(pivot, 0, rotations, 4 * parents[first], parentAnchors, 3 * first);
    addVec(pivot, 0, pivot, 0, positions, 3 * parents[first]);
    rotateVec(arm, 0, rotations, 4 * first, anchors, 3 * first);
    addVec(arm, 0, arm, 0, positions, 3 * first);
    subtractVec(offset, 0, pivot, 0, arm, 0);
    let ofBranch = 0, ofRest = 0;
    for (let body = 0; body < parents.length; body++) {
        branch[body] = body === first || (body > first && branch[parents[body]] === 1) ? 1 : 0;
        if (branch[body] === 1) ofBranch += masses[body];
        else ofRest += masses[body];
    }
    const share = ofRest / (ofBranch + ofRest);
    for (let body = 0; body < parents.length; body++) {
        const factor = branch[body] === 1 ? share : share - 1;
        for (let i = 0; i < 3; i++) positions[3 * body + i] += GAP_CLOSED * factor * offset[i];
    }
}

/** Marks a body and all that hangs on it, and shares the turn between them and the rest by their inertia. */
function shareTurn(positions: Flat, { parents, masses, inertias }: JointTree, first: number): void {
    let ofBranch = 0, ofRest = 0;
    for (let body = 0; body < parents.length; body++) {
        const o = 3 * body;
        branch[body] = body === first || (body > first && branch[parents[body]] === 1) ? 1 : 0;
        subtractVec(arm, 0, positions, o, pivot, 0);
        const inertia = masses[body] * (arm[0] * arm[0] + arm[1] * arm[1] + arm[2] * arm[2]) + (inertias[o] + inertias[o + 1] + inertias[o + 2]) / 2;
        if (branch[body] === 1) ofBranch += inertia;
        else ofRest += inertia;
    }
    const share = ofRest / (ofBranch + ofRest);
    for (let i = 0; i < 3; i++) {
        arm[i] = offset[i] * (share - 1);
        offset[i] *= share;
    }
    vectorRotation(turns, 0, arm, 0);
    vectorRotation(turns, 4, offset, 0);
}

/** Turns a branch and the rest against each other about their joint. */
function turnBoth(positions: Flat, rotations: Flat, { masses }: JointTree): void {
    shift.fill(0);
    let mass = 0;
    for (let body = 0; body < masses.length; body++) {
        const o = 3 * body, part = 4 * branch[body];
        for (let i = 0; i < 3; i++) shift[i] -= masses[body] * positions[o + i];
        subtractVec(arm, 0, positions, o, pivot, 0);
        rotateVec(arm, 0, turns, part, arm, 0);
        addVec(positions, o, arm, 0, pivot, 0);
        for (let i = 0; i < 3; i++) shift[i] += masses[body] * positions[o + i];
        multiplyQuat(rotations, 4 * body, turns, part, rotations, 4 * body);
        mass += masses[body];
    }
    for (let o = 0; o < positions.length; o += 3) for (let i = 0; i < 3; i++) positions[o + i] -= shift[i] / mass;
}
