import type { LineLimb } from './retarget-plan';
import type { TemplateBody } from './template-body';
import { captureLimb, createLimb, reachWithLimb, type Limb } from '../../core/limb/limb';
import {
    arcQuat, copyQuat, copyVec, lengthVec, multiplyQuat, multiplyQuatInverse, normalizeVec, rotateVec, rotateVecInverse, subtractVec, type Flat
} from '../../core/math/flat-math';
import { updateWorld, type FlatPose } from '../../core/pose/flat-pose';

// A limb of other bones than the source's: a robot's leg of three, a small animal's of one.
//
// A foot is as far from where it stands in the reference pose as the source's is, by the ratio of the legs, so that it keeps pace with the body; an arm has
// the direction of the source's. The limb keeps its own shape, turned and bent that far.

/** Passes of the solver for limbs of more than two bones. */
const PASSES = 12;

/** Share of a leg's length to which it is stretched, of that where it stands straight down, and of its length by which the body may sink for a long stride. */
const STRETCH = 0.99;
const STRAIGHT = 0.98;
const SINKS = 0.05;

/** Shares of the source's stride that are tried. */
const STRIDE_STEP = 0.02;
const LEAST_STRIDE = 0.4;

const AHEAD = Float64Array.of(0, 0, 1);

const line = new Float64Array(3);
const turned = new Float64Array(3);
const turn = new Float64Array(4);
const goal = new Float64Array(8);

export class LineTransfer {
    /** From the root to the end: on both in the reference pose, and where the end shall be. */
    private readonly sourceLine = new Float64Array(3);

    private readonly line = new Float64Array(3);

    private readonly wanted = new Float64Array(3);

    /** Where the source's limb begins against the bone that it hangs on in the trunk: parts that this one does not have move it. */
    private readonly sourceRoot = new Float64Array(3);

    private readonly trunk: number;

    /** The turn of the whole limb against the reference pose. */
    private readonly turn = new Float64Array(4);

    /** null: a single bone neither bends nor stretches. */
    private readonly solved: Limb | null;

    /**
     * @param rotations - Of the target in its reference pose, as it was edited.
     */
    constructor(private readonly limb: LineLimb, private readonly source: TemplateBody, private readonly target: TemplateBody, private readonly rotations: Flat) {
        const { source: theirs, bones, limb: { roles } } = limb;
        const [first, end] = [theirs[0], theirs[theirs.length - 1]];
        subtractVec(this.sourceLine, 0, source.places, 3 * end, source.places, 3 * first);
        subtractVec(this.line, 0, target.places, 3 * bones[bones.length - 1], target.places, 3 * bones[0]);
        const outermost = roles.map(role => source.bones.get(role)).find(bone => bone !== undefined)!;
        this.trunk = Math.min(source.count - 1, source.parentOf(outermost));
        subtractVec(this.sourceRoot, 0, source.places, 3 * first, source.places, 3 * this.trunk);
        const pole = new Float64Array(3);
        rotateVecInverse(pole, 0, target.rotations, 4 * bones[0], AHEAD, 0);
        this.solved = bones.length > 2 ? createLimb(bones, pole) : null;
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
        const { solved, wanted } = this;
        if (!solved || !this.limb.limb.isLeg) return most;
        captureLimb(solved, this.target.space.pose);
        const reach = STRETCH * solved.length;
        let deepest = 0;
        poses((from) => {
            this.want(from, ratio, most);
            deepest = Math.max(deepest, -wanted[1]);
        });
        const sinks = Math.max(0, deepest - STRAIGHT * reach) + SINKS * solved.length;
        let stride = most;
        poses((from) => {
            for (; stride > LEAST_STRIDE * most; stride -= STRIDE_STEP) {
                this.want(from, ratio, stride);
                if (Math.hypot(wanted[0], wanted[1] + sinks, wanted[2]) < reach) return;
            }
        });
        return stride;
    }

    /** Finds where the end of the limb shall be, from its root. */
    private want({ positions, rotations }: FlatPose, ratio: number, stride: number): void {
        const { limb: { source: theirs, limb: { direction, isLeg } }, source, trunk, wanted } = this;
        const end = theirs[theirs.length - 1];
        multiplyQuatInverse(turn, 0, rotations, 4 * trunk, source.rotations, 4 * trunk);
        rotateVec(line, 0, turn, 0, this.sourceRoot, 0);
        for (let axis = 0; axis < 3; axis++) line[axis] = positions[3 * end + axis] - positions[3 * trunk + axis] - line[axis];
        if (isLeg || !direction) {
            for (let axis = 0; axis < 3; axis++) {
                wanted[axis] = this.line[axis] + ratio * (axis === 1 ? 1 : stride) * (line[axis] - this.sourceLine[axis]);
            }
        } else {
            const stretch = lengthVec(this.line, 0) / lengthVec(this.sourceLine, 0);
            for (let axis = 0; axis < 3; axis++) wanted[axis] = stretch * line[axis];
        }
    }

    /**
     * Looks where the source has its limb.
     *
     * @param ratio - Length on the target for a length on the source.
     * @param stride - Share of it along the ground.
     */
    read(from: FlatPose, ratio: number, stride: number): void {
        const { limb: { source: [first] }, source, wanted } = this;
        this.want(from, ratio, stride);
        const { rotations } = from;
        multiplyQuatInverse(turn, 0, rotations, 4 * first, source.rotations, 4 * first);
        rotateVec(turned, 0, turn, 0, this.line, 0);
        copyVec(line, 0, wanted, 0);
        if (!normalizeVec(turned, 0) || !normalizeVec(line, 0)) return;
        arcQuat(this.turn, 0, turned, 0, line, 0, AHEAD, 0);
        multiplyQuat(this.turn, 0, this.turn, 0, turn, 0);
    }

    /** Writes the rotation of one of the limb's bones before it bends. */
    turnBone(out: Flat, bone: number): void {
        multiplyQuat(out, 4 * bone, this.turn, 0, this.rotations, 4 * bone);
    }

    /** Bends or stretches the limb. */
    stretch(pose: FlatPose): void {
        const { solved, wanted } = this;
        if (!solved) return;
        captureLimb(solved, pose);
        const [root, end] = [solved.bones[0], solved.bones[solved.bones.length - 1]];
        for (let axis = 0; axis < 3; axis++) goal[axis] = pose.positions[3 * root + axis] + wanted[axis];
        copyQuat(goal, 3, pose.rotations, 4 * end);
        reachWithLimb(solved, pose, goal, PASSES);
        updateWorld(pose);
    }
}
