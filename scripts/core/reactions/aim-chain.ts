import type { RigidState } from '../dynamics/rigid-state';
import type { BodyTree } from '../dynamics/steering';
import { addVec, arcQuat, copyVec, dotVec, identityQuat, multiplyQuat, normalizeVec, rotateVec, rotateVecInverse, slerpQuat, subtractVec, type Flat } from '../math/flat-math';

// Turns a chain of bodies in a target so that, on the parent as it is now, the chain points in a direction of the world: an arm that reaches,
// a head that is kept away. Only the joint to the parent changes; the rest of the chain keeps the bend that the target gives it.

/** Bodies that are turned as one: an arm, a neck. */
export interface Chain {
    /** The first, which hangs on the rest of the body, the one after it, and the one at the end. */
    readonly first: number;
    readonly middle: number;
    readonly last: number;
    /** All that turn with the first, and all that turn with the middle. */
    readonly all: Int32Array;
    readonly beyond: Int32Array;
}

const along = new Float64Array(3);
const wanted = new Float64Array(3);
const joint = new Float64Array(3);
const arc = new Float64Array(4);
const none = new Float64Array(4);
const share = new Float64Array(1);

/**
 * Aims a chain.
 *
 * @param goal - Where the joints are driven to; is changed.
 * @param state - The bodies as they are.
 * @param tree - How they hang together.
 * @param chain - What is turned; its first body has a parent.
 * @param direction - Of the world, any length above 0.
 * @param outwards - Share of the direction from the parent to the chain that is added to the direction: it keeps two arms apart.
 * @param weight - 0: not at all; 1: whole.
 * @param most - Radians that the chain is turned by at most.
 */
export function aimChain(goal: RigidState, state: RigidState, tree: BodyTree, chain: Chain, direction: Flat, outwards: number, weight: number, most: number): void {
    const { first, last, all } = chain;
    const base = tree.parents[first];
    rotateVec(joint, 0, goal.rotations, 4 * first, tree.anchors, 3 * first);
    addVec(joint, 0, joint, 0, goal.positions, 3 * first);
    subtractVec(along, 0, goal.positions, 3 * last, joint, 0);
    subtractVec(joint, 0, joint, 0, goal.positions, 3 * base);
    // the direction as the parent sees it, in the target's own space
    copyVec(wanted, 0, direction, 0);
    rotateVecInverse(wanted, 0, state.rotations, 4 * base, wanted, 0);
    rotateVec(wanted, 0, goal.rotations, 4 * base, wanted, 0);
    if (!normalizeVec(wanted, 0) || !normalizeVec(along, 0) || !normalizeVec(joint, 0)) return;
    for (let i = 0; i < 3; i++) wanted[i] += outwards * joint[i];
    if (!normalizeVec(wanted, 0)) return;
    arcQuat(arc, 0, along, 0, wanted, 0, joint, 0);
    const angle = Math.acos(Math.max(-1, Math.min(1, dotVec(along, 0, wanted, 0))));
    share[0] = weight * (angle > most ? most / angle : 1);
    identityQuat(none, 0);
    slerpQuat(arc, 0, none, 0, arc, 0, share, 0);
    for (let i = 0; i < all.length; i++) {
        multiplyQuat(goal.rotations, 4 * all[i], arc, 0, goal.rotations, 4 * all[i]);
        copyVec(goal.angular, 3 * all[i], goal.angular, 3 * base);
    }
}
