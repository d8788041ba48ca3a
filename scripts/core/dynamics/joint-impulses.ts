import type { JointTree } from './joint-tree';
import type { RigidState } from './rigid-state';
import { rotateVec, rotateVecInverse, type Flat } from '../math/flat-math';
import { solve3 } from '../math/solve3';

// What a push on one body does to all bodies on joints with it.
//
// A push that is given to one body alone spins a few kilograms at hundreds of radians per second, and its joints answer a step later: limbs
// are crumpled for a frame. Here the joints answer at once: impulses between the bodies of each joint, one joint after the other until no
// joint opens (Gauss and Seidel), and none spins faster than a limit can stop: beyond that the bodies turn together. Momentum is kept. It is
// done once for a push, not in every step.

/** Passes over the joints at most, and the speed at which a joint opens, as a share of the push's, that counts as closed. */
const PASSES = 200;
const CLOSED = 1e-3;

/** Fastest spin of a joint after a push, rad/s: ten degrees in a step of 1/60. */
const FASTEST = 10;

type Velocities = Pick<RigidState, 'linear' | 'angular'>;

const arm = new Float64Array(3);
const other = new Float64Array(3);
const opening = new Float64Array(3);
const impulse = new Float64Array(3);
const turn = new Float64Array(3);
const unit = new Float64Array(3);
const column = new Float64Array(3);
const compliance = new Float64Array(9);

/** Writes the change of spin that an impulse at an arm gives a body, times a sign. */
function spinOf(out: Flat, o: number, { inertias }: JointTree, rotations: Flat, body: number, at: Flat, push: Flat, sign: number): void {
    turn[0] = at[1] * push[2] - at[2] * push[1];
    turn[1] = at[2] * push[0] - at[0] * push[2];
    turn[2] = at[0] * push[1] - at[1] * push[0];
    rotateVecInverse(turn, 0, rotations, 4 * body, turn, 0);
    for (let axis = 0; axis < 3; axis++) turn[axis] *= sign / inertias[3 * body + axis];
    rotateVec(turn, 0, rotations, 4 * body, turn, 0);
    for (let axis = 0; axis < 3; axis++) out[o + axis] += turn[axis];
}

/** Adds to a column the speed that an impulse gives the point at which it acts. */
function addCompliance(tree: JointTree, rotations: Flat, body: number, at: Flat, push: Flat): void {
    column.fill(0);
    spinOf(column, 0, tree, rotations, body, at, push, 1);
    const x = column[1] * at[2] - column[2] * at[1];
    const y = column[2] * at[0] - column[0] * at[2];
    column[2] = column[0] * at[1] - column[1] * at[0];
    column[0] = x;
    column[1] = y;
    for (let axis = 0; axis < 3; axis++) column[axis] += push[axis] / tree.masses[body];
}

/** Writes where a joint is from the centre of the body below it, and from that of its parent. */
function readArms({ parents, anchors, parentAnchors }: JointTree, { rotations }: RigidState, body: number): void {
    rotateVec(arm, 0, rotations, 4 * body, anchors, 3 * body);
    rotateVec(other, 0, rotations, 4 * parents[body], parentAnchors, 3 * body);
}

/**
 * Adds to the velocities of bodies what a push on one of them makes of them all.
 *
 * @param state - The bodies; their velocities are changed.
 * @param tree - Their joints.
 * @param body - The body that is pushed.
 * @param push - Newton seconds.
 * @param at - Point of the push against the body's centre.
 * @param changes - Numbers to work in, six a body.
 */
