import type { TemplateBody } from './template-body';
import type { FlatPose } from '../../core/pose/flat-pose';

// How fast the joints of a clip turn at most: on another character none turns much faster.

/** Joints of limbs. */
const JOINT = /(?:UpperArm|Forearm|Hand|Thigh|Shin|Foot)$/;

export class FastestJoint {
    /** Largest turn from one pose to the next, radians. */
    most = 0;

    private readonly joints: readonly number[];

    private before: Float64Array | null = null;

    constructor({ bones }: TemplateBody) {
        this.joints = [...bones].flatMap(([role, bone]) => (JOINT.test(role) ? [bone] : []));
    }

    /** Looks at the next pose. */
    look({ localRotations: now }: FlatPose): void {
        const { before } = this;
        if (before) {
            for (const joint of this.joints) {
                const o = 4 * joint;
                const cosine = Math.abs(before[o] * now[o] + before[o + 1] * now[o + 1] + before[o + 2] * now[o + 2] + before[o + 3] * now[o + 3]);
                this.most = Math.max(this.most, 2 * Math.acos(Math.min(1, cosine)));
            }
            before.set(now);
        } else {
            this.before = Float64Array.from(now);
        }
    }
}
