import { multiplyQuat, rotateVec, type Flat } from '../math/flat-math';

// A pose as flat arrays: some bones of a skeleton, parents before children, with local and world transforms.
//
// Scales are uniform: one number a bone. What the solvers work on.

/** Bones of one skeleton, parents before children, and after them their base: the parent of the topmost ones. */
export interface FlatPose {
    /** Number of bones, and the index of the base, which has a world transform only. */
    readonly base: number;
    /** Index of each bone's parent. */
    readonly parents: Int32Array;
    /** Rotations to the parent, four numbers a bone. */
    readonly localRotations: Flat;
    /** Positions to the parent, three numbers a bone. */
    readonly localPositions: Flat;
    /** Scales to the parent, one number a bone. */
    readonly localScales: Flat;
    /** World rotations, four numbers a bone, the base last. */
    readonly rotations: Flat;
    /** World positions, three numbers a bone, the base last. */
    readonly positions: Flat;
    /** World scales, one number a bone, the base last. */
    readonly scales: Flat;
}

/**
 * A pose of some bones, all at the identity.
 *
 * @param parents - Index of each bone's parent; -1: the base.
 */
export function createFlatPose(parents: readonly number[]): FlatPose {
    const base = parents.length;
    const pose: FlatPose = {
        base,
        parents: Int32Array.from(parents, parent => (parent < 0 ? base : parent)),
        localRotations: new Float64Array(4 * base),
        localPositions: new Float64Array(3 * base),
        localScales: new Float64Array(base).fill(1),
        rotations: new Float64Array(4 * base + 4),
        positions: new Float64Array(3 * base + 3),
        scales: new Float64Array(base + 1).fill(1)
    };
    for (let bone = 0; bone < base; bone++) pose.localRotations[4 * bone + 3] = 1;
    for (let bone = 0; bone <= base; bone++) pose.rotations[4 * bone + 3] = 1;
    return pose;
}

/**
 * Computes the world transforms from the local ones and the base.
 *
 * @param end - The bone after the last one that is needed.
 * @param begin - The first one; what it hangs on is up to date.
 */
export function updateWorld(pose: FlatPose, end = pose.base, begin = 0): void {
    const { parents, localRotations, localScales, rotations, scales } = pose;
    for (let bone = begin; bone < end; bone++) {
        const parent = parents[bone];
        placeBone(pose, bone);
        multiplyQuat(rotations, 4 * bone, rotations, 4 * parent, localRotations, 4 * bone);
        scales[bone] = scales[parent] * localScales[bone];
    }
}

/** Computes the world position of a bone. */
export function placeBone({ parents, localPositions, rotations, positions, scales }: FlatPose, bone: number): void {
    const parent = parents[bone], scale = scales[parent], p = 3 * bone, q = 3 * parent;
    rotateVec(positions, p, rotations, 4 * parent, localPositions, p);
    positions[p] = positions[q] + positions[p] * scale;
    positions[p + 1] = positions[q + 1] + positions[p + 1] * scale;
    positions[p + 2] = positions[q + 2] + positions[p + 2] * scale;
}
