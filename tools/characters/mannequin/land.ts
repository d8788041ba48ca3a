import { createAction, type Action } from './acting';
import { stand } from './idle';
import type { Motion } from '../clip';
import type { Skeleton } from '../skeleton';

// Coming down on the feet, on top of somebody who stands: knees and trunk give in at once, head and arms follow.

/** Seconds at which pelvis and trunk are lowest. */
export const LAND_PEAK = 1 / 30;

const LAND: Action = {
    seconds: 0.7,
    place: [[LAND_PEAK, [0, -0.2, -0.06]], [0.1, [0, -0.185, -0.055]], [0.38, [0, 0.008, 0.004]], [0.5, [0, 0.004, 0]]],
    pelvis: [[LAND_PEAK, [20, 0, 0]], [0.1, [18, 0, 0]], [0.4, [-2, 0, 0]]],
    chest: [[LAND_PEAK, [31, 0, 0]], [0.11, [28, 0, 0]], [0.43, [-3, 0, 0]]],
    head: [[LAND_PEAK, [5, 0, 0]], [0.12, [19, 0, 0]], [0.46, [-4, 0, 0]]],
    leftHand: [[LAND_PEAK, [0.6, 0.26, -0.42, -0.04, 0.7, 0.2, -0.7]], [0.13, [1, 0.38, -0.26, 0.06, 0.4, 0.3, -0.9]], [0.42, [0.25, 0.2, -0.48, 0.08, 0.3, 0, -1]]],
    rightHand: [[LAND_PEAK, [0.6, 0.26, -0.42, -0.02, 0.7, 0.2, -0.7]], [0.14, [1, 0.4, -0.28, 0.1, 0.4, 0.3, -0.9]], [0.44, [0.25, 0.2, -0.48, 0.1, 0.3, 0, -1]]]
};

/** The landing that is added to whatever plays. */
export function createLand(skeleton: Skeleton): Motion {
    const act = createAction(LAND);
    return {
        name: 'land',
        duration: LAND.seconds,
        // straight legs that give in at once: between 60 keys a second the feet would sink by 16 mm
        rate: 120,
        isOnce: true,
        pose: share => act({ pose: stand(skeleton, 0), grip: 1 }, share * LAND.seconds)
    };
}
