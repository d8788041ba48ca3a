import type { GraphNode } from 'playcanvas';

import { FOUR_LEGS, onRight, TWO_LEGS, type Template, type TemplatePart } from './template';
import {
    arcQuat, copyQuat, identityQuat, multiplyInverseQuat, multiplyQuat, normalizeVec, rotateVec, rotateVecInverse, subtractVec, type Flat
} from '../../core/math/flat-math';
import { updateWorld, type FlatPose } from '../../core/pose/flat-pose';
import { measureFoot } from '../../rig/foot-shape';
import type { Rig } from '../../rig/rig';
import type { Role } from '../../rig/roles';
import { createBoneTree, longestPath, type BoneTree } from '../../rig/tree';
import { ReferencePose } from '../reference-pose';

// A character against the template: how its bones are turned when it stands in the template's pose.
//
// Body space is the frame of the character: x to its left, y up, z ahead, with the origin and the units of the entity of its clips. The reference pose
// is brought to the template's by the smallest turns of its limbs, from the trunk outwards, so that axes and rolls of bones do not matter. Hands
// are rolled until their palms look down, and the forearm takes half of that; feet are turned about the vertical, as their soles are level already.

const X = Float64Array.of(1, 0, 0);
const Y = Float64Array.of(0, 1, 0);
const Z = Float64Array.of(0, 0, 1);

const direction = new Float64Array(3);
const wanted = new Float64Array(3);
const turn = new Float64Array(4);

export class TemplateBody {
    readonly template: Template;

    /** The reference pose in the space of the clips' root. */
    readonly space: ReferencePose;

    /** Index of each role's bone in the pose. */
    readonly bones: ReadonlyMap<Role, number>;

    /** What turns body space into the space of the clips' root. */
    readonly frame = new Float64Array(4);

    /** Places and rotations of the bones in the reference pose, in body space. */
    readonly places: Flat;

    readonly rotations: Flat;

    /** Their rotations in the template's pose. */
    readonly common: Flat;

    /** The turns between the two: common = aligned * rotation. */
    readonly aligned: Flat;

    readonly tree: BoneTree;

    /**
     * @param rig - The character.
     * @param root - The node from which its clips find theirs.
     */
    constructor(readonly rig: Rig, root: GraphNode) {
        this.template = rig.legs === 4 ? FOUR_LEGS : TWO_LEGS;
        this.space = new ReferencePose(root, rig.skeleton);
        const { pose, first, modelRotation } = this.space;
        this.bones = new Map([...rig.bones].map(([role, node]) => [role, first + node]));
        frameOf(this.frame, rig, modelRotation);
        enterBody(pose, this.frame);
        updateWorld(pose);
        this.places = pose.positions.slice(0, 3 * pose.base);
        this.rotations = pose.rotations.slice(0, 4 * pose.base);
        this.tree = createBoneTree(rig.skeleton);
        this.aligned = new Float64Array(4 * pose.base);
        for (let bone = 0; bone < pose.base; bone++) identityQuat(this.aligned, 4 * bone);
        this.align();
        this.common = new Float64Array(4 * pose.base);
        for (let bone = 0; bone < pose.base; bone++) multiplyQuat(this.common, 4 * bone, this.aligned, 4 * bone, this.rotations, 4 * bone);
    }

    /** Number of bones. */
    get count(): number {
        return this.space.pose.base;
    }

    /** Index of a bone's parent; that of the topmost ones is the number of bones. */
    parentOf(bone: number): number {
        return this.space.pose.parents[bone];
    }

    /** Turns the limbs of the reference pose to those of the template. */
    private align() {
        const { parts } = this.template;
        const both = parts.flatMap(part => [part, mirrored(part)]);
        const partOf = new Map(both.map(part => [this.bones.get(part.role) ?? -1, part]));
        const ends = new Set((['leftHand', 'rightHand', 'leftFoot', 'rightFoot'] as const).map(role => this.bones.get(role) ?? -1));
        for (let bone = 0; bone < this.count; bone++) {
            const parent = this.parentOf(bone);
            // a bone without a part in the template goes along with the one that it hangs on
            if (parent < this.count) copyQuat(this.aligned, 4 * bone, this.aligned, 4 * parent);
            const part = partOf.get(bone);
            if (part) this.alignPart(bone, part);
            else if (ends.has(bone)) this.alignEnd(bone);
        }
    }

