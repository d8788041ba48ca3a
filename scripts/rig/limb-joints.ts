import { isHelperName } from './names';
import { bonesOnly, isAbove, isPartOf, longestPath, pathBetween, type BoneTree } from './tree';
import { cross, dot, minus, pointAt, size, unit, type Vector } from './vectors';
import type { NamedPart } from './words';
import { angleBetween } from '../core/math/flat-math';

// Which bone of a limb is which: by what names say, and by where the joints are.
//
// A foot is where it stands: the uppermost bone whose skin rests on the ground, and without skin the uppermost one that begins near it;
// a leg whose last bone begins high above the ground has none. The knee is the joint that points forward most, the elbow the one that
// points back most; of straight limbs it is the one half way. The thigh is all that is straight above the knee. A hand is where
// fingers begin. On a level trunk the names of feet are not asked: the bone that one rig calls foot begins at the hock in the next.

/** The kind of a limb: the arm of an upright body, the leg of any, the fore leg of an animal. */
export type LimbKind = 'leg' | 'arm' | 'fore';

/** Parts of each kind, from the trunk outwards; the fourth is what lies between the middle joint and the end. */
const PARTS = {
    leg: ['Pelvis', 'Thigh', 'Shin', 'Metatarsus', 'Foot', 'Toes'],
    arm: ['Clavicle', 'UpperArm', 'Forearm', 'Between', 'Hand', 'Fingers'],
    fore: ['Clavicle', 'UpperArm', 'Forearm', 'Metacarpus', 'Hand', 'Fingers']
} as const;

/** Parts that are no roles: they are only found. */
const UNSAID = /^(?:Pelvis|Between|Fingers)$/;

/** The joints of a limb, as indices on its path; -1: there is none. */
interface Joints { before: number; upper: number; middle: number; end: number; after: number }

/** What a limb is examined by. */
export interface ExaminedLimb {
    readonly up: Vector;
    /** Null while it is not known. */
    readonly forward: Vector | null;
    /** Whether the names of bones mean something. */
    readonly isNamed: boolean;
    /** Whether the trunk stands upright on two legs: its feet are those that are called so. */
    readonly isUpright: boolean;
    /** How far the thighs are apart: clavicles begin nearer to one another. */
    readonly width: number;
}

/** Thickness of what of a leg's skin is taken as resting on the ground, as a share of the leg's height. */
const CONTACT = 0.02;

/**
 * Share of the length of what rests on the ground that the foot takes at least: less is the seam with the bone below. A foot whose
 * joint is high takes most of it.
 */
const SEAM = 0.1;
const HALF = 0.5;

/** Height of a low joint as a share of the leg's, and of the highest that the foot may have: hocks are higher. */
const LOW_JOINT = 0.16;
const HIGHEST_JOINT = 0.4;

/** Share of the leg's height by which a knee or an elbow is off the line between its neighbours to be told by that. */
const CLEAR_BEND = 0.01;

/** Height of knee and elbow as a share of the leg's, where legs are straight. */
const MIDDLE_JOINT = 0.55;

/** Largest angle between two bones of one thigh, in degrees. */
const STRAIGHT = 12;

/** Share of an arm's length to the tip of the fingers behind which the hand begins, and share of the upper arm in the arm without the hand. */
const HAND_BEGIN = 0.6;
const ELBOW = 0.55;

/** Distance of the clavicles' roots as a share of the thighs': shoulders are wider apart than hips, clavicles begin at the breastbone. */
const CLAVICLE_SPREAD = 0.85;

/**
 * Finds the bones of a pair of limbs.
 *
 * @param roots - Their first bones.
 * @returns For each the bones by their part, without its side, and the path from the first of its bones to its tip, marks included.
 */
