import { Vec3 } from 'playcanvas';

import { carryWeight } from './weight';
import { OWN_MOTIONS } from '../../../../scripts/anim/kinds/own-motions';
import type { Motion } from '../../clip';
import { cycle, wave } from '../../curves';
import { bounce } from '../../ground-force';
import { turnBy } from '../../pose';
import type { Skeleton } from '../../skeleton';
import { hangArms, relaxFingers } from '../carriage';
import { createFootPath, type Stride } from '../foot-path';
import { gaitMotion, type Gait } from '../gait';

// Running as people were measured, at 3 m/s, in place: the angles of its legs are within one standard deviation of theirs, and in its two flights a stride the
// weight goes along a parabola. Phase 0 is the touch-down of the left foot.

/** Speed in metres a second at which the floor passes. */
const SPEED = OWN_MOTIONS.people.run.velocity![2];

/** Seconds of two steps. */
const SECONDS = 0.7;

/** Share of them that a foot is down. */
const STANCE = 0.36;

const STRIDE: Stride = {
    duration: SECONDS,
    speed: SPEED,
    stance: STANCE,
    strike: 0.24,
    aside: 0.055,
    flatFrom: 0.062,
    tipFrom: 0.29,
    lifting: 1.2,
    landing: 0.8,
    pitch: [[0, 15], [0.062, 0], [0.1, 0], [0.22, -8.9], [0.27, -16.5], [0.36, -42.5], [0.46, -69.5], [0.58, -77], [0.7, -69.5], [0.8, -32], [0.93, 9]],
    toes: [[0, 15], [0.062, 0], [0.29, 0], [0.36, -21], [0.46, -46], [0.58, -62], [0.7, -58], [0.8, -25], [0.93, 10.5]],
    swing: [[0.46, -0.4935, 0.18], [0.58, -0.44, 0.2345], [0.7, -0.303, 0.264], [0.82, -0.046, 0.109], [0.92, 0.16, 0.035], [0.962, 0.226, 0.024]]
};

/** The weight rides on one foot after the other, with nothing between. */
const WEIGHT = bounce([0, 0.5].map(from => ({ from, stance: STANCE, share: 0.5, q: 0.1, brake: 0.15 })), SECONDS);

const ELBOW = cycle([[0, 78], [0.5, 98]]);

/** Share of a stride by which the right side follows the left one. */
const HALF = 0.5;

const made = new WeakMap<Skeleton, Gait>();

/** The parts of the run. */
export function createRunning(skeleton: Skeleton): Gait {
    let running = made.get(skeleton);
    if (!running) made.set(skeleton, running = carryWeight(skeleton, createParts(skeleton), WEIGHT));
    return running;
}

function createParts(skeleton: Skeleton): Gait {
    const left = createFootPath(skeleton, 'Left', STRIDE);
    const right = createFootPath(skeleton, 'Right', STRIDE);
    return {
        duration: SECONDS,
        speed: SPEED,
        shift: phase => new Vec3(0.008 * wave(phase, 0.18), -0.0475, -0.004),
        trunk: phase => ({
            hips: turnBy(1, 4 * wave(phase, 0.18), -7 * wave(phase, 0)),
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
}

/** Running. */
export function createRun(skeleton: Skeleton): Motion {
    // between keys joints are interpolated, not feet: at 30 keys a second a foot would sink 3 mm while it lands
    return gaitMotion(skeleton, 'run', 60, createRunning(skeleton));
}
