import type { Entity } from 'playcanvas';

import { LIMB_NAMES, type Rig } from '../rig/rig';
import type { Role } from '../rig/roles';
import { isAncestor } from '../rig/row-bone';

// What a character's own rig fills in where a designer leaves the lists empty.
//
// Limits follow the comfortable range of people: eyes 30 degrees of their 50, head on neck 45, the neck 25; the trunk turns by 40 in all to the sides, and
// bends by 15: people who look at their feet lower the head and do not bow. The weights towards the up vector are the original's: 0 for eyes, head and neck,
// then 0.1, 0.2, 0.7 towards the pelvis. Eyes whose turning cannot be seen, such as those of a faceless dummy, give the ray but do not turn: the head does.

/** Values of a row of `lookAtBones` that differ from the defaults. */
export interface DefaultLookAtBone {
    bone: Entity;
    boneName: Role;
    rotationLimit: number;
    limitUp: number;
    limitDown: number;
    rotateAroundUpVectorWeight: number;
    linkedBones: Entity[];
}

/** Values of a row of `legStabilizers` that differ from the defaults. */
export interface DefaultLegStabilizer {
    footBone: Entity;
    boneName: Role;
    bonesCount: number;
}

const EYE_LIMIT = 30;
const HEAD_LIMIT = 45;
const NECK_LIMIT = 25;
const SPINE_LIMIT = 40;
const SPINE_BEND = 15;

/** The same of animals on four legs: long necks do it, and a trunk turns as far as shoulders go over paws that stand. */
const ANIMAL_NECK_LIMIT = 60;
const ANIMAL_SPINE_LIMIT = 12;

/** Weights towards the up vector from the top of the spine to its bottom. */
const SPINE_UP_WEIGHTS = [0.1, 0.2, 0.7];

/** The value at a share of a list's length, 0..1, linear between its values. */
function interpolate(values: readonly number[], share: number): number {
    const place = share * (values.length - 1);
    const index = Math.min(values.length - 2, Math.floor(place));
    return values[index] + (values[index + 1] - values[index]) * (place - index);
}

function entityAt(rig: Rig, index: number): Entity {
    return rig.skeleton.nodes[index] as Entity;
}

/** Whether something is drawn on a bone or on what hangs from it. */
export function isVisible(rig: Rig, bone: number): boolean {
    const { nodes, skinShare, ends } = rig.skeleton;
    if (skinShare.subarray(bone, ends[bone]).some(share => share > 0)) return true;
    return nodes.slice(bone, ends[bone]).some(node => (node as Entity).render ?? (node as Entity).model);
}

/** The role of the n-th bone of the spine or the neck: spine, spine1, spine2. */
function countedRole(name: 'spine' | 'neck', index: number): Role {
    return index === 0 ? name : `${name}${index}`;
}

/** The chain from the eyes down the spine; bones that the character lacks are left out. */
export function defaultLookAtBones(rig: Rig): DefaultLookAtBone[] {
    const rows: DefaultLookAtBone[] = [];
    const add = (role: Role, index: number, rotationLimit: number, bend = 0, rotateAroundUpVectorWeight = 0, linkedBones: Entity[] = []) => {
        rows.push({ bone: entityAt(rig, index), boneName: role, rotationLimit, limitUp: bend, limitDown: bend, rotateAroundUpVectorWeight, linkedBones });
    };
    const eyes = (['rightEye', 'leftEye'] as const).filter(role => rig.bones.has(role));
    const [eye, otherEye] = eyes.map(role => rig.bones.get(role)!);
    if (eye !== undefined) add(eyes[0], eye, isVisible(rig, eye) ? EYE_LIMIT : 0, 0, 0, otherEye === undefined ? [] : [entityAt(rig, otherEye)]);
    const head = rig.bones.get('head');
    if (head !== undefined) add('head', head, HEAD_LIMIT);
    for (let i = rig.neck.length - 1; i >= 0; i--) add(countedRole('neck', i), rig.neck[i], (rig.legs === 4 ? ANIMAL_NECK_LIMIT : NECK_LIMIT) / rig.neck.length);
    const count = rig.spine.length;
    const [turn, bend] = rig.legs === 4 ? [ANIMAL_SPINE_LIMIT, ANIMAL_SPINE_LIMIT] : [SPINE_LIMIT, SPINE_BEND];
    for (let i = count - 1; i >= 0; i--) {
        const share = count > 1 ? (count - 1 - i) / (count - 1) : 1;
        add(countedRole('spine', i), rig.spine[i], turn / count, bend / count, interpolate(SPINE_UP_WEIGHTS, share));
    }
    return rows;
}

/** The legs that hang from a bone of the chain; of an animal the fore legs too. */
export function defaultLegStabilizers(rig: Rig, chain: readonly number[]): DefaultLegStabilizer[] {
    const rows: DefaultLegStabilizer[] = [];
    for (const name of rig.legs === 4 ? LIMB_NAMES : LIMB_NAMES.slice(0, 2)) {
        const limb = rig.limbs[name];
        if (!limb || !chain.some(bone => isAncestor(rig, bone, limb.bones[0]))) continue;
        const { bones } = limb;
        rows.push({ footBone: entityAt(rig, bones[bones.length - 1]), boneName: name, bonesCount: bones.length });
    }
    return rows;
}
