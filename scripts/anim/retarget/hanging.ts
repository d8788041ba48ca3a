import type { MotionFrames } from './motion-frames';
import type { RetargetPlan } from './retarget-plan';
import type { TemplateBody } from './template-body';
import {
    arcQuat, distanceVec, multiplyInverseQuat, multiplyQuat, multiplyQuatInverse, normalizeQuat, normalizeVec, subtractVec, type Flat
} from '../../core/math/flat-math';
import { updateWorld, type FlatPose } from '../../core/pose/flat-pose';
import type { Role } from '../../rig/roles';

// Tails and ears: each body carries them as its species does, so that only the source's motion about its mean goes over, as seen from the bone that they hang on.
//
// W' = B' D C' with D = L inverse(mean of L) and L = inverse(B) T: T and B are the turns of the part and of its base on the source, B' that of the target's base.

const PART = /^tail|Ear/;

/** Least height of a tail's joints over the floor, as a share of the hips' height: about the tail's thickness. */
const CLEAR = 0.03;

const X = Float64Array.of(1, 0, 0);
const base = new Float64Array(4);
const from = new Float64Array(3);
const to = new Float64Array(3);
const arc = new Float64Array(4);
const world = new Float64Array(4);

/** The parts that hang on a body, by the index of their turn in the plan. */
export class Hanging {
    /** Bone of the source and of the target that a part hangs on; -1: the turn is not that of such a part. */
    private readonly sourceBases: Int32Array;

    private readonly bases: Int32Array;

    private readonly means: Float64Array;

    constructor({ turns }: RetargetPlan, private readonly source: TemplateBody, private readonly target: TemplateBody) {
        const [theirs, ours] = [basesOf(source), basesOf(target)];
        const roles = new Map([...target.bones].map(([role, bone]) => [bone, role]));
        const basesIn = (bases: ReadonlyMap<string, number>) => Int32Array.from(turns, ({ bone }) => bases.get(partOf(roles.get(bone))) ?? -1);
        this.sourceBases = basesIn(theirs);
        this.bases = basesIn(ours).map((bone, i) => (this.sourceBases[i] >= 0 ? bone : -1));
        this.means = new Float64Array(4 * turns.length);
    }

    has(index: number): boolean {
        return this.bases[index] >= 0;
    }

    /** Begins a mean. */
    begin(): void {
        this.means.fill(0);
    }

    /** Adds a turn of the source to the mean. */
    look(turn: Flat, pose: FlatPose, index: number): void {
        this.toBase(world, turn, pose, index);
        const { means } = this;
        const o = 4 * index;
        const sign = means[o] * world[0] + means[o + 1] * world[1] + means[o + 2] * world[2] + means[o + 3] * world[3] < 0 ? -1 : 1;
        for (let k = 0; k < 4; k++) means[o + k] += sign * world[k];
    }

    /** Ends the mean. */
    settle(): void {
        for (let index = 0; index < this.bases.length; index++) if (this.has(index)) normalizeQuat(this.means, 4 * index);
    }

    /** Replaces the turn of a part on the source, `turn`, by the target's. */
    carry(turn: Flat, source: FlatPose, pose: FlatPose, common: Flat, index: number): void {
        this.toBase(turn, turn, source, index);
        multiplyQuatInverse(turn, 0, turn, 0, this.means, 4 * index);
        const bone = this.bases[index];
        multiplyQuatInverse(base, 0, pose.rotations, 4 * bone, common, 4 * bone);
        multiplyQuat(turn, 0, base, 0, turn, 0);
    }

    /** Lifts a tail that would go through the floor, from its root outwards. */
    clearFloor(frames: MotionFrames, pose: FlatPose, floor: number, height: number): void {
        const chain = chainOf(this.target);
        if (chain.length < 2) return;
        const lowest = floor + CLEAR * height;
        for (let frame = 0; frame <= frames.count; frame++) {
            frames.load(frame, pose);
            let isMoved = false;
            for (let i = 1; i < chain.length; i++) isMoved = lift(pose, chain[i - 1], chain[i], lowest) || isMoved;
            if (isMoved) frames.store(frame, pose);
        }
    }

    private toBase(out: Flat, turn: Flat, pose: FlatPose, index: number) {
        const bone = this.sourceBases[index];
        multiplyQuatInverse(base, 0, pose.rotations, 4 * bone, this.source.common, 4 * bone);
        multiplyInverseQuat(out, 0, base, 0, turn, 0);
    }
}

/** Turns a bone up until the next joint is no lower than a height; a joint above which all is lower points level. */
function lift(pose: FlatPose, bone: number, joint: number, lowest: number): boolean {
    const { positions, rotations, localRotations, parents } = pose;
    if (!(positions[3 * joint + 1] < lowest)) return false;
    const length = distanceVec(positions, 3 * bone, positions, 3 * joint);
    const rise = Math.min(0, lowest - positions[3 * bone + 1]) / length;
    subtractVec(from, 0, positions, 3 * joint, positions, 3 * bone);
    if (!normalizeVec(from, 0) || !(from[1] < rise)) return false;
    to.set(from);
    to[1] = 0;
    if (!normalizeVec(to, 0)) to.set([0, 0, -1]);
    const level = Math.sqrt(Math.max(0, 1 - rise * rise));
    to.set([level * to[0], rise, level * to[2]]);
    arcQuat(arc, 0, from, 0, to, 0, X, 0);
    multiplyQuat(world, 0, arc, 0, rotations, 4 * bone);
    multiplyInverseQuat(localRotations, 4 * bone, rotations, 4 * parents[bone], world, 0);
    updateWorld(pose);
    return true;
}

/** `tail` for all of its bones, an ear by its side. */
function partOf(role: Role | undefined): string {
    return role && PART.test(role) ? role.replace(/\d+$/, '') : '';
}

/** The bone that each part hangs on. */
function basesOf(body: TemplateBody): Map<string, number> {
    const bases = new Map<string, number>();
    const outwards = [...body.bones].filter(([role]) => PART.test(role)).sort(([, a], [, b]) => a - b);
    for (const [role, bone] of outwards) {
        const parent = body.parentOf(bone);
        if (parent < body.count && !bases.has(partOf(role))) bases.set(partOf(role), parent);
    }
    return bases;
}

/** The joints of a tail from its root, and the tip where a bone marks it. */
function chainOf({ bones, space: { pose: { parents } }, count }: TemplateBody): number[] {
    const chain = [...bones].flatMap(([role, bone]) => (role.startsWith('tail') ? bone : [])).sort((a, b) => a - b);
    const last = chain[chain.length - 1];
    for (let bone = 0; bone < count && chain.length > 0; bone++) if (parents[bone] === last) return [...chain, bone];
    return chain;
}
