import { Quat, Vec3 } from 'playcanvas';

import { bone } from './bone-name';
import { carryTrunk, relaxFingers } from './carriage';
import { placeHand } from './hands';
import { nearestAnkle, placeFoot, SIDES, type Side } from './legs';
import { keyed, type Keyed } from '../curves';
import { Pose, turnBy } from '../pose';

// Actions as keys on top of a clip that goes on below: what is not keyed is the base's. Each part of the body has keys of its own, so that
// parts can lead and follow.

/** Keys of a part: seconds, and its values. Before the first and after the last one it is as the base has it at rest: all 0. */
export type Keys = readonly (readonly [seconds: number, values: readonly number[]])[];

/** What an action does with a body. Metres and degrees, as differences from the base; X to the left, Y up, Z ahead. */
export interface Action {
    readonly seconds: number;
    /** Place of the pelvis: to the left, up, ahead. */
    readonly place?: Keys;
    /** Turns in model space: forward, lean to the right, turn to the left. */
    readonly pelvis?: Keys;
    readonly chest?: Keys;
    readonly head?: Keys;
    /** Ball of the foot: outward, up, ahead; then pitch of the foot with the toes down, its turn outward, pitch of the toes. */
    readonly leftFoot?: Keys;
    readonly rightFoot?: Keys;
    /**
     * How much the hand has left the base, 0..1; its wrist from the shoulder in the chest's axes: outward, up, ahead; the direction from
     * that line to the elbow: outward, up, ahead.
     */
    readonly leftHand?: Keys;
    readonly rightHand?: Keys;
    /** How far left and right hand are closed further: 3 makes a fist. */
    readonly grip?: Keys;
}

/** The pose that an action is played on, and how far its hands are closed. */
export interface Base {
    readonly pose: Pose;
    readonly grip: number;
}

/** Numbers that each part has. */
const WIDTH = { place: 3, pelvis: 3, chest: 3, head: 3, leftFoot: 6, rightFoot: 6, leftHand: 7, rightHand: 7, grip: 2 } as const;
type Part = keyof typeof WIDTH;

/** How far a shoulder rises and comes ahead with an arm that is stretched that way, degrees. */
const SHRUG = 22;
const PROTRACT = 14;

/** Gives the poses of an action by time. */
export function createAction(action: Action): (base: Base, seconds: number) => Pose {
    const curves = Object.fromEntries((Object.keys(WIDTH) as Part[]).map(part => [part, curveOf(part, action[part] ?? [], action.seconds)])) as Record<Part, Keyed>;
    return ({ pose: base, grip }, seconds) => {
        const time = Math.min(Math.max(seconds, 0), action.seconds);
        const at = (part: Part) => curves[part](time);
        const pose = new Pose(base.skeleton);
        pose.shift.copy(base.shift).add(vec(at('place')));
        const trunk = (name: string, part: Part) => turned(at(part)).mul(base.turned(base.skeleton.index(bone(name))));
        const neck = new Quat().slerp(turned(at('chest')), turned(at('head')), 0.5).mul(base.turned(base.skeleton.index(bone('Neck'))));
        carryTrunk(pose, { hips: trunk('Hips', 'pelvis'), shoulders: trunk('Spine2', 'chest'), neck, head: trunk('Head', 'head') });
        const hands = at('grip');
        SIDES.forEach((side, i) => {
            moveArm(pose, base, side, at(side === 'Left' ? 'leftHand' : 'rightHand'));
            relaxFingers(pose, grip + hands[i], [side]);
            moveFoot(pose, base, side, at(side === 'Left' ? 'leftFoot' : 'rightFoot'));
        });
        return pose;
    };
}

const vec = ([x, y, z]: readonly number[]) => new Vec3(x, y, z);
const turned = ([forward, right, left]: readonly number[]) => turnBy(forward, right, left);

/** The curve of a part, at rest at both ends of the action where it has no key there. */
function curveOf(part: Part, keys: Keys, seconds: number): Keyed {
    const none = Array.from({ length: WIDTH[part] }, () => 0);
    // a hand at rest is not elsewhere, it counts for nothing
    const restBeside = ([, values]: Keys[number]) => (part.endsWith('Hand') ? [0, ...values.slice(1)] : none);
    if (keys.length === 0) return () => none;
    const [first, last] = [keys[0], keys[keys.length - 1]];
    return keyed([
        ...(first[0] > 0 ? [[0, restBeside(first)] as const] : []), ...keys, ...(last[0] < seconds ? [[seconds, restBeside(last)] as const] : [])
    ]);
}

/** Moves a foot by its ball, which stays in its place while the heel rises. */
function moveFoot(pose: Pose, base: Pose, side: Side, [outward, up, ahead, pitch, turn, toes]: readonly number[]) {
    const { skeleton } = pose;
    const sign = side === 'Left' ? 1 : -1;
    const index = (name: string) => skeleton.index(bone(side + name));
    const foot = turnBy(pitch, 0, sign * turn).mul(base.turned(index('Foot')));
    const toAnkle = skeleton.positions[index('Foot')].clone().sub(skeleton.positions[index('ToeBase')]);
    const ankle = base.place(index('ToeBase')).add(new Vec3(sign * outward, up, ahead)).add(foot.transformVector(toAnkle));
    placeFoot(pose, side, {
        ankle: nearestAnkle(pose, side, ankle), foot, toes: turnBy(toes, 0, sign * turn).mul(base.turned(index('ToeBase')))
    });
}

/** Moves an arm from where the base has it against the chest to where the hand is wanted. */
function moveArm(pose: Pose, base: Pose, side: Side, [share, outward, up, ahead, ...elbow]: readonly number[]) {
    const index = (name: string) => pose.skeleton.index(bone(side + name));
    const sign = side === 'Left' ? 1 : -1;
    const chestIndex = pose.skeleton.index(bone('Spine2'));
    const chest = pose.turned(chestIndex);
    const fromChest = base.turned(chestIndex).invert();
    const carried = (name: string) => chest.clone().mul(fromChest).mul(base.turned(index(name)));
    const joints = ['Arm', 'ForeArm', 'Hand'];
    const rest = joints.map(carried);
    pose.turn(index('Shoulder'), carried('Shoulder'));
    if (share === 0) {
        joints.forEach((name, i) => pose.turn(index(name), rest[i]));
        return;
    }
    const towards = new Vec3(outward, up, ahead).normalize();
    const shrug = turnBy(0, -sign * SHRUG * share * Math.max(0, towards.y), -sign * PROTRACT * share * Math.max(0, towards.z));
    pose.turn(index('Shoulder'), chest.clone().mul(shrug).mul(fromChest).mul(base.turned(index('Shoulder'))));
    const inChest = (v: Vec3) => chest.transformVector(new Vec3(sign * v.x, v.y, v.z));
    const wrist = pose.place(index('Arm')).add(inChest(new Vec3(outward, up, ahead)));
    placeHand(pose, side, wrist, inChest(vec(elbow)).normalize(), 0);
    joints.map(name => pose.turned(index(name))).forEach((moved, i) => pose.turn(index(joints[i]), new Quat().slerp(rest[i], moved, share)));
}
