import type { RigidState } from '../dynamics/rigid-state';
import type { BodyTree } from '../dynamics/steering';
import { multiplyInverseQuat, multiplyQuat, slerpQuat } from '../math/flat-math';

// Lets joints give: they are driven only a part of the difference from where they are to their target, which leaves their damping whole and takes from their
// stiffness. A leg that is held like this slows what swings it, and does not spring back. None of them goes along with the target's own motion: a clip that
// leaps back to its start throws no body about.

let asked = new Float64Array(0);
const own = new Float64Array(4);
const wanted = new Float64Array(4);
const share = new Float64Array(1);

/**
 * Moves targets of joints towards where the joints are.
 *
 * @param goal - Where the joints are driven to; is changed.
 * @param state - The bodies as they are.
 * @param tree - How they hang together.
 * @param gives - How much each body gives at the joint to its parent, 0..1: at 1 nothing of its stiffness is left.
 */
export function slacken(goal: RigidState, state: RigidState, { parents }: BodyTree, gives: ArrayLike<number>): void {
    if (asked.length < goal.rotations.length) asked = new Float64Array(goal.rotations.length);
    asked.set(goal.rotations);
    goal.angular.fill(0);
    for (let body = 0; body < goal.count; body++) {
        const parent = parents[body];
        if (parent < 0) continue;
        multiplyInverseQuat(own, 0, state.rotations, 4 * parent, state.rotations, 4 * body);
        multiplyInverseQuat(wanted, 0, asked, 4 * parent, asked, 4 * body);
        share[0] = 1 - gives[body];
        slerpQuat(own, 0, own, 0, wanted, 0, share, 0);
        multiplyQuat(goal.rotations, 4 * body, goal.rotations, 4 * parent, own, 0);
    }
}
