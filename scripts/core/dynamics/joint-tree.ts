import type { RigidState } from './rigid-state';
import { multiplyQuat, rotateVec, rotateVecInverse, type Flat } from '../math/flat-math';

// Bodies on joints as a tree: where the joints are, and the inertia that each of them carries.

/** What does not change while a ragdoll runs. */
export interface JointTree {
    /** Index of each body's parent, which is smaller than its own; -1 for the root. */
    readonly parents: Int32Array;
    /** Joint to the parent in the body's frame, three numbers a body; the root's is its centre of mass. */
    readonly anchors: Flat;
    /** The same joint in the parent's frame. */
    readonly parentAnchors: Flat;
    readonly masses: Flat;
    /** Moments of inertia about the body's axes, three numbers a body. */
    readonly inertias: Flat;
}

/** What is carried by each joint, in the bodies' present places. */
export interface CompositeInertia {
    /** World places of the joints, three numbers a body. */
    readonly joints: Flat;
    /** Mass of the body and all that hangs on it. */
    readonly masses: Flat;
    /** Sums of mass times place against the root's centre, three numbers a body. */
    readonly moments: Flat;
    /** Inertia against the root's centre, six numbers a body: xx, yy, zz, xy, xz, yz. */
    readonly tensors: Flat;
}

export function createCompositeInertia(count: number): CompositeInertia {
    return {
        joints: new Float64Array(3 * count),
        masses: new Float64Array(count),
        moments: new Float64Array(3 * count),
        tensors: new Float64Array(6 * count)
    };
}

const local = new Float64Array(3);
const column = new Float64Array(3);

/** Computes the world places of the joints. */
export function locateJoints(out: CompositeInertia, { anchors, parents }: JointTree, { positions, rotations }: RigidState): void {
    const { joints } = out;
    for (let body = 0; body < parents.length; body++) {
        const o = 3 * body;
        rotateVec(joints, o, rotations, 4 * body, anchors, o);
        for (let i = 0; i < 3; i++) joints[o + i] += positions[o + i];
    }
}

/** Computes what each joint carries; the joints are located already. */
export function composeInertia(out: CompositeInertia, tree: JointTree, { positions, rotations }: RigidState): void {
    const { parents, masses, inertias } = tree;
    const { tensors, moments } = out;
    const count = parents.length;
    for (let body = 0; body < count; body++) {
        const m = masses[body];
        const rx = positions[3 * body] - positions[0];
        const ry = positions[3 * body + 1] - positions[1];
        const rz = positions[3 * body + 2] - positions[2];
        const t = 6 * body;
        tensors[t] = m * (ry * ry + rz * rz);
        tensors[t + 1] = m * (rx * rx + rz * rz);
        tensors[t + 2] = m * (rx * rx + ry * ry);
        tensors[t + 3] = -m * rx * ry;
        tensors[t + 4] = -m * rx * rz;
        tensors[t + 5] = -m * ry * rz;
        for (let axis = 0; axis < 3; axis++) {
            local[0] = axis === 0 ? 1 : 0;
            local[1] = axis === 1 ? 1 : 0;
            local[2] = axis === 2 ? 1 : 0;
            rotateVec(column, 0, rotations, 4 * body, local, 0);
            const inertia = inertias[3 * body + axis];
            tensors[t] += inertia * column[0] * column[0];
            tensors[t + 1] += inertia * column[1] * column[1];
            tensors[t + 2] += inertia * column[2] * column[2];
            tensors[t + 3] += inertia * column[0] * column[1];
            tensors[t + 4] += inertia * column[0] * column[2];
            tensors[t + 5] += inertia * column[1] * column[2];
        }
        out.masses[body] = m;
        moments[3 * body] = m * rx;
        moments[3 * body + 1] = m * ry;
        moments[3 * body + 2] = m * rz;
    }
    for (let body = count - 1; body > 0; body--) {
        const parent = parents[body];
        if (parent < 0) continue;
        out.masses[parent] += out.masses[body];
        for (let i = 0; i < 3; i++) moments[3 * parent + i] += moments[3 * body + i];
        for (let i = 0; i < 6; i++) tensors[6 * parent + i] += tensors[6 * body + i];
    }
}

/**
 * Moment of inertia that a joint carries about an axis through it.
 *
 * @param carried - What {@link composeInertia} computed.
 * @param body - The body below the joint.
 * @param origin - Centre of the root body.
 * @param axis - Unit vector.
 */
export function inertiaAbout({ joints, masses, moments, tensors }: CompositeInertia, body: number, origin: Flat, axis: Flat): number {
    const o = 3 * body;
    const x = axis[0], y = axis[1], z = axis[2];
    const t = 6 * body;
    const about = tensors[t] * x * x + tensors[t + 1] * y * y + tensors[t + 2] * z * z +
        2 * (tensors[t + 3] * x * y + tensors[t + 4] * x * z + tensors[t + 5] * y * z);
    // from the root's centre to the joint: |r - q|² less its part along the axis
    const qx = joints[o] - origin[0], qy = joints[o + 1] - origin[1], qz = joints[o + 2] - origin[2];
    const qn = qx * x + qy * y + qz * z;
    const sx = moments[o], sy = moments[o + 1], sz = moments[o + 2];
    const sn = sx * x + sy * y + sz * z;
    const squared = qx * qx + qy * qy + qz * qz - qn * qn;
    const mixed = sx * qx + sy * qy + sz * qz - sn * qn;
    return about - 2 * mixed + masses[body] * squared;
}

/** Largest moment of inertia that a joint carries in the bodies' present places, over the axes of space. */
export function largestInertia(carried: CompositeInertia, body: number, origin: Flat): number {
    let largest = 0;
    for (let axis = 0; axis < 3; axis++) {
        local.fill(0);
        local[axis] = 1;
        largest = Math.max(largest, inertiaAbout(carried, body, origin, local));
    }
    return largest;
}

/** out = the rotation that a body has against its parent in one pose, put on the parent's rotation in another one. */
export function carryRotation(out: Flat, o: number, parent: Flat, i: number, poseParent: Flat, j: number, pose: Flat, k: number): void {
    // parent * inverse of poseParent * pose
    rotation[0] = -poseParent[j];
    rotation[1] = -poseParent[j + 1];
    rotation[2] = -poseParent[j + 2];
    rotation[3] = poseParent[j + 3];
    multiplyQuat(rotation, 0, parent, i, rotation, 0);
    multiplyQuat(out, o, rotation, 0, pose, k);
}

/** Turns a vector of one pose's parent into the frame of another one. */
export function carryVector(out: Flat, o: number, parent: Flat, i: number, poseParent: Flat, j: number, vector: Flat, k: number): void {
    rotateVecInverse(local, 0, poseParent, j, vector, k);
    rotateVec(out, o, parent, i, local, 0);
}

const rotation = new Float64Array(4);
