import { leadOf, writeLead, type Footfall, type Footfalls } from './footfall';
import type { StrideFrame } from './stride-frame';
import { clearSoleHold, createSoleHold, holdSole, releaseSole, soleMotion, swingSole } from '../../core/limb/sole-hold';
import { shiftStride } from '../../core/limb/stride';
import { dotVec, multiplyQuat, rotateVec, subtractVec, type Flat } from '../../core/math/flat-math';
import { clamp, RADIANS, smoothstep } from '../../core/math/scalars';
import type { FlatPose } from '../../core/pose/flat-pose';

// The path of one foot on a warped stride: that of its clip, stretched and turned, and held to the ground while the foot is down.

/** Height above the lowest point of a sole within which it touches the ground, as a share of the character's height: 2 mm on a person. */
const TOUCH = 0.0012;

/** Seconds in which an offset dies out at least: a foot that is about to come down again. */
const SHORTEST = 0.05;

/** Radians by which a planted foot may be turned against its body. */
const MOST_TURNED = 60 * RADIANS;

/** Height of a character that a foot is lifted more where another clip begins with it in the air. */
const HOP = 0.02;

/** Share of a swing after which a foot is over the place where it shall come down. */
const ARRIVED = 0.9;

const slide = new Float64Array(3);
const touch = new Float64Array(1);
const arm = new Float64Array(3);
const leading = new Float64Array(3);
const shiftBefore = new Float64Array(3);

/** What this stage reads of a foot. */
interface SteppingFoot {
    readonly index: number;
    readonly footfall: Readonly<Footfall>;
    /** The bones of its leg in the pose. */
    readonly leg: { readonly hip: number; readonly ankle: number };
}

export class SolePath {
    /** World place of the ankle, rotation of the foot with its heel down, and by what that is turned against the clip's. */
    readonly place: Flat = new Float64Array(3);

    readonly rotation: Flat = new Float64Array(4);

    readonly turn: Flat = new Float64Array(4);

    /** By how much it is turned to the left, radians: a foot that stands does not turn with its body. */
    yaw = -0;

    /** Whether the foot has left the ground before its clip lifts it. */
    hasSteppedOff = false;

    /** Seconds from the lift of the foot to its strike, and whether it was lifted in this frame. */
    swingTime = -0;

    isLifted = false;

    /** Whether the last frame is known. */
    isKnown = false;

    private readonly hold = createSoleHold();

    /** Where the points of the sole are, in this frame and in the last. */
    private readonly now: Flat;

    private readonly before: Flat;

    /** By how much the path is off the clip's. */
    private readonly shift: Flat = new Float64Array(3);

    /** The turn as the foot was lifted. */
    private yawBefore = -0;

    /** How much higher it goes on this course, scene units: one that another clip has lifted from where it stood. */
    private hop = -0;

    /**
     * @param carriers - Bones of the pose that carry the points of the sole.
     * @param points - The points in their frames, three numbers each.
     */
    constructor(private readonly carriers: Int32Array, private readonly points: Flat) {
        this.now = new Float64Array(points.length);
        this.before = new Float64Array(points.length);
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
        this.isKnown = false;
        this.hasSteppedOff = false;
    }

