import { createRigidState, placeVelocities, type RigidState } from './rigid-state';
import { multiplyQuat, rotateVec, type Flat } from '../math/flat-math';
import { quinticShares } from '../math/quintic';
import { rotationVector, vectorRotation } from '../math/rotation-vector';

// Lets a drive that has suddenly become stronger take up gradually what the weaker one lagged by.
//
// A drive with weight 1 is on its target within a step, from wherever it was: that would be a jump. So what the bodies are off their targets
// by when it takes over, and how fast that changes, is added to the targets and dies away: an inertialised transition (quintic.ts) of
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
    /** What the bodies are off by at the start: rotation vectors and how they change, shifts and how they change; three numbers a body. */
    readonly turns: Flat;
    readonly spins: Flat;
    readonly shifts: Flat;
    readonly moves: Flat;
    /** Seconds since the start; the whole time and beyond: nothing is handed over. */
    elapsed: number;
    /** Where the drive is to bring the bodies at the end of the step, and where that was at its start. */
    readonly goal: RigidState;
    readonly goalBefore: RigidState;
}

export function createHandover(count: number): Handover {
    const numbers = () => new Float64Array(3 * count);
    return {
        turns: numbers(), spins: numbers(), shifts: numbers(), moves: numbers(), elapsed: DURATION,
        goal: createRigidState(count), goalBefore: createRigidState(count)
    };
}

export function isHandingOver({ elapsed }: Handover): boolean {
    return elapsed < DURATION;
}

/** Ends it: the bodies are on their targets. */
export function endHandover(out: Handover): void {
    out.elapsed = DURATION;
}

/** Starts when a strength has grown suddenly. The target is where the bodies should be now; its velocities are those of the step to come. */
export function considerHandover(out: Handover, growth: number, state: RigidState, places: RigidState, velocities: RigidState): void {
    if (!(growth > SUDDEN)) return;
    const { turns, spins, shifts, moves } = out;
    for (let body = 0; body < state.count; body++) {
        const o = 3 * body;
        rotationVector(turns, o, places.rotations, 4 * body, state.rotations, 4 * body);
        for (let i = o; i < o + 3; i++) {
            spins[i] = state.angular[i] - velocities.angular[i];
            shifts[i] = state.positions[i] - places.positions[i];
            moves[i] = state.linear[i] - velocities.linear[i];
        }
    }
    out.elapsed = 0;
}

/** Writes the goal of a step from the targets at its start and at its end. */
export function handOver(out: Handover, before: RigidState, end: RigidState, h: number): void {
    const { goal, goalBefore } = out;
    offset(goalBefore, before, out);
    out.elapsed += h;
    offset(goal, end, out);
    placeVelocities(goal.linear, goal.angular, goalBefore, goal, h);
}

/** Turns what is handed over with what the character stands on. */
export function carryHandover({ turns, spins, shifts, moves }: Handover, turn: Flat): void {
    for (const vectors of [turns, spins, shifts, moves]) {
        for (let o = 0; o < vectors.length; o += 3) rotateVec(vectors, o, turn, 0, vectors, o);
    }
}

const clock = Float64Array.of(0, DURATION);
const shares = new Float64Array(2);
const left = new Float64Array(3);
const turn = new Float64Array(4);

function offset(out: RigidState, target: RigidState, { turns, spins, shifts, moves, elapsed }: Handover): void {
    clock[0] = elapsed;
    quinticShares(shares, clock);
    const rest = shares[0], rate = shares[1];
    for (let body = 0; body < out.count; body++) {
        const o = 3 * body;
        for (let i = o; i < o + 3; i++) out.positions[i] = target.positions[i] + rest * shifts[i] + rate * moves[i];
        for (let i = 0; i < 3; i++) left[i] = rest * turns[o + i] + rate * spins[o + i];
        vectorRotation(turn, 0, left, 0);
        multiplyQuat(out.rotations, 4 * body, turn, 0, target.rotations, 4 * body);
    }
}
