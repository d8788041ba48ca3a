import { FootPath, type Run } from './foot-path';
import { lowerBody } from './lower-body';
import type { MotionFrames } from './motion-frames';
import { footPitch } from './roll-feet';
import type { Soles } from './soles';
import type { Standing } from './standing';
import type { TemplateBody } from './template-body';
import { soleMotion } from '../../core/limb/sole-hold';
import type { Flat } from '../../core/math/flat-math';
import { clamp, RADIANS, smoothstep } from '../../core/math/scalars';
import { smoothWeighted, wrap } from '../../core/math/smoothing';
import type { FlatPose } from '../../core/pose/flat-pose';
import type { FootContacts } from '../foot-contacts';

// Feet that are planted on the source are planted on the target.
//
// A foot is moved off the path that the legs give it by an offset. While it is down, the offset takes back what its sole would slide, and is as
// small as it can be over the stance; in the air it goes from one stance's to the next's. So a displacement that is smooth is added to the
// motion (Gleicher, Retargetting motion to new characters, 1998), and the legs are solved for it. A body that is too high for its legs comes
// down. A foot that is dragged over the floor on the source is dragged on the target: cheap clips slide by a third of a stride.

/** Height above the lowest point of a sole within which a point touches, as a share of the hips' height. */
const TOUCH = 0.003;

/** Speeds of a sole over the ground up to which it stands, and from which on it is dragged: heights of the hips a second. */
const STANDS = 0.16;
const DRAGGED = 0.5;

/** Seconds in which an offset dies out before the first and after the last stance. */
const EASE = 0.3;

/** Seconds in which the speed dies out with which an offset changes at the end of a stance. */
const GOES_ON = 0.12;

/** Seconds over which the height of a foot that rolls is smoothed. */
const ROLLING = 0.03;

/** How deep a sole that rolls may come into the floor for that, as a share of the hips' height. */
const SINKS = 0.005;

const Y = Float64Array.of(0, 1, 0);
const slide = new Float64Array(3);

/** What the feet do on the source. */
export interface SourceFeet {
    /** When each is down. */
    readonly contacts: readonly FootContacts[];
    /** How far the points that touch go over the ground from one frame to the next, in units of the target: three numbers for each frame after the first. */
    readonly slides: readonly Flat[];
    /** Velocity of the ground in body space, units of the target a second. */
    readonly ground: Flat;
}

/** Pitches of a foot in radians up to which it carries the body, and from which on it leaves the ground or comes down. */
const FLAT = 8 * RADIANS;
const STEEP = 25 * RADIANS;

/**
 * Plants the feet.
 *
 * @param fastest - Speed in radians a second beyond which no knee is bent or stretched.
 */
export function keepFeet(frames: MotionFrames, pose: FlatPose, body: TemplateBody, source: SourceFeet, { floor, height }: Standing, fastest: number): void {
    const { isLoop } = frames;
    const { soles } = body;
    const count = isLoop ? frames.count : frames.count + 1;
    const paths = soles.feet.map((foot, i) => new FootPath(body, foot, limbOf(body, foot), findRuns(source.contacts[i], frames, count), count, floor, height));
    measure(frames, pose, body, paths, source, height);
    for (const path of paths) {
        for (const run of path.runs) plant(path, run, count, floor);
        bridge(path, frames, count);
        smoothHeights(path, frames, count);
        for (let frame = 0; frame < count; frame++) {
            const depth = floor - path.lowest[frame] - path.offsets[3 * frame + 1] - (1 - path.flatness[frame]) * SINKS * height;
            if (depth > 0) path.offsets[3 * frame + 1] += depth;
        }
    }
    for (const path of paths) {
        for (let frame = 0; frame < count; frame++) path.aim(frame);
        path.slowKnee(fastest / frames.rate, isLoop);
    }
    lowerBody(frames, pose, body, paths, floor, count);
    forEachPose((path, frame) => {
        path.observe(pose, frame);
        path.aim(frame);
        path.raiseHeel(pose, frame);
    });
    for (const path of paths) {
        path.slowKnee(fastest / frames.rate, isLoop);
        path.slowLine(fastest / frames.rate, isLoop);
    }
    forEachPose((path, frame) => path.solve(pose, frame));
    if (isLoop) frames.close();

    function forEachPose(act: (path: FootPath, frame: number) => void) {
        for (let frame = 0; frame < count; frame++) {
            frames.load(frame, pose);
            for (const path of paths) act(path, frame);
            frames.store(frame, pose);
        }
    }
}

