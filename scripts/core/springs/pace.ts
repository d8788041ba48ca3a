import type { SpringJoint } from './spring-plan';
import type { Flat } from '../math/flat-math';

// What drag makes of a step: the exact solution of a velocity under drag and a constant acceleration.

/** Steps a second in which VRM counts stiffness and drag. */
export const VRM_RATE = 60;

/** For each joint what a step keeps of the offset of the last one. */
export interface Pace {
    /** Share of the last step's offset that a step goes again, and the same for half a step. */
    readonly kept: Flat;
    readonly half: Flat;
    /** Offset by an acceleration of 1, seconds squared. */
    readonly pulled: Flat;
}

/**
 * @param seconds - Length of a step.
 */
export function createPace(seconds: number, joints: readonly SpringJoint[]): Pace {
    const kept = Float64Array.from(joints, ({ drag }) => (1 - drag) ** (VRM_RATE * seconds));
    return {
        kept,
        half: kept.map(share => Math.sqrt(share)),
        // the mean of what is kept of each moment's velocity; at full drag nothing moves by itself
        pulled: kept.map(share => seconds * seconds * (share < 1 ? (share - 1) / Math.log(share) : 1))
    };
}
