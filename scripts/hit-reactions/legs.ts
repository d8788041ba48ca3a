import type { GraphNode } from 'playcanvas';

import type { Rig } from '../rig/rig';

/** Which bodies are legs, which of them fore legs, and the last body of each leg. */
export interface LegBodies {
    readonly isLeg: Uint8Array;
    readonly isFore: Uint8Array;
    readonly feet: Int32Array;
}

/** Finds the legs among bones with bodies; the fore legs of an animal are legs too. */
export function findLegs(rig: Rig, bones: readonly GraphNode[]): LegBodies {
    const { nodes } = rig.skeleton;
    const { leftFoot, rightFoot, leftHand, rightHand } = rig.limbs;
    const isLeg = new Uint8Array(bones.length);
    const isFore = new Uint8Array(bones.length);
    const feet: number[] = [];
    for (const limb of rig.legs === 4 ? [leftFoot, rightFoot, leftHand, rightHand] : [leftFoot, rightFoot]) {
        if (!limb) continue;
        const bodies = limb.bones.map(bone => bones.indexOf(nodes[bone])).filter(body => body >= 0);
        for (const body of bodies) {
            isLeg[body] = 1;
            isFore[body] = limb === leftHand || limb === rightHand ? 1 : 0;
        }
        if (bodies.length > 0) feet.push(bodies[bodies.length - 1]);
    }
    return { isLeg, isFore, feet: Int32Array.from(feet) };
}
