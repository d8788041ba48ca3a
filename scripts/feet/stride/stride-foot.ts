import type { GraphNode } from 'playcanvas';

import type { StrideFrame } from './stride-frame';
import { freeLift, keepToes, liftHeel, turnHeel } from '../../core/limb/heel-lift';
import { captureLimb, createLimb, reachWithLimb, type Limb } from '../../core/limb/limb';
import { addLeg, type LegRange, type PelvisRange } from '../../core/limb/pelvis-height';
import { softenReach } from '../../core/limb/soft-reach';
import { clearSoleHold, createSoleHold, holdSole, releaseSole, soleMotion, swingSole } from '../../core/limb/sole-hold';
import { shiftStride } from '../../core/limb/stride';
import { copyQuat, copyVec, distanceVec, dotVec, multiplyQuat, rotateVec, subtractVec, type Flat } from '../../core/math/flat-math';
import { addLeft, createInertia, startDuration } from '../../core/math/inertia';
import { clamp, RADIANS, smoothstep } from '../../core/math/scalars';
import type { FlatPose } from '../../core/pose/flat-pose';
import { bendAxis, type Rig } from '../../rig/rig';
import { spanOf, type FootModel, type SoleSpan } from '../foot-model';

// One foot on a warped stride: where it shall be, and the leg that brings it there.

/** Height above the lowest point of a sole within which it touches the ground, as a share of the character's height: 2 mm on a person. */
const TOUCH = 0.0012;

/** Extension of a leg from which on it is softened, and that it never passes, as shares of its length; a clip that has more keeps it. */
const SOFT = 0.985;
const FULL = 0.999;

/** Share of its length by which a planted leg is too short from which on its foot leaves the ground. */
const OVERREACH = 0.01;

/** Angle in radians by which a heel rises at most, and how far the foot trails behind the hip for all of it, as a share of the leg's length. */
const MOST_LIFT = 50 * RADIANS;
const TRAIL_FULL = 0.25;

/** Seconds in which an offset dies out at least: a foot that is about to come down again. */
const SHORTEST = 0.05;

/** Seconds by which a foot in the air leads into a curve, and radians by which it may at most; and by which a planted one may be turned against its body. */
const LEAD = 0.25;
const MOST_LEAD = 30 * RADIANS;
const MOST_TURNED = 60 * RADIANS;

/** Height of a character that a foot is lifted more where another clip begins with it in the air. */
const HOP = 0.02;

/** Share of a swing after which a foot is over the place where it shall come down. */
const ARRIVED = 0.9;

/** Passes of FABRIK for legs of more than three bones: none, so that they open and fold in the shape that they have. */
const ITERATIONS = 0;

const toHip = new Float64Array(3);
const hipOverGround = new Float64Array(3);
const slide = new Float64Array(3);
const touch = new Float64Array(1);
const pivot = new Float64Array(3);
const yawTurn = new Float64Array(4);
const arm = new Float64Array(3);
const leading = new Float64Array(3);
const strikeShift = new Float64Array(3);
const shiftBefore = new Float64Array(3);
const lifting = new Float64Array(1);
const range: LegRange = { height: -0, aside: -0, shortest: -0, longest: -0, load: -0, lift: -0 };

/** What feet do in what plays. */
export interface Footfalls {
    /** Whether a foot is on the ground. */
    isDown(foot: number): boolean;
    /** Writes where it comes down the next time, where that is another place than it has now, and tells in how many seconds; Infinity: it is not known to. */
    readStrike(out: Flat, foot: number): number;
}

export class StrideFoot {
    private readonly limb: Limb;

    /** The toes in the pose, -1: none. */
    private readonly toes: number;

    private readonly hold = createSoleHold();

    /** Bones of the pose that carry the points of the sole, and the points in their frames. */
    private readonly carriers: Int32Array;

    private readonly points: Flat;

    /** The points where the path has them, in this frame and in the last. */
    private readonly now: Flat;

    private readonly before: Flat;

    /** Where the ankle shall be, the rotation of the foot, and no swivel of the knee; and the angle by which its heel was lifted, radians. */
    private readonly goal: Flat = new Float64Array(8);

    private heel = -0;

    /** How fast that angle changes, radians a second, and what dies out of it in the air; each in its first element. */
    private readonly liftRate: Flat = new Float64Array(1);

    private readonly liftLeft = createInertia(1);

    /** By how much the path is off the clip's. */
    private readonly shift: Flat = new Float64Array(3);

    /** By how much it is turned to the left against its clip, radians: one that stands does not turn with its body. */
    yaw = -0;

    /** The same as it was lifted. */
    private yawBefore = -0;

    /** Rotation of the foot with its heel down. */
    private readonly flat: Flat = new Float64Array(4);

    /** Distance from hip to ankle in the clip. */
    private extension = -0;

