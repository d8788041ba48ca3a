import { Quat, Vec3 } from 'playcanvas';

import { moved } from './steps';
import { Pose, turnBy } from '../../pose';
import { bone } from '../bone-name';
import { carryTrunk, type Carriage } from '../carriage';
import type { Gait } from '../gait';
import { nearestAnkle, placeFoot, SIDES, type FootPose, type Side } from '../legs';

// What starts and stops are made of: bodies between two ways of moving, feet that are told in the world.

const BONES = ['Hips', 'Spine', 'Spine1', 'Spine2', 'Neck', 'Head'];

/** A smooth step from 0 to 1. */
export function ease(x: number): number {
    const t = Math.min(Math.max(x, 0), 1);
    return t * t * t * (10 + t * (6 * t - 15));
}

/** The pose between two, feet left out, arms and fingers as turns to their parents. */
export function between(a: Pose, b: Pose, share: number): Pose {
    const { skeleton } = a;
    const pose = new Pose(skeleton);
    pose.shift.lerp(a.shift, b.shift, share);
    skeleton.names.forEach((_, i) => {
        const parent = skeleton.parents[i];
        const local = (from: Pose) => (parent < 0 ? new Quat() : from.turned(parent)).invert().mul(from.turned(i));
        pose.bend(i, new Quat().slerp(local(a), local(b), share));
    });
    return pose;
}

/** What is added to the pelvis: to the left, up and ahead, metres; forward lean of hips and shoulders, degrees. */
export function lean(pose: Pose, [left, up, ahead, hips, shoulders]: readonly number[]): Pose {
    const index = (name: string) => pose.skeleton.index(bone(name));
    pose.shift.add(new Vec3(left, up, ahead));
    const turned = (name: string) => pose.turned(index(name));
    const carriage: Carriage = {
        hips: turnBy(hips).mul(turned('Hips')), shoulders: turnBy(shoulders).mul(turned('Spine2')), neck: turnBy(shoulders / 2).mul(turned('Neck')), head: turned('Head')
    };
    // arms follow the chest
    const arms = pose.skeleton.names.map((_, i) => i).filter(i => !BONES.some(name => bone(name) === pose.skeleton.names[i]));
    const before = arms.map(i => pose.turned(pose.skeleton.parents[i]).invert().mul(pose.turned(i)));
    carryTrunk(pose, carriage);
    arms.forEach((i, k) => pose.bend(i, before[k]));
    return pose;
}

/** Puts feet that are told in the world under a pose that has gone on. */
export function plant(pose: Pose, feet: Record<Side, FootPose>): Pose {
    for (const side of SIDES) placeFoot(pose, side, { ...feet[side], ankle: nearestAnkle(pose, side, feet[side].ankle) });
    return pose;
}

/** A foot of a gait in a world over which the entity goes at the gait's speed from the origin at time 0. */
export function inWorld(gait: Gait, side: Side, time: number): FootPose {
    return moved(gait.foot(side, time / gait.duration), new Vec3(0, 0, gait.speed * time));
}
