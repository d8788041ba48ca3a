import { Quat, Vec3 } from 'playcanvas';

import { bone } from './bone-name';
import { carryTrunk } from './carriage';
import type { Gait } from './gait';
import { nearestAnkle, placeFoot, type FootPose } from './legs';
import { FOOT } from './proportions';
import { createRunning, RUN_SECONDS, RUN_SPEED, RUN_STANCE } from './run';
import type { Motion } from '../clip';
import { hermite, keyed } from '../curves';
import { Pose, turnBy } from '../pose';
import type { Skeleton } from '../skeleton';

// Turning back on the left foot while running, for an entity that faces the new direction from the first frame on and runs on at the same speed.
//
// The first pose is that of the run seen from behind, just after the left foot came down; the last one is the run's as that foot comes down
// again. Between them the run goes on, and what differs from it dies out: the yaw of each part, head first, then shoulders, then hips; the
// momentum of the pelvis, which lags behind the entity; and the way of the feet. The left foot stays where it is in the world until it
// leaves the floor, and pivots on the tip of its toes as the body comes around to the right.

/** Phase of the run at which the clip takes over: one of its keys, the left foot is flat. */
const TURN_FROM = 4 / 42;

/** Seconds of the clip; it ends with the run's stride. */
export const TURN_SECONDS = (1 - TURN_FROM) * RUN_SECONDS;

/** Seconds at which the left foot leaves the floor, and at which the right one comes down. */
const LIFT = (RUN_STANCE - TURN_FROM) * RUN_SECONDS;
const STRIKE = (0.5 - TURN_FROM) * RUN_SECONDS;

/** Degrees to the left that are left to go, by seconds. */
const HEAD = keyed([[0, [180]], [0.05, [150]], [0.15, [62]], [0.24, [10]], [0.36, [-4]], [0.52, [0]], [TURN_SECONDS, [0]]]);
const SHOULDERS = keyed([[0, [180]], [0.06, [160]], [0.18, [72]], [0.28, [22]], [0.42, [-7]], [TURN_SECONDS, [0]]]);
const HIPS = keyed([[0, [180]], [0.06, [168]], [0.18, [94]], [0.28, [44]], [0.44, [0]], [TURN_SECONDS, [0]]]);
const LEFT_FOOT = keyed([[0, [180]], [0.075, [180]], [LIFT, [146]], [0.28, [70]], [0.38, [14]], [0.46, [0]], [TURN_SECONDS, [0]]]);
const RIGHT_FOOT = keyed([[0, [180]], [0.05, [166]], [0.15, [88]], [0.24, [14]], [STRIKE, [0]], [TURN_SECONDS, [0]]]);

/** Pitch of the left foot and of its toes while it is down, degrees, toes up positive. */
const ROLL = keyed([[0, [0, 0]], [0.06, [0, 0]], [0.105, [-11, -9]], [LIFT, [-32, -19]]]);

/** How far the right foot points its toes down on the way, degrees: its leg is bent further than in the run. */
const POINT = keyed([[0, [0]], [0.08, [24]], [0.2, [0]], [TURN_SECONDS, [0]]]);

/** How far the trunk leans ahead, degrees, and how far the pelvis goes down, metres: braking, then pushing off. */
const LEAN = keyed([[0, [0, 0]], [0.12, [22, -0.075]], [0.21, [18, -0.075]], [0.33, [10, -0.02]], [0.5, [0, 0]], [TURN_SECONDS, [0, 0]]]);

/** Seconds in which the pelvis loses the momentum that the entity has lost at once, and how suddenly at first. */
const MOMENTUM_SECONDS = 0.5;
const MOMENTUM_POWER = 5;

/** Step of time for slopes, seconds. */
const STEP = 1e-4;

/** Metres by which the pelvis is ahead of the entity in the old direction. */
function momentum(time: number): number {
    const left = Math.max(0, 1 - time / MOMENTUM_SECONDS);
    return 2 * RUN_SPEED * time * left ** MOMENTUM_POWER;
}

const yaw = (degrees: number) => turnBy(0, 0, degrees);

function phaseAt(time: number): number {
    return TURN_FROM + time / RUN_SECONDS;
}

/** What is left of an offset and its speed that die out between two times. */
function dyingOut(offset: Vec3, velocity: Vec3, from: number, to: number, time: number): Vec3 {
    if (time >= to) return new Vec3();
    const along = (axis: 'x' | 'y' | 'z') => hermite([from, offset[axis]], [to, 0], velocity[axis], 0, time);
    return new Vec3(along('x'), along('y'), along('z'));
}

/** Offset of one way from another at a time, and its speed. */
function apart(a: (time: number) => Vec3, b: (time: number) => Vec3, time: number): [offset: Vec3, velocity: Vec3] {
    const at = (t: number) => a(t).sub(b(t));
    return [at(time), at(time + STEP).sub(at(time - STEP)).mulScalar(1 / (2 * STEP))];
}

