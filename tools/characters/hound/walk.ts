import { Vec3 } from 'playcanvas';

import type { Gait } from './gait';
import { wave } from '../curves';
import { turnBy } from '../pose';

// Walking: left hind, left fore, right hind, right fore, a quarter of the stride apart. The croup is over the standing hind leg and drops
// on the other side; the chest does so a quarter of the stride later, so the back sways.

export const WALK: Gait = {
    name: 'walk',
    duration: 0.8,
    length: 0.78,
    stance: 0.625,
    starts: { hind: [0, 0.5], fore: [0.25, 0.75] },
    paws: {
        fore: {
            middle: 0.23,
            aside: 0.066,
            swing: [[0.7, -0.18, 0.035], [0.8, 0.02, 0.055], [0.91, 0.22, 0.032]],
            lean: [[0, -32], [0.2, -26], [0.4, -12], [0.625, 22], [0.71, 58], [0.78, 64], [0.87, 10], [0.94, -26]],
            pitch: [[0, 0], [0.625, 0], [0.71, 56], [0.78, 66], [0.9, 0], [0.95, -6]]
        },
        hind: {
            middle: -0.285,
            aside: 0.066,
            swing: [[0.7, -0.18, 0.03], [0.8, 0.02, 0.05], [0.91, 0.23, 0.035]],
            lean: [[0, -36], [0.2, -24], [0.4, -8], [0.625, 24], [0.72, 38], [0.82, 10], [0.92, -28]],
            pitch: [[0, 0], [0.625, 0], [0.71, 48], [0.79, 50], [0.91, 0], [0.96, -5]]
        }
    },
    trunk: phase => ({
        shift: new Vec3(0.006 * wave(phase, 0.44), -0.014 + 0.004 * wave(phase, 0.44, 2), 0),
        pelvis: turnBy(0.8 * wave(phase, 0.2, 2), 3 * wave(phase, 0.3), -4 * wave(phase, 0.02)),
        chest: turnBy(-0.6 * wave(phase, 0.2, 2), 2.5 * wave(phase, 0.55), -3.2 * wave(phase, 0.27)),
        neck: turnBy(5 + 2.2 * wave(phase, 0.3, 2), 0, -0.8 * wave(phase, 0.27)),
        head: turnBy(1 - 0.8 * wave(phase, 0.36, 2))
    }),
    tail: (phase, bone) => [(bone < 3 ? 6 : 3) + 1.2 * wave(phase, 0.1 + 0.06 * bone, 2), 3.2 * wave(phase, 0.3 + 0.07 * bone)],
    ear: (phase, side) => [[-6 + 2 * wave(phase, 0.38, 2), 4 + side * wave(phase, 0.3)], [3 * wave(phase, 0.44, 2), 0]]
};
