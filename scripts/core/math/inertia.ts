import type { Flat } from './flat-math';
import { quinticRates, quinticShares } from './quintic';
import { SPRING_HALF_LIFE } from './spring';

// Numbers that die out: what something is off its goal by when the goal is changed, and how fast that changes.
//
// Bollo, Inertialization: high-performance animation transitions in Gears of War, GDC 2018. Two ways to die out: within a given time, along
// the polynomial of fifth degree whose acceleration starts at 0, so that several numbers need one polynomial (quintic.ts); or by half in
// each half-life, as a critically damped spring does from rest (Holden, Spring-It-On, 2021), which can be started anew at any moment.

/** Rate times time after which a spring has less than a ten-millionth left. */
const SPENT = 20;

/** Numbers that die out together. */
export interface Inertia {
    /** The numbers when they were last started, and how fast they changed then, per second. */
    readonly values: Flat;
    readonly rates: Flat;
    /** Seconds since then. */
    elapsed: number;
    /** Seconds until nothing is left; Infinity: it stays. */
    duration: number;
    /** Rate of the spring, 1/s; 0: along the polynomial. */
    stiffness: number;
}

/** Shares of value and rate that are left, then how fast these shares change. */
const shares = new Float64Array(4);
const clock = new Float64Array(2);

/**
 * Numbers of which nothing is left yet.
 *
 * @param size - How many.
 */
export function createInertia(size: number): Inertia {
    // no number begins as an integer: it would be allocated anew at each change
    return { values: new Float64Array(size), rates: new Float64Array(size), elapsed: -0, duration: -0, stiffness: -0 };
}

/** Whether anything is left. */
export function isDyingOut({ elapsed, duration }: Inertia): boolean {
    return elapsed < duration;
}

/** Starts the clock of the numbers that values and rates hold: nothing is left after a time in seconds, which need not be above 0. */
export function startDuration(inertia: Inertia, duration: number): void {
    inertia.elapsed = 0;
    inertia.duration = duration > 0 ? duration : 0;
    inertia.stiffness = 0;
}

/** Starts the clock of the numbers that values and rates hold: half is left after each half-life in seconds, which need not be above 0. */
export function startHalfLife(inertia: Inertia, halfLife: number): void {
    inertia.elapsed = 0;
    inertia.stiffness = halfLife > 0 ? SPRING_HALF_LIFE / halfLife : 0;
    inertia.duration = halfLife > 0 ? SPENT / inertia.stiffness : 0;
}

/** Ends it: nothing is left. */
export function endInertia(inertia: Inertia): void {
    inertia.elapsed = inertia.duration;
}

/** Writes the shares of value and rate that are left now; with `andRates` how fast these shares change as well. */
function findShares({ elapsed, duration, stiffness }: Inertia, andRates = false): void {
    if (stiffness > 0 && elapsed < duration) {
        const x = stiffness * elapsed;
        const left = Math.exp(-x);
        shares[0] = (1 + x) * left;
        shares[1] = elapsed * left;
        shares[2] = -stiffness * x * left;
        shares[3] = (1 - x) * left;
        return;
    }
    clock[0] = elapsed;
    clock[1] = duration;
    quinticShares(shares, clock);
    if (andRates) quinticRates(shares, 2, clock);
}

/**
 * Writes what is left of a number that was at rest, a time after its start, and how fast that changes: as shares of the number.
 *
 * @param halfLife - Seconds; not above 0: it is at its start.
 * @param time - Seconds since the start.
 */
export function halfLifeShares(out: Flat, halfLife: number, time: number): void {
    const stiffness = halfLife > 0 ? SPRING_HALF_LIFE / halfLife : 0;
    const x = stiffness * time;
    const left = Math.exp(-x);
    out[0] = (1 + x) * left;
    out[1] = -stiffness * x * left;
}

/** Adds what is left now to as many numbers from an offset on. */
export function addLeft(out: Flat, o: number, inertia: Inertia): void {
    const { values, rates } = inertia;
    findShares(inertia);
    const value = shares[0], rate = shares[1];
    for (let i = 0; i < values.length; i++) out[o + i] += value * values[i] + rate * rates[i];
}

/** Makes what is left now, and how fast it changes, the values and rates of a new start. The caller starts the clock. */
export function gatherLeft(inertia: Inertia): void {
    const { values, rates } = inertia;
    findShares(inertia, true);
    for (let i = 0; i < values.length; i++) {
        const value = values[i], rate = rates[i];
        values[i] = shares[0] * value + shares[1] * rate;
        rates[i] = shares[2] * value + shares[3] * rate;
    }
}
