import { Vec3 } from 'playcanvas';

import { actionClip } from './action-clip';
import type { Motion } from '../../clip';
import { wave } from '../../curves';
import type { Skeleton } from '../../skeleton';
import { createAction, type Action } from '../acting';
import { stand } from '../idle';
import { centreOfMass } from '../mass';

// Jumping from where one stands, falling, landing. In the air the centre of mass is thrown: the jump travels upwards on a parabola and ends at its
// top, in the first pose of the fall. The landing begins in that pose, with the feet on the floor.

const GRAVITY = 9.81;

/** The first pose of the fall: the lower foot is as high as the entity. */
const FALLING = {
    place: [0, 0, 0], pelvis: [4, 0, 0], chest: [9, 0, 0], head: [14, 0, 0], leftFoot: [0.03, 0.1, 0.1, 16, 4, 8], rightFoot: [0.04, 0, -0.08, 24, 4, 6],
    leftHand: [1, 0.36, 0.02, 0.2, 0.3, -0.7, -0.7], rightHand: [1, 0.38, 0.06, 0.14, 0.3, -0.7, -0.7], grip: [-0.1, -0.1]
} as const;

const TOE_OFF = 0.52;

const JUMP: Action = {
    seconds: 1,
    place: [[0.1, [0, -0.04, -0.01]], [0.36, [0, -0.3, -0.07]], [0.46, [0, -0.14, -0.01]], [TOE_OFF, [0, 0.03, 0.03]], [0.58, [0, 0.2, 0.03]], [0.62, [0, 0.22, 0.03]], [0.8, FALLING.place], [1, FALLING.place]],
    pelvis: [[0.1, [5, 0, 0]], [0.34, [34, 0, 0]], [0.46, [18, 0, 0]], [0.54, [2, 0, 0]], [0.68, [6, 0, 0]], [0.8, FALLING.pelvis], [1, FALLING.pelvis]],
    chest: [[0.12, [9, 0, 0]], [0.35, [46, 0, 0]], [0.46, [28, 0, 0]], [0.56, [-2, 0, 0]], [0.8, FALLING.chest], [1, FALLING.chest]],
    head: [[0.1, [8, 0, 0]], [0.34, [14, 0, 0]], [0.5, [-12, 0, 0]], [0.62, [-6, 0, 0]], [0.8, FALLING.head], [1, FALLING.head]],
    leftFoot: [[0, [0, 0, 0, 0, 0, 0]], [0.38, [0, 0, 0, 0, 0, 0]], [0.46, [0, 0, 0, 18, 0, 0]], [TOE_OFF, [0, 0.01, 0, 56, 0, 8]], [0.6, [0.01, 0.2, -0.03, 62, 0, 30]], [0.8, FALLING.leftFoot], [1, FALLING.leftFoot]],
    rightFoot: [[0, [0, 0, 0, 0, 0, 0]], [0.38, [0, 0, 0, 0, 0, 0]], [0.46, [0, 0, 0, 18, 0, 0]], [TOE_OFF, [0, 0.01, 0, 56, 0, 8]], [0.6, [0.01, 0.16, -0.06, 66, 0, 30]], [0.8, FALLING.rightFoot], [1, FALLING.rightFoot]],
    leftHand: [[0.1, [0.3, 0.16, -0.46, -0.08, 0.4, 0.2, -0.9]], [0.32, [1, 0.2, -0.36, -0.34, 0.5, 0.4, -0.8]], [0.44, [1, 0.16, -0.46, 0.1, 0.5, -0.2, -0.8]], [0.54, [1, 0.16, 0.1, 0.44, 0.6, -0.7, -0.3]], [0.64, [1, 0.24, 0.24, 0.34, 0.7, -0.6, -0.2]], [0.82, FALLING.leftHand], [1, FALLING.leftHand]],
    rightHand: [[0.1, [0.3, 0.16, -0.46, -0.08, 0.4, 0.2, -0.9]], [0.32, [1, 0.2, -0.36, -0.34, 0.5, 0.4, -0.8]], [0.44, [1, 0.16, -0.46, 0.1, 0.5, -0.2, -0.8]], [0.54, [1, 0.16, 0.1, 0.44, 0.6, -0.7, -0.3]], [0.64, [1, 0.24, 0.24, 0.34, 0.7, -0.6, -0.2]], [0.82, FALLING.rightHand], [1, FALLING.rightHand]],
    grip: [[0.3, [0.4, 0.4]], [0.8, FALLING.grip], [1, FALLING.grip]]
};

