import type { GraphNode, Vec3 } from 'playcanvas';

import { gazeResidual, solveLookAt, updateGaze, type LookAtChain } from '../core/gaze/look-at';
import { isClosed, LIMIT_SIZE, SIDE, WIDENING } from '../core/gaze/swing-limit';
import { levelFrame, type GazeFrame } from '../core/gaze/swing-map';
import { limbShift, captureLimb, stabilizeLimb, type Limb } from '../core/limb/limb';
import {
    copyQuat, copyVec, multiplyInverseQuat, multiplyQuat, multiplyQuatInverse, normalizeQuat, rotateVec, slerpQuat, type Flat
} from '../core/math/flat-math';
import { clamp, DEGREES, smoothstep } from '../core/math/scalars';
import { updateWorld, type FlatPose } from '../core/pose/flat-pose';
import { ReadStatus, type BoneSet } from '../pose/bone-set';

// One look: the bones of one character that take part, and what happens to them in a frame.

/** A bone that takes the turn of a bone of the chain. Both are indices of the pose. */
export interface Link {
    readonly from: number;
    readonly to: number;
    /** For the other eye: its own chain, of it alone; else null. */
    readonly eye: LookAtChain | null;
}

/** The bone that carries the body's forward and up, as index of the pose, and both in its frame. */
export interface BodyAxes {
    readonly bone: number;
    readonly forward: Flat;
    readonly up: Flat;
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

/** How the bones turn in a frame: attributes of the script. */
export interface LookSettings {
    readonly softLimit: number;
    readonly convergeEyes: boolean;
    readonly legStabilizerMinDistanceToStartSolving: number;
    readonly legStabilizerMaxIterations: number;
}

/** What a look is made of: the same for all instances of a model with the same rows, so that it is at hand in a crowd. */
export interface LookModel {
    readonly chain: LookAtChain;
    readonly body: BodyAxes;
    readonly links: readonly Link[];
    readonly resets: readonly Reset[];
    readonly stabilizers: readonly Stabilizer[];
    /** Limit of the first bone as its row says: to the side, up and down. */
    readonly firstLimit: Flat;
    /** Eye point of the first bone as the character has it, see {@link Look.setEye}. */
    readonly measuredEye: Flat;
    /** Bones that are written. */
    readonly written: Int32Array;
    /** Local rotations from which the turns start, per bone of the pose: animated or reset. */
    readonly starts: Flat;
}

/** Completes a model from its parts. */
export function completeModel(
    parts: Pick<LookModel, 'chain' | 'body' | 'links' | 'resets' | 'stabilizers'>, bones: number
): LookModel {
    const { chain, links, resets, stabilizers } = parts;
    // a bone that may not turn keeps what its clip has, to the last digit
    const written = new Set<number>(chain.bones.filter((_, i) => !isClosed(chain.limits, LIMIT_SIZE * i)));
    for (const { bone } of resets) written.add(bone);
    for (const link of links) written.add(link.to);
    for (const { limb } of stabilizers) for (const bone of limb.bones) written.add(bone);
    return {
        ...parts, firstLimit: chain.limits.slice(0, 3), measuredEye: chain.eye.slice(), written: Int32Array.from(written),
        starts: new Float64Array(4 * bones)
    };
}

const carried = new Float64Array(4);
const turn = new Float64Array(4);
const share = new Float64Array(1);
/** Cosine of half the largest turn of a chain's bone. */
const turned = new Float64Array(1);
/** Rotations of a chain: in the world as the last frame had it, and local as it was solved. */
let recalled: Flat = new Float64Array(32);
let solved: Flat = new Float64Array(32);

/** Times that a turn that is too large is made smaller: what is left over is a thousandth. */
const SLOW_STEPS = 4;

/** The bones of one character that look, turn along and keep their feet. */
export class Look {
    /** The chain; from reading to writing it holds what is this character's. */
    readonly chain: LookAtChain;

    /** Share of the look in the shown pose, 0..1, in its only element. */
    readonly weight: Flat = Float64Array.of(1);

