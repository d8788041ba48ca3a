import { multiplyQuat, normalizeQuat, rotateVec, type Flat } from '../math/flat-math';
import { rotationVector } from '../math/rotation-vector';

// Rigid bodies as flat arrays: where their centres of mass are, how they are turned, how they move. World space, SI units.

/** Some bodies, parents before children. */
export interface RigidState {
    readonly count: number;
    /** Centres of mass, three numbers a body. */
    readonly positions: Flat;
    /** Rotations, four numbers a body. */
    readonly rotations: Flat;
    /** Velocities of the centres of mass, metres per second, three numbers a body. */
    readonly linear: Flat;
    /** Angular velocities, radians per second, three numbers a body. */
    readonly angular: Flat;
}

/** Bodies that rest at the origin. */
export function createRigidState(count: number): RigidState {
    const rotations = new Float64Array(4 * count);
    for (let body = 0; body < count; body++) rotations[4 * body + 3] = 1;
    return {
        count,
        positions: new Float64Array(3 * count),
        rotations,
        linear: new Float64Array(3 * count),
        angular: new Float64Array(3 * count)
    };
}

/** Copies positions and rotations. */
export function copyPlaces(out: RigidState, state: RigidState): void {
    out.positions.set(state.positions);
    out.rotations.set(state.rotations);
}

/**
 * Interpolates between two places, at constant speed for the small turns that lie between two steps.
 *
 * @param share - 0: the first, 1: the second.
 */
export function blendPlaces(out: RigidState, from: RigidState, to: RigidState, share: number): void {
    const { count, positions, rotations } = out;
    const rest = 1 - share;
    for (let i = 0; i < 3 * count; i++) positions[i] = from.positions[i] * rest + to.positions[i] * share;
    for (let o = 0; o < 4 * count; o += 4) {
        let cosine = 0;
        for (let i = o; i < o + 4; i++) cosine += from.rotations[i] * to.rotations[i];
        const signed = cosine < 0 ? -share : share;
        for (let i = o; i < o + 4; i++) rotations[i] = from.rotations[i] * rest + to.rotations[i] * signed;
        normalizeQuat(rotations, o);
    }
}

/** Writes the velocities that lead from one place to another within a time. */
export function placeVelocities(linear: Flat, angular: Flat, from: RigidState, to: RigidState, time: number): void {
    for (let body = 0; body < from.count; body++) {
        const o = 3 * body;
        rotationVector(angular, o, from.rotations, 4 * body, to.rotations, 4 * body);
        for (let i = o; i < o + 3; i++) {
            linear[i] = (to.positions[i] - from.positions[i]) / time;
            angular[i] /= time;
        }
    }
}

/** Whether everything is a number. */
export function isSane({ positions, rotations, linear, angular }: RigidState): boolean {
    let sum = 0;
    for (let i = 0; i < positions.length; i++) sum += positions[i] + linear[i] + angular[i];
    for (let i = 0; i < rotations.length; i++) sum += rotations[i];
    return Math.abs(sum) < Infinity;
}

const turned = new Float64Array(3);

/** Carries bodies along when what they stand on is moved from one place to another: a turn about a point, and a shift. */
export function carryBodies(state: RigidState, turn: Flat, pivot: Flat, shift: Flat): void {
    const { count, positions, rotations, linear, angular } = state;
    for (let body = 0; body < count; body++) {
        const o = 3 * body;
        for (let i = 0; i < 3; i++) turned[i] = positions[o + i] - pivot[i];
        rotateVec(turned, 0, turn, 0, turned, 0);
        for (let i = 0; i < 3; i++) positions[o + i] = pivot[i] + turned[i] + shift[i];
        multiplyQuat(rotations, 4 * body, turn, 0, rotations, 4 * body);
        rotateVec(linear, o, turn, 0, linear, o);
        rotateVec(angular, o, turn, 0, angular, o);
    }
}
