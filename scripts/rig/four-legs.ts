import type { Frame } from './frame';
import type { LimbPair } from './limb-pairs';
import { isHelperName, readName } from './names';
import type { Role, SidedRole } from './roles';
import { bonesOnly, deepestOf, isPartOf, longestPath, pathBetween, type BoneTree } from './tree';
import { dotVec } from '../core/math/flat-math';

// Which bone of an animal's leg is which.
//
// Names tell the legs apart, but the bone that one rig calls foot begins at the hock in the next, and there may be a toe, a paw or a
// hoof below it. So the foot is found by where it stands: it is the uppermost bone whose skin rests on the ground, and without skin
// the uppermost one that begins near it. The knee is the joint that points forward most, the elbow the one that points back most.
// Named thighs, shins, shoulder blades, upper arms and forearms keep their names.

type Bones = Map<Role, number>;

/** The two pairs of legs, the hind one first; in a pair the left leg first. */
export type FourLegs = [LimbPair, LimbPair];

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

const HIND = ['Thigh', 'Shin', 'Foot'] as const;
const FORE = ['Clavicle', 'UpperArm', 'Forearm', 'Hand'] as const;

/** The legs by their named bones; null where one has none. */
export function namedLegs(tree: BoneTree, bones: ReadonlyMap<Role, number>): FourLegs | null {
    const leg = (side: 'left' | 'right', parts: readonly (typeof HIND | typeof FORE)[number][]) => {
        const named = parts.map(part => bones.get(`${side}${part}`)).filter(node => node !== undefined);
        const root = named.find(node => named.every(other => isPartOf(tree, other, node)));
        if (root === undefined) return [];
        const lowest = deepestOf(tree, named);
        return [...pathBetween(tree, root, lowest), ...longestPath(tree, lowest).slice(1)];
    };
    const legs = [HIND, FORE].map((parts): LimbPair => [leg('left', parts), leg('right', parts)]);
    return legs.flat().every(path => path.length > 1) ? legs as FourLegs : null;
}

/**
 * The legs with the left one of each pair first.
 *
 * @param bones - Bones whose names tell the sides, where they mean something.
 */
export function sortSides(tree: BoneTree, legs: FourLegs, frame: Frame, bones: ReadonlyMap<Role, number>): FourLegs {
    const { positions } = tree.skeleton;
    const sign = (path: number[]) => [...bones].reduce((sum, [role, node]) => {
        return isPartOf(tree, node, path[0]) ? sum + (role.startsWith('left') ? 1 : -1) : sum;
    }, 0);
    return legs.map(([a, b]): LimbPair => {
        const named = sign(a) - sign(b);
        const isLeft = named === 0 ? dotVec(positions, 3 * a[0], frame.left, 0) > dotVec(positions, 3 * b[0], frame.left, 0) : named > 0;
        return isLeft ? [a, b] : [b, a];
    }) as FourLegs;
}

/**
 * Gives their roles to the bones of four legs.
 *
 * @param named - Bones of limbs by what their names say, where they mean something.
 */
export function assignFourLegs(tree: BoneTree, legs: FourLegs, frame: Frame, named: ReadonlyMap<Role, number>, bones: Bones): void {
    const [hind, fore] = legs.map(pair => pair.map(path => bonesOnly(tree, path)));
    const ground = Math.min(...[...hind, ...fore].flat().map(node => dotVec(tree.skeleton.positions, 3 * node, frame.up, 0)));
    const feet = findFeet(tree, hind, frame, ground);
    const hands = findFeet(tree, fore, frame, ground);
    const knees = findJoints(tree, hind, feet, frame, ground, 1);
    const elbows = findJoints(tree, fore, hands, frame, ground, -1);
    (['left', 'right'] as const).forEach((side, i) => {
        const indexOf = (path: number[], part: string) => path.indexOf(named.get(`${side}${part}` as Role) ?? -1);
        const give = (path: number[], part: string, index: number) => {
            if (index >= 0 && index < path.length) bones.set(`${side}${part}` as SidedRole, path[index]);
        };
        const [leg, foot, shin] = [hind[i], feet[i], indexOf(hind[i], 'Shin')];
        if (foot > 1) {
            const knee = isBetween(shin, 0, foot) ? shin : knees[i];
            const thigh = indexOf(leg, 'Thigh');
            give(leg, 'Thigh', isBetween(thigh, -1, knee) ? thigh : knee - 1);
            give(leg, 'Shin', knee);
            give(leg, 'Metatarsus', firstBetween(tree, leg, knee, foot, named));
            give(leg, 'Foot', foot);
            give(leg, 'Toes', foot + 1);
        } else {
            ['Thigh', 'Shin'].forEach((part, index) => give(leg, part, index));
        }
        const [arm, hand, forearm] = [fore[i], hands[i], indexOf(fore[i], 'Forearm')];
        if (hand > 1) {
            const elbow = isBetween(forearm, 0, hand) ? forearm : elbows[i];
            const [blade, upperArm] = [indexOf(arm, 'Clavicle'), indexOf(arm, 'UpperArm')];
            const upper = isBetween(upperArm, -1, elbow) ? upperArm : elbow - 1;
            give(arm, 'Clavicle', isBetween(blade, -1, upper) ? blade : upper - 1);
            give(arm, 'UpperArm', upper);
            give(arm, 'Forearm', elbow);
            give(arm, 'Metacarpus', firstBetween(tree, arm, elbow, hand, named));
            give(arm, 'Hand', hand);
        } else {
            ['UpperArm', 'Forearm'].forEach((part, index) => give(arm, part, index));
        }
    });
}

