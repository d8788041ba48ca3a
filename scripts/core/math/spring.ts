import type { Flat } from './flat-math';

// A critically damped spring, exact in time: the same motion at any frame rate, never over its goal from rest.
//
// Closed form of x'' = -2 w x' - w^2 x; see Holden, Spring-It-On: The Game Developer's Spring-Roll-Call, 2021.

/** Rate of the spring times its half-life from rest: the root of (1 + z) exp(-z) = 1/2. */
export const SPRING_HALF_LIFE = 1.6783469900166605;

/**
 * Moves a value towards a goal.
 *
 * @param state - Value and its rate per second, from `o` on; changed in place.
 * @param goal - The value to reach.
 * @param halfLife - Seconds in which half of the distance is covered from rest. Not above 0: the goal is taken at once.
 * @param dt - Time in seconds.
 */
export function stepSpring(state: Flat, o: number, goal: number, halfLife: number, dt: number): void {
    if (!(halfLife > 0)) {
        state[o] = goal;
        state[o + 1] = 0;
        return;
    }
    const isThere = state[o] === goal && state[o + 1] === 0;
    if (isThere || !(dt > 0)) return;
    const rate = SPRING_HALF_LIFE / halfLife;
    const left = state[o] - goal;
    const push = state[o + 1] + rate * left;
    const decay = Math.exp(-rate * dt);
    state[o] = goal + (left + push * dt) * decay;
    state[o + 1] = (state[o + 1] - push * rate * dt) * decay;
}