/** The jump, from standing to the top of the parabola. */
export function createStandingJump(skeleton: Skeleton): Motion {
    const act = createAction(JUMP);
    const at = (time: number) => act({ pose: stand(skeleton, 0), grip: 1 }, time);
    const left = centreOfMass(at(TOE_OFF)).y;
    const speed = (left - centreOfMass(at(TOE_OFF - 1e-3)).y) * 1000;
    const duration = Math.round((TOE_OFF + speed / GRAVITY) * 60) / 60;
    /** Pose keys stretch so that the fall's pose comes at the top. */
    const flight = duration - TOE_OFF;
    const risen = (time: number) => {
        const t = Math.max(0, time - TOE_OFF);
        return speed * t - GRAVITY * t * t / 2;
    };
    return {
        name: 'jump', duration, rate: 60, isOnce: true,
        travel: share => ({ place: new Vec3(0, risen(share * duration), 0), turn: 0 }),
        pose(share) {
            const time = share * duration;
            if (time <= TOE_OFF) return at(time);
            const pose = at(TOE_OFF + (time - TOE_OFF) / flight * (0.8 - TOE_OFF));
            pose.shift.y += left + risen(time) - centreOfMass(pose).y;
            return pose;
        }
    };
}

const FALL_SECONDS = 0.8;

/** Falling: arms row, legs hang. */
export function createFalling(skeleton: Skeleton): Motion {
    const swing = (phase: number, peak: number) => wave(phase, peak) - wave(0, peak);
    return {
        name: 'fall', duration: FALL_SECONDS, rate: 30,
        pose(phase) {
            const add = (values: readonly number[], ...more: readonly (readonly [number, number])[]) => values.map((value, i) => value + (more.find(([at]) => at === i)?.[1] ?? 0));
            const still = (values: readonly number[]) => [[0, values], [1, values]] as const;
            return createAction({
                seconds: 1, place: still(FALLING.place), pelvis: still(FALLING.pelvis), head: still(FALLING.head), grip: still(FALLING.grip),
                chest: still(add(FALLING.chest, [1, 1.6 * Math.sin(2 * Math.PI * phase)])),
                leftFoot: still(add(FALLING.leftFoot, [1, 0.02 * (1 - wave(phase, 0))], [2, 0.02 * swing(phase, 0.2)])),
                rightFoot: still(add(FALLING.rightFoot, [1, 0.012 * (1 - wave(phase, 0))], [2, 0.02 * swing(phase, 0.7)])),
                leftHand: still(add(FALLING.leftHand, [2, 0.045 * swing(phase, 0.2)], [3, 0.045 * swing(phase, 0.45)])),
                rightHand: still(add(FALLING.rightHand, [2, 0.045 * swing(phase, 0.7)], [3, 0.045 * swing(phase, 0.95)]))
            })({ pose: stand(skeleton, 0), grip: 1 }, 0);
        }
    };
}

const LAND: Action = {
    seconds: 0.95,
    place: [[0, FALLING.place], [0.06, [0, -0.14, -0.01]], [0.17, [0, -0.28, -0.06]], [0.24, [0, -0.285, -0.06]], [0.62, [0, -0.02, 0.005]], [0.8, [0, 0.002, 0]]],
    pelvis: [[0, FALLING.pelvis], [0.19, [27, 0, 0]], [0.28, [25, 0, 0]], [0.66, [-1, 0, 0]]],
    chest: [[0, FALLING.chest], [0.22, [40, 0, 0]], [0.3, [38, 0, 0]], [0.7, [-2, 0, 0]]],
    head: [[0, FALLING.head], [0.1, [12, 0, 0]], [0.28, [26, 0, 0]], [0.7, [-2, 0, 0]]],
    leftFoot: [[0, FALLING.leftFoot], [0.07, [0.03, 0, 0.09, 2, 5, 0]], [0.5, [0.03, 0, 0.09, 0, 5, 0]], [0.62, [0.015, 0.03, 0.04, 6, 2, 0]], [0.74, [0, 0, 0, 0, 0, 0]]],
    rightFoot: [[0, FALLING.rightFoot], [0.05, [0.04, 0, -0.08, 3, 5, 0]], [0.56, [0.04, 0, -0.08, 0, 5, 0]], [0.7, [0.02, 0.03, -0.03, 8, 2, 0]], [0.84, [0, 0, 0, 0, 0, 0]]],
    leftHand: [[0, FALLING.leftHand], [0.12, [1, 0.42, 0.0, 0.16, 0.3, -0.6, -0.7]], [0.3, [1, 0.28, -0.34, 0.24, 0.6, 0, -0.8]], [0.6, [0.4, 0.2, -0.46, 0.1, 0.4, 0, -0.9]], [0.85, [0, 0.2, -0.46, 0.06, 0.4, 0, -0.9]]],
    rightHand: [[0, FALLING.rightHand], [0.12, [1, 0.44, 0.04, 0.1, 0.3, -0.6, -0.7]], [0.31, [1, 0.3, -0.34, 0.2, 0.6, 0, -0.8]], [0.62, [0.4, 0.2, -0.46, 0.1, 0.4, 0, -0.9]], [0.88, [0, 0.2, -0.46, 0.06, 0.4, 0, -0.9]]],
    grip: [[0, FALLING.grip]]
};

/** Landing on both feet, and up. */
export function createLanding(skeleton: Skeleton): Motion {
    return actionClip(skeleton, 'land', LAND, 60);
}