    /** Whether {@link before} is that of the last frame. */
    private isKnown = false;

    /** Whether the foot has left the ground before its clip lifts it. */
    hasSteppedOff = false;

    /** Where the ankle comes down the next time, and where it did the last time, world space; seconds until it does, Infinity: not known to. */
    readonly strike: Flat = new Float64Array(3);

    readonly struck: Flat = new Float64Array(3);

    timeLeft = Infinity;

    /** Whether its clip had the foot on the ground in the last frame. */
    private wasDown = false;

    /** World place of the hip. */
    readonly hip: Flat = new Float64Array(3);

    /** Place at which the ankle shall come down, world space, and the unit direction along which it counts; 0: wherever its path has it. */
    readonly landing: Flat = new Float64Array(3);

    readonly course: Flat = new Float64Array(3);

    /** How much higher it goes on this course, scene units: one that another clip has lifted from where it stood. */
    private hop = -0;

    /** Seconds from the lift of the foot to its strike. */
    private swingTime = -0;

    /** The node that is the foot. */
    readonly node: GraphNode;

    /** Where its sole lies along it. */
    readonly span: SoleSpan;

    /**
     * @param index - Which of the gait's feet.
     * @param leg - Its leg in the skeleton, from the thigh to the foot.
     * @param model - The foot as it was measured.
     * @param toes - Its toes in the skeleton, -1: none.
     * @param indexOf - Index in the pose of a node of the skeleton.
     */
    constructor(private readonly index: number, leg: readonly number[], model: FootModel, toes: number, rig: Rig, indexOf: (node: number) => number) {
        const { shape: { foot }, points } = model;
        this.limb = createLimb(leg.map(indexOf), bendAxis(new Float64Array(3), rig, leg));
        this.toes = toes >= 0 ? indexOf(toes) : -1;
        this.carriers = Int32Array.from(points.nodes, indexOf);
        this.points = points.points;
        this.now = new Float64Array(points.points.length);
        this.before = new Float64Array(points.points.length);
        this.node = rig.skeleton.nodes[foot];
        this.span = spanOf(rig, model, toes);
    }

    /** Length of the leg in the scene. */
    get legLength(): number {
        return this.limb.length;
    }

    /** Whether the foot is on the ground. */
    get isDown(): boolean {
        return this.hold.isDown;
    }

    /** How far it is off the path of its clip, scene units. */
    get offset(): number {
        const { offset } = this.hold;
        return Math.sqrt(dotVec(offset, 0, offset, 0));
    }

    /** Forgets what the foot has held on to. */
    reset() {
        this.yaw = 0;
        this.yawBefore = 0;
        clearSoleHold(this.hold);
        startDuration(this.liftLeft, 0);
        this.heel = 0;
        this.isKnown = false;
        this.hasSteppedOff = false;
        this.course.fill(0);
    }

    /** Finds where its path comes down the next time. */
    predict({ positions }: FlatPose, gait: Footfalls, frame: StrideFrame) {
        const { ahead, stride, velocity } = frame;
        const { limb, strike, struck, hip } = this;
        copyVec(hip, 0, positions, 3 * limb.bones[0]);
        const isDown = gait.isDown(this.index);
        if (!this.isKnown) copyVec(struck, 0, positions, 3 * limb.bones[limb.bones.length - 1]);
        else if (isDown && !this.wasDown) copyVec(struck, 0, this.goal, 0);
        this.wasDown = isDown;
        copyVec(strike, 0, positions, 3 * limb.bones[limb.bones.length - 1]);
        this.timeLeft = gait.readStrike(strike, this.index);
        if (!(this.timeLeft < Infinity)) return;
        shiftStride(strikeShift, strike, 0, hip, 0, ahead, stride);
        for (let k = 0; k < 3; k++) strike[k] += strikeShift[k];
        this.readLead(strike, 0, frame);
        for (let k = 0; k < 3; k++) strike[k] += leading[k] + velocity[k] * this.timeLeft;
    }

    /**
     * Writes by how much a foot comes down further into a curve than its clip has it: the ground below one that stands turns about the character, so it comes
     * down as far ahead of that turn as it leaves the ground behind it.
     */
    private readLead(place: Flat, o: number, { up, root, turnRate }: StrideFrame) {
        const angle = clamp(LEAD * turnRate, -MOST_LEAD, MOST_LEAD);
        const sine = Math.sin(angle), cosine = 1 - Math.cos(angle);
        for (let k = 0; k < 3; k++) arm[k] = place[o + k] - root[k];
        const along = dotVec(arm, 0, up, 0);
        for (let k = 0; k < 3; k++) arm[k] -= along * up[k];
        for (let k = 0; k < 3; k++) leading[k] = sine * (up[(k + 1) % 3] * arm[(k + 2) % 3] - up[(k + 2) % 3] * arm[(k + 1) % 3]) - cosine * arm[k];
    }

