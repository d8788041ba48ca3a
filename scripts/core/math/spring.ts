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
 * @param goal - Holds the goal as its first number.
 * @param times - Half-life from rest in seconds, and the time that passes. A half-life not above 0: the goal is taken at once.
 */
export function stepSpring(state: Flat, o: number, goal: Flat, times: Flat): void {
    const dt = times[1];
    if (!(times[0] > 0)) {
        state[o] = goal[0];
        state[o + 1] = 0;
        return;
    }
    if (!(dt > 0)) return;
    const rate = SPRING_HALF_LIFE / times[0];
    const left = state[o] - goal[0];
    const push = state[o + 1] + rate * left;
    const decay = Math.exp(-rate * dt);
    state[o] = goal[0] + (left + push * dt) * decay;
    state[o + 1] = (state[o + 1] - push * rate * dt) * decay;
}
