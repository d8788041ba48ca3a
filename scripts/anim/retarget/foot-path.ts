import { LimbPath } from './limb-path';
import { STRETCH } from './lower-body';
import { LyingLeg } from './lying-leg';
import { toesOf } from './roll-feet';
import type { TemplateBody } from './template-body';
import { reachOf, TwoHalves } from './two-halves';
import { liftHeel } from '../../core/limb/heel-lift';
import { addVec, copyQuat, copyVec, multiplyInverseQuat, subtractVec } from '../../core/math/flat-math';
import { RADIANS } from '../../core/math/scalars';
import type { FlatPose } from '../../core/pose/flat-pose';

// One foot of the target in all poses: when it is down, where it shall be, and the leg that is solved for it.

/** Largest angle in radians by which a heel rises more than the source's so that a leg that trails reaches. */
const MORE_HEEL = 30 * RADIANS;

const Y = Float64Array.of(0, 1, 0);
const ahead = new Float64Array(3);
const ball = new Float64Array(3);
const goal = new Float64Array(7);

/** When a foot is down: the frame of its strike, and how many frames from there on. */
export interface Run { readonly start: number; readonly length: number }

export class FootPath extends LimbPath {
    /** Height of the leg's root over the floor in each frame. */
    private readonly heights: Float64Array;

    /** Height of its lowest point in each frame, and how far the points that touch have gone since the frame before. */
    readonly lowest: Float64Array;

    readonly slides: Float64Array;

    /** How much of it is on the ground while it is down, 0..1: all of a sole that lies flat. */
    readonly flatness: Float64Array;

    /** What keeps its hock above the floor; null: it folds as the source's does. */
    private readonly lying: LyingLeg | null;

    /** The bone that bends at its ball; -1: none. */
    private readonly toes: number;

    constructor(body: TemplateBody, readonly foot: number, bones: readonly number[], readonly runs: readonly Run[], count: number, private readonly floor: number, height: number) {
        const limb = new TwoHalves(body, bones, body.rig.legs === 4);
        super(limb, count);
        this.heights = new Float64Array(count);
        this.lowest = new Float64Array(count);
        this.slides = new Float64Array(3 * count);
        this.flatness = new Float64Array(count).fill(1);
        this.toes = toesOf(body, foot);
        this.lying = LyingLeg.of(limb, body, height);
    }

    override observe(pose: FlatPose, frame: number): void {
        super.observe(pose, frame);
        this.heights[frame] = pose.positions[3 * this.limb.root + 1] - this.floor;
    }

    protected override direct(frame: number): void {
        const { halves, reaches, heights, guides } = this;
        this.lying?.fit(reaches, 3 * frame, halves[2 * frame], halves[2 * frame + 1], heights[frame], guides, 4 * frame);
        super.direct(frame);
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
        this.direct(frame);
        // the foot is turned when the limb is solved
        multiplyInverseQuat(pose.localRotations, 4 * toes, goal, 3, pose.rotations, 4 * toes);
    }

    /** Distance from root to foot that the leg has, its knee as it is bent. */
    reachIn(frame: number): number {
        const [upper, lower] = this.halves.subarray(2 * frame);
        return Math.min(STRETCH * (upper + lower), reachOf(upper, lower, this.bends[frame]));
    }
}
