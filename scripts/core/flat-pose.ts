import { multiplyQuat, rotateVec, type Flat } from './flat-math';

// A pose as flat arrays: some bones of a skeleton, parents before children, with local and world transforms.
//
// Scales are uniform: one number a bone. What the solvers work on.

/** Bones of one skeleton, parents before children. */
export interface FlatPose {
    /** Index of each bone's parent; -1: the base. */
    readonly parents: Int32Array;
    /** Rotations to the parent, four numbers a bone. */
    readonly localRotations: Flat;
    /** Positions to the parent, three numbers a bone. */
    readonly localPositions: Flat;
    /** Scales to the parent, one number a bone. */
    readonly localScales: Flat;
    /** World rotations, four numbers a bone. */
    readonly rotations: Flat;
    /** World positions, three numbers a bone. */
    readonly positions: Flat;
    /** World scales, one number a bone. */
    readonly scales: Flat;
    /** World transform of the first bones' parent: rotation (4), position (3), scale (1). */
    readonly base: Flat;
}

/** Offsets inside {@link FlatPose.base}. */
export const BASE_POSITION = 4;
export const BASE_SCALE = 7;

/** A pose of the given bones, all at the identity. */
export function createFlatPose(parents: readonly number[]): FlatPose {
    const count = parents.length;
    const pose: FlatPose = {
        parents: Int32Array.from(parents),
        localRotations: new Float64Array(4 * count),
        localPositions: new Float64Array(3 * count),
        localScales: new Float64Array(count).fill(1),
        rotations: new Float64Array(4 * count),
        positions: new Float64Array(3 * count),
        scales: new Float64Array(count).fill(1),
        base: new Float64Array(8)
    };
    pose.base[3] = 1;
    pose.base[BASE_SCALE] = 1;
    for (let bone = 0; bone < count; bone++) {
        pose.localRotations[4 * bone + 3] = 1;
        pose.rotations[4 * bone + 3] = 1;
    }
    return pose;
}

/** Computes the world transforms from the local ones. */
export function updateWorld(pose: FlatPose): void {
    const { parents, localRotations, localPositions, localScales, rotations, positions, scales, base } = pose;
    for (let bone = 0; bone < parents.length; bone++) {
        const parent = parents[bone];
        const isBase = parent < 0;
        const parentRotations = isBase ? base : rotations;
        const rotationOffset = isBase ? 0 : 4 * parent;
        const parentPositions = isBase ? base : positions;
        const positionOffset = isBase ? BASE_POSITION : 3 * parent;
        const parentScale = isBase ? base[BASE_SCALE] : scales[parent];
        const p = 3 * bone;
        rotateVec(positions, p, parentRotations, rotationOffset, localPositions, p);
        positions[p] = parentPositions[positionOffset] + positions[p] * parentScale;
        positions[p + 1] = parentPositions[positionOffset + 1] + positions[p + 1] * parentScale;
        positions[p + 2] = parentPositions[positionOffset + 2] + positions[p + 2] * parentScale;
        multiplyQuat(rotations, 4 * bone, parentRotations, rotationOffset, localRotations, 4 * bone);
        scales[bone] = parentScale * localScales[bone];
    }
}
