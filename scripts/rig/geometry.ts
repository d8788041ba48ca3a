import { areAlike, findLimbPairs, parentOf, spread, standsOnFour, type LimbPair } from './limb-pairs';
import { assignSpine } from './named-bones';
import type { Role, SidedRole } from './roles';
import { bonesOnly, isAbove, meetingPoint, type BoneTree } from './tree';
import { angleBetween, dotVec, subtractVec } from '../core/math/flat-math';

// Gives roles to bones by the shape of the skeleton alone.
//
// Limbs are pairs of siblings from which equally long chains of long bones hang. The pair nearer to the root are the legs, the other
// one the arms; what goes on upwards from the arms is the neck and the head. Joints are told apart by proportion: the knee halves
// the leg, the foot turns away from it, the hand is where fingers begin. Lengths do not depend on the pose, so most of this also
// works on a pose that is not symmetric. Left and right are not told apart here: sides are given as they come. The legs of what stands
// on four get their roles in `four-legs.ts`.

/** What {@link assignByShape} finds. */
export interface Shape {
    /** Roles with sides that may be swapped; on four legs without limbs. */
    bones: Map<Role, number>;
    /** Roots of the limbs: the hind ones, or the legs, first. */
    limbs: [LimbPair, LimbPair];
}

/** Turn away from the leg with which the foot begins, in degrees. */
const FOOT_TURN = 30;

/** Share of a leg's way to the tip of the toes behind which the foot begins. */
const FOOT_BEGIN = 0.55;

/** Share of an arm's way to the tip of the fingers behind which the hand begins. */
const HAND_BEGIN = 0.6;

/** Largest angle between the trunk and the way on to neck and head, in degrees: on two legs, and on four, where necks rise. */
const STEEPEST_NECK = 60;
const STEEPEST_NECK_ON_FOUR = 100;

/** Turn downwards from the neck that tells a bone at an animal's nose from its head, in degrees. */
const NOSE_TURN = 30;

/** Share of the upper arm in the arm without the hand. */
const ELBOW = 0.55;

/** Finds the parts of a body of two or four legs, or null where there are no two pairs of limbs on one trunk. */
export function assignByShape(tree: BoneTree): Shape | null {
    const limbs = findLimbPairs(tree);
    if (!limbs) return null;
    const [legs, arms] = limbs;
    const bones = new Map<Role, number>();
    const chest = parentOf(tree, arms);
    const hips = meetingPoint(tree, parentOf(tree, legs), chest);
    const four = standsOnFour(tree, limbs);
    if (!four) {
        legs.forEach((path, i) => assignLeg(tree, path, i === 0 ? 'left' : 'right', bones));
        const legSpread = spread(tree, bones.get('leftThigh')!, bones.get('rightThigh')!);
        const hasClavicle = spread(tree, arms[0][0], arms[1][0]) < CLAVICLE_SPREAD * legSpread;
        arms.forEach((path, i) => assignArm(tree, path, hasClavicle, i === 0 ? 'left' : 'right', bones));
    }
    bones.set('hips', hips);
    const head = findHead(tree, hips, chest, four ? hangingFrom(tree, limbs) : null);
    if (head !== null) bones.set('head', head);
    assignSpine(tree, bones, hips, head ?? chest, { isNeck: node => chest !== hips && isAbove(tree, chest, node), isHelper: () => false });
    return { bones, limbs };
}

/** Distance of the clavicles' roots as a share of the thighs': shoulders are wider apart than hips, clavicles begin at the breastbone. */
const CLAVICLE_SPREAD = 0.85;

const along = new Float64Array(3);
const across = new Float64Array(3);

function direction(tree: BoneTree, out: Float64Array, from: number, to: number): Float64Array {
    subtractVec(out, 0, tree.skeleton.positions, 3 * to, tree.skeleton.positions, 3 * from);
    return out;
}

/** Degrees between two ways. */
function turn(tree: BoneTree, from: number, via: number, onwardFrom: number, to: number): number {
    return angleBetween(direction(tree, along, from, via), 0, direction(tree, across, onwardFrom, to), 0);
}

