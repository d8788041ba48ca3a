import { Quat, Vec3 } from 'playcanvas';

import type { Pose } from '../pose';
import { reach } from '../two-bone';
import { bone } from './bone-name';

// Legs by their feet: a foot's place and turn are given, thigh and shin follow.

/** A side of the body. */
export type Side = 'Left' | 'Right';

export const SIDES: readonly Side[] = ['Left', 'Right'];

/** One foot: where its ankle is and how foot and toes have turned from the bind pose, in model space. */
export interface FootPose {
    ankle: Vec3;
    foot: Quat;
    toes: Quat;
}

/** Share that the knee's axis takes of the pelvis's turn; the rest is the foot's. */
const KNEE_FOLLOWS_PELVIS = 0.5;

/** Puts a foot where it is wanted, the knee turned to the left by some degrees about the line from hip to ankle. */
export function placeFoot(pose: Pose, side: Side, { ankle, foot, toes }: FootPose, kneeLeft = 0): void {
    const index = (name: string) => pose.skeleton.index(bone(side + name));
    const pelvis = pose.turned(pose.skeleton.index(bone('Hips'))).transformVector(new Vec3(1, 0, 0));
    const posed = new Vec3().lerp(foot.transformVector(new Vec3(1, 0, 0)), pelvis, KNEE_FOLLOWS_PELVIS).normalize();
    if (kneeLeft !== 0) {
        const up = pose.place(index('UpLeg')).sub(ankle).normalize();
        new Quat().setFromAxisAngle(up, kneeLeft).transformVector(posed, posed);
    }
    reach(pose, index('UpLeg'), index('Leg'), index('Foot'), ankle, { bind: Vec3.RIGHT, posed });
    pose.turn(index('Foot'), foot);
    pose.turn(index('ToeBase'), toes);
}

/** The place of an ankle, or the nearest one that the leg reaches. */
export function nearestAnkle(pose: Pose, side: Side, ankle: Vec3): Vec3 {
    const index = (name: string) => pose.skeleton.index(bone(side + name));
    const { positions } = pose.skeleton;
    const [upper, lower, foot] = [index('UpLeg'), index('Leg'), index('Foot')];
    const length = positions[lower].distance(positions[upper]) + positions[foot].distance(positions[lower]);
    const hip = pose.place(upper);
    const along = ankle.clone().sub(hip);
    return hip.add(along.mulScalar(Math.min(1, 0.998 * length / along.length())));
}

/** Keeps both feet where the bind pose has them. */
export function plantFeet(pose: Pose): void {
    for (const side of SIDES) {
        placeFoot(pose, side, {
            ankle: pose.skeleton.positions[pose.skeleton.index(bone(`${side}Foot`))],
            foot: new Quat(),
            toes: new Quat()
        });
    }
}
