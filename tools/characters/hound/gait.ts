import { SIDES } from './bones';
import { carryEars, carryTail, carryTrunk, type Carriage, type EarPose } from './carriage';
import { findLeg, placePaw, type End } from './legs';
import { createPawPath, type Stride } from './paw-path';
import type { Motion } from '../clip';
import { Pose } from '../pose';
import type { Skeleton } from '../skeleton';

// A way of going, in place: every paw follows its own path, the trunk is carried over them. Phase 0 is the touch-down of the left hind
// paw.

/** One way of going. */
export interface Gait {
    name: string;
    /** Seconds from one touch-down of a paw to the next, and metres that the floor passes meanwhile. */
    duration: number;
    length: number;
    /** Share of the stride that each paw is down: a whole number of keys, so that paws land and leave on a key. */
    stance: number;
    paws: Record<End, Stride>;
    /** Phases at which the paws touch down, left and right. */
    starts: Record<End, readonly [left: number, right: number]>;
    trunk(phase: number): Carriage;
    /** Bend of a tail bone: raised and to the left, in degrees. */
    tail(phase: number, bone: number): [raise: number, left: number];
    ear(phase: number, side: 1 | -1): EarPose;
}

/** Keys a second. Between keys joints are interpolated, not paws: fewer would let them slide. */
const RATE = 60;

/** A gait as a motion. */
export function createGait(skeleton: Skeleton, gait: Gait): Motion {
    const paws = (['hind', 'fore'] as const).flatMap(end => SIDES.map((side, i) => {
        const leg = findLeg(skeleton, end, side);
        return { leg, start: gait.starts[end][i], path: createPawPath(skeleton, leg, gait, gait.paws[end]) };
    }));
    return {
        name: gait.name,
        duration: gait.duration,
        rate: RATE,
        pose(phase) {
            const pose = new Pose(skeleton);
            carryTrunk(pose, gait.trunk(phase));
            carryTail(pose, bone => gait.tail(phase, bone));
            carryEars(pose, { L: gait.ear(phase, 1), R: gait.ear(phase, -1) });
            for (const { leg, path, start } of paws) placePaw(pose, leg, path(phase - start));
            return pose;
        }
    };
}
