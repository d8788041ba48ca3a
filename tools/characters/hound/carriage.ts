import { Quat, Vec3 } from 'playcanvas';

import { SIDES, type Side } from './bones';
import { TAIL } from './proportions';
import { turnBy, type Pose } from '../pose';

// How the hound carries its trunk, neck, tail and ears.

/** Share of the way from croup to chest that each bone of the spine turns. */
const SPINE = [['spine1', 0.25], ['spine2', 0.5], ['spine3', 0.75], ['chest', 1]] as const;

/** Shares of the neck's bend that its bones take. */
const NECK = [['neck1', 0.4], ['neck2', 0.75], ['neck3', 1]] as const;

/** Turns of the trunk in model space, and where the middle of the back is. */
export interface Carriage {
    pelvis: Quat;
    chest: Quat;
    neck: Quat;
    head: Quat;
    /** Shift of the middle of the back from its bind place, in metres. */
    shift: Vec3;
}

/** Turns the trunk about the middle of the back; the bones between share out what is between its ends. */
export function carryTrunk(pose: Pose, { pelvis, chest, neck, head, shift }: Carriage): void {
    const { index, positions } = pose.skeleton;
    pose.turn(index('pelvis'), pelvis);
    for (const [name, share] of SPINE) pose.turn(index(name), new Quat().slerp(pelvis, chest, share));
    for (const [name, share] of NECK) pose.turn(index(name), new Quat().slerp(chest, neck, share));
    pose.turn(index('head'), head);
    const middle = index('spine2');
    pose.shift.set(0, 0, 0);
    pose.shift.copy(positions[middle].clone().sub(pose.place(middle)).add(shift));
}

/** Bends the tail bone by bone: raised and turned to the left, in degrees, by the bone's number from 0. */
export function carryTail(pose: Pose, bend: (bone: number) => [raise: number, left: number]): void {
    for (let i = 0; i < TAIL.length - 1; i++) {
        const [raise, left] = bend(i);
        // the tail points backwards: its tip goes left when it turns right
        pose.bend(pose.skeleton.index(`tail${i + 1}`), turnBy(raise, 0, -left));
    }
}

/** Turns of an ear's two bones in degrees, forwards and outwards. */
export type EarPose = [[forward: number, out: number], [forward: number, out: number]];

/** Turns the ears against the head. */
export function carryEars(pose: Pose, ears: Record<Side, EarPose>): void {
    for (const side of SIDES) {
        ears[side].forEach(([forward, out], i) => {
            pose.bend(pose.skeleton.index(`ear${i + 1}.${side}`), turnBy(forward, side === 'L' ? -out : out));
        });
    }
}
