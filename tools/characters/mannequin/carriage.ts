import { Quat, Vec3 } from 'playcanvas';

import { bone } from './bone-name';
import { SIDES, type Side } from './legs';
import { ARM_DROP, BACK_OF_HAND, FINGERS } from './proportions';
import { mirrored } from '../mirror';
import { turnBy, type Pose } from '../pose';

// How the mannequin carries its trunk, arms and hands.

/** Share of the way from hips to shoulders that each bone of the spine turns. */
const SPINE = [['Spine', 0.25], ['Spine1', 0.6], ['Spine2', 1]] as const;

/** Turns of the trunk in model space. */
export interface Carriage {
    hips: Quat;
    shoulders: Quat;
    neck: Quat;
    head: Quat;
}

/** Turns the trunk; the spine shares out what is between hips and shoulders. */
export function carryTrunk(pose: Pose, { hips, shoulders, neck, head }: Carriage): void {
    const index = (name: string) => pose.skeleton.index(bone(name));
    pose.turn(index('Hips'), hips);
    for (const [name, share] of SPINE) pose.turn(index(name), new Quat().slerp(hips, shoulders, share));
    pose.turn(index('Neck'), neck);
    pose.turn(index('Head'), head);
}

/** Angle of a hanging arm below the horizontal, in degrees. */
const HANG = 80;

/** Swing of an arm forwards and bend of its elbow, in degrees. */
export type ArmSwing = [swing: number, elbow: number];

/** Hangs the arms at the sides, the shoulders lifted by some degrees. */
export function hangArms(pose: Pose, arms: Record<Side, ArmSwing>, lift = 0): void {
    for (const side of SIDES) {
        const sign = side === 'Left' ? 1 : -1;
        const [swing, elbow] = arms[side];
        const index = (name: string) => pose.skeleton.index(bone(side + name));
        const drop = -sign * (HANG - ARM_DROP);
        pose.bend(index('Shoulder'), turnBy(0, sign * lift));
        pose.bend(index('Arm'), turnBy(-swing).mul(turnBy(0, drop)));
        // the elbow bends about the axis that lies across once the arm hangs
        const axis = turnBy(0, -drop).transformVector(new Vec3(1, 0, 0));
        pose.bend(index('ForeArm'), new Quat().setFromAxisAngle(axis, -elbow));
    }
}

/** Share of the fingers' spread in the bind pose that a resting hand gives up. */
const GATHER = 0.8;

/** Curl of the three joints in degrees, towards the palm. */
const RELAXED: Record<string, [number, number, number]> = {
    Thumb: [2, 8, 12], Index: [16, 20, 12], Middle: [20, 24, 14], Ring: [24, 27, 16], Pinky: [27, 28, 17]
};

/** Lets the fingers curl as a resting hand does, more towards the little finger. */
export function relaxFingers(pose: Pose, strength = 1, sides = SIDES): void {
    for (const side of sides) {
        const sign = side === 'Left' ? 1 : -1;
        const back = side === 'Left' ? BACK_OF_HAND : mirrored(BACK_OF_HAND);
        for (const { name, direction } of FINGERS) {
            const spread = Math.atan2(direction[1], direction[0]) * 180 / Math.PI;
            const gather = new Quat().setFromAxisAngle(back, sign * GATHER * spread);
            RELAXED[name].forEach((degrees, i) => {
                const index = pose.skeleton.index(bone(`${side}Hand${name}${i + 1}`));
                const axis = pose.skeleton.rotations[index].transformVector(new Vec3(1, 0, 0));
                const curl = new Quat().setFromAxisAngle(axis, -degrees * strength);
                pose.bend(index, i === 0 ? gather.clone().mul(curl) : curl);
            });
        }
    }
}
