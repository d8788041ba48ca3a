import { keepAngularMomentum } from './angular-momentum';
import { inertiaAbout, composeInertia, carryRotation, carryVector, locateJoints, type CompositeInertia, type JointTree } from './joint-tree';
import type { RigidState } from './rigid-state';
import type { DriveTarget } from './velocity-drive';
import type { Flat } from '../math/flat-math';
import { oscillatorStep } from '../math/oscillator';
import { rotationVector } from '../math/rotation-vector';
import { clamp } from '../math/scalars';

// Springs on the joints of a ragdoll: each joint swings towards the turn that the animation has there.
//
// A torque on one body of a chain is mostly eaten by the joint next to it, and diverges when it is applied explicitly. So a joint is taken
// as what it is: a hinge that carries all that hangs on it. Its swing over the step is computed in closed form (oscillator.ts), and
// everything below it is turned with it about the joint, velocities included, so that no joint is pulled apart. Gains are either those
// of a spring in newton metres, divided by the inertia that the joint carries, or made from a frequency, where the inertia falls out: the
// scaling of Zordan and Hodgins, Motion Capture-Driven Simulations That Hit and React (2002). The root is held in the world
// as far as it has a weight; with none, the limbs turn it back.
//
// Bullet moves a body through the whole step with the velocity that it is given. So it is given the swing's mean velocity, and what
// the swing's velocity at the end of the step differs by is remembered for the next one.

/** Gains of the joints. */
export interface SpringGains {
    /** N·m/rad and N·m·s/rad a joint; with `scaled`: 1/s² and 1/s, per inertia. */
    readonly stiffness: Flat;
    readonly damping: Flat;
    scaled: boolean;
    /** Largest change of the angular velocity of a joint in a step, rad/s: one number. */
    readonly maxChange: Flat;
}

/** What the springs remember and use. */
export interface SpringMemory {
    readonly carried: CompositeInertia;
    /** Velocity of the swings at the end of the last step against their mean velocity, three numbers a joint. */
    readonly surplus: Flat;
    /** How much of each body's spin was the spring's in this step, 0..1. */
    readonly shares: Flat;
    /** Changes of velocity in this step. */
    readonly linear: Flat;
    readonly angular: Flat;
}

export function createSpringMemory(carried: CompositeInertia, count: number): SpringMemory {
    return {
        carried,
        surplus: new Float64Array(3 * count),
        shares: new Float64Array(count),
        linear: new Float64Array(3 * count),
        angular: new Float64Array(3 * count)
    };
}

const goal = new Float64Array(4);
const error = new Float64Array(3);
const goalVelocity = new Float64Array(3);
const velocity = new Float64Array(3);
const difference = new Float64Array(3);
const axis = new Float64Array(3);
const factors = new Float64Array(4);

/** Reads error and velocities of a joint against its parent, about world axes. */
function readJoint(body: number, parent: number, { rotations, angular }: RigidState, target: DriveTarget): void {
    const o = 3 * body;
    if (parent < 0) {
        rotationVector(error, 0, rotations, 4 * body, target.end.rotations, 4 * body);
        for (let i = 0; i < 3; i++) {
            velocity[i] = angular[o + i];
            goalVelocity[i] = target.angular[o + i];
        }
        return;
    }
    const { end } = target;
    carryRotation(goal, 0, rotations, 4 * parent, end.rotations, 4 * parent, end.rotations, 4 * body);
    rotationVector(error, 0, rotations, 4 * body, goal, 0);
    for (let i = 0; i < 3; i++) {
        velocity[i] = angular[o + i] - angular[3 * parent + i];
        difference[i] = target.angular[o + i] - target.angular[3 * parent + i];
    }
    carryVector(goalVelocity, 0, rotations, 4 * parent, end.rotations, 4 * parent, difference, 0);
}

/** Inertia of a joint about the axis on which it moves. */
function inertiaOf(carried: CompositeInertia, body: number, origin: Flat, h: number): number {
    let x = error[0], y = error[1], z = error[2];
    let length = Math.sqrt(x * x + y * y + z * z);
    const speed = Math.sqrt(difference[0] ** 2 + difference[1] ** 2 + difference[2] ** 2);
    if (speed * h > length) {
        x = difference[0];
        y = difference[1];
        z = difference[2];
        length = speed;
    }
    if (!(length > 0)) return Infinity;
    axis[0] = x / length;
    axis[1] = y / length;
    axis[2] = z / length;
    return inertiaAbout(carried, body, origin, axis);
}

/**
 * Turns a ragdoll's joints towards the animation for one step.
 *
 * @param state - The bodies; their velocities are changed.
 * @param target - Where they are to be.
 * @param tree - Their joints.
 * @param gains - Gains of the joints.
 * @param weights - Factor on the gains of each joint, 0..1.
 * @param moveWeights - How strongly the place of each body is driven, 0..1: the whole is not pushed as far as that of the root is free.
 * @param memory - Of the step before.
 * @param h - The step in seconds.
 */
