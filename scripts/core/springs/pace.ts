import type { SpringJoint } from './spring-plan';
import type { Flat } from '../math/flat-math';

// What drag makes of a step: the exact solution of a velocity under drag and a constant pull.

/** Steps a second in which VRM counts stiffness and drag. */
export const VRM_RATE = 60;

/** A step of some seconds, and for each joint the share of its velocity that the step keeps, and the seconds of the pull that count. */
export interface Pace {
    seconds: number;
    readonly kept: Flat;
    readonly pulled: Flat;
}

export const createPace = (seconds: number, count: number): Pace => ({ seconds, kept: new Float64Array(count), pulled: new Float64Array(count) });

/** Works out what drag makes of a step. */
export function setDrag({ seconds, kept, pulled }: Pace, joints: readonly SpringJoint[]): void {
    for (let joint = 0; joint < joints.length; joint++) {
        const rate = -VRM_RATE * Math.log(1 - joints[joint].drag);
        kept[joint] = Math.exp(-rate * seconds);
        pulled[joint] = rate > 0 ? (1 - kept[joint]) / rate : seconds;
        // at full drag nothing moves by itself
        if (rate === Infinity) kept[joint] = pulled[joint] = 0;
    }
}