function isBetween(index: number, low: number, high: number): boolean {
    return index > low && index < high;
}

/** For each leg of a pair the index of the bone that rests on the ground. Of a pair the upper one: the other may be in the air. */
function findFeet(tree: BoneTree, pair: number[][], frame: Frame, lowestJoint: number): number[] {
    const feet = pair.map(path => findFoot(tree, path, frame, lowestJoint));
    return pair[0].length === pair[1].length ? feet.fill(Math.min(...feet)) : feet;
}

function findFoot(tree: BoneTree, path: number[], { up, forward }: Frame, lowestJoint: number): number {
    const heightOf = (node: number) => dotVec(tree.skeleton.positions, 3 * node, up, 0);
    const skin: { height: number; ahead: number; index: number }[] = [];
    tree.skin.holders.forEach((holder, i) => {
        if (!isPartOf(tree, holder, path[0])) return;
        const beside = path.findIndex(node => !isPartOf(tree, holder, node));
        skin.push({
            height: dotVec(tree.skin.points, 3 * i, up, 0),
            ahead: dotVec(tree.skin.points, 3 * i, forward, 0),
            index: beside < 0 ? path.length - 1 : beside - 1
        });
    });
    const ground = skin.reduce((low, { height }) => Math.min(low, height), skin.length > 0 ? Infinity : lowestJoint);
    const size = heightOf(path[0]) - ground;
    const touching = skin.filter(({ height }) => height < ground + CONTACT * size);
    for (let index = 2; index < path.length - 1; index++) {
        const height = (heightOf(path[index]) - ground) / size;
        const bearing = () => lengthOf(touching.filter(point => point.index === index)) / lengthOf(touching);
        const isLow = height < LOW_JOINT;
        if (skin.length === 0 ? isLow : height < HIGHEST_JOINT && bearing() > (isLow ? SEAM : HALF)) return index;
    }
    return path.length - 1;
}

function lengthOf(points: readonly { ahead: number }[]): number {
    const [back, front] = points.reduce(([low, high], { ahead }) => [Math.min(low, ahead), Math.max(high, ahead)], [Infinity, -Infinity]);
    return front - back;
}

/**
 * For each leg of a pair the index of the joint above the foot that lies furthest ahead of the line between its neighbours; behind it
 * with the sign -1. Both legs are asked together, as one of them may be lifted.
 */
function findJoints(tree: BoneTree, pair: number[][], feet: number[], { up, forward }: Frame, ground: number, sign: number): number[] {
    const { positions } = tree.skeleton;
    const jointOf = (paths: number[][], foot: number) => {
        const mean = (index: number, axis: Float64Array) => {
            return paths.reduce((sum, path) => sum + dotVec(positions, 3 * path[index], axis, 0), 0) / paths.length;
        };
        const size = mean(0, up) - ground;
        let best = { joint: 1, bend: -Infinity };
        let middle = { joint: 1, miss: Infinity };
        for (let joint = 1; joint < foot; joint++) {
            const bend = sign * (mean(joint, forward) - (mean(joint - 1, forward) + mean(joint + 1, forward)) / 2);
            const miss = Math.abs((mean(joint, up) - ground) / size - MIDDLE_JOINT);
            if (bend > best.bend) best = { joint, bend };
            if (miss < middle.miss) middle = { joint, miss };
        }
        return best.bend > CLEAR_BEND * size ? best.joint : middle.joint;
    };
    return pair.map((path, i) => jointOf(feet[0] === feet[1] ? pair : [path], feet[i]));
}

/** Index of the first bone between two others; -1 where there is none. Names tell what only twists the upper one or continues it. */
function firstBetween(tree: BoneTree, path: number[], from: number, to: number, named: ReadonlyMap<Role, number>): number {
    const nameAt = (index: number) => tree.skeleton.nodes[path[index]].name;
    const part = readName(nameAt(from))?.part;
    for (let index = from + 1; index < to; index++) {
        const continues = part !== undefined && readName(nameAt(index))?.part === part;
        if (named.size === 0 || !(continues || isHelperName(nameAt(index)))) return index;
    }
    return -1;
}
