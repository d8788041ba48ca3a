import { Vec3 } from 'playcanvas';

import { hangArms, relaxFingers } from './carriage';
import { createFootPath, type Stride } from './foot-path';
import { gaitMotion, type Gait } from './gait';
import { OWN_MOTIONS } from '../../../scripts/anim/kinds/own-motions';
import type { Motion } from '../clip';
import { cycle, wave } from '../curves';
import { turnBy } from '../pose';
import type { Skeleton } from '../skeleton';

// Walking at 1.34 m/s, in place. Figures after Winter and Perry. Phase 0 is the left heel strike.

/** Speed in metres a second at which the floor passes. */
export const WALK_SPEED = OWN_MOTIONS.people.walk.velocity![2];

const STRIDE: Stride = {
    duration: 1.06,
    speed: WALK_SPEED,
    stance: 0.62,
    strike: 0.3,
    aside: 0.062,
    flatFrom: 0.094,
    tipFrom: 0.5,
    lifting: 0.3,
    landing: 0.3,
    pitch: [[0, 20], [0.094, 0], [0.27, 0], [0.4, -7], [0.5, -24], [0.62, -55], [0.67, -62], [0.74, -46], [0.86, 3], [0.95, 20]],
    toes: [[0, 24], [0.094, 0], [0.5, 0], [0.62, -20], [0.68, -30], [0.75, -26], [0.86, 8], [0.95, 24]],
    swing: [[0.72, -0.29, 0.145], [0.8, -0.06, 0.1], [0.9, 0.215, 0.045]]
};

const ELBOW = cycle([[0, 16], [0.5, 36]]);

/** The parts of the walk. */
export function createWalking(skeleton: Skeleton): Gait {
    const left = createFootPath(skeleton, 'Left', STRIDE);
    const right = createFootPath(skeleton, 'Right', STRIDE);
    return {
        duration: STRIDE.duration,
        speed: STRIDE.speed,
        // highest over the standing leg, to whose side the pelvis shifts
        shift: phase => new Vec3(0.02 * wave(phase, 0.31), -0.031 - 0.0155 * wave(phase, 0.02, 2), 0.006 * wave(phase, 0.4, 2)),
        trunk: phase => ({
            hips: turnBy(4, 4.5 * wave(phase, 0.28), -5 * wave(phase, 0)),
            shoulders: turnBy(2.5, 1.5 * wave(phase, 0.3), 6 * wave(phase, 0.02)),
            neck: turnBy(2, 0.5 * wave(phase, 0.3), 2 * wave(phase, 0.02)),
            head: turnBy(0.6 * wave(phase, 0.1, 2))
        }),
        swingArms(pose, phase) {
            const swing = wave(phase, 0.52);
            hangArms(pose, {
                Left: [2.5 + 18 * swing, ELBOW(phase - 0.03)],
                Right: [2.5 - 18 * swing, ELBOW(phase + 0.47)]
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
