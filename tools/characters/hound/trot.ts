import { Vec3 } from 'playcanvas';

import type { Gait } from './gait';
import { wave } from '../curves';
import { turnBy } from '../pose';

// Trotting: diagonal pairs half a stride apart, with two short flights between. The trunk is lowest over the middle of each stance and
// turns little.

/** Phase of the middle of a stance. */
const LOW = 0.22;

export const TROT: Gait = {
    name: 'trot',
    duration: 32 / 60,
    length: 1.04,
    stance: 0.4375,
    starts: { hind: [0, 0.5], fore: [0.5, 0] },
    paws: {
        fore: {
            middle: 0.24,
            aside: 0.055,
            swing: [[0.53, -0.2, 0.065], [0.68, 0.03, 0.115], [0.84, 0.235, 0.07], [0.93, 0.258, 0.024]],
            lean: [[0, -34], [0.14, -24], [0.28, -8], [0.4375, 28], [0.54, 68], [0.64, 82], [0.8, 20], [0.92, -28]],
            pitch: [[0, 0], [0.4375, 0], [0.54, 62], [0.64, 80], [0.84, 4], [0.93, -6]]
        },
        hind: {
            middle: -0.315,
            aside: 0.072,
            swing: [[0.53, -0.24, 0.055], [0.68, -0.02, 0.09], [0.84, 0.2, 0.06], [0.93, 0.245, 0.022]],
            lean: [[0, -38], [0.14, -26], [0.28, -8], [0.4375, 28], [0.54, 46], [0.68, 24], [0.85, -26], [0.93, -36]],
            pitch: [[0, 0], [0.4375, 0], [0.54, 56], [0.64, 58], [0.84, 4], [0.93, -6]]
        }
    },
    trunk: phase => ({
        shift: new Vec3(0, -0.014 - 0.017 * wave(phase, LOW, 2), 0),
        pelvis: turnBy(0.6 * wave(phase, LOW + 0.1, 2), 1.5 * wave(phase, LOW), -3 * wave(phase, 0.02)),
        chest: turnBy(-0.8 * wave(phase, LOW + 0.1, 2), -1.5 * wave(phase, LOW), 2.5 * wave(phase, 0.02)),
        neck: turnBy(2 + 1.2 * wave(phase, LOW + 0.06, 2), 0, 0.8 * wave(phase, 0.02)),
        head: turnBy(1.5 - 0.6 * wave(phase, LOW + 0.1, 2))
    }),
    tail: (phase, bone) => [(bone < 4 ? 10 : 4) - 2 * wave(phase, LOW + 0.05 + 0.06 * bone, 2), 2 * wave(phase, 0.1 + 0.06 * bone)],
    ear: (phase, side) => [[-12 + 3 * wave(phase, LOW + 0.1, 2), 6 + side * wave(phase, 0.3)], [-2 + 5 * wave(phase, LOW + 0.16, 2), 0]]
};
