import type { PoseRing } from './pose-history';
import { blendPlaces, type RigidState } from './rigid-state';
import { multiplyQuat, multiplyQuatInverse, rotateVec, type Flat } from '../math/flat-math';
import { vectorRotation } from '../math/rotation-vector';

// Leaps of an animation: a switch of state without a fade, an entity that is turned about at once, a clip that is set to another time.
//
// They are no motion: a drive that took them for one would throw limbs with 40 m/s, and balance would be lost by them. What tells them is that no
// muscle changes a velocity as fast. Whatever is known in the world is carried along then, each body with its own part of the leap. How the
// animation moves after that shows a frame later: what velocities differ by then is no motion either.

/**
 * Change of a velocity from one frame to the next that is no motion, m/s; in the frame after a leap, where limbs of two motions that have nothing to
 * do with each other differ by less; and what muscles do, m/s²; of a person.
 */
const SUDDEN = 3;
const SUDDEN_AGAIN = 25;
const MUSCLES = 150;

/** Height of a person, metres. */
const PERSON = 1.75;

const offset = new Float64Array(3);
const turn = new Float64Array(4);

/**
 * Writes where the last frames lead to, and answers whether the animation has leapt from there.
 *
 * @param expected - Receives the places at the time of this frame.
 * @param history - The frames before.
 * @param now - This frame.
 * @param time - Of this frame, seconds.
 * @param height - Height of the character, metres.
 * @param isAfterLeap - Whether the frame before was one.
 */
export function hasLeapt(expected: RigidState, { poses, times, count, newest }: PoseRing, now: RigidState, time: number, height: number, isAfterLeap: boolean): boolean {
    if (count < 2) return false;
    const before = (newest + poses.length - 1) % poses.length;
    const frame = time - times[newest];
    blendPlaces(expected, poses[before], poses[newest], (time - times[before]) / (times[newest] - times[before]));
    const most = ((isAfterLeap ? SUDDEN_AGAIN : SUDDEN) + MUSCLES * frame) * frame * height / PERSON;
    for (let o = 0; o < now.positions.length; o += 3) {
        for (let i = 0; i < 3; i++) offset[i] = now.positions[o + i] - expected.positions[o + i];
        if (offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2] > most * most) return true;
    }
    return false;
}

/** Writes how each body has turned from one place to another, four numbers a body. */
export function turnsBetween(out: Flat, from: RigidState, to: RigidState): void {
    for (let body = 0; body < from.count; body++) multiplyQuatInverse(out, 4 * body, to.rotations, 4 * body, from.rotations, 4 * body);
}

/** Carries each body along with what has leapt from one place to another. */
export function carryEach(state: RigidState, from: RigidState, to: RigidState, turns: Flat): void {
    const { positions, rotations, linear, angular } = state;
    for (let body = 0; body < state.count; body++) {
        const o = 3 * body, q = 4 * body;
        for (let i = 0; i < 3; i++) offset[i] = positions[o + i] - from.positions[o + i];
        rotateVec(offset, 0, turns, q, offset, 0);
        for (let i = 0; i < 3; i++) positions[o + i] = to.positions[o + i] + offset[i];
        multiplyQuat(rotations, q, turns, q, rotations, q);
        rotateVec(linear, o, turns, q, linear, o);
        rotateVec(angular, o, turns, q, angular, o);
    }
}

/** Lets bodies have been on their way with other velocities: by so much more in the seconds before a moment. */
export function shear({ positions, rotations, count }: RigidState, linear: Flat, angular: Flat, time: number): void {
    for (let body = 0; body < count; body++) {
        for (let o = 3 * body; o < 3 * body + 3; o++) {
            positions[o] -= linear[o] * time;
            offset[o - 3 * body] = -angular[o] * time;
        }
        vectorRotation(turn, 0, offset, 0);
        multiplyQuat(rotations, 4 * body, turn, 0, rotations, 4 * body);
    }
}
