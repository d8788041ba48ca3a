import { carryTrunk, hangArms, relaxFingers, type ArmSwing } from './carriage';
import { plantFeet, type Side } from './legs';
import type { Motion } from '../clip';
import { wave } from '../curves';
import { Pose, turnBy } from '../pose';
import type { Skeleton } from '../skeleton';

// Standing and breathing, a little more on the left leg than on the right, feet where the bind pose has them.

/** Seconds of the breath that all standing clips have. */
export const BREATH_SECONDS = 2.33;

/** What a clip does with somebody who stands; degrees, 0 where it is left out. */
export interface Stand {
    /** Weight on the right leg, -1..1: the pelvis over it, its hip up, the spine curved back. */
    readonly shift?: number;
    /** Turn of the head to the left, and up. */
    readonly head?: readonly [left: number, up: number];
    /** Lean of the head to the right. */
    readonly tilt?: number;
    /** Turn of the shoulders to the left, and how far they are lifted. */
    readonly twist?: number;
    readonly lift?: number;
    /** Swing and bend of the arms on top of how they hang. */
    readonly arms?: Readonly<Record<Side, ArmSwing>>;
}

/** Metres and degrees of a whole shift. */
const ASIDE = 0.045;
const DOWN = 0.004;
const HIP = 4.5;
const SHOULDERS = 2.7;

/** Share of the head's turn that the neck has. */
const NECK = 0.4;

/** A pose of somebody who stands, at a phase of the breath. */
export function stand(skeleton: Skeleton, phase: number, { shift = 0, head: [left, up] = [0, 0], tilt = 0, twist = 0, lift = 0, arms }: Stand = {}): Pose {
    const pose = new Pose(skeleton);
    const breath = wave(phase, 0.45);
    pose.shift.set(0.008 + 0.003 * wave(phase, 0.2) - ASIDE * shift, -0.005 - DOWN * Math.abs(shift), 0.002 * wave(phase, 0.6));
    carryTrunk(pose, {
        hips: turnBy(0, 0.8 - HIP * shift),
        shoulders: turnBy(-1.1 * breath, -0.6 + SHOULDERS * shift, twist),
        neck: turnBy(-0.4 * breath - NECK * up, -0.3 + NECK * tilt, NECK * left),
        head: turnBy(0.2 * breath - up, tilt, left)
    });
    const swing = (side: Side, forward: number, elbow: number): ArmSwing => [forward + (arms?.[side][0] ?? 0), elbow + (arms?.[side][1] ?? 0)];
    hangArms(pose, { Left: swing('Left', -1, 9), Right: swing('Right', 1, 12) }, -1 + breath + lift);
    relaxFingers(pose);
    plantFeet(pose);
    return pose;
}

/** Standing. */
export function createIdle(skeleton: Skeleton): Motion {
    return { name: 'idle', duration: BREATH_SECONDS, rate: 30, pose: phase => stand(skeleton, phase) };
}
