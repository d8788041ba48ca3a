import type { GraphNode } from 'playcanvas';

import type { BoneState, PoseRecord } from './pose-record';
import { copyQuat, normalizeQuat, type Flat } from '../core/flat-math';
import { createFlatPose, updateWorld, type FlatPose } from '../core/flat-pose';

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


/** Scales of the three axes of what is being read. */
const axes = new Float64Array(3);

/** Whether the scales of the three axes are one positive number. */
function isUniform(): boolean {
    return axes[0] > 0 && Math.abs(axes[0] - axes[1]) <= UNIFORM * axes[0] && Math.abs(axes[0] - axes[2]) <= UNIFORM * axes[0];
}

/** Whether the axes of a matrix with a uniform scale are at right angles and right-handed. */
function isTurn(m: Float32Array): boolean {
    const skew = UNIFORM * axes[0] * axes[0];
    const xy = m[0] * m[4] + m[1] * m[5] + m[2] * m[6];
    const yz = m[4] * m[8] + m[5] * m[9] + m[6] * m[10];
    const zx = m[8] * m[0] + m[9] * m[1] + m[10] * m[2];
    const volume = (m[0] * m[5] - m[1] * m[4]) * m[10] + (m[4] * m[9] - m[5] * m[8]) * m[2] + (m[8] * m[1] - m[9] * m[0]) * m[6];
    return Math.abs(xy) <= skew && Math.abs(yz) <= skew && Math.abs(zx) <= skew && volume > 0;
}

/** Writes the rotation of a matrix whose columns have the lengths of `axes`. Divides by the largest part, which is never small. */
function matrixQuat(out: Flat, o: number, m: Float32Array): void {
    const shrink = 1 / axes[0];
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

    private readonly record: PoseRecord;

    private readonly states: readonly BoneState[];

    /** Local rotations as they were read. */
    readonly animated: Flat;

    /**
     * @param bones - Bones of one skeleton; the ones between them and their common ancestor are added.
     * @param record - The skeleton's record of writes.
     */
    constructor(bones: readonly GraphNode[], record: PoseRecord) {
        this.bones = closeUpwards(bones);
        this.record = record;
        this.states = this.bones.map(bone => record.stateOf(bone));
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
            const parent = parents[i] === pose.base ? this.base : bones[parents[i]];
            if (bone.parent !== parent) return ReadStatus.moved;
            if (!bone.enabled) return ReadStatus.disabled;
            const rotation = bone.getLocalRotation();
            const position = bone.getLocalPosition();
            const scale = bone.getLocalScale();
            axes[0] = scale.x;
            axes[1] = scale.y;
            axes[2] = scale.z;
            if (!isUniform()) return ReadStatus.scaled;
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
        const { record, states, pose } = this;
        for (let i = 0; i < indices.length; i++) record.write(states[indices[i]], pose.localRotations, 4 * indices[i]);
    }

    /** Reads the world transform of the topmost bone's parent. Answers false when it is not a uniform positive scale and a turn. */
    private readBase(): boolean {
        const { base, rotations, positions, scales } = this.pose;
        if (!this.base) return true;
        const m = this.base.getWorldTransform().data;
        for (let axis = 0; axis < 3; axis++) axes[axis] = Math.sqrt(m[4 * axis] ** 2 + m[4 * axis + 1] ** 2 + m[4 * axis + 2] ** 2);
        if (!isUniform() || !isTurn(m)) return false;
        matrixQuat(rotations, 4 * base, m);
        for (let i = 0; i < 3; i++) positions[3 * base + i] = m[12 + i];
        scales[base] = axes[0];
        return true;
    }
}
