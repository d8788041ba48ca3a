import { findFingers, type Fingers } from '../anim/retarget/fingers';
import type { ArmShape } from '../core/limb/arm';
import { axesQuat } from '../core/math/axes-quat';
import {
    addVec, crossVec, dotVec, lengthVec, multiplyInverseQuat, normalizeVec, rotateVecInverse, subtractVec, type Flat
} from '../core/math/flat-math';
import { ModelCache } from '../rig/model-cache';
import type { Rig } from '../rig/rig';
import { isAncestor } from '../rig/row-bone';
import { bonesOnly, createBoneTree } from '../rig/tree';
import { readSkin } from '../skin/skin';

// What an arm of a model is like: its bones, the axis of its elbow, and its hand.

/** Distance of the elbow from the arm's line, as a share of that, from which on the reference pose shows where the elbow is; of others it is behind. */
const BENT = 0.02;

/** Largest distance of the palm from the wrist, as a share of the forearm. */
const LONGEST = 0.5;

/** Joints of a finger that close, from its tip. */
const JOINTS = 3;

/** An arm as nodes of the skeleton, and what is known of it. */
export interface ArmModel {
    readonly carrier: number;
    readonly clavicle: number;
    readonly upper: number;
    readonly forearm: number;
    readonly hand: number;
    readonly shape: ArmShape;
    /** Bones of the fingers that close. */
    readonly fingers: Fingers;
}

const models = new ModelCache<number, ArmModel>();

/**
 * Finds out about an arm.
 *
 * @param path - Nodes from the upper arm to the hand, each the parent of the next; at least three.
 * @param side - On which side of the body it is.
 */
export function findArmModel(rig: Rig, path: readonly number[], side: 'left' | 'right'): ArmModel {
    return models.get(rig, path[path.length - 1], () => measureArm(rig, path, side));
}

function measureArm(rig: Rig, path: readonly number[], side: 'left' | 'right'): ArmModel {
    const { parents, positions, rotations } = rig.skeleton;
    const [upper] = path, hand = path[path.length - 1];
    const named = rig.bones.get(`${side}Forearm`) ?? -1;
    const forearm = path.indexOf(named) > 0 && named !== hand ? named : path[1];
    const clavicle = rig.bones.get(`${side}Clavicle`) ?? -1;
    const carries = clavicle >= 0 && isAncestor(rig, clavicle, upper);
    const carrier = Math.max(0, parents[carries ? clavicle : upper]);

    const out = outwards(rig, side);
    const line = between(positions, upper, hand);
    const elbow = between(positions, upper, forearm);
    straightenTo(elbow, line);
    if (!(lengthVec(elbow, 0) > BENT * lengthVec(line, 0))) {
        for (let k = 0; k < 3; k++) elbow[k] = -rig.forward[k];
        straightenTo(elbow, line);
    }
    const hinge = new Float64Array(3);
    crossVec(hinge, 0, line, 0, elbow, 0);
    normalizeVec(hinge, 0);
    const along = between(positions, forearm, hand);
    const tree = createBoneTree(rig.skeleton);
    const fingers = findFingers(tree, positions, hand, lengthVec(along, 0));
    normalizeVec(along, 0);
    const joints = (path: readonly number[]) => bonesOnly(tree, path).slice(-JOINTS);
    const rest = new Float64Array(4);
    multiplyInverseQuat(rest, 0, rotations, 4 * forearm, rotations, 4 * hand);
    const axes = new Float64Array(9);
    [out, rig.up, rig.forward].forEach((axis, i) => axes.set(carried(rig, carrier, axis), 3 * i));
    return {
        carrier, clavicle: carries ? clavicle : -1, upper, forearm, hand,
        shape: {
            axes, upperHinge: carried(rig, upper, hinge), forearmHinge: carried(rig, forearm, hinge), along: carried(rig, forearm, along), rest,
            ...measureHand(rig, forearm, hand, out, fingers)
        },
        fingers: { thumb: joints(fingers.thumb), others: fingers.others.map(joints) }
    };
}

/** The direction away from the body on a side. */
export function outwards({ up, forward }: Rig, side: string): Flat {
    const out = new Float64Array(3);
    crossVec(out, 0, up, 0, forward, 0);
    // the character's left, if its axes are as the engine's
    return side === 'right' ? out.map(value => -value) : out;
}

