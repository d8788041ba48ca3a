import { arcQuat, rotateVec, slerpQuat, type Flat } from './flat-math';

// Damping that is exact in time: two steps of half the length do what one step does, at any frame rate.

const identity = Float64Array.of(0, 0, 0, 1);
const arc = new Float64Array(4);
const step = new Float64Array(4);
const part = new Float64Array(1);

/** Rate per second at which half of a distance is left after a half-life in seconds. */
export function rateOf(halfLife: number): number {
    return Math.LN2 / halfLife;
}

/**
 * Turns a direction towards a goal along the great circle between them, by a share of the angle. The rest of the angle shrinks
 * geometrically, so the path and its timing do not depend on how the time is cut.
 *
 * @param direction - Unit vector, changed in place.
 * @param goal - Unit vector.
 * @param share - Share of the angle, 0..1.
 * @param pole - Axis of the turn when the goal is straight behind.
 */
export function turnTowards(direction: Flat, goal: Flat, share: number, pole: Flat): void {
    part[0] = share;
    arcQuat(arc, 0, direction, 0, goal, 0, pole, 0);
    slerpQuat(step, 0, identity, 0, arc, 0, part, 0);
    rotateVec(direction, 0, step, 0, direction, 0);
}

/**
 * The same by the share that is done within a time, 1 - exp(-rate * time).
 *
 * @param rate - Rate per second; see {@link rateOf}.
 * @param dt - Time in seconds. Where rate or time are not above 0, nothing is done.
 */
export function dampTowards(direction: Flat, goal: Flat, rate: number, dt: number, pole: Flat): void {
    const exponent = rate * dt;
    turnTowards(direction, goal, exponent > 0 ? 1 - Math.exp(-exponent) : 0, pole);
}
