import { Vec3 } from 'playcanvas';

import { bone } from './bone-name';
import { ACROSS_HAND, BACK_OF_HAND, FINGERS, HAND, LANDMARKS } from './proportions';
import { COLLAR_JOINT, SCARF, STRAP } from './scarf';
import { toRight } from '../mirror';
import { ribbonJoints } from '../ribbon';
import { createSkeleton, type Joint, type Skeleton } from '../skeleton';

// The mannequin's bones, with the names and axes of Mixamo: +Y along the bone; +X to the character's left on legs, spine and head,
// forwards on the left arm and backwards on the right one. Eyes and lids look along +Z and turn about +X through the eye's centre.

const L = LANDMARKS;

function direction(from: Vec3, to: Vec3): Vec3 {
    return to.clone().sub(from).normalize();
}

/** Places of the joints of a left finger, its tip last. */
export function fingerJoints(index: number): Vec3[] {
    const { start, direction: d, lengths } = FINGERS[index];
    const inHand = ([u, s, n]: [number, number, number]) => HAND.clone().mulScalar(u)
    .add(ACROSS_HAND.clone().mulScalar(s)).add(BACK_OF_HAND.clone().mulScalar(n));
    const along = inHand(d).normalize();
    const points = [L.Hand.clone().add(inHand(start))];
    for (const length of lengths) points.push(points[points.length - 1].clone().add(along.clone().mulScalar(length)));
    return points;
}

/** Bones of the left side: name, parent, place, where +Y and +X point. */
function leftJoints(): Joint[] {
    const joints: Joint[] = [];
    const add = (name: string, parent: string, position: Vec3, along: Vec3, side: Vec3) => {
        joints.push({ name, parent, position, along, side });
    };
    for (const part of ['Eye', 'UpperEyelid', 'LowerEyelid']) add(`Left${part}`, 'Head', L.Eye, Vec3.UP, Vec3.RIGHT);

    const forward = Vec3.BACK; // the engine's name for +Z
    add('LeftShoulder', 'Spine2', L.Shoulder, direction(L.Shoulder, L.Arm), forward);
    add('LeftArm', 'LeftShoulder', L.Arm, direction(L.Arm, L.ForeArm), forward);
    add('LeftForeArm', 'LeftArm', L.ForeArm, direction(L.ForeArm, L.Hand), forward);
    add('LeftHand', 'LeftForeArm', L.Hand, HAND, forward);
    FINGERS.forEach((finger, index) => {
        const points = fingerJoints(index);
        for (let i = 0; i < 3; i++) {
            const parent = i === 0 ? 'LeftHand' : `LeftHand${finger.name}${i}`;
            // the thumb bends across the palm, the others towards it
            const side = finger.name === 'Thumb' ? BACK_OF_HAND.clone().add(ACROSS_HAND) : ACROSS_HAND;
            add(`LeftHand${finger.name}${i + 1}`, parent, points[i], direction(points[i], points[i + 1]), side);
        }
    });

    add('LeftUpLeg', 'Hips', L.UpLeg, direction(L.UpLeg, L.Leg), Vec3.RIGHT);
    add('LeftLeg', 'LeftUpLeg', L.Leg, direction(L.Leg, L.Foot), Vec3.RIGHT);
    add('LeftFoot', 'LeftLeg', L.Foot, direction(L.Foot, L.ToeBase), Vec3.RIGHT);
    add('LeftToeBase', 'LeftFoot', L.ToeBase, direction(L.ToeBase, L.Toe_End), Vec3.RIGHT);
    add('LeftToe_End', 'LeftToeBase', L.Toe_End, direction(L.ToeBase, L.Toe_End), Vec3.RIGHT);
    return joints;
}

/** The mannequin's skeleton in its bind pose. */
export function createBones(): Skeleton {
    const trunk = (['Hips', 'Spine', 'Spine1', 'Spine2', 'Neck', 'Head', 'HeadTop_End', 'Jaw'] as const).map((name, i, all): Joint => ({
        name,
        parent: i === 0 ? null : name === 'Jaw' ? 'Head' : all[i - 1],
        position: L[name],
        along: Vec3.UP,
        side: Vec3.RIGHT
    }));
    const left = leftJoints();
    const joints = [...trunk, ...left, ...left.map(joint => toRight(joint, name => name.replace(/^Left/, 'Right')))];
    const body = joints.map(joint => ({ ...joint, name: bone(joint.name), parent: joint.parent && bone(joint.parent) }));
    return createSkeleton([...body, COLLAR_JOINT, ...[...SCARF, STRAP].flatMap(ribbonJoints)]);
}
