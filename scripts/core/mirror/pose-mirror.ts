import { multiplyQuat, rotateVec, slerpQuat, type Flat } from '../math/flat-math';

// The reflected pose of some bones, from their local transforms alone.
//
// In model space a bone takes the reflected rotation of its source: R' = (M R M) C, with a constant C for the axes of the two (twinTurn).
// With the same for the parents this is a local rule: r' = inverse(C of the parent) N r inverse(N) C, where N is the half turn about the
// plane's normal. So each bone costs two products, whatever its axes are, and one without a twin is its own source. Positions follow their
// parent in the same way. Both rules are linear, so they take the keys and the slopes of a curve as well as poses.

/** What a pose is reflected with: constants of each bone. */
export interface PoseMirror {
    readonly count: number;
    /** Bone whose transform each one takes: its twin, or itself. -1: it is left as it is. */
    readonly sources: Int32Array;
    /** rotation = before * rotation of the source * after; four numbers a bone. */
    readonly before: Flat;
    readonly after: Flat;
    /** position = offset - turn * position of the source; three and four numbers a bone. */
    readonly offsets: Flat;
    readonly turns: Flat;
    /** 1: the bone's position is reflected too. */
    readonly moves: Uint8Array;
}

/** A mirror that leaves every bone as it is. */
export function createPoseMirror(count: number): PoseMirror {
    return {
        count,
        sources: new Int32Array(count).fill(-1),
        before: new Float64Array(4 * count),
        after: new Float64Array(4 * count),
        offsets: new Float64Array(3 * count),
        turns: new Float64Array(4 * count),
        moves: new Uint8Array(count)
    };
}

/** Writes the rotation of a bone from that of its source, or a slope from that of its source. */
export function mirrorRotation(out: Flat, o: number, { before, after }: PoseMirror, bone: number, rotation: Flat, i: number): void {
    multiplyQuat(out, o, before, 4 * bone, rotation, i);
    multiplyQuat(out, o, out, o, after, 4 * bone);
}

/** Writes the change of a bone's position, or its slope, from that of its source. */
export function mirrorShift(out: Flat, o: number, { turns }: PoseMirror, bone: number, shift: Flat, i: number): void {
    rotateVec(out, o, turns, 4 * bone, shift, i);
    out[o] = -out[o];
    out[o + 1] = -out[o + 1];
    out[o + 2] = -out[o + 2];
}

/** Writes the position of a bone from that of its source. */
export function mirrorPosition(out: Flat, o: number, mirror: PoseMirror, bone: number, position: Flat, i: number): void {
    const { offsets } = mirror;
    mirrorShift(out, o, mirror, bone, position, i);
    out[o] += offsets[3 * bone];
    out[o + 1] += offsets[3 * bone + 1];
    out[o + 2] += offsets[3 * bone + 2];
}

/** A pose and its reflection: local rotations and positions, four and three numbers a bone. */
export interface MirroredPose {
    readonly rotations: Flat;
    readonly positions: Flat;
    readonly mirroredRotations: Flat;
    readonly mirroredPositions: Flat;
}

export function createMirroredPose(count: number): MirroredPose {
    return {
        rotations: new Float64Array(4 * count), positions: new Float64Array(3 * count),
        mirroredRotations: new Float64Array(4 * count), mirroredPositions: new Float64Array(3 * count)
    };
}

/** A mirror as it is used in every frame: its linear rules as matrices, with half the work of two products. */
export interface MirrorMatrices {
    readonly mirror: PoseMirror;
    /** 16 and 9 numbers a bone, row by row. */
    readonly turns: Flat;
    readonly shifts: Flat;
}

export function createMirrorMatrices(mirror: PoseMirror): MirrorMatrices {
    const turns = new Float64Array(16 * mirror.count), shifts = new Float64Array(9 * mirror.count);
    const unit = new Float64Array(4), seen = new Float64Array(4);
    for (let bone = 0; bone < mirror.count; bone++) {
        for (let column = 0; column < 4; column++) {
            unit.fill(0);
            unit[column] = 1;
            mirrorRotation(seen, 0, mirror, bone, unit, 0);
            for (let row = 0; row < 4; row++) turns[16 * bone + 4 * row + column] = seen[row];
            if (column === 3) continue;
            mirrorShift(seen, 0, mirror, bone, unit, 0);
            for (let row = 0; row < 3; row++) shifts[9 * bone + 3 * row + column] = seen[row];
        }
    }
    return { mirror, turns, shifts };
}

/**
 * Reflects a pose. What is left as it is is not written.
 *
 * @param weight - Its first number: 0 the pose, 1 the reflected one, 0.5 the symmetric pose between both.
 */
export function mirrorPose(pose: MirroredPose, matrices: MirrorMatrices, weight: Flat): void {
    const { rotations, positions, mirroredRotations, mirroredPositions } = pose;
    const { mirror: { count, sources, moves, offsets }, turns, shifts } = matrices;
    const share = weight[0];
    for (let bone = 0; bone < count; bone++) {
        const source = sources[bone];
        if (source < 0) continue;
        const s = 4 * source, r = 4 * bone, m = 16 * bone;
        const x = rotations[s], y = rotations[s + 1], z = rotations[s + 2], w = rotations[s + 3];
        mirroredRotations[r] = turns[m] * x + turns[m + 1] * y + turns[m + 2] * z + turns[m + 3] * w;
        mirroredRotations[r + 1] = turns[m + 4] * x + turns[m + 5] * y + turns[m + 6] * z + turns[m + 7] * w;
        mirroredRotations[r + 2] = turns[m + 8] * x + turns[m + 9] * y + turns[m + 10] * z + turns[m + 11] * w;
        mirroredRotations[r + 3] = turns[m + 12] * x + turns[m + 13] * y + turns[m + 14] * z + turns[m + 15] * w;
        if (share < 1) slerpQuat(mirroredRotations, r, rotations, r, mirroredRotations, r, weight, 0);
        if (moves[bone] === 0) continue;
        const t = 3 * source, p = 3 * bone, k = 9 * bone;
        const a = positions[t], b = positions[t + 1], c = positions[t + 2];
        mirroredPositions[p] = offsets[p] + shifts[k] * a + shifts[k + 1] * b + shifts[k + 2] * c;
        mirroredPositions[p + 1] = offsets[p + 1] + shifts[k + 3] * a + shifts[k + 4] * b + shifts[k + 5] * c;
        mirroredPositions[p + 2] = offsets[p + 2] + shifts[k + 6] * a + shifts[k + 7] * b + shifts[k + 8] * c;
        if (share < 1) for (let i = p; i < p + 3; i++) mirroredPositions[i] = positions[i] + share * (mirroredPositions[i] - positions[i]);
    }
}
