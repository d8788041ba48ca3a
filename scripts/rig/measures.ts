import type { Frame } from './frame';
import type { RigLimb } from './rig';
import type { Role } from './roles';
import { isPartOf, longestPath, pathBetween, type BoneTree } from './tree';
import { distanceVec, dotVec } from '../core/math/flat-math';

// Sizes of a character in its reference pose, in model units.

type Bones = ReadonlyMap<Role, number>;

/** Length of a leg from the hip over the knee to the ankle, or 0. */
export function measureLeg(tree: BoneTree, bones: Bones, side: 'left' | 'right'): number {
    const [thigh, shin, foot] = (['Thigh', 'Shin', 'Foot'] as const).map(part => bones.get(`${side}${part}`));
    if (thigh === undefined || shin === undefined || foot === undefined) return 0;
    const { positions } = tree.skeleton;
    return distanceVec(positions, 3 * thigh, positions, 3 * shin) + distanceVec(positions, 3 * shin, positions, 3 * foot);
}

/** Fewest bones of a limb that can bend: one of two could only be turned. */
const SHORTEST_LIMB = 3;

/** Largest distance of the end of a leg without a foot from the level of its sole, as a share of the leg's height. */
const LOW_END = 0.35;

/** The bones from the first to the last of a limb and its length; null where one is not known or does not hang from the other. */
export function measureLimb(tree: BoneTree, first: number | undefined, last: number | undefined): RigLimb | null {
    if (first === undefined || last === undefined) return null;
    const bones = pathBetween(tree, first, last);
    return bones.length < SHORTEST_LIMB ? null : limbOf(tree, bones, false);
}

/** A leg without a foot, from its first bone to the mark below its last one; null where there is none, or it is no leg's end. */
export function measureBareLeg(tree: BoneTree, first: number | undefined, last: number | undefined, { up }: Frame): RigLimb | null {
    if (first === undefined || last === undefined) return null;
    const mark = longestPath(tree, last)[1];
    if (mark === undefined || tree.carried[mark] > 0 || !(tree.carried[last] > 0)) return null;
    const { points, holders } = tree.skin;
    const heightOf = (node: number) => dotVec(tree.skeleton.positions, 3 * node, up, 0);
    const sole = holders.reduce((low, holder, i) => (isPartOf(tree, holder, last) ? Math.min(low, dotVec(points, 3 * i, up, 0)) : low), Infinity);
    return Math.abs(heightOf(mark) - sole) < LOW_END * (heightOf(first) - sole) ? limbOf(tree, [...pathBetween(tree, first, last), mark], true) : null;
}

function limbOf(tree: BoneTree, bones: number[], endsInMark: boolean): RigLimb {
    return { bones, endsInMark, length: bones.slice(1).reduce((sum, node) => sum + tree.offsets[node], 0) };
}

/** Share of the height from the floor to the joint of the head. */
const HEAD_JOINT = 0.88;

/** Share of the head joint's height that a bone on top of the head is above it. */
const HEAD_TOP = 0.08;

/** Height of the skin without the arms, which may be raised or hold something; else of the bones. */
export function measureHeight(tree: BoneTree, bones: Bones, { up }: Frame): number {
    const { positions, nodes } = tree.skeleton;
    const arms = (['left', 'right'] as const).map(side => bones.get(`${side}Clavicle`) ?? bones.get(`${side}UpperArm`)).filter(node => node !== undefined);
    const onArms = (node: number) => arms.some(arm => isPartOf(tree, node, arm));
    let low = Infinity;
    let high = -Infinity;
    const include = (point: Float64Array, offset: number, node: number) => {
        if (node < 0 || onArms(node)) return;
        const value = dotVec(point, offset, up, 0);
        low = Math.min(low, value);
        high = Math.max(high, value);
    };
    tree.skin.holders.forEach((holder, i) => include(tree.skin.points, 3 * i, holder));
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
