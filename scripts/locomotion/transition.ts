import type { AnimComponent, AnimTrack } from 'playcanvas';

import type { PlayedGait, Played } from './choose-gait';
import { clipUnit, type ClipPlace } from '../anim/clips/clip-place';
import { ClipSampler } from '../anim/clips/clip-sampler';
import { animRootOf } from '../anim/component/find-anim';
import { feetOf } from '../anim/contacts/known-contacts';
import { hipHeightOf, type FootMoment, type TransitionAnalysis } from '../anim/contacts/transition-analysis';
import type { ClipKind } from '../anim/kinds/clip-kinds';
import type { Rig } from '../rig/rig';

// A clip that leads from standing to a gait, from a gait to a halt, or to another direction, as it plays on a character.

/** Kinds of such clips. */
export const TRANSITIONS: readonly ClipKind[] = ['start', 'stop', 'turnLeft', 'turnRight'];

/** A foot that comes down: seconds of the clip, and the place of its joint then in the space of the clips' root. */
export interface FootTouch {
    readonly strike: number;
    readonly release: number;
    readonly place: Float64Array;
}

export interface GaitTransition extends Played {
    /** How far it has gone in scene units, or turned in radians, up to each sample; it does not go back. */
    readonly progress: Float64Array;
    /** Speed at its faster end, scene units a second; 0: it turns. */
    readonly speed: number;
    /** Whether it leads to or from a run. */
    readonly flies: boolean;
    /** Where the space of its places is in the scene. */
    readonly clipPlace: ClipPlace;
    readonly feet: readonly (readonly FootTouch[])[];
    readonly firstLift: FootMoment | null;
    /** The strike by which it goes on from a gait or into one. */
    readonly anchor: FootMoment | null;
}

/** The same with left and right exchanged. */
export function mirrorAnalysis(analysis: TransitionAnalysis): TransitionAnalysis {
    const twin = (moment: FootMoment | null) => moment && { ...moment, foot: moment.foot ^ 1 };
    return {
        ...analysis, turns: analysis.turns.map(turn => -turn), feet: analysis.feet.map((_, foot) => analysis.feet[foot ^ 1]),
        firstLift: twin(analysis.firstLift), firstStrike: twin(analysis.firstStrike), lastStrike: twin(analysis.lastStrike)
    };
}

/**
 * Makes a transition of a clip in place.
 *
 * @param kind - What it does as it plays: a turn to the left that is mirrored is one to the right.
 * @param analysis - Of the clip that it was made of.
 */
export function makeTransition(kind: ClipKind, state: string, track: AnimTrack, analysis: TransitionAnalysis, anim: AnimComponent, rig: Rig): GaitTransition {
    const root = animRootOf(anim);
    const sampler = new ClipSampler(track, root, rig.skeleton);
    const clipPlace = sampler.place;
    const unit = hipHeightOf(sampler, rig) * clipUnit(clipPlace, rig.skeleton.nodes[0]);
    const isTurn = kind === 'turnLeft' || kind === 'turnRight';
    const placeAt = (foot: number, time: number) => {
        const bone = 3 * (sampler.first + feetOf(rig)[foot]);
        return sampler.sample(time).positions.slice(bone, bone + 3);
    };
    return {
        kind, state, duration: track.duration, mark: 0,
        progress: isTurn ? analysis.turns.map(Math.abs) : analysis.distances.map(distance => unit * distance),
        speed: isTurn ? 0 : unit * analysis.speed, flies: analysis.flies, clipPlace,
        feet: analysis.feet.map((stances, foot) => stances.map(({ strike, release }) => ({ strike, release, place: placeAt(foot, strike) }))),
        firstLift: analysis.firstLift, anchor: kind === 'start' ? analysis.lastStrike : analysis.firstStrike
    };
}

/** How far a transition has come at a time. */
export function progressAt({ progress, duration }: GaitTransition, time: number): number {
    const last = progress.length - 1;
    const place = Math.max(0, time / duration * last);
    const sample = Math.min(last - 1, Math.floor(place));
    return progress[sample] + (place - sample) * (progress[sample + 1] - progress[sample]);
}

/** The first time at which it has come so far; its end where it never does. */
export function timeOf({ progress, duration }: GaitTransition, wanted: number): number {
    const last = progress.length - 1;
    let sample = 0;
    while (sample < last && progress[sample] < wanted) sample++;
    if (sample === 0) return 0;
    const step = progress[sample] - progress[sample - 1];
    const share = step > 0 ? Math.min(1, (wanted - progress[sample - 1]) / step) : 1;
    return (sample - 1 + share) / last * duration;
}

/** Seconds of a gait at which its feet do what those of a transition do at a time. */
export function gaitTimeOf({ anchor }: GaitTransition, time: number, { steps: { strikes, duration } }: PlayedGait): number {
    const at = anchor ? strikes[anchor.foot] + time - anchor.time : strikes[0];
    return at - duration * Math.floor(at / duration);
}
