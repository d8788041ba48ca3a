import { addVec, identityQuat, multiplyInverseQuat, multiplyQuat, multiplyQuatInverse, rotateVec, rotateVecInverse, subtractVec, type Flat } from '../../core/math/flat-math';
import { updateWorld, type FlatPose } from '../../core/pose/flat-pose';

// The poses of a clip one after the other, in even steps while it moves: local rotations of all bones, and the place of the one that carries the body.

const offset = new Float64Array(3);
const turn = new Float64Array(4);

export class MotionFrames {
    readonly rotations: Float64Array;

    readonly places: Float64Array;

    /** Whether the last pose is the first again, elsewhere perhaps. */
    isLoop = false;

    /** Turn of the root about the up direction in each pose, four numbers. */
    readonly turns: Float64Array;

    /** How a loop turns and travels in one round, in the space of the carrier's place. */
    private readonly roundTurn = Float64Array.of(0, 0, 0, 1);

    private readonly roundStep = new Float64Array(3);

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
        this.turns = new Float64Array(4 * (count + 1));
        for (let frame = 0; frame <= count; frame++) identityQuat(this.turns, 4 * frame);
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
        this.read(frame, pose);
        updateWorld(pose);
    }

    /** The same without where bones are. */
    read(frame: number, pose: FlatPose): void {
        const { bones, carrier } = this;
        pose.localRotations.set(this.rotations.subarray(4 * bones * frame, 4 * bones * (frame + 1)));
        pose.localPositions.set(this.places.subarray(3 * frame, 3 * frame + 3), 3 * carrier);
    }

    /** Turns a vector of a pose to the axes of the root, which turns in some loops: there the first pose follows the last. */
    toRoot(v: Flat, o: number, frame: number): void {
        if (this.isLoop) rotateVecInverse(v, o, this.turns, 4 * frame, v, o);
    }

    /** Turns it back. */
    fromRoot(v: Flat, o: number, frame: number): void {
        if (this.isLoop) rotateVec(v, o, this.turns, 4 * frame, v, o);
    }

    /** Lets a loop end where it began. What it turns and travels is kept. */
    close(): void {
        const { rotations, places, bones, count, carrier, roundTurn, roundStep } = this;
        rotations.copyWithin(4 * bones * count, 0, 4 * bones);
        multiplyQuat(rotations, 4 * (bones * count + carrier), roundTurn, 0, rotations, 4 * carrier);
        rotateVec(places, 3 * count, roundTurn, 0, places, 0);
        addVec(places, 3 * count, places, 3 * count, roundStep, 0);
    }

    /**
     * Finds out how a loop turns and travels in one round, by the places and the turns of its first pose and its last.
     *
     * @param pose - Tells how the bone above the carrier stands.
     */
    findRound({ parents, rotations }: FlatPose): void {
        const { places, turns, count, carrier, roundTurn, roundStep } = this;
        const parent = 4 * parents[carrier];
        multiplyQuatInverse(turn, 0, turns, 4 * count, turns, 0);
        multiplyQuat(turn, 0, turn, 0, rotations, parent);
        multiplyInverseQuat(roundTurn, 0, rotations, parent, turn, 0);
        rotateVec(offset, 0, roundTurn, 0, places, 0);
        subtractVec(roundStep, 0, places, 3 * count, offset, 0);
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
