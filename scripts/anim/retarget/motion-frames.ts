import { addVec, rotateVecInverse, type Flat } from '../../core/math/flat-math';
import { updateWorld, type FlatPose } from '../../core/pose/flat-pose';

// The poses of a clip one after the other, in even steps while it moves: local rotations of all bones, and the place of the one that carries the body.

const offset = new Float64Array(3);

export class MotionFrames {
    readonly rotations: Float64Array;

    readonly places: Float64Array;

    /** Whether the last pose is the first again, elsewhere perhaps. */
    isLoop = false;

    /** How far a loop travels in one round, in body space. */
    readonly travel = new Float64Array(3);

    /** The same in the space of the carrier's place. */
    private readonly step = new Float64Array(3);

    /**
     * @param count - Steps; there is one pose more.
     * @param begin - Seconds of the clip at the first.
     * @param end - Seconds at the last.
     * @param bones - Number of bones.
     * @param carrier - The bone whose place is kept.
     */
    constructor(readonly count: number, readonly begin: number, readonly end: number, readonly bones: number, readonly carrier: number) {
        this.rotations = new Float64Array(4 * bones * (count + 1));
        this.places = new Float64Array(3 * (count + 1));
    }

    /** Steps a second. */
    get rate(): number {
        return this.end > this.begin ? this.count / (this.end - this.begin) : 1;
    }

    /** Number of poses that differ: the last of a loop is the first again. */
    get size(): number {
        return this.isLoop ? this.count : this.count + 1;
    }

    timeOf(frame: number): number {
        return this.begin + frame / this.count * (this.end - this.begin);
    }

    store(frame: number, { localRotations, localPositions }: FlatPose): void {
        const { bones, carrier } = this;
        this.rotations.set(localRotations.subarray(0, 4 * bones), 4 * bones * frame);
        this.places.set(localPositions.subarray(3 * carrier, 3 * carrier + 3), 3 * frame);
    }

    load(frame: number, pose: FlatPose): void {
        const { bones, carrier } = this;
        pose.localRotations.set(this.rotations.subarray(4 * bones * frame, 4 * bones * (frame + 1)));
        pose.localPositions.set(this.places.subarray(3 * frame, 3 * frame + 3), 3 * carrier);
        updateWorld(pose);
    }

    /** Lets a loop end where it began. What it travels is kept. */
    close(): void {
        const { bones, count } = this;
        this.rotations.copyWithin(4 * bones * count, 0, 4 * bones);
        addVec(this.places, 3 * count, this.places, 0, this.step, 0);
    }

    /**
     * Says how far a loop goes in one round.
     *
     * @param travel - In body space.
     * @param pose - Tells how the bone above the carrier stands.
     */
    setTravel(travel: Flat, pose: FlatPose): void {
        this.travel.set(travel);
        toParent(this.step, travel, pose, this.carrier);
    }

    /**
     * Moves the body up in every pose.
     *
     * @param by - How far, in body space.
     * @param pose - Tells how the bone above the carrier stands.
     */
    raise(by: (frame: number) => number, pose: FlatPose): void {
        for (let frame = 0; frame <= this.count; frame++) {
            offset.fill(0);
            offset[1] = by(frame);
            toParent(offset, offset, pose, this.carrier);
            addVec(this.places, 3 * frame, this.places, 3 * frame, offset, 0);
        }
    }
}

/** Writes an offset in body space in the space of the bone above another one. */
function toParent(out: Flat, offset: Flat, { parents, rotations, scales }: FlatPose, bone: number): void {
    const parent = parents[bone];
    rotateVecInverse(out, 0, rotations, 4 * parent, offset, 0);
    for (let axis = 0; axis < 3; axis++) out[axis] /= scales[parent];
}
