import type { GraphNode } from 'playcanvas';

import type { DetachedLimb } from './detached-limb';
import type { PoseRecord } from './pose-record';
import { readWorldTransform, UNEVEN, UNIFORM } from './world-transform';
import { addVec, areFinite, copyQuat, copyVec, identityQuat, MIN_LENGTH_SQUARED, rotateVecInverse, subtractVec, type Flat } from '../core/math/flat-math';
import { createFlatPose, updateWorld, type FlatPose } from '../core/pose/flat-pose';
import { ROTATION, SCALE, TRANSFORM } from '../core/pose/transform';

// Bones that a script works on: read once a frame into a flat pose, written once a frame with a weight.
//
// One world matrix is read, that of the topmost bone's parent; all else is local. World transforms follow from the flat pose. Where the scale of a bone
// differs by axis, its mean counts, and what hangs on it is placed where it is shown.

/** What {@link BoneSet.read} found. */
export const ReadStatus = {
    ok: 0,
    /** A bone was destroyed, or hangs elsewhere than when the set was made. */
    moved: 1,
    /** A bone or one of its ancestors is disabled. */
    disabled: 2,
    /** The scale of a bone, or of what is above, differs by axis by more than 30 %, is not positive or not a number. */
    scaled: 3,
    /** The rotation or the position of a bone, or of what is above, is not a number. */
    broken: 4
} as const;
export type ReadStatus = typeof ReadStatus[keyof typeof ReadStatus];

/** The bones with those between them and their common ancestor, parents before children. */
function closeUpwards(bones: readonly GraphNode[], record: PoseRecord): GraphNode[] {
    const paths = bones.map((bone) => {
        const path = [bone];
        for (let node = record.parentOf(bone); node; node = record.parentOf(node)) path.unshift(node);
        return path;
    });
    const differing = paths[0].findIndex((node, depth) => paths.some(path => path[depth] !== node));
    const common = (differing < 0 ? paths[0].length : differing) - 1;
    const closed = new Set<GraphNode>();
    for (const path of paths) for (const bone of path.slice(common)) closed.add(bone);
    return [...closed];
}

/** A pose, and its local rotations as they were read. */
interface ReadPose {
    readonly pose: FlatPose;
    readonly animated: Flat;
}

function createReadPose(parents: readonly number[]): ReadPose {
    return { pose: createFlatPose(parents), animated: new Float64Array(4 * parents.length) };
}

/** Poses that sets of the same shape share, by the indices of their parents. */
const passing = new Map<string, ReadPose>();

/** Whether all of a matrix are finite numbers. */
function areNumbers(matrix: Float32Array): boolean {
    let sum = 0;
    for (let i = 0; i < 16; i++) sum += matrix[i];
    return Math.abs(sum) < Infinity;
}

/** Whether the axes of a matrix differ in length. */
function isUneven(m: Float32Array): boolean {
    const x = m[0] * m[0] + m[1] * m[1] + m[2] * m[2], y = m[4] * m[4] + m[5] * m[5] + m[6] * m[6], z = m[8] * m[8] + m[9] * m[9] + m[10] * m[10];
    return !(Math.abs(x - y) <= UNIFORM * x && Math.abs(x - z) <= UNIFORM * x);
}

/** Change of a number of a place, metres or parts of a rotation, that is not seen: what comes to rest by halves never quite arrives. */
const UNSEEN = 1e-6;

/** What a bone hangs on, as it is now. */
const baseRotation = new Float64Array(4);
const basePosition = new Float64Array(3);

const place = new Float64Array(3);

/** Bones of one skeleton with everything between them, parents before children. */
export class BoneSet {
    /** The bones, and those between them and the topmost one. */
    readonly bones: readonly GraphNode[];

    /** The pose that solvers work on. */
    readonly pose: FlatPose;

    /** The bone that the last {@link read} stumbled over, or null. */
    stumbled: GraphNode | null = null;

    /** What the topmost bone hangs on. */
    readonly base: GraphNode | null;

    /** Parents that the bones had when the set was made. */
    private readonly parents: readonly (GraphNode | null)[];

    /** The limbs that bones are detached ends of. */
    private readonly limbs: readonly (DetachedLimb | null)[];

    private readonly record: PoseRecord;

    /** The bones in the record. */
    private readonly recorded: Int32Array;

    /** Local rotations as they were read. */
    readonly animated: Flat;

    /** How far places in the pose are from those of the nodes, as the scales above differ by axis; null: nowhere yet. */
    private shifts: Float64Array | null = null;