export function findJoints(tree: BoneTree, roots: readonly number[], kind: LimbKind, stance: ExaminedLimb): { bones: Map<string, number>; path: number[] }[] {
    // what one side is called the other one is too
    const branches = roots.map(root => bonesOnly(tree, longestPath(tree, root)));
    const twins = new Map(branches[0].length === branches[1].length ? branches.flatMap((branch, side) => branch.map((node, i) => [node, branches[1 - side][i]] as const)) : []);
    const partOf = (node: number) => tree.names[node]?.name?.part ?? tree.names[twins.get(node) ?? -1]?.name?.part;
    const named = roots.map(root => (stance.isNamed ? readLimb(tree, root, kind === 'leg', partOf) : new Map<string, number>()));
    const paths = roots.map((root, i) => wayDown(tree, root, named[i].get(kind === 'leg' ? 'Foot' : 'Hand')));
    const bones = paths.map(path => bonesOnly(tree, path));
    const spread = size(minus(pointAt(tree.skeleton.positions, roots[0]), pointAt(tree.skeleton.positions, roots[1])));
    // bones above one that is called a thigh or a shoulder blade are none of the leg
    const tops = kind === 'leg' ? ['Thigh'] : ['Clavicle', 'UpperArm'];
    const skipped = bones.map((path, i) => (kind === 'arm' ? 0 : Math.max(0, path.findIndex(node => tops.some(part => named[i].get(part) === node)))));
    const legs = bones.map((path, i) => path.slice(skipped[i]));
    const shape = kind === 'arm' ? bones.map(path => armShape(tree, path, spread < CLAVICLE_SPREAD * stance.width)) : legShape(tree, legs, stance, kind === 'leg' ? 1 : -1);
    return legs.map((path, i) => ({ path: paths[i], bones: combine(tree, path, shape[i], named[i], kind, stance) }));
}

/** The path down from the root of a limb through a bone that is known to belong to it. */
function wayDown(tree: BoneTree, root: number, known: number | undefined): number[] {
    const path = longestPath(tree, root);
    return known === undefined || path.includes(known) ? path : [...pathBetween(tree, root, known), ...longestPath(tree, known).slice(1)];
}

/** The parts of a limb by names, and where these leave one open by the shape, if it fits between those. */
function combine(tree: BoneTree, path: readonly number[], joints: Joints, named: ReadonlyMap<string, number>, kind: LimbKind, { isUpright, isNamed }: ExaminedLimb): Map<string, number> {
    const parts = PARTS[kind];
    const shown = [joints.before, joints.upper, joints.middle, -1, joints.end, joints.after];
    const out = new Map<string, number>();
    const indices: number[] = parts.map((part, i) => {
        const index = path.indexOf(named.get(part) ?? -1);
        return isUpright || kind === 'arm' || i < 3 || tree.said.has(path[index]) ? index : -1;
    });
    parts.forEach((part, i) => {
        if (indices[i] < 0 && shown[i] >= 0) {
            const isFree = indices.every((other, k) => other < 0 || (k < i ? other < shown[i] : other > shown[i]));
            const isSaid = [...named].some(([other, node]) => node === path[shown[i]] && other !== part && (isUpright || kind === 'arm'));
            if (isFree && !isSaid) indices[i] = shown[i];
        }
    });
    const [, , middle, between, end] = indices;
    if (!isUpright && between < 0 && middle >= 0 && end >= 0) indices[3] = firstBetween(tree, path, middle, end, isNamed);
    parts.forEach((part, i) => { if (indices[i] >= 0 && !UNSAID.test(part)) out.set(part, path[indices[i]]); });
    return out;
}

/** Index of the first bone between two others; -1 where there is none. Names tell what only twists the upper one or continues it. */
function firstBetween(tree: BoneTree, path: readonly number[], from: number, to: number, isNamed: boolean): number {
    const partOf = (index: number) => tree.names[path[index]]?.name?.part;
    for (let index = from + 1; index < to; index++) {
        const continues = partOf(from) !== undefined && partOf(index) === partOf(from);
        if (!isNamed || !(continues || isHelperName(tree.skeleton.nodes[path[index]].name))) return index;
    }
    return -1;
}