/** Where the palm is, and how the hand lies. */
function measureHand(rig: Rig, forearm: number, hand: number, out: Flat, { thumb: thumbBones, others }: Fingers) {
    const { positions, matrices } = rig.skeleton;
    const wrist = positions.subarray(3 * hand, 3 * hand + 3);
    const lower = between(positions, forearm, hand);
    const palm = new Float64Array(3);
    if (others.length > 0) for (const [root] of others) for (let k = 0; k < 3; k++) palm[k] += (positions[3 * root + k] - wrist[k]) / 2 / others.length;
    else subtractVec(palm, 0, middleOfSkin(rig, hand) ?? wrist, 0, wrist, 0);
    // what is held is no palm
    const longest = LONGEST * lengthVec(lower, 0), length = lengthVec(palm, 0);
    if (length > longest) for (let k = 0; k < 3; k++) palm[k] *= longest / length;
    const fingers = palm.slice();
    if (!normalizeVec(fingers, 0)) {
        fingers.set(lower);
        normalizeVec(fingers, 0);
    }
    // without a thumb the palm looks down where the arm is aside
    const thumb = thumbBones.length > 0 ? between(positions, hand, thumbBones[thumbBones.length - 1]) : rig.forward.slice();
    straightenTo(thumb, fingers);
    if (!normalizeVec(thumb, 0)) {
        thumb.set(rig.up);
        straightenTo(thumb, fingers);
        normalizeVec(thumb, 0);
    }
    // the knuckles show how the palm lies, better than the thumb. The back of the hand is on the same side of fingers and thumb as the character's up is of its
    // outward direction and forward
    const across = others.length > 1 ? between(positions, others[others.length - 1][0], others[0][0]) : thumb.slice();
    straightenTo(across, fingers);
    if (!normalizeVec(across, 0)) across.set(thumb);
    const back = new Float64Array(3);
    crossVec(back, 0, across, 0, fingers, 0);
    const up = new Float64Array(3);
    crossVec(up, 0, rig.forward, 0, out, 0);
    if (dotVec(up, 0, rig.up, 0) < 0) for (let k = 0; k < 3; k++) back[k] = -back[k];
    const scale = Math.hypot(...matrices.subarray(12 * hand, 12 * hand + 3));
    const local = carried(rig, hand, palm);
    for (let k = 0; k < 3; k++) local[k] /= scale;
    const own = [fingers, thumb, back].map(axis => carried(rig, hand, axis));
    const middle = palm.map((value, k) => wrist[k] + value);
    const depth = deepestSkin(rig, forearm, hand, middle, back) / scale;
    // fingers along -Z, the back of the hand along Y
    const grasp = new Float64Array(9);
    for (let k = 0; k < 3; k++) grasp[6 + k] = -own[0][k];
    grasp.set(own[2], 3);
    crossVec(grasp, 0, grasp, 3, grasp, 6);
    return { palm: local, fingers: own[0], thumb: own[1], depth, grasp: axesQuat(grasp) };
}

/** The middle of the skin that a hand and what hangs on it hold; null: there is none. */
function middleOfSkin({ skeleton }: Rig, hand: number): Flat | null {
    const { holders, points } = readSkin(skeleton);
    const sum = new Float64Array(3);
    let count = 0;
    holders.forEach((holder, i) => {
        if (holder < hand || holder >= skeleton.ends[hand]) return;
        addVec(sum, 0, sum, 0, points, 3 * i);
        count++;
    });
    return count > 0 ? sum.map(value => value / count) : null;
}

/** How far the skin of a hand and its wrist is from the middle of the palm, away from its back. */
function deepestSkin({ skeleton }: Rig, forearm: number, hand: number, middle: Flat, back: Flat): number {
    const { holders, points } = readSkin(skeleton);
    const way = new Float64Array(3);
    return holders.reduce((deepest, holder, i) => {
        if (holder <= forearm || holder > hand || skeleton.ends[holder] <= hand) return deepest;
        subtractVec(way, 0, middle, 0, points, 3 * i);
        return Math.max(deepest, dotVec(way, 0, back, 0));
    }, 0);
}

function between(positions: Flat, from: number, to: number): Flat {
    const way = new Float64Array(3);
    subtractVec(way, 0, positions, 3 * to, positions, 3 * from);
    return way;
}

/** Takes the part along another vector out of one. */
function straightenTo(v: Flat, along: Flat) {
    const share = dotVec(v, 0, along, 0) / dotVec(along, 0, along, 0);
    for (let k = 0; k < 3; k++) v[k] -= share * along[k];
}

/** A direction of model space in the frame of a node. */
function carried({ skeleton: { rotations } }: Rig, node: number, direction: Flat): Flat {
    const local = new Float64Array(3);
    rotateVecInverse(local, 0, rotations, 4 * node, direction, 0);
    return local;
}
