import type { Entity, GraphNode } from 'playcanvas';

import { mecFootPlacerAttributes, type FootRow } from './attributes';
import { LIMB_NAMES, type LimbName, type Rig } from '../rig/rig';
import { makeRow } from '../shell/attributes';

// Fills the list of feet that a designer has left empty from the character, and anew when the model has changed.

/** The limbs that a character stands on, the order of its rows: on four legs the hind ones first, on more from the front; where no complete legs were found, what there is of two. */
function standsOn({ legs, feet }: Rig): readonly LimbName[] {
    if (legs === 4) return LIMB_NAMES;
    return legs > 4 ? feet : ['leftFoot', 'rightFoot'];
}

/** The feet of a character, on four legs the hands too. */
function defaultFeet(rig: Rig): FootRow[] {
    const rows: FootRow[] = [];
    for (const footId of standsOn(rig)) {
        const limb = rig.limbs[footId];
        // a single bone has no end that could be placed
        if (!limb || limb.bones.length < 2) continue;
        const { bones } = limb;
        rows.push(makeRow(mecFootPlacerAttributes.feet, {
            footId,
            boneName: footId,
            footBone: rig.skeleton.nodes[bones[bones.length - 1]] as Entity,
            bonesCount: bones.length,
            setExtraRayDistanceCheckAutomatically: true
        }));
    }
    return rows;
}

export class AutoFill {
    private filled: FootRow[] | null = null;

    /**
     * Fills an empty list in place: assigning a list would refresh the script.
     *
     * @returns Whether the feet were chosen here.
     */
    fill(feet: FootRow[], rig: Rig): boolean {
        const { nodes } = rig.skeleton;
        const isGone = (bone: GraphNode | null) => !bone || !nodes.includes(bone);
        if (feet === this.filled && feet.every(row => isGone(row.footBone))) feet.length = 0;
        if (feet.length === 0) {
            this.filled = feet;
            feet.push(...defaultFeet(rig));
        }
        return feet === this.filled;
    }
}
