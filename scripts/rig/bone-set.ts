import type { GraphNode } from 'playcanvas';

import type { PoseRecord } from './pose-record';
import { copyQuat, normalizeQuat, type Flat } from '../core/math/flat-math';
import { createFlatPose, updateWorld, type FlatPose } from '../core/pose/flat-pose';

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

/** Scale of what is being read. */
const scale = new Float64Array(1);

/** Reads the scale of a matrix. Answers whether its axes have one length. */
function readScale(m: Float32Array): boolean {
    const x = Math.sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
    const y = Math.sqrt(m[4] * m[4] + m[5] * m[5] + m[6] * m[6]);
    const z = Math.sqrt(m[8] * m[8] + m[9] * m[9] + m[10] * m[10]);
    scale[0] = x;
    return x > 0 && Math.abs(x - y) <= UNIFORM * x && Math.abs(x - z) <= UNIFORM * x;
}

/** Whether the axes of a matrix with a uniform scale are at right angles and right-handed. */
function isTurn(m: Float32Array): boolean {
    const skew = UNIFORM * scale[0] * scale[0];
    const xy = m[0] * m[4] + m[1] * m[5] + m[2] * m[6];
    const yz = m[4] * m[8] + m[5] * m[9] + m[6] * m[10];
    const zx = m[8] * m[0] + m[9] * m[1] + m[10] * m[2];
    const volume = (m[0] * m[5] - m[1] * m[4]) * m[10] + (m[4] * m[9] - m[5] * m[8]) * m[2] + (m[8] * m[1] - m[9] * m[0]) * m[6];
    return Math.abs(xy) <= skew && Math.abs(yz) <= skew && Math.abs(zx) <= skew && volume > 0;
}

/** Writes the rotation of a matrix with a uniform scale. Divides by the largest part, which is never small. */
function matrixQuat(out: Flat, o: number, m: Float32Array): void {
    const shrink = 1 / scale[0];
    const xx = m[0] * shrink, yy = m[5] * shrink, zz = m[10] * shrink;
    const xy = m[1] * shrink, yx = m[4] * shrink;
    const xz = m[2] * shrink, zx = m[8] * shrink;
    const yz = m[6] * shrink, zy = m[9] * shrink;
    if (xx + yy + zz > 0) {
        out[o] = yz - zy;
        out[o + 1] = zx - xz;
        out[o + 2] = xy - yx;
        out[o + 3] = 1 + xx + yy + zz;
    } else if (xx >= yy && xx >= zz) {
        out[o] = 1 + xx - yy - zz;
        out[o + 1] = xy + yx;
        out[o + 2] = zx + xz;
        out[o + 3] = yz - zy;
    } else if (yy >= zz) {
        out[o] = xy + yx;
        out[o + 1] = 1 + yy - xx - zz;
        out[o + 2] = yz + zy;
        out[o + 3] = zx - xz;
    } else {
        out[o] = zx + xz;
        out[o + 1] = yz + zy;
        out[o + 2] = 1 + zz - xx - yy;
        out[o + 3] = xy - yx;
    }
    normalizeQuat(out, o);
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

    /** Parents that the bones had when the set was made. */
    private readonly parents: readonly (GraphNode | null)[];

    private readonly record: PoseRecord;

    /** The bones in the record. */
    private readonly recorded: Int32Array;

    /** Local rotations as they were read. */
    readonly animated: Flat;

    /**
     * @param bones - Bones of one skeleton; the ones between them and their common ancestor are added.
     * @param record - The skeleton's record of writes.
     */
    constructor(bones: readonly GraphNode[], record: PoseRecord) {
        this.bones = closeUpwards(bones);
        this.record = record;
        this.recorded = Int32Array.from(this.bones, bone => record.stateOf(bone));
        this.base = this.bones[0].parent;
        this.parents = this.bones.map(bone => bone.parent);
        this.pose = createFlatPose(this.bones.map(bone => (bone.parent ? this.bones.indexOf(bone.parent) : -1)));
        this.animated = new Float64Array(4 * this.bones.length);
    }

    /** Index of a bone in the pose; -1 when it is not in the set. */
    indexOf(bone: GraphNode): number {
        return this.bones.indexOf(bone);
    }

    /** Reads the pose, and computes its world transforms. On any status but ok, the pose must not be used. */
    read(): ReadStatus {
        const { bones, pose } = this;
        for (let i = 0; i < bones.length; i++) {
            const status = this.readBone(i);
            if (status !== ReadStatus.ok) {
                this.stumbled = bones[i];
                return status;
            }
        }
        this.stumbled = this.base;
        if (!this.readBase()) return ReadStatus.scaled;
        this.stumbled = null;
        updateWorld(pose);
        return ReadStatus.ok;
    }

    /** Reads the local transform of a bone. */
    private readBone(index: number): ReadStatus {
        const { pose, animated } = this;
        const { localRotations, localPositions, localScales } = pose;
        const bone = this.bones[index];
        if (bone.parent !== this.parents[index]) return ReadStatus.moved;
        if (!bone.enabled) return ReadStatus.disabled;
        const { x: scaleX, y: scaleY, z: scaleZ } = bone.getLocalScale();
        const isUniform = scaleX > 0 && Math.abs(scaleX - scaleY) <= UNIFORM * scaleX && Math.abs(scaleX - scaleZ) <= UNIFORM * scaleX;
        if (!isUniform) return ReadStatus.scaled;
        localScales[index] = scaleX;

        const r = 4 * index;
        const rotation = bone.getLocalRotation();
        localRotations[r] = rotation.x;
        localRotations[r + 1] = rotation.y;
        localRotations[r + 2] = rotation.z;
        localRotations[r + 3] = rotation.w;
        normalizeQuat(localRotations, r);
        copyQuat(animated, r, localRotations, r);

        const p = 3 * index;
        const position = bone.getLocalPosition();
        localPositions[p] = position.x;
        localPositions[p + 1] = position.y;
        localPositions[p + 2] = position.z;
        return ReadStatus.ok;
    }

    /** Writes the local rotations of the given bones. */
    write(indices: Int32Array) {
        for (let i = 0; i < indices.length; i++) this.writeRotation(indices[i]);
    }

    /** Writes the local rotation of one bone. */
    writeRotation(index: number) {
        this.record.write(this.recorded[index], this.pose.localRotations, 4 * index);
    }

    /** Writes the local position of one bone. */
    writePosition(index: number) {
        this.record.writePosition(this.recorded[index], this.pose.localPositions, 3 * index);
    }

    /** Reads the world transform of the topmost bone's parent. Answers false when it is not a uniform positive scale and a turn. */
    private readBase(): boolean {
        const { base, rotations, positions, scales } = this.pose;
        if (!this.base) return true;
        const m = this.base.getWorldTransform().data;
        if (!readScale(m) || !isTurn(m)) return false;
        matrixQuat(rotations, 4 * base, m);
        positions[3 * base] = m[12];
        positions[3 * base + 1] = m[13];
        positions[3 * base + 2] = m[14];
        scales[base] = scale[0];
        return true;
    }
}
