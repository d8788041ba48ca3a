import { Vec3 } from 'playcanvas';

import { hangArms, relaxFingers } from './carriage';
import { createFootPath, type Stride } from './foot-path';
import { gaitMotion, type Gait } from './gait';
import type { Motion } from '../clip';
import { cycle, wave } from '../curves';
import { turnBy } from '../pose';
import type { Skeleton } from '../skeleton';

// Running at 3 m/s, in place, with two short flights a stride. Phase 0 is the touch-down of the left foot.

/** Speed in metres a second at which the floor passes. */
export const RUN_SPEED = 3;

/** Seconds of two steps. */
export const RUN_SECONDS = 0.7;

/** Share of them that a foot is down. */
export const RUN_STANCE = 0.36;

const STRIDE: Stride = {
    duration: RUN_SECONDS,
    speed: RUN_SPEED,
    stance: RUN_STANCE,
    strike: 0.2,
    aside: 0.055,
    flatFrom: 0.095,
    tipFrom: 0.28,
    lifting: 0.3,
    landing: 0.5,
    pitch: [[0, 8], [0.095, 0], [0.16, 0], [0.22, -11], [0.28, -29], [0.36, -60], [0.46, -95], [0.58, -80], [0.8, -8], [0.93, 10]],
    toes: [[0, 10], [0.095, 0], [0.28, 0], [0.36, -28], [0.46, -75], [0.58, -72], [0.8, -4], [0.93, 13]],
    swing: [[0.47, -0.5, 0.3], [0.58, -0.36, 0.4], [0.7, 0.04, 0.29], [0.82, 0.27, 0.155], [0.92, 0.3, 0.085]]
};

const ELBOW = cycle([[0, 78], [0.5, 98]]);

/** Share of a stride by which the right side follows the left one. */
const HALF = 0.5;

/** The parts of the run. */
export function createRunning(skeleton: Skeleton): Gait {
    const left = createFootPath(skeleton, 'Left', STRIDE);
    const right = createFootPath(skeleton, 'Right', STRIDE);
    const running: Gait = {
        duration: RUN_SECONDS,
        speed: RUN_SPEED,
        shift: phase => new Vec3(0.008 * wave(phase, 0.18), -0.049 - 0.036 * wave(phase, 0.18, 2), 0.008 * wave(phase, 0.4, 2)),
        trunk: phase => ({
            hips: turnBy(9, 4 * wave(phase, 0.18), -7 * wave(phase, 0)),
            shoulders: turnBy(8, 1.5 * wave(phase, 0.18), 10 * wave(phase, 0)),
            neck: turnBy(6, 0, 3 * wave(phase, 0)),
            head: turnBy(1 + wave(phase, 0.2, 2))
        }),
        swingArms(pose, phase) {
            const swing = wave(phase, 0.5);
            hangArms(pose, {
                Left: [-8 + 36 * swing, ELBOW(phase)],
                Right: [-8 - 36 * swing, ELBOW(phase + HALF)]
            });
            relaxFingers(pose, 1.7);
        },
        foot: (side, phase) => (side === 'Left' ? left(phase) : right(phase + HALF))
    };
    return running;
}

/** Running. */
export function createRun(skeleton: Skeleton): Motion {
    // between keys joints are interpolated, not feet: at 30 keys a second a foot would sink 3 mm while it lands
    return gaitMotion(skeleton, 'run', 60, createRunning(skeleton));
}
