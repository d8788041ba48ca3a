import { touchingShare } from './sole-hold';
import { addVec, dotVec, multiplyQuat, rotateVec, rotateVecInverse, subtractVec, type Flat } from '../math/flat-math';
import type { FlatPose } from '../pose/flat-pose';

// The sole of one foot as points on the bones that carry it: where it is lowest, and how it moves over the ground.
//
// A sole has some forty points and two or three bones. So points are not brought into the world: the direction up is brought into each bone, and
// what counts is summed up there.

/** Where a bone is, as offsets of numbers: its rotation, its place and its scale in the world. */
const PLACE = 4;
const SCALE = 7;
const SIZE = 8;

const arm = new Float64Array(3);
const up = new Float64Array(3);
const sum = new Float64Array(3);

/** Heights of the points of the sole that was asked last. */
let heights = new Float64Array(64);

export class MovingSole {
    /** The bones in the order of their points, and past the last point of each. */
    private readonly bones: Int32Array;

    private readonly ends: Int32Array;

    /** Where the bones are in this frame, and were in the last. */
    private now: Flat;

    private before: Flat;

    /**
     * @param carriers - Bone of the pose that carries each point; best those of one bone after the other.
     * @param points - The points in their frames, three numbers each. Kept as they are: they are the same for all instances of a model.
     */
    constructor(carriers: Int32Array, private readonly points: Flat) {
        const last = Array.from(carriers.keys()).filter(i => carriers[i] !== carriers[i + 1]);
        this.bones = Int32Array.from(last, i => carriers[i]);
        this.ends = Int32Array.from(last, i => i + 1);
        this.now = new Float64Array(SIZE * last.length);
        this.before = new Float64Array(SIZE * last.length);
        if (heights.length < carriers.length) heights = new Float64Array(carriers.length);
    }

    /**
     * Goes on to the next frame.
     *
     * @param ankle - Bone about which the foot is turned against the pose, by `turn`; and `shift` is how far it is moved.
     */
    move({ positions, rotations, scales }: FlatPose, ankle: number, turn: Flat, shift: Flat) {
        const { bones, before: now } = this;
        this.before = this.now;
        this.now = now;
        for (let b = 0; b < bones.length; b++) {
            const bone = bones[b], o = SIZE * b;
            multiplyQuat(now, o, turn, 0, rotations, 4 * bone);
            subtractVec(arm, 0, positions, 3 * bone, positions, 3 * ankle);
            rotateVec(now, o + PLACE, turn, 0, arm, 0);
            addVec(now, o + PLACE, now, o + PLACE, positions, 3 * ankle);
            addVec(now, o + PLACE, now, o + PLACE, shift, 0);
            now[o + SCALE] = scales[bone];
        }
    }

    /** Height of the lowest point along a unit direction, world space. */
    lowest(direction: Flat): number {
        const { bones, ends, points, now } = this;
        let lowest = Infinity;
        for (let b = 0, i = 0; b < bones.length; b++) {
            const o = SIZE * b;
            rotateVecInverse(up, 0, now, o, direction, 0);
            const scale = now[o + SCALE], base = dotVec(now, o + PLACE, direction, 0);
            const x = scale * up[0], y = scale * up[1], z = scale * up[2];
            for (const end = ends[b]; i < end; i++) {
                const height = base + x * points[3 * i] + y * points[3 * i + 1] + z * points[3 * i + 2];
                heights[i] = height;
                if (height < lowest) lowest = height;
            }
        }
        return lowest;
    }

    /**
     * Writes how the points that touch the ground have moved along it since the last frame: the mean of all, the lowest by far the most.
     *
     * @param direction - Direction across the ground; unit length.
     * @param touch - Height above the lowest point within which a point touches, in its only element.
     */
    readMotion(out: Flat, direction: Flat, touch: Flat) {
        const { bones, ends, points, now, before } = this;
        const lowest = this.lowest(direction), perTouch = 1 / touch[0];
        let total = 0;
        out[0] = out[1] = out[2] = 0;
        for (let b = 0, i = 0; b < bones.length; b++) {
            let weights = 0, x = 0, y = 0, z = 0;
            for (const end = ends[b]; i < end; i++) {
                const weight = touchingShare((heights[i] - lowest) * perTouch);
                if (weight === 0) continue;
                weights += weight;
                x += weight * points[3 * i];
                y += weight * points[3 * i + 1];
                z += weight * points[3 * i + 2];
            }
            if (weights === 0) continue;
            total += weights;
            sum[0] = x;
            sum[1] = y;
            sum[2] = z;
            const o = SIZE * b;
            rotateVec(arm, 0, now, o, sum, 0);
            for (let k = 0; k < 3; k++) out[k] += now[o + SCALE] * arm[k] + weights * (now[o + PLACE + k] - before[o + PLACE + k]);
            rotateVec(arm, 0, before, o, sum, 0);
            for (let k = 0; k < 3; k++) out[k] -= before[o + SCALE] * arm[k];
        }
        for (let k = 0; k < 3; k++) out[k] /= total;
        const across = dotVec(out, 0, direction, 0);
        for (let k = 0; k < 3; k++) out[k] -= across * direction[k];
    }
}
