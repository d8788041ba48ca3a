import { Quat, Vec3 } from 'playcanvas';

import { keyed } from '../../curves';
import { turnBy } from '../../pose';
import type { Skeleton } from '../../skeleton';
import { bone } from '../bone-name';
import type { FootPose, Side } from '../legs';

// The way of a foot from place to place: it stands, its heel lifts, it swings in an arc and comes down flat.

/** A foot that stands flat: where it is against the bind pose, and how far it is turned to the left, in metres and degrees. */
export interface Stand {
    readonly left: number;
    readonly ahead: number;
    readonly turn: number;
}

/** A step. Times in seconds. */
export interface Step {
    readonly lift: number;
    readonly land: number;
    readonly to: Stand;
    /** Highest point of the ankle above its place on a flat foot, metres. */
    readonly height: number;
}

/** Seconds before the lift in which the heel rises, and after the landing in which the toes come down. */
const HEEL_OFF = 0.14;
const TOES_DOWN = 0.07;

/** Degrees that the foot points down as it leaves the floor and a little later, and up as it lands. */
const PUSH = 26;
const HANG = 30;
const REACH = 5;

/** A foot that takes steps in the world, by seconds. */
export function takeSteps(skeleton: Skeleton, side: Side, from: Stand, steps: readonly Step[]): (time: number) => FootPose {
    const bind = (name: string) => skeleton.positions[skeleton.index(bone(side + name))];
    const [ankle, ball] = [bind('Foot'), bind('ToeBase')];
    const stands = [from, ...steps.map(({ to }) => to)];
    const roll = keyed([[0, [0, 0]], ...steps.flatMap(({ lift, land }, i): [number, [number, number]][] => {
        const air = land - lift;
        const before = Math.min(HEEL_OFF, i === 0 ? lift : 0.6 * (lift - steps[i - 1].land));
        return [
            [lift - before, [0, 0]], [lift, [PUSH, 0]], [lift + 0.22 * air, [HANG, HANG * 0.3]], [land - 0.12 * air, [-REACH, -REACH]], [land, [-REACH, -REACH]],
            [land + TOES_DOWN, [0, 0]]
        ];
    })]);
    /** The foot as it stands, pitched by some degrees: about the ball with the toes down, about the heel with the toes up. */
    const standing = ({ left, ahead, turn }: Stand, pitch: number): Vec3 => {
        const yaw = turnBy(0, 0, turn);
        const about = pitch > 0 ? ball : new Vec3(ankle.x, 0, ankle.z - 0.04);
        const arm = turnBy(pitch).transformVector(ankle.clone().sub(about)).add(about).sub(ankle);
        return yaw.transformVector(arm).add(ankle).add(new Vec3(left, 0, ahead));
    };
    return (time) => {
        let i = 0;
        while (i < steps.length && time >= steps[i].land) i++;
        const now = steps[i];
        const [pitch, toePitch] = roll(time);
        let turn = stands[i].turn;
        let place: Vec3;
        if (now && time > now.lift) {
            const u = (time - now.lift) / (now.land - now.lift);
            const ease = u * u * (3 - 2 * u);
            const [start, end] = [standing(stands[i], PUSH), standing(now.to, -REACH)];
            place = start.clone().lerp(start, end, ease);
            place.y += now.height * Math.sin(Math.PI * u) ** 2 * (1.25 - 0.5 * u);
            turn += (now.to.turn - turn) * ease;
        } else {
            place = standing(stands[i], pitch);
        }
        const yaw = turnBy(0, 0, turn);
        return { ankle: place, foot: yaw.clone().mul(turnBy(pitch)), toes: yaw.mul(turnBy(toePitch)) };
    };
}

/** A foot that was told from a place that has gone on. */
export function moved({ ankle, foot, toes }: FootPose, place: Vec3): FootPose {
    return { ankle: ankle.clone().add(place), foot, toes };
}

/** A foot between two. */
export function mixed(a: FootPose, b: FootPose, share: number): FootPose {
    return {
        ankle: new Vec3().lerp(a.ankle, b.ankle, share), foot: new Quat().slerp(a.foot, b.foot, share), toes: new Quat().slerp(a.toes, b.toes, share)
    };
}
