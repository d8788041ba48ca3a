import type { SolePath } from './sole-path';
import type { StrideFrame } from './stride-frame';
import { freeLift, keepToes, liftHeel, turnHeel } from '../../core/limb/heel-lift';
import { captureLimb, reachWithLimb, type Limb } from '../../core/limb/limb';
import { addLeg, type LegRange, type PelvisRange } from '../../core/limb/pelvis-height';
import { softenReach } from '../../core/limb/soft-reach';
import { copyQuat, copyVec, distanceVec, dotVec, rotateVec, subtractVec, type Flat } from '../../core/math/flat-math';
import { addLeft, createInertia, startDuration } from '../../core/math/inertia';
import { RADIANS } from '../../core/math/scalars';
import type { FlatPose } from '../../core/pose/flat-pose';

// The leg that brings a foot to its path: the heel of one that trails rises first, then the pelvis comes down, then the leg is solved.

/** Extension of a leg from which on it is softened, and that it never passes, as shares of its length; a clip that has more keeps it. */
const SOFT = 0.985;
const FULL = 0.999;

/** Share of its length by which a planted leg is too short from which on its foot leaves the ground. */
const OVERREACH = 0.01;

/** Angle in radians by which a heel rises at most, and how far the foot trails behind the hip for all of it, as a share of the leg's length. */
const MOST_LIFT = 50 * RADIANS;
const TRAIL_FULL = 0.25;

/** Passes of FABRIK for legs of more than three bones: none, so that they open and fold in the shape that they have. */
const ITERATIONS = 0;

const toHip = new Float64Array(3);
const hip = new Float64Array(3);
const hipOverGround = new Float64Array(3);
const pivot = new Float64Array(3);
const arm = new Float64Array(3);
const lifting = new Float64Array(1);
const range: LegRange = { height: -0, aside: -0, shortest: -0, longest: -0, load: -0, lift: -0 };

export class StrideLeg {
    /** Where the ankle shall be, the rotation of the foot, and no swivel of the knee. */
    readonly goal: Flat = new Float64Array(8);

    /** Whether the foot is down and out of reach: it leaves the ground then. */
    isTooShort = false;

    /** The bones in the pose: thigh and foot. */
    readonly hip: number;

    readonly ankle: number;

    /** Distance from hip to ankle in the clip. */
    private extension = -0;

    /** Angle by which the heel was lifted, radians, how fast that changes, and what dies out of it in the air; the last two in their first elements. */
    private heel = -0;

    private readonly liftRate: Flat = new Float64Array(1);