export function driveSprings(
    state: RigidState, target: DriveTarget, tree: JointTree, gains: SpringGains, weights: Flat, moveWeights: Flat, memory: SpringMemory, h: number
): void {
    const { parents } = tree;
    const { surplus, carried, angular } = memory;
    locateJoints(carried, tree, state);
    if (!gains.scaled) composeInertia(carried, tree, state);
    for (let body = 0; body < state.count; body++) {
        const parent = parents[body];
        const o = 3 * body;
        readJoint(body, parent, state, target);
        for (let i = 0; i < 3; i++) {
            difference[i] = velocity[i] + surplus[o + i] - goalVelocity[i];
            // the place against the target at the start of the step
            error[i] = goalVelocity[i] * h - error[i];
        }
        const inertia = gains.scaled ? 1 : inertiaOf(carried, body, state.positions, h);
        const stiffness = gains.stiffness[body] * weights[body] / inertia;
        const damping = gains.damping[body] * weights[body] / inertia;
        oscillatorStep(factors, stiffness > 0 ? stiffness : 0, damping > 0 ? damping : 0, h);
        memory.shares[body] = clamp(1 - factors[3], 0, 1);
        let squared = 0;
        for (let i = 0; i < 3; i++) {
            const mean = ((factors[0] - 1) * error[i] + factors[1] * difference[i]) / h;
            const end = factors[2] * error[i] + factors[3] * difference[i];
            const change = goalVelocity[i] + mean - velocity[i];
            surplus[o + i] = end - mean;
            angular[o + i] = change;
            squared += change * change;
        }
        limit(body, squared, gains.maxChange[0], memory);
        if (weights[body] > 0) turnBelow(body, parent, state, memory);
        else for (let i = o; i < o + 3; i++) memory.linear[i] = angular[i] = 0;
    }
    // a root that nothing turns cannot carry what its limbs are turned by
    const turning = (1 - clamp(moveWeights[0], 0, 1)) * (1 - clamp(weights[0], 0, 1));
    if (turning > 0) keepAngularMomentum(state, tree, memory.linear, angular, turning);
    keepCentre(tree, state, moveWeights, memory);
}

/** Keeps a joint's change within the cap; one that is no number is left out. */
function limit(body: number, squared: number, maxChange: number, { angular, surplus }: SpringMemory): void {
    const length = Math.sqrt(squared);
    if (length <= maxChange) return;
    const scale = length < Infinity ? maxChange / length : 0;
    for (let i = 3 * body; i < 3 * body + 3; i++) {
        angular[i] = scale > 0 ? angular[i] * scale : 0;
        surplus[i] = 0;
    }
}

/** Adds the parent's change to that of a body, and turns the body about the joint between them. */
function turnBelow(body: number, parent: number, { positions }: RigidState, { carried, linear, angular }: SpringMemory): void {
    const { joints } = carried;
    const o = 3 * body;
    const x = positions[o] - joints[o], y = positions[o + 1] - joints[o + 1], z = positions[o + 2] - joints[o + 2];
    linear[o] = linear[o + 1] = linear[o + 2] = 0;
    if (parent >= 0) {
        const p = 3 * parent;
        const px = angular[p], py = angular[p + 1], pz = angular[p + 2];
        const dx = joints[o] - positions[p], dy = joints[o + 1] - positions[p + 1], dz = joints[o + 2] - positions[p + 2];
        linear[o] = linear[p] + py * dz - pz * dy;
        linear[o + 1] = linear[p + 1] + pz * dx - px * dz;
        linear[o + 2] = linear[p + 2] + px * dy - py * dx;
        angular[o] += px;
        angular[o + 1] += py;
        angular[o + 2] += pz;
    }
    const ax = angular[o], ay = angular[o + 1], az = angular[o + 2];
    linear[o] += ay * z - az * y;
    linear[o + 1] += az * x - ax * z;
    linear[o + 2] += ax * y - ay * x;
}

/** Makes the changes the bodies', less what would push the body as a whole. */
function keepCentre({ masses }: JointTree, state: RigidState, moveWeights: Flat, { linear, angular }: SpringMemory): void {
    let mass = 0, x = 0, y = 0, z = 0;
    for (let body = 0; body < state.count; body++) {
        mass += masses[body];
        x += masses[body] * linear[3 * body];
        y += masses[body] * linear[3 * body + 1];
        z += masses[body] * linear[3 * body + 2];
    }
    const share = (1 - moveWeights[0]) / mass;
    for (let body = 0; body < state.count; body++) {
        const o = 3 * body;
        state.linear[o] += linear[o] - x * share;
        state.linear[o + 1] += linear[o + 1] - y * share;
        state.linear[o + 2] += linear[o + 2] - z * share;
        for (let i = 0; i < 3; i++) state.angular[o + i] += angular[o + i];
    }
}