/** The left foot while it is down, as the entity runs away from it. */
function createPivot(skeleton: Skeleton, running: Gait): (time: number) => FootPose {
    const bind = (name: string) => skeleton.positions[skeleton.index(bone(`Left${name}`))];
    const [ankle, ball] = [bind('Foot'), bind('ToeBase')];
    const tip = bind('Toe_End').clone();
    tip.y = 0;
    const across = new Vec3().cross(Vec3.UP, FOOT);
    const pitched = (toesUp: number) => new Quat().setFromAxisAngle(across, -toesUp);
    const back = yaw(180);
    const start = running.foot('Left', TURN_FROM).ankle.sub(ankle).add(tip);
    const planted = back.transformVector(start, start);
    return (time) => {
        const [pitch, toesPitch] = ROLL(Math.min(time, LIFT));
        const turn = yaw(LEFT_FOOT(time)[0]);
        const toes = turn.clone().mul(pitched(toesPitch));
        const foot = turn.clone().mul(pitched(pitch));
        const place = planted.clone()
        .add(toes.transformVector(ball.clone().sub(tip)))
        .add(foot.transformVector(ankle.clone().sub(ball)));
        place.z -= RUN_SPEED * time;
        return { ankle: place, foot, toes };
    };
}

/** Both feet by time. */
function createFeet(skeleton: Skeleton, running: Gait): { left(time: number): FootPose; right(time: number): FootPose } {
    const pivot = createPivot(skeleton, running);
    const run = (side: 'Left' | 'Right') => (time: number) => running.foot(side, phaseAt(time)).ankle;
    const [offset, velocity] = apart(time => pivot(time).ankle, run('Left'), LIFT);
    const lifted = pivot(LIFT);
    const back = yaw(180);
    const [rightOffset, rightVelocity] = apart((time) => {
        // where it would be in the world, had the entity gone on
        const place = run('Right')(time);
        return back.transformVector(place, place).add(new Vec3(0, 0, -2 * RUN_SPEED * time));
    }, run('Right'), 0);
    return {
        left(time) {
            if (time <= LIFT) return pivot(time);
            const own = running.foot('Left', phaseAt(time));
            const turn = yaw(LEFT_FOOT(time)[0]);
            // what is left of the pose in which it left the floor
            const [rest] = FADE((time - LIFT) / SWING_FADE);
            const roll = (of: 'foot' | 'toes') => turn.clone().mul(new Quat().slerp(own[of], yaw(-LEFT_FOOT(LIFT)[0]).mul(lifted[of]), rest));
            return { ankle: own.ankle.add(dyingOut(offset, velocity.clone().mulScalar(KEPT), LIFT, LIFT + SWING_FADE, time)), foot: roll('foot'), toes: roll('toes') };
        },
        right(time) {
            const own = running.foot('Right', phaseAt(time));
            const turn = yaw(RIGHT_FOOT(time)[0]);
            return {
                ankle: own.ankle.add(dyingOut(rightOffset, rightVelocity, 0, STRIKE, time)),
                foot: turn.clone().mul(turnBy(POINT(time)[0])).mul(own.foot),
                toes: turn.clone().mul(turnBy(POINT(time)[0])).mul(own.toes)
            };
        }
    };
}

/** Seconds in which the left foot finds back to the run's way, and how. */
const SWING_FADE = 0.17;
/** Share of its speed against the run's that it keeps as it leaves the floor: with all of it the leg would be too short. */
const KEPT = 0.3;
const FADE = (x: number) => (x < 1 ? keyed([[0, [1]], [1, [0]]])(x) : [0]);

/** Turning to the right on the left foot. */
export function createTurn(skeleton: Skeleton): Motion {
    const running = createRunning(skeleton);
    const feet = createFeet(skeleton, running);
    const hipsPlace = skeleton.positions[skeleton.index(bone('Hips'))];
    return {
        name: 'turn',
        duration: TURN_SECONDS,
        rate: 60,
        isOnce: true,
        pose(share) {
            const time = share * TURN_SECONDS;
            const phase = phaseAt(time);
            const pose = new Pose(skeleton);
            const [lean, down] = LEAN(time);
            const around = (keys: (time: number) => number[], run: Quat, leans: number) => turnBy(leans).mul(yaw(keys(time)[0])).mul(run);
            const place = hipsPlace.clone().add(running.shift(phase));
            yaw(HIPS(time)[0]).transformVector(place, place);
            pose.shift.copy(place.sub(hipsPlace)).add(new Vec3(0, down, -momentum(time)));
            const trunk = running.trunk(phase);
            carryTrunk(pose, {
                hips: around(HIPS, trunk.hips, 0.4 * lean),
                shoulders: around(SHOULDERS, trunk.shoulders, lean),
                neck: around(t => [(SHOULDERS(t)[0] + HEAD(t)[0]) / 2], trunk.neck, 0.5 * lean),
                head: around(HEAD, trunk.head, 0)
            });
            running.swingArms(pose, phase);
            for (const [side, foot] of [['Left', feet.left(time)], ['Right', feet.right(time)]] as const) {
                placeFoot(pose, side, { ...foot, ankle: nearestAnkle(pose, side, foot.ankle) });
            }
            return pose;
        }
    };
}
