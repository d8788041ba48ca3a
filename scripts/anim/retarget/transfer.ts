import { Hanging } from './hanging';
import { LineTransfer } from './line-transfer';
import { editedRotations, type BoneEdit } from './reference-edits';
import { planRetarget, spineOf } from './retarget-plan';
import { FOUR_LEGS } from './template';
import { enterBody, type TemplateBody } from './template-body';
import {
    addVec, clearVec, copyQuat, copyVec, multiplyInverseQuat, multiplyQuat, multiplyQuatInverse, normalizeQuat, rotateVec, rotateVecInverse, subtractVec, type Flat
} from '../../core/math/flat-math';
import { createFlatPose, placeBone, updateWorld, type FlatPose } from '../../core/pose/flat-pose';
import { LIMB_NAMES } from '../../rig/rig';

// A pose of the source on the target, without contacts: turns against the template's pose go over, so each part of a limb has the direction that it has
// on the source, and the body is placed by its hip joints.
//
// W' = T C' with T = W inverse(C): W and W' are the rotations of a bone in body space, C and C' those in the template's pose.

const turn = new Float64Array(4);
const second = new Float64Array(4);
const line = new Float64Array(3);
const way = new Float64Array(3);

const AHEAD = Float64Array.of(0, 0, 1);

/** Where a bone of the target takes its turn from: bones of the source, their shares, and what leads from the rotation of each to that of the bone. */
interface Turn {
    readonly bone: number;
    readonly from: Int32Array;
    readonly shares: Float64Array;
    readonly steps: Float64Array;
}

export class Transfer {
    /** Length on the target for a length on the source. */
    ratio = 1;

    /** Share of it along the ground: with it legs of the same directions keep pace, as hips are as high as legs and feet together. Less where they do not reach the source's stride. */
    stride = 1;

    /** Height of the floor on which the source is. */
    sourceFloor = -Infinity;

    /** The target in body space, as it was posed last. */
    readonly pose: FlatPose;

    /** The bone that carries the whole body: pelvis and legs. */
    readonly carrier: number;

    /** Index after the last bone that hangs on it. */
    private readonly end: number;

    /** 1: the clip poses the bone. */
    readonly isPosed: Uint8Array;

    /** Hip joints of both. */
    readonly sourceHips: readonly number[];

    readonly hips: readonly number[];

    /** Rotations of the target in the template's pose, as they were edited. */
    private readonly common: Flat;

    private readonly lines: readonly LineTransfer[];

    /** Local rotations of bones without a turn. */
    private readonly still: Flat;

    /** Its tail and ears. */
    readonly hanging: Hanging;

    /** Share of an animal's pitch that each turn takes. */
    private readonly pitches: Float64Array;

    /** Index of the turn that a bone takes; -1: it keeps its local transform. */
    private readonly turnOf: Int32Array;

    private readonly turns: readonly Turn[];

    /**
     * @param edits - Changes of the target's reference pose.
     */
    constructor(readonly source: TemplateBody, readonly target: TemplateBody, edits: readonly BoneEdit[]) {
        this.common = editedRotations(target, target.common, edits);
        this.hips = hipsOf(target);
        this.sourceHips = hipsOf(source);
        this.carrier = this.hips.reduce((a, b) => target.meeting(a, b), target.bones.get('hips') ?? this.hips[0]);
        this.end = target.endBelow(this.carrier);
        const plan = planRetarget(source, target, this.carrier);
        this.hanging = new Hanging(plan, source, target);
        const { count } = target;
        this.pose = createFlatPose(target.space.parents);
        enterBody(this.pose, target.frame);
        this.turnOf = new Int32Array(count).fill(-1);
        plan.turns.forEach(({ bone }, i) => { this.turnOf[bone] = i; });
        this.lines = plan.lines.map(limb => new LineTransfer(limb, source, target));
        const trunk = target.template === FOUR_LEGS ? [this.carrier, ...spineOf(target)] : [];
        this.pitches = Float64Array.from(plan.turns, ({ bone }) => (trunk.includes(bone) ? Math.min(1, legsOverTrunk(target) / legsOverTrunk(source)) : 1));
        this.turns = plan.turns.map(({ bone, from }) => {
            const steps = new Float64Array(4 * from.length);
            from.forEach(([theirs], i) => multiplyInverseQuat(steps, 4 * i, source.common, 4 * theirs, this.common, 4 * bone));
            return { bone, from: Int32Array.from(from, ([theirs]) => theirs), shares: Float64Array.from(from, ([, share]) => share), steps };
        });
        this.isPosed = this.findPosed();
        this.reset();
        this.still = this.pose.localRotations.slice();
    }