    /** Eye point and gaze in world space, as read or as applied. */
    readonly eyeWorld: Flat = new Float64Array(3);

    readonly gazeWorld: Flat = new Float64Array(3);

    /** World scale of what the character stands on, as read. */
    scale = -0;

    /** Local rotations to which the chain was turned in the last frame, without weight; and whether there are any. */
    private readonly last: Flat;

    private hasLast = false;

    constructor(private readonly set: BoneSet, private readonly model: LookModel) {
        this.chain = model.chain;
        this.last = new Float64Array(4 * model.chain.bones.length);
    }

    /** The pose of the bones that take part, and of those between them. */
    get pose(): FlatPose {
        return this.set.pose;
    }

    /** The bone that the last read stumbled over. */
    get stumbled(): GraphNode | null {
        return this.set.stumbled;
    }

    /** The bones that the look writes. */
    get writtenBones(): GraphNode[] {
        return Array.from(this.model.written, bone => this.set.bones[bone]);
    }

    /** Sets the start of the gaze in the first bone's frame; zero: as the character has it. */
    setEye({ x, y, z }: Readonly<Vec3>) {
        const { eye } = this.chain;
        if (x === 0 && y === 0 && z === 0) {
            copyVec(eye, 0, this.model.measuredEye, 0);
            return;
        }
        eye[0] = x;
        eye[1] = y;
        eye[2] = z;
    }

    /** Writes the body's forward, up and side, world space; level while it stands. */
    readBody(frame: GazeFrame) {
        const { bone, forward, up } = this.model.body;
        rotateVec(frame.forward, 0, this.pose.rotations, 4 * bone, forward, 0);
        rotateVec(frame.up, 0, this.pose.rotations, 4 * bone, up, 0);
        levelFrame(frame, this.chain.up);
    }

    /** Writes the world rotation of what the character stands on. */
    readBase(out: Flat) {
        copyQuat(out, 0, this.pose.rotations, 4 * this.pose.base);
    }

    /** Reads the animated pose, with the eye point and the gaze that it has. */
    read(): ReadStatus {
        const { set: { pose }, chain } = this;
        const status = this.set.read();
        if (status !== ReadStatus.ok) return status;
        this.scale = pose.scales[pose.base];
        updateGaze(chain, pose);
        this.rememberGaze();
        return status;
    }

    /** Goes on from where another look of the same bones has turned to. */
    goOnFrom({ last, hasLast, weight }: Look) {
        this.weight[0] = weight[0];
        if (last.length !== this.last.length) return;
        this.last.set(last);
        this.hasLast = hasLast;
    }

    /** Forgets where the chain had turned to: the next frame has nothing to be compared with. */
    forget() {
        this.hasLast = false;
    }

    /**
     * Turns the pose towards a point and writes it to the bones.
     *
     * @param point - Point to look at, world space.
     * @param via - Point to turn to before, or null.
     * @param longest - Largest turn of a bone against the body since the last frame, radians; 0: any.
     * @param settings - How to turn.
     */
    apply(point: Flat, via: Flat | null, longest: number, settings: LookSettings) {
        const { softLimit, convergeEyes, legStabilizerMinDistanceToStartSolving, legStabilizerMaxIterations } = settings;
        const { set, model } = this;
        const { chain, stabilizers } = model;
        const { pose } = set;
        const isPartial = this.weight[0] < 1;
        for (let i = 0; i < stabilizers.length; i++) captureLimb(stabilizers[i].limb, pose);
        this.start();
        chain.softLimit[0] = softLimit;
        this.limitConvergingEye(convergeEyes, point);
        solveLookAt(chain, pose, point, via);
        if (longest > 0 && this.mayHaveTurned(longest)) this.slowDown(longest);
        this.rememberChain();
        if (convergeEyes) this.aimOtherEyes(point, via);
        if (isPartial) this.blend();
        if (isPartial || this.hasFollowers) updateWorld(pose);
        this.turnLinkedBones(convergeEyes);
        for (let i = 0; i < stabilizers.length; i++) {
            const { limb, ikWeight } = stabilizers[i];
            limb.weight[0] = ikWeight;
            if (legStabilizerMinDistanceToStartSolving > 0) {
                limb.weight[0] *= rampedShare(limbShift(limb, pose) / legStabilizerMinDistanceToStartSolving);
            }
            stabilizeLimb(limb, pose, legStabilizerMaxIterations);
        }
        set.write(model.written);
        if (isPartial) updateGaze(chain, pose);
        this.rememberGaze();
    }