export function pushBodies(state: RigidState, tree: JointTree, body: number, push: Flat, at: Flat, changes: Flat): void {
    const { count, rotations } = state;
    const { parents, masses } = tree;
    const linear = changes.subarray(0, 3 * count);
    const angular = changes.subarray(3 * count);
    const moved = { linear, angular };
    changes.fill(0);
    for (let axis = 0; axis < 3; axis++) linear[3 * body + axis] = push[axis] / masses[body];
    spinOf(angular, 3 * body, tree, rotations, body, at, push, 1);
    const closed = CLOSED * Math.hypot(push[0], push[1], push[2]) / masses[body];
    for (let pass = 0, open = Infinity; pass < PASSES && open > closed; pass++) {
        open = 0;
        // from the push outwards and back
        for (let k = 1; k < count; k++) {
            const joint = pass % 2 === 0 ? k : count - k;
            if (parents[joint] >= 0) open = Math.max(open, closeJoint(state, tree, joint, moved, 1));
            if (parents[joint] >= 0) slowJoint(state, tree, joint, angular);
        }
    }
    for (let i = 0; i < 3 * count; i++) {
        state.linear[i] += linear[i];
        state.angular[i] += angular[i];
    }
}

/**
 * Gives the bodies of a joint the impulse that keeps it closed. Answers how fast it was opening.
 *
 * @param moved - Velocities, or changes of them: they are changed.
 * @param give - How far the parent gives way, 0..1; at 0 it is held.
 */
export function closeJoint(state: RigidState, tree: JointTree, joint: number, { linear, angular }: Velocities, give: number): number {
    const { rotations } = state;
    const parent = tree.parents[joint];
    const [o, p] = [3 * joint, 3 * parent];
    readArms(tree, state, joint);
    for (let i = 0; i < 3; i++) {
        const j = (i + 1) % 3, k = (i + 2) % 3;
        opening[i] = linear[p + i] + angular[p + j] * other[k] - angular[p + k] * other[j] -
            linear[o + i] - angular[o + j] * arm[k] + angular[o + k] * arm[j];
    }
    for (let axis = 0; axis < 3; axis++) {
        unit.fill(0);
        unit[axis] = 1;
        addCompliance(tree, rotations, joint, arm, unit);
        for (let i = 0; i < 3; i++) compliance[3 * i + axis] = column[i];
        addCompliance(tree, rotations, parent, other, unit);
        for (let i = 0; i < 3; i++) compliance[3 * i + axis] += give * column[i];
    }
    solve3(impulse, compliance, opening);
    for (let i = 0; i < 3; i++) {
        linear[o + i] += impulse[i] / tree.masses[joint];
        linear[p + i] -= give * impulse[i] / tree.masses[parent];
    }
    spinOf(angular, o, tree, rotations, joint, arm, impulse, 1);
    spinOf(angular, p, tree, rotations, parent, other, impulse, -give);
    return Math.hypot(opening[0], opening[1], opening[2]);
}

/** Writes the change of spin that an angular impulse gives a body. */
function twistOf(out: Flat, { inertias }: JointTree, rotations: Flat, body: number, twist: Flat): void {
    rotateVecInverse(out, 0, rotations, 4 * body, twist, 0);
    for (let axis = 0; axis < 3; axis++) out[axis] /= inertias[3 * body + axis];
    rotateVec(out, 0, rotations, 4 * body, out, 0);
}

/** Lets the bodies of a joint turn together as far as it spins too fast. */
function slowJoint({ rotations }: RigidState, tree: JointTree, joint: number, angular: Flat): void {
    const parent = tree.parents[joint];
    const [o, p] = [3 * joint, 3 * parent];
    for (let i = 0; i < 3; i++) unit[i] = angular[o + i] - angular[p + i];
    const spin = Math.hypot(unit[0], unit[1], unit[2]);
    if (!(spin > FASTEST)) return;
    for (let i = 0; i < 3; i++) unit[i] /= spin;
    twistOf(turn, tree, rotations, joint, unit);
    twistOf(column, tree, rotations, parent, unit);
    let yielding = 0;
    for (let i = 0; i < 3; i++) yielding += unit[i] * (turn[i] + column[i]);
    const twist = (spin - FASTEST) / yielding;
    for (let i = 0; i < 3; i++) {
        angular[o + i] -= twist * turn[i];
        angular[p + i] += twist * column[i];
    }
}
