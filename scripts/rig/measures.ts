import type { Frame } from './frame';
import type { RigLimb } from './rig';
import type { Bones } from './roles';
import { bonesOnly, isPartOf, partsOf, pathBetween, type BoneTree } from './tree';
import { dot, middleOf, minus, pointAt, size, type Vector } from './vectors';
import { distanceVec, dotVec } from '../core/math/flat-math';

// Sizes of a character in its reference pose, in model units.

/** Length of a leg from the hip over the knee to the ankle, or 0. */
export function measureLeg(tree: BoneTree, bones: Bones, side: 'left' | 'right'): number {
    const [thigh, shin, foot] = (['Thigh', 'Shin', 'Foot'] as const).map(part => bones.get(`${side}${part}`));
    if (thigh === undefined || shin === undefined || foot === undefined) return 0;
    const { positions } = tree.skeleton;
    return distanceVec(positions, 3 * thigh, positions, 3 * shin) + distanceVec(positions, 3 * shin, positions, 3 * foot);
}

/** Fewest bones of a limb with a foot or hand: one of two could only be turned. */
const SHORTEST_LIMB = 3;

/** Largest distance of a mark at the end of a leg from the level of its sole, as a share of the leg's height. */
const LOW_END = 0.35;

/** Thickness of what counts as the lowest skin of a leg without a foot, as a share of its height. */
const LOWEST = 0.05;

/** The bones from the first to the last of a limb; null where one is not known or does not hang from the other. */
export function measureLimb(tree: BoneTree, first: number | undefined, last: number | undefined): RigLimb | null {
    if (first === undefined || last === undefined) return null;
    const bones = pathBetween(tree, first, last);
    return bones.length < SHORTEST_LIMB ? null : limbOf(tree, bones, 'foot', pointAt(tree.skeleton.positions, last));
}

/** A leg without a foot, from its first bone to the mark below its last one, or to the end of its skin. */
export function measureBareLeg(tree: BoneTree, first: number, path: readonly number[], up: Vector): RigLimb | null {
    const bones = bonesOnly(tree, path.slice(path.indexOf(first)));
    const last = bones[bones.length - 1];
    const places = [...tree.skin.holders.keys()].filter(i => isPartOf(tree, tree.skin.holders[i], last)).map(i => pointAt(tree.skin.points, i));
    if (places.length === 0) return null;
    const heightOf = (point: Vector) => dot(point, up);
    const sole = places.reduce((low, place) => Math.min(low, heightOf(place)), Infinity);
    const height = heightOf(pointAt(tree.skeleton.positions, first)) - sole;
    const mark = path[path.indexOf(last) + 1];
    const isMark = mark !== undefined && Math.abs(heightOf(pointAt(tree.skeleton.positions, mark)) - sole) < LOW_END * height;
    if (isMark) return limbOf(tree, [...bones, mark], 'mark', pointAt(tree.skeleton.positions, mark));
    return limbOf(tree, bones, 'skin', middleOf(places.filter(place => heightOf(place) < sole + LOWEST * height)));
}

function limbOf(tree: BoneTree, bones: number[], end: RigLimb['end'], tip: Vector): RigLimb {
    const last = pointAt(tree.skeleton.positions, bones[bones.length - 1]);
    return { bones, end, tip, length: bones.slice(1).reduce((sum, node) => sum + tree.offsets[node], size(minus(tip, last))) };
}

/** Share of the height from the floor to the joint of the head. */
const HEAD_JOINT = 0.88;

/** Share of the head joint's height that a bone on top of the head is above it. */
const HEAD_TOP = 0.08;

/** Height of the lowest skin of the legs with all that hangs on them; Infinity where they have none. */
export function measureSoles(tree: BoneTree, legs: readonly RigLimb[], { up }: Frame): number {
    const { holders, points } = tree.skin;
    const isLeg = partsOf(tree, legs.map(({ bones: [root] }) => root));
    let low = Infinity;
    holders.forEach((node, i) => {
        if (isLeg[node]) low = Math.min(low, dotVec(points, 3 * i, up, 0));
    });
    return low;
}

/** The bone with the lowest skin below the soles that is no leg, arm or tail, and the depth of that skin; null where there is none. */
export function findBelowSoles(tree: BoneTree, bones: Bones, legs: readonly RigLimb[], soles: number, { up }: Frame): { node: number; depth: number } | null {
    const { holders, points } = tree.skin;
    const isLimb = partsOf(tree, [...legs.map(leg => leg.bones[0]), ...armsOf(bones), bones.get('tail')].filter(node => node !== undefined));
    let found: { node: number; depth: number } | null = null;
    if (soles === Infinity) return found;
    holders.forEach((node, i) => {
        const depth = soles - dotVec(points, 3 * i, up, 0);
        if (node >= 0 && depth > (found?.depth ?? 0) && !isLimb[node]) found = { node, depth };
    });
    return found;
}

function armsOf(bones: Bones): number[] {
    return (['left', 'right'] as const).flatMap(side => bones.get(`${side}Clavicle`) ?? bones.get(`${side}UpperArm`) ?? []);
}

/** Height of the skin over the soles, or over its lowest point where no legs were found. Arms do not count, since they may be raised; without skin the bones do. */
export function measureHeight(tree: BoneTree, bones: Bones, soles: number, { up }: Frame): number {
    const { positions, nodes } = tree.skeleton;
    const isArm = partsOf(tree, armsOf(bones));
    let low = Infinity;
    let high = -Infinity;
    const include = (point: Float64Array, offset: number, node: number) => {
        if (node < 0 || isArm[node]) return;
        const value = dotVec(point, offset, up, 0);
        low = Math.min(low, value);
        high = Math.max(high, value);
    };
    tree.skin.holders.forEach((holder, i) => include(tree.skin.points, 3 * i, holder));
    if (soles < high) low = soles;
    if (!(high > low)) {
        const body = [bones.get('hips'), bones.get('head')].every(node => node !== undefined) ? bodyNodes(tree, bones) : nodes.map((_, node) => node);
        for (const node of body) include(positions, 3 * node, node);
        const head = bones.get('head');
        const joint = head === undefined ? high : dotVec(positions, 3 * head, up, 0);
        if (head !== undefined && high - joint < HEAD_TOP * (joint - low)) high = low + (joint - low) / HEAD_JOINT;
    }
    // a single bone has no size; one unit keeps what is scaled by it finite
    return high > low ? high - low : 1;
}

function bodyNodes(tree: BoneTree, bones: Bones): number[] {
    const hips = bones.get('hips')!;
    return Array.from({ length: tree.skeleton.ends[hips] - hips }, (_, i) => hips + i);
}