    /** The bones that the clip poses: those with a turn, and what stands between them. */
    private findPosed(): Uint8Array {
        const { target: { count, space: { first }, rig: { skeleton } }, pose: { parents }, turnOf, carrier } = this;
        const posed = Uint8Array.from(turnOf, (turn, bone) => (turn >= 0 || bone === carrier ? 1 : 0));
        for (const { node } of skeleton.detached) posed[first + node] = 1;
        for (let bone = count - 1; bone > carrier; bone--) {
            const parent = parents[bone];
            if (posed[bone] === 1 && parent < count && parent > carrier) posed[parent] = 1;
        }
        return posed;
    }

    /** Begins anew, for another clip: bones that it poses have the lengths of the reference pose, all others the transforms that they have. */
    reset() {
        const { pose, carrier, target: { space }, isPosed } = this;
        for (let bone = 0; bone < pose.base; bone++) {
            const from = isPosed[bone] === 1 ? space.pose : space.still;
            copyQuat(pose.localRotations, 4 * bone, from.localRotations, 4 * bone);
            copyVec(pose.localPositions, 3 * bone, from.localPositions, 3 * bone);
            pose.localScales[bone] = from.localScales[bone];
        }
        // what is above the body may be scaled otherwise than when the skin was bound
        updateWorld(pose);
        pose.localScales[carrier] = space.pose.scales[carrier] / pose.scales[pose.parents[carrier]];
        updateWorld(pose);
    }

    /** Poses the target as a pose of the source, its hip joints where they are in the reference pose. */
    apply(from: FlatPose): FlatPose {
        const { pose, turnOf, still } = this;
        const { parents, rotations, localRotations } = pose;
        for (const line of this.lines) line.aim(from, this.ratio, this.stride);
        for (let bone = 0; bone < pose.base; bone++) {
            const parent = parents[bone];
            placeBone(pose, bone);
            if (turnOf[bone] < 0) {
                copyQuat(localRotations, 4 * bone, still, 4 * bone);
                multiplyQuat(rotations, 4 * bone, rotations, 4 * parent, localRotations, 4 * bone);
                continue;
            }
            this.turnBone(from, turnOf[bone]);
            multiplyInverseQuat(localRotations, 4 * bone, rotations, 4 * parent, rotations, 4 * bone);
        }
        middleOf(line, from, this.sourceHips);
        const height = this.ratio * (line[1] - this.sourceFloor);
        middleOf(line, pose, this.hips);
        line[1] -= height;
        for (const limb of this.lines) limb.stretch(pose, line);
        return pose;
    }

    /**
     * Finds the stride that the legs reach.
     *
     * @param poses - Calls back with each pose of the source in which a foot is down, and the foot.
     */
    findStride(poses: (look: (from: FlatPose, foot: number) => void) => void): void {
        for (const line of this.lines) {
            const end = line.sourceEnd;
            this.stride = line.reachableStride(look => poses((from, foot) => { if (foot === end) look(from); }), this.ratio, this.stride);
        }
    }

    /** Moves the body so that the middle of its hip joints is at a place. */
    place(at: Flat, o: number): void {
        const { pose, carrier, end } = this;
        const parent = pose.parents[carrier];
        middleOf(line, pose, this.hips);
        subtractVec(way, 0, at, o, line, 0);
        rotateVecInverse(line, 0, pose.rotations, 4 * parent, way, 0);
        for (let axis = 0; axis < 3; axis++) pose.localPositions[3 * carrier + axis] += line[axis] / pose.scales[parent];
        for (let bone = carrier; bone < end; bone++) addVec(pose.positions, 3 * bone, pose.positions, 3 * bone, way, 0);
    }