/** The bones of a limb by their names. A word that means several bones says nothing alone. */
function readLimb(tree: BoneTree, root: number, isLeg: boolean, partOf: (node: number) => NamedPart | undefined): Map<string, number> {
    const found = new Map<NamedPart, number[]>();
    for (let node = root; node < tree.skeleton.ends[root]; node++) {
        const part = partOf(node);
        if (part === undefined || (!(tree.carried[node] > 0) && tree.carried[root] > 0 && !tree.said.has(node))) continue;
        found.set(part, [...found.get(part) ?? [], node]);
    }
    // of several with one meaning the uppermost, and those of the same meaning that follow; of siblings with one meaning none
    const chain = (part: NamedPart) => {
        const nodes = (found.get(part) ?? []).filter(node => tree.offsets[node] > 0 || node === root);
        const tops = nodes.filter(node => !nodes.some(other => isAbove(tree, other, node)));
        return tops.length === 1 ? nodes.filter((node, i) => i === 0 || isPartOf(tree, node, tops[0])) : tops.length > 1 ? [mostSkin(tops)].flat() : [];
    };
    const mostSkin = (nodes: number[]) => {
        const [first, second] = [...nodes].sort((a, b) => tree.carried[b] - tree.carried[a]);
        return tree.carried[first] > 2 * tree.carried[second] ? [first] : [];
    };
    const out = new Map<string, number>();
    const give = (part: string, node: number | undefined) => { if (node !== undefined) out.set(part, node); };
    if (isLeg) {
        const [upper, lower, feet, numbered] = [chain('Thigh')[0] ?? chain('hip')[0], chain('Shin')[0], chain('Foot'), chain('leg')];
        // several bones called leg are counted from the thigh on; a single one is the shin below a thigh
        const legs = upper === undefined ? numbered.length > 1 ? numbered : [] : [upper, ...numbered];
        give('Thigh', legs[0]);
        give('Shin', lower ?? legs[1]);
        give('Foot', feet[0] ?? legs[2]);
        give('Toes', chain('Toes')[0] ?? feet[1] ?? legs[3]);
        give('Metatarsus', chain('Metatarsus')[0]);
    } else {
        const [upper, shoulder, numbered, hands] = [chain('UpperArm')[0], chain('shoulder')[0], chain('arm'), chain('Hand')];
        const lower = chain('Forearm')[0];
        const arms = upper !== undefined ? [upper, ...numbered] : numbered.length > 1 || lower !== undefined ? numbered : [];
        // four numbered bones begin at the clavicle
        const first = arms.length > 3 ? arms.shift() : undefined;
        give('UpperArm', arms[0]);
        give('Clavicle', chain('Clavicle')[0] ?? (arms.length > 0 ? shoulder : undefined) ?? first);
        give('Forearm', lower ?? arms[1]);
        give('Hand', hands[0] ?? arms[2]);
        give('Metacarpus', chain('Metacarpus')[0]);
    }
    return out;
}

/** Legs of a pair by their shape, from the trunk to the toes. */
function legShape(tree: BoneTree, paths: readonly number[][], { up, forward }: ExaminedLimb, bend: 1 | -1): Joints[] {
    const { positions } = tree.skeleton;
    const heightOf = (node: number) => dot(pointAt(positions, node), up);
    const lowestJoint = Math.min(...paths.flat().map(heightOf));
    const isLong = paths[0].length === paths[1].length;
    const feet = paths.map(path => findFoot(tree, path, up, forward, lowestJoint));
    const said = paths.map(path => path.findIndex(node => /Foot|Hand/.test(tree.said.get(node) ?? '')));
    said.forEach((foot, i) => { if (foot > 0 || (isLong && Math.max(...said) > 0)) feet[i] = foot > 0 ? foot : Math.max(...said); });
    // of a pair the upper one: the other may be in the air
    if (isLong && Math.max(...said) < 0 && feet.every(foot => foot >= 0)) feet.fill(Math.min(...feet));
    const limbs = paths.map((path, i) => ({ path, last: feet[i] >= 0 ? feet[i] : path.length }));
    const jointOf = (group: typeof limbs, last: number) => {
        const mean = (index: number, axis: Vector) => group.reduce((sum, { path }) => sum + dot(pointAt(positions, path[index]), axis), 0) / group.length;
        const size = mean(0, up) - lowestJoint;
        let best = { joint: 1, bend: -Infinity };
        let middle = { joint: 1, miss: Infinity };
        for (let joint = 1; joint < last; joint++) {
            const out = forward && joint + 1 < group[0].path.length ? bend * (mean(joint, forward) - (mean(joint - 1, forward) + mean(joint + 1, forward)) / 2) : -Infinity;
            const miss = Math.abs((mean(joint, up) - lowestJoint) / size - MIDDLE_JOINT);
            if (out > best.bend) best = { joint, bend: out };
            if (miss < middle.miss) middle = { joint, miss };
        }
        return best.bend > CLEAR_BEND * size ? best.joint : middle.joint;
    };
    return limbs.map(({ path, last }, i) => {
        const end = feet[i];
        const middle = last > 1 ? jointOf(feet[0] === feet[1] && isLong ? limbs : [limbs[i]], last) : -1;
        let upper = Math.max(0, middle - 1);
        while (upper > 0 && isStraight(tree, path, upper - 1, middle)) upper--;
        return { before: upper - 1, upper, middle, end, after: end >= 0 && end + 1 < path.length ? end + 1 : -1 };
    });
}

/** Whether a bone goes on in the direction of the next ones up to a joint. */
function isStraight({ skeleton: { positions } }: BoneTree, path: readonly number[], index: number, joint: number): boolean {
    const [from, to, end] = [index, index + 1, joint].map(i => pointAt(positions, path[i]));
    const [first, rest] = [unit(minus(to, from)), unit(minus(end, to))];
    return first !== null && rest !== null && angleBetween(first, 0, rest, 0) < STRAIGHT;
}

