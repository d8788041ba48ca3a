import { closeJoint } from './joint-impulses';
import type { JointTree } from './joint-tree';
import type { RigidState } from './rigid-state';
import type { Flat } from '../math/flat-math';

// Limbs that hang free on a body that is held in place.
//
// To Bullet's solver a driven body is as light as any other: it gives way to what hangs on it and is put back a step later. A force that answers a
// step late feeds a pendulum, and the limb swings for ever. Here the driven body gives way only as far as its weight lets it, and the solver finds
// little left to do. And a limp limb is no pendulum without friction: its motion against what it hangs on dies out.

/** Passes over the joints at most, and the speed at which a joint opens that counts as closed, m/s. */
const PASSES = 20;
const CLOSED = 1e-3;

/** Rate at which the motion of a limb against what it hangs on dies out, 1/s: an arm comes to rest in three swings. */
const DRAG = 4;

/** How the bodies are driven in a step. */
export interface HangingDrive {
    /** How strongly each body is turned, and held in place, 0..1. */
    turnWeights: Flat;
    readonly moveWeights: Flat;
    /** What gravity changes velocities by in the step, m/s. */
    readonly fall: Flat;
}

/**
 * Writes for each body the one that holds it: itself where it is driven, and held in place or turned on bodies that are; else the next above. -1: none
 * does.
 */
function findHolders(out: Int32Array, { parents }: JointTree, { turnWeights, moveWeights }: HangingDrive): boolean {
    let any = false;
    for (let body = 0; body < parents.length; body++) {
        const parent = parents[body];
        const isLoose = !(turnWeights[body] > 0 || moveWeights[body] > 0);
        const above = parent >= 0 ? out[parent] : -1;
        out[body] = isLoose ? above : moveWeights[body] > 0 || above >= 0 ? body : -1;
        if (isLoose && out[body] >= 0) any = true;
    }
    return any;
}

/**
 * Lets limbs that nothing drives go along with what they hang on.
 *
 * @param state - The bodies; their velocities are changed.
 * @param tree - Their joints.
 * @param hanging - How they are driven.
 * @param holders - Numbers to work in, one a body.
 * @param h - The step in seconds.
 */
export function hangBodies(state: RigidState, tree: JointTree, hanging: HangingDrive, holders: Int32Array, h: number): void {
    if (!findHolders(holders, tree, hanging)) return;
    const { parents } = tree;
    const { turnWeights, moveWeights, fall } = hanging;
    const { count, linear, angular, positions } = state;
    const lost = 1 - Math.exp(-DRAG * h);
    for (let body = 0; body < count; body++) {
        const holder = holders[body];
        if (holder < 0 || holder === body) continue;
        const o = 3 * body, p = 3 * holder;
        for (let i = 0; i < 3; i++) {
            const j = (i + 1) % 3, k = (i + 2) % 3;
            const carried = linear[p + i] + angular[p + j] * (positions[o + k] - positions[p + k]) - angular[p + k] * (positions[o + j] - positions[p + j]);
            linear[o + i] += lost * (carried - linear[o + i]) + fall[i];
            angular[o + i] += lost * (angular[p + i] - angular[o + i]);
        }
    }
    for (let pass = 0, open = Infinity; pass < PASSES && open > CLOSED; pass++) {
        open = 0;
        for (let body = 0; body < count; body++) {
            if (holders[body] < 0 || holders[body] === body) continue;
            const parent = parents[body];
            open = Math.max(open, closeJoint(state, tree, body, state, 1 - Math.max(turnWeights[parent], moveWeights[parent])));
        }
    }
    for (let body = 0; body < count; body++) if (holders[body] >= 0 && holders[body] !== body) for (let i = 0; i < 3; i++) linear[3 * body + i] -= fall[i];
}
