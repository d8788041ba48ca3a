import { Vec3 } from 'playcanvas';

import { between, ease, inWorld, lean, plant } from './joining';
import { mixed, moved, takeSteps } from './steps';
import type { Motion } from '../../clip';
import { hermite, keyed, path, type Keyed } from '../../curves';
import { turnBy } from '../../pose';
import type { Skeleton } from '../../skeleton';
import { bone } from '../bone-name';
import { gaitPose, type Gait } from '../gait';
import { stand } from '../idle';
import type { FootPose, Side } from '../legs';

// Breaking into a run out of the idle, in two steps, and stopping out of the run in two.

const START_SECONDS = 0.92;

/** Seconds at which the feet are lifted and the first step lands, and how far it goes ahead, metres. */
const LEFT_LIFT = 0.42;
const RIGHT_LIFT = 0.16;
const FIRST_STEP = 0.52;

const START_LEAN: Keyed = keyed([[0, [0, 0, 0, 0, 0]], [0.16, [0.01, -0.05, 0.03, 8, 14]], [0.4, [0, -0.04, 0.09, 14, 22]], [0.64, [0, -0.012, 0.05, 9, 14]], [START_SECONDS, [0, 0, 0, 0, 0]]]);

/** The first steps of the run. */
export function createRunStart(skeleton: Skeleton, gait: Gait): Motion {
    const place = (side: Side, name: string) => skeleton.positions[skeleton.index(bone(side + name))];
    // the right foot comes down where the run has it
    const flat = inWorld(gait, 'Right', -0.37 * gait.duration).ankle;
    const end = new Vec3(-0.02, 0, place('Right', 'Foot').z + FIRST_STEP - flat.z);
    const travel = (time: number) => new Vec3(end.x * ease(time / START_SECONDS), 0, hermite([0, 0], [START_SECONDS, end.z], 0, gait.speed, time));
    const running = (side: Side, time: number) => moved(inWorld(gait, side, time - START_SECONDS), end);
    const rightDown = START_SECONDS - 0.37 * gait.duration;
    const away = { left: 0, ahead: 0, turn: 0 };
    const start = (side: Side, lift: number) => takeSteps(skeleton, side, away, [{ lift, land: 99, to: away, height: 0 }]);
    const right = (time: number): FootPose => {
        const first = start('Right', RIGHT_LIFT);
        if (time <= RIGHT_LIFT) return first(time);
        if (time >= rightDown) return running('Right', time);
        const [from, to] = [first(RIGHT_LIFT), running('Right', rightDown)];
        const along = (axis: 'x' | 'y' | 'z', ...middle: [number, number][]) => path([[RIGHT_LIFT, from.ankle[axis]], ...middle, [rightDown, to.ankle[axis]]], 0, axis === 'y' ? -0.5 : 0);
        const span = rightDown - RIGHT_LIFT;
        const ankle = new Vec3(along('x')(time), along('y', [RIGHT_LIFT + 0.4 * span, 0.24], [RIGHT_LIFT + 0.75 * span, 0.17])(time), along('z', [RIGHT_LIFT + 0.4 * span, from.ankle.z + 0.17])(time));
        const pitch = path([[RIGHT_LIFT, 26], [RIGHT_LIFT + 0.3 * span, 46], [RIGHT_LIFT + 0.7 * span, 6], [rightDown, 0]], 100, 0)(time);
        return { ankle, foot: turnBy(pitch), toes: turnBy(0.4 * pitch) };
    };
    const lifted = start('Left', LEFT_LIFT)(LEFT_LIFT);
    const left = (time: number): FootPose => {
        if (time <= LEFT_LIFT) return start('Left', LEFT_LIFT)(time);
        const [now, then] = [running('Left', time), running('Left', LEFT_LIFT)];
        const u = (time - LEFT_LIFT) / (0.9 * (START_SECONDS - LEFT_LIFT));
        // what is left of where it was lifted
        const rest = u < 1 ? (1 - u) ** 3 * (1 + 2.2 * u) : 0;
        const local = (foot: FootPose, at: number) => foot.ankle.clone().sub(travel(at));
        const offset = local(lifted, LEFT_LIFT).sub(then.ankle.clone().sub(end).sub(new Vec3(0, 0, gait.speed * (LEFT_LIFT - START_SECONDS))));
        const own = gait.foot('Left', (time - START_SECONDS) / gait.duration);
        return { ...mixed(now, lifted, rest), ankle: own.ankle.clone().add(offset.mulScalar(rest)).add(travel(time)) };
    };
    return {
        name: 'run-start', duration: START_SECONDS, rate: 60, isOnce: true,
        travel: share => ({ place: travel(share * START_SECONDS), turn: 0 }),
        pose(share) {
            const time = share * START_SECONDS;
            const pose = between(stand(skeleton, 0), gaitPose(skeleton, gait, (time - START_SECONDS) / gait.duration), ease(time / (0.8 * START_SECONDS)));
            lean(pose, START_LEAN(time)).shift.add(travel(time));
            return plant(pose, { Left: left(time), Right: right(time) });
        }
    };
}