/** Way along a path from its first node to each of its nodes. */
function distancesAlong(tree: BoneTree, path: number[]): number[] {
    let sum = 0;
    return path.map((node, i) => { sum += i === 0 ? 0 : tree.offsets[node]; return sum; });
}

/** Index on the path between `from` and `to` at which the way is nearest to a share of it, and how far off it is. */
function jointAt(way: number[], from: number, to: number, share: number): { joint: number; miss: number } {
    let best = { joint: -1, miss: Infinity };
    for (let joint = from + 1; joint < to; joint++) {
        const miss = Math.abs((way[joint] - way[from]) / (way[to] - way[from]) - share);
        if (miss < best.miss) best = { joint, miss };
    }
    return best;
}

function assignLeg(tree: BoneTree, path: number[], side: 'left' | 'right', bones: Map<Role, number>): void {
    if (isShort(tree, path)) {
        assignShort(tree, path, ['Thigh', 'Shin'], side, bones);
        return;
    }
    const way = distancesAlong(tree, path);
    const last = path.length - 1;
    let foot = last;
    for (let i = last - 1; i > 1; i--) {
        if (way[i] > FOOT_BEGIN * way[last] && turn(tree, path[0], path[i], path[i], path[i + 1]) > FOOT_TURN) foot = i;
    }
    // the leg may begin with a bone of the pelvis; then the knee halves what comes after it
    const whole = jointAt(way, 0, foot, 0.5);
    const after = jointAt(way, 1, foot, 0.5);
    const [thigh, knee] = after.miss < whole.miss - 0.05 ? [1, after.joint] : [0, whole.joint];
    const give = (part: string, index: number) => {
        if (index >= 0 && index < path.length) bones.set(`${side}${part}` as SidedRole, path[index]);
    };
    give('Thigh', thigh);
    give('Shin', knee);
    give('Foot', foot);
    // a mark at the end of a foot is no toe
    if (foot < last && (tree.carried[path[foot + 1]] > 0 || !(tree.carried[path[foot]] > 0))) give('Toes', foot + 1);
}

/** Whether a limb has too few bones to have a joint in the middle and an end. */
function isShort(tree: BoneTree, path: number[]): boolean {
    return tree.carried[path[0]] > 0 && bonesOnly(tree, path).length < 3;
}

function assignShort(tree: BoneTree, path: number[], parts: readonly string[], side: 'left' | 'right', bones: Map<Role, number>): void {
    bonesOnly(tree, path).forEach((node, i) => bones.set(`${side}${parts[i]}` as SidedRole, node));
}

function assignArm(tree: BoneTree, path: number[], hasClavicle: boolean, side: 'left' | 'right', bones: Map<Role, number>): void {
    if (isShort(tree, path)) {
        assignShort(tree, path, ['UpperArm', 'Forearm'], side, bones);
        return;
    }
    const way = distancesAlong(tree, path);
    const last = path.length - 1;
    const upper = hasClavicle && path.length > 3 ? 1 : 0;
    let hand = -1;
    for (let i = last; i > upper + 1; i--) {
        if (way[i] > HAND_BEGIN * way[last] && hasFingers(tree, path[i], path[i + 1])) hand = i;
    }
    // fingers that hang on the forearm have no hand between
    const fork = hand < 0 ? path.findIndex((node, i) => i > upper && tree.children[node].filter(child => tree.reaches[child] > 0).length > 2) : -1;
    const hasHand = fork < 0;
    // without fingers the hand is the last bone, unless an end bone behind it leaves the elbow in a better place
    if (hand < 0) {
        hand = last;
        const shorter = last - 1 > upper + 1 && tree.children[path[last]].length === 0 && jointAt(way, upper, last - 1, ELBOW);
        if (shorter && shorter.miss < jointAt(way, upper, last, ELBOW).miss) hand = last - 1;
    }
    const give = (part: string, index: number) => {
        if (index >= 0) bones.set(`${side}${part}` as SidedRole, path[index]);
    };
    if (upper === 1) give('Clavicle', 0);
    give('UpperArm', upper);
    give('Forearm', hasHand ? jointAt(way, upper, hand, ELBOW).joint : fork);
    if (hasHand) give('Hand', hand);
}

