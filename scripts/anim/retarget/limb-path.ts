import type { TwoHalves } from './two-halves';
import { addVec, copyQuat, distanceVec, lengthVec, subtractVec, type Flat } from '../../core/math/flat-math';
import { slowAbove } from '../../core/math/smoothing';
import type { FlatPose } from '../../core/pose/flat-pose';

// A limb of the target in all poses, whose end is moved off its path.
//
// A limb of other length than the source's is nearly straight, or folded, at other times. A knee turns ever faster there for the same path of its foot, and a leg whose
// foot is near its hip swings ever faster. So each knee or elbow gets the smallest bend that is nowhere less than its end needs, and changes no faster than a given
// speed: it bends earlier or stretches later, and a foot is too high for a moment rather than too low.

/** Difference of angles in radians that is none. */
const SAME = 1e-6;

const line = new Float64Array(3);
const goal = new Float64Array(7);

export class LimbPath {
    /** How far the end is moved off its path, three numbers a frame. */
    readonly offsets: Float64Array;

    /** From the root to where the end shall be, in body space: three numbers a frame. */
    readonly reaches: Float64Array;

    /** Angle of the knee in radians. */
    readonly bends: Float64Array;

    /** Lengths of the halves, and distances from the root to where the end is by itself and to where it shall be: four numbers a frame. */
    protected readonly halves: Float64Array;

    /** Rotation of the end, four numbers a frame. */
    protected readonly turns: Float64Array;

    /** From the root to where the end is by itself, three numbers a frame. */
    protected readonly own: Float64Array;

    /** Rotation of the bone that the limb hangs on, four numbers a frame. */
    protected readonly guides: Float64Array;

    constructor(readonly limb: TwoHalves, count: number) {
        const numbers = (size: number) => new Float64Array(size * count);
        [this.offsets, this.reaches, this.own] = [numbers(3), numbers(3), numbers(3)];
        [this.turns, this.guides, this.halves] = [numbers(4), numbers(4), numbers(4)];
        this.bends = numbers(1);
    }

    /** Notes how the limb is in a pose. */
    observe({ positions, rotations, parents }: FlatPose, frame: number): void {
        const { own, halves, limb: { root, knee, end } } = this;
        subtractVec(own, 3 * frame, positions, 3 * end, positions, 3 * root);
        halves[4 * frame] = distanceVec(positions, 3 * root, positions, 3 * knee);
        halves[4 * frame + 1] = distanceVec(positions, 3 * knee, positions, 3 * end);
        halves[4 * frame + 2] = lengthVec(own, 3 * frame);
        copyQuat(this.turns, 4 * frame, rotations, 4 * end);
        copyQuat(this.guides, 4 * frame, rotations, 4 * parents[root]);
    }

    /** Works out where the end shall be. */
    aim(frame: number): void {
        addVec(this.reaches, 3 * frame, this.own, 3 * frame, this.offsets, 3 * frame);
        this.direct(frame);
    }

    /** Works out the bend with which the limb reaches its end. */
    protected direct(frame: number): void {
        const { halves, reaches } = this;
        halves[4 * frame + 3] = lengthVec(reaches, 3 * frame);
        this.bends[frame] = this.limb.bendFor(halves, 4 * frame);
    }

    /** @param step - Radians a frame. */
    slowKnee(step: number, isLoop: boolean): void {
        this.bends.set(slowAbove(this.bends, step, isLoop));
    }

    /** Whether the limb is not as it is by itself. */
    isMoved(frame: number): boolean {
        const { offsets, halves, bends } = this;
        const o = 3 * frame;
        if (offsets[o] !== 0 || offsets[o + 1] !== 0 || offsets[o + 2] !== 0) return true;
        return Math.abs(bends[frame] - this.limb.bendFor(halves, 4 * frame)) > SAME;
    }

    /** By how much an end that is moved by an offset is beyond the limb, as a share of its length. */
    beyond(offset: Flat, frame: number): number {
        const { halves, own } = this;
        addVec(line, 0, own, 3 * frame, offset, 0);
        return lengthVec(line, 0) / (halves[4 * frame] + halves[4 * frame + 1]) - 1;
    }

    /** Shortens an offset until the limb reaches the end that it moves. */
    limit(offset: Flat, frame: number): void {
        const beyond = this.beyond(offset, frame);
        if (beyond > 0) for (let axis = 0; axis < 3; axis++) offset[axis] -= line[axis] * beyond / (1 + beyond);
    }

    /**
     * Solves the limb.
     *
     * @returns How far its end is from where its path and its offset have it.
     */
    solve(pose: FlatPose, frame: number): number {
        const { own, offsets, reaches, bends, limb: { root, end } } = this;
        addVec(goal, 0, pose.positions, 3 * root, reaches, 3 * frame);
        copyQuat(goal, 3, this.turns, 4 * frame);
        addVec(line, 0, pose.positions, 3 * root, own, 3 * frame);
        addVec(line, 0, line, 0, offsets, 3 * frame);
        this.limb.reach(pose, goal, bends[frame]);
        return distanceVec(line, 0, pose.positions, 3 * end);
    }
}
