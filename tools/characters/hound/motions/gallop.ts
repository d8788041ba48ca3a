import { Vec3 } from 'playcanvas';

import { OWN_MOTIONS } from '../../../../scripts/anim/kinds/own-motions';
import { wave } from '../../curves';
import { turnBy } from '../../pose';
import type { Gait } from '../gait';

// Galloping as dogs and cats do, in rotation: left hind, right hind, right fore, left fore (Hildebrand 1989), with two flights, stretched after the
// hinds and gathered after the fores. The back bends and stretches with it.

const SECONDS = 20 / 60;

export const GALLOP: Gait = {
    name: 'gallop',
    duration: SECONDS,
    length: OWN_MOTIONS.animals.gallop.velocity![2] * SECONDS,
    stance: 0.25,
    starts: { hind: [0, 0.1], fore: [0.6, 0.5] },
    paws: {
        fore: {
            middle: 0.27,
            aside: 0.045,
            swing: [[0.34, -0.26, 0.1], [0.5, -0.12, 0.22], [0.68, 0.16, 0.25], [0.85, 0.33, 0.14], [0.94, 0.31, 0.05]],
            lean: [[0, -36], [0.08, -24], [0.16, -4], [0.25, 30], [0.36, 84], [0.5, 112], [0.66, 70], [0.82, -10], [0.93, -36]],
            pitch: [[0, 0], [0.25, 0], [0.36, 70], [0.5, 100], [0.68, 60], [0.85, -4], [0.94, -8]]
        },
        hind: {
            middle: -0.17,
            aside: 0.06,
            swing: [[0.34, -0.34, 0.1], [0.5, -0.24, 0.19], [0.68, 0.06, 0.16], [0.85, 0.34, 0.11], [0.94, 0.34, 0.045]],
            lean: [[0, -46], [0.08, -32], [0.16, -8], [0.25, 34], [0.36, 62], [0.5, 56], [0.68, 10], [0.85, -40], [0.94, -48]],
            pitch: [[0, 0], [0.25, 0], [0.36, 64], [0.5, 76], [0.7, 40], [0.86, -4], [0.94, -8]]
        }
    },
    trunk: phase => ({
        shift: new Vec3(0, -0.02 + 0.025 * wave(phase, 0.93), 0.012 * wave(phase, 0.3)),
        pelvis: turnBy(-6 - 17 * wave(phase, 0.97), 1.5 * wave(phase, 0.1), 2 * wave(phase, 0.1)),
        chest: turnBy(1 + 9 * wave(phase, 0.85), 1.5 * wave(phase, 0.6), 0),
        neck: turnBy(16 + 7 * wave(phase, 0.75)),
        head: turnBy(5 - 2 * wave(phase, 0.7))
    }),
    tail: (phase, bone) => [(bone < 4 ? 14 : 6) - 4 * wave(phase, 0.1 + 0.06 * bone), 1.2 * wave(phase, 0.2 + 0.05 * bone)],
    ear: (phase, side) => [[-34 + 5 * wave(phase, 0.2), 10 + side * wave(phase, 0.3)], [-12 + 6 * wave(phase, 0.3), 0]]
};
