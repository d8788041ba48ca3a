import type { GraphNode } from 'playcanvas';

import type { Actor } from './actor';
import type { TemplateBody } from './template-body';
import { copyQuat, identityQuat, multiplyQuat, type Flat } from '../../core/math/flat-math';
import { RADIANS } from '../../core/math/scalars';
import { findBone } from '../../rig/find';

// The target's reference pose, edited by hand: what it shows where the source stands in the template's pose.

/** A bone that stands otherwise. */
export interface ReferenceEdit {
    /** The bone, its role or its name. It takes along what hangs on it. */
    readonly bone: GraphNode | string;
    /** Degrees about the character's axes in the template's pose: x to its left, y up, z ahead, in this order. */
    readonly angles: readonly [x: number, y: number, z: number];
}

/** The same for a pose of the target. */
export interface BoneEdit {
    readonly bone: number;
    /** Turn in body space. */
    readonly turn: Flat;
}

const part = new Float64Array(4);

/** Finds the bone of an edit; none where the character has no such bone, or nothing is turned. */
export function readEdit({ bone, angles }: ReferenceEdit, { rig, body }: Actor): BoneEdit[] {
    const node = typeof bone === 'string' ? findBone(rig, bone) : rig.skeleton.nodes.indexOf(bone);
    if (node < 0 || angles.every(angle => angle === 0) || !angles.every(Number.isFinite)) return [];
    const turn = Float64Array.of(0, 0, 0, 1);
    angles.forEach((angle, axis) => {
        identityQuat(part, 0);
        part[axis] = Math.sin(angle * RADIANS / 2);
        part[3] = Math.cos(angle * RADIANS / 2);
        multiplyQuat(turn, 0, part, 0, turn, 0);
    });
    return [{ bone: body.space.first + node, turn }];
}

/** Rotations of bones with the turns of the edits at or above them. */
export function editedRotations(body: TemplateBody, rotations: Flat, edits: readonly BoneEdit[]): Flat {
    if (edits.length === 0) return rotations;
    const turns = new Float64Array(4 * body.count);
    const out = rotations.slice();
    for (let bone = 0; bone < body.count; bone++) {
        const parent = body.parentOf(bone);
        if (parent < body.count) copyQuat(turns, 4 * bone, turns, 4 * parent);
        else identityQuat(turns, 4 * bone);
        for (const edit of edits) if (edit.bone === bone) multiplyQuat(turns, 4 * bone, turns, 4 * bone, edit.turn, 0);
        multiplyQuat(out, 4 * bone, turns, 4 * bone, rotations, 4 * bone);
    }
    return out;
}