/** The bones of the limb that ends in a foot. */
function limbOf({ rig, space: { first } }: TemplateBody, foot: number): number[] {
    const limb = Object.values(rig.limbs).find(other => other && first + other.bones[other.bones.length - 1] === foot);
    return limb!.bones.map(bone => first + bone);
}

/** When a foot is down, in frames. */
export function findRuns({ duration, stances, isAlwaysDown }: FootContacts, { isLoop, rate, begin, end }: MotionFrames, count: number): Run[] {
    if (isAlwaysDown) return [{ start: 0, length: count }];
    return stances.flatMap(({ strike, release }) => {
        // the clip holds still before and after its frames
        const start = Math.ceil(Math.max(0, strike - begin) * rate);
        const last = Math.floor(((release > duration ? release - duration + end - begin : Math.min(release, end)) - begin) * rate);
        if (isLoop) return [{ start: wrap(start, count), length: last - start + 1 }];
        // what goes on over the seam of a clip that is no loop is two stances
        const parts = [{ start, length: Math.min(last, count - 1) - start + 1 }];
        if (last >= count) parts.push({ start: 0, length: last - count + 1 });
        return parts;
    }).filter(({ length }) => length > 0);
}

/** Smooths the heights of offsets where the foot does not lie flat: a sole that rolls touches with one corner after the other. */
function smoothHeights({ offsets, flatness }: FootPath, { isLoop, rate }: MotionFrames, count: number): void {
    const heights = Float64Array.from({ length: count }, (_, frame) => offsets[3 * frame + 1]);
    const weights = flatness.map(flat => 1 + 20 * flat);
    const smooth = smoothWeighted(heights, weights, ROLLING * rate, isLoop);
    for (let frame = 0; frame < count; frame++) offsets[3 * frame + 1] += (1 - flatness[frame]) * (smooth[frame] - heights[frame]);
}

/** Finds how low the soles are, and how they slide more than the source's. */
function measure(frames: MotionFrames, pose: FlatPose, body: TemplateBody, paths: readonly FootPath[], { slides, ground }: SourceFeet, height: number): void {
    const { rate, isLoop } = frames;
    const count = paths[0].lowest.length;
    const slideOf = trackSoles(body.soles, height);
    for (let frame = isLoop ? -1 : 0; frame < count; frame++) {
        frames.load(wrap(frame, count), pose);
        paths.forEach((path, i) => {
            // the last pose of the round before
            const lowest = slideOf(slide, pose, i, frame < 0 ? frames.travel : null);
            if (frame < 0) return;
            path.observe(pose, frame);
            path.lowest[frame] = lowest;
            path.flatness[frame] = 1 - smoothstep(clamp((Math.abs(footPitch(pose, body, path.foot)) - FLAT) / (STEEP - FLAT), 0, 1));
            if (frame === 0 && !isLoop) return;
            const from = 3 * wrap(frame - 1, frames.count);
            const speed = rate * Math.hypot(slides[i][from], slides[i][from + 2]) / height;
            const kept = smoothstep(clamp((speed - STANDS) / (DRAGGED - STANDS), 0, 1));
            for (let axis = 0; axis < 3; axis++) path.slides[3 * frame + axis] = slide[axis] - ground[axis] / rate - kept * slides[i][from + axis];
        });
    }
}

/**
 * Follows soles from pose to pose.
 *
 * @returns A function that writes how far the points of a foot that touch have gone since the last pose, and answers the height of the lowest; a pose may
 * be moved back.
 */
