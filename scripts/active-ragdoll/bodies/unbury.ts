import type { ColliderOwner } from './own-colliders';
import { liftOut } from '../../core/dynamics/lift-out';
import type { RigidState } from '../../core/dynamics/rigid-state';
import { dotVec, rotateVecInverse, type Flat } from '../../core/math/flat-math';
import type { PhysicsSystem } from '../../physics/ammo';
import type { BodyDescription } from '../../physics/make-bodies';
import { PhysicsGround } from '../../physics/physics-ground';
import type { BodyPlan } from '../plan/body-plan';

// Puts bodies that begin in the ground on top of it.

/** Share of the height by which bodies may be in the ground: 5 cm of a person, what animated feet are. */
const ALLOWED = 0.03;

const local = new Float64Array(3);

/** How far a body reaches from its centre along a direction of its own frame, metres. */
function reachOf({ shape, radius, length, halfExtents, knobs, knobRadius }: BodyDescription, direction: Flat): number {
    let reach = 0;
    for (let k = 0; k < knobs.length; k += 3) reach = Math.max(reach, knobRadius + dotVec(knobs, k, direction, 0));
    if (shape === 'sphere') return Math.max(reach, radius);
    if (shape === 'capsule') return Math.max(reach, radius + (length / 2 - radius) * Math.abs(direction[1]));
    return Math.max(reach, halfExtents[0] * Math.abs(direction[0]) + halfExtents[1] * Math.abs(direction[1]) + halfExtents[2] * Math.abs(direction[2]));
}

/**
 * Lifts bodies against gravity until none is in a floor.
 *
 * @param state - Their places are changed.
 * @param height - Height of the character, metres.
 * @returns Whether they were lifted.
 */
export function unbury(state: RigidState, { bodies, tree }: BodyPlan, height: number, { app, entity }: ColliderOwner, { gravity }: PhysicsSystem): boolean {
    const pull = Math.hypot(gravity.x, gravity.y, gravity.z);
    if (!(pull > 0)) return false;
    const up = Float64Array.of(-gravity.x / pull, -gravity.y / pull, -gravity.z / pull);
    const down = up.map(value => -value);
    const reaches = Float64Array.from(bodies, (body, i) => {
        rotateVecInverse(local, 0, state.rotations, 4 * i, down, 0);
        return reachOf(body, local);
    });
    const ground = new PhysicsGround(app, entity);
    const lift = liftOut(state, tree.parents, reaches, ground, up);
    ground.destroy();
    if (!(lift > ALLOWED * height)) return false;
    for (let o = 0; o < state.positions.length; o++) state.positions[o] += lift * up[o % 3];
    return true;
}