    private isUneven = false;

    /**
     * @param bones - Bones of one skeleton; the ones between them and their common ancestor are added.
     * @param record - The skeleton's record of writes.
     * @param isPassing - Whether the pose is needed from reading to writing only. All such sets of one shape share it: in a crowd it is at
     * hand then, and does not have to be fetched for each character.
     */
    constructor(bones: readonly GraphNode[], record: PoseRecord, isPassing = false) {
        this.bones = closeUpwards(bones, record);
        this.record = record;
        this.recorded = Int32Array.from(this.bones, bone => record.stateOf(bone));
        this.base = record.parentOf(this.bones[0]);
        this.parents = this.bones.map(bone => bone.parent);
        this.limbs = this.bones.map(bone => record.limbOf(bone));
        const parents = this.bones.map(bone => this.bones.indexOf(record.parentOf(bone)!));
        const shape = parents.join();
        const shared = (isPassing && passing.get(shape)) || createReadPose(parents);
        if (isPassing) passing.set(shape, shared);
        this.pose = shared.pose;
        this.animated = shared.animated;
    }

    /** Index of a bone in the pose; -1 when it is not in the set. */
    indexOf(bone: GraphNode): number {
        return this.bones.indexOf(bone);
    }

    /**
     * Reads the pose, and computes its world transforms. On any status but ok, the pose must not be used.
     *
     * @param worldCount - World transforms are needed of so many bones, and the base.
     */
    read(worldCount = this.bones.length): ReadStatus {
        let status = this.readBones();
        if (status !== ReadStatus.ok) return status;
        this.stumbled = this.base;
        status = this.readBase();
        if (status !== ReadStatus.ok) return status;
        this.stumbled = null;
        if (this.isUneven) this.placeUneven();
        updateWorld(this.pose, worldCount);
        return ReadStatus.ok;
    }

    /** Reads the local transforms of all bones, up to one that cannot be worked on. One loop without calls: in a crowd it is half of what a script costs. */
    private readBones(): ReadStatus {
        const { bones, parents, limbs, animated, pose: { localRotations, localPositions, localScales } } = this;
        this.isUneven = false;
        for (let i = 0; i < bones.length; i++) {
            const bone = bones[i];
            if (bone.parent !== parents[i]) return this.stumble(bone, ReadStatus.moved);
            if (!bone.enabled) return this.stumble(bone, ReadStatus.disabled);
            const { x: scaleX, y: scaleY, z: scaleZ } = bone.getLocalScale();
            const isUniform = scaleX > 0 && Math.abs(scaleX - scaleY) <= UNIFORM * scaleX && Math.abs(scaleX - scaleZ) <= UNIFORM * scaleX;
            if (!isUniform && !this.takeUneven(scaleX, scaleY, scaleZ)) return this.stumble(bone, ReadStatus.scaled);
            const limb = limbs[i];
            if (limb) {
                if (!this.readLimb(limb, i)) return this.stumble(bone, ReadStatus.broken);
                continue;
            }
            localScales[i] = isUniform ? scaleX : (scaleX + scaleY + scaleZ) / 3;
            const { x, y, z, w } = bone.getLocalRotation();
            const { x: placeX, y: placeY, z: placeZ } = bone.getLocalPosition();
            const square = x * x + y * y + z * z + w * w;
            // their squares too: what is worked out of them is a number then
            if (!(square < Infinity && placeX * placeX + placeY * placeY + placeZ * placeZ < Infinity)) return this.stumble(bone, ReadStatus.broken);
            const r = 4 * i, p = 3 * i;
            const unit = 1 / Math.sqrt(square);
            localRotations[r] = animated[r] = x * unit;
            localRotations[r + 1] = animated[r + 1] = y * unit;
            localRotations[r + 2] = animated[r + 2] = z * unit;
            localRotations[r + 3] = animated[r + 3] = w * unit;
            if (!(square > MIN_LENGTH_SQUARED)) {
                identityQuat(localRotations, r);
                identityQuat(animated, r);
            }
            localPositions[p] = placeX;
            localPositions[p + 1] = placeY;
            localPositions[p + 2] = placeZ;
        }
        return ReadStatus.ok;
    }

    /** Answers whether scales that differ are near enough to their mean. */
    private takeUneven(x: number, y: number, z: number): boolean {
        this.isUneven = true;
        return Math.min(x, y, z) > 0 && Math.max(x, y, z) - Math.min(x, y, z) <= UNEVEN * (x + y + z) / 3;
    }

