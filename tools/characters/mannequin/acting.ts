import { Quat, Vec3 } from 'playcanvas';

import { bone } from './bone-name';
import { carryTrunk, relaxFingers } from './carriage';
import { THICKNESS } from './get-up';
import { orientHand, placeHand } from './hands';
import { nearestAnkle, placeFoot, SIDES, type Side } from './legs';
import { keyed, type Keyed } from '../curves';
import { touchGround } from '../grounded';
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
    /** The same for a hand that has a place in the world: its wrist there, and the direction to the elbow, both in model space. */
    readonly leftReach?: Keys;
    readonly rightReach?: Keys;
    /** How much the hand is turned for itself, 0..1, where its fingers point, and where its palm looks: outward, up, ahead, in model space. */
    readonly leftPalm?: Keys;
    readonly rightPalm?: Keys;
    /**
     * How much a foot hangs on its shin, 0..1, its place being that of the ankle; how far it points then, and how far its knee is turned
     * outwards, degrees.
     */
    readonly leftLimp?: Keys;
    readonly rightLimp?: Keys;
    /** How much the body lies on the floor: 1 moves it up or down until it touches. */
    readonly lies?: Keys;
    /** How far left and right hand are closed further: 3 makes a fist. */
    readonly grip?: Keys;
}

/** The pose that an action is played on, and how far its hands are closed. */
export interface Base {
    readonly pose: Pose;
    readonly grip: number;
}

/** Numbers that each part has. */
const WIDTH = {
    place: 3, pelvis: 3, chest: 3, head: 3, leftFoot: 6, rightFoot: 6, leftHand: 7, rightHand: 7, leftReach: 7, rightReach: 7, leftPalm: 7, rightPalm: 7,
    leftLimp: 3, rightLimp: 3, lies: 1, grip: 2
} as const;
type Part = keyof typeof WIDTH;

/** Parts whose first number says how much they count. */
const SHARED = /Hand$|Reach$|Palm$/;

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
            const of = (part: 'Foot' | 'Limp' | 'Hand' | 'Reach' | 'Palm') => at(side === 'Left' ? `left${part}` : `right${part}`);
            moveArm(pose, base, side, of('Hand'));
            reachOut(pose, side, of('Reach'));
            turnHand(pose, side, of('Palm'));
            relaxFingers(pose, grip + hands[i], [side]);
            moveFoot(pose, base, side, of('Foot'), of('Limp'));
        });
        const [lies] = at('lies');
        if (lies > 0) {
            const { y } = pose.shift;
            touchGround(pose, THICKNESS);
            pose.shift.y = y + lies * (pose.shift.y - y);
        }
        return pose;
    };
}

const vec = ([x, y, z]: readonly number[]) => new Vec3(x, y, z);
const turned = ([forward, right, left]: readonly number[]) => turnBy(forward, right, left);

/** The curve of a part, at rest at both ends of the action where it has no key there. */
function curveOf(part: Part, keys: Keys, seconds: number): Keyed {
    const none = Array.from({ length: WIDTH[part] }, () => 0);
    // a hand at rest is not elsewhere, it counts for nothing
    const restBeside = ([, values]: Keys[number]) => (SHARED.test(part) ? [0, ...values.slice(1)] : none);
    if (keys.length === 0) return () => none;
    const [first, last] = [keys[0], keys[keys.length - 1]];
    return keyed([
        ...(first[0] > 0 ? [[0, restBeside(first)] as const] : []), ...keys, ...(last[0] < seconds ? [[seconds, restBeside(last)] as const] : [])
    ]);
}

/** Moves a foot by its ball, which stays in its place while the heel rises, or by its ankle while it hangs on its shin. */
function moveFoot(pose: Pose, base: Pose, side: Side, [outward, up, ahead, pitch, turn, toes]: readonly number[], [limp, point, kneeOut]: readonly number[]) {
    const { skeleton } = pose;
    const sign = side === 'Left' ? 1 : -1;
    const index = (name: string) => skeleton.index(bone(side + name));
    const [leg, foot, toe] = ['Leg', 'Foot', 'ToeBase'].map(index);
    const turned = turnBy(pitch, 0, sign * turn).mul(base.turned(foot));
    const toesTurned = turnBy(toes, 0, sign * turn).mul(base.turned(toe));
    const toAnkle = skeleton.positions[foot].clone().sub(skeleton.positions[toe]);
    const moved = new Vec3(sign * outward, up, ahead);
    const byBall = base.place(toe).add(moved).add(turned.transformVector(toAnkle));
    const ankle = byBall.lerp(byBall.clone(), base.place(foot).add(moved), limp);
    const pelvis = pose.turned(skeleton.index(bone('Hips')));
    placeFoot(pose, side, { ankle: nearestAnkle(pose, side, ankle), foot: turned.clone().slerp(turned, pelvis, limp), toes: toesTurned }, sign * kneeOut);
    pose.turn(foot, turned);
    if (limp === 0) return;
    const hanging = pose.turned(leg).mul(turnBy(point));
    pose.turn(foot, new Quat().slerp(turned, hanging, limp));
    pose.turn(toe, new Quat().slerp(toesTurned, hanging, limp));
}

