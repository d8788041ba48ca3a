import type { Flat } from './flat-math';

// Speeds of turns that are carried over a switch: what goes on beyond the place that it had then, until the speed has died out.
//
// Each dies out as a critically damped spring does that starts from its place. A fast one dies sooner, so that none goes further than a few
// degrees: it would else throw a limb out of every animated pose.

/** Radians that a speed goes on by at most: 7 degrees. */
const REACH = 7 * Math.PI / 180;

/** How much faster than in the frame before a motion may be: a factor, and radians per second on top of it. More is a jump. */
const GROWTH = 2;
const FREE = 300 * Math.PI / 180;

/** Rate times time after which a spring has less than a ten-millionth left. */
const SPENT = 20;

/** Speeds of turns that die out. */
export interface CarriedSpeed {
    /** How far each had come when it was last started, and how fast it was then, per second: three numbers a turn. */
    readonly values: Flat;
    readonly rates: Flat;
    /** Rate of the spring of each, 1/s. */
    readonly stiffness: Flat;
    /** Seconds since then, and from then until nothing is left. */
    elapsed: number;
    duration: number;
}

/**
 * Speeds of which nothing is left yet.
 *
 * @param count - How many turns.
 */
export function createCarriedSpeed(count: number): CarriedSpeed {
    const size = 3 * count;
    return { values: new Float64Array(size), rates: new Float64Array(size), stiffness: new Float64Array(count), elapsed: -0, duration: -0 };
}

/** Takes up the speeds that the rates hold: they die out as a spring of this rate in 1/s does, above 0, or sooner. */
export function startCarriedSpeed(carried: CarriedSpeed, slowest: number): void {
    const { rates, stiffness } = carried;
    for (let i = 0, o = 0; i < stiffness.length; i++, o += 3) {
        const speed = Math.sqrt(rates[o] * rates[o] + rates[o + 1] * rates[o + 1] + rates[o + 2] * rates[o + 2]);
        // it is furthest at one over the rate: by its speed over e times the rate
        stiffness[i] = Math.max(slowest, speed / (Math.E * REACH));
    }
    carried.duration = SPENT / slowest;
}

/** Adds how far the speeds have come, as many vectors from the start on. */
export function addCarriedSpeed(out: Flat, { values, rates, stiffness, elapsed, duration }: CarriedSpeed): void {
    if (!(elapsed < duration)) return;
    for (let i = 0, o = 0; i < stiffness.length; i++, o += 3) {
        const rate = stiffness[i];
        const left = Math.exp(-rate * elapsed);
        const value = (1 + rate * elapsed) * left, time = elapsed * left;
        for (let k = o; k < o + 3; k++) out[k] += value * values[k] + time * rates[k];
    }
}

/** Makes how far the speeds have come, and how fast they are now, their values and rates, and starts the clock anew. */
export function gatherCarriedSpeed(carried: CarriedSpeed): void {
    const { values, rates, stiffness, elapsed, duration } = carried;
    for (let i = 0, o = 0; i < stiffness.length; i++, o += 3) {
        const rate = stiffness[i];
        const left = elapsed < duration ? Math.exp(-rate * elapsed) : 0;
        for (let k = o; k < o + 3; k++) {
            const push = rates[k] + rate * values[k];
            values[k] = (values[k] + push * elapsed) * left;
            rates[k] = push * left - rate * values[k];
        }
    }
    carried.duration -= elapsed;
    carried.elapsed = 0;
}

/**
 * Cuts a speed of a turn to what may come after the one in the frame before: a clip that does not close, or that jumps from one key to the
 * next, has no speed there that could go on.
 *
 * @param speed - Rotation vector per second, changed in place from an offset on.
 * @param before - Speed in the frame before, radians per second.
 */
export function cutJump(speed: Flat, o: number, before: number): void {
    const length = Math.sqrt(speed[o] * speed[o] + speed[o + 1] * speed[o + 1] + speed[o + 2] * speed[o + 2]);
    const most = GROWTH * before + FREE;
    if (length > most) for (let k = o; k < o + 3; k++) speed[k] *= most / length;
}