    /** Places bones below uneven scales where they are shown. */
    private placeUneven() {
        const { bones, base, limbs, pose: { parents, localPositions, rotations, positions, scales } } = this;
        const shifts = this.shifts ??= new Float64Array(3 * bones.length);
        for (let i = 0; i < bones.length; i++) {
            const p = 3 * i, parent = parents[i], above = parent < bones.length ? bones[parent] : base;
            copyVec(shifts, p, localPositions, p);
            if (above && !limbs[i]) {
                if (above === base) {
                    const m = above.getWorldTransform().data;
                    for (let k = 0; k < 3; k++) place[k] = m[k] * shifts[p] + m[4 + k] * shifts[p + 1] + m[8 + k] * shifts[p + 2] + m[12 + k];
                    subtractVec(place, 0, place, 0, positions, 3 * parent);
                    rotateVecInverse(localPositions, p, rotations, 4 * parent, place, 0);
                    for (let k = 0; k < 3; k++) localPositions[p + k] /= scales[parent];
                } else {
                    const { x, y, z } = above.getLocalScale();
                    const mean = (x + y + z) / 3;
                    localPositions[p] *= x / mean;
                    localPositions[p + 1] *= y / mean;
                    localPositions[p + 2] *= z / mean;
                }
            }
            subtractVec(shifts, p, shifts, p, localPositions, p);
        }
    }

    private stumble(bone: GraphNode, status: ReadStatus): ReadStatus {
        this.stumbled = bone;
        return status;
    }

    /** Reads a bone that counts as a child of another than its parent; answers whether its transform is made of numbers. */
    private readLimb(limb: DetachedLimb, index: number): boolean {
        const { pose, animated } = this;
        if (!limb.isFresh) limb.read();
        if (!areFinite(limb.local, 0, TRANSFORM)) return false;
        copyVec(pose.localPositions, 3 * index, limb.local, 0);
        copyQuat(pose.localRotations, 4 * index, limb.local, ROTATION);
        copyQuat(animated, 4 * index, limb.local, ROTATION);
        pose.localScales[index] = limb.local[SCALE];
        return true;
    }

    /** Whether the bones still hang where they were read last, all enabled, on a base that has not been seen to move since. */
    get isWhereItWas(): boolean {
        const { bones, parents, base: node, pose } = this;
        for (let i = 0; i < bones.length; i++) if (bones[i].parent !== parents[i] || !bones[i].enabled) return false;
        if (!node) return true;
        const { base, rotations, positions, scales } = pose;
        const scale = readWorldTransform(baseRotation, 0, basePosition, 0, node);
        for (let i = 0; i < 3; i++) if (!(Math.abs(basePosition[i] - positions[3 * base + i]) < UNSEEN)) return false;
        for (let i = 0; i < 4; i++) if (!(Math.abs(baseRotation[i] - rotations[4 * base + i]) < UNSEEN)) return false;
        return Math.abs(scale - scales[base]) < UNSEEN * scale;
    }

    /** Writes the local rotations of the given bones. */
    write(indices: Int32Array) {
        this.record.writeMany(this.recorded, indices, this.pose.localRotations);
    }

    /** Writes the local rotation of one bone. */
    writeRotation(index: number) {
        this.record.write(this.recorded[index], this.pose.localRotations, 4 * index);
    }

    /** Writes the local position of one bone. */
    writePosition(index: number) {
        const { recorded, pose: { localPositions }, shifts } = this;
        if (!this.isUneven || !shifts) return this.record.writePosition(recorded[index], localPositions, 3 * index);
        addVec(place, 0, localPositions, 3 * index, shifts, 3 * index);
        this.record.writePosition(recorded[index], place, 0);
    }

    /** Reads the world transform of the topmost bone's parent: a positive scale, a turn and a place. */
    private readBase(): ReadStatus {
        const { base, rotations, positions, scales } = this.pose;
        if (!this.base) return ReadStatus.ok;
        scales[base] = readWorldTransform(rotations, 4 * base, positions, 3 * base, this.base);
        if (!(scales[base] > 0)) return areNumbers(this.base.getWorldTransform().data) ? ReadStatus.scaled : ReadStatus.broken;
        const sum = positions[3 * base] + positions[3 * base + 1] + positions[3 * base + 2];
        this.isUneven ||= isUneven(this.base.getWorldTransform().data);
        return Math.abs(sum) < Infinity ? ReadStatus.ok : ReadStatus.broken;
    }
}
