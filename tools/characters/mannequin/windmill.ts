import { createAction, type Action, type Keys } from './acting';
import { stand } from './idle';
import type { Motion } from '../clip';
import type { Skeleton } from '../skeleton';

// Keeping the balance at an edge, or at the end of a run: the chest tips over ahead, both arms wheel forward, which turns the trunk back,
// and it sways until it is still. On top of somebody who stands; feet stay, heels rise.

/** One wheel of a hand beside the shoulder, from behind over the top and down: outward, up, ahead, and where the elbow goes. */
const BEHIND = [0.32, -0.3, -0.26, 0.5, 0.2, -0.8];
const RISING = [0.47, 0.1, -0.14, 0.3, -0.3, -0.9];
const ABOVE = [0.3, 0.4, 0.06, 0.8, -0.3, -0.4];
const AHEAD = [0.22, 0.08, 0.45, 0.6, -0.8, 0];
const BELOW = [0.22, -0.38, 0.24, 0.5, -0.2, -0.8];

/** Seconds from one place of the wheel to the next, and how much longer each takes than the first. */
const STEP = 0.072;
const SLOWER = 0.03;

/** Keys of a hand that goes through places of the wheel, ever slower, and comes to rest. */
function wheel(start: number, ...places: readonly (readonly number[])[]): Keys {
    return places.map((place, i) => [start + i * STEP * (1 + i * SLOWER), [i < places.length - 1 ? 1 : 0.5, ...place]]);
}

const WINDMILL: Action = {
    seconds: 1,
    place: [[0.07, [0, -0.02, -0.045]], [0.24, [0, -0.012, 0.02]], [0.42, [0, -0.015, -0.028]], [0.62, [0, -0.004, 0.008]]],
    pelvis: [[0.06, [12, 0, 4]], [0.22, [-5, 2, -5]], [0.4, [8, -2, 4]], [0.6, [-2, 0, -1]]],
    chest: [[1 / 30, [18, 0, 5]], [0.09, [21, 3, 9]], [0.25, [-9, -5, -10]], [0.43, [13, 4, 7]], [0.62, [-4, -1, -3]], [0.8, [2, 0, 0]]],
    head: [[0.05, [2, 0, 0]], [0.13, [16, 2, 3]], [0.29, [0, -2, -3]], [0.47, [11, 1, 2]], [0.67, [-2, 0, 0]]],
    leftFoot: [[0.09, [0, 0, 0, 16, 0, 0]], [0.25, [0, 0, 0, 0, 0, 0]], [0.42, [0, 0, 0, 10, 0, 0]], [0.58, [0, 0, 0, 0, 0, 0]]],
    rightFoot: [[0.1, [0, 0, 0, 13, 0, 0]], [0.26, [0, 0, 0, 0, 0, 0]], [0.43, [0, 0, 0, 8, 0, 0]], [0.6, [0, 0, 0, 0, 0, 0]]],
    // half a turn apart
    leftHand: wheel(0.11, BEHIND, RISING, ABOVE, AHEAD, BELOW, RISING, ABOVE, AHEAD, BELOW),
    rightHand: wheel(0.13, AHEAD, BELOW, BEHIND, RISING, ABOVE, AHEAD, BELOW),
    grip: [[0.1, [-0.6, -0.6]], [0.6, [-0.6, -0.6]]]
};

/** The struggle for balance that is added to whatever plays. */
export function createWindmill(skeleton: Skeleton): Motion {
    const act = createAction(WINDMILL);
    return { name: 'windmill', duration: WINDMILL.seconds, rate: 60, isOnce: true, pose: share => act({ pose: stand(skeleton, 0), grip: 1 }, share * WINDMILL.seconds) };
}
