import { carryTrunk, hangArms, relaxFingers } from './carriage';
import { plantFeet } from './legs';
import type { Motion } from '../clip';
import { wave } from '../curves';
import { Pose, turnBy } from '../pose';
import type { Skeleton } from '../skeleton';

// Standing and breathing, a little more on the left leg than on the right, feet where the bind pose has them.

/** Standing. */
export function createIdle(skeleton: Skeleton): Motion {
    return {
        name: 'idle',
        duration: 2.33,
        rate: 30,
        pose(phase) {
            const pose = new Pose(skeleton);
            const breath = wave(phase, 0.45);
            pose.shift.set(0.008 + 0.003 * wave(phase, 0.2), -0.005, 0.002 * wave(phase, 0.6));
            carryTrunk(pose, {
                hips: turnBy(0, 0.8),
                shoulders: turnBy(-1.1 * breath, -0.6),
                neck: turnBy(-0.4 * breath, -0.3),
                head: turnBy(0.2 * breath)
            });
            hangArms(pose, { Left: [-1, 9], Right: [1, 12] }, -1 + breath);
            relaxFingers(pose);
            plantFeet(pose);
            return pose;
        }
    };
}
