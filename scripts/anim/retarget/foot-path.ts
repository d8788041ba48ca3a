import { STRETCH } from './lower-body';
import { toesOf } from './roll-feet';
import type { TemplateBody } from './template-body';
import { reachOf, TwoHalves } from './two-halves';
import { liftHeel } from '../../core/limb/heel-lift';
import {
    addVec, copyQuat, copyVec, multiplyInverseQuat, normalizeVec, rotateVec, rotateVecInverse, subtractVec
} from '../../core/math/flat-math';
import { RADIANS } from '../../core/math/scalars';
import { slowAbove, slowTurns } from '../../core/math/smoothing';
import type { FlatPose } from '../../core/pose/flat-pose';

// One foot of the target in all poses: where it shall be, and the leg that is solved for it.
//
// A leg of other length than the source's is nearly straight, or folded, at other times. A knee turns ever faster there for the same path of its foot, and a leg whose
// foot is near its hip swings ever faster. So each knee gets the smallest bend that is nowhere less than its foot needs, and changes no faster than a given speed: it
// bends earlier or stretches later, and the foot is too high for a moment rather than too low. The line from hip to foot is slowed down too.

/** Largest angle in radians by which a heel rises more than the source's so that a leg that trails reaches. */
const MORE_HEEL = 30 * RADIANS;

const Y = Float64Array.of(0, 1, 0);
const line = new Float64Array(3);
const ahead = new Float64Array(3);
const ball = new Float64Array(3);
const goal = new Float64Array(7);

/** When a foot is down: the frame of its strike, and how many frames from there on. */
export interface Run { readonly start: number; readonly length: number }

export class FootPath {
    /** How far it is moved off its path, three numbers a frame. */
    readonly offsets: Float64Array;

    /** Height of its lowest point in each frame, and how far the points that touch have gone since the frame before. */
    readonly lowest: Float64Array;

    readonly slides: Float64Array;

    /** How much of it is on the ground while it is down, 0..1: all of a sole that lies flat. */
    readonly flatness: Float64Array;

    readonly limb: TwoHalves;

    /** From the leg's root to the foot, in body space: three numbers a frame. */
    private readonly legs: Float64Array;

    /** From the leg's root to where the foot shall be, in body space: three numbers a frame. */
    readonly reaches: Float64Array;

    /** Lengths of the leg's halves, two numbers a frame. */
    private readonly halves: Float64Array;

    /** Rotation of the foot, four numbers a frame. */
    private readonly turns: Float64Array;

    /** Angle of the knee in radians. */
    private readonly bends: Float64Array;

    /** Direction of the leg as seen from the bone that it hangs on, three numbers a frame. */
    private readonly lines: Float64Array;

    /** The bone that bends at its ball; -1: none. */
    private readonly toes: number;

    constructor(body: TemplateBody, readonly foot: number, bones: readonly number[], readonly runs: readonly Run[], count: number) {
        const numbers = (size: number) => new Float64Array(size * count);
        this.offsets = numbers(3);
        this.lowest = numbers(1);
        this.slides = numbers(3);
        this.flatness = numbers(1).fill(1);
        this.legs = numbers(3);
        this.reaches = numbers(3);
        this.halves = numbers(2);
        this.turns = numbers(4);
        this.bends = numbers(1);
        this.lines = numbers(3);
        this.toes = toesOf(body, foot);
        this.limb = new TwoHalves(body, bones, body.rig.legs === 4);
    }

    /** Notes how the leg is in a pose. */
    observe({ positions, rotations }: FlatPose, frame: number): void {
        subtractVec(this.legs, 3 * frame, positions, 3 * this.foot, positions, 3 * this.limb.root);
        copyQuat(this.turns, 4 * frame, rotations, 4 * this.foot);
        this.limb.measureHalves(this.halves, 2 * frame, positions);
    }

    /** Works out where the foot shall be, and how far the knee is bent for that. */
    aim(frame: number): void {
        addVec(this.reaches, 3 * frame, this.legs, 3 * frame, this.offsets, 3 * frame);
        this.bend(frame);
    }

    private bend(frame: number) {
        const { halves, legs, reaches, limb } = this;
        this.bends[frame] = limb.bendFor(halves[2 * frame], halves[2 * frame + 1], lengthOf(legs, frame), lengthOf(reaches, frame));
    }

    /** Lets the heel rise for a leg that does not reach; the toes stay as they are. */
    raiseHeel(pose: FlatPose, frame: number): void {
        const { limb, toes, flatness, reaches, turns } = this;
        if (toes < 0 || flatness[frame] === 1) return;
        addVec(goal, 0, pose.positions, 3 * limb.root, reaches, 3 * frame);
        copyQuat(goal, 3, turns, 4 * frame);
        subtractVec(ball, 0, pose.positions, 3 * toes, pose.positions, 3 * limb.end);
        copyVec(ahead, 0, ball, 0);
        ahead[1] = 0;
        addVec(ball, 0, ball, 0, goal, 0);
        const most = (1 - flatness[frame]) * MORE_HEEL;
        if (!(liftHeel(goal, ball, pose.positions, 3 * limb.root, Y, ahead, STRETCH * limb.reachIn(pose.positions), most) > 0)) return;
        subtractVec(reaches, 3 * frame, goal, 0, pose.positions, 3 * limb.root);
        copyQuat(turns, 4 * frame, goal, 3);
        this.bend(frame);
        // the foot is turned when the limb is solved
        multiplyInverseQuat(pose.localRotations, 4 * toes, goal, 3, pose.rotations, 4 * toes);
    }

    /** Notes where the leg goes. */
    storeLine({ rotations, parents }: FlatPose, frame: number): void {
        copyVec(line, 0, this.reaches, 3 * frame);
        normalizeVec(line, 0);
        rotateVecInverse(this.lines, 3 * frame, rotations, 4 * parents[this.limb.root], line, 0);
    }

    /** Distance from root to foot that the leg has, its knee as it is bent. */
    reachIn(frame: number): number {
        const [upper, lower] = this.halves.subarray(2 * frame);
        return Math.min(STRETCH * (upper + lower), reachOf(upper, lower, this.bends[frame]));
    }

    /** @param step - Radians a frame. */
    slowKnee(step: number, isLoop: boolean): void {
        this.bends.set(slowAbove(this.bends, step, isLoop));
    }

    /** @param step - Radians a frame. */
    slowLine(step: number, isLoop: boolean): void {
        slowTurns(this.lines, step, isLoop);
    }

    /** Solves the leg. */
    solve(pose: FlatPose, frame: number): void {
        const { limb, turns, lines, bends } = this;
        rotateVec(line, 0, pose.rotations, 4 * pose.parents[limb.root], lines, 3 * frame);
        addVec(goal, 0, pose.positions, 3 * limb.root, line, 0);
        copyQuat(goal, 3, turns, 4 * frame);
        limb.reach(pose, goal, bends[frame]);
    }
}

function lengthOf(vectors: Float64Array, frame: number): number {
    return Math.hypot(vectors[3 * frame], vectors[3 * frame + 1], vectors[3 * frame + 2]);
}
