import { Hanging } from './hanging';
import { LineTransfer } from './line-transfer';
import { editedRotations, type BoneEdit } from './reference-edits';
import { planRetarget, spineOf, type RetargetPlan } from './retarget-plan';
import { FOUR_LEGS } from './template';
import { enterBody, type TemplateBody } from './template-body';
import {
    addVec, copyQuat, copyVec, multiplyInverseQuat, multiplyQuat, multiplyQuatInverse, normalizeQuat, rotateVec, rotateVecInverse, subtractVec, type Flat
} from '../../core/math/flat-math';
import { createFlatPose, updateWorld, type FlatPose } from '../../core/pose/flat-pose';
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

export class Transfer {
    readonly plan: RetargetPlan;

    /** Length on the target for a length on the source. */
    ratio = 1;

    /** Share of it along the ground: less than 1 where the legs do not reach the source's stride. */
    stride = 1;

    /** Height of the floor on which the source is. */
    sourceFloor = -Infinity;

    /** The target in body space, as it was posed last. */
    readonly pose: FlatPose;

    /** The bone that carries the whole body: pelvis and legs. */
    readonly carrier: number;

    /** It, and all that hangs on it. */
    private readonly carried: Int32Array;

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

    /**
     * @param edits - Changes of the target's reference pose.
     */
    constructor(readonly source: TemplateBody, readonly target: TemplateBody, edits: readonly BoneEdit[]) {
        this.common = editedRotations(target, target.common, edits);
        this.plan = planRetarget(source, target);
        this.hanging = new Hanging(this.plan, source, target);
        const { count } = target;
        this.pose = createFlatPose(target.space.parents);
        enterBody(this.pose, target.frame);
        this.turnOf = new Int32Array(count).fill(-1);
        this.plan.turns.forEach(({ bone }, i) => { this.turnOf[bone] = i; });
        this.lines = this.plan.lines.map(limb => new LineTransfer(limb, source, target));
        this.hips = hipsOf(target);
        this.sourceHips = hipsOf(source);
        const trunk = target.template === FOUR_LEGS ? spineOf(target) : [];
        this.pitches = Float64Array.from(this.plan.turns, ({ bone }) => (trunk.includes(bone) ? Math.min(1, legsOverTrunk(target) / legsOverTrunk(source)) : 1));
        this.carrier = this.hips.reduce((a, b) => target.meeting(a, b), target.bones.get('hips') ?? this.hips[0]);
        this.carried = Int32Array.from([...this.turnOf.keys()].filter(bone => target.meeting(bone, this.carrier) === this.carrier));
        this.isPosed = this.findPosed();
        this.fill();
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

    /** Gives the bones that the clip poses the lengths of the reference pose, all others the transforms that they have. */
    private fill() {
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
    }

    /** Poses the target as a pose of the source, its hip joints where they are in the reference pose. */
    apply(from: FlatPose): FlatPose {
        const { pose, target, turnOf, carrier } = this;
        const { parents, rotations, localRotations } = pose;
        for (const line of this.lines) line.aim(from, this.ratio, this.stride);
        for (let bone = 0; bone < pose.base; bone++) {
            const parent = parents[bone];
            if (bone === carrier && turnOf[bone] < 0) {
                const hips = target.bones.get('hips');
                if (hips !== undefined && turnOf[hips] >= 0) this.turnBone(from, turnOf[hips], bone);
            } else if (turnOf[bone] >= 0) {
                this.turnBone(from, turnOf[bone], bone);
            } else {
                copyQuat(localRotations, 4 * bone, this.still, 4 * bone);
                multiplyQuat(rotations, 4 * bone, rotations, 4 * parent, localRotations, 4 * bone);
                continue;
            }
            multiplyInverseQuat(localRotations, 4 * bone, rotations, 4 * parent, rotations, 4 * bone);
        }
        updateWorld(pose);
        middleOf(line, from, this.sourceHips);
        const height = this.ratio * (line[1] - this.sourceFloor);
        middleOf(line, pose, this.hips);
        for (const limb of this.lines) limb.stretch(pose, line[1] - height);
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
        const { pose, carrier } = this;
        const parent = pose.parents[carrier];
        middleOf(line, pose, this.hips);
        subtractVec(way, 0, at, o, line, 0);
        rotateVecInverse(line, 0, pose.rotations, 4 * parent, way, 0);
        for (let axis = 0; axis < 3; axis++) pose.localPositions[3 * carrier + axis] += line[axis] / pose.scales[parent];
        for (let i = 0; i < this.carried.length; i++) addVec(pose.positions, 3 * this.carried[i], pose.positions, 3 * this.carried[i], way, 0);
    }

    /** Looks at a pose of the source for the mean of what hangs on it. */
    lookAtHanging(from: FlatPose): void {
        this.plan.turns.forEach((_, index) => {
            if (!this.hanging.has(index)) return;
            this.readTurn(from, index);
            this.hanging.look(turn, from, index);
        });
    }

    private turnBone(from: FlatPose, index: number, bone: number) {
        this.readTurn(from, index);
        if (this.pitches[index] < 1) scalePitch(turn, this.pitches[index]);
        if (this.hanging.has(index)) this.hanging.carry(turn, from, this.pose, this.common, index);
        multiplyQuat(this.pose.rotations, 4 * bone, turn, 0, this.common, 4 * bone);
    }

    /** Reads how the source has turned where a bone takes its turn from. */
    private readTurn(from: FlatPose, index: number) {
        const { source, plan } = this;
        turn.fill(0);
        for (const [bone, share] of plan.turns[index].from) {
            multiplyQuatInverse(second, 0, from.rotations, 4 * bone, source.common, 4 * bone);
            const sign = turn[0] * second[0] + turn[1] * second[1] + turn[2] * second[2] + turn[3] * second[3] < 0 ? -1 : 1;
            for (let k = 0; k < 4; k++) turn[k] += sign * share * second[k];
        }
        normalizeQuat(turn, 0);
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
    out.fill(0, 0, 3);
    for (const bone of bones) for (let axis = 0; axis < 3; axis++) out[axis] += positions[3 * bone + axis] / bones.length;
}
