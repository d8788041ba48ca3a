import type { FootContacts } from './foot-contacts';

// Phase, speed and stride of a clip that goes somewhere in steps.
//
// The phase counts strides: 0 where the first foot comes down, a half where the second does, and in between in proportion to time. So the
// phases of a walk and a run agree where their feet do, and a state that is entered at the phase of another goes on with the same foot.
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
    /** Strikes of the first two feet in turn, beginning with the first foot: seconds, rising, all within one duration. */
    readonly strikes: Float64Array;
    /** Seconds of the clip. */
    readonly duration: number;
}

/**
 * Finds the steps of a clip that travels.
 *
 * @param feet - Its contacts; the first two are a pair.
 * @param speed - Units of the entity a second.
 * @returns Null where the first two feet do not come down in turn.
 */
export function findLocomotion(feet: readonly FootContacts[], speed: number): Locomotion | null {
    if (feet.length < 2) return null;
    const { duration } = feet[0];
    const steps = [0, 1].flatMap(foot => feet[foot].stances.map(({ strike }) => ({ foot, strike }))).sort((a, b) => a.strike - b.strike);
    const isInTurn = steps.every(({ foot }, i) => foot !== steps[(i + 1) % steps.length].foot);
    if (steps.length < 2 || !isInTurn || feet[0].isAlwaysDown || feet[1].isAlwaysDown) return null;
    // the last one may stand before the first foot's, in the round before
    if (steps[0].foot === 1) steps.push({ foot: 1, strike: steps.shift()!.strike + duration });
    const strides = steps.length / 2;
    return {
        speed, strides, strideLength: speed * duration / strides, strideTime: duration / strides,
        strikes: Float64Array.from(steps, ({ strike }) => strike), duration
    };
}

/**
 * The phase of a time, 0..1.
 *
 * @param time - Seconds of the clip; outside of it the clip is taken as a loop.
 */
export function phaseAt({ strikes, duration }: Locomotion, time: number): number {
    const first = strikes[0];
    const since = first + (time - first) - Math.floor((time - first) / duration) * duration;
    let step = strikes.length - 1;
    while (step > 0 && strikes[step] > since) step--;
    const next = step + 1 < strikes.length ? strikes[step + 1] : first + duration;
    const phase = (step + (since - strikes[step]) / (next - strikes[step])) / 2;
    return phase - Math.floor(phase);
}

/**
 * The time at which a clip has a phase.
 *
 * @param phase - Of a stride; its fraction counts.
 * @param stride - Which stride of the clip, 0 the first.
 * @returns Seconds, from 0 to the duration.
 */
export function timeAtPhase({ strikes, duration, strides }: Locomotion, phase: number, stride = 0): number {
    const place = 2 * (phase - Math.floor(phase) + stride % strides);
    const step = Math.floor(place);
    const next = step + 1 < strikes.length ? strikes[step + 1] : strikes[0] + duration;
    const time = strikes[step] + (place - step) * (next - strikes[step]);
    return time < duration ? time : time - duration;
}
