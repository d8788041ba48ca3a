import type { RoleCorrection } from './correction';
import type { Evidence } from './evidence';
import type { Role } from './roles';
import type { Sentence } from './sentence';
import type { Skeleton } from './skeleton';
import { dotVec, normalizeVec, rotateVecInverse, subtractVec } from '../core/math/flat-math';

// What is known about a character: which bone is what, where it faces, how large it is.

/** Names of the limbs of people and of animals on four legs, whose fore legs are their hands. */
export const LIMB_NAMES = ['leftFoot', 'rightFoot', 'leftHand', 'rightHand'] as const;

/**
 * Names of limbs. With more than four legs all are feet, counted from the front: `leftFoot`, `leftFoot1`, `leftFoot2`; a single leg is the
 * left one.
 */
export type LimbName = typeof LIMB_NAMES[number] | `${'left' | 'right'}Foot${number}`;

/** A leg or an arm. */
export interface RigLimb {
    /**
     * Every node from the one that swings the limb (thigh; upper arm, on four legs the shoulder blade where there is one) down to its
     * end. Each is the parent of the next. A limb with a foot or a hand has at least three.
     */
    readonly bones: readonly number[];
    /**
     * What the last of these bones is: the foot or hand, whose rotation is the sole's; a mark at the end of a leg without a foot, whose
     * bone above carries the sole; or that bone itself, where there is no mark.
     */
    readonly end: 'foot' | 'mark' | 'skin';
    /** Where the limb ends in the reference pose, model space: the joint of the foot or the mark, else the middle of its lowest skin. */
    readonly tip: Float64Array;
    /** Length along the bones, and on to the tip, in the reference pose. */
    readonly length: number;
}

/** A skeleton whose bones have names that every script understands. All lengths and directions are in model space, in the reference pose. */
export interface Rig {
    readonly skeleton: Skeleton;
    /** What was set by hand when it was found. */
    readonly correction: RoleCorrection | null;
    /** How many legs the character stands on: 0, 1, 2, 4, 6, 8 and so on; 0: no complete legs were found. */
    readonly legs: number;
    /** The limbs that it stands on, from the front to the back, of a pair the left one first: as many as there are legs. */
    readonly feet: readonly LimbName[];
    /** Index into `skeleton.nodes` for each role that was found. The spine goes `spine`, `spine1`, `spine2`, the neck likewise. */
    readonly bones: ReadonlyMap<Role, number>;
    /** Bones between hips and neck, from the hips up. */
    readonly spine: readonly number[];
    /** Bones between the spine and the head, from the chest up. */
    readonly neck: readonly number[];
    /** Direction that the character faces. Unit length, at right angles to `up` and to its line from right to left. */
    readonly forward: Float64Array;
    /** Direction from the feet to the head. Unit length. */
    readonly up: Float64Array;
    /** Height of the standing character; of its skin where it has one. Never 0. */
    readonly height: number;
    /** Legs and arms by their names, every foot whatever their number; null where one was not found. */
    readonly limbs: Readonly<Record<LimbName, RigLimb | null>>;
    /** Lengths from hip over knee to ankle; 0 where a leg was not found. */
    readonly legLengths: { readonly left: number; readonly right: number };
    /** Point between the eyes, and the node that carries it: the head, or what the eyes hang on. */
    readonly eyePoint: { readonly node: number; readonly position: Float64Array };
    /** Roles that a character can have and this one does not, or that are in doubt. */
    readonly missing: readonly Role[];
    /** What is wrong or was not found, with the part of the body that it is about: the most important first. */
    readonly sentences: readonly Sentence[];
    /** The same in words alone: what, where and how to fix it. */
    readonly problems: readonly string[];
    /** What speaks for what was taken, what against, and how sure it is. */
    readonly evidence: readonly Evidence[];
}

/** Writes a node's own forward axis: the character's forward in the node's local frame. Allocates nothing. */
export function forwardAxis(out: Float64Array, rig: Rig, node: number): Float64Array {
    rotateVecInverse(out, 0, rig.skeleton.rotations, 4 * node, rig.forward, 0);
    return out;
}

/** Distance of a knee from the line of its leg, as a share of that, from which on the reference pose says on which side it is. */
const BENT = 0.01;

const line = new Float64Array(3);
const bend = new Float64Array(3);

/**
 * Writes where a leg bends when it is straight, in its first bone's frame: a leg of two bones to where it is bent in the reference pose, as elbows
 * of animals bend back; others, and straight ones, ahead. Allocates nothing.
 *
 * @param leg - Nodes of the leg, from its root to the foot.
 */
export function bendAxis(out: Float64Array, rig: Rig, leg: readonly number[]): Float64Array {
    const { positions, rotations } = rig.skeleton;
    forwardAxis(out, rig, leg[0]);
    if (leg.length !== 3) return out;
    subtractVec(line, 0, positions, 3 * leg[2], positions, 3 * leg[0]);
    subtractVec(bend, 0, positions, 3 * leg[1], positions, 3 * leg[0]);
    const squared = dotVec(line, 0, line, 0), along = dotVec(bend, 0, line, 0) / squared;
    for (let i = 0; i < 3; i++) bend[i] -= along * line[i];
    if (!(dotVec(bend, 0, bend, 0) > BENT * BENT * squared)) return out;
    normalizeVec(bend, 0);
    rotateVecInverse(out, 0, rotations, 4 * leg[0], bend, 0);
    return out;
}

/** World units per unit of model space, where the character stands now. */
export function modelScale({ skeleton: { space } }: Rig): number {
    if (!space) return 1;
    const m = space.getWorldTransform().data;
    return Math.sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
}

/** The bone that carries the sole of a foot or hand: the foot itself, or the bone above where a leg ends in a mark. */
export function soleBone({ limbs, skeleton }: Rig, foot: number): number {
    const isMark = Object.values(limbs).some(limb => limb?.end === 'mark' && limb.bones.at(-1) === foot);
    return isMark ? skeleton.parents[foot] : foot;
}

/** The role of a node, or null. */
export function roleOf(rig: Rig, node: number): Role | null {
    for (const [role, bone] of rig.bones) {
        if (bone === node) return role;
    }
    return null;
}
