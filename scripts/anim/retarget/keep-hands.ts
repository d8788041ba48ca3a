import type { Side } from './arm';
import { ArmPath } from './arm-path';
import { distanceAt, locate, outwards, PLACE, pointAt, type BodyPart } from './body-surface';
import { touchOf, type BodyTouch, type TouchingHand } from './body-touch';
import { findGaps } from './hand-gaps';
import { ARM_POINTS, FOREARM_POINTS } from './hand-points';
import type { MotionFrames } from './motion-frames';
import type { SourceMotion } from './source-motion';
import type { Transfer } from './transfer';
import { distanceVec, type Flat } from '../../core/math/flat-math';
import { smoothAbove } from '../../core/math/smoothing';
import type { FlatPose } from '../../core/pose/flat-pose';

// Hands that touch the body, a leg or each other on the source do so on the target, at the same place of the skin, and no arm goes through the body where the
// source's does not.
//
// As with feet, a hand is moved off the path that its arm gives it by an offset, and the arm is solved for it. While it touches, the offset brings the points
// of its skin that are nearest to the body to where the source's are on its own; before and after it dies out. Then what is too deep is led out.

/** Distance of skins up to which they touch, as a share of the hips' height; and that beyond which a point says nothing about the place of a hand. */
const TOUCH = 0.022;
const NEAR = 0.12;

/** Distance of hand and elbow from the skin of a part from which on the arm has nothing to do with it. */
const APART = 0.3;

/** What is added to distances when points are weighed by how near they are, in the same shares. */
const CLOSE = 0.004;

/** Depth of an arm in the body beyond the source's that is left, in the same shares. */
const DEEP = 0.003;

/** Seconds over which arms are led around what they would go through. */
const AROUND = 0.12;

/** How often that is done. */
const PASSES = 3;

/** A point nearer to the shoulder than this share of the arm's length is led out as if it were there. */
const LEVER = 0.35;

const SIDES: readonly Side[] = ['left', 'right'];
const place = new Float64Array(PLACE);
const own = new Float64Array(PLACE);
const goal = new Float64Array(3);
const offset = new Float64Array(3);

/** One hand of both characters. */
interface Pair {
    readonly from: TouchingHand;
    readonly to: TouchingHand;
    readonly path: ArmPath;
    /** How near the skin of the hand is to another one on the source, frame by frame. */
    readonly distances: Float64Array;
}

/**
 * Keeps the contacts of the hands.
 *
 * @param fastest - Speed in radians a second beyond which no arm is bent, stretched or swung.
 */
export function keepHands(frames: MotionFrames, motion: SourceMotion, { source, target, ratio, pose }: Transfer, fastest: number): void {
    const [theirs, ours] = [touchOf(source), touchOf(target)];
    const count = frames.isLoop ? frames.count : frames.count + 1;
    const pairs = SIDES.flatMap((side): Pair[] => {
        const [from, to] = [theirs.hands.get(side), ours.hands.get(side)];
        return from && to ? [{ from, to, path: new ArmPath(to.arm, count), distances: new Float64Array(count).fill(Infinity) }] : [];
    });
    if (pairs.length === 0) return;
    const parts = [...theirs.surface.parts.values()].flatMap((part): [BodyPart, BodyPart][] => {
        const same = ours.surface.parts.get(part.name);
        return same ? [[part, same]] : [];
    });
    /** How many arms were moved by the last solve. */
    const isMoved = new Uint8Array(count);
    const depths = pairs.map(() => new Float64Array(count * parts.length * ARM_POINTS));
    for (let frame = 0; frame < count; frame++) {
        const from = motion.sample(frames.timeOf(frame));
        frames.load(frame, pose);
        pairs.forEach((pair, i) => {
            pair.from.points.place(from);
            pair.to.points.place(pose);
            pair.path.observe(pose, frame);
            follow(pair, frame, parts, from, pose, ratio, theirs, depths[i]);
        });
        if (pairs.length === 2) followEachOther(pairs[0], pairs[1], frame, ratio, theirs);
    }
    for (const { path, distances } of pairs) findGaps(path.offsets, distances, TOUCH * theirs.height, frames.rate, frames.isLoop);
    solve();
    const pushes = pairs.map(() => new Float64Array(3 * count));
    for (let pass = 0; pass < PASSES; pass++) {
        for (const push of pushes) push.fill(0);
        for (let frame = 0; frame < count; frame++) {
            // what was not moved is as it was found in the first pass
            if (pass > 0 && isMoved[frame] === 0) continue;
            frames.load(frame, pose);
            for (const [i, { to }] of pairs.entries()) {
                to.points.place(pose);
                leadOut(pushes[i], 3 * frame, to, parts, depths[i].subarray(frame * parts.length * ARM_POINTS), pose, ours);
            }
        }
        if (pushes.every(push => push.every(value => value === 0))) break;
        pairs.forEach((pair, i) => pair.path.offsets.set(smoothOffsets(pushes[i], Math.round(AROUND * frames.rate), frames.isLoop)));
        solve();
    }
    if (frames.isLoop) frames.close();

    function solve() {
        for (const { path } of pairs) {
            for (let frame = 0; frame < count; frame++) path.aim(frame);
            path.slowKnee(fastest / frames.rate, frames.isLoop);
            path.slowLine(fastest / frames.rate, frames.isLoop);
        }
        for (let frame = 0; frame < count; frame++) {
            const moved = pairs.filter(({ path }) => path.isMoved(frame));
            isMoved[frame] = moved.length;
            if (moved.length === 0) continue;
            frames.load(frame, pose);
            for (const { path } of moved) {
                path.solve(pose, frame);
                path.settle(frame);
            }
            frames.store(frame, pose);
        }
    }
}

