import { LyingLeg } from './lying-leg';
import { trunkOf, type LineLimb } from './retarget-plan';
import type { TemplateBody } from './template-body';
import { TwoHalves } from './two-halves';
import { copyQuat, lengthVec, multiplyQuatInverse, rotateVec, subtractVec, type Flat } from '../../core/math/flat-math';
import type { FlatPose } from '../../core/pose/flat-pose';

// A limb of other bones than the source's, or of other directions when it stands: a robot's leg of three, a small animal's of one, any animal's.
//
// Its parts take their turns as all bones do, which gives it its shape; then its end is brought to where the source's is. A foot is as far from where it
// stands in the reference pose as the source's is, by the ratio of the legs, so that it keeps pace with the body; one that is folded is folded to the
// same share of its length. An arm has the direction of the source's.

/** Share of a leg's length to which it is stretched, of that where it stands straight down, and of its length by which the body may sink for a long stride. */
const STRETCH = 0.99;
const STRAIGHT = 0.98;
const SINKS = 0.05;

/** Shares of the source's stride that are tried. */
const STRIDE_STEP = 0.02;
const LEAST_STRIDE = 0.4;

const line = new Float64Array(3);
const turn = new Float64Array(4);
const goal = new Float64Array(7);
const lengths = new Float64Array(2);

export class LineTransfer {
    /** From the root to the end: on both in the reference pose, and where the end shall be. */
    private readonly sourceLine = new Float64Array(3);

    private readonly line = new Float64Array(3);

    private readonly wanted = new Float64Array(3);

    /** Where the source's limb begins against the bone that it hangs on in the trunk: parts that this one does not have move it. */
    private readonly sourceRoot = new Float64Array(3);

    private readonly trunk: number;

    private readonly halves: TwoHalves;

    /** What keeps its hock above the floor; null: it folds as the source's does. */
    private readonly lying: LyingLeg | null;

    constructor(private readonly limb: LineLimb, private readonly source: TemplateBody, target: TemplateBody) {
        const { source: theirs, joints } = limb;
        const [first, end] = [theirs[0], theirs[theirs.length - 1]];
        subtractVec(this.sourceLine, 0, source.places, 3 * end, source.places, 3 * first);
        subtractVec(this.line, 0, target.places, 3 * joints[joints.length - 1], target.places, 3 * joints[0]);
        this.trunk = trunkOf(source, limb.limb);
        subtractVec(this.sourceRoot, 0, source.places, 3 * first, source.places, 3 * this.trunk);
        this.halves = new TwoHalves(target, joints, true);
        this.lying = LyingLeg.of(this.halves, Math.abs(this.line[1]));
    }

    /** The end of the source's limb. */
    get sourceEnd(): number {
        return this.limb.source[this.limb.source.length - 1];
    }

    /**
     * The largest share of the source's stride with which the leg reaches its foot wherever that is down, while the body sinks little more than it has to for a leg that
     * is straight below it.
     *
     * @param poses - Calls back with each pose of the source in which the foot is down.
     * @param most - The share that is wanted.
     */
    reachableStride(poses: (look: (from: FlatPose) => void) => void, ratio: number, most: number): number {
        const { wanted, halves: { length, knee, root } } = this;
        if (!this.limb.limb.isLeg || knee === root) return most;
        const reach = STRETCH * length;
        let deepest = 0;
        poses((from) => {
            this.aim(from, ratio, most);
            deepest = Math.max(deepest, -wanted[1]);
        });
        const sinks = Math.max(0, deepest - STRAIGHT * reach) + SINKS * length;
        let stride = most;
        poses((from) => {
            for (; stride > LEAST_STRIDE * most; stride -= STRIDE_STEP) {
                this.aim(from, ratio, stride);
                if (Math.hypot(wanted[0], wanted[1] + sinks, wanted[2]) < reach) return;
            }
        });
        return stride;
    }

    /**
     * Finds where the end of the limb shall be, from its root.
     *
     * @param ratio - Length on the target for a length on the source.
     * @param stride - Share of it along the ground.
     */
    aim({ positions, rotations }: FlatPose, ratio: number, stride: number): void {
        const { limb: { source: theirs, limb: { direction, isLeg } }, source, trunk, wanted } = this;
        const end = theirs[theirs.length - 1];
        multiplyQuatInverse(turn, 0, rotations, 4 * trunk, source.rotations, 4 * trunk);
        rotateVec(line, 0, turn, 0, this.sourceRoot, 0);
        for (let axis = 0; axis < 3; axis++) line[axis] = positions[3 * end + axis] - positions[3 * trunk + axis] - line[axis];
        if (isLeg || !direction) {
            const share = lengthVec(line, 0) / lengthVec(this.sourceLine, 0);
            for (let axis = 0; axis < 3; axis++) {
                wanted[axis] = share * this.line[axis] + ratio * (axis === 1 ? 1 : stride) * (line[axis] - share * this.sourceLine[axis]);
            }
        } else {
            const stretch = lengthVec(this.line, 0) / lengthVec(this.sourceLine, 0);
            for (let axis = 0; axis < 3; axis++) wanted[axis] = stretch * line[axis];
        }
    }

    /**
     * Brings the end of the limb there.
     *
     * @param floor - A point on the floor in the pose.
     */
    stretch(pose: FlatPose, floor: Flat): void {
        const { wanted, halves, lying, limb: { joints } } = this;
        if (lying) {
            halves.measureHalves(lengths, 0, pose.positions);
            lying.fit(wanted, 0, lengths[0], lengths[1], pose.positions[3 * joints[0] + 1] - floor[1], pose.rotations, 4 * pose.parents[halves.root]);
        }
        for (let axis = 0; axis < 3; axis++) goal[axis] = pose.positions[3 * joints[0] + axis] + wanted[axis];
        copyQuat(goal, 3, pose.rotations, 4 * halves.end);
        halves.reach(pose, goal);
    }
}