    private alignPart(bone: number, { ends, direction: [x, y, z] }: TemplatePart) {
        const end = ends.map(role => this.bones.get(role)).find(other => other !== undefined) ?? this.endOf(bone);
        if (end === undefined) return;
        subtractVec(direction, 0, this.places, 3 * end, this.places, 3 * bone);
        wanted.set([x, y, z]);
        this.swing(bone);
    }

    /** Turns a bone from `direction`, of the reference pose, to `wanted`. */
    private swing(bone: number) {
        const { aligned } = this;
        if (!normalizeVec(direction, 0)) return;
        rotateVec(direction, 0, aligned, 4 * bone, direction, 0);
        normalizeVec(wanted, 0);
        arcQuat(turn, 0, direction, 0, wanted, 0, Z, 0);
        multiplyQuat(aligned, 4 * bone, turn, 0, aligned, 4 * bone);
    }

    /** The last bone on the longest way below another one; undefined where nothing hangs on it. */
    private endOf(bone: number): number | undefined {
        const { first } = this.space;
        const path = longestPath(this.tree, bone - first);
        return path.length > 1 ? first + path[path.length - 1] : undefined;
    }

    /** Turns a hand or a foot by its own shape. */
    private alignEnd(bone: number) {
        const { aligned, rig, space: { first, modelRotation } } = this;
        const { forward, up } = measureFoot(rig, bone - first, this.tree);
        const toBody = (out: Flat, v: Flat) => {
            rotateVec(out, 0, modelRotation, 0, v, 0);
            rotateVecInverse(out, 0, this.frame, 0, out, 0);
        };
        const isHand = rig.legs !== 4 && [this.bones.get('leftHand'), this.bones.get('rightHand')].includes(bone);
        if (!isHand) {
            // a foot that is level stays so
            identityQuat(aligned, 4 * bone);
            toBody(direction, forward);
            wanted.set(Z);
            this.swing(bone);
            return;
        }
        const isLeft = this.bones.get('leftHand') === bone;
        toBody(direction, forward);
        wanted.set(X);
        if (!isLeft) wanted[0] = -1;
        this.swing(bone);
        // one finger does not say where the palm is
        const fingers = this.tree.children[bone - first].filter(child => this.tree.carried[child] > 0);
        if (fingers.length < 2) return;
        toBody(direction, up);
        rotateVec(direction, 0, aligned, 4 * bone, direction, 0);
        const angle = -Math.atan2(direction[2], direction[1]);
        this.roll(bone, angle);
        const forearm = this.bones.get(isLeft ? 'leftForearm' : 'rightForearm');
        if (forearm !== undefined) this.roll(forearm, angle / 2);
    }

    /** Turns a bone about the body's x. */
    private roll(bone: number, angle: number) {
        turn.set([Math.sin(angle / 2), 0, 0, Math.cos(angle / 2)]);
        multiplyQuat(this.aligned, 4 * bone, turn, 0, this.aligned, 4 * bone);
    }
}

function mirrored({ role, ends, direction: [x, y, z] }: TemplatePart): TemplatePart {
    return { role: onRight(role), ends: ends.map(onRight), direction: [-x, y, z] };
}

/** Writes the turn from body space to the space of the clips' root. */
function frameOf(out: Flat, { up, forward }: Rig, modelRotation: Flat): void {
    const upwards = new Float64Array(3);
    const ahead = new Float64Array(3);
    rotateVec(upwards, 0, modelRotation, 0, up, 0);
    rotateVec(ahead, 0, modelRotation, 0, forward, 0);
    arcQuat(out, 0, Y, 0, upwards, 0, X, 0);
    rotateVec(direction, 0, out, 0, Z, 0);
    arcQuat(turn, 0, direction, 0, ahead, 0, upwards, 0);
    multiplyQuat(out, 0, turn, 0, out, 0);
}

/** Lets the world of a pose be body space: its base stands for the clips' root. */
export function enterBody(pose: FlatPose, frame: Flat): void {
    identityQuat(turn, 0);
    multiplyInverseQuat(pose.rotations, 4 * pose.base, frame, 0, turn, 0);
}
