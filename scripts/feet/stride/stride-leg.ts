import type { SolePath } from './sole-path';
import type { StrideFrame } from './stride-frame';
import { keepToes, liftHeel, lowerHeel, turnHeel } from '../../core/limb/heel-lift';
import { captureLimb, reachWithLimb, type Limb } from '../../core/limb/limb';
import { addLeg, createLegRange, placeLeg, type PelvisRange } from '../../core/limb/pelvis-height';
import { allowedLift, comeShort, createReach, isTooFar, setReach } from '../../core/limb/reach';
import { copyQuat, copyVec, distanceVec, dotVec, normalizeVec, rotateVec, subtractVec, type Flat } from '../../core/math/flat-math';
import type { FlatPose } from '../../core/pose/flat-pose';

// The leg that brings a foot to its path: the heel of one that trails rises first, then the pelvis comes down, then the leg is solved.

const toHip = new Float64Array(3);
const hip = new Float64Array(3);
const hipOverGround = new Float64Array(3);
const pivot = new Float64Array(3);
const arm = new Float64Array(3);
const along = new Float64Array(3);
const range = createLegRange();

export class StrideLeg {
    /** Where the ankle shall be, the rotation of the foot, and no swivel of the knee. */
    readonly goal: Flat = new Float64Array(8);

    /** Whether the foot is down and out of reach: it leaves the ground then. */
    isTooShort = false;

    /** The bones in the pose: thigh and foot. */
    readonly hip: number;

    readonly ankle: number;

    /** How far it reaches. */
    private readonly reach = createReach();

    /** Distance from hip to ankle in the clip. */
    private extension = -0;

    /** Angle by which the heel is lifted, radians. */
    private heel = -0;

    /** @param toes - The toes in the pose, -1: none. */
    constructor(private readonly limb: Limb, private readonly toes: number) {
        this.hip = limb.bones[0];
        this.ankle = limb.bones[limb.bones.length - 1];
    }

    /** Its length in the scene. */
    get length(): number {
        return this.limb.length;
    }

    /** Forgets what it has lifted. */
    reset() {
        this.heel = 0;
    }

    /** Finds the goal of the foot from its path: with a lifted heel where the leg needs it. */
    aim(path: Readonly<SolePath>, pose: FlatPose, frame: StrideFrame) {
        const { limb, goal, toes, hip, ankle } = this;
        captureLimb(limb, pose);
        this.extension = distanceVec(pose.positions, 3 * hip, pose.positions, 3 * ankle);
        setReach(this.reach, limb.length, this.extension);
        copyVec(goal, 0, path.place, 0);
        copyQuat(goal, 3, path.rotation, 0);
        if (toes < 0) return;
        subtractVec(arm, 0, pose.positions, 3 * toes, pose.positions, 3 * ankle);
        rotateVec(arm, 0, path.turn, 0, arm, 0);
        for (let k = 0; k < 3; k++) pivot[k] = goal[k] + arm[k];
        if (path.isDown) {
            this.heel = this.liftHeel(pose, frame);
            return;
        }
        this.heel = lowerHeel(this.heel, frame.dt);
        turnHeel(goal, pivot, frame.up, frame.ahead, this.heel);
    }

    /** Lifts the foot by a height in scene units. */
    raise(height: number, { up }: StrideFrame) {
        for (let k = 0; k < 3; k++) this.goal[k] += height * up[k];
    }

    /** Lifts the heel of a foot that trails so far that its leg does not reach it. Answers the angle. */
    private liftHeel(pose: FlatPose, frame: StrideFrame): number {
        const { limb, goal } = this;
        const { up, ahead, stride } = frame;
        this.findHip(pose, frame);
        copyVec(along, 0, stride, 0);
        normalizeVec(along, 0);
        return liftHeel(goal, pivot, hipOverGround, 0, up, ahead, this.reach.soft, allowedLift(hipOverGround, goal, along, limb.length));
    }

    /** Finds where the hip is as the foot's place on the ground has it, which is higher or lower than the character's on a slope. */
    private findHip({ positions }: FlatPose, { up, root, course, climb }: StrideFrame) {
        const { goal } = this;
        let rise = 0;
        for (let k = 0; k < 3; k++) rise += climb * course[k] * (goal[k] - root[k]);
        for (let k = 0; k < 3; k++) hipOverGround[k] = positions[3 * this.hip + k] - rise * up[k];
    }

    /** Narrows the heights of the pelvis to what the leg needs. */
    addRange(heights: PelvisRange, { isDown }: Readonly<SolePath>, pose: FlatPose, frame: StrideFrame) {
        const { up } = frame;
        copyVec(hip, 0, pose.positions, 3 * this.hip);
        placeLeg(range, hip, this.goal, up);
        // with the foot nearer below the hip, a leg that carries is as long as in the clip where the pelvis is higher
        range.lift = isDown ? Math.sqrt(Math.max(0, this.extension ** 2 - range.aside ** 2)) - range.height : Infinity;
        this.findHip(pose, frame);
        placeLeg(range, hipOverGround, this.goal, up);
        range.longest = this.reach.soft;
        addLeg(heights, range);
    }

    /** Brings the leg to its goal, its hip at the pose's place. Writes local rotations of the pose. */
    solve(path: Readonly<SolePath>, pose: FlatPose, frame: StrideFrame) {
        const { limb, goal, toes, reach } = this;
        copyVec(hip, 0, pose.positions, 3 * this.hip);
        comeShort(goal, hip, frame.up, reach);
        this.findHip(pose, frame);
        subtractVec(toHip, 0, hipOverGround, 0, goal, 0);
        // one that is ahead of the hip comes nearer by itself
        this.isTooShort = path.isDown && isTooFar(distanceVec(hipOverGround, 0, goal, 0), limb.length, reach) && dotVec(toHip, 0, frame.stride, 0) > 0;
        reachWithLimb(limb, pose, goal);
        if (this.heel === 0) return;
        // the toes stay on the ground
        keepToes(pose.localRotations, 4 * toes, goal, 3, path.rotation, 0);
    }
}
