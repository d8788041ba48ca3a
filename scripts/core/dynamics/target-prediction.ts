import { posesAt, type PoseRing } from './pose-history';
import { copyPlaces, createRigidState, placeVelocities, type RigidState } from './rigid-state';
import type { Flat } from '../math/flat-math';

// Takes back what a drive has done for a target that was guessed wrongly.
//
// Below 60 frames a second the last target of a frame is later than every pose that is known: it is the motion continued. A frame later that
// pose is known. A drive is linear in its target: a share of what the guess was wrong by went into the velocities, and within the step
// into the places. So in the next step velocities get back twice that, which puts the places right too, and in the step after it once of it
// is taken away again. What joints, limits and contacts made of the error stays, and of several guesses in a row only the last counts.

/** Time by which a target is late for a guess, seconds: less is rounding. */
const LATE = 1e-6;

/** A target that may be a guess. */
export interface TargetPrediction {
    /** Time of the guess; NaN: the target was known. */
    time: number;
    readonly truth: RigidState;
    /** What the guess was wrong by, as velocities that do it in a step, three numbers a body. */
    readonly linear: Flat;
    readonly angular: Flat;
    /** How many times it goes into the velocities of the step to come. */
    times: number;
}

export function createTargetPrediction(count: number): TargetPrediction {
    return { time: NaN, truth: createRigidState(count), linear: new Float64Array(3 * count), angular: new Float64Array(3 * count), times: 0 };
}

/** Writes the target of a time, and remembers when it is a guess. */
export function predictTarget(out: TargetPrediction, target: RigidState, history: PoseRing, time: number): void {
    posesAt(target, history, time);
    out.time = time > history.times[history.newest] + LATE ? time : NaN;
}

/** One step on: puts the last target right when it was a guess and is known by now. The step that it was for was h long, seconds. */
export function reviseTarget(out: TargetPrediction, target: RigidState, history: PoseRing, h: number): void {
    out.times = out.times > 1 ? -1 : 0;
    if (!(out.time <= history.times[history.newest] + LATE)) return;
    posesAt(out.truth, history, out.time);
    placeVelocities(out.linear, out.angular, target, out.truth, h);
    copyPlaces(target, out.truth);
    out.times = 2;
}

/** Changes velocities by a correction, by the shares that the drive has of them. */
export function correctVelocities(velocities: Flat, correction: Flat, shares: Flat, times: number): void {
    for (let body = 0; body < shares.length; body++) {
        const share = times * shares[body];
        for (let i = 3 * body; i < 3 * body + 3; i++) velocities[i] += share * correction[i];
    }
}
