import { planRetarget, type LineLimb, type RetargetPlan } from './retarget-plan';
import type { TemplateBody } from './template-body';
import {
    arcQuat, copyVec, identityQuat, multiplyInverseQuat, multiplyQuat, multiplyQuatInverse, normalizeVec, rotateVec, rotateVecInverse,
    slerpQuat, subtractVec, type Flat
} from '../../core/math/flat-math';
import { createFlatPose, updateWorld, type FlatPose } from '../../core/pose/flat-pose';

// A pose of the source on the target, without contacts: turns against the template's pose go over, so each part of a limb has the direction that it has
// on the source, and the body is placed by its hip joints.
//
// W' = T C' with T = W inverse(C): W and W' are the rotations of a bone in body space, C and C' those in the template's pose.

const turn = new Float64Array(4);
const second = new Float64Array(4);
const share = new Float64Array(1);
const line = new Float64Array(3);
const wanted = new Float64Array(3);

/** Direction of a leg in the template's pose. */
const DOWN = Float64Array.of(0, -1, 0);
const AHEAD = Float64Array.of(0, 0, 1);

export class Transfer {
    readonly plan: RetargetPlan;

    /** The target in body space, as it was posed last. */
    readonly pose: FlatPose;

    /** The bone that carries the whole body: pelvis and legs. */
    readonly carrier: number;

    /** Hip joints of both. */
    readonly sourceHips: readonly number[];

    readonly hips: readonly number[];

    /** Rotations of the limbs that go by their lines when these point as the template's do, four numbers for each bone of the target. */
    private readonly lineCommon: Flat;

    /** Index of the turn that a bone takes; -1: it keeps its local transform. */
    private readonly turnOf: Int32Array;

    private readonly lineOf: Int32Array;

    constructor(readonly source: TemplateBody, readonly target: TemplateBody) {
        this.plan = planRetarget(source, target);
        const { pose, parents } = target.space;
        this.pose = createFlatPose(parents);
        this.pose.localPositions.set(pose.localPositions);
        this.pose.localRotations.set(pose.localRotations);
        this.pose.localScales.set(pose.localScales);
        identityQuat(turn, 0);
        multiplyInverseQuat(this.pose.rotations, 4 * pose.base, target.frame, 0, turn, 0);
        this.turnOf = new Int32Array(pose.base).fill(-1);
        this.plan.turns.forEach(({ bone }, i) => { this.turnOf[bone] = i; });
        this.lineOf = new Int32Array(pose.base).fill(-1);
        this.lineCommon = new Float64Array(4 * pose.base);
        this.plan.lines.forEach((limb, i) => this.alignLine(limb, i));
        this.hips = hipsOf(target);
        this.sourceHips = hipsOf(source);
        this.carrier = this.hips.reduce((a, b) => meeting(target, a, b), target.bones.get('hips') ?? this.hips[0]);
    }

    /** Poses the target as a pose of the source, its hip joints where they are in the reference pose. */
    apply(from: FlatPose): FlatPose {
        const { pose, plan, target, turnOf, lineOf, carrier } = this;
        const { parents, rotations, localRotations } = pose;
        for (let i = 0; i < plan.lines.length; i++) this.readLine(from, plan.lines[i], i);
        for (let bone = 0; bone < pose.base; bone++) {
            const parent = parents[bone];
            if (bone === carrier && turnOf[bone] < 0) {
                const hips = target.bones.get('hips');
                if (hips !== undefined && turnOf[hips] >= 0) this.turnBone(from, turnOf[hips], bone);
            } else if (lineOf[bone] >= 0) {
                multiplyQuat(rotations, 4 * bone, this.lineTurns, 4 * lineOf[bone], this.lineCommon, 4 * bone);
            } else if (turnOf[bone] >= 0) {
                this.turnBone(from, turnOf[bone], bone);
            } else {
                multiplyQuat(rotations, 4 * bone, rotations, 4 * parent, localRotations, 4 * bone);
                continue;
            }
            multiplyInverseQuat(localRotations, 4 * bone, rotations, 4 * parent, rotations, 4 * bone);
        }
        updateWorld(pose);
        return pose;
    }

    /** Moves the body so that the middle of its hip joints is at a place. */
    place(at: Flat, o: number): void {
        const { pose, carrier } = this;
        const parent = pose.parents[carrier];
        middleOf(line, pose, this.hips);
        subtractVec(line, 0, at, o, line, 0);
        rotateVecInverse(line, 0, pose.rotations, 4 * parent, line, 0);
        for (let axis = 0; axis < 3; axis++) pose.localPositions[3 * carrier + axis] += line[axis] / pose.scales[parent];
        updateWorld(pose);
    }

    private turnBone(from: FlatPose, index: number, bone: number) {
        const { source, target, pose, plan } = this;
        const { from: a, to: b, share: part } = plan.turns[index];
        multiplyQuatInverse(turn, 0, from.rotations, 4 * a, source.common, 4 * a);
        if (part > 0) {
            multiplyQuatInverse(second, 0, from.rotations, 4 * b, source.common, 4 * b);
            share[0] = part;
            slerpQuat(turn, 0, turn, 0, second, 0, share, 0);
        }
        multiplyQuat(pose.rotations, 4 * bone, turn, 0, target.common, 4 * bone);
    }

    private readonly lineTurns = new Float64Array(4 * 8);

    /** Works out how a limb that goes by its line is turned. */
    private readLine(from: FlatPose, { source: [first, end] }: LineLimb, i: number) {
        multiplyQuatInverse(turn, 0, from.rotations, 4 * first, this.source.common, 4 * first);
        rotateVec(wanted, 0, turn, 0, DOWN, 0);
        subtractVec(line, 0, from.positions, 3 * end, from.positions, 3 * first);
        if (!normalizeVec(line, 0)) copyVec(line, 0, wanted, 0);
        arcQuat(second, 0, wanted, 0, line, 0, AHEAD, 0);
        multiplyQuat(this.lineTurns, 4 * i, second, 0, turn, 0);
    }

    private alignLine({ bones, end }: LineLimb, i: number) {
        const { places, rotations } = this.target;
        subtractVec(line, 0, places, 3 * end, places, 3 * bones[0]);
        normalizeVec(line, 0);
        arcQuat(turn, 0, line, 0, DOWN, 0, AHEAD, 0);
        for (const bone of bones) {
            this.lineOf[bone] = i;
            multiplyQuat(this.lineCommon, 4 * bone, turn, 0, rotations, 4 * bone);
        }
    }
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

/** The lowest bone that is, or is above, two others. */
function meeting({ space: { pose: { parents, base } } }: TemplateBody, a: number, b: number): number {
    const above = new Set<number>();
    for (let bone = a; bone !== base; bone = parents[bone]) above.add(bone);
    for (let bone = b; bone !== base; bone = parents[bone]) if (above.has(bone)) return bone;
    return a;
}