/** Whether chains branch off beside the main one. A bone on the line to the next one only helps to twist. */
function hasFingers(tree: BoneTree, node: number, next: number | undefined): boolean {
    if (next === undefined) return false;
    const { positions } = tree.skeleton;
    direction(tree, along, node, next);
    const length = Math.sqrt(dotVec(along, 0, along, 0));
    return tree.children[node].some((child) => {
        if (child === next || !(tree.offsets[child] > 0.1 * length)) return false;
        subtractVec(across, 0, positions, 3 * child, positions, 3 * node);
        return angleBetween(along, 0, across, 0) > 8;
    });
}

/**
 * The head: from the chest upwards along what is not a limb, to where parts on both sides begin. A bone above the head, for the
 * face or to mark its top, carries much less skin; where there is none, it is told by its distance, the head being longer than the
 * way to it from the neck; an animal's, whose neck may be longer, by the head hanging from the neck.
 *
 * @param down - The way down of what stands on four legs, else null.
 */
function findHead(tree: BoneTree, hips: number, chest: number, down: Float64Array | null): number | null {
    const trunk = direction(tree, new Float64Array(3), hips, chest);
    const steepest = down ? STEEPEST_NECK_ON_FOUR : STEEPEST_NECK;
    const path = [chest];
    for (;;) {
        const node = path[path.length - 1];
        const isPaired = (child: number) => tree.offsets[child] > 0 && tree.children[node].some((other) => {
            return other !== child && areAlike(tree, child, other) && spread(tree, child, other) > 0;
        });
        // above the chest only the head has parts on both sides: eyes, ears, lids
        if (node !== chest && tree.children[node].some(isPaired)) break;
        const rising = tree.children[node].filter((child) => {
            return !isPaired(child) && angleBetween(trunk, 0, direction(tree, along, node, child), 0) < steepest;
        });
        if (rising.length === 0) break;
        path.push(rising.reduce((a, b) => (rise(tree, trunk, b) > rise(tree, trunk, a) ? b : a)));
    }
    while (path.length > 2) {
        const top = path[path.length - 1];
        const below = path[path.length - 2];
        const isEnd = () => tree.children[top].length === 0;
        const isMark = tree.carried[0] > 0 ? 2 * ownSkin(tree, top) < ownSkin(tree, below) :
            down ? isEnd() && hangs(tree, path, down) : isEnd() && tree.offsets[top] > tree.offsets[below];
        if (!isMark) break;
        path.pop();
    }
    return path.length > 1 ? path[path.length - 1] : null;
}

/** How far a node and all below it go along a direction: a scarf may be longer than the neck, and hangs down. */
function rise({ skeleton: { positions, ends } }: BoneTree, axis: Float64Array, node: number): number {
    let furthest = -Infinity;
    for (let below = node; below < ends[node]; below++) furthest = Math.max(furthest, dotVec(positions, 3 * below, axis, 0));
    return furthest;
}

/** Share of the skin on a node itself, and on the rigid meshes that hang right on it. */
function ownSkin(tree: BoneTree, node: number): number {
    const { share } = tree.skin;
    return tree.children[node].reduce((sum, child) => {
        return tree.offsets[child] > 0 || tree.children[child].length > 0 ? sum : sum + share[child];
    }, share[node]);
}

/** The way from the roots of four legs to their tips. */
function hangingFrom(tree: BoneTree, limbs: [LimbPair, LimbPair]): Float64Array {
    const down = new Float64Array(3);
    for (const path of limbs.flat()) {
        direction(tree, along, path[0], path[path.length - 1]);
        along.forEach((value, axis) => { down[axis] += value; });
    }
    return down;
}

/** Whether the last bone of a path lies further downwards than the one before: a head on its neck. */
function hangs(tree: BoneTree, path: number[], down: Float64Array): boolean {
    const [before, below, top] = path.slice(-3);
    const lean = (from: number, to: number) => angleBetween(down, 0, direction(tree, along, from, to), 0);
    return lean(before, below) - lean(below, top) > NOSE_TURN;
}
