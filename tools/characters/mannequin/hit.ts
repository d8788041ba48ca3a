import { createAction, type Action } from './acting';
import { stand } from './idle';
import type { Motion } from '../clip';
import type { Skeleton } from '../skeleton';

// A blow against the right side of the chest, on top of somebody who stands: the chest goes back at once, the head after it, feet stay.

const HIT: Action = {
    seconds: 0.55,
    place: [[0.05, [0.02, -0.035, -0.09]], [0.16, [0.02, -0.04, -0.07]], [0.38, [0, 0.002, 0.008]]],
    pelvis: [[0.05, [-8, 0, 10]], [0.15, [-6, 0, 8]], [0.38, [2, 0, -1]]],
    chest: [[1 / 30, [-22, -6, -24]], [0.14, [-16, -4, -18]], [0.38, [4, 0, 3]]],
    head: [[1 / 30, [6, 0, -4]], [0.1, [-24, -8, -26]], [0.2, [-14, -4, -14]], [0.42, [5, 0, 3]]],
    leftHand: [[0.07, [0.8, 0.2, -0.3, 0.34, 0.6, -0.3, -0.7]], [0.19, [0.8, 0.34, -0.26, 0.24, 0.5, 0.1, -0.8]], [0.4, [0.2, 0.2, -0.46, 0.08, 0.3, 0, -1]]],
    rightHand: [[0.06, [0.8, 0.26, -0.24, 0.34, 0.7, -0.3, -0.6]], [0.18, [0.8, 0.4, -0.22, 0.16, 0.5, 0.1, -0.8]], [0.4, [0.2, 0.2, -0.46, 0.08, 0.3, 0, -1]]]
};

/** The flinch that is added to whatever plays. */
export function createHit(skeleton: Skeleton): Motion {
    const act = createAction(HIT);
    return { name: 'hit', duration: HIT.seconds, rate: 60, isOnce: true, pose: share => act({ pose: stand(skeleton, 0), grip: 1 }, share * HIT.seconds) };
}
