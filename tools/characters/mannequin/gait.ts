import type { Vec3 } from 'playcanvas';

import { carryTrunk, type Carriage } from './carriage';
import { placeFoot, SIDES, type FootPose, type Side } from './legs';
import type { Motion } from '../clip';
import { Pose } from '../pose';
import type { Skeleton } from '../skeleton';

// A way of going, in place, as its parts: starts, stops, turns and attacks take it apart.

/** What a gait is made of, by phase; phase 0 is the touch-down of the left foot. */
export interface Gait {
    /** Seconds of two steps, and metres a second that the floor passes backwards. */
    readonly duration: number;
    readonly speed: number;
    /** Shift of the root from its bind place. */
    shift(phase: number): Vec3;
    trunk(phase: number): Carriage;
    /** Swings the arms of a pose whose trunk is carried. */
    swingArms(pose: Pose, phase: number): void;
    foot(side: Side, phase: number): FootPose;
}

/** The pose of a gait at a phase. */
export function gaitPose(skeleton: Skeleton, gait: Gait, phase: number): Pose {
    const pose = new Pose(skeleton);
    pose.shift.copy(gait.shift(phase));
    carryTrunk(pose, gait.trunk(phase));
    gait.swingArms(pose, phase);
    for (const side of SIDES) placeFoot(pose, side, gait.foot(side, phase));
    return pose;
}

/** A gait as a clip. */
export function gaitMotion(skeleton: Skeleton, name: string, rate: number, gait: Gait): Motion {
    return { name, duration: gait.duration, rate, pose: phase => gaitPose(skeleton, gait, phase) };
}
