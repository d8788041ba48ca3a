import type { RigidState } from './rigid-state';
import type { StepWeights } from './step-weight';
import type { Flat } from '../math/flat-math';
import { rotationVector } from '../math/rotation-vector';

// Drives that blend a body's velocities towards those that bring it onto its target.
//
// v = v + share (v_target - v), where v_target is the target's own velocity and the distance that is left times a rate (step-weight.ts). With
// weight 1 a body is on its target at the end of the step, whatever its velocity was: a weight is no strength. A strength is what a cap
// gives: the largest change that a drive may make within a step. Gravity is taken off outside of the cap.

/** Where bodies are to be. */
export interface DriveTarget {
    /** At the end of the step. */
    end: RigidState;
    /** Velocities of the target during the step, three numbers a body. */
    linear: Flat;
    angular: Flat;
    /** What hits have changed the bodies' velocities by since the last step (step-weight.ts). */
    readonly linearHits: Flat;
    readonly angularHits: Flat;
}

/** Damping that is made up for at most: of all of a velocity nothing is left to be scaled up. */
const MOST_DAMPING = 0.99;

const turn = new Float64Array(3);
const change = new Float64Array(3);

/** Adds a change to a velocity, no more of it than the cap. A change that is no number is left out. */
function addCapped(velocities: Flat, o: number, cap: number): void {
    const length = Math.sqrt(change[0] * change[0] + change[1] * change[1] + change[2] * change[2]);
    if (!(length < Infinity)) return;
    const scale = length > cap ? cap / length : 1;
    velocities[o] += change[0] * scale;
    velocities[o + 1] += change[1] * scale;
    velocities[o + 2] += change[2] * scale;
}

/**
 * Turns bodies towards their targets.
 *
 * @param state - The bodies; their angular velocities are changed.
 * @param target - Where they are to be.
 * @param weights - Their weights.
 * @param maxChange - Largest change of each angular velocity in this step, rad/s; one number, in an array as it would be allocated otherwise.
 */
export function driveRotations(state: RigidState, target: DriveTarget, weights: StepWeights, maxChange: Flat): void {
    const { shares, rates, hits, step } = weights;
    const cap = maxChange[0];
    const { angular } = state;
    for (let body = 0; body < state.count; body++) {
        const share = shares[body];
        if (!(share > 0)) continue;
        const o = 3 * body;
        const pace = rates[body];
        const own = 1 - pace * step;
        rotationVector(turn, 0, state.rotations, 4 * body, target.end.rotations, 4 * body);
        for (let i = 0; i < 3; i++) {
            change[i] = share * (turn[i] * pace + target.angular[o + i] * own - angular[o + i]) - hits[body] * target.angularHits[o + i];
        }
        addCapped(angular, o, cap);
    }
}

/**
 * Moves bodies towards their targets.
 *
 * @param state - The bodies; their velocities are changed.
 * @param target - Where they are to be.
 * @param weights - Their weights.
 * @param maxChanges - Largest change of each velocity in this step, m/s.
 * @param gravity - Gravity; it is taken off in proportion to a weight.
 */
export function driveTranslations(state: RigidState, target: DriveTarget, weights: StepWeights, maxChanges: Flat, gravity: Flat): void {
    const { shares, rates, hits, step } = weights;
    const { linear, positions } = state;
    for (let body = 0; body < state.count; body++) {
        const share = shares[body];
        if (!(share > 0)) continue;
        const o = 3 * body;
        const rate = rates[body];
        const own = 1 - rate * step;
        for (let i = 0; i < 3; i++) {
            const offset = target.end.positions[o + i] - positions[o + i];
            change[i] = share * (offset * rate + target.linear[o + i] * own - linear[o + i]) - hits[body] * target.linearHits[o + i];
        }
        addCapped(linear, o, maxChanges[body]);
        const lift = weights.weights[body] * step;
        for (let i = 0; i < 3; i++) linear[o + i] -= gravity[i] * lift;
    }
}

/**
 * Makes up for the damping that Bullet applies to a velocity before it uses it, as far as a drive has set it.
 *
 * @param velocities - Three numbers a body.
 * @param shares - How much of each body's velocity is the drive's, 0..1.
 * @param damping - Share of a velocity that is lost per second.
 * @param h - The step in seconds.
 */
export function undoDamping(velocities: Flat, shares: Flat, damping: number, h: number): void {
    const kept = (1 - Math.min(damping, MOST_DAMPING)) ** h;
    const gain = 1 / kept - 1;
    for (let body = 0; body < shares.length; body++) {
        const factor = 1 + shares[body] * gain;
        for (let i = 3 * body; i < 3 * body + 3; i++) velocities[i] *= factor;
    }
}
