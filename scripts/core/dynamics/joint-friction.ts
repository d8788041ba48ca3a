import type { JointTree } from './joint-tree';
import type { RigidState } from './rigid-state';

// Friction of joints: a limp body is no chain of bearings. What neighbours turn against each other dies out, and what they turn together
// stays.

/**
 * Lets the turns of joints die out.
 *
 * @param state - The bodies; their angular velocities are changed.
 * @param tree - Their joints.
 * @param share - Share of the relative velocity that goes, 0..1.
 */
export function rubJoints({ angular }: RigidState, { parents, inertias }: JointTree, share: number): void {
    for (let body = parents.length - 1; body > 0; body--) {
        const o = 3 * body, p = 3 * parents[body];
        const own = inertias[o] + inertias[o + 1] + inertias[o + 2];
        const other = inertias[p] + inertias[p + 1] + inertias[p + 2];
        const given = share * own / (own + other);
        for (let i = 0; i < 3; i++) {
            const relative = angular[o + i] - angular[p + i];
            angular[o + i] -= (share - given) * relative;
            angular[p + i] += given * relative;
        }
    }
}
