import type { Frame } from './frame';
import type { Bones } from './roles';
import { isPartOf, type BoneTree } from './tree';
import { AFFINE, composeAffine, multiplyAffine } from '../core/math/affine';
import { dotVec } from '../core/math/flat-math';

// Where the eyes are: the bones that turn the eyeballs, and the point between them.

/** Smallest share of a character's skin that is an eyeball and not a rounding of weights. */
const LEAST_SHARE = 1e-4;

/** Largest distance of an eyeball's middle from its joint, as a share of its mean radius. */
const CENTRED = 0.5;

/**
 * Of an eye's bone and the ones below it, the one that turns the eyeball: its skin lies all around its joint. A rig's base that
 * carries brow and lids too would turn them as well. The bone itself where none below is clearly an eyeball.
 */
export function findEyeball(tree: BoneTree, eye: number): number {
    const { ends, positions } = tree.skeleton;
    const candidates: number[] = [];
    for (let node = eye; node < ends[eye]; node++) {
        if (tree.skin.share[node] > LEAST_SHARE) candidates.push(node);
    }
    if (candidates.length < 2) return eye;
    const sums = new Map(candidates.map(node => [node, { x: 0, y: 0, z: 0, radius: 0 }]));
    tree.skin.holders.forEach((holder, i) => {
        const sum = sums.get(holder);
        if (!sum) return;
        const [x, y, z] = [0, 1, 2].map(axis => tree.skin.points[3 * i + axis] - positions[3 * holder + axis]);
        sum.x += x;
        sum.y += y;
        sum.z += z;
        sum.radius += Math.hypot(x, y, z);
    });
    let best = eye;
    let least = CENTRED;
    for (const [node, { x, y, z, radius }] of sums) {
        const excentric = Math.hypot(x, y, z) / radius;
        if (!(excentric < least)) continue;
        least = excentric;
        best = node;
    }
    return best;
}

/** Offsets of the eyes from the head's joint as shares of the height, up and forward, where there is nothing to measure. */
const EYES_UP = 0.035;
const EYES_FORWARD = 0.05;

/** Share of the head's height, from the chin on, at which the eyes are: half without hair, which adds a little. */
const EYE_LEVEL = 0.47;

/** Half the height and half the breadth of the strip of face that is measured, as shares of the head's height. */
const STRIP_HEIGHT = 0.08;
const STRIP_BREADTH = 0.2;

/** How far the eyeballs' middles lie behind the front of that strip, the nose, as a share of the head's height. */
const EYES_BEHIND = 0.17;

/** Finds the point between the eyes, and the node that carries it. */
export function findEyePoint(tree: BoneTree, bones: Bones, frame: Frame, height: number): { node: number; position: Float64Array } {
    const { positions, parents } = tree.skeleton;
    const at = (node: number) => positions.slice(3 * node, 3 * node + 3);
    const [left, right, head] = [bones.get('leftEye'), bones.get('rightEye'), bones.get('head')];
    const eye = left ?? right;
    const node = head ?? (eye === undefined ? bones.get('neck') ?? bones.get('hips') ?? 0 : Math.max(0, parents[eye]));
    if (left !== undefined && right !== undefined) {
        const [a, b] = [left, right].map(bone => placeAsFound(tree, node, bone));
        return { node, position: a.map((value, axis) => (value + b[axis]) / 2) };
    }
    return { node, position: measureFace(tree, node, frame) ?? at(node).map((value, axis) => {
        return value + height * (EYES_UP * frame.up[axis] + EYES_FORWARD * frame.forward[axis]);
    }) };
}

/** Where a bone is when those between it and the one that carries it are where the model has them: faces are made by moving bones. */
function placeAsFound({ skeleton }: BoneTree, carrier: number, bone: number): Float64Array {
    const { parents, matrices, positions, found } = skeleton;
    let place = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
    let node = bone;
    for (; node >= 0 && node !== carrier; node = parents[node]) {
        const [local, whole] = [new Float64Array(AFFINE), new Float64Array(AFFINE)];
        composeAffine(local, 0, found.positions, 3 * node, found.rotations, 4 * node, found.scales, 3 * node);
        multiplyAffine(whole, 0, local, 0, place, 0);
        place = whole;
    }
    if (node < 0) return positions.slice(3 * bone, 3 * bone + 3);
    const world = new Float64Array(AFFINE);
    multiplyAffine(world, 0, matrices, AFFINE * carrier, place, 0);
    return world.slice(9);
}

/** The eye point by the skin of the head, or null without one. */
function measureFace(tree: BoneTree, head: number, { left, up, forward }: Frame): Float64Array | null {
    const { positions } = tree.skeleton;
    const along = (axis: Float64Array, i: number) => dotVec(tree.skin.points, 3 * i, axis, 0) - dotVec(positions, 3 * head, axis, 0);
    const skin: [number, number, number][] = [];
    tree.skin.holders.forEach((holder, i) => {
        if (isPartOf(tree, holder, head)) skin.push([along(left, i), along(up, i), along(forward, i)]);
    });
    if (skin.length === 0) return null;
    const heights = skin.map(([, y]) => y);
    const top = heights.reduce((a, b) => Math.max(a, b));
    // the chin: what the head carries behind its joint reaches down the neck
    const bottom = skin.reduce((low, [, y, z]) => (z > 0 ? Math.min(low, y) : low), 0);
    const size = top - bottom;
    const level = bottom + EYE_LEVEL * size;
    const front = skin.filter(([x, y]) => Math.abs(y - level) < STRIP_HEIGHT * size && Math.abs(x) < STRIP_BREADTH * size)
    .reduce((most, [, , z]) => Math.max(most, z), -Infinity);
    if (!(size > 0 && front > -Infinity)) return null;
    return positions.slice(3 * head, 3 * head + 3).map((value, axis) => value + level * up[axis] + (front - EYES_BEHIND * size) * forward[axis]);
}
