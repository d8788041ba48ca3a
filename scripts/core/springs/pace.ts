import type { SpringJoint } from './spring-plan';
import type { Flat } from '../math/flat-math';

// What drag makes of a step: the exact solution of a velocity under drag and a constant pull.

/** Steps a second in which VRM counts stiffness and drag. */
export const VRM_RATE = 60;

/** A step of some seconds, and for each joint the share of its velocity that the step keeps, and the seconds of the pull that count. */
export interface Pace {
    seconds: number;
    /** Rate at which each velocity decays, per second; infinite at full drag. */
    readonly rates: Flat;
    readonly kept: Flat;
    readonly pulled: Flat;
}

export function createPace(seconds: number, joints: readonly SpringJoint[]): Pace {
    const count = joints.length;
    const rates = Float64Array.from(joints, ({ drag }) => -VRM_RATE * Math.log(1 - drag));
    const pace = { seconds, rates, kept: new Float64Array(count), pulled: new Float64Array(count) };
    setDrag(pace);
    return pace;
}

/** Works out what drag makes of a step. */
export function setDrag({ seconds, rates, kept, pulled }: Pace): void {
    for (let joint = 0; joint < rates.length; joint++) {
        const rate = rates[joint];
        kept[joint] = Math.exp(-rate * seconds);
        pulled[joint] = rate > 0 ? (1 - kept[joint]) / rate : seconds;
        // at full drag nothing moves by itself
        if (rate === Infinity) kept[joint] = pulled[joint] = 0;
    }
}
