import type { JointTree } from './joint-tree';
import type { RigidState } from './rigid-state';
import { rotateVec, rotateVecInverse, type Flat } from '../math/flat-math';
import { solve3 } from '../math/solve3';

// Changes of velocity that come from inside of a body must not turn it as a whole: nothing holds it but itself.

const centre = new Float64Array(3);
const momentum = new Float64Array(3);
const spin = new Float64Array(3);
const axis = new Float64Array(3);
const column = new Float64Array(3);

/** Inertia of all bodies about their common centre, row by row. */
const tensor = new Float64Array(9);

/** out = the body's inertia * a vector, in the world. */
function inertiaTimes(out: Flat, { inertias }: JointTree, { rotations }: RigidState, body: number, v: Flat, o: number): void {
    rotateVecInverse(out, 0, rotations, 4 * body, v, o);
    for (let i = 0; i < 3; i++) out[i] *= inertias[3 * body + i];
    rotateVec(out, 0, rotations, 4 * body, out, 0);
}

/** Adds the angular momentum that changes of velocity have, and the inertia of all. */
function sumUp(state: RigidState, tree: JointTree, linear: Flat, angular: Flat): void {
    momentum.fill(0);
    tensor.fill(0);
    for (let body = 0; body < state.count; body++) {
        const o = 3 * body;
        const m = tree.masses[body];
        const x = state.positions[o] - centre[0], y = state.positions[o + 1] - centre[1], z = state.positions[o + 2] - centre[2];
        inertiaTimes(column, tree, state, body, angular, o);
        momentum[0] += column[0] + m * (y * linear[o + 2] - z * linear[o + 1]);
        momentum[1] += column[1] + m * (z * linear[o] - x * linear[o + 2]);
        momentum[2] += column[2] + m * (x * linear[o + 1] - y * linear[o]);
        for (let i = 0; i < 3; i++) {
            axis.fill(0);
            axis[i] = 1;
            inertiaTimes(column, tree, state, body, axis, 0);
            for (let k = 0; k < 3; k++) tensor[3 * k + i] += column[k];
        }
        tensor[0] += m * (y * y + z * z);
        tensor[4] += m * (x * x + z * z);
        tensor[8] += m * (x * x + y * y);
        tensor[1] -= m * x * y;
        tensor[2] -= m * x * z;
        tensor[5] -= m * y * z;
        tensor[3] = tensor[1];
        tensor[6] = tensor[2];
        tensor[7] = tensor[5];
    }
}

/**
 * Takes out of changes of velocity what would turn all bodies together.
 *
 * @param state - Where the bodies are.
 * @param tree - Their masses and inertias.
 * @param linear - Changes of velocity, three numbers a body; they are changed.
 * @param angular - Changes of angular velocity.
 * @param share - How much of it is taken out, 0..1.
 */
export function keepAngularMomentum(state: RigidState, tree: JointTree, linear: Flat, angular: Flat, share: number): void {
    const { count, positions } = state;
    let mass = 0;
    centre.fill(0);
    for (let body = 0; body < count; body++) {
        mass += tree.masses[body];
        for (let i = 0; i < 3; i++) centre[i] += tree.masses[body] * positions[3 * body + i];
    }
    for (let i = 0; i < 3; i++) centre[i] /= mass;
    sumUp(state, tree, linear, angular);
    solve3(spin, tensor, momentum);
    for (let body = 0; body < count; body++) {
        const o = 3 * body;
        const x = positions[o] - centre[0], y = positions[o + 1] - centre[1], z = positions[o + 2] - centre[2];
        linear[o] -= share * (spin[1] * z - spin[2] * y);
        linear[o + 1] -= share * (spin[2] * x - spin[0] * z);
        linear[o + 2] -= share * (spin[0] * y - spin[1] * x);
        for (let i = 0; i < 3; i++) angular[o + i] -= share * spin[i];
    }
}
