import { createAction, type Action } from './acting';
import { stand } from './idle';
import type { Motion } from '../clip';
import { wave } from '../curves';
import type { Skeleton } from '../skeleton';

// Leaving the floor, and falling. A jump begins in the push of the right leg: whoever presses a key is off the floor at once. It ends as
// the fall begins. Both are in place; how high is the game's.

/** The first pose of the fall, which is the last one of the jump. */
export const FALLING = {
    place: [0, 0, 0], pelvis: [6, 0, 6], chest: [9, 0, -4], head: [16, 0, 0],
    leftFoot: [0.02, 0.22, 0.14, 20, 0, 12], rightFoot: [0.03, 0.07, -0.17, 44, 0, 22],
    leftHand: [1, 0.4, 0.2, 0.12, 0.3, -0.9, -0.4], rightHand: [1, 0.42, 0.24, 0.06, 0.3, -0.9, -0.4], grip: [0.2, 0.2]
} as const;

const JUMP: Action = {
    seconds: 0.5,
    place: [[0, [0, -0.03, 0.03]], [0.09, [0, 0.03, 0.03]], [0.3, [0, 0.02, 0]], [0.5, FALLING.place]],
    pelvis: [[0, [10, 0, -4]], [0.1, [-3, 0, 9]], [0.3, [8, 0, 8]], [0.5, FALLING.pelvis]],
    chest: [[0, [16, 0, 6]], [0.11, [-7, 0, -12]], [0.32, [12, 0, -6]], [0.5, FALLING.chest]],
    head: [[0, [-4, 0, 0]], [0.12, [-18, 0, 0]], [0.34, [6, 0, 0]], [0.5, FALLING.head]],
    leftFoot: [[0, [0, 0.22, 0.12, 24, 0, 10]], [0.1, [0, 0.46, 0.24, 34, 0, 20]], [0.3, [0.02, 0.44, 0.18, 40, 0, 26]], [0.5, FALLING.leftFoot]],
    rightFoot: [[0, [0, 0.01, -0.14, 40, 0, 0]], [0.09, [0, 0.06, -0.32, 72, 0, 40]], [0.3, [0.02, 0.26, -0.3, 74, 0, 42]], [0.5, FALLING.rightFoot]],
    leftHand: [[0, [1, 0.12, -0.44, 0.02, 0.3, 0, -1]], [0.1, [1, 0.2, -0.4, -0.24, 0.6, 0.3, -1]], [0.3, [1, 0.42, -0.06, 0.02, 0.3, -0.7, -0.6]], [0.5, FALLING.leftHand]],
    rightHand: [[0, [1, 0.1, -0.06, 0.42, 0.6, -0.5, -0.4]], [0.16, [1, 0.12, 0.36, 0.3, 0.7, -0.4, -0.1]], [0.3, [1, 0.38, 0.26, 0.14, 0.4, -0.8, -0.3]], [0.5, FALLING.rightHand]],
    grip: [[0, [0.6, 0.6]], [0.5, FALLING.grip]]
};

/** How far arms and legs row in the fall, metres. */
const ARM_ROW = 0.05;
const LEG_ROW = 0.035;

/** Seconds of the fall's cycle. */
const FALL_SECONDS = 0.8;

/** The jump from the push to the fall. */
export function createJump(skeleton: Skeleton): Motion {
    const act = createAction(JUMP);
    return { name: 'jump', duration: JUMP.seconds, rate: 60, isOnce: true, pose: share => act({ pose: stand(skeleton, 0), grip: 1 }, share * JUMP.seconds) };
}

/** Falling, for as long as it takes. */
export function createFall(skeleton: Skeleton): Motion {
    return {
        name: 'fall', duration: FALL_SECONDS, rate: 30,
        pose(phase) {
            const row = (values: readonly number[], first: number, amount: number, peak: number) => values.map((value, i) => {
                if (i === first + 1) return value + amount * (wave(phase, peak) - wave(0, peak));
                return i === first + 2 ? value + amount * (wave(phase, peak + 0.25) - wave(0, peak + 0.25)) : value;
            });
            const moved = {
                ...FALLING,
                chest: FALLING.chest.map((value, i) => value + (i === 1 ? 2 * Math.sin(2 * Math.PI * phase) : 0)),
                leftFoot: row(FALLING.leftFoot, 0, LEG_ROW, 0.1), rightFoot: row(FALLING.rightFoot, 0, LEG_ROW, 0.6),
                leftHand: row(FALLING.leftHand, 1, ARM_ROW, 0.2), rightHand: row(FALLING.rightHand, 1, ARM_ROW, 0.7)
            };
            const still = Object.fromEntries(Object.entries(moved).map(([part, values]) => [part, [[0, values], [1, values]]]));
            return createAction({ seconds: 1, ...still })({ pose: stand(skeleton, 0), grip: 1 }, 0);
        }
    };
}
