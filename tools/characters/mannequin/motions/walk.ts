import { Vec3 } from 'playcanvas';

import { OWN_MOTIONS } from '../../../../scripts/anim/kinds/own-motions';
import type { Motion } from '../../clip';
import { cycle, wave } from '../../curves';
import { turnBy } from '../../pose';
import type { Skeleton } from '../../skeleton';
import { hangArms, relaxFingers } from '../carriage';
import { createFootPath, type Stride } from '../foot-path';
import { gaitMotion, type Gait } from '../gait';

// Walking as people were measured, at 1.34 m/s, in place: the angles of its joints are within one standard deviation of theirs over the whole stride.
// Phase 0 is the left heel strike.

/** Speed in metres a second at which the floor passes. */
const SPEED = OWN_MOTIONS.people.walk.velocity![2];

const STRIDE: Stride = {
    duration: 1.06,
    speed: SPEED,
    stance: 0.61,
    strike: 0.302,
    aside: 0.062,
    flatFrom: 0.07,
    tipFrom: 0.55,
    lifting: 0.7,
    landing: 0.43,
    pitch: [[0, 15.8], [0.07, 0], [0.18, 0], [0.4, -6.1], [0.5, -20], [0.61, -62], [0.67, -71.6], [0.74, -48.7], [0.86, -6.4], [0.95, 19.4]],
    toes: [[0, 18.5], [0.07, 0], [0.55, 0], [0.61, -22], [0.68, -46], [0.75, -28], [0.86, 1.5], [0.95, 22.4]],
    swing: [[0.72, -0.271, 0.149], [0.8, -0.072, 0.087], [0.9, 0.212, 0.022]]
};

const ELBOW = cycle([[0.05, 18], [0.5, 44]]);

/** The parts of the walk. */
export function createWalking(skeleton: Skeleton): Gait {
    const left = createFootPath(skeleton, 'Left', STRIDE);
    const right = createFootPath(skeleton, 'Right', STRIDE);
    return {
        duration: STRIDE.duration,
        speed: STRIDE.speed,
        // highest over the standing leg, to whose side the pelvis shifts
        shift: phase => new Vec3(0.021 * wave(phase, 0.31), -0.0235 - 0.0204 * wave(phase, 0.028, 2), -0.008),
        trunk: phase => ({
            hips: turnBy(0.4 + 0.8 * wave(phase, 0.43, 2), 2.85 * wave(phase, 0.15) + 1.27 * wave(phase, 0.15, 3), -4.3 * wave(phase, 0.04)),
            shoulders: turnBy(2, 1.6 * wave(phase, 0.25), 4.5 * wave(phase, 0.02)),
            neck: turnBy(1.5, 0.5 * wave(phase, 0.25), 1.5 * wave(phase, 0.02)),
            head: turnBy(0.6 * wave(phase, 0.1, 2))
        }),
        swingArms(pose, phase) {
            const swing = wave(phase, 0.5);
            hangArms(pose, {
                Left: [-6 + 15.5 * swing, ELBOW(phase - 0.03)],
                Right: [-6 - 15.5 * swing, ELBOW(phase + 0.47)]
            });
            relaxFingers(pose);
        },
        foot: (side, phase) => (side === 'Left' ? left(phase) : right(phase + 0.5))
    };
}

/** Walking. */
export function createWalk(skeleton: Skeleton): Motion {
    return gaitMotion(skeleton, 'walk', 30, createWalking(skeleton));
}
