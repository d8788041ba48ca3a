import { Quat, Vec3 } from 'playcanvas';

import { bone } from './bone-name';
import type { Side } from './legs';
import { ARM, BACK_OF_HAND, FOREARM, HAND } from './proportions';
import { mirrored } from '../mirror';
import type { Pose } from '../pose';
import { frame } from '../skeleton';
import { reach } from '../two-bone';

// Arms by their hands: a wrist's place and where the elbow is are given, upper arm and forearm follow.

/** The turn that lays a hand flat on the ground, fingers ahead and a little inwards. */
function flatHand(sign: number): Quat {
    const mirror = (v: Vec3) => (sign > 0 ? v : mirrored(v));
    const ahead = new Vec3(-0.25 * sign, 0, 1).normalize();
    const across = new Vec3().cross(ahead, Vec3.UP);
    return frame(ahead, across).mul(frame(mirror(HAND), new Vec3().cross(mirror(HAND), mirror(BACK_OF_HAND))).invert());
}

/** Share of a hand's twist that its forearm has. */
const FOREARM_TWIST = 0.6;

/** Turns a hand so that its fingers point one way and its palm looks another; the forearm takes its part of the twist. */
export function orientHand(pose: Pose, side: Side, fingers: Vec3, palm: Vec3, share: number): void {
    const index = (name: string) => pose.skeleton.index(bone(side + name));
    const mirror = (v: Vec3) => (side === 'Left' ? v : mirrored(v));
    const bind = frame(mirror(HAND), new Vec3().cross(mirror(HAND), mirror(BACK_OF_HAND)));
    const wanted = frame(fingers, new Vec3().cross(palm, fingers)).mul(bind.invert());
    const [forearm, hand] = [index('ForeArm'), index('Hand')];
    const rest = pose.turned(hand);
    const carried = pose.turned(forearm);
    const between = carried.clone().invert().mul(wanted);
    const axis = mirror(FOREARM);
    // the part of the turn that is about the forearm
    const along = axis.x * between.x + axis.y * between.y + axis.z * between.z;
    const twist = 2 * Math.atan2(along, between.w) * 180 / Math.PI;
    const nearest = ((twist + 540) % 360) - 180;
    pose.turn(forearm, carried.clone().mul(new Quat().setFromAxisAngle(axis, FOREARM_TWIST * share * nearest)));
    pose.turn(hand, new Quat().slerp(rest, wanted, share));
}

/** Brings a wrist to a place, or as near as the arm is long, with the elbow to one side. */
export function placeHand(pose: Pose, side: Side, wrist: Vec3, elbow: Vec3, flat: number): void {
    const index = (name: string) => pose.skeleton.index(bone(side + name));
    const sign = side === 'Left' ? 1 : -1;
    const { positions } = pose.skeleton;
    const [upper, lower, end] = [index('Arm'), index('ForeArm'), index('Hand')];
    const shoulder = pose.place(upper);
    const length = positions[lower].distance(positions[upper]) + positions[end].distance(positions[lower]);
    const along = wrist.clone().sub(shoulder);
    along.mulScalar(Math.min(1, 0.995 * length / along.length()));
    // at rest the elbow stands behind the line from shoulder to wrist
    const bind = new Vec3().cross(new Vec3(0, 0, -1), sign > 0 ? ARM : mirrored(ARM)).normalize();
    reach(pose, upper, lower, end, shoulder.add(along), { bind, posed: new Vec3().cross(elbow, along).normalize() });
    pose.turn(end, new Quat().slerp(pose.turned(lower), flatHand(sign), flat));
}
