import { Quat, Vec3 } from 'playcanvas';

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
    /** The pose in the world, which begins where the character stands at 0. */
    pose(phase: number): Pose;
    /** Where the character has gone, and how far it has turned to the left, in metres and degrees. */
    travel?(phase: number): Travel;
}

/** A place and a turn to the left in degrees. */
export interface Travel {
    place: Vec3;
    turn: number;
}

/** Sampled motion. */
export interface Clip {
    name: string;
    times: number[];
    /** Local rotations of each bone, one list a bone. */
    rotations: Quat[][];
    /** Places of the root. */
    root: Vec3[];
    /** Places and turns of the node above it. */
    travel?: { places: Vec3[]; turns: Quat[] };
}

/** Samples a motion. Quaternions keep their sign from key to key. */
export function sample({ name, duration, rate, isOnce, pose, travel }: Motion): Clip {
    const steps = Math.round(duration * rate);
    const poses = Array.from({ length: steps }, (_, i) => pose(i / steps));
    poses.push(isOnce ? pose(1) : poses[0]);
    const bones = poses[0].skeleton.names.map((_, bone) => bone);
    const rotations = bones.map(bone => poses.map(p => p.local(bone)));
    const root = poses.map(p => p.place(0));
    const travelled = travel && poses.map((_, i) => travel(i / steps));
    const turns = travelled?.map(({ turn }) => new Quat().setFromAxisAngle(Vec3.UP, turn));
    travelled?.forEach(({ place }, i) => {
        const back = turns![i].clone().invert();
        back.transformVector(root[i].sub(place), root[i]);
        rotations[0][i] = back.mul(rotations[0][i]);
    });
    for (const keys of rotations) {
        for (let i = 1; i < keys.length; i++) {
            if (keys[i].dot(keys[i - 1]) < 0) keys[i].mulScalar(-1);
        }
    }
    return {
        name,
        times: poses.map((_, i) => duration * i / steps),
        rotations,
        root,
        travel: travelled && { places: travelled.map(({ place }) => place), turns: turns! }
    };
}
