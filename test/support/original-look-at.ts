import { Quat, Vec3 } from 'playcanvas';

import { arcBetween, turnNode, type Joint } from './chain';
import { angleOf } from './geometry';
import type { Actor } from './look-at-stage';

// The original's look-at as its author describes it, for comparison: vectors in place of the eye's exact ray.
//
// The first bone turns its forward vector to the line from its own joint to the target. Each further bone turns the sum of the way
// to the first bone and the first bone's unit forward to the sum of that way and the unit vector to the target. A turn that leaves the
// limit is cut to its largest share inside.

const HALVINGS = 30;

/** Turns the bones of a posed instance to the target; see `gazeError` for what is left. */
export function lookAtAsOriginal(actor: Actor, joints: readonly Joint[], target: Vec3, up: Vec3) {
    const first = joints[0].node;
    for (const { node, limit, upWeight } of joints) {
        const way = first.getPosition().clone().sub(node.getPosition());
        const toTarget = target.clone().sub(first.getPosition()).normalize();
        const turn = arcBetween(way.clone().add(actor.forwardOf(first)), way.clone().add(toTarget));
        const limited = limitTurn(blendTurn(turn, up, upWeight), actor.forwardOf(node), actor.forwardOf(node.parent!), limit);
        turnNode(node, limited);
    }
}

function blendTurn(turn: Quat, up: Vec3, upWeight: number): Quat {
    const axis = new Vec3();
    const angle = turn.getAxisAngle(axis);
    const side = axis.dot(up) < 0 ? -1 : 1;
    axis.mulScalar(1 - upWeight).add(up.clone().mulScalar(side * upWeight)).normalize();
    return new Quat().setFromAxisAngle(axis, angle);
}

function limitTurn(turn: Quat, forward: Vec3, middle: Vec3, limit: number): Quat {
    const axis = new Vec3();
    const angle = turn.getAxisAngle(axis);
    const share = (part: number) => new Quat().setFromAxisAngle(axis, part * angle);
    const isInside = (part: number) => angleOf(share(part).transformVector(forward, new Vec3()), middle) <= limit + 1e-6;
    if (isInside(1)) return turn;
    let [low, high] = [0, 1];
    for (let i = 0; i < HALVINGS; i++) {
        const middlePart = (low + high) / 2;
        if (isInside(middlePart)) low = middlePart; else high = middlePart;
    }
    return share(low);
}
