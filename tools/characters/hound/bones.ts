import { Quat, Vec3 } from 'playcanvas';

import { EAR_TIP, LANDMARKS, LID_YAW, TAIL } from './proportions';
import { toRight } from '../mirror';
import { createSkeleton, type Joint, type Skeleton } from '../skeleton';

// The hound's bones: +Y along the bone, +X to the animal's left. Eyes and lids have +Y up and turn about +X through the eye's centre; eyes
// look along +Z, lids as far outwards as the opening does.

/** A side of the body, as bones' names end. */
export type Side = 'L' | 'R';

export const SIDES: Side[] = ['L', 'R'];

/** Bones from the croup to the head, in the order of parents. */
const TRUNK = ['pelvis', 'spine1', 'spine2', 'spine3', 'chest', 'neck1', 'neck2', 'neck3', 'head'] as const;

/** Bones of the legs from the trunk to the paws. */
const FORE_LEG = ['shoulder_blade', 'upper_arm', 'forearm', 'metacarpus', 'fore_paw'] as const;
const HIND_LEG = ['thigh', 'shin', 'metatarsus', 'hind_paw'] as const;

/** Directions of the head and the jaw. */
const MUZZLE = new Vec3(0, -0.27, 1).normalize();

const L = LANDMARKS;

/** A chain of bones that point at each other, the last one along `end`. */
function chain(names: string[], points: Vec3[], parent: string | null, end: Vec3): Joint[] {
    return names.map((name, i) => ({
        name,
        parent: i === 0 ? parent : names[i - 1],
        position: points[i],
        along: i + 1 < names.length ? points[i + 1].clone().sub(points[i]) : end,
        side: Vec3.RIGHT
    }));
}

function leftJoints(): Joint[] {
    const leg = (names: readonly (keyof typeof L)[], parent: string) => chain(
        names.map(name => `${name}.L`), names.map(name => L[name]), parent, Vec3.BACK); // the engine's name for +Z
    const outwards = new Quat().setFromAxisAngle(Vec3.UP, LID_YAW).transformVector(Vec3.RIGHT, new Vec3());
    return [
        ...(['eye', 'upper_lid', 'lower_lid'] as const).map(name => ({
            name: `${name}.L`, parent: 'head', position: L.eye, along: Vec3.UP, side: name === 'eye' ? Vec3.RIGHT : outwards
        })),
        ...chain(['ear1.L', 'ear2.L'], [L.ear1, L.ear2], 'head', EAR_TIP.clone().sub(L.ear2)),
        ...leg(FORE_LEG, 'chest'),
        ...leg(HIND_LEG, 'pelvis')
    ];
}

/** The hound's skeleton in its bind pose. */
export function createBones(): Skeleton {
    const tail = TAIL.slice(0, -1).map((_, i) => `tail${i + 1}`);
    const left = leftJoints();
    return createSkeleton([
        ...chain([...TRUNK], TRUNK.map(name => L[name]), null, MUZZLE),
        { name: 'jaw', parent: 'head', position: L.jaw, along: MUZZLE, side: Vec3.RIGHT },
        ...chain(tail, TAIL, 'pelvis', TAIL[7].clone().sub(TAIL[6])),
        ...left,
        ...left.map(joint => toRight(joint, name => name.replace(/\.L$/, '.R')))
    ]);
}