    /**
     * Finds where the foot shall be, from the animated pose.
     *
     * @param isSwitch - Whether another clip has begun, from whose path the foot goes on where it is.
     */
    step({ index, footfall, leg: { hip, ankle } }: SteppingFoot, pose: FlatPose, gait: Footfalls, frame: StrideFrame, isSwitch: boolean) {
        const { hold, shift, now, before, place, turn, hold: { offset } } = this;
        const { dt, up, ahead, stride, ground } = frame;
        this.isLifted = false;
        shiftBefore.set(shift);
        shiftStride(shift, pose.positions, 3 * ankle, pose.positions, 3 * hip, ahead, stride);
        const isDown = gait.isDown(index);
        if (!isDown) this.hasSteppedOff = false;
        const isCarriedOn = isSwitch && this.isKnown && !(isDown && hold.isDown);
        if (isCarriedOn) this.beginSwing(footfall);
        this.turnFoot(footfall, frame, hold.isDown || (isDown && !this.hasSteppedOff));
        this.readPoints(pose, ankle);
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
            if (hold.isDown || isCarriedOn) this.release(footfall);
            swingSole(hold, dt);
            this.leadIntoCurve(footfall, pose.positions, 3 * ankle, frame);
            this.goToLanding(footfall, pose.positions, 3 * ankle);
        }
        before.set(now);
        this.isKnown = true;
        const swing = this.hop > 0 ? this.swingShare(footfall, 0) : 0;
        const rise = 4 * this.hop * swing * (1 - swing);
        for (let k = 0; k < 3; k++) place[k] = pose.positions[3 * ankle + k] + shift[k] + offset[k] + rise * up[k];
        multiplyQuat(this.rotation, 0, turn, 0, pose.rotations, 4 * ankle);
    }

    /** Leaves the ground before the clip does. */
    stepOff(footfall: Readonly<Footfall>) {
        this.release(footfall);
        this.hasSteppedOff = true;
    }

    /** Share of the swing that is done, 0..1; another number where there is none. */
    private swingShare({ timeLeft }: Readonly<Footfall>, without: number): number {
        return this.swingTime > 0 ? clamp(1 - timeLeft / this.swingTime, 0, 1) : without;
    }

    /** Finds how far the foot is turned against its clip: one that stands stays as it is, one in the air leads into the curve. */
    private turnFoot(footfall: Readonly<Footfall>, frame: StrideFrame, isHeld: boolean) {
        const { turn } = this;
        if (isHeld) {
            this.yaw = clamp(this.yaw - frame.turn, -MOST_TURNED, MOST_TURNED);
            this.yawBefore = this.yaw;
        } else {
            this.yaw = this.yawBefore + smoothstep(this.swingShare(footfall, 1)) * (leadOf(frame) - this.yawBefore);
        }
        const sine = Math.sin(this.yaw / 2);
        for (let k = 0; k < 3; k++) turn[k] = sine * frame.up[k];
        turn[3] = Math.cos(this.yaw / 2);
    }

    /** Leads the foot further into a curve, as much as it has to be as it comes down. */
    private leadIntoCurve(footfall: Readonly<Footfall>, positions: Flat, ankle: number, frame: StrideFrame) {
        const { shift, hold: { offset } } = this;
        const share = smoothstep(this.swingShare(footfall, 1));
        for (let k = 0; k < 3; k++) slide[k] = positions[ankle + k] + shift[k];
        writeLead(leading, slide, frame);
        for (let k = 0; k < 3; k++) offset[k] += share * leading[k];
    }

    /** Leads the foot over the place where it shall come down: it is there before it comes down, so that it passes edges in time. */
    private goToLanding(footfall: Readonly<Footfall>, positions: Flat, ankle: number) {
        const { shift, hold: { offset } } = this;
        const { landing, course } = footfall;
        for (let k = 0; k < 3; k++) slide[k] = landing[k] - positions[ankle + k] - shift[k] - offset[k];
        const share = smoothstep(Math.min(1, this.swingShare(footfall, 0) / ARRIVED));
        const left = share * dotVec(slide, 0, course, 0);
        for (let k = 0; k < 3; k++) offset[k] += left * course[k];
    }

    /** Begins the time in the air, from where the foot is and as it is turned. */
    private beginSwing({ timeLeft }: Readonly<Footfall>) {
        this.swingTime = Math.max(SHORTEST, timeLeft);
        this.yawBefore = this.yaw;
    }

    /** Lifts the foot, so that it is on its path again when it comes down. */
    private release(footfall: Readonly<Footfall>) {
        this.beginSwing(footfall);
        releaseSole(this.hold, this.swingTime);
        this.isLifted = true;
    }

    /** Reads the points of the sole, turned with the foot about its ankle. */
    private readPoints({ positions, rotations, scales }: FlatPose, ankle: number) {
        const { carriers, points, now, shift, turn } = this;
        for (let i = 0; i < carriers.length; i++) {
            const bone = carriers[i], o = 3 * i;
            rotateVec(arm, 0, rotations, 4 * bone, points, o);
            for (let k = 0; k < 3; k++) arm[k] = positions[3 * bone + k] + scales[bone] * arm[k] - positions[3 * ankle + k];
            rotateVec(arm, 0, turn, 0, arm, 0);
            for (let k = 0; k < 3; k++) now[o + k] = positions[3 * ankle + k] + arm[k] + shift[k];
        }
    }
}
