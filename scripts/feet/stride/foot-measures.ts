import { findSolePoints, type SolePoints } from '../../anim/sole-points';
import { dotVec, subtractVec } from '../../core/math/flat-math';
import { measureFoot } from '../../rig/foot-shape';
import { ModelCache } from '../../rig/model-cache';
import type { Rig } from '../../rig/rig';
import { createBoneTree, type BoneTree } from '../../rig/tree';

// What strides need to know of a foot, once for all instances of a model: it takes every vertex of the skin.

/** A foot of a model. Lengths are shares of the character's height. */
export interface FootMeasures {
    /** Index of the foot into the skeleton's nodes, and of its toes, -1: none. */
    readonly foot: number;
    readonly toes: number;
    /** Points of the sole. */
    readonly sole: SolePoints;
    /** Distance from the ankle ahead to the middle of the sole, from there to the ball, and half of the sole's length. */
    readonly middle: number;
    readonly ball: number;
    readonly half: number;
}

/** Distance from the middle of a sole to its ball where toes have no bone, as a share of half of its length. */
const BALL = 0.5;

/** By the node of the foot. */
const models = new ModelCache<number, FootMeasures>();

/**
 * Measures feet.
 *
 * @param feet - Indices into the skeleton's nodes.
 * @param toes - The same of the toes, -1: none.
 */
export function measureStrideFeet(rig: Rig, feet: readonly number[], toes: readonly number[]): FootMeasures[] {
    let tree: BoneTree | null = null;
    return feet.map((foot, i) => models.get(rig, foot, () => {
        tree ??= createBoneTree(rig.skeleton);
        return measure(rig, foot, toes[i] ?? -1, tree);
    }));
}

function measure(rig: Rig, foot: number, toes: number, tree: BoneTree): FootMeasures {
    const { skeleton: { positions }, forward, height } = rig;
    const { length, heel } = measureFoot(rig, foot, tree);
    const middle = (length - heel) / 2 / height;
    const half = (length + heel) / 2 / height;
    const toToes = new Float64Array(3);
    if (toes >= 0) subtractVec(toToes, 0, positions, 3 * toes, positions, 3 * foot);
    const ball = toes >= 0 ? dotVec(toToes, 0, forward, 0) / height - middle : BALL * half;
    return { foot, toes, sole: findSolePoints(rig, foot, tree.skin), middle, ball, half };
}
