import type { GraphNode } from 'playcanvas';

import type { PoseRecord } from './pose-record';
import { copyQuat, normalizeQuat, type Flat } from '../core/flat-math';
import { BASE_POSITION, BASE_SCALE, createFlatPose, updateWorld, type FlatPose } from '../core/flat-pose';

// Bones that a script works on: read once a frame into a flat pose, written once a frame with a weight.
//
// One world matrix is read, that of the topmost bone's parent; all else is local. World transforms follow from the flat pose.

/** What {@link BoneSet.read} found. */
export const ReadStatus = {
    ok: 0,
    /** A bone was destroyed, or hangs elsewhere than when the set was made. */
    moved: 1,
    /** A bone or one of its ancestors is disabled. */
    disabled: 2,
    /** The scale of a bone, or of what is above, is not uniform, not positive or not a number. */
    scaled: 3
} as const;
export type ReadStatus = typeof ReadStatus[keyof typeof ReadStatus];

/** Largest difference between the scales of two axes that counts as rounding, as a share of the scale. */
const UNIFORM = 1e-3;


/** Whether three scales are one positive number. */
function isUniform(x: number, y: number, z: number): boolean {
    return x > 0 && Math.abs(x - y) <= UNIFORM * x && Math.abs(x - z) <= UNIFORM * x;
}

/** Whether the axes of a matrix with a uniform scale are at right angles and right-handed. */
function isTurn(m: Float32Array, scale: number): boolean {
    const skew = UNIFORM * scale * scale;
    const xy = m[0] * m[4] + m[1] * m[5] + m[2] * m[6];
    const yz = m[4] * m[8] + m[5] * m[9] + m[6] * m[10];
    const zx = m[8] * m[0] + m[9] * m[1] + m[10] * m[2];
    const volume = (m[0] * m[5] - m[1] * m[4]) * m[10] + (m[4] * m[9] - m[5] * m[8]) * m[2] + (m[8] * m[1] - m[9] * m[0]) * m[6];
    return Math.abs(xy) <= skew && Math.abs(yz) <= skew && Math.abs(zx) <= skew && volume > 0;
}

/** Writes the rotation of a matrix whose columns have the length 1 / shrink. Divides by the largest part, which is never small. */
function matrixQuat(out: Flat, m: Float32Array, shrink: number): void {
    const xx = m[0] * shrink, yy = m[5] * shrink, zz = m[10] * shrink;
    const xy = m[1] * shrink, yx = m[4] * shrink;
    const xz = m[2] * shrink, zx = m[8] * shrink;
    const yz = m[6] * shrink, zy = m[9] * shrink;
    if (xx + yy + zz > 0) {
        out[0] = yz - zy;
        out[1] = zx - xz;
        out[2] = xy - yx;
        out[3] = 1 + xx + yy + zz;
    } else if (xx >= yy && xx >= zz) {
        out[0] = 1 + xx - yy - zz;
        out[1] = xy + yx;
        out[2] = zx + xz;
        out[3] = yz - zy;
    } else if (yy >= zz) {
        out[0] = xy + yx;
        out[1] = 1 + yy - xx - zz;
        out[2] = yz + zy;
        out[3] = zx - xz;
    } else {
        out[0] = zx + xz;
        out[1] = yz + zy;
        out[2] = 1 + zz - xx - yy;
        out[3] = xy - yx;
    }
    normalizeQuat(out, 0);
}

/** The bones with those between them and their common ancestor, parents before children. */
function closeUpwards(bones: readonly GraphNode[]): GraphNode[] {
    const paths = bones.map((bone) => {
        const path = [bone];
        for (let node = bone.parent; node; node = node.parent) path.unshift(node);
        return path;
    });
    const differing = paths[0].findIndex((node, depth) => paths.some(path => path[depth] !== node));
    const common = (differing < 0 ? paths[0].length : differing) - 1;
    const closed = new Set<GraphNode>();
    for (const path of paths) for (const bone of path.slice(common)) closed.add(bone);
    return [...closed];
}

/** Bones of one skeleton with everything between them, parents before children. */
export class BoneSet {
    /** The bones, and those between them and the topmost one. */
    readonly bones: readonly GraphNode[];

    /** The pose that solvers work on. */
    readonly pose: FlatPose;

    /** The bone that the last {@link read} stumbled over, or null. */
    stumbled: GraphNode | null = null;

    private readonly base: GraphNode | null;

    private readonly record: PoseRecord;

    /** Local rotations as they were read. */
    readonly animated: Flat;

    /**
     * @param bones - Bones of one skeleton; the ones between them and their common ancestor are added.
     * @param record - The skeleton's record of writes.
     */
    constructor(bones: readonly GraphNode[], record: PoseRecord) {
        this.bones = closeUpwards(bones);
        this.record = record;
        this.base = this.bones[0].parent;
        this.pose = createFlatPose(this.bones.map(bone => (bone.parent ? this.bones.indexOf(bone.parent) : -1)));
        this.animated = new Float64Array(4 * this.bones.length);
    }

    /** Index of a bone in the pose; -1 when it is not in the set. */
    indexOf(bone: GraphNode): number {
        return this.bones.indexOf(bone);
    }

    /** Reads the pose, and computes its world transforms. On any status but ok, the pose must not be used. */
    read(): ReadStatus {
        const { bones, pose, animated } = this;
        const { parents, localRotations, localPositions, localScales } = pose;
        for (let i = 0; i < bones.length; i++) {
            const bone = bones[i];
            this.stumbled = bone;
            const parent = parents[i] < 0 ? this.base : bones[parents[i]];
            if (bone.parent !== parent) return ReadStatus.moved;
            if (!bone.enabled) return ReadStatus.disabled;
            const rotation = bone.getLocalRotation();
            const position = bone.getLocalPosition();
            const scale = bone.getLocalScale();
            if (!isUniform(scale.x, scale.y, scale.z)) return ReadStatus.scaled;
            localRotations[4 * i] = rotation.x;
            localRotations[4 * i + 1] = rotation.y;
            localRotations[4 * i + 2] = rotation.z;
            localRotations[4 * i + 3] = rotation.w;
            normalizeQuat(localRotations, 4 * i);
            copyQuat(animated, 4 * i, localRotations, 4 * i);
            localPositions[3 * i] = position.x;
            localPositions[3 * i + 1] = position.y;
            localPositions[3 * i + 2] = position.z;
            localScales[i] = scale.x;
        }
        this.stumbled = this.base;
        if (!this.readBase()) return ReadStatus.scaled;
        this.stumbled = null;
        updateWorld(pose);
        return ReadStatus.ok;
    }

    /** Writes the local rotations of the given bones. */
    write(indices: Int32Array) {
        for (let i = 0; i < indices.length; i++) this.record.write(this.bones[indices[i]], this.pose.localRotations, 4 * indices[i]);
    }

    /** Reads the world transform of the topmost bone's parent. Answers false when it is not a uniform positive scale and a turn. */
    private readBase(): boolean {
        const { base } = this.pose;
        if (!this.base) return true;
        const m = this.base.getWorldTransform().data;
        const sx = Math.sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
        const sy = Math.sqrt(m[4] * m[4] + m[5] * m[5] + m[6] * m[6]);
        const sz = Math.sqrt(m[8] * m[8] + m[9] * m[9] + m[10] * m[10]);
        if (!isUniform(sx, sy, sz) || !isTurn(m, sx)) return false;
        matrixQuat(base, m, 1 / sx);
        for (let i = 0; i < 3; i++) base[BASE_POSITION + i] = m[12 + i];
        base[BASE_SCALE] = sx;
        return true;
    }
}
