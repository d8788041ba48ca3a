import type { GraphNode } from 'playcanvas';

import {
    copyQuat, multiplyInverseQuat, multiplyQuat, multiplyQuatInverse, normalizeQuat, slerpQuat, type Flat
} from '../core/flat-math';
import { updateWorld, type FlatPose } from '../core/flat-pose';
import { limbShift, rememberLimb, stabilizeLimb, type Limb } from '../core/limb';
import { gazeResidual, solveLookAt, updateGaze, type LookAtChain } from '../core/look-at';
import { ReadStatus, type BoneSet } from '../rig/bone-set';

// One look: the bones of one character that take part, and what happens to them in a frame.

/** A bone that takes the turn of a bone of the chain. Both are indices of the pose. */
export interface Link {
    readonly from: number;
    readonly to: number;
}

/** A bone that starts from a fixed local rotation in place of the animated one. */
export interface Reset {
    readonly bone: number;
    readonly rotation: Flat;
}

/** A leg that keeps its foot, and the share that its row asks for. */
export interface Stabilizer {
    readonly limb: Limb;
    readonly ikWeight: number;
}

/** What a look is made of. */
export interface LookParts {
    readonly set: BoneSet;
    readonly chain: LookAtChain;
    readonly links: readonly Link[];
    readonly resets: readonly Reset[];
    readonly stabilizers: readonly Stabilizer[];
}

const share = new Float64Array(1);
const carried = new Float64Array(4);
const turn = new Float64Array(4);
const parentRotation = new Float64Array(4);

/** Writes the world rotation of a bone's parent. */
function readParent(pose: FlatPose, bone: number): void {
    const parent = pose.parents[bone];
    if (parent < 0) copyQuat(parentRotation, 0, pose.base, 0);
    else copyQuat(parentRotation, 0, pose.rotations, 4 * parent);
}

/** The bones of one character that look, turn along and keep their feet. */
export class Look {
    readonly chain: LookAtChain;

    private readonly parts: LookParts;

    /** Local rotations from which the turns start, per bone of the pose: animated or reset. */
    private readonly starts: Flat;

    /** Bones that are written. */
    private readonly written: Int32Array;

    constructor(parts: LookParts) {
        this.parts = parts;
        this.chain = parts.chain;
        this.starts = new Float64Array(4 * parts.set.bones.length);
        const written = new Set<number>(parts.chain.bones);
        for (const link of parts.links) written.add(link.to);
        for (const { limb } of parts.stabilizers) for (const bone of limb.bones) written.add(bone);
        this.written = Int32Array.from(written);
    }

    /** The pose of the bones that take part, and of those between them. */
    get pose(): FlatPose {
        return this.parts.set.pose;
    }

    /** The bone that the last read stumbled over. */
    get stumbled(): GraphNode | null {
        return this.parts.set.stumbled;
    }

    /** Reads the animated pose, with the eye point and the gaze that it has. */
    read(): ReadStatus {
        const status = this.parts.set.read();
        if (status === ReadStatus.ok) updateGaze(this.chain, this.parts.set.pose);
        return status;
    }

    /**
     * Turns the pose towards a point and writes it to the bones.
     *
     * @param point - Point to look at, world space.
     * @param weight - Share of the look, above 0 up to 1.
     * @param rampStart - Shift of a foot below which its leg is left alone, in world units; 0: always stabilized.
     * @param maxIterations - For legs of more than three bones.
     */
    apply(point: Flat, weight: number, rampStart: number, maxIterations: number) {
        const { set, chain, stabilizers } = this.parts;
        const { pose } = set;
        for (let i = 0; i < stabilizers.length; i++) rememberLimb(stabilizers[i].limb, pose);
        this.start();
        solveLookAt(chain, pose, point);
        this.blend(weight);
        updateWorld(pose);
        this.turnLinkedBones();
        for (let i = 0; i < stabilizers.length; i++) {
            const { limb, ikWeight } = stabilizers[i];
            limb.weight[0] = ikWeight * rampedShare(limbShift(limb, pose), rampStart);
            stabilizeLimb(limb, pose, maxIterations);
        }
        set.write(this.written);
        updateGaze(chain, pose);
    }

    /** Angle in degrees between the gaze as it is and the line to a point. */
    residualTo(point: Flat): number {
        return gazeResidual(this.chain, point);
    }

    /** Puts the bones that do so at their reference rotation, and keeps where the turns start. */
    private start() {
        const { set, resets } = this.parts;
        const { pose } = set;
        for (let i = 0; i < resets.length; i++) copyQuat(pose.localRotations, 4 * resets[i].bone, resets[i].rotation, 0);
        if (resets.length > 0) updateWorld(pose);
        this.starts.set(pose.localRotations);
    }

    /** Goes back from the solved pose towards the animation. */
    private blend(weight: number) {
        if (weight >= 1) return;
        const { set, chain, resets } = this.parts;
        const { localRotations } = set.pose;
        share[0] = weight;
        for (let i = 0; i < chain.bones.length; i++) {
            const o = 4 * chain.bones[i];
            slerpQuat(localRotations, o, set.animated, o, localRotations, o, share, 0);
        }
        for (let i = 0; i < resets.length; i++) {
            const o = 4 * resets[i].bone;
            slerpQuat(this.starts, o, set.animated, o, this.starts, o, share, 0);
        }
    }

    /** Gives each linked bone the turn of its bone in model space, on top of what their ancestors have carried. */
    private turnLinkedBones() {
        const { links, set } = this.parts;
        const { pose } = set;
        for (let i = 0; i < links.length; i++) {
            const { from, to } = links[i];
            readParent(pose, from);
            multiplyQuat(carried, 0, parentRotation, 0, this.starts, 4 * from);
            multiplyQuatInverse(turn, 0, pose.rotations, 4 * from, carried, 0);
            readParent(pose, to);
            multiplyQuat(carried, 0, parentRotation, 0, this.starts, 4 * to);
            multiplyQuat(turn, 0, turn, 0, carried, 0);
            multiplyInverseQuat(pose.localRotations, 4 * to, parentRotation, 0, turn, 0);
            normalizeQuat(pose.localRotations, 4 * to);
        }
    }
}

/** Share of a correction that grows from 0 at `start` to 1 at twice of it; 1 when there is no start. */
function rampedShare(shift: number, start: number): number {
    if (!(start > 0)) return 1;
    const x = Math.min(1, Math.max(0, shift / start - 1));
    return x * x * (3 - 2 * x);
}
