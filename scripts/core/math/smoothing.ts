import { distanceVec, normalizeVec, type Flat } from './flat-math';

// Smoothing of values that are sampled evenly over a clip, all of it known.

/** The lowest curve that is nowhere below some values, and changes by no more than a step from one sample to the next. */
export function slowAbove(values: Flat, step: number, isLoop: boolean): Float64Array {
    const above = Float64Array.from(values);
    const count = values.length;
    // around a loop twice: what stands at its end reaches over its seam
    const last = isLoop ? 2 * count - 1 : count - 1;
    for (let i = 1; i <= last; i++) above[i % count] = Math.max(above[i % count], above[(i - 1) % count] - step);
    for (let i = last - 1; i >= 0; i--) above[i % count] = Math.max(above[i % count], above[(i + 1) % count] - step);
    return above;
}

/** Rounds in which directions are led to one another, and the share of a step beyond it that is left. */
const ROUNDS = 100;
const NEARLY = 0.01;

/**
 * Changes directions until none turns by more than an angle from one sample to the next: two that do come nearer to each other by half of what is too much, again and again.
 *
 * @param directions - Unit vectors, three numbers a sample; changed in place.
 * @param step - Radians.
 */
export function slowTurns(directions: Flat, step: number, isLoop: boolean): void {
    const count = directions.length / 3;
    const most = 2 * Math.sin(step / 2);
    const pairs = isLoop ? count : count - 1;
    for (let round = 0; round < ROUNDS; round++) {
        let worst = 0;
        for (let k = 0; k < pairs; k++) {
            const i = round % 2 === 0 ? k : pairs - 1 - k;
            const [a, b] = [3 * i, 3 * ((i + 1) % count)];
            const distance = distanceVec(directions, a, directions, b);
            if (distance <= most) continue;
            worst = Math.max(worst, distance);
            const share = (distance - most) / distance / 2;
            for (let axis = 0; axis < 3; axis++) {
                const move = share * (directions[b + axis] - directions[a + axis]);
                directions[a + axis] += move;
                directions[b + axis] -= move;
            }
            normalizeVec(directions, a);
            normalizeVec(directions, b);
        }
        if (worst <= (1 + NEARLY) * most) return;
    }
}

/** An index within a loop. */
export function wrap(i: number, count: number): number {
    return (i % count + count) % count;
}
