import type { Entity } from 'playcanvas';

import { findBone, nearestName } from './find';
import type { Rig } from './rig';
import { ReadStatus } from '../pose/bone-set';

// The bone that a row of the inspector means, and what is said when there is none.

/** Says what is wrong and how to mend it. */
export type Report = (sentence: string) => void;

/** The bone of a row as index in the rig's nodes: the entity where it is a bone of this character, else the name; -1 for none. */
export function resolveBone(rig: Rig, bone: Entity | null, boneName: string): number {
    const index = bone ? rig.skeleton.nodes.indexOf(bone) : -1;
    return index < 0 && boneName ? findBone(rig, boneName) : index;
}

/** What may have been meant by a name that no bone has. */
function hintOf(rig: Rig, boneName: string): string {
    const nearest = nearestName(rig, boneName);
    return nearest ? ` Did you mean "${nearest}"?` : '';
}

/** Says what is wrong with a bone that a method was called with. */
export function describeNoBone(rig: Rig, bone: { readonly name: string } | string | null | undefined): string {
    const what = typeof bone === 'string' ? `there is no bone named "${bone}".${hintOf(rig, bone)}` :
        bone ? `"${bone.name}" is no bone of this character.` : `${bone} was passed as a bone.`;
    return `${what} Pass a bone of this character, its role or its name.`;
}

/** Says why a row has no bone. */
function reportMissing(rig: Rig, bone: Entity | null, boneName: string, place: string, report: Report): void {
    if (boneName) {
        report(`${place}: no bone named "${boneName}".${hintOf(rig, boneName)} Set Bone Name to a role or a bone of this character, then call refresh().`);
    } else if (bone) {
        report(`${place}: "${bone.name}" is no bone of this character, or was destroyed. Choose another bone, then call refresh().`);
    } else {
        report(`${place} is missing: it has neither a bone nor a bone name. Choose one or remove the row, then call refresh().`);
    }
}

/** The bone of a row, or -1 after a sentence; `place` is what sentences call the row. */
export function findRowBone(rig: Rig, bone: Entity | null, boneName: string, place: string, report: Report): number {
    const index = resolveBone(rig, bone, boneName);
    if (index < 0) reportMissing(rig, bone, boneName, place, report);
    return index;
}

/** Whether a node is an ancestor of another one. */
export function isAncestor(rig: Rig, ancestor: number, node: number): boolean {
    const { parents } = rig.skeleton;
    for (let above = parents[node]; above >= 0; above = parents[above]) if (above === ancestor) return true;
    return false;
}

/** Whether a number lies in a range; says so when it does not. */
export function inRange(value: number, low: number, high: number, what: string, report: Report): boolean {
    if (value >= low && value <= high) return true;
    report(`${what} is ${value}. Set it to a value from ${low} to ${high}, then call refresh().`);
    return false;
}

/** Length of a limb's bone, as a share of the character's height, below which it is no bone. */
const MIN_BONE = 1e-4;

/** Bones of a leg of which nothing is known: foot, shin and thigh. */
const USUAL_BONES = 3;

/** The limb that ends with a bone; undefined: none does. */
function limbAt({ limbs }: Rig, end: number) {
    return Object.values(limbs).find(limb => limb?.bones[limb.bones.length - 1] === end);
}

/**
 * The bones of a limb from its root to its end. Answers null after a sentence.
 *
 * @param end - The foot or hand.
 * @param count - How many bones, the end counted; 0: all of the limb, of what is none that is known foot, shin and thigh.
 * @param name - What sentences call the row.
 */
export function findLimbBones(rig: Rig, end: number, count: number, name: string, report: Report): number[] | null {
    const { nodes, parents, positions } = rig.skeleton;
    if (!Number.isInteger(count) || (count !== 0 && count < 2)) {
        report(`${name} has a bones count of ${count}. Count the bones upwards with the foot, 3 for foot, shin and thigh, or set it to 0 for all, then call refresh().`);
        return null;
    }
    const wanted = count > 0 ? count : limbAt(rig, end)?.bones.length ?? USUAL_BONES;
    const limb = [end];
    while (limb.length < wanted) {
        const below = limb[0];
        const above = parents[below];
        if (above < 0) {
            report(`${name} counts ${wanted} bones, but there are ${limb.length}. Lower its bones count, then call refresh().`);
            return null;
        }
        const length = Math.hypot(...[0, 1, 2].map(i => positions[3 * above + i] - positions[3 * below + i]));
        if (!(length > MIN_BONE * rig.height)) {
            report(`${name}: the bone between ${nodes[above].name} and ${nodes[below].name} has no length. Choose another foot or lower the bones count, then call refresh().`);
            return null;
        }
        limb.unshift(above);
    }
    return limb;
}

/** Says why a pose cannot be worked on, and at which bone. */
export function describeStatus(status: ReadStatus, bone: string): string {
    if (status === ReadStatus.moved) {
        return `bone "${bone}" was destroyed or hangs elsewhere than before. Call refresh() after changing the model.`;
    }
    if (status === ReadStatus.disabled) return `bone "${bone}" is disabled. Enable it, or take it out of the lists and call refresh().`;
    if (status === ReadStatus.broken) {
        return `the rotation or the place of "${bone}" or of what is above it is not a number. Set it to finite numbers; the script goes on then.`;
    }
    return `the scale of "${bone}" or of what is above it is not uniform and positive. Give it one scale above 0 for all axes.`;
}
