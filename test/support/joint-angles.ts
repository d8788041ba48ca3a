import { Vec3 } from 'playcanvas';

import type { CharacterFile } from '../tools/character-file';

// Angles of a person's joints as a gait laboratory tells them, from where the joints are. Degrees.

const DEGREES = 180 / Math.PI;

/** Angles of a side; flexion, toes up, tilt ahead, this side up and this side ahead are positive. */
export interface JointAngles {
    tilt: number;
    obliquity: number;
    rotation: number;
    hip: number;
    adduction: number;
    knee: number;
    ankle: number;
    shoulder: number;
    elbow: number;
}

const step = (file: CharacterFile, from: string, to: string) => file.place(to).sub(file.place(from));

/** The axes of a bone that stands upright in the bind pose: to the left, up, ahead. */
function axes(file: CharacterFile, bone: string): Vec3[] {
    return [Vec3.RIGHT, Vec3.UP, Vec3.BACK].map(axis => file.direction(bone, axis));
}

/** Angle of a direction ahead of straight down, in the plane that axes have from the side. */
function swing(direction: Vec3, [, up, ahead]: Vec3[]): number {
    return Math.atan2(direction.dot(ahead), -direction.dot(up)) * DEGREES;
}

const between = (a: Vec3, b: Vec3) => Math.acos(Math.min(1, a.dot(b) / a.length() / b.length())) * DEGREES;

/** Where a foot that stands flat points, in the axes of its bone. */
function pointing(file: CharacterFile, side: string): Vec3 {
    const ahead = step(file, `${side}Foot`, `${side}ToeBase`);
    ahead.y = 0;
    return file.matrix(`${side}Foot`).invert().transformVector(ahead.normalize());
}

/** The angles in the pose that the skeleton has. */
function anglesOf(file: CharacterFile, side: 'Left' | 'Right', foot: Vec3): JointAngles {
    const sign = side === 'Left' ? 1 : -1;
    const pelvis = axes(file, 'Hips');
    const chest = axes(file, 'Spine2');
    const [thigh, shin, upperArm, forearm] = [['UpLeg', 'Leg'], ['Leg', 'Foot'], ['Arm', 'ForeArm'], ['ForeArm', 'Hand']].map(([from, to]) => step(file, side + from, side + to));
    const shinLean = Math.atan2(-shin.z, -shin.y) * DEGREES;
    const [left, , ahead] = pelvis;
    return {
        tilt: -Math.asin(ahead.y) * DEGREES,
        obliquity: sign * Math.asin(left.y) * DEGREES,
        rotation: -sign * Math.atan2(ahead.x, ahead.z) * DEGREES,
        hip: swing(thigh, pelvis),
        adduction: -sign * Math.atan2(thigh.dot(left), -thigh.dot(pelvis[1])) * DEGREES,
        knee: between(thigh, shin),
        ankle: Math.asin(file.direction(`${side}Foot`, foot).y) * DEGREES + shinLean,
        shoulder: swing(upperArm, chest),
        elbow: between(upperArm, forearm)
    };
}

/** Reads angles of poses; `bind` are those of the bind pose. */
export function readAngles(file: CharacterFile) {
    file.bind();
    const feet = { Left: pointing(file, 'Left'), Right: pointing(file, 'Right') };
    return {
        bind: anglesOf(file, 'Left', feet.Left),
        /** The angles of a side at a share of its own stride in a clip whose left foot comes down at 0. */
        at(clip: string, side: 'Left' | 'Right', share: number): JointAngles {
            file.pose(clip, file.duration(clip) * ((share + (side === 'Left' ? 0 : 0.5)) % 1));
            return anglesOf(file, side, feet[side]);
        }
    };
}
