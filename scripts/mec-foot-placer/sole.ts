import type { SolePoints } from '../anim/sole-points';
import { addVec, dotVec, rotateVec, rotateVecInverse, subtractVec, writeDot, type Flat } from '../core/flat-math';
import type { FlatPose } from '../core/flat-pose';
import type { FootShape } from '../rig/foot-shape';
import type { Rig } from '../rig/rig';

// The points of a foot that can touch the ground, where a pose has them, blended between foot and toes as the skin is.

/** The points of a foot that can touch the ground. */
export interface Sole {
    /** Bone that carries each, as index of the pose, and the one with which the skin blends it; -1: none. */
    readonly bones: Int32Array;
    readonly partners: Int32Array;
    /** The points in these bones' frames and units, three numbers each, and the partners' shares. */
    readonly points: Flat;
    readonly partnerPoints: Flat;
    readonly shares: Flat;
    /** Share of each that goes along with toes that bend. */
    readonly toeShares: Flat;
    /** Distance of each before the ankle on a flat foot, world units. */
    readonly ahead: Flat;
}

const place = new Float64Array(3);
const partnerPlace = new Float64Array(3);
const turned = new Float64Array(3);
const heights = new Float64Array(2);

/**
 * Finds what the pose needs to know of a sole.
 *
 * @param found - Its points.
 * @param toes - Node of the toes; -1 without one.
 * @param scale - World metres per unit of the model.
 * @param poseIndex - Gives the index of a node in the pose.
 */
export function makeSole(rig: Rig, found: SolePoints, shape: FootShape, toes: number, scale: number, poseIndex: (node: number) => number): Sole {
    const { matrices, positions, ends } = rig.skeleton;
    const isToes = (node: number) => toes >= 0 && node >= toes && node < ends[toes];
    const ahead = Float64Array.from(found.nodes, (node, i) => {
        for (let axis = 0; axis < 3; axis++) {
            place[axis] = matrices[12 * node + 9 + axis] - positions[3 * shape.foot + axis];
            for (let column = 0; column < 3; column++) place[axis] += matrices[12 * node + 3 * column + axis] * found.points[3 * i + column];
        }
        return scale * dotVec(place, 0, shape.forward, 0);
    });
    const toeShares = Float64Array.from(found.nodes, (node, i) => {
        return (isToes(node) ? 1 - found.shares[i] : 0) + (isToes(found.partners[i]) ? found.shares[i] : 0);
    });
    const { points, partnerPoints, shares } = found;
    return { bones: found.nodes.map(poseIndex), partners: found.partners.map(poseIndex), points, partnerPoints, shares, toeShares, ahead };
}

/** Writes where a bone of the pose carries a point. */
function carry(out: Flat, { positions, rotations, scales }: FlatPose, bone: number, points: Flat, o: number): void {
    rotateVec(out, 0, rotations, 4 * bone, points, o);
    for (let axis = 0; axis < 3; axis++) out[axis] = positions[3 * bone + axis] + scales[bone] * out[axis];
}

/** Writes the points of a sole in the frame of the foot as the pose has it, world units. */
export function readSole(out: Flat, sole: Sole, pose: FlatPose, ankle: Flat, rotation: Flat): void {
    const { bones, partners, shares } = sole;
    for (let i = 0; i < bones.length; i++) {
        carry(place, pose, bones[i], sole.points, 3 * i);
        if (partners[i] >= 0) {
            carry(partnerPlace, pose, partners[i], sole.partnerPoints, 3 * i);
            for (let axis = 0; axis < 3; axis++) place[axis] += shares[i] * (partnerPlace[axis] - place[axis]);
        }
        subtractVec(place, 0, place, 0, ankle, 0);
        rotateVecInverse(out, 3 * i, rotation, 0, place, 0);
    }
}

/**
 * Finds how much higher a foot has to be whose heel is lifted about its toes, so that nothing goes below what was the lowest point of its
 * sole.
 *
 * @param out - Receives the height along the up direction, at least 0.
 * @param goal - World position and rotation of the foot with its heel lifted.
 * @param before - The same as it was.
 * @param points - The sole in the foot's frame.
 * @param toeShares - Share of each that stays where it was.
 * @param up - The up direction.
 * @param normal - Normal of the ground.
 */
export function heelClearance(out: Flat, goal: Flat, before: Flat, points: Flat, toeShares: Flat, up: Flat, normal: Flat): void {
    let lowest = Infinity, lifted = Infinity;
    for (let i = 0; i < toeShares.length; i++) {
        rotateVec(place, 0, before, 3, points, 3 * i);
        addVec(place, 0, place, 0, before, 0);
        rotateVec(turned, 0, goal, 3, points, 3 * i);
        addVec(turned, 0, turned, 0, goal, 0);
        writeDot(heights, 0, place, 0, normal, 0);
        writeDot(heights, 1, turned, 0, normal, 0);
        const height = heights[0];
        const now = toeShares[i] * height + (1 - toeShares[i]) * heights[1];
        lowest = Math.min(lowest, height);
        lifted = Math.min(lifted, now);
    }
    writeDot(heights, 0, up, 0, normal, 0);
    out[0] = Math.max(0, lowest - lifted) / heights[0];
}
