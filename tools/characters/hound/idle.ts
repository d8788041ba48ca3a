import { Vec3 } from 'playcanvas';

import { carryEars, carryTail, carryTrunk } from './carriage';
import { plantPaws } from './legs';
import type { Motion } from '../clip';
import { cycle, wave } from '../curves';
import { Pose, turnBy } from '../pose';
import type { Skeleton } from '../skeleton';

// Standing: two breaths, weight that goes to and fro between the sides, a look about, ears that listen, a slow tail. Paws stay where the
// bind pose has them.

/** An ear turned to a sound and back, twice on one side and once on the other. */
const LEFT_EAR = cycle([[0, 0], [0.3, 0], [0.34, 1], [0.46, 0.9], [0.52, 0], [0.74, 0], [0.77, 0.6], [0.81, 0]]);
const RIGHT_EAR = cycle([[0, 0], [0.55, 0], [0.58, 1], [0.7, 0.85], [0.75, 0]]);

/** Where the head looks, degrees to the left. */
const LOOK = cycle([[0, 0], [0.3, 0], [0.4, 5], [0.52, 5], [0.62, -4], [0.75, -4], [0.88, 0]]);

/** A pose of an animal that stands, by phase. */
export function stand(skeleton: Skeleton, phase: number): Pose {
    const pose = new Pose(skeleton);
    const breath = wave(phase, 0.2, 2);
    carryTrunk(pose, {
        shift: new Vec3(0.007 * wave(phase, 0.25), -0.004 + 0.0022 * breath, 0.005 * wave(phase, 0.55)),
        pelvis: turnBy(0.2 * breath, 1.4 * wave(phase, 0.27), 0.7 * wave(phase, 0.3)),
        chest: turnBy(-0.5 * breath, 0.9 * wave(phase, 0.3), 0.5 * wave(phase, 0.2)),
        neck: turnBy(-1 * breath - 0.8 * wave(phase, 0.6), 0, 0.7 * LOOK(phase)),
        head: turnBy(-0.4 * wave(phase, 0.3, 2), 0.3 * LOOK(phase - 0.02), LOOK(phase - 0.02))
    });
    carryTail(pose, i => [1.2 * wave(phase, 0.3 + 0.04 * i, 2), 3.6 * wave(phase, 0.06 * i, 3)]);
    carryEars(pose, {
        L: [[-2 * breath - 10 * LEFT_EAR(phase), 14 * LEFT_EAR(phase)], [-5 * LEFT_EAR(phase - 0.01), 4 * LEFT_EAR(phase - 0.01)]],
        R: [[-2 * breath - 8 * RIGHT_EAR(phase), 15 * RIGHT_EAR(phase)], [-5 * RIGHT_EAR(phase - 0.01), 4 * RIGHT_EAR(phase - 0.01)]]
    });
    plantPaws(pose);
    return pose;
}

/** Standing. */
export function createIdle(skeleton: Skeleton): Motion {
    return { name: 'idle', duration: 5, rate: 30, pose: phase => stand(skeleton, phase) };
}
