import { Vec3 } from 'playcanvas';

import { OWN_MOTIONS } from '../../../../scripts/anim/kinds/own-motions';
import type { Motion } from '../../clip';
import { cycle, wave } from '../../curves';
import { turnBy } from '../../pose';
import type { Skeleton } from '../../skeleton';
import { hangArms, relaxFingers } from '../carriage';
import { createFootPath, type Stride } from '../foot-path';
import { gaitMotion, type Gait } from '../gait';
import type { Side } from '../legs';

// Walking backwards: legs go nearly as they do ahead, reversed in time (Lee et al. 2013), with a shorter stride; the toes land first and the
// heel leaves last. The stride below is the one ahead that is reversed.

const SPEED = -OWN_MOTIONS.people['walk-back'].velocity![2];
const STANCE = 0.64;

const STRIDE: Stride = {
    duration: 1.06,
    speed: SPEED,
    stance: STANCE,
    strike: 0.2,
    aside: 0.075,
    flatFrom: 0.08,
    tipFrom: 0.5,
    lifting: 0.35,
    landing: 0.25,
    pitch: [[0, 10], [0.08, 0], [0.3, 0], [0.44, -8], [0.54, -20], [0.64, -38], [0.7, -44], [0.78, -30], [0.88, 0], [0.95, 10]],
    toes: [[0, 12], [0.08, 0], [0.52, 0], [0.64, -10], [0.7, -16], [0.78, -12], [0.88, 3], [0.95, 12]],
    swing: [[0.73, -0.24, 0.1], [0.82, -0.06, 0.065], [0.91, 0.12, 0.035]]
};

const ELBOW = cycle([[0, 28], [0.5, 18]]);

/** The parts of the walk backwards. */
export function createWalkingBack(skeleton: Skeleton): Gait {
    const paths = { Left: createFootPath(skeleton, 'Left', STRIDE), Right: createFootPath(skeleton, 'Right', STRIDE) };
    return {
        duration: STRIDE.duration,
        speed: -SPEED,
        shift: phase => new Vec3(0.022 * wave(phase, 0.33), -0.029 - 0.012 * wave(phase, 0.04, 2), -0.012 + 0.005 * wave(phase, 0.1, 2)),
        trunk: phase => ({
            hips: turnBy(2, 3 * wave(phase, 0.3), 3.5 * wave(phase, 0)),
            shoulders: turnBy(4, 1.2 * wave(phase, 0.32), -3.5 * wave(phase, 0.02)),
            neck: turnBy(3, 0, -1.5 * wave(phase, 0.02)),
            head: turnBy(1.5 + 0.5 * wave(phase, 0.1, 2))
        }),
        swingArms(pose, phase) {
            const swing = wave(phase, 0.06);
            hangArms(pose, { Left: [4 + 9 * swing, ELBOW(phase)], Right: [4 - 9 * swing, ELBOW(phase + 0.5)] });
            relaxFingers(pose);
        },
        foot: (side: Side, phase) => paths[side](STANCE - (side === 'Left' ? phase : phase + 0.5))
    };
}

/** Walking backwards. */
export function createWalkBack(skeleton: Skeleton): Motion {
    return gaitMotion(skeleton, 'walk-back', 60, createWalkingBack(skeleton));
}
