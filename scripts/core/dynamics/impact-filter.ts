import type { Flat } from '../math/flat-math';
import { oscillatorStep } from '../math/oscillator';

// Lets what is shown of an impact swell and fade within some frames.
//
// A contact changes a velocity within a step of the physics, and the body goes where that leads before a drive can answer. A strong drive has
// it back a step later: a limb is tens of degrees away in a single picture. So what is shown of a body's offset from its target follows it as
// a critically damped oscillator does, the slower the stronger the drive is; without a drive it is the body itself. What lasts is reached
// within some frames. It is stepped with the physics, and so the same at every frame rate.

/** Time constant at weight 1, seconds: an impact of one step is shown at a quarter of its height, over five frames. */
const SOFTNESS = 0.025;

/** How fast the time constant follows a weight, 1/s: a switch of a weight is no jump. */
const RATE = 10;

/** Time constant below which nothing is softened, seconds. */
const SHARP = 1e-3;

/** Offsets from a target, three numbers each, as they are shown. */
export interface ImpactFilter {
    readonly shown: Flat;
    /** As they were shown a step before. */
    readonly before: Flat;
    readonly rates: Flat;
    /** Time constants in seconds, one for each three numbers. */
    readonly times: Flat;
}

export function createImpactFilter(count: number): ImpactFilter {
    const numbers = () => new Float64Array(3 * count);
    return { shown: numbers(), before: numbers(), rates: numbers(), times: new Float64Array(count) };
}

/** Whether something differs from what is. */
export function isSoftened({ times }: ImpactFilter, index: number): boolean {
    return times[index] > SHARP;
}

const factors = new Float64Array(4);

/**
 * One step.
 *
 * @param filter - The filter; it is changed.
 * @param offsets - Offsets from the targets at the end of the step.
 * @param weights - Weights of their drives, 0..1.
 * @param h - The step in seconds.
 */
export function stepImpactFilter({ shown, before, rates, times }: ImpactFilter, offsets: Flat, weights: Flat, h: number): void {
    before.set(shown);
    const follow = 1 - Math.exp(-RATE * h);
    for (let i = 0; i < times.length; i++) {
        times[i] += follow * (SOFTNESS * weights[i] - times[i]);
        const o = 3 * i;
        if (!(times[i] > SHARP)) {
            for (let k = o; k < o + 3; k++) {
                shown[k] = offsets[k];
                rates[k] = 0;
            }
            continue;
        }
        const pace = 1 / times[i];
        oscillatorStep(factors, pace * pace, 2 * pace, h);
        for (let k = o; k < o + 3; k++) {
            const away = shown[k] - offsets[k];
            shown[k] = offsets[k] + factors[0] * away + factors[1] * rates[k];
            rates[k] = factors[2] * away + factors[3] * rates[k];
        }
    }
}
