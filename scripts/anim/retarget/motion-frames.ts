import { multiplyInverseQuat, multiplyQuat, rotateVec, rotateVecInverse, type Flat } from '../../core/math/flat-math';
import { updateWorld, type FlatPose } from '../../core/pose/flat-pose';

// The poses of a clip one after the other, in even steps while it moves: local rotations of all bones, and the place of the one that carries the body. They are as
// seen from the root of the clip, so that a loop ends where it began; last of all the body goes where its root goes.

const offset = new Float64Array(3);
const turn = new Float64Array(4);

/** How a root goes over the ground: it turns about its own place, and goes on from there, by lengths of the source. */
export interface RootWay {
    readonly scale: number;
    readonly pivot: Flat;
}

export class MotionFrames {
    readonly rotations: Float64Array;

    readonly places: Float64Array;

    /** Whether the last pose is the first again, elsewhere perhaps. */
    isLoop = false;

    /** Turn of the root about the up direction in each pose, four numbers, and where it is on the source, three numbers. */
    readonly turns: Float64Array;

    readonly roots: Float64Array;

    /** How far the body of a loop goes in one round by itself. */
    private readonly round = new Float64Array(3);

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
        this.roots = new Float64Array(3 * (count + 1));
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

    /** Brings a point of a pose to where it is over the ground, as the root goes. */
    toGround(v: Flat, o: number, frame: number, { scale, pivot }: RootWay): void {
        for (const axis of [0, 2]) v[o + axis] -= pivot[axis];
        rotateVec(v, o, this.turns, 4 * frame, v, o);
        for (const axis of [0, 2]) v[o + axis] += pivot[axis] + scale * this.roots[3 * frame + axis];
    }

    /** Turns a vector over the ground to the axes of the root. */
    toRoot(v: Flat, o: number, frame: number): void {
        rotateVecInverse(v, o, this.turns, 4 * frame, v, o);
    }

    /** Lets a loop end where it began, but for how far it goes by itself. */
    close(): void {
        const { rotations, places, bones, count, round } = this;
        rotations.copyWithin(4 * bones * count, 0, 4 * bones);
        for (let axis = 0; axis < 3; axis++) places[3 * count + axis] = places[axis] + round[axis];
    }

    /** Finds out how far the body goes in one round, by its first pose and its last. */
    findRound(): void {
        const { places, count, round } = this;
        for (let axis = 0; axis < 3; axis++) round[axis] = places[3 * count + axis] - places[axis];
    }

    /**
     * Moves the body up in every pose.
     *
     * @param by - How far, in body space.
     * @param pose - Tells how the bone above the carrier stands.
     */
    raise(by: (frame: number) => number, pose: FlatPose): void {
        this.move(pose, (v, frame) => { v[1] += by(frame); });
    }

    /** Lets the body go where its root goes. */
    travel(pose: FlatPose, way: RootWay): void {
        const { rotations, turns, bones, carrier, count } = this;
        this.move(pose, (v, frame) => this.toGround(v, 0, frame, way));
        const parent = 4 * pose.parents[carrier];
        for (let frame = 0; frame <= count; frame++) {
            const o = 4 * (bones * frame + carrier);
            multiplyQuat(turn, 0, pose.rotations, parent, rotations, o);
            multiplyQuat(turn, 0, turns, 4 * frame, turn, 0);
            multiplyInverseQuat(rotations, o, pose.rotations, parent, turn, 0);
        }
    }

    /** Leaves the distance from the first to the last pose out, evenly. */
    stay(pose: FlatPose): void {
        const first = new Float64Array(3), last = new Float64Array(3);
        this.move(pose, (v, frame) => { if (frame === 0) first.set(v); else last.set(v); });
        this.move(pose, (v, frame) => { for (const axis of [0, 2]) v[axis] -= (last[axis] - first[axis]) * frame / this.count; });
    }

    /** Changes where the carrier is in each pose, in body space. */
    private move({ parents, positions, rotations, scales }: FlatPose, change: (at: Flat, frame: number) => void) {
        const { places, carrier, count } = this;
        const parent = parents[carrier];
        for (let frame = 0; frame <= count; frame++) {
            rotateVec(offset, 0, rotations, 4 * parent, places, 3 * frame);
            for (let axis = 0; axis < 3; axis++) offset[axis] = positions[3 * parent + axis] + scales[parent] * offset[axis];
            change(offset, frame);
            for (let axis = 0; axis < 3; axis++) offset[axis] = (offset[axis] - positions[3 * parent + axis]) / scales[parent];
            rotateVecInverse(places, 3 * frame, rotations, 4 * parent, offset, 0);
        }
    }
}
