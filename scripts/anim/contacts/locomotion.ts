import type { FootContacts } from './foot-contacts';

// Phase, speed and stride of a clip that goes somewhere in steps.
//
// The phase counts strides: 0 where the first foot comes down, a half where the second does, and in between in proportion to time. So the
// phases of a walk and a run agree where their feet do, and a state that is entered at the phase of another goes on with the same foot.
// While the clip holds still, before and after its motion, so does the phase.
// On four legs the first two feet are the hind ones; the others follow as the gait has them.

/** A clip as steps. */
export interface Locomotion {
    /** Speed of the body over its soles while they are down, on average: units of the animation component's entity a second. */
    readonly speed: number;
    /** Strides of the clip: one is a step of each foot. */
    readonly strides: number;
    /** Length of one, in units of the entity. */
    readonly strideLength: number;
    /** Seconds of one. */
    readonly strideTime: number;
    /** Strikes of the first two feet in turn, beginning with the first foot: seconds, rising, all within one round of the motion. */
    readonly strikes: Float64Array;
    /** Seconds of the clip, and those between which it moves. */
    readonly duration: number;
    readonly begin: number;
    readonly end: number;
}

/**
 * Finds the steps of a clip that travels.
 *
 * @param feet - Its contacts; the first two are a pair.
 * @param speed - Units of the entity a second.
 * @param moving - Seconds of the clip between which it moves.
 * @returns Null where the first two feet do not come down in turn.
 */
export function findLocomotion(feet: readonly FootContacts[], speed: number, [begin, end]: readonly [number, number]): Locomotion | null {
    if (feet.length < 2) return null;
    const { duration } = feet[0];
    const seconds = end - begin;
    const steps = [0, 1].flatMap(foot => feet[foot].stances.map(({ strike }) => ({ foot, strike: Math.max(strike, begin) }))).sort((a, b) => a.strike - b.strike);
    const isInTurn = steps.every(({ foot }, i) => foot !== steps[(i + 1) % steps.length].foot);
    if (steps.length < 2 || !isInTurn || feet[0].isAlwaysDown || feet[1].isAlwaysDown) return null;
    // the last one may stand before the first foot's, in the round before
    if (steps[0].foot === 1) steps.push({ foot: 1, strike: steps.shift()!.strike + seconds });
    const strides = steps.length / 2;
    return {
        speed, strides, strideLength: speed * seconds / strides, strideTime: seconds / strides,
        strikes: Float64Array.from(steps, ({ strike }) => strike), duration, begin, end
    };
}

/**
 * The phase of a time, 0..1.
 *
 * @param time - Seconds of the clip; outside of it the clip is taken as a loop.
 */
export function phaseAt({ strikes, duration, begin, end }: Locomotion, time: number): number {
    const first = strikes[0], round = end - begin;
    const now = Math.min(Math.max(time - Math.floor(time / duration) * duration, begin), end);
    const since = now - Math.floor((now - first) / round) * round;
    let step = strikes.length - 1;
    while (step > 0 && strikes[step] > since) step--;
    const next = step + 1 < strikes.length ? strikes[step + 1] : first + round;
    const phase = (step + (since - strikes[step]) / (next - strikes[step])) / 2;
    return phase - Math.floor(phase);
}

/**
 * The time at which a clip has a phase.
 *
 * @param phase - Of a stride; its fraction counts.
 * @param stride - Which stride of the clip, 0 the first.
 * @returns Seconds of the clip, while it moves.
 */
export function timeAtPhase({ strikes, begin, end, strides }: Locomotion, phase: number, stride = 0): number {
    const place = 2 * (phase - Math.floor(phase) + stride % strides);
    const step = Math.floor(place);
    const next = step + 1 < strikes.length ? strikes[step + 1] : strikes[0] + end - begin;
    const time = strikes[step] + (place - step) * (next - strikes[step]);
    return time < end ? time : time - end + begin;
}
