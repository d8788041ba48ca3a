import type { GraphNode } from 'playcanvas';

import { perfectLookAtAttributes, type LegStabilizerRow, type LookAtBoneRow } from './attributes';
import { defaultLegStabilizers, defaultLookAtBones, type DefaultLookAtBone } from './default-rows';
import type { Rig } from '../rig/rig';
import { resolveBone } from '../rig/row-bone';
import { makeRow } from '../shell/attributes';
import { completeByHand, isLeftOut } from '../shell/left-out';

// Fills the lists that a designer has left empty from the character, and anew when the model has changed.

/** The lists of a script. */
interface Lists {
    readonly lookAtBones: LookAtBoneRow[];
    readonly legStabilizers: LegStabilizerRow[];
}

/** Remembers which lists it has filled. */
export class LookAutoFill {
    private bones: LookAtBoneRow[] | null = null;

    private legs: LegStabilizerRow[] | null = null;

    /**
     * Fills empty lists, and those that were filled for a model that is gone. In place: assigning a list would refresh the script.
     *
     * @returns Whether the bones were chosen here.
     */
    fill({ lookAtBones, legStabilizers }: Lists, rig: Rig): boolean {
        const { nodes } = rig.skeleton;
        const isGone = (bone: GraphNode | null) => !bone || !nodes.includes(bone);
        if (lookAtBones === this.bones && lookAtBones.every(row => isGone(row.bone))) lookAtBones.length = 0;
        if (legStabilizers === this.legs && legStabilizers.every(row => isGone(row.footBone))) legStabilizers.length = 0;

        if (lookAtBones.length === 0) {
            this.bones = lookAtBones;
            for (const row of defaultLookAtBones(rig)) lookAtBones.push(makeRow(perfectLookAtAttributes.lookAtBones, row));
        } else {
            const isFor = ({ bone }: DefaultLookAtBone, row: LookAtBoneRow) => nodes.indexOf(bone) === resolveBone(rig, row.bone, row.boneName);
            const hasLinks = lookAtBones.some(row => row.linkedBones.length + row.linkedBoneNames.length > 0);
            const filled = defaultLookAtBones(rig);
            // limits up and down follow one that was set
            completeByHand(lookAtBones.filter(row => isLeftOut(row, 'rotationLimit')), filled, isFor, ['rotationLimit', 'limitUp', 'limitDown']);
            completeByHand(lookAtBones, filled, isFor, ['rotateAroundUpVectorWeight', ...hasLinks ? [] : ['linkedBones'] as const]);
        }
        if (legStabilizers.length === 0) {
            this.legs = legStabilizers;
            const turning = lookAtBones.map(row => resolveBone(rig, row.bone, row.boneName));
            for (const row of defaultLegStabilizers(rig, turning)) legStabilizers.push(makeRow(perfectLookAtAttributes.legStabilizers, row));
        }
        return lookAtBones === this.bones;
    }
}