    /** Angle in degrees between the gaze as it is and the line to a point; 0 for a point in the eye. */
    residualTo(point: Flat): number {
        const residual = gazeResidual(this, point);
        return residual >= 0 ? residual * DEGREES : 0;
    }

    /** Whether the angle between the gaze and the line to a point is at most 90 degrees and has at least the given cosine. */
    isWithin(point: Flat, cosine: number): boolean {
        const { eyeWorld, gazeWorld } = this;
        const x = point[0] - eyeWorld[0], y = point[1] - eyeWorld[1], z = point[2] - eyeWorld[2];
        const along = x * gazeWorld[0] + y * gazeWorld[1] + z * gazeWorld[2];
        return along >= 0 && along * along >= cosine * cosine * (x * x + y * y + z * z);
    }

    /** Whether anything depends on where the chain has turned. */
    private get hasFollowers(): boolean {
        return this.model.links.length > 0 || this.model.stabilizers.length > 0;
    }

    private rememberGaze() {
        copyVec(this.eyeWorld, 0, this.chain.eyeWorld, 0);
        copyVec(this.gazeWorld, 0, this.chain.gazeWorld, 0);
    }

    /** Puts the bones that do so at their reference rotation, and keeps where the turns start. */
    private start() {
        const { set: { pose }, model: { resets, starts } } = this;
        for (let i = 0; i < resets.length; i++) copyQuat(pose.localRotations, 4 * resets[i].bone, resets[i].rotation, 0);
        if (resets.length > 0) updateWorld(pose);
        if (this.hasFollowers) starts.set(pose.localRotations);
    }

    /** Goes back from the solved pose towards the animation. */
    private blend() {
        const { set, model: { resets, starts, written } } = this;
        const { localRotations } = set.pose;
        for (let i = 0; i < written.length; i++) {
            const o = 4 * written[i];
            slerpQuat(localRotations, o, set.animated, o, localRotations, o, this.weight, 0);
        }
        // where linked bones start from goes back too
        for (let i = 0; i < resets.length; i++) {
            const o = 4 * resets[i].bone;
            slerpQuat(starts, o, set.animated, o, starts, o, this.weight, 0);
        }
    }

    /** Keeps where the chain has turned to. */
    private rememberChain() {
        const { last, pose: { localRotations }, model: { chain: { bones } } } = this;
        for (let i = 0; i < bones.length; i++) copyQuat(last, 4 * i, localRotations, 4 * bones[i]);
        this.hasLast = true;
    }

    /** Whether the bones of the chain may have turned by more than an angle in radians since the last frame, whatever has turned them. */
    private mayHaveTurned(angle: number): boolean {
        const { last, pose: { localRotations: q }, model: { chain: { bones } } } = this;
        if (!this.hasLast) return false;
        let sum = 0;
        for (let i = 0; i < bones.length; i++) {
            const o = 4 * bones[i], l = 4 * i;
            const cosine = q[o] * last[l] + q[o + 1] * last[l + 1] + q[o + 2] * last[l + 2] + q[o + 3] * last[l + 3];
            sum += 2 * Math.sqrt(Math.max(0, 1 - cosine * cosine));
        }
        return sum > angle;
    }

