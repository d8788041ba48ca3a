import { Quat, Vec3 } from 'playcanvas';

import { cycle, type Key } from '../curves';
import { mirrored } from '../mirror';
import type { Skeleton } from '../skeleton';
import { createSwing } from '../swing';
import { bone } from './bone-name';
import type { FootPose, Side } from './legs';
import { FOOT } from './proportions';

// The way of a foot through one stride, told by what touches the floor.
//
// In stance the foot rolls over three pivots that travel backwards with the floor: the heel until it is flat, then the joint of the
// toes with the toes flat, then the tip of the toes. So nothing slides, by construction. In swing the ankle follows a smooth path that
// leaves the floor and comes down on it with the floor's own speed.

/** One foot's stride. Phase 0 is the moment that the foot touches down. */
export interface Stride {
    /** Seconds from one touch-down to the next. */
    duration: number;
    /** Speed of the floor in metres a second. */
    speed: number;
    /** Share of the stride that the foot is down. */
    stance: number;
    /** Place of the ankle at touch-down before the root, if the foot were flat, in metres. */
    strike: number;
    /** Distance of the ankle from the middle, in metres. */
    aside: number;
    /** Phase at which the foot is flat; before it turns about the heel. */
    flatFrom: number;
    /** Phase from which the foot turns about the tip of the toes. */
    tipFrom: number;
    /** Speed in metres a second at which the foot rises from the floor, and at which it comes down again. */
    lifting: number;
    landing: number;
    /** Angle of the foot to the floor, toes up positive, in degrees; 0 at `flatFrom`. */
    pitch: Key[];
    /** Angle of the toes to the floor, in degrees; 0 from `flatFrom` to `tipFrom`. */
    toes: Key[];
    /** Ankle in swing: phase, metres before the root, metres above its place on a flat foot. */
    swing: [phase: number, ahead: number, height: number][];
}

/** Distance of the heel's contact behind the ankle, in metres. */
export const HEEL_BEHIND_ANKLE = 0.044;

function pitchTurn(across: Vec3, toesUp: number): Quat {
    return new Quat().setFromAxisAngle(across, -toesUp);
}

function about(pivot: Vec3, turn: Quat, point: Vec3): Vec3 {
    const arm = point.clone().sub(pivot);
    return turn.transformVector(arm, arm).add(pivot);
}

/** The foot's pose at each phase of its own stride. */
export function createFootPath(skeleton: Skeleton, side: Side, stride: Stride): (phase: number) => FootPose {
    const bind = (name: string) => skeleton.positions[skeleton.index(bone(side + name))];
    const ankle = bind('Foot');
    const ball = bind('ToeBase');
    const direction = side === 'Left' ? FOOT : mirrored(FOOT);
    const across = new Vec3().cross(Vec3.UP, direction);
    const heel = new Vec3(ankle.x, 0, ankle.z).sub(direction.clone().mulScalar(HEEL_BEHIND_ANKLE));
    const tip = bind('Toe_End').clone();
    tip.y = 0;

    const pitch = cycle(stride.pitch);
    const toes = cycle(stride.toes);

    /** Ankle of a foot that stands on the floor. */
    const stand = (phase: number): Vec3 => {
        const footTurn = pitchTurn(across, pitch(phase));
        let place: Vec3;
        if (phase < stride.flatFrom) {
            place = about(heel, footTurn, ankle);
        } else {
            const joint = about(tip, pitchTurn(across, toes(phase)), ball);
            const arm = ankle.clone().sub(ball);
            place = joint.add(footTurn.transformVector(arm, arm));
        }
        place.x += Math.sign(ankle.x) * stride.aside - ankle.x;
        place.z += stride.strike - stride.speed * stride.duration * phase - ankle.z;
        return place;
    };

    const swing = createSwing({
        stance: stride.stance,
        stand,
        height: stride.swing.map(([phase, , h]) => [phase, ankle.y + h]),
        ahead: stride.swing.map(([phase, a]) => [phase, a]),
        lifting: stride.lifting * stride.duration,
        landing: stride.landing * stride.duration
    });

    return (phase) => {
        const p = phase - Math.floor(phase);
        return {
            ankle: p < stride.stance ? stand(p) : swing(p),
            foot: pitchTurn(across, pitch(p)),
            toes: pitchTurn(across, toes(p))
        };
    };
}
