import { Vec3, type Entity } from 'playcanvas';

import { roleOf, type Rig } from '../../rig/rig';
import type { BodyShape } from '../settings';

// The bones that get a body where a designer leaves the list empty.
//
// Hips, head and the limbs, and every bone of the spine, the neck and the shoulders between them: clips move these against each other,
// and a joint that leaps over them is off by 40 to 70 mm on ordinary clips (without such gaps by 0, where clips do not stretch bones).
// Fingers, toes, jaw and eyes ride on the body above them, and its shape holds their skin.
//
// Limbs, neck and head are capsules. The trunk is of boxes: its bones are short and the body is wide, so that capsules across it would reach
// into the next but one. Feet are boxes, since they stand on a sole. The upper legs of animals are flat, their rib cage is round.

/** Values of a row of `bones` that differ from the defaults. */
export interface DefaultBone {
    bone: Entity;
    boneName: string;
    shape: BodyShape;
    offset: Vec3;
}

const WITH_BODY = /^(?:hips|spine\d*|neck\d*|head|tail\d*|(?:left|right)(?:Clavicle|UpperArm|Forearm|Hand|Thigh|Shin|Foot))$/;

const BOXES = /^(?:hips|spine\d*|(?:left|right)Foot)$/;

const BOXES_ON_FOUR = /^(?:hips|spine\d*|(?:left|right)(?:Thigh|Hand|Foot))$/;

/** What the rows and the sentences call a bone: its role, else its name. */
export function nameOfBone(rig: Rig, bone: number): string {
    return roleOf(rig, bone) ?? rig.skeleton.nodes[bone].name;
}

/** The bones of a character that get a body, from the root down. Empty where the character has no hips. */
export function defaultBones(rig: Rig): DefaultBone[] {
    const hips = rig.bones.get('hips');
    if (hips === undefined) return [];
    const bones = new Set<number>();
    for (const [role, bone] of rig.bones) if (WITH_BODY.test(role)) bones.add(bone);
    // the legs of animals have more bones than there are words
    if (rig.legs === 4) for (const limb of Object.values(rig.limbs)) limb?.bones.slice(0, limb.end === 'mark' ? -1 : undefined).forEach(bone => bones.add(bone));
    const { nodes, ends } = rig.skeleton;
    return [...bones].filter(bone => bone >= hips && bone < ends[hips]).sort((a, b) => a - b).map((bone) => {
        const boneName = nameOfBone(rig, bone);
        const isBox = rig.legs === 4 ? BOXES_ON_FOUR.test(boneName) && bone !== rig.spine[rig.spine.length - 1] : BOXES.test(boneName);
        const shape = isBox ? 'box' : 'capsule';
        return { bone: nodes[bone] as Entity, boneName, shape, offset: new Vec3() };
    });
}
