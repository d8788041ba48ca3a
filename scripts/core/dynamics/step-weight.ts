import type { Flat } from '../math/flat-math';

// Weights on velocities that mean the same at every step of the physics.
//
// In each step h, v = v + w (x / h - v), where x is the distance that is left. The original has v = w x / h, which takes from a body all that
// it has of its own, a push or a fall, at any w above 0; both are the same at w = 1. The effect of a weight depends on h. But the formula is a damped
// oscillator that is sampled at the step: from one step to the next the distance shrinks by sqrt(1 - w) and its phase advances by
// acos(sqrt(1 - w)). So an oscillator with the same decay and the same frequency exists for every other step, and this is it. At
// the reference step it is this formula to the digit.

/** Step for which a weight is that of the formula, seconds. */
const REFERENCE_STEP = 1 / 60;

/**
 * Share of a velocity that is replaced in one step.
 *
 * @param weight - 0: nothing, 1: all. What is no number counts as 0.
 * @param h - The step in seconds.
 */
export function stepShare(weight: number, h: number): number {
    if (!(weight > 0)) return 0;
    return weight < 1 ? 1 - (1 - weight) ** (h / REFERENCE_STEP) : 1;
}

/**
 * Velocity to go for per metre of distance that is left, 1/s. With weight 1 the distance is covered within the step.
 *
 * @param weight - Above 0.
 * @param h - The step in seconds.
 */
export function stepRate(weight: number, h: number): number {
    const share = stepShare(weight, h);
    if (!(share < 1)) return 1 / h;
    const kept = 1 - share;
    const phase = Math.acos(Math.sqrt(1 - weight)) * h / REFERENCE_STEP;
    return (1 + kept - 2 * Math.sqrt(kept) * Math.cos(phase)) / (share * h);
}

/**
 * Share of a hit that a drive takes up besides, in the first step after it.
 *
 * An oscillator that is sampled answers a hit with a swing that is narrower the longer its steps are: the drive acts before anything has
 * moved. With this the swing is as wide at every step as at the reference step, where nothing is added.
 *
 * @param weight - 0..1.
 * @param h - The step in seconds.
 */
function stepHit(weight: number, h: number): number {
    if (!(weight > 0 && weight < 1)) return 0;
    const kept = (1 - weight) ** (h / REFERENCE_STEP);
    const phase = Math.acos(Math.sqrt(1 - weight)) * h / REFERENCE_STEP;
    // the two swings, one over the other: step * sqrt(kept) / sin(phase)
    const narrower = Math.sqrt((1 - weight) / weight) * Math.sin(phase) * REFERENCE_STEP / (h * Math.sqrt(kept));
    return kept * (1 - Math.max(0, narrower));
}

/** The weights of some bodies in the form that a drive needs; computed when a weight or the step changes. */
export interface StepWeights {
    readonly weights: Flat;
    readonly shares: Flat;
    readonly rates: Flat;
    readonly hits: Flat;
    /** The step that the numbers are for, seconds. */
    step: number;
    /** Whether any weight is above 0. */
    any: boolean;
    /** Largest growth of a weight when they were set last, as a share of what it is now. */
    growth: number;
}

export function createStepWeights(count: number): StepWeights {
    const numbers = () => new Float64Array(count);
    return { weights: numbers(), shares: numbers(), rates: numbers(), hits: numbers(), step: 0, any: false, growth: 0 };
}

/**
 * Sets the weights for a step.
 *
 * @param out - The weights.
 * @param whole - Weight of the whole body.
 * @param factors - Factors of the single bodies on it.
 * @param h - The step in seconds.
 */
export function setStepWeights(out: StepWeights, whole: number, factors: Flat, h: number): void {
    const stale = out.step !== h;
    out.step = h;
    out.any = false;
    out.growth = 0;
    for (let i = 0; i < factors.length; i++) {
        const product = whole * factors[i];
        const weight = product > 0 ? Math.min(product, 1) : 0;
        if (weight > 0) out.any = true;
        if (!stale && weight === out.weights[i]) continue;
        if (weight > out.weights[i]) out.growth = Math.max(out.growth, 1 - out.weights[i] / weight);
        out.weights[i] = weight;
        out.shares[i] = stepShare(weight, h);
        out.rates[i] = weight > 0 ? stepRate(weight, h) : 0;
        out.hits[i] = stepHit(weight, h);
    }
}
