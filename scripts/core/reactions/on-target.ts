import type { SteeredBodies } from '../dynamics/steering';
import { distanceVec, lengthVec } from '../math/flat-math';
import { rotationVector } from '../math/rotation-vector';

// Whether bodies are where their animation has them, and not only on their way through it. Legs may be where the ground has them: an animation
// does not know how high it is, and holds some feet in it.

const turn = new Float64Array(3);

/** How far a value is off at most within a time: now, or by the speed with which it changes. */
function most(off: number, speed: number, time: number): number {
    return Math.max(off, speed * time);
}

/**
 * Tells whether every body is turned as its target, legs at least as steadily, and the root, from which the others hang, in its place.
 *
 * @param bodies - At the start of a step.
 * @param isLeg - Which bodies are legs, 1.
 * @param angle - Radians that a body may be off; the root's way counts as seen from the body that is furthest away from it.
 * @param time - Seconds within which their speeds against the targets may not bring them further off either.
 */
export function isOnTarget({ state, target }: SteeredBodies, isLeg: ArrayLike<number>, angle: number, time: number): boolean {
    let reach = 0;
    for (let body = 0; body < state.count; body++) {
        rotationVector(turn, 0, state.rotations, 4 * body, target.rotations, 4 * body);
        const off = isLeg[body] === 1 ? 0 : lengthVec(turn, 0);
        if (!(most(off, distanceVec(state.angular, 3 * body, target.angular, 3 * body), time) <= angle)) return false;
        reach = Math.max(reach, distanceVec(target.positions, 3 * body, target.positions, 0));
    }
    const off = distanceVec(state.positions, 0, target.positions, 0);
    return most(off, distanceVec(state.linear, 0, target.linear, 0), time) <= angle * reach;
}
