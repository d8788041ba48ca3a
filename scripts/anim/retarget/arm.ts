import type { TemplateBody } from './template-body';
import { solveTwoBone } from '../../core/limb/two-bone';
import {
    arcQuat, copyQuat, copyVec, identityQuat, multiplyInverseQuat, multiplyQuat, normalizeQuat, normalizeVec, rotateVec, rotateVecInverse, subtractVec, type Flat
} from '../../core/math/flat-math';
import type { FlatPose } from '../../core/pose/flat-pose';

// An arm that brings its hand to a place. Bones between its joints, which twist it, go along.

const BEHIND = Float64Array.of(0, 0, -1);

const points = new Float64Array(9);
const pole = new Float64Array(3);
const from = new Float64Array(3);
const to = new Float64Array(3);
const arc = new Float64Array(4);
const world = new Float64Array(4);
const parent = new Float64Array(4);
const carried = new Float64Array(4);
const hand = new Float64Array(4);

export type Side = 'left' | 'right';

export class Arm {
    /** Upper arm, forearm, hand. */
    readonly joints: readonly number[];

    /** Where the elbow of a straight arm goes, in the frame of the upper arm. */
    private readonly pole = new Float64Array(3);

    constructor(body: TemplateBody, joints: readonly number[]) {
        this.joints = joints;
        rotateVecInverse(this.pole, 0, body.common, 4 * joints[0], BEHIND, 0);
    }

    /** The arm of a side; null where not all of its joints are known. */
    static of(body: TemplateBody, side: Side): Arm | null {
        const joints = (['UpperArm', 'Forearm', 'Hand'] as const).flatMap(role => body.bones.get(`${side}${role}`) ?? []);
        return joints.length === 3 ? new Arm(body, joints) : null;
    }

    /** The joint of the hand. */
    get hand(): number {
        return this.joints[2];
    }

    /**
     * Brings the hand to a place that the arm reaches, turned as it is. Writes local rotations.
     *
     * @param pose - Its world transforms up to date.
     */
    reach(pose: FlatPose, goal: Flat): void {
        const { joints: [upper, fore, end] } = this;
        const { positions, rotations } = pose;
        copyQuat(hand, 0, rotations, 4 * end);
        for (let joint = 0; joint < 3; joint++) copyVec(points, 3 * joint, positions, 3 * this.joints[joint]);
        rotateVec(pole, 0, rotations, 4 * upper, this.pole, 0);
        this.carry(goal);
        solveTwoBone(points, 0, 3, 6, goal, pole);
        identityQuat(carried, 0);
        this.turn(pose, upper, fore, 3, 0);
        this.turn(pose, fore, end, 6, 3);
        multiplyQuat(world, 0, carried, 0, rotations, 4 * pose.parents[end]);
        multiplyInverseQuat(pose.localRotations, 4 * end, world, 0, hand, 0);
    }

    /** Turns the elbow along with the line from shoulder to hand. */
    private carry(goal: Flat) {
        subtractVec(from, 0, points, 6, points, 0);
        subtractVec(to, 0, goal, 0, points, 0);
        if (!normalizeVec(from, 0) || !normalizeVec(to, 0)) return;
        arcQuat(arc, 0, from, 0, to, 0, pole, 0);
        for (const joint of [3, 6]) {
            subtractVec(from, 0, points, joint, points, 0);
            rotateVec(from, 0, arc, 0, from, 0);
            for (let k = 0; k < 3; k++) points[joint + k] = points[k] + from[k];
        }
        rotateVec(pole, 0, arc, 0, pole, 0);
    }

    /** Turns a bone until the joint below it looks from one of the points to another; `carried` is what has turned above it, and it. */
    private turn({ positions, rotations, localRotations, parents }: FlatPose, bone: number, below: number, end: number, start: number) {
        subtractVec(from, 0, positions, 3 * below, positions, 3 * bone);
        rotateVec(from, 0, carried, 0, from, 0);
        subtractVec(to, 0, points, end, points, start);
        if (!normalizeVec(from, 0) || !normalizeVec(to, 0)) return;
        arcQuat(arc, 0, from, 0, to, 0, pole, 0);
        multiplyQuat(parent, 0, carried, 0, rotations, 4 * parents[bone]);
        multiplyQuat(carried, 0, arc, 0, carried, 0);
        multiplyQuat(world, 0, carried, 0, rotations, 4 * bone);
        multiplyInverseQuat(localRotations, 4 * bone, parent, 0, world, 0);
        normalizeQuat(localRotations, 4 * bone);
    }
}