/** Moves an arm from where the base has it against the chest to where the hand is wanted. */
function moveArm(pose: Pose, base: Pose, side: Side, [share, outward, up, ahead, ...elbow]: readonly number[]) {
    const index = (name: string) => pose.skeleton.index(bone(side + name));
    const sign = side === 'Left' ? 1 : -1;
    const chestIndex = pose.skeleton.index(bone('Spine2'));
    const chest = pose.turned(chestIndex);
    const fromChest = base.turned(chestIndex).invert();
    for (const name of ['Shoulder', 'Arm', 'ForeArm', 'Hand']) pose.turn(index(name), chest.clone().mul(fromChest).mul(base.turned(index(name))));
    if (share === 0) return;
    const inChest = (v: Vec3) => chest.transformVector(new Vec3(sign * v.x, v.y, v.z));
    shrug(pose, side, new Vec3(outward, up, ahead), share);
    const wrist = pose.place(index('Arm')).add(inChest(new Vec3(outward, up, ahead)));
    blendArm(pose, side, share, () => placeHand(pose, side, wrist, inChest(vec(elbow)).normalize(), 0));
}

/** Brings a hand to a place in the world. */
function reachOut(pose: Pose, side: Side, [share, outward, up, ahead, ...elbow]: readonly number[]) {
    if (share === 0) return;
    const index = (name: string) => pose.skeleton.index(bone(side + name));
    const sign = side === 'Left' ? 1 : -1;
    const wrist = new Vec3(sign * outward, up, ahead);
    const towards = wrist.clone().sub(pose.place(index('Arm')));
    pose.turned(pose.skeleton.index(bone('Spine2'))).invert().transformVector(towards, towards);
    shrug(pose, side, new Vec3(sign * towards.x, towards.y, towards.z), share);
    blendArm(pose, side, share, () => placeHand(pose, side, wrist, new Vec3(sign * elbow[0], elbow[1], elbow[2]).normalize(), 0));
}

/** Lifts a shoulder and brings it ahead as far as the arm is stretched that way, in the chest's axes with X outwards. */
function shrug(pose: Pose, side: Side, towards: Vec3, share: number) {
    const { skeleton } = pose;
    const sign = side === 'Left' ? 1 : -1;
    const index = skeleton.index(bone(`${side}Shoulder`));
    const chest = pose.turned(skeleton.index(bone('Spine2')));
    const { x, y, z } = towards.clone().normalize();
    if (Number.isNaN(x)) return;
    const moved = chest.clone().mul(turnBy(0, -sign * SHRUG * share * Math.max(0, y), -sign * PROTRACT * share * Math.max(0, z)));
    pose.turn(index, moved.mul(chest.invert()).mul(pose.turned(index)));
}

/** Goes a share of the way to where `place` takes the arm. */
function blendArm(pose: Pose, side: Side, share: number, place: () => void) {
    const joints = ['Arm', 'ForeArm', 'Hand'].map(name => pose.skeleton.index(bone(side + name)));
    const rest = joints.map(joint => pose.turned(joint));
    place();
    const moved = joints.map(joint => pose.turned(joint));
    joints.forEach((joint, i) => pose.turn(joint, new Quat().slerp(rest[i], moved[i], share)));
}

/** Turns a hand by where its fingers point and its palm looks. */
function turnHand(pose: Pose, side: Side, [share, ...directions]: readonly number[]) {
    if (share === 0) return;
    const sign = side === 'Left' ? 1 : -1;
    const [fingers, palm] = [0, 3].map(i => new Vec3(sign * directions[i], directions[i + 1], directions[i + 2]));
    orientHand(pose, side, fingers, palm, share);
}
