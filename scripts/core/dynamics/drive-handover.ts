import { createRigidState, placeVelocities, type RigidState } from './rigid-state';
import { multiplyQuat, rotateVec, type Flat } from '../math/flat-math';
import { addLeft, createInertia, endInertia, isDyingOut, startDuration, type Inertia } from '../math/inertia';
import { rotationVector, vectorRotation } from '../math/rotation-vector';

// Lets a drive that has suddenly become stronger take up gradually what the weaker one lagged by.
//
// A drive with weight 1 is on its target within a step, from wherever it was: that would be a jump. So what the bodies are off their targets
// by when it takes over, and how fast that changes, is added to the targets and dies out (inertia.ts): an inertialised transition of
// physical targets. The drive itself is as strong as it is set to be from the first step on.

/** Time of a handover, seconds. */
const DURATION = 0.3;

/** Growth of a strength in a step, as a share of the new one, from which it counts as sudden. */
const SUDDEN = 0.2;

/** What a strength has grown by, as a share of what it is now: 0 where it has not, 1 where there was none. */
export function growthOf(before: number, now: number): number {
    if (!(now > before)) return 0;
    return now < Infinity ? 1 - before / now : 1;
}

export interface Handover {
    /** What the bodies are off by: rotation vectors of all bodies, then their shifts, three numbers each; world space, metres. */
    readonly away: Inertia;
    /** What is left of that. */
    readonly left: Flat;
    /** Where the drive is to bring the bodies at the end of the step, and where that was at its start. */
    readonly goal: RigidState;
    readonly goalBefore: RigidState;
}

export function createHandover(count: number): Handover {
    return {
        away: createInertia(6 * count), left: new Float64Array(6 * count), goal: createRigidState(count), goalBefore: createRigidState(count)
    };
}

export function isHandingOver({ away }: Handover): boolean {
    return isDyingOut(away);
}

/** Ends it: the bodies are on their targets. */
export function endHandover({ away }: Handover): void {
    endInertia(away);
}

/** Starts when a strength has grown suddenly. The target is where the bodies should be now; its velocities are those of the step to come. */
export function considerHandover(out: Handover, growth: number, state: RigidState, places: RigidState, velocities: RigidState): void {
    if (!(growth > SUDDEN)) return;
    const { values, rates } = out.away;
    const shifts = 3 * state.count;
    for (let body = 0; body < state.count; body++) {
        const o = 3 * body;
        rotationVector(values, o, places.rotations, 4 * body, state.rotations, 4 * body);
        for (let i = o; i < o + 3; i++) {
            rates[i] = state.angular[i] - velocities.angular[i];
            values[shifts + i] = state.positions[i] - places.positions[i];
            rates[shifts + i] = state.linear[i] - velocities.linear[i];
        }
    }
    startDuration(out.away, DURATION);
}

/** Writes the goal of a step from the targets at its start and at its end. */
export function handOver(out: Handover, before: RigidState, end: RigidState, h: number): void {
    const { goal, goalBefore } = out;
    offset(goalBefore, before, out);
    out.away.elapsed += h;
    offset(goal, end, out);
    placeVelocities(goal.linear, goal.angular, goalBefore, goal, h);
}

/** Turns what is handed over with what carries the bodies, four numbers a body. */
export function carryHandover({ away: { values, rates }, goal: { count } }: Handover, turns: Flat): void {
    for (let i = 0; i < 2 * count; i++) {
        const o = 3 * i, q = 4 * (i % count);
        rotateVec(values, o, turns, q, values, o);
        rotateVec(rates, o, turns, q, rates, o);
    }
}

const turn = new Float64Array(4);

function offset(out: RigidState, target: RigidState, { away, left }: Handover): void {
    left.fill(0);
    addLeft(left, 0, away);
    const shifts = 3 * out.count;
    for (let body = 0; body < out.count; body++) {
        for (let i = 3 * body; i < 3 * body + 3; i++) out.positions[i] = target.positions[i] + left[shifts + i];
        vectorRotation(turn, 0, left, 3 * body);
        multiplyQuat(out.rotations, 4 * body, turn, 0, target.rotations, 4 * body);
    }
}