    /**
     * Goes from where the chain was towards where it was turned, so far that no bone turns by more than an angle. Bones at their limits may turn
     * by more than the gaze does: about its own direction, or all at once from one side to the other.
     */
    private slowDown(longest: number) {
        const { pose, last, model: { chain } } = this;
        const { bones } = chain;
        const { localRotations, rotations } = pose;
        if (solved.length < 4 * bones.length) {
            solved = new Float64Array(4 * bones.length);
            recalled = new Float64Array(4 * bones.length);
        }
        for (let i = 0; i < bones.length; i++) {
            copyQuat(solved, 4 * i, localRotations, 4 * bones[i]);
            copyQuat(localRotations, 4 * bones[i], last, 4 * i);
        }
        updateWorld(pose);
        for (let i = 0; i < bones.length; i++) copyQuat(recalled, 4 * i, rotations, 4 * bones[i]);
        share[0] = 1;
        for (let step = 0; step < SLOW_STEPS; step++) {
            for (let i = 0; i < bones.length; i++) slerpQuat(localRotations, 4 * bones[i], last, 4 * i, solved, 4 * i, share, 0);
            updateWorld(pose);
            this.measureTurn();
            const angle = 2 * Math.acos(turned[0]);
            if (angle <= longest) break;
            share[0] *= longest / angle;
        }
        updateGaze(chain, pose);
    }

    /** Measures the largest turn of a bone of the chain in the world from where it was recalled. */
    private measureTurn() {
        const { pose, model: { chain: { bones } } } = this;
        turned[0] = 1;
        for (let i = 0; i < bones.length; i++) {
            multiplyInverseQuat(turn, 0, recalled, 4 * i, pose.rotations, 4 * bones[i]);
            turned[0] = Math.min(turned[0], Math.abs(turn[3]));
        }
    }

    /** Narrows the limit of the first eye by the angle in which the eyes meet, so that the other one can turn by that much more. */
    private limitConvergingEye(convergeEyes: boolean, point: Flat) {
        const { chain, links, firstLimit } = this.model;
        const { limits } = chain;
        const { positions } = this.pose;
        for (let i = 0; i < links.length; i++) {
            if (!links[i].eye) continue;
            const from = 3 * links[i].from, to = 3 * links[i].to;
            let apart = 0, away = 0;
            for (let k = 0; k < 3; k++) {
                apart += (positions[to + k] - positions[from + k]) ** 2;
                away += (point[k] - positions[from + k]) ** 2;
            }
            const meeting = convergeEyes ? Math.asin(Math.min(1, Math.sqrt(apart / away))) : 0;
            const share = Math.max(0, 1 - meeting / firstLimit[SIDE]);
            for (let k = 0; k < 3; k++) limits[k] = firstLimit[k] * (share >= 0 ? share : 1);
            // what follows from these numbers is computed anew
            limits[WIDENING] = 0;
        }
    }

    /** Turns each eye that is linked to the first bone on its own. */
    private aimOtherEyes(point: Flat, via: Flat | null) {
        const { model: { links, chain }, set } = this;
        for (let i = 0; i < links.length; i++) {
            const { eye } = links[i];
            if (!eye) continue;
            updateWorld(set.pose);
            copyVec(eye.up, 0, chain.up, 0);
            solveLookAt(eye, set.pose, point, via);
        }
    }

    /** Gives each linked bone the turn of its bone in model space, on top of what their ancestors have carried. */
    private turnLinkedBones(convergeEyes: boolean) {
        const { pose, model: { links, starts } } = this;
        for (let i = 0; i < links.length; i++) {
            const { from, to, eye } = links[i];
            if (eye && convergeEyes) continue;
            const parent = 4 * pose.parents[to];
            multiplyQuat(carried, 0, pose.rotations, 4 * pose.parents[from], starts, 4 * from);
            multiplyQuatInverse(turn, 0, pose.rotations, 4 * from, carried, 0);
            multiplyQuat(carried, 0, pose.rotations, parent, starts, 4 * to);
            multiplyQuat(turn, 0, turn, 0, carried, 0);
            multiplyInverseQuat(pose.localRotations, 4 * to, pose.rotations, parent, turn, 0);
            normalizeQuat(pose.localRotations, 4 * to);
        }
    }
}

/** Share of a correction that grows from 0 at a ratio of 1 to 1 at a ratio of 2. */
function rampedShare(ratio: number): number {
    return smoothstep(clamp(ratio - 1, 0, 1));
}
