import type { FootModel } from './foot-model';
import { modelPlace, placeOf, type OutlinePoints } from './outline-points';
import { dotVec, rotateVec, rotateVecInverse, subtractVec, type Flat } from '../core/math/flat-math';
import type { FlatPose } from '../core/pose/flat-pose';
import type { Rig } from '../rig/rig';

// The points of a foot that can touch the ground, where a pose has them, blended between foot and toes as the skin is.

/** The points of a foot that can touch the ground. */
export interface Sole {
    /** Bone that carries each, as index of the pose, and the one with which the skin blends it; -1: none. */
    readonly bones: Int32Array;
    readonly partners: Int32Array;
    /** These bones, each once; and scratch for bones of the pose: the up vector in each one's frame, and its own height. */
    readonly carriers: Int32Array;
    readonly ups: Flat;
    /** The points in these bones' frames and units, three numbers each, and the partners' shares. */
    readonly points: Flat;
    readonly partnerPoints: Flat;
    readonly shares: Flat;
    /** Share of each that goes along with toes that bend. */
    readonly toeShares: Flat;
    /** Places of each on a flat foot, world units: before the ankle and to the right of it. */
    readonly ahead: Flat;
    readonly aside: Flat;
    /** Points of the lower foot that are outermost as seen from above, see outline-points.ts: how high its rim is there. World units. */
    readonly outline: OutlinePoints;
}

const place = new Float64Array(3);
const partnerPlace = new Float64Array(3);
const turned = new Float64Array(3);

/**
 * Finds what the pose needs to know of a sole.
 *
 * @param model - The foot on its model.
 * @param scale - World metres per unit of the model.
 * @param poseIndex - Gives the index of a node in the pose.
 */
export function makeSole(rig: Rig, { shape, toes, points: found, outline }: FootModel, scale: number, poseIndex: (node: number) => number): Sole {
    const { ends } = rig.skeleton;
    const isToes = (node: number) => toes >= 0 && node >= toes && node < ends[toes];
    const toeShares = Float64Array.from(found.nodes, (node, i) => {
        return (isToes(node) ? 1 - found.shares[i] : 0) + (isToes(found.partners[i]) ? found.shares[i] : 0);
    });
    const { points, partnerPoints, shares } = found;
    const bones = found.nodes.map(poseIndex), partners = found.partners.map(poseIndex);
    const carriers = Int32Array.from(new Set([...bones, ...partners].filter(bone => bone >= 0)));
    const ups = new Float64Array(4 * Math.max(...carriers) + 4);
    const places = Array.from(found.nodes, (_, i) => placeOf(rig, shape, modelPlace(rig, found, i)));
    const scaled = (values: ArrayLike<number>) => Float64Array.from(values, value => scale * value);
    return {
        bones, partners, carriers, ups, points, partnerPoints, shares, toeShares,
        ahead: scaled(places.map(({ ahead }) => ahead)), aside: scaled(places.map(({ aside }) => aside)),
        outline: { ahead: scaled(outline.ahead), aside: scaled(outline.aside), over: scaled(outline.over) }
    };
}

/** Writes where a bone of the pose carries a point. */
function carry(out: Flat, { positions, rotations, scales }: FlatPose, bone: number, points: Flat, o: number): void {
    rotateVec(out, 0, rotations, 4 * bone, points, o);
    for (let axis = 0; axis < 3; axis++) out[axis] = positions[3 * bone + axis] + scales[bone] * out[axis];
}

/**
 * Finds the lowest point of a sole. The up vector is brought into the bones' frames, in place of the points into the world: these are many.
 *
 * @param rise - Receives how much higher another point is.
 * @param sole - The sole.
 * @param pose - The pose, its world transforms up to date.
 * @param up - The up direction.
 * @param other - Index of the other point.
 * @returns Index of the lowest one.
 */
export function findLowest(rise: Flat, sole: Sole, { positions, rotations, scales }: FlatPose, up: Flat, other: number): number {
    const { bones, partners, carriers, ups, points, partnerPoints, shares } = sole;
    for (let i = 0; i < carriers.length; i++) {
        const bone = carriers[i], o = 4 * bone;
        rotateVecInverse(ups, o, rotations, o, up, 0);
        for (let axis = 0; axis < 3; axis++) ups[o + axis] *= scales[bone];
        ups[o + 3] = dotVec(positions, 3 * bone, up, 0);
    }
    let lowest = 0, least = Infinity;
    for (let i = 0, p = 0; i < bones.length; i++, p += 3) {
        const o = 4 * bones[i];
        let height = ups[o] * points[p] + ups[o + 1] * points[p + 1] + ups[o + 2] * points[p + 2] + ups[o + 3];
        if (partners[i] >= 0) {
            const q = 4 * partners[i];
            const there = ups[q] * partnerPoints[p] + ups[q + 1] * partnerPoints[p + 1] + ups[q + 2] * partnerPoints[p + 2] + ups[q + 3];
            height += shares[i] * (there - height);
        }
        if (i === other) rise[0] = height;
        if (!(height < least)) continue;
        least = height;
        lowest = i;
    }
    rise[0] -= least;
    return lowest;
}

/** Writes one point of a sole in the frame of the foot as the pose has it, world units. */
export function readPoint(out: Flat, o: number, sole: Sole, index: number, pose: FlatPose, foot: number): void {
    const { bones, partners, shares } = sole;
    carry(place, pose, bones[index], sole.points, 3 * index);
    if (partners[index] >= 0) {
        carry(partnerPlace, pose, partners[index], sole.partnerPoints, 3 * index);
        for (let axis = 0; axis < 3; axis++) place[axis] += shares[index] * (partnerPlace[axis] - place[axis]);
    }
    subtractVec(place, 0, place, 0, pose.positions, 3 * foot);
    rotateVecInverse(out, o, pose.rotations, 4 * foot, place, 0);
}

/**
 * How much higher a foot has to be whose heel is lifted about its toes, so that nothing goes below what was the lowest point of its sole:
 * height along the up direction, at least 0.
 *
 * @param goal - World position and rotation of the foot with its heel lifted.
 * @param before - The same as it was.
 * @param points - The sole in the foot's frame.
 * @param toeShares - Share of each that stays where it was.
 * @param up - The up direction.
 * @param normal - Normal of the ground.
 */
export function heelClearance(goal: Flat, before: Flat, points: Flat, toeShares: Flat, up: Flat, normal: Flat): number {
    // the normal in the foot's frame in place of the points in the world: these are many
    rotateVecInverse(place, 0, before, 3, normal, 0);
    rotateVecInverse(turned, 0, goal, 3, normal, 0);
    const heightBefore = dotVec(before, 0, normal, 0), heightNow = dotVec(goal, 0, normal, 0);
    let lowest = Infinity, lifted = Infinity;
    for (let i = 0, p = 0; i < toeShares.length; i++, p += 3) {
        const height = place[0] * points[p] + place[1] * points[p + 1] + place[2] * points[p + 2] + heightBefore;
        const there = turned[0] * points[p] + turned[1] * points[p + 1] + turned[2] * points[p + 2] + heightNow;
        const now = toeShares[i] * height + (1 - toeShares[i]) * there;
        if (height < lowest) lowest = height;
        if (now < lifted) lifted = now;
    }
    return Math.max(0, lowest - lifted) / dotVec(up, 0, normal, 0);
}