/** Finds how far a hand is from where the source's is on its body, and how deep the source's arm is in it. */
function follow(
    { from, to, path: { offsets }, distances }: Pair, frame: number, parts: readonly [BodyPart, BodyPart][], source: FlatPose, pose: FlatPose, ratio: number,
    { height }: BodyTouch, depths: Float64Array
): void {
    const [theirs, ours] = [from.points.placed, to.points.placed];
    const o = 3 * frame;
    let total = 0;
    for (let part = 0; part < parts.length; part++) {
        if (isApart(from, parts[part][0], source, height)) continue;
        for (let i = 0; i < ARM_POINTS; i++) {
            if (from.points.bones[i] < 0 || to.points.bones[i] < 0) continue;
            const [a, b] = parts[part];
            locate(place, a, source, theirs, 3 * i);
            const distance = distanceAt(place);
            depths[(frame * parts.length + part) * ARM_POINTS + i] = ratio * Math.max(0, -distance);
            if (i < FOREARM_POINTS || distance > NEAR * height) continue;
            distances[frame] = Math.min(distances[frame], distance);
            pointAt(goal, b, pose, place, ratio);
            const weight = weightOf(distance, height);
            for (let k = 0; k < 3; k++) offsets[o + k] += weight * (goal[k] - ours[3 * i + k]);
            total += weight;
        }
    }
    if (total > 0) for (let k = 0; k < 3; k++) offsets[o + k] /= total;
}

/** Whether an arm is so far from a part of the body that it has nothing to do with it. */
function isApart({ arm: { joints } }: TouchingHand, part: BodyPart, pose: FlatPose, height: number): boolean {
    for (const joint of [joints[1], joints[2]]) {
        locate(place, part, pose, pose.positions, 3 * joint);
        if (!(distanceAt(place) > APART * height)) return false;
    }
    return true;
}

function weightOf(distance: number, height: number): number {
    // asked for of each pair of points: powers take four times as long as products
    const share = CLOSE * height / (Math.max(0, distance) + CLOSE * height);
    const square = share * share;
    return square * square;
}

/** Where two hands touch each other, both go half the distance. */
function followEachOther(a: Pair, b: Pair, frame: number, ratio: number, { height }: BodyTouch): void {
    if (distanceVec(a.from.points.placed, 3 * FOREARM_POINTS, b.from.points.placed, 3 * FOREARM_POINTS) > 4 * NEAR * height) return;
    offset.fill(0);
    let total = 0, least = Infinity;
    for (let i = FOREARM_POINTS; i < ARM_POINTS; i++) {
        if (a.from.points.bones[i] < 0 || a.to.points.bones[i] < 0) continue;
        for (let j = FOREARM_POINTS; j < ARM_POINTS; j++) {
            if (b.from.points.bones[j] < 0 || b.to.points.bones[j] < 0) continue;
            const distance = distanceVec(a.from.points.placed, 3 * i, b.from.points.placed, 3 * j);
            least = Math.min(least, distance);
            const weight = weightOf(distance, height);
            for (let k = 0; k < 3; k++) {
                const wanted = ratio * (a.from.points.placed[3 * i + k] - b.from.points.placed[3 * j + k]);
                offset[k] += weight * (wanted - a.to.points.placed[3 * i + k] + b.to.points.placed[3 * j + k]);
            }
            total += weight;
        }
    }
    if (!(least < 2 * TOUCH * height)) return;
    for (const [pair, share] of [[a, 0.5], [b, -0.5]] as const) {
        if (pair.distances[frame] < least) continue;
        pair.distances[frame] = least / 2;
        for (let k = 0; k < 3; k++) pair.path.offsets[3 * frame + k] = share * offset[k] / total;
    }
}

/** Finds how far a hand has to go for its arm to be no deeper in the body than the source's. */
function leadOut(
    out: Flat, o: number, to: TouchingHand, parts: readonly [BodyPart, BodyPart][], depths: Flat, pose: FlatPose, { height }: BodyTouch
): void {
    const { arm, points: { bones, placed } } = to;
    const [shoulder, , hand] = arm.joints;
    const length = distanceVec(pose.positions, 3 * shoulder, pose.positions, 3 * hand);
    parts.forEach(([, part], index) => {
        if (isApart(to, part, pose, height)) return;
        let most = 0;
        for (let i = 0; i < ARM_POINTS; i++) {
            if (bones[i] < 0) continue;
            const segment = locate(own, part, pose, placed, 3 * i);
            if (!(own[2] < 0) || own[3] !== 0) continue;
            const excess = -own[2] - depths[index * ARM_POINTS + i] - DEEP * height;
            if (!(excess > 0)) continue;
            const lever = Math.max(LEVER, distanceVec(pose.positions, 3 * shoulder, placed, 3 * i) / length);
            if (!(excess / lever > most)) continue;
            most = excess / lever;
            outwards(offset, segment, pose, own);
        }
        if (most === 0) return;
        for (let k = 0; k < 3; k++) out[o + k] += most * offset[k];
    });
}

/** Smooths offsets so that none gets shorter. */
function smoothOffsets(offsets: Flat, reach: number, isLoop: boolean): Float64Array {
    const out = new Float64Array(offsets.length);
    for (let k = 0; k < 3; k++) {
        for (const sign of [1, -1]) {
            const values = new Float64Array(offsets.length / 3).map((_, i) => Math.max(0, sign * offsets[3 * i + k]));
            smoothAbove(values, Math.min(values.length, reach), isLoop).forEach((value, i) => { out[3 * i + k] += sign * value; });
        }
    }
    return out;
}
