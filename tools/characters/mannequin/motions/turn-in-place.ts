import { Vec3 } from 'playcanvas';

import { carryTrunk, hangArms, relaxFingers } from '../carriage';
import { takeSteps, type Stand, type Step } from './steps';
import type { Motion } from '../../clip';
import { keyed } from '../../curves';
import { Pose, turnBy } from '../../pose';
import type { Skeleton } from '../../skeleton';
import { bone } from '../bone-name';
import { stand } from '../idle';
import { nearestAnkle, placeFoot, type Side } from '../legs';

// Turning by 90 degrees where one stands, in three small steps: the inner foot opens, the outer one follows, the inner one closes. Head first,
// then shoulders, hips and feet. Begins and ends in the idle.

const SECONDS = 1.3;

/** Degrees turned by head, shoulders and hips, and the same by the entity. */
const HEAD = keyed([[0, [0]], [0.08, [4]], [0.36, [50]], [0.62, [80]], [0.9, [91]], [SECONDS, [90]]]);
const SHOULDERS = keyed([[0, [0]], [0.14, [3]], [0.46, [44]], [0.76, [80]], [1.02, [91]], [SECONDS, [90]]]);
const HIPS = keyed([[0, [0]], [0.18, [2]], [0.52, [42]], [0.84, [80]], [1.06, [90]], [SECONDS, [90]]]);
const ENTITY = keyed([[0, [0]], [0.1, [0]], [1.1, [90]], [SECONDS, [90]]]);

/** Weight on the outer foot, -1..1, and how far the pelvis is lowered, metres. */
const WEIGHT = keyed([[0, [0, 0]], [0.22, [0.9, 0.008]], [0.42, [0.9, 0.014]], [0.62, [-0.9, 0.012]], [0.82, [-0.7, 0.012]], [1, [0.6, 0.008]], [1.15, [0.15, 0.002]], [SECONDS, [0, 0]]]);

/** Swing of the arms, degrees: both trail, then come after. */
const TRAIL = keyed([[0, [0]], [0.35, [-1]], [0.75, [0.8]], [1.05, [-0.3]], [SECONDS, [0]]]);

/** Where the ankle of a side is when the body has turned by some degrees, against the bind pose. */
function turnedStand(skeleton: Skeleton, side: Side, degrees: number): Stand {
    const ankle = skeleton.positions[skeleton.index(bone(`${side}Foot`))];
    const place = turnBy(0, 0, degrees).transformVector(new Vec3(ankle.x, 0, ankle.z)).sub(new Vec3(ankle.x, 0, ankle.z));
    return { left: place.x, ahead: place.z, turn: degrees };
}

/** A turn to the left or to the right. */
export function createTurnInPlace(skeleton: Skeleton, to: Side): Motion {
    const sign = to === 'Left' ? 1 : -1;
    const outer: Side = to === 'Left' ? 'Right' : 'Left';
    const start: Stand = { left: 0, ahead: 0, turn: 0 };
    const open: Step = { lift: 0.26, land: 0.5, to: { left: -0.01 * sign, ahead: -0.09, turn: 58 * sign }, height: 0.05 };
    const follow: Step = { lift: 0.56, land: 0.84, to: turnedStand(skeleton, outer, 90 * sign), height: 0.06 };
    const close: Step = { lift: 0.9, land: 1.08, to: turnedStand(skeleton, to, 90 * sign), height: 0.03 };
    const feet = { [to]: takeSteps(skeleton, to, start, [open, close]), [outer]: takeSteps(skeleton, outer, start, [follow]) } as Record<Side, (time: number) => ReturnType<ReturnType<typeof takeSteps>>>;
    return {
        name: `turn-${to.toLowerCase()}-90`, duration: SECONDS, rate: 60, isOnce: true,
        travel: share => ({ place: new Vec3(), turn: sign * ENTITY(share * SECONDS)[0] }),
        pose(share) {
            const time = share * SECONDS;
            const [weight, down] = WEIGHT(time);
            const base = stand(skeleton, 0, { shift: sign * weight * 0.8 });
            const idle = (name: string) => base.turned(skeleton.index(bone(name)));
            const [head, shoulders, hips] = [HEAD, SHOULDERS, HIPS].map(curve => sign * curve(time)[0]);
            const pose = new Pose(skeleton);
            const yaw = turnBy(0, 0, hips);
            const hipsPlace = skeleton.positions[0];
            pose.shift.copy(yaw.transformVector(hipsPlace.clone().add(base.shift)).sub(hipsPlace));
            pose.shift.y -= down;
            carryTrunk(pose, {
                hips: yaw.clone().mul(idle('Hips')), shoulders: turnBy(0, 0, shoulders).mul(idle('Spine2')), neck: turnBy(0, 0, (shoulders + head) / 2).mul(idle('Neck')),
                head: turnBy(0, 0, head).mul(idle('Head'))
            });
            const trail = 7 * TRAIL(time)[0];
            // the outer arm comes ahead, the inner one goes back
            hangArms(pose, { Left: [-1 - sign * trail, 9 + Math.abs(trail)], Right: [1 + sign * trail, 12 + Math.abs(trail)] }, -1 - 0.89);
            relaxFingers(pose);
            for (const side of ['Left', 'Right'] as const) {
                const foot = feet[side](time);
                placeFoot(pose, side, { ...foot, ankle: nearestAnkle(pose, side, foot.ankle) });
            }
            return pose;
        }
    };
}