    /**
     * Finds where the foot shall be, from the animated pose.
     *
     * @param isSwitch - Whether another clip has begun, from whose path the foot goes on where it is.
     */
    plan(pose: FlatPose, gait: Footfalls, frame: StrideFrame, isSwitch = false) {
        const { limb, hold, index, shift, now, before, goal, hold: { offset } } = this;
        const { dt, up, ahead, stride, ground } = frame;
        captureLimb(limb, pose);
        const last = limb.bones[limb.bones.length - 1];
        const thigh = limb.bones[0];
        this.extension = distanceVec(pose.positions, 3 * thigh, pose.positions, 3 * last);
        shiftBefore.set(shift);
        shiftStride(shift, pose.positions, 3 * last, pose.positions, 3 * thigh, ahead, stride);
        const isDown = gait.isDown(index);
        if (!isDown) this.hasSteppedOff = false;
        const isCarriedOn = isSwitch && this.isKnown && !(isDown && hold.isDown);
        if (isCarriedOn) this.beginSwing();
        this.turnFoot(frame, hold.isDown || (isDown && !this.hasSteppedOff));
        this.readPoints(pose, last);
        if (isCarriedOn) for (let k = 0; k < 3; k++) offset[k] += shiftBefore[k] - shift[k];
        if (isDown && !this.hasSteppedOff) {
            if (this.isKnown && hold.isDown && dt > 0) {
                touch[0] = TOUCH * frame.height;
                soleMotion(slide, now, before, up, touch);
                subtractVec(slide, 0, slide, 0, ground, 0);
                // that its path has jumped is no motion
                if (isSwitch) subtractVec(offset, 0, offset, 0, slide, 0);
                else holdSole(hold, slide, dt);
            }
            hold.isDown = true;
            this.hop = 0;
        } else {
            if (isSwitch && hold.isDown) this.hop = HOP * frame.height;
            if (hold.isDown || isCarriedOn) this.release();
            swingSole(hold, dt);
            this.leadIntoCurve(pose.positions, 3 * last, frame);
            this.goToLanding(pose.positions, 3 * last);
        }
        before.set(now);
        this.isKnown = true;
        const swing = this.swingTime > 0 && this.hop > 0 ? clamp(1 - this.timeLeft / this.swingTime, 0, 1) : 0;
        const rise = 4 * this.hop * swing * (1 - swing);
        for (let k = 0; k < 3; k++) goal[k] = pose.positions[3 * last + k] + shift[k] + offset[k] + rise * up[k];
        multiplyQuat(this.flat, 0, yawTurn, 0, limb.capturedRotations, 4 * (limb.bones.length - 1));
        copyQuat(goal, 3, this.flat, 0);
        if (this.toes < 0) return;
        subtractVec(arm, 0, pose.positions, 3 * this.toes, pose.positions, 3 * last);
        rotateVec(arm, 0, yawTurn, 0, arm, 0);
        for (let k = 0; k < 3; k++) pivot[k] = goal[k] + arm[k];
        const lift = hold.isDown ? this.liftHeel(pose, frame) : this.lowerHeel(frame);
        if (dt > 0) this.liftRate[0] = (lift - this.heel) / dt;
        this.heel = lift;
    }

    /** Finds how far the foot is turned against its clip: one that stands stays as it is, one in the air leads into the curve. */
    private turnFoot({ up, turn, turnRate }: StrideFrame, isHeld: boolean) {
        if (isHeld) {
            this.yaw = clamp(this.yaw - turn, -MOST_TURNED, MOST_TURNED);
            this.yawBefore = this.yaw;
        } else {
            const lead = clamp(LEAD * turnRate, -MOST_LEAD, MOST_LEAD);
            const share = this.swingTime > 0 ? smoothstep(clamp(1 - this.timeLeft / this.swingTime, 0, 1)) : 1;
            this.yaw = this.yawBefore + share * (lead - this.yawBefore);
        }
        const sine = Math.sin(this.yaw / 2);
        for (let k = 0; k < 3; k++) yawTurn[k] = sine * up[k];
        yawTurn[3] = Math.cos(this.yaw / 2);
    }

    /** Lifts the foot by a height in scene units, after {@link plan}. */
    raise(height: number, { up }: StrideFrame) {
        for (let k = 0; k < 3; k++) this.goal[k] += height * up[k];
    }

    /** Leads the foot further into a curve, as much as it has to be as it comes down. */
    private leadIntoCurve(positions: Flat, ankle: number, frame: StrideFrame) {
        const { shift, hold: { offset } } = this;
        const share = this.swingTime > 0 ? smoothstep(clamp(1 - this.timeLeft / this.swingTime, 0, 1)) : 1;
        for (let k = 0; k < 3; k++) slide[k] = positions[ankle + k] + shift[k];
        this.readLead(slide, 0, frame);
        for (let k = 0; k < 3; k++) offset[k] += share * leading[k];
    }

