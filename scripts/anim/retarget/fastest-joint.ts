import type { TemplateBody } from './template-body';
import { copyQuat, multiplyQuat, normalizeQuat, type Flat } from '../../core/math/flat-math';

// How fast the joints of a clip turn at most: on another character none turns much faster.

/** Joints of trunk and limbs. */
const JOINT = /(?:Clavicle|UpperArm|Forearm|Hand|Thigh|Shin|Metatarsus|Metacarpus|Foot|Toes)$|^(?:hips|spine|neck|head)/;

const turn = new Float64Array(4);

export class FastestJoint {
    /** Largest turn from one pose to the next, radians. */
    most = 0;

    /** Bones from below one joint down to the next: what twists a limb is a part of it. */
    private readonly paths: readonly (readonly number[])[];

    private readonly before: Float64Array;

    private isFirst = true;

    /**
     * @param other - A body that has the same joints.
     */
    constructor(body: TemplateBody, other: TemplateBody) {
        const joints = new Set([...body.bones].flatMap(([role, bone]) => (JOINT.test(role) && other.bones.has(role) ? [bone] : [])));
        const pathTo = (bone: number): number[] => {
            const above = body.parentOf(bone);
            return above < body.count && !joints.has(above) ? [...pathTo(above), bone] : [bone];
        };
        this.paths = [...joints].map(pathTo);
        this.before = new Float64Array(4 * joints.size);
    }

    /** Looks at the local rotations of the next pose. */
    look(rotations: Flat): void {
        const { before, paths } = this;
        for (let i = 0; i < paths.length; i++) {
            const path = paths[i];
            copyQuat(turn, 0, rotations, 4 * path[0]);
            for (let k = 1; k < path.length; k++) multiplyQuat(turn, 0, turn, 0, rotations, 4 * path[k]);
            // keys of files are not quite of unit length, which would count as a turn
            normalizeQuat(turn, 0);
            const o = 4 * i;
            const cosine = Math.abs(before[o] * turn[0] + before[o + 1] * turn[1] + before[o + 2] * turn[2] + before[o + 3] * turn[3]);
            if (!this.isFirst) this.most = Math.max(this.most, 2 * Math.acos(Math.min(1, cosine)));
            copyQuat(before, o, turn, 0);
        }
        this.isFirst = false;
    }
}
