import type { Flat } from '../math/flat-math';

// An explosion: everything is pushed away from it, and a little up, less the further away it is.

/** Share of the push that lifts, besides: what stands on the ground flies. */
const LIFT = 0.35;

/**
 * Writes the push on a body.
 *
 * @param push - Receives newton seconds, three numbers.
 * @param positions - World places, three numbers a body.
 * @param body - The body.
 * @param centre - World place of the explosion.
 * @param impulse - What the whole character gets at the centre, newton seconds.
 * @param radius - Metres from the centre at which nothing is left.
 * @param share - The body's share of the character's mass.
 */
export function blastPush(push: Flat, positions: Flat, body: number, centre: Flat, impulse: number, radius: number, share: number): void {
    const x = positions[3 * body] - centre[0], y = positions[3 * body + 1] - centre[1], z = positions[3 * body + 2] - centre[2];
    const distance = Math.sqrt(x * x + y * y + z * z);
    const near = Math.max(0, 1 - distance / radius);
    const strength = impulse * share * near * near;
    const along = distance > 0 ? strength / distance : 0;
    push[0] = x * along;
    push[1] = y * along + LIFT * strength;
    push[2] = z * along;
}
