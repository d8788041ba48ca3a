import { blendPlaces, copyPlaces, createRigidState, type RigidState } from './rigid-state';
import { normalizeQuat } from '../math/flat-math';

// Where the animation had some bodies in the last frames, and between and beyond them.

/** Frames that are kept: two steps of the physics at 480 frames a second. */
const KEPT = 16;

/** A ring of poses with their times, seconds. */
export interface PoseRing {
    readonly poses: readonly RigidState[];
    readonly times: Float64Array;
    /** Poses that are there, and the place of the newest. */
    count: number;
    newest: number;
}

export function createPoseHistory(count: number): PoseRing {
    return {
        poses: Array.from({ length: KEPT }, () => createRigidState(count)),
        times: new Float64Array(KEPT),
        count: 0,
        newest: 0
    };
}

/** Adds a pose; one of the same time takes the place of the one before. */
export function addPose(history: PoseRing, pose: RigidState, time: number): void {
    if (history.count > 0 && time > history.times[history.newest]) history.newest = (history.newest + 1) % KEPT;
    else if (history.count > 0) history.count--;
    history.count = Math.min(KEPT, history.count + 1);
    copyPlaces(history.poses[history.newest], pose);
    history.times[history.newest] = time;
}

/**
 * Writes the places at a time: between two poses interpolated, after the newest one on the curve through the last
 * three. At least two poses are there.
 */
export function posesAt(out: RigidState, history: PoseRing, time: number): void {
    const { poses, times, count, newest } = history;
    let later = newest;
    let earlier = (newest + KEPT - 1) % KEPT;
    if (time > times[newest] && count > 2) {
        continueCurve(out, history, (newest + KEPT - 2) % KEPT, earlier, newest, time);
        return;
    }
    for (let back = 2; back < count && times[earlier] > time; back++) {
        later = earlier;
        earlier = (earlier + KEPT - 1) % KEPT;
    }
    blendPlaces(out, poses[earlier], poses[later], (time - times[earlier]) / (times[later] - times[earlier]));
}

/** The parabola through three poses, in every number; rotations are near to each other. */
function continueCurve(out: RigidState, { poses, times }: PoseRing, first: number, second: number, third: number, time: number): void {
    const [a, b, c] = [poses[first], poses[second], poses[third]];
    const [ta, tb, tc] = [time - times[first], time - times[second], time - times[third]];
    const inA = tb * tc / ((tb - ta) * (tc - ta));
    const inB = ta * tc / ((ta - tb) * (tc - tb));
    const inC = ta * tb / ((ta - tc) * (tb - tc));
    const { count, positions, rotations } = out;
    for (let i = 0; i < 3 * count; i++) positions[i] = inA * a.positions[i] + inB * b.positions[i] + inC * c.positions[i];
    for (let o = 0; o < 4 * count; o += 4) {
        let ab = 0;
        let cb = 0;
        for (let i = o; i < o + 4; i++) {
            ab += a.rotations[i] * b.rotations[i];
            cb += c.rotations[i] * b.rotations[i];
        }
        const signedA = ab < 0 ? -inA : inA;
        const signedC = cb < 0 ? -inC : inC;
        for (let i = o; i < o + 4; i++) rotations[i] = signedA * a.rotations[i] + inB * b.rotations[i] + signedC * c.rotations[i];
        normalizeQuat(rotations, o);
    }
}
