import type { Air } from './air';
import type { PlayedGait, Played } from './choose-gait';
import { gaitTimeOf, type GaitTransition } from './transition';
import { phaseAt, timeAtPhase } from '../anim/contacts/locomotion';
import type { Flat } from '../core/math/flat-math';
import type { StrideFoot } from '../feet/stride/stride-foot';

// The time of a clip at which it is entered, so that feet go on with what they do.

/** Share of a swing at which a foot sets out: beside the other one. */
const BESIDE = 0.4;

/** What was played before, and how the character is. */
export interface Entry {
    from: PlayedGait | null;
    transition: GaitTransition | null;
    /** Seconds of its clip. */
    time: number;
    feet: readonly StrideFoot[];
    velocity: Flat;
    readonly air: Air;
}

/** Seconds of a clip: of a gait in phase with the last one, from standing with the foot that is free, from a fall with one that strikes as it lands. */
export function entryTime(next: Played, gait: PlayedGait | null, entry: Entry): number {
    const { from, transition, time, air } = entry;
    if (!gait) return next.kind === 'land' ? Math.max(0, next.mark - air.timeLeft) : next.mark;
    if (air.isAirborne && air.timeLeft < Infinity) return around(gait.steps.strikes[footAhead(entry)] - air.timeLeft, gait.duration);
    if (transition && (transition.kind === 'start' || transition.kind === 'stop')) return gaitTimeOf(transition, time, gait);
    return from ? timeAtPhase(gait.steps, phaseAt(from.steps, time)) : startOf(gait, entry);
}

/** As the foot that is further back passes the other one. */
function startOf({ lifts, steps, duration }: PlayedGait, entry: Entry): number {
    const foot = 1 - footAhead(entry);
    const swing = around(steps.strikes[foot] - lifts[foot], duration);
    return around(lifts[foot] + BESIDE * swing, duration);
}

/** Which of the first two feet is further ahead. */
export function footAhead({ feet, velocity }: Entry): number {
    const [a, b] = [feet[0].node.getPosition(), feet[1].node.getPosition()];
    return (a.x - b.x) * velocity[0] + (a.y - b.y) * velocity[1] + (a.z - b.z) * velocity[2] > 0 ? 0 : 1;
}

function around(time: number, duration: number): number {
    return time - duration * Math.floor(time / duration);
}