/** The index of the bone that rests on the ground; -1: the leg has no foot. */
function findFoot(tree: BoneTree, path: readonly number[], up: Vector, forward: Vector | null, lowestJoint: number): number {
    const { holders, points } = tree.skin;
    const heightOf = (node: number) => dot(pointAt(tree.skeleton.positions, node), up);
    const skin: { height: number; place: Vector; index: number }[] = [];
    holders.forEach((holder, i) => {
        if (!isPartOf(tree, holder, path[0])) return;
        const beside = path.findIndex(node => !isPartOf(tree, holder, node));
        const place = pointAt(points, i);
        skin.push({ height: dot(place, up), place, index: beside < 0 ? path.length - 1 : beside - 1 });
    });
    const ground = skin.reduce((low, { height }) => Math.min(low, height), skin.length > 0 ? Infinity : lowestJoint);
    const size = heightOf(path[0]) - ground;
    const touching = skin.filter(({ height }) => height < ground + CONTACT * size);
    const heights = path.map(node => (heightOf(node) - ground) / size);
    for (let index = 2; index < path.length - 1; index++) {
        const bearing = () => lengthOf(touching.filter(point => point.index === index), up, forward) / lengthOf(touching, up, forward);
        const isLow = heights[index] < LOW_JOINT;
        if (skin.length === 0 ? isLow : heights[index] < HIGHEST_JOINT && bearing() > (isLow ? SEAM : HALF)) return index;
    }
    const last = path.length - 1;
    return last > 1 && heights[last] < HIGHEST_JOINT ? last : -1;
}

/** Length of some places along the ground: forward where that is known, else along the longer side. */
function lengthOf(points: readonly { place: Vector }[], up: Vector, forward: Vector | null): number {
    if (points.length === 0) return 0;
    const aside = unit(cross(up, Float64Array.of(up[1], up[2], -up[0]))) ?? up;
    return Math.hypot(...(forward ? [forward] : [aside, cross(up, aside)]).map((axis) => {
        const along = points.map(({ place }) => dot(place, axis));
        return along.reduce((a, b) => Math.max(a, b)) - along.reduce((a, b) => Math.min(a, b));
    }));
}

/** An arm by its shape. */
function armShape(tree: BoneTree, path: readonly number[], hasClavicle: boolean): Joints {
    const none = { before: -1, upper: 0, middle: path.length > 1 ? 1 : -1, end: -1, after: -1 };
    if (path.length < 3) return none;
    const said = path.findIndex(node => tree.said.get(node)?.endsWith('Hand'));
    const lengths = path.map((_, i) => path.slice(1, i + 1).reduce((sum, node) => sum + tree.offsets[node], 0));
    const last = path.length - 1;
    const upper = hasClavicle && path.length > 3 ? 1 : 0;
    let hand = said;
    for (let i = hand < 0 ? last : 0; i > upper + 1; i--) if (lengths[i] > HAND_BEGIN * lengths[last] && hasFingers(tree, path[i], path[i + 1])) hand = i;
    // fingers that hang on the forearm have no hand between
    const fork = hand < 0 ? path.findIndex((node, i) => i > upper && tree.children[node].filter(child => tree.reaches[child] > 0).length > 2) : -1;
    if (fork >= 0) return { ...none, before: upper - 1, upper, middle: fork };
    const elbowAt = (end: number) => {
        const misses = path.map((_, i) => (i > upper && i < end ? Math.abs((lengths[i] - lengths[upper]) / (lengths[end] - lengths[upper]) - ELBOW) : Infinity));
        const miss = Math.min(...misses);
        return { joint: misses.indexOf(miss), miss };
    };
    // without fingers the hand is the last bone, unless an end bone behind it leaves the elbow in a better place
    if (hand < 0) {
        hand = last;
        if (last - 1 > upper + 1 && tree.children[path[last]].length === 0 && elbowAt(last - 1).miss < elbowAt(last).miss) hand = last - 1;
    }
    return { before: upper - 1, upper, middle: elbowAt(hand).joint, end: hand, after: -1 };
}

/** Whether chains branch off beside the main one. A bone on the line to the next one only helps to twist. */
function hasFingers(tree: BoneTree, node: number, next: number | undefined): boolean {
    if (next === undefined) return false;
    const from = pointAt(tree.skeleton.positions, node);
    const along = minus(pointAt(tree.skeleton.positions, next), from);
    return tree.children[node].some((child) => {
        if (child === next || !(tree.offsets[child] > 0.1 * Math.hypot(...along))) return false;
        return angleBetween(along, 0, minus(pointAt(tree.skeleton.positions, child), from), 0) > 8;
    });
}
