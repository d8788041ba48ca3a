import { leadOf, writeLead, type Footfall, type Footfalls } from './footfall';
import { stepTime } from './step-time';
import type { StrideFrame } from './stride-frame';
import { MovingSole } from '../../core/limb/moving-sole';
import { clearSoleHold, createSoleHold, holdSole, releaseSole, swingSole } from '../../core/limb/sole-hold';
import { shiftStride } from '../../core/limb/stride';
import { clearVec, copyQuat, copyVec, dotVec, multiplyQuat, multiplyQuatInverse, subtractVec, type Flat } from '../../core/math/flat-math';
import { clamp, RADIANS, smoothstep } from '../../core/math/scalars';
import type { FlatPose } from '../../core/pose/flat-pose';

// The path of one foot on a warped stride: that of its clip, stretched and turned, and held to the ground while the foot is down.

/** Height above the lowest point of a sole within which it touches the ground, as a share of the character's height: 2 mm on a person. */
const TOUCH = 0.0012;

/** Seconds in which an offset dies out at least: a foot that is about to come down again. */
const SHORTEST = 0.05;

/** Radians by which a planted foot may be turned against its body. */
const MOST_TURNED = 80 * RADIANS;

/** Height of a character that a foot is lifted more where another clip begins with it in the air. */
const HOP = 0.02;

/** Share of a leg's length by which a foot that stands since another clip is off its path from which on it takes a step. */
const LEFT_BEHIND = 0.18;

/** Seconds until a foot comes down that are too few to go over into another clip. */
const HURRIED = 0.22;

/** Share of a swing at its ends in which a sole comes out of the floor, and goes back to where its clip has it. */
const CLEAR = 0.1;

/** How far the sole of a foot that is down may be in the floor, as a share of the character's height: 8 mm on a person; of clips that go over into each other it would be deeper. */
const SUNK = 0.0045;

/** Share of a swing after which a foot is over the place where it shall come down. */
const ARRIVED = 0.9;

const slide = new Float64Array(3);
const touch = new Float64Array(1);
const leading = new Float64Array(3);
const shiftBefore = new Float64Array(3);

/** What this stage reads of a foot. */
interface SteppingFoot {
    readonly index: number;
    readonly footfall: Readonly<Footfall>;
    /** The bones of its leg in the pose. */
    readonly leg: { readonly hip: number; readonly ankle: number; readonly length: number };
}

export class SolePath {
    /** World place of the ankle, rotation of the foot with its heel down, and by what that is turned against the clip's. */
    readonly place: Flat = new Float64Array(3);

    readonly rotation: Flat = new Float64Array(4);

    readonly turn: Flat = new Float64Array(4);

    /** By how much it is turned to the left, radians: a foot that stands does not turn, whatever its body and its clips do. */
    yaw = -0;

    /** Seconds from the lift of the foot to its strike. */
    swingTime = -0;

    /** Whether the last frame is known. */
    isKnown = false;

    private readonly hold = createSoleHold();

    private readonly sole: MovingSole;

    /** By how much the path is off the clip's. */
    private readonly shift: Flat = new Float64Array(3);

    /** Rotation of the foot in the last frame, as it was animated. */
    private readonly rotationBefore: Flat = new Float64Array(4);

    /** The turn as the foot was lifted. */
    private yawBefore = -0;

    /** Seconds until it comes down; and those of a step that its clip does not have, 0: it takes none. */
    private timeLeft = Infinity;

    private stepLeft = 0;

    /** Whether it stands since another clip played: where it is has nothing to do with the path of this one. */
    private isFromBefore = false;

    /** How much higher it was in the last frame than its clip has it, by a step on the spot and by this: scene units. */
    private raised = -0;

    /** How much higher it goes on this course, scene units: one that another clip has lifted from where it stood. */
    private hop = -0;

