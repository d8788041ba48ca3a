import { Vec3 } from 'playcanvas';

import type { Actor } from './look-at-stage';
import type { Rig } from '../../scripts/rig/rig';
import { feetOf } from '../../tools/check-rig/feet-of';

// Legs as geometry sees them: joints, lengths and what is in reach.

/** Joints of one leg as they are in the scene, and its full length. */
export function legOf(actor: Actor, side: 'left' | 'right') {
    const nodes = (['Thigh', 'Shin', 'Foot'] as const).map(part => actor.bone(`${side}${part}`));
    const [hip, knee, foot] = nodes.map(node => node.getPosition().clone());
    return { hip, knee, foot, rotation: nodes[2].getRotation().clone(), length: hip.distance(knee) + knee.distance(foot) };
}

export type Leg = ReturnType<typeof legOf>;

/** The point nearest to a goal that a leg of some length reaches from its hip. */
export function nearestReached(goal: Vec3, hip: Vec3, length: number): Vec3 {
    const way = goal.clone().sub(hip);
    return way.length() <= length ? goal.clone() : way.normalize().mulScalar(length).add(hip);
}

/** Whether a character has legs that bend: those of one bone aim at the ground and have no foot of their own. */
export function hasLegs(character: { readonly rig: Rig }): boolean {
    return feetOf(character).some(name => character.rig.limbs[name]!.bones.length > 2);
}