    /** Finds the means about which tail and ears move, of some poses of the source. */
    findMeans(poses: Iterable<FlatPose>): void {
        const { hanging, turns } = this;
        const parts = [...turns.keys()].filter(index => hanging.has(index));
        if (parts.length === 0) return;
        hanging.begin();
        for (const from of poses) {
            for (const index of parts) {
                this.readTurn(from, index);
                hanging.look(turn, from, index);
            }
        }
        hanging.settle();
    }

    private turnBone(from: FlatPose, index: number) {
        const { pose, common, pitches, hanging } = this;
        const { bone } = this.turns[index];
        this.mixTurn(pose.rotations, 4 * bone, from, index);
        if (!(pitches[index] < 1) && !hanging.has(index)) return;
        this.readTurn(from, index);
        if (pitches[index] < 1) scalePitch(turn, pitches[index]);
        if (hanging.has(index)) hanging.carry(turn, from, pose, common, index);
        multiplyQuat(pose.rotations, 4 * bone, turn, 0, common, 4 * bone);
    }

    /** Reads how the source has turned where a bone takes its turn from. */
    private readTurn(from: FlatPose, index: number) {
        this.mixTurn(turn, 0, from, index);
        multiplyQuatInverse(turn, 0, turn, 0, this.common, 4 * this.turns[index].bone);
    }

    /** Writes the rotation that a bone has by its turn. */
    private mixTurn(out: Flat, o: number, { rotations }: FlatPose, index: number) {
        const { from, shares, steps } = this.turns[index];
        multiplyQuat(out, o, rotations, 4 * from[0], steps, 0);
        if (from.length === 1) return;
        for (let k = o; k < o + 4; k++) out[k] *= shares[0];
        for (let i = 1; i < from.length; i++) {
            multiplyQuat(second, 0, rotations, 4 * from[i], steps, 4 * i);
            const share = out[o] * second[0] + out[o + 1] * second[1] + out[o + 2] * second[2] + out[o + 3] * second[3] < 0 ? -shares[i] : shares[i];
            for (let k = 0; k < 4; k++) out[o + k] += share * second[k];
        }
        normalizeQuat(out, o);
    }
}

/**
 * Pitches a turn by a share of what it does: an animal of short legs and a long trunk rocks, and sits, less steeply, as its shoulders go up and down by the length of its legs.
 */
function scalePitch(turn: Flat, share: number): void {
    rotateVec(line, 0, turn, 0, AHEAD, 0);
    const level = Math.hypot(line[0], line[2]);
    if (!(level > 0)) return;
    const angle = (1 - share) * Math.atan2(line[1], level) / 2;
    second.set([line[2] / level * Math.sin(angle), 0, -line[0] / level * Math.sin(angle), Math.cos(angle)]);
    multiplyQuat(turn, 0, second, 0, turn, 0);
}

/** Length of an animal's legs in lengths of its trunk. */
function legsOverTrunk({ places, bones, rig: { limbs }, space: { modelScale } }: TemplateBody): number {
    const joints = (['Thigh', 'UpperArm'] as const).map(role => (['left', 'right'] as const).flatMap(side => bones.get(`${side}${role}`) ?? []));
    const middle = joints.map(some => [0, 1, 2].map(axis => some.reduce((sum, joint) => sum + places[3 * joint + axis] / some.length, 0)));
    const legs = LIMB_NAMES.reduce((sum, name) => sum + (limbs[name]?.length ?? 0) * modelScale / LIMB_NAMES.length, 0);
    return legs / Math.hypot(...middle[0].map((value, axis) => value - middle[1][axis]));
}

/** The joints from which the legs hang, on four legs the hind ones; without legs the pelvis. */
function hipsOf({ bones }: TemplateBody): number[] {
    const joints = (['leftThigh', 'rightThigh'] as const).flatMap(role => bones.get(role) ?? []);
    return joints.length > 0 ? joints : [bones.get('hips') ?? 0];
}

/** Writes the middle of some bones. */
export function middleOf(out: Flat, { positions }: FlatPose, bones: readonly number[]): void {
    clearVec(out, 0);
    for (const bone of bones) for (let axis = 0; axis < 3; axis++) out[axis] += positions[3 * bone + axis] / bones.length;
}
