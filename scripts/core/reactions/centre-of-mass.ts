import type { RigidState } from '../dynamics/rigid-state';
import type { Flat } from '../math/flat-math';

/** Writes place and velocity of the centre of mass of bodies: six numbers. */
export function readCentre(out: Flat, { count, positions, linear }: RigidState, masses: Flat): void {
    out.fill(0, 0, 6);
    let mass = 0;
    for (let body = 0; body < count; body++) {
        mass += masses[body];
        for (let i = 0; i < 3; i++) {
            out[i] += masses[body] * positions[3 * body + i];
            out[3 + i] += masses[body] * linear[3 * body + i];
        }
    }
    for (let i = 0; i < 6; i++) out[i] /= mass;
}