    private readonly liftLeft = createInertia(1);

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
        startDuration(this.liftLeft, 0);
        this.heel = 0;
    }

    /** Finds the goal of the foot from its path: with a lifted heel where the leg needs it. */
    aim(path: Readonly<SolePath>, pose: FlatPose, frame: StrideFrame) {
        const { limb, goal, toes, hip, ankle } = this;
        captureLimb(limb, pose);
        this.extension = distanceVec(pose.positions, 3 * hip, pose.positions, 3 * ankle);
        copyVec(goal, 0, path.place, 0);
        copyQuat(goal, 3, path.rotation, 0);
        if (path.isLifted) this.release(path);
        if (toes < 0) return;
        subtractVec(arm, 0, pose.positions, 3 * toes, pose.positions, 3 * ankle);
        rotateVec(arm, 0, path.turn, 0, arm, 0);
        for (let k = 0; k < 3; k++) pivot[k] = goal[k] + arm[k];
        const lift = path.isDown ? this.liftHeel(pose, frame) : this.lowerHeel(frame);
        if (frame.dt > 0) this.liftRate[0] = (lift - this.heel) / frame.dt;
        this.heel = lift;
    }

    /** Lifts the foot by a height in scene units. */
    raise(height: number, { up }: StrideFrame) {
        for (let k = 0; k < 3; k++) this.goal[k] += height * up[k];
    }

    /** Lets the lift of the heel die out until the foot comes down. */
    release({ swingTime }: Readonly<SolePath>) {
        this.liftLeft.values[0] = this.heel;
        this.liftLeft.rates[0] = this.liftRate[0];
        startDuration(this.liftLeft, swingTime);
    }

    /** Lifts the heel of a foot that trails so far that its leg does not reach it. Answers the angle. */
    private liftHeel(pose: FlatPose, frame: StrideFrame): number {
        const { limb, goal } = this;
        const { up, ahead, stride } = frame;
        this.findHip(pose, frame);
        subtractVec(toHip, 0, hipOverGround, 0, goal, 0);
        const trail = dotVec(toHip, 0, stride, 0) / Math.sqrt(dotVec(stride, 0, stride, 0)) / limb.length;
        const most = MOST_LIFT * freeLift(trail, TRAIL_FULL);
        return liftHeel(goal, pivot, hipOverGround, 0, up, ahead, Math.max(SOFT * limb.length, this.extension), most);
    }

    /** Goes on with the lift of a heel in the air, where no leg is too short for it: what is left of it. Answers the angle. */
    private lowerHeel({ dt, up, ahead }: StrideFrame): number {
        const { liftLeft, goal } = this;
        liftLeft.elapsed += dt;
        lifting[0] = 0;
        addLeft(lifting, 0, liftLeft);
        turnHeel(goal, pivot, up, ahead, lifting[0]);
        return lifting[0];
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
        subtractVec(toHip, 0, pose.positions, 3 * this.hip, this.goal, 0);
        // with the foot nearer below the hip, a leg that carries is as long as in the clip where the pelvis is higher
        range.lift = isDown ? missingHeight(toHip, up, this.extension) : Infinity;
        this.findHip(pose, frame);
        subtractVec(toHip, 0, hipOverGround, 0, this.goal, 0);
        range.height = dotVec(toHip, 0, up, 0);
        range.aside = Math.sqrt(Math.max(0, dotVec(toHip, 0, toHip, 0) - range.height * range.height));
        range.longest = Math.max(SOFT * this.limb.length, this.extension);
        range.shortest = 0;
        range.load = 1;
        addLeg(heights, range);
    }

    /** Brings the leg to its goal, its hip at the pose's place. Writes local rotations of the pose. */
    solve(path: Readonly<SolePath>, pose: FlatPose, frame: StrideFrame) {
        const { limb, extension, goal, toes } = this;
        copyVec(hip, 0, pose.positions, 3 * this.hip);
        const wanted = distanceVec(hip, 0, goal, 0);
        const reached = softenReach(wanted, Math.max(SOFT * limb.length, extension), Math.max(FULL * limb.length, extension));
        if (wanted > reached) for (let k = 0; k < 3; k++) goal[k] = hip[k] + (goal[k] - hip[k]) * reached / wanted;
        this.findHip(pose, frame);
        subtractVec(toHip, 0, hipOverGround, 0, goal, 0);
        const missing = distanceVec(hipOverGround, 0, goal, 0) - Math.max(FULL * limb.length, extension);
        // one that is ahead of the hip comes nearer by itself
        this.isTooShort = path.isDown && missing > OVERREACH * limb.length && dotVec(toHip, 0, frame.stride, 0) > 0;
        reachWithLimb(limb, pose, goal, ITERATIONS);
        if (this.heel === 0) return;
        // the toes stay on the ground
        keepToes(pose.localRotations, 4 * toes, goal, 3, path.rotation, 0);
    }
}

/** By how much a hip must be higher for the leg to its foot to have a length. */
function missingHeight(toHip: Flat, up: Flat, length: number): number {
    const height = dotVec(toHip, 0, up, 0);
    const aside = dotVec(toHip, 0, toHip, 0) - height * height;
    return Math.sqrt(Math.max(0, length * length - aside)) - height;
}
