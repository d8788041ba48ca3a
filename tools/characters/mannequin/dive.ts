import { Quat, Vec3 } from 'playcanvas';

import { bone } from './bone-name';
import { carryTrunk, hangArms, relaxFingers } from './carriage';
import { THICKNESS } from './get-up';
import { stand } from './idle';
import { nearestAnkle, placeFoot, SIDES, type FootPose, type Side } from './legs';
import type { Motion } from '../clip';
import { keyed } from '../curves';
import { touchGround } from '../grounded';
import { Pose, turnBy } from '../pose';
import type { Skeleton } from '../skeleton';

// A dive ahead with a roll over the shoulders: the push of both legs, the flight, hands, nape, back and feet on the floor, and up.

const SECONDS = 1.15;

/** Height and place ahead of the pelvis, metres; pitch of pelvis, chest and head, degrees. */
const TRUNK = keyed([
    [0, [0.9, 0.04, 14, 26, 8]], [0.1, [0.98, 0.1, 44, 48, 22]], [0.26, [1, 0.06, 84, 78, 52]], [0.4, [0.78, 0, 122, 120, 96]],
    [0.52, [0.5, -0.02, 182, 205, 238]], [0.64, [0.24, -0.02, 262, 284, 306]], [0.76, [0.46, -0.14, 342, 372, 372]],
    [0.88, [0.64, -0.08, 380, 392, 376]], [SECONDS, [0.96, -0.008, 360, 360, 360]]
]);

/** Flexion of hips and knees, left and right, and how far the feet point, degrees. */
const LEGS = keyed([
    [0, [40, 66, 20, 36, 10]], [0.1, [14, 24, -6, 12, 46]], [0.26, [-14, 16, -8, 30, 58]], [0.4, [20, 40, 36, 62, 54]],
    [0.52, [98, 108, 112, 120, 36]], [0.64, [116, 130, 120, 134, 20]], [0.76, [112, 126, 104, 122, 0]], [0.88, [70, 80, 62, 78, 0]], [SECONDS, [0, 0, 0, 0, 0]]
]);

/** Swing of the arms from hanging, bend of their elbows, degrees. */
const ARMS = keyed([
    [0, [-30, 30]], [0.12, [90, 30]], [0.26, [164, 10]], [0.4, [150, 40]], [0.52, [96, 92]], [0.66, [52, 84]], [0.8, [40, 56]], [0.92, [14, 34]], [SECONDS, [0, 10]]
]);

/** How much the body lies on the floor, and how much the feet are where they stand at the end, 0..1. */
const GROUNDED = keyed([[0, [0, 0]], [0.34, [0, 0]], [0.44, [1, 0]], [0.7, [1, 0]], [0.78, [1, 1]], [0.86, [0, 1]], [SECONDS, [0, 1]]]);

/** How much of it is as somebody stands. */
const STANDING = keyed([[0, [0]], [0.86, [0]], [SECONDS, [1]]]);

/** A leg by its angles against the pelvis. */
function swingLeg(pose: Pose, side: Side, hip: number, knee: number, point: number): FootPose {
    const index = (name: string) => pose.skeleton.index(bone(side + name));
    pose.bend(index('UpLeg'), turnBy(-hip));
    pose.bend(index('Leg'), turnBy(knee));
    pose.bend(index('Foot'), turnBy(point));
    pose.bend(index('ToeBase'), new Quat());
    return { ankle: pose.place(index('Foot')), foot: pose.turned(index('Foot')), toes: pose.turned(index('ToeBase')) };
}

/** A dive with a roll. Begins in the push, ends standing. */
export function createDive(skeleton: Skeleton): Motion {
    const end = stand(skeleton, 0);
    const hips = skeleton.positions[skeleton.index(bone('Hips'))];
    const standing = (name: string) => end.turned(skeleton.index(bone(name)));
    return {
        name: 'dive', duration: SECONDS, rate: 60, isOnce: true,
        pose(share) {
            const time = share * SECONDS;
            const pose = new Pose(skeleton);
            const [height, ahead, pelvis, chest, head] = TRUNK(time);
            const [leftHip, leftKnee, rightHip, rightKnee, point] = LEGS(time);
            const [swing, elbow] = ARMS(time);
            const [lies, planted] = GROUNDED(time);
            const [stands] = STANDING(time);
            const mixed = (name: string, degrees: number) => new Quat().slerp(turnBy(degrees), standing(name), stands);
            pose.shift.lerp(new Vec3(0, height - hips.y, ahead - hips.z), end.shift, stands);
            carryTrunk(pose, {
                hips: mixed('Hips', pelvis), shoulders: mixed('Spine2', chest), neck: mixed('Neck', (chest + head) / 2), head: mixed('Head', head)
            });
            hangArms(pose, { Left: [swing - stands, elbow - stands], Right: [swing + stands, elbow + 2 * stands] }, -stands * 1.95);
            relaxFingers(pose);
            SIDES.forEach((side, i) => {
                const free = swingLeg(pose, side, [leftHip, rightHip][i], [leftKnee, rightKnee][i], point);
                if (planted === 0) return;
                const index = (name: string) => skeleton.index(bone(side + name));
                const ankle = new Vec3().lerp(free.ankle, end.place(index('Foot')), planted);
                placeFoot(pose, side, {
                    ankle: nearestAnkle(pose, side, ankle),
                    foot: new Quat().slerp(free.foot, end.turned(index('Foot')), planted),
                    toes: new Quat().slerp(free.toes, end.turned(index('ToeBase')), planted)
                });
            });
            const free = pose.shift.y;
            touchGround(pose, THICKNESS);
            // in the air as it is told, but never below the floor
            pose.shift.y = Math.max(pose.shift.y, free + lies * (pose.shift.y - free));
            return pose;
        }
    };
}
