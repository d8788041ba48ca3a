import type { Flat } from '../math/flat-math';

// A hit on a light body would make it faster than anything in the scene: what is too much for it goes to its parents.

/**
 * Writes which share of a hit each body gets.
 *
 * @param shares - Receives a number a body, 1 in all.
 * @param parents - Parents of the bodies; -1 for the root, which takes what is left.
 * @param masses - Kilograms.
 * @param body - The body that is hit.
 * @param impulse - Newton seconds.
 * @param maxSpeed - Largest change of a body's velocity, m/s.
 */
export function shareImpulse(shares: Flat, parents: ArrayLike<number>, masses: Flat, body: number, impulse: number, maxSpeed: number): void {
    shares.fill(0);
    let left = 1;
    for (let above = body; above >= 0 && left > 0; above = parents[above]) {
        const most = impulse > 0 ? maxSpeed * masses[above] / impulse : 1;
        shares[above] = parents[above] < 0 ? left : Math.min(left, most);
        left -= shares[above];
    }
}
