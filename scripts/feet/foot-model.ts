import { measureOutline, type OutlinePoints } from './outline-points';
import { findSolePoints, type SolePoints } from '../anim/contacts/sole-points';
import { dotVec, subtractVec } from '../core/math/flat-math';
import { finish, type Steps } from '../core/timing/steps';
import { measureFoot, type FootShape } from '../rig/foot-shape';
import { ModelCache } from '../rig/model-cache';
import type { Rig } from '../rig/rig';
import { createBoneTreeSteps, type BoneTree } from '../rig/tree';

// What is measured of a character's feet: once for all instances, since it takes every vertex of the skin.

/** A foot of a model, in its units. */
export interface FootModel {
    readonly shape: FootShape;
    /** Node of the toes; -1 without one. */
    readonly toes: number;
    /** Points of the sole, and the outline of the lower foot. */
    readonly points: SolePoints;
    readonly outline: OutlinePoints;
}

/** Shares of the foot's length between which a child bone is the ball's. */
const BALL_RANGE = [0.3, 0.95];

/** Distance of a node before the ankle along the foot. */
function aheadOf(rig: Rig, node: number, shape: FootShape): number {
    const { positions } = rig.skeleton;
    const offset = new Float64Array(3);
    subtractVec(offset, 0, positions, 3 * node, positions, 3 * shape.foot);
    return dotVec(offset, 0, shape.forward, 0);
}

/** The bone of the toes: the child of the foot at its ball; -1 without one. */
function findToes(rig: Rig, shape: FootShape): number {
    const { parents, ends } = rig.skeleton;
    for (let node = shape.foot + 1; node < ends[shape.foot]; node++) {
        const along = aheadOf(rig, node, shape);
        if (parents[node] === shape.foot && along > BALL_RANGE[0] * shape.length && along < BALL_RANGE[1] * shape.length) return node;
    }
    return -1;
}

/** By the node of the foot. */
const models = new ModelCache<number, FootModel>('feet');

/** Measures feet, as indices into the skeleton's nodes. */
export function measureFeet(rig: Rig, feet: readonly number[]): FootModel[] {
    return finish(measureFeetSteps(rig, feet));
}

/** The same in pieces. */
export function *measureFeetSteps(rig: Rig, feet: readonly number[]): Steps<FootModel[]> {
    const trees: BoneTree[] = [];
    const work = function *(foot: number): Steps<FootModel> {
        if (trees.length === 0) trees.push(yield* createBoneTreeSteps(rig.skeleton));
        return yield* measure(rig, foot, trees[0]);
    };
    const measured: FootModel[] = [];
    for (const foot of feet) measured.push(yield* models.prepare(rig, foot, () => work(foot)));
    return measured;
}

function *measure(rig: Rig, foot: number, tree: BoneTree): Steps<FootModel> {
    yield;
    const shape = measureFoot(rig, foot, tree);
    yield;
    const points = findSolePoints(rig, foot, tree.skin);
    yield;
    return { shape, toes: findToes(rig, shape), points, outline: measureOutline(rig, shape, points, tree.skin) };
}

/** Where a sole lies along its foot, as shares of the character's height. */
export interface SoleSpan {
    /** Distance from the ankle ahead to the middle of the sole, from there to the ball, and half of the sole's length. */
    readonly middle: number;
    readonly ball: number;
    readonly half: number;
}

/** Distance from the middle of a sole to its ball where toes have no bone, as a share of half of its length. */
const BALL = 0.5;

/** Finds where a sole lies along its foot. */
export function spanOf(rig: Rig, { shape: { length, heel, foot } }: FootModel, toes: number): SoleSpan {
    const { skeleton: { positions }, forward, height } = rig;
    const middle = (length - heel) / 2 / height;
    const half = (length + heel) / 2 / height;
    const toToes = new Float64Array(3);
    if (toes >= 0) subtractVec(toToes, 0, positions, 3 * toes, positions, 3 * foot);
    return { middle, half, ball: toes >= 0 ? dotVec(toToes, 0, forward, 0) / height - middle : BALL * half };
}
