import { createAction, type Action } from './acting';
import { gaitPose } from './gait';
import { stand } from './idle';
import { FALLING } from './jump';
import { createRunning, RUN_SECONDS } from './run';
import type { Motion } from '../clip';
import type { Pose } from '../pose';
import type { Skeleton } from '../skeleton';

// Three attacks, each out of what the player is doing: a punch with a step for who stands, a blow from above over the legs of the run, a
// kick in the air. Each winds up, strikes within about a tenth of a second, and goes back to where it came from.

/** Seconds of a clip between which it strikes. */
export type Strike = readonly [start: number, end: number];

export const STRIKES: Readonly<Record<string, Strike>> = { 'attack-stand': [0.24, 0.35], 'attack-run': [0.23, 0.36], 'attack-air': [0.15, 0.28] };

const STAND: Action = {
    seconds: 0.75,
    place: [[0.19, [-0.03, -0.08, -0.03]], [0.35, [0.02, -0.12, 0.18]], [0.47, [0.02, -0.11, 0.165]]],
    pelvis: [[0.2, [4, 0, -28]], [0.34, [10, 0, 34]], [0.46, [10, 0, 31]]],
    chest: [[0.23, [2, 4, -50]], [0.35, [15, 0, 50]], [0.46, [14, 0, 45]]],
    head: [[0.2, [4, 0, -6]], [0.36, [7, 0, 5]], [0.48, [6, 0, 4]]],
    leftFoot: [[0.03, [0, 0, 0, 0, 0, 0]], [0.13, [0.015, 0.06, 0.15, -6, 0, 0]], [0.23, [0.03, 0, 0.28, 0, 0, 0]], [0.5, [0.03, 0, 0.28, 0, 0, 0]], [0.6, [0.015, 0.05, 0.13, 8, 0, 0]], [0.71, [0, 0, 0, 0, 0, 0]]],
    rightFoot: [[0.22, [0, 0, 0, 0, 0, 0]], [0.35, [0, 0, 0, 38, 0, 0]], [0.48, [0, 0, 0, 34, 0, 0]], [0.68, [0, 0, 0, 0, 0, 0]]],
    leftHand: [[0.19, [1, 0.02, 0.02, 0.36, 0.5, -0.8, -0.2]], [0.35, [1, 0.08, -0.1, 0.18, 0.6, -0.7, -0.5]], [0.5, [1, 0.08, -0.12, 0.2, 0.6, -0.7, -0.5]]],
    rightHand: [[0.19, [1, 0.12, -0.16, 0.04, 0.5, -0.2, -1]], [0.24, [1, 0.12, -0.14, 0.02, 0.5, -0.2, -1]], [0.35, [1, 0.4, 0.02, 0.36, 0.5, -0.8, -0.2]], [0.41, [1, 0.39, 0.01, 0.35, 0.5, -0.8, -0.2]], [0.56, [1, 0.16, -0.16, 0.18, 0.5, -0.5, -0.6]]],
    grip: [[0.14, [2, 2.4]], [0.5, [2, 2.4]]]
};

const RUN: Action = {
    seconds: RUN_SECONDS,
    pelvis: [[0.2, [-2, 0, -8]], [0.36, [5, 0, 10]], [0.46, [5, 0, 8]]],
    chest: [[0.21, [-14, 6, -36]], [0.36, [26, -4, 36]], [0.46, [24, -2, 32]]],
    head: [[0.2, [-4, 0, -8]], [0.37, [10, 0, 8]], [0.48, [9, 0, 6]]],
    leftHand: [[0.19, [1, 0.1, 0.12, 0.44, 0.6, -0.7, -0.2]], [0.36, [1, 0.26, -0.26, -0.18, 0.5, 0.1, -1]], [0.48, [1, 0.24, -0.3, -0.14, 0.5, 0.1, -1]]],
    rightHand: [
        [0.17, [1, 0.24, 0.3, -0.12, 0.9, 0.3, 0.2]], [0.23, [1, 0.22, 0.34, -0.16, 0.9, 0.3, 0.2]], [0.3, [1, 0.16, 0.3, 0.36, 0.9, -0.2, -0.1]],
        [0.36, [1, 0.02, -0.1, 0.48, 0.8, -0.3, -0.3]], [0.45, [1, -0.18, -0.34, 0.28, 0.8, 0, -0.4]], [0.53, [1, -0.12, -0.34, 0.26, 0.7, -0.1, -0.6]]
    ],
    grip: [[0.12, [0.6, 1.8]], [0.5, [0.6, 1.8]]]
};

