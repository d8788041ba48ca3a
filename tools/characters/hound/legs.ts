import { Vec3 } from 'playcanvas';

import { SIDES, type Side } from './bones';
import { turnBy, type Pose } from '../pose';
import type { Skeleton } from '../skeleton';
import { reach, type BendAxis } from '../two-bone';

// Legs by their paws: a paw's place and turn and the slope of the bone above it are given, the two bones above follow. The shoulder blade
// swings after its paw.

/** Legs before and behind. */
export type End = 'fore' | 'hind';

/** Bones of one leg, the paw last. */
export interface Leg {
    upper: number;
    lower: number;
    /** Metacarpus or metatarsus. */
    cannon: number;
    paw: number;
    /** Bone of the trunk that the leg hangs from. */
    trunk: number;
    /** Shoulder blade of a fore leg. */
    blade?: number;
    /** Axis of knee or elbow in the bind pose. */
    bend: Vec3;
}

/** The bones of a leg. */
export function findLeg({ index }: Skeleton, end: End, side: Side): Leg {
    return end === 'fore' ? {
        upper: index(`upper_arm.${side}`), lower: index(`forearm.${side}`), cannon: index(`metacarpus.${side}`),
        paw: index(`fore_paw.${side}`), trunk: index('chest'), blade: index(`shoulder_blade.${side}`), bend: Vec3.LEFT
    } : {
        upper: index(`thigh.${side}`), lower: index(`shin.${side}`), cannon: index(`metatarsus.${side}`),
        paw: index(`hind_paw.${side}`), trunk: index('pelvis'), bend: Vec3.RIGHT
    };
}

/** One paw: where its joint is, and in degrees how far the bone above leans forwards and the paw's toes point down. */
export interface PawPose {
    joint: Vec3;
    lean: number;
    pitch: number;
}

/** Degrees that the shoulder blade swings for each metre that its paw is ahead of its bind place. */
const BLADE_SWING = 58;

/** Share that the axis of knees and elbows takes of the trunk's turn; the rest stays across the way. */
const BEND_FOLLOWS_TRUNK = 0.5;

/** Puts a paw where it is wanted. */
export function placePaw(pose: Pose, leg: Leg, { joint, lean, pitch }: PawPose): void {
    const { positions } = pose.skeleton;
    if (leg.blade !== undefined) pose.bend(leg.blade, turnBy(-BLADE_SWING * (joint.z - positions[leg.paw].z)));
    const bind = positions[leg.cannon].clone().sub(positions[leg.paw]);
    const cannon = turnBy(lean - Math.atan2(bind.z, bind.y) * 180 / Math.PI);
    const axis: BendAxis = {
        bind: leg.bend,
        posed: new Vec3().lerp(leg.bend, pose.turned(leg.trunk).transformVector(leg.bend), BEND_FOLLOWS_TRUNK).normalize()
    };
    reach(pose, leg.upper, leg.lower, leg.cannon, cannon.transformVector(bind, bind).add(joint), axis);
    pose.turn(leg.cannon, cannon);
    pose.turn(leg.paw, turnBy(pitch));
}

/** The place of a paw, or the nearest one that its leg reaches. */
export function nearestPaw(pose: Pose, leg: Leg, { joint, lean, pitch }: PawPose): PawPose {
    const { positions } = pose.skeleton;
    const [upper, lower, cannon, paw] = [leg.upper, leg.lower, leg.cannon, leg.paw].map(bone => positions[bone]);
    if (leg.blade !== undefined) pose.bend(leg.blade, turnBy(-BLADE_SWING * (joint.z - paw.z)));
    const bind = cannon.clone().sub(paw);
    const above = turnBy(lean - Math.atan2(bind.z, bind.y) * 180 / Math.PI).transformVector(bind);
    const root = pose.place(leg.upper);
    const along = joint.clone().add(above).sub(root);
    const length = 0.995 * (lower.distance(upper) + cannon.distance(lower));
    along.mulScalar(Math.min(1, length / along.length()));
    return { joint: root.add(along).sub(above), lean, pitch };
}

/** Keeps all paws where the bind pose has them. */
export function plantPaws(pose: Pose): void {
    const { skeleton } = pose;
    for (const end of ['fore', 'hind'] as const) {
        for (const side of SIDES) {
            const leg = findLeg(skeleton, end, side);
            const joint = skeleton.positions[leg.paw];
            const bone = skeleton.positions[leg.cannon].clone().sub(joint);
            placePaw(pose, leg, { joint, lean: Math.atan2(bone.z, bone.y) * 180 / Math.PI, pitch: 0 });
        }
    }
}
