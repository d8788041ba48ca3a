import { Quat, Vec3 } from 'playcanvas';

import { SIDES } from './bones';
import { carryTrunk } from './carriage';
import { LYING_TAIL, THICKNESS } from './get-up';
import { findLeg, nearestPaw, placePaw, type End } from './legs';
import { TAIL } from './proportions';
import { keyed, type Keyed } from '../curves';
import { touchGround } from '../grounded';
import { Pose, turnBy } from '../pose';

// Actions of an animal as keys on top of a clip that goes on below: what is not keyed is the base's. Each part of the body has keys of its own.

/** Keys of a part: seconds, and its values. Before the first and after the last one it is as the base has it. */
export type Keys = readonly (readonly [seconds: number, values: readonly number[]])[];

/** What an action does with a body. Metres and degrees, as differences from the base; X to the left, Y up, Z ahead. */
export interface Action {
    readonly seconds: number;
    /** Place of the middle of the back: to the left, up, ahead. */
    readonly back?: Keys;
    /** Turns in model space: forward, lean to the right, turn to the left. */
    readonly pelvis?: Keys;
    readonly chest?: Keys;
    readonly neck?: Keys;
    readonly head?: Keys;
    /** A paw: outward, up, ahead; then how far the bone above leans forwards and the toes point down. */
    readonly foreLeft?: Keys;
    readonly foreRight?: Keys;
    readonly hindLeft?: Keys;
    readonly hindRight?: Keys;
    /** Bend of each bone of the tail: raised, to the left; and how much the tail lies on the floor, 0..1. */
    readonly tail?: Keys;
    /** Both ears: laid back, and outwards. */
    readonly ears?: Keys;
    /** How much the body lies on the floor: 1 moves it up or down until it touches. */
    readonly lies?: Keys;
}

/** Numbers that each part has. */
const WIDTH = { back: 3, pelvis: 3, chest: 3, neck: 3, head: 3, foreLeft: 5, foreRight: 5, hindLeft: 5, hindRight: 5, tail: 3, ears: 2, lies: 1 } as const;
type Part = keyof typeof WIDTH;

function curveOf(part: Part, keys: Keys, seconds: number): Keyed {
    const none = Array.from({ length: WIDTH[part] }, () => 0);
    if (keys.length === 0) return () => none;
    const [first, last] = [keys[0], keys[keys.length - 1]];
    return keyed([...(first[0] > 0 ? [[0, none] as const] : []), ...keys, ...(last[0] < seconds ? [[seconds, none] as const] : [])]);
}

/** Turn of a bone to its parent. */
function bentBy(pose: Pose, bone: number): Quat {
    return pose.turned(pose.skeleton.parents[bone]).invert().mul(pose.turned(bone));
}

/** Gives the poses of an action by time. */
export function createAction(action: Action): (base: Pose, seconds: number) => Pose {
    const curves = Object.fromEntries((Object.keys(WIDTH) as Part[]).map(part => [part, curveOf(part, action[part] ?? [], action.seconds)])) as Record<Part, Keyed>;
    return (base, seconds) => {
        const { skeleton } = base;
        const { index, positions } = skeleton;
        const time = Math.min(Math.max(seconds, 0), action.seconds);
        const at = (part: Part) => curves[part](time);
        const pose = new Pose(skeleton);
        const turned = (name: string, part: Part) => {
            const [forward, right, left] = at(part);
            return turnBy(forward, right, left).mul(base.turned(index(name)));
        };
        const middle = index('spine2');
        const [left, up, ahead] = at('back');
        carryTrunk(pose, {
            pelvis: turned('pelvis', 'pelvis'), chest: turned('chest', 'chest'), neck: turned('neck3', 'neck'), head: turned('head', 'head'),
            shift: base.place(middle).sub(positions[middle]).add(new Vec3(left, up, ahead))
        });
        const [raise, aside, lies] = at('tail');
        for (let i = 0; i < TAIL.length - 1; i++) {
            const bone = index(`tail${i + 1}`);
            pose.bend(bone, turnBy(raise + lies * LYING_TAIL[i], 0, -aside).mul(bentBy(base, bone)));
        }
        const [back, out] = at('ears');
        for (const side of SIDES) {
            const bone = index(`ear1.${side}`);
            pose.bend(bone, turnBy(-back, side === 'L' ? -out : out).mul(bentBy(base, bone)));
            pose.bend(index(`ear2.${side}`), bentBy(base, index(`ear2.${side}`)));
        }
        for (const end of ['fore', 'hind'] as const) {
            for (const side of SIDES) movePaw(pose, base, end, side, at(`${end}${side === 'L' ? 'Left' : 'Right'}`));
        }
        const [onFloor] = at('lies');
        if (onFloor > 0) {
            const { y } = pose.shift;
            touchGround(pose, THICKNESS);
            pose.shift.y = y + onFloor * (pose.shift.y - y);
        }
        return pose;
    };
}

function movePaw(pose: Pose, base: Pose, end: End, side: 'L' | 'R', [outward, up, ahead, lean, pitch]: readonly number[]) {
    const leg = findLeg(pose.skeleton, end, side);
    const joint = base.place(leg.paw);
    const bone = base.place(leg.cannon).sub(joint);
    placePaw(pose, leg, nearestPaw(pose, leg, {
        joint: joint.add(new Vec3(side === 'L' ? outward : -outward, up, ahead)), lean: Math.atan2(bone.z, bone.y) * 180 / Math.PI + lean, pitch
    }));
}
