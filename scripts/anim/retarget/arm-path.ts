import type { Arm } from './arm';
import { LimbPath } from './limb-path';
import { clamp } from '../../core/math/scalars';
import type { FlatPose } from '../../core/pose/flat-pose';

// One arm of the target in all poses, whose hand is moved off its path.

/** Share of the length up to which an arm is stretched, if it is not by itself. */
const STRETCH = 0.999;

const goal = new Float64Array(3);

export class ArmPath extends LimbPath {
    constructor(private readonly arm: Arm, count: number) {
        const [root, knee, end] = arm.joints;
        super({ root, knee, end }, count);
    }

    protected bendFor(upper: number, lower: number, own: number, wanted: number): number {
        const reach = Math.min(wanted, Math.max(own, STRETCH * (upper + lower)));
        return Math.acos(clamp((reach * reach - upper * upper - lower * lower) / (2 * upper * lower), -1, 1));
    }

    /** Solves the arm. */
    solve(pose: FlatPose, frame: number): void {
        this.writeEnd(goal, pose, frame);
        this.arm.reach(pose, goal);
    }
}
