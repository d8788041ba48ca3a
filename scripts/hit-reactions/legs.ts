import type { GraphNode } from 'playcanvas';

import type { SwayingBodies } from '../core/reactions/sway';
import type { Rig } from '../rig/rig';

/** Share of the trunk's turn that the pelvis of a person takes: the spine bends by the rest. */
const OF_PELVIS = 0.5;

/** Which bodies are legs, which of them fore legs, and the last body of each leg; which are pelvis or spine, and how bodies sway. */
export interface LegBodies extends SwayingBodies {
    readonly isTrunk: Uint8Array;
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
    const bodiesOf = (some: readonly number[]) => some.map(bone => bones.indexOf(nodes[bone])).filter(body => body >= 0);
    for (const limb of rig.legs === 4 ? [leftFoot, rightFoot, leftHand, rightHand] : [leftFoot, rightFoot]) {
        if (!limb) continue;
        const bodies = bodiesOf(limb.bones);
        for (const body of bodies) {
            isLeg[body] = 1;
            isFore[body] = limb === leftHand || limb === rightHand ? 1 : 0;
        }
        if (bodies.length > 0) feet.push(bodies[bodies.length - 1]);
    }
    const trunk = [0, ...bodiesOf(rig.spine).filter(body => body > 0)];
    // arms and tails hang free
    const turns = new Float64Array(bones.length).fill(NaN);
    const isTrunk = new Uint8Array(bones.length);
    trunk.forEach((body, i) => {
        isTrunk[body] = 1;
        turns[body] = rig.legs === 4 ? 1 : OF_PELVIS + (1 - OF_PELVIS) * i / Math.max(1, trunk.length - 1);
    });
    // the head stays upright
    const head = rig.bones.get('head');
    for (const body of bodiesOf([...rig.neck, ...head === undefined ? [] : [head]])) if (isTrunk[body] === 0) turns[body] = 0;
    return { isLeg, isFore, isTrunk, turns, feet: Int32Array.from(feet) };
}