const AIR: Action = {
    seconds: 0.6,
    place: [[0, FALLING.place], [0.16, [0, 0, -0.04]], [0.28, [0, 0.03, 0.08]], [0.36, [0, 0.03, 0.07]], [0.6, FALLING.place]],
    pelvis: [[0, FALLING.pelvis], [0.16, [14, 0, -12]], [0.28, [-20, 0, 22]], [0.37, [-18, 0, 20]], [0.6, FALLING.pelvis]],
    chest: [[0, FALLING.chest], [0.17, [24, 0, 14]], [0.28, [-26, 3, -14]], [0.38, [-22, 2, -12]], [0.6, FALLING.chest]],
    head: [[0, FALLING.head], [0.16, [14, 0, 0]], [0.3, [6, 0, 0]], [0.6, FALLING.head]],
    leftFoot: [[0, FALLING.leftFoot], [0.2, [0.02, 0.34, -0.1, 58, 0, 34]], [0.38, [0.02, 0.34, -0.12, 60, 0, 36]], [0.6, FALLING.leftFoot]],
    rightFoot: [[0, FALLING.rightFoot], [0.16, [-0.01, 0.52, 0.14, 34, 0, 20]], [0.28, [-0.05, 0.86, 0.92, -38, 0, -48]], [0.35, [-0.05, 0.85, 0.9, -36, 0, -46]], [0.47, [0, 0.44, 0.16, 26, 0, 14]], [0.6, FALLING.rightFoot]],
    leftHand: [[0, FALLING.leftHand], [0.16, [1, 0.14, -0.1, 0.3, 0.6, -0.7, -0.3]], [0.29, [1, 0.3, 0.06, 0.36, 0.6, -0.7, -0.2]], [0.4, [1, 0.3, 0.04, 0.34, 0.6, -0.7, -0.2]], [0.6, FALLING.leftHand]],
    rightHand: [[0, FALLING.rightHand], [0.16, [1, 0.16, -0.06, 0.26, 0.6, -0.7, -0.3]], [0.29, [1, 0.34, -0.3, -0.22, 0.5, 0.2, -0.9]], [0.4, [1, 0.34, -0.28, -0.2, 0.5, 0.2, -0.9]], [0.6, FALLING.rightHand]],
    grip: [[0, FALLING.grip], [0.15, [2, 2]], [0.4, [2, 2]], [0.6, FALLING.grip]]
};

/** Samples an action on what goes on below it, by seconds. */
function attack(name: string, action: Action, grip: number, base: (seconds: number) => Pose): Motion {
    const act = createAction(action);
    return {
        name, duration: action.seconds, rate: 60, isOnce: true,
        pose: (share) => {
            const seconds = share * action.seconds;
            return act({ pose: base(seconds), grip }, seconds);
        }
    };
}

/** A punch with the right, with a step. Begins and ends standing. */
export function createStandingAttack(skeleton: Skeleton): Motion {
    return attack('attack-stand', STAND, 1, () => stand(skeleton, 0));
}

/** A blow from above while the legs run on. As long as the run, begins and ends in its first pose. */
export function createRunningAttack(skeleton: Skeleton): Motion {
    const running = createRunning(skeleton);
    return attack('attack-run', RUN, 1.7, seconds => gaitPose(skeleton, running, seconds / RUN_SECONDS));
}

/** A kick with the right leg. Begins and ends in the fall. */
export function createAirAttack(skeleton: Skeleton): Motion {
    return attack('attack-air', AIR, 1, () => stand(skeleton, 0));
}
