import type { GraphNode } from 'playcanvas';

import type { Chain } from '../core/reactions/aim-chain';
import type { Rig } from '../rig/rig';

// The bodies of the arms.

/** The chain of some bones down to the last one that has a body; null: none has. */
export function chainOf(rig: Rig, bones: readonly GraphNode[], path: readonly number[]): Chain | null {
    const { nodes } = rig.skeleton;
    const bodies = path.map(bone => bones.indexOf(nodes[bone])).filter(body => body > 0);
    if (bodies.length === 0) return null;
    return { first: bodies[0], middle: bodies[1] ?? bodies[0], last: bodies[bodies.length - 1], all: bodiesBelow(bones, bodies[0]), beyond: bodiesBelow(bones, bodies[1] ?? bodies[0]) };
}

/** Arms whose hands are free: animals on four legs have none. */
export function findArms(rig: Rig, bones: readonly GraphNode[]): Chain[] {
    const { leftHand, rightHand } = rig.limbs;
    const limbs = rig.legs === 2 ? [leftHand, rightHand] : [];
    return limbs.flatMap(limb => (limb ? chainOf(rig, bones, limb.bones) ?? [] : []));
}

function bodiesBelow(bones: readonly GraphNode[], top: number): Int32Array {
    return Int32Array.from(bones.flatMap((bone, body) => (body === top || bone.isDescendantOf(bones[top]) ? [body] : [])));
}
