import type { Quat, Vec3 } from 'playcanvas';

import type { Pose } from './pose';

// A clip as keys at even steps; the last key of one that repeats is equal to its first.

/** A clip's pose by phase, from 0 to 1. */
export interface Motion {
    name: string;
    /** Length in seconds. */
    duration: number;
    /** Keys a second, rounded to whole steps of the clip. */
    rate: number;
    /** Whether it ends elsewhere than it begins. */
    isOnce?: boolean;
    pose(phase: number): Pose;
}

/** Sampled motion. */
export interface Clip {
    name: string;
    times: number[];
    /** Local rotations of each bone, one list a bone. */
    rotations: Quat[][];
    /** Places of the root. */
    root: Vec3[];
}

/** Samples a motion. Quaternions keep their sign from key to key. */
export function sample({ name, duration, rate, isOnce, pose }: Motion): Clip {
    const steps = Math.round(duration * rate);
    const poses = Array.from({ length: steps }, (_, i) => pose(i / steps));
    poses.push(isOnce ? pose(1) : poses[0]);
    const bones = poses[0].skeleton.names.map((_, bone) => bone);
    const rotations = bones.map(bone => poses.map(p => p.local(bone)));
    for (const keys of rotations) {
        for (let i = 1; i < keys.length; i++) {
            if (keys[i].dot(keys[i - 1]) < 0) keys[i].mulScalar(-1);
        }
    }
    return {
        name,
        times: poses.map((_, i) => duration * i / steps),
        rotations,
        root: poses.map(p => p.place(0))
    };
}
