import { rateOf } from '../math/damping';
import type { Flat } from '../math/flat-math';

// What hits take from the weights of bodies, and how it comes back.
//
// A hit takes most from the body that it meets and less from each body further along the skeleton, so that a shoulder does not buckle the
// legs. The loss of the rotation weight halves in each half-life; that of the pins goes after it as fast. So a limb finds its pose
// before its place, and both together are a critically damped return.

/** Losses of all bodies, 0..1. */
export interface WeightLosses {
    /** Of the rotation weights, and of the translation weights. */
    readonly turns: Flat;
    readonly pins: Flat;
    /** Seconds until a body begins to recover, and the half-life with which it does. */
    readonly holds: Flat;
    readonly halfLives: Flat;
}

export function createWeightLosses(count: number): WeightLosses {
    return { turns: new Float64Array(count), pins: new Float64Array(count), holds: new Float64Array(count), halfLives: new Float64Array(count).fill(1) };
}

/** How a loss is passed on: shares of it from body to body towards the root and away from it, and how much of it legs are spared, 0..1. */
export interface FallOff {
    readonly fallOffUp: number;
    readonly fallOffDown: number;
    readonly legProtection: number;
}

/**
 * Writes the share of a body's loss that each body has.
 *
 * @param shares - Receives a number a body, 1 for the body itself.
 * @param parents - Parents of the bodies, each before its children; -1 for the root.
 * @param body - The body that is hit.
 * @param isLeg - Which bodies are legs: 1.
 */
export function spreadLoss(shares: Flat, parents: ArrayLike<number>, body: number, { fallOffUp, fallOffDown, legProtection }: FallOff, isLeg: Uint8Array): void {
    shares.fill(-1);
    for (let above = body, share = 1; above >= 0; above = parents[above]) {
        shares[above] = share;
        share *= fallOffUp;
    }
    for (let other = 0; other < shares.length; other++) if (shares[other] < 0) shares[other] = shares[parents[other]] * fallOffDown;
    for (let other = 0; other < shares.length; other++) if (isLeg[other] === 1 && other !== body) shares[other] *= 1 - legProtection;
}

/** Share of a weight that an impulse takes, 0..1: half of it at one impulse, three quarters at twice that. Newton seconds. */
export function lossOf(impulse: number, halvingImpulse: number): number {
    return halvingImpulse > 0 ? 1 - 2 ** (-impulse / halvingImpulse) : 1;
}

/**
 * Takes from the weights; what is lost already is not lost again.
 *
 * @param losses - Are changed.
 * @param shares - Share of the loss that each body has.
 * @param loss - Of a body with share 1.
 * @param holdTime - Seconds until the bodies begin to recover.
 * @param halfLife - Seconds.
 */
export function addLoss({ turns, pins, holds, halfLives }: WeightLosses, shares: Flat, loss: number, holdTime: number, halfLife: number): void {
    for (let body = 0; body < shares.length; body++) {
        const own = loss * shares[body];
        if (!(own > turns[body])) continue;
        turns[body] = own;
        pins[body] = Math.max(pins[body], own);
        holds[body] = holdTime;
        halfLives[body] = halfLife;
    }
}

/**
 * Brings the weights back, for one step.
 *
 * @param losses - Are changed.
 * @param pace - 1: with their half-lives; less: slower.
 * @param h - Seconds.
 * @returns The largest loss that is left.
 */
export function recoverLosses({ turns, pins, holds, halfLives }: WeightLosses, pace: number, h: number): number {
    let largest = 0;
    for (let body = 0; body < turns.length; body++) {
        if (holds[body] > 0) {
            holds[body] = Math.max(0, holds[body] - h);
        } else {
            const rate = rateOf(halfLives[body]) * pace;
            // exact for the two together: pins go after turns with the same rate
            const kept = Math.exp(-rate * h);
            pins[body] = turns[body] * kept + (pins[body] - turns[body] + turns[body] * rate * h) * kept;
            turns[body] *= kept;
        }
        largest = Math.max(largest, pins[body]);
    }
    return largest;
}
