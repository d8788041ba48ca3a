import type { StrideFrame } from './stride-frame';
import { shiftStride } from '../../core/limb/stride';
import { clearVec, copyVec, dotVec, type Flat } from '../../core/math/flat-math';
import { clamp, RADIANS } from '../../core/math/scalars';
import type { FlatPose } from '../../core/pose/flat-pose';

// Where and when one foot comes down on its stride.

/** Radians by which a foot in the air may lead into a curve at most. */
const MOST_LEAD = 30 * RADIANS;

const strikeShift = new Float64Array(3);
const leading = new Float64Array(3);
const arm = new Float64Array(3);

/** What feet do in what plays. */
export interface Footfalls {
    /** Whether a foot is on the ground. */
    isDown(foot: number): boolean;
    /** Writes where it comes down the next time, where that is another place than it has now, and tells in how many seconds; Infinity: it is not known to. */
    readStrike(out: Flat, foot: number): number;
}

/** Angle in radians by which a foot in the air leads into a curve. */
export function leadOf({ turnRate, lead }: StrideFrame): number {
    return clamp(lead * turnRate, -MOST_LEAD, MOST_LEAD);
}

/**
 * Writes by how much a foot comes down further into a curve than its clip has it: the ground below one that stands turns about the character, so it comes
 * down as far ahead of that turn as it leaves the ground behind it.
 */
export function writeLead(out: Flat, place: Flat, frame: StrideFrame): void {
    const { up, root } = frame;
    const angle = leadOf(frame);
    const sine = Math.sin(angle), cosine = 1 - Math.cos(angle);
    for (let k = 0; k < 3; k++) arm[k] = place[k] - root[k];
    const along = dotVec(arm, 0, up, 0);
    for (let k = 0; k < 3; k++) arm[k] -= along * up[k];
    for (let k = 0; k < 3; k++) out[k] = sine * (up[(k + 1) % 3] * arm[(k + 2) % 3] - up[(k + 2) % 3] * arm[(k + 1) % 3]) - cosine * arm[k];
}

/** What this stage reads of a foot: where the last frame has shown it. */
interface SteppingFoot {
    readonly index: number;
    readonly path: { readonly isKnown: boolean };
    readonly leg: { readonly hip: number; readonly ankle: number; readonly goal: Flat };
}

export class Footfall {
    /** World place of the hip. */
    readonly hip: Flat = new Float64Array(3);

    /** Where the ankle comes down the next time, and where it did the last time, world space; seconds until it does, Infinity: not known to. */
    readonly strike: Flat = new Float64Array(3);

    readonly struck: Flat = new Float64Array(3);

    timeLeft = Infinity;

    /** Place at which the ankle shall come down, world space, and the unit direction along which it counts; 0: wherever its path has it. */
    readonly landing: Flat = new Float64Array(3);

    readonly course: Flat = new Float64Array(3);

    /** Whether its clip had the foot on the ground in the last frame. */
    private wasDown = false;

    /** Finds where the foot comes down the next time. */
    predict({ index, path, leg }: SteppingFoot, { positions }: FlatPose, gait: Footfalls, frame: StrideFrame) {
        const { ahead, stride, velocity } = frame;
        const { strike, struck, hip } = this;
        copyVec(hip, 0, positions, 3 * leg.hip);
        const isDown = gait.isDown(index);
        if (!path.isKnown) copyVec(struck, 0, positions, 3 * leg.ankle);
        else if (isDown && !this.wasDown) copyVec(struck, 0, leg.goal, 0);
        this.wasDown = isDown;
        clearVec(this.course, 0);
        copyVec(strike, 0, positions, 3 * leg.ankle);
        this.timeLeft = gait.readStrike(strike, index);
        if (!(this.timeLeft < Infinity)) return;
        shiftStride(strikeShift, strike, 0, hip, 0, ahead, stride);
        for (let k = 0; k < 3; k++) strike[k] += strikeShift[k];
        writeLead(leading, strike, frame);
        for (let k = 0; k < 3; k++) strike[k] += leading[k] + velocity[k] * this.timeLeft;
    }

    /** Moves the place where it comes down by an offset along a course. */
    move(offset: Flat, course: Flat) {
        for (let k = 0; k < 3; k++) this.strike[k] += offset[k];
        copyVec(this.landing, 0, this.strike, 0);
        copyVec(this.course, 0, course, 0);
    }
}