    /**
     * @param carriers - Bones of the pose that carry the points of the sole.
     * @param points - The points in their frames, three numbers each.
     */
    constructor(carriers: Int32Array, points: Flat) {
        this.sole = new MovingSole(carriers, points);
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

    /** Whether the foot has left the ground before its clip lifts it. */
    get hasSteppedOff(): boolean {
        return this.stepLeft > 0;
    }

    /** Whether it stands where another clip had it, so far off its path that it should take a step. */
    isLeftBehind({ length }: { readonly length: number }): boolean {
        return this.isDown && this.isFromBefore && this.offset > LEFT_BEHIND * length;
    }

    /** Forgets what the foot has held on to. */
    reset() {
        this.yaw = 0;
        this.yawBefore = 0;
        clearSoleHold(this.hold);
        this.isKnown = false;
        this.stepLeft = 0;
        this.isFromBefore = false;
    }

    /**
     * Finds where the foot shall be, from the animated pose.
     *
     * @param isSwitch - Whether another clip has begun, from whose path the foot goes on where it is.
     */
    step({ index, footfall, leg: { hip, ankle } }: SteppingFoot, pose: FlatPose, gait: Footfalls, frame: StrideFrame, isSwitch: boolean) {
        const { hold, shift, sole, place, turn, hold: { offset } } = this;
        const { dt, up, ahead, stride, ground } = frame;
        copyVec(shiftBefore, 0, shift, 0);
        shiftStride(shift, pose.positions, 3 * ankle, pose.positions, 3 * hip, ahead, stride);
        const wasStepping = this.hasSteppedOff;
        this.stepLeft = Math.max(0, this.stepLeft - dt);
        this.timeLeft = this.hasSteppedOff ? this.stepLeft : footfall.timeLeft;
        const isDown = gait.isDown(index) && !this.hasSteppedOff;
        // its clip has lifted it during its step
        const hasStepped = wasStepping && !this.hasSteppedOff && !isDown;
        if (hasStepped) {
            clearVec(hold.rate, 0);
            this.release();
        }
        const isCarriedOn = isSwitch && this.isKnown && !(isDown && hold.isDown);
        if (isCarriedOn) {
            this.isFromBefore = true;
            if (this.hasSteppedOff || this.timeLeft < HURRIED) this.beginStep(frame);
            this.beginSwing();
        }
        this.turnFoot(pose.rotations, 4 * ankle, frame, hold.isDown || isDown);
        sole.move(pose, ankle, turn, shift);
        if (isCarriedOn) for (let k = 0; k < 3; k++) offset[k] += shiftBefore[k] - shift[k] + this.raised * up[k];
        if (isDown) {
            if (this.isKnown && hold.isDown && dt > 0) {
                touch[0] = TOUCH * frame.height;
                sole.readMotion(slide, up, touch);
                subtractVec(slide, 0, slide, 0, ground, 0);
                // that its path has jumped is no motion
                if (isSwitch) subtractVec(offset, 0, offset, 0, slide, 0);
                else holdSole(hold, slide, dt);
                this.isFromBefore ||= isSwitch;
            } else {
                this.isFromBefore = false;
            }
            hold.isDown = true;
            this.hop = 0;
        } else {
            const wasHeld = hold.isDown;
            if (wasHeld || isCarriedOn) this.release();
            const isLifted = wasHeld || hasStepped || (isCarriedOn && this.hasSteppedOff);
            if (isLifted && (frame.hops === 'always' || (frame.hops === 'after another clip' && (isSwitch || this.isFromBefore)))) this.hop = HOP * frame.height;
            swingSole(hold, dt);
            this.leadIntoCurve(pose.positions, 3 * ankle, frame);
            this.goToLanding(footfall, pose.positions, 3 * ankle);
        }
        this.isKnown = true;
        const swing = isDown ? 0 : this.swingShare(0);
        this.raised = 4 * this.hop * swing * (1 - swing);
        const rise = this.raised + (frame.above > 0 ? frame.above * this.depth(swing, frame) : 0);
        for (let k = 0; k < 3; k++) place[k] = pose.positions[3 * ankle + k] + shift[k] + offset[k] + rise * up[k];
        multiplyQuat(this.rotation, 0, turn, 0, pose.rotations, 4 * ankle);
    }

    /** Leaves the ground before the clip does. */
    stepOff(frame: StrideFrame) {
        this.beginStep(frame);
        this.release();
        this.hop = HOP * frame.height;
    }

    /** Tells that another script has raised the foot by a height in scene units. */
    tellRaised(height: number) {
        this.raised += height;
    }

    /** Begins a step that its clip does not have; a foot that stood where that had it comes down again where that has it. */
    private beginStep({ turnRate }: StrideFrame) {
        if (this.isFromBefore || !(this.timeLeft < Infinity)) this.timeLeft = stepTime(turnRate);
        this.stepLeft = this.timeLeft;
    }

    /** Share of the swing that is done, 0..1; another number where there is none. */
    private swingShare(without: number): number {
        return this.swingTime > 0 ? clamp(1 - this.timeLeft / this.swingTime, 0, 1) : without;
    }

    /** Finds how far the foot is turned against its clip: one that stands stays as it is, one in the air leads into the curve. */
    private turnFoot(rotations: Flat, ankle: number, frame: StrideFrame, isHeld: boolean) {
        const { turn, rotationBefore, isKnown } = this;
        if (isKnown) multiplyQuatInverse(turn, 0, rotations, ankle, rotationBefore, 0);
        const sign = turn[3] < 0 ? -1 : 1;
        const animated = isKnown ? 2 * Math.atan2(sign * dotVec(turn, 0, frame.up, 0), sign * turn[3]) : 0;
        copyQuat(rotationBefore, 0, rotations, ankle);
        if (isHeld) {
            this.yaw = clamp(this.yaw - animated, -MOST_TURNED, MOST_TURNED);
            this.yawBefore = this.yaw;
        } else {
            this.yaw = this.yawBefore + smoothstep(this.swingShare(1)) * (leadOf(frame) - this.yawBefore);
        }
        const sine = Math.sin(this.yaw / 2);
        for (let k = 0; k < 3; k++) turn[k] = sine * frame.up[k];
        turn[3] = Math.cos(this.yaw / 2);
    }

    /** Leads the foot further into a curve, as much as it has to be as it comes down. */
    private leadIntoCurve(positions: Flat, ankle: number, frame: StrideFrame) {
        const { shift, hold: { offset } } = this;
        const share = smoothstep(this.swingShare(1));
        for (let k = 0; k < 3; k++) slide[k] = positions[ankle + k] + shift[k];
        writeLead(leading, slide, frame);
        for (let k = 0; k < 3; k++) offset[k] += share * leading[k];
    }

    /**
     * Leads the foot over the place where it shall come down: it is there before it comes down, so that it passes edges in time. Without this short legs do not
     * get both feet onto each tread (short-legs.test.ts).
     */
    private goToLanding(footfall: Readonly<Footfall>, positions: Flat, ankle: number) {
        const { shift, hold: { offset } } = this;
        const { landing, course } = footfall;
        for (let k = 0; k < 3; k++) slide[k] = landing[k] - positions[ankle + k] - shift[k] - offset[k];
        const share = smoothstep(Math.min(1, this.swingShare(0) / ARRIVED));
        const left = share * dotVec(slide, 0, course, 0);
        for (let k = 0; k < 3; k++) offset[k] += left * course[k];
    }

    /** Begins the time in the air, from where the foot is and as it is turned. */
    private beginSwing() {
        this.hop = 0;
        this.swingTime = Math.max(SHORTEST, this.timeLeft);
        this.yawBefore = this.yaw;
    }

    /** Lifts the foot, so that it is on its path again when it comes down. */
    private release() {
        this.beginSwing();
        releaseSole(this.hold, this.swingTime);
    }

    /** How deep the sole is in the floor, further than it may be. */
    private depth(swing: number, { floor, height, up }: StrideFrame): number {
        const sunk = SUNK * Math.max(0, 1 - Math.min(swing, 1 - swing) / CLEAR);
        return Math.max(0, floor - sunk * height - this.sole.lowest(up));
    }
}