    /** Leads the foot over the place where it shall come down: it is there before it comes down, so that it passes edges in time. */
    private goToLanding(positions: Flat, ankle: number) {
        const { shift, course, landing, hold: { offset } } = this;
        if (!(this.swingTime > 0)) return;
        for (let k = 0; k < 3; k++) slide[k] = landing[k] - positions[ankle + k] - shift[k] - offset[k];
        const share = smoothstep(clamp((1 - this.timeLeft / this.swingTime) / ARRIVED, 0, 1));
        const left = share * dotVec(slide, 0, course, 0);
        for (let k = 0; k < 3; k++) offset[k] += left * course[k];
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

    /** Finds where the hip is as the foot's place on the ground has it, which is higher or lower than the character's on a slope. */
    private findHip({ positions }: FlatPose, { up, root, course, climb }: StrideFrame) {
        const { goal, limb } = this;
        let rise = 0;
        for (let k = 0; k < 3; k++) rise += climb * course[k] * (goal[k] - root[k]);
        for (let k = 0; k < 3; k++) hipOverGround[k] = positions[3 * limb.bones[0] + k] - rise * up[k];
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

    /** Narrows the heights of the pelvis to what the leg needs. */
    addRange(heights: PelvisRange, pose: FlatPose, frame: StrideFrame) {
        const { up } = frame;
        subtractVec(toHip, 0, pose.positions, 3 * this.limb.bones[0], this.goal, 0);
        // with the foot nearer below the hip, a leg that carries is as long as in the clip where the pelvis is higher
        range.lift = this.hold.isDown ? missingHeight(toHip, up, this.extension) : Infinity;
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
    solve(pose: FlatPose, frame: StrideFrame) {
        const { limb, extension, goal, hold, toes, hip } = this;
        copyVec(hip, 0, pose.positions, 3 * limb.bones[0]);
        const wanted = distanceVec(hip, 0, goal, 0);
        const reached = softenReach(wanted, Math.max(SOFT * limb.length, extension), Math.max(FULL * limb.length, extension));
        if (wanted > reached) for (let k = 0; k < 3; k++) goal[k] = hip[k] + (goal[k] - hip[k]) * reached / wanted;
        this.findHip(pose, frame);
        subtractVec(toHip, 0, hipOverGround, 0, goal, 0);
        const missing = distanceVec(hipOverGround, 0, goal, 0) - Math.max(FULL * limb.length, extension);
        // one that is ahead of the hip comes nearer by itself
        if (hold.isDown && missing > OVERREACH * limb.length && dotVec(toHip, 0, frame.stride, 0) > 0) {
            this.release();
            this.hasSteppedOff = true;
        }
        reachWithLimb(limb, pose, goal, ITERATIONS);
        if (this.heel === 0) return;
        // the toes stay on the ground
        keepToes(pose.localRotations, 4 * toes, goal, 3, this.flat, 0);
    }

    /** Begins the time in the air, from where the foot is and as it is turned. */
    private beginSwing() {
        this.swingTime = Math.max(SHORTEST, this.timeLeft);
        this.yawBefore = this.yaw;
    }

    /** Lifts the foot, so that it is on its path again when it comes down. */
    private release() {
        this.beginSwing();
        releaseSole(this.hold, this.swingTime);
        this.liftLeft.values[0] = this.heel;
        this.liftLeft.rates[0] = this.liftRate[0];
        startDuration(this.liftLeft, this.swingTime);
    }

    /** Reads the points of the sole, turned with the foot about its ankle. */
    private readPoints({ positions, rotations, scales }: FlatPose, ankle: number) {
        const { carriers, points, now, shift } = this;
        for (let i = 0; i < carriers.length; i++) {
            const bone = carriers[i], o = 3 * i;
            rotateVec(arm, 0, rotations, 4 * bone, points, o);
            for (let k = 0; k < 3; k++) arm[k] = positions[3 * bone + k] + scales[bone] * arm[k] - positions[3 * ankle + k];
            rotateVec(arm, 0, yawTurn, 0, arm, 0);
            for (let k = 0; k < 3; k++) now[o + k] = positions[3 * ankle + k] + arm[k] + shift[k];
        }
    }
}

/** By how much a hip must be higher for the leg to its foot to have a length. */
function missingHeight(toHip: Flat, up: Flat, length: number): number {
    const height = dotVec(toHip, 0, up, 0);
    const aside = dotVec(toHip, 0, toHip, 0) - height * height;
    return Math.sqrt(Math.max(0, length * length - aside)) - height;
}