const STOP_SECONDS = 1.3;
const STOP_TIME = 0.85;

/** How far ahead of the first foot the second one brakes, metres, and when it is down; when the first one closes. */
const BRAKE_STEP = 1.08;
const BRAKE = 0.36;
const CLOSE_LIFT = 0.44;
const CLOSE = 0.8;

const STOP_LEAN: Keyed = keyed([[0, [0, 0, 0, 0, 0]], [0.3, [0, -0.03, -0.1, -14, -18]], [0.52, [-0.01, -0.1, -0.09, -6, -8]], [0.78, [-0.004, -0.05, 0.01, 6, 9]], [0.95, [0, -0.01, 0.015, 2, 4]], [STOP_SECONDS, [0, 0, 0, 0, 0]]]);

/** The last steps of the run. */
export function createRunStop(skeleton: Skeleton, gait: Gait): Motion {
    const place = (side: Side, name: string) => skeleton.positions[skeleton.index(bone(side + name))];
    const first = inWorld(gait, 'Left', 0.15 * gait.duration).ankle;
    const end = new Vec3(first.x - 0.02 - place('Left', 'Foot').x, 0, first.z + BRAKE_STEP - place('Right', 'Foot').z);
    const travel = (time: number) => {
        const t = Math.min(time, STOP_TIME);
        return new Vec3(end.x * ease(t / STOP_TIME), 0, hermite([0, 0], [STOP_TIME, end.z], gait.speed, 0, t));
    };
    const standing = (side: Side): FootPose => ({ ankle: place(side, 'Foot').clone().add(end), foot: turnBy(0), toes: turnBy(0) });
    const swing = (from: FootPose, speed: Vec3, to: FootPose, lift: number, land: number, heights: [number, number][], time: number): FootPose => {
        const along = (axis: 'x' | 'y' | 'z', middle: [number, number][]) => path([[lift, from.ankle[axis]], ...middle, [land, to.ankle[axis]]], speed[axis], axis === 'y' ? -0.4 : 0)(time);
        const keys = heights.map(([share, height]): [number, number] => [lift + share * (land - lift), to.ankle.y + height]);
        return { ...mixed(from, to, ease(1.15 * (time - lift) / (land - lift))), ankle: new Vec3(along('x', []), along('y', keys), along('z', [])) };
    };
    const speedOf = (side: Side, time: number) => inWorld(gait, side, time + 1e-3).ankle.sub(inWorld(gait, side, time).ankle).mulScalar(1000);
    const heel: FootPose = { ...standing('Right'), foot: turnBy(-14), toes: turnBy(-14) };
    heel.ankle.y += 0.014;
    heel.ankle.z -= 0.012;
    const right = (time: number): FootPose => {
        if (time < BRAKE) return swing(inWorld(gait, 'Right', 0), speedOf('Right', 0), heel, 0, BRAKE, [[0.4, 0.2], [0.75, 0.06]], time);
        return mixed(heel, standing('Right'), ease((time - BRAKE) / 0.08));
    };
    const toeOff = 0.3 * gait.duration;
    const left = (time: number): FootPose => {
        if (time <= toeOff) return inWorld(gait, 'Left', time);
        const held = inWorld(gait, 'Left', toeOff);
        const raised: FootPose = { ankle: held.ankle.clone().add(new Vec3(0, 0.1, 0.12)), foot: turnBy(70), toes: turnBy(40) };
        if (time < CLOSE_LIFT) return swing(held, speedOf('Left', toeOff), raised, toeOff, CLOSE_LIFT, [], time);
        if (time < CLOSE) return swing(raised, new Vec3(0, 0.2, 1.4), standing('Left'), CLOSE_LIFT, CLOSE, [[0.5, 0.12]], time);
        return standing('Left');
    };
    return {
        name: 'run-stop', duration: STOP_SECONDS, rate: 60, isOnce: true,
        travel: share => ({ place: travel(share * STOP_SECONDS), turn: 0 }),
        pose(share) {
            const time = share * STOP_SECONDS;
            const pose = between(gaitPose(skeleton, gait, time / gait.duration), stand(skeleton, 0), ease(time / 0.95));
            lean(pose, STOP_LEAN(time)).shift.add(travel(time));
            return plant(pose, { Left: left(time), Right: right(time) });
        }
    };
}
