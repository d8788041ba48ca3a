import { Quat, Vec3, type GraphNode } from 'playcanvas';

import type { Ragdoll } from './ragdoll';
import { multiplyQuatInverse, rotateVec } from '../../core/math/flat-math';
import { rotationVector } from '../../core/math/rotation-vector';
import { DEGREES } from '../../core/math/scalars';
import type { BodyPlan } from '../plan/body-plan';

// What the physics knows of a bone, for scripts of the project.

/** A bone as its body has it after the last step of the physics. */
export interface BoneState {
    /** The bone that has the body: the one that was asked for, or the next above it. */
    readonly bone: GraphNode;
    /** World place of the bone. */
    readonly position: Vec3;
    readonly rotation: Quat;
    /** Velocity of the body's centre, metres per second. */
    readonly linearVelocity: Vec3;
    /** Degrees per second. */
    readonly angularVelocity: Vec3;
    /** What the body is off its target, metres and degrees. */
    readonly positionError: number;
    readonly rotationError: number;
}

const rotation = new Float64Array(4);
const arm = new Float64Array(3);
const turn = new Float64Array(3);

export function readBoneState(bone: GraphNode, { state, target }: Ragdoll, { mounting }: BodyPlan, body: number): BoneState {
    const [x, y, z] = state.positions.subarray(3 * body, 3 * body + 3);
    const [tx, ty, tz] = target.positions.subarray(3 * body, 3 * body + 3);
    const [vx, vy, vz] = state.linear.subarray(3 * body, 3 * body + 3);
    const [wx, wy, wz] = state.angular.subarray(3 * body, 3 * body + 3);
    multiplyQuatInverse(rotation, 0, state.rotations, 4 * body, mounting.rotations, 4 * body);
    rotateVec(arm, 0, rotation, 0, mounting.offsets, 3 * body);
    rotationVector(turn, 0, target.rotations, 4 * body, state.rotations, 4 * body);
    return {
        bone,
        position: new Vec3(x - arm[0], y - arm[1], z - arm[2]),
        rotation: new Quat(rotation[0], rotation[1], rotation[2], rotation[3]),
        linearVelocity: new Vec3(vx, vy, vz),
        angularVelocity: new Vec3(wx, wy, wz).mulScalar(DEGREES),
        positionError: Math.hypot(x - tx, y - ty, z - tz),
        rotationError: Math.hypot(turn[0], turn[1], turn[2]) * DEGREES
    };
}
