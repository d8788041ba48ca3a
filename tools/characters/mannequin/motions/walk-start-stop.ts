import { Quat, Vec3 } from 'playcanvas';

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

// Starting to walk out of the idle, and coming to a stand out of the walk, each in one step.
//
// Upper body, arms and pelvis go over from one to the other, the walk going on with its own phase, so that nothing jumps where the clip
// meets the walk. Feet are told in the world: one stands where the walk has it, the other one swings.

const START_SECONDS = 0.95;

/** Seconds at which the left foot is lifted. */
const START_LIFT = 0.36;

const START_LEAN: Keyed = keyed([[0, [0, 0, 0, 0, 0]], [0.2, [-0.012, -0.006, 0.01, 1, 1.5]], [0.45, [-0.032, -0.014, 0.05, 3, 5]], [0.7, [-0.012, -0.004, 0.03, 2, 3]], [START_SECONDS, [0, 0, 0, 0, 0]]]);

/** The first step of the walk. */
export function createWalkStart(skeleton: Skeleton, gait: Gait): Motion {
    const place = (side: Side, name: string) => skeleton.positions[skeleton.index(bone(side + name))];
    // the right foot stays where it stands, and is where the walk has it at the end
    const standing = place('Right', 'Foot');
    const flat = inWorld(gait, 'Right', -0.35 * gait.duration).ankle;
    const end = new Vec3(standing.x - flat.x, 0, standing.z - flat.z);
    const travel = (time: number) => new Vec3(
        end.x * ease(time / START_SECONDS), 0, hermite([0, 0], [START_SECONDS, end.z], 0, gait.speed, time));
    const toEnd = (foot: FootPose) => moved(foot, end);
    const landing = toEnd(inWorld(gait, 'Left', 0));
    const speed = toEnd(inWorld(gait, 'Left', -1e-3)).ankle.sub(landing.ankle).mulScalar(-1000);
    const lifted = takeSteps(skeleton, 'Left', { left: 0, ahead: 0, turn: 0 }, [{ lift: START_LIFT, land: 9, to: { left: 0, ahead: 0, turn: 0 }, height: 0 }]);
    const from = lifted(START_LIFT).ankle;
    const along = (axis: 'x' | 'y' | 'z', ...middle: [number, number][]) => path(
        [[START_LIFT, from[axis]], ...middle, [START_SECONDS, landing.ankle[axis]]], 0, speed[axis]);
    const [x, y, z] = [along('x'), along('y', [0.52, 0.175], [0.78, 0.115]), along('z', [0.52, from.z + 0.13], [0.78, landing.ankle.z - 0.1])];
    const pitch = path([[START_LIFT, 26], [0.48, 44], [0.66, 22], [0.86, -18], [START_SECONDS, -20]], 150, 0);
    const left = (time: number): FootPose => {
        if (time <= START_LIFT) return lifted(time);
        const walking = toEnd(inWorld(gait, 'Left', time - START_SECONDS));
        const share = ease((time - START_LIFT) / (START_SECONDS - START_LIFT));
        const own = { ankle: new Vec3(x(time), y(time), z(time)), foot: turnBy(pitch(time)), toes: turnBy(0.5 * pitch(time)) };
        return { ...mixed(own, walking, share), ankle: own.ankle };
    };
    return {
        name: 'walk-start', duration: START_SECONDS, rate: 60, isOnce: true,
        travel: share => ({ place: travel(share * START_SECONDS), turn: 0 }),
        pose(share) {
            const time = share * START_SECONDS;
            const walking = gaitPose(skeleton, gait, (time - START_SECONDS) / gait.duration);
            const pose = between(stand(skeleton, 0), walking, ease(time / START_SECONDS));
            lean(pose, START_LEAN(time)).shift.add(travel(time));
            // until the walk rolls it over the ball it is flat
            const right = toEnd(inWorld(gait, 'Right', Math.max(time - START_SECONDS, -0.35 * gait.duration)));
            return plant(pose, { Left: left(time), Right: right });
        }
    };
}

const STOP_SECONDS = 1.1;

/** Seconds in which the entity comes to a stand, and at which the right foot is down beside the left one. */
const STOP_TIME = 0.62;
const STOP_LAND = 0.56;

const STOP_LEAN: Keyed = keyed([[0, [0, 0, 0, 0, 0]], [0.25, [0.012, -0.012, -0.012, -2, -3]], [0.5, [0.022, -0.01, 0.006, -1, -3]], [0.7, [0.002, -0.004, 0.014, 1, 1.5]], [STOP_SECONDS, [0, 0, 0, 0, 0]]]);

/** The last step of the walk. */
export function createWalkStop(skeleton: Skeleton, gait: Gait): Motion {
    const place = (side: Side, name: string) => skeleton.positions[skeleton.index(bone(side + name))];
    const flatTime = 0.2 * gait.duration;
    const left = (time: number) => inWorld(gait, 'Left', Math.min(time, flatTime));
    const flat = left(flatTime).ankle;
    const end = new Vec3(flat.x - place('Left', 'Foot').x, 0, flat.z - place('Left', 'Foot').z);
    const travel = (time: number) => new Vec3(
        end.x * ease(time / STOP_TIME), 0, hermite([0, 0], [STOP_TIME, end.z], gait.speed, 0, Math.min(time, STOP_TIME)));
    const lift = 0.12 * gait.duration;
    const from = inWorld(gait, 'Right', lift);
    const speed = inWorld(gait, 'Right', lift + 1e-3).ankle.sub(from.ankle).mulScalar(1000);
    const to = place('Right', 'Foot').clone().add(end);
    const along = (axis: 'x' | 'y' | 'z', ...middle: [number, number][]) => path([[lift, from.ankle[axis]], ...middle, [STOP_LAND, to[axis]]], speed[axis], axis === 'y' ? -0.25 : 0);
    const [x, y, z] = [along('x'), along('y', [0.26, 0.19], [0.44, 0.115]), along('z', [0.27, from.ankle.z + 0.19], [0.44, to.z - 0.05])];
    const right = (time: number): FootPose => {
        if (time <= lift) return inWorld(gait, 'Right', time);
        const flatFoot = { ankle: to, foot: new Quat(), toes: new Quat() };
        if (time >= STOP_LAND) return flatFoot;
        return { ...mixed(gait.foot('Right', lift / gait.duration), flatFoot, ease((time - lift) / (STOP_LAND - lift) * 1.1)), ankle: new Vec3(x(time), y(time), z(time)) };
    };
    return {
        name: 'walk-stop', duration: STOP_SECONDS, rate: 60, isOnce: true,
        travel: share => ({ place: travel(share * STOP_SECONDS), turn: 0 }),
        pose(share) {
            const time = share * STOP_SECONDS;
            const walking = gaitPose(skeleton, gait, time / gait.duration);
            const pose = between(walking, stand(skeleton, 0), ease(time / 0.8));
            lean(pose, STOP_LEAN(time)).shift.add(travel(time));
            return plant(pose, { Left: left(time), Right: right(time) });
        }
    };
}