export function trackSoles(soles: Soles, height: number): (out: Flat, pose: FlatPose, foot: number, back: Flat | null) => number {
    const before = soles.placed.map(points => points.slice());
    const touch = Float64Array.of(TOUCH * height);
    return (out, pose, foot, back) => {
        const now = soles.placed[foot];
        const lowest = soles.place(pose, foot);
        if (back) for (let o = 0; o < now.length; o++) now[o] -= back[o % 3];
        soleMotion(out, now, before[foot], Y, touch);
        before[foot].set(now);
        return lowest;
    };
}

/** Works out the offsets of a stance. */
function plant({ offsets, lowest, slides }: FootPath, { start, length }: Run, count: number, floor: number): void {
    const whole = length >= count;
    const mean = new Float64Array(3);
    const drift = new Float64Array(3);
    for (let i = 0; i < length; i++) {
        const frame = wrap(start + i, count);
        const last = wrap(frame - 1, count);
        for (let axis = 0; axis < 3; axis += 2) {
            offsets[3 * frame + axis] = i === 0 ? 0 : offsets[3 * last + axis] - slides[3 * frame + axis];
            mean[axis] += offsets[3 * frame + axis] / length;
        }
        offsets[3 * frame + 1] = floor - lowest[frame];
    }
    if (whole) {
        // around the loop it has to come back to where it began
        const end = wrap(start - 1, count);
        for (let axis = 0; axis < 3; axis += 2) drift[axis] = offsets[3 * end + axis] - slides[3 * start + axis];
    }
    for (let i = 0; i < length; i++) {
        const frame = wrap(start + i, count);
        for (let axis = 0; axis < 3; axis += 2) offsets[3 * frame + axis] -= mean[axis] + drift[axis] * (i / length - 0.5);
    }
}

/** Leads the offsets from one stance to the next. */
function bridge({ offsets, runs }: FootPath, { isLoop, rate }: MotionFrames, count: number): void {
    const sorted = [...runs].sort((a, b) => a.start - b.start);
    if (sorted.length === 0 || sorted.some(({ length }) => length >= count)) return;
    const at = (frame: number, axis: number) => offsets[3 * wrap(frame, count) + axis];
    /** Change a frame within a stance at one of its ends. */
    const slope = ({ start, length }: Run, axis: number, atEnd: boolean) => {
        if (length < 2) return 0;
        return atEnd ? at(start + length - 1, axis) - at(start + length - 2, axis) : at(start + 1, axis) - at(start, axis);
    };
    sorted.forEach((run, i) => {
        const next = i + 1 < sorted.length ? sorted[i + 1] : isLoop ? sorted[0] : null;
        const end = run.start + run.length - 1;
        const gap = next ? wrap(next.start - end, count) : Math.round(EASE * rate);
        for (let k = 1; k < gap; k++) {
            if (!next && end + k >= count) break;
            const t = k / gap;
            for (let axis = 0; axis < 3; axis++) {
                const [from, to] = [at(end, axis), next ? at(next.start, axis) : 0];
                const goesOn = slope(run, axis, true) * goOn(k, gap, rate) - (next ? slope(next, axis, false) * goOn(gap - k, gap, rate) : 0);
                offsets[3 * wrap(end + k, count) + axis] = from + (to - from) * smoothstep(t) + goesOn;
            }
        }
    });
    if (isLoop) return;
    const [first] = sorted;
    const ease = Math.round(EASE * rate);
    for (let k = 1; k < ease && first.start - k >= 0; k++) {
        for (let axis = 0; axis < 3; axis++) {
            offsets[3 * (first.start - k) + axis] = at(first.start, axis) * (1 - smoothstep(k / ease)) - slope(first, axis, false) * goOn(k, ease, rate);
        }
    }
}

/** Frames by which something goes on at its speed until that has died out, some frames after it was let go. */
function goOn(frames: number, gap: number, rate: number): number {
    const most = Math.min(gap, GOES_ON * rate);
    return frames < most ? frames * (1 - frames / most) ** 2 : 0;
}
