import type { MotionFrames } from './motion-frames';
import type { Standing } from './standing';
import type { TemplateBody } from './template-body';
import {
    copyQuat, crossVec, dotVec, multiplyInverseQuat, multiplyQuat, multiplyQuatInverse, normalizeVec, rotateVec, type Flat
} from '../../core/math/flat-math';
import { clamp, RADIANS, smoothstep } from '../../core/math/scalars';
import { wrap } from '../../core/math/smoothing';
import { updateWorld, type FlatPose } from '../../core/pose/flat-pose';

// Feet that roll: a heel that rises in the push, toes that come down after it.
//
// With its own pitch a large foot would lift its ankle higher than the leg does, and a small one not as high. So a foot that is down is pitched until its
// sole is on the floor when its ankle is as high as the source's, in lengths of the leg. Toes stay as they are.

/** Pitches as angles up to which a foot lies flat, and from which on it rolls. */
const FLAT = 8 * RADIANS;
const ROLLS = 25 * RADIANS;

/** Angles by which toes point up from which on a foot begins to lie on its heel rather than to roll over it, and from which on it lies. */
const ON_HEEL = 30 * RADIANS;
const LIES = 45 * RADIANS;

/** Angle in radians by which a foot is pitched further than the source's at the most. */
const FURTHER = 20 * RADIANS;

/** Seconds in which that dies out in the air. */
const FADES = 0.15;

/** Halvings of the interval in which the pitch is looked for. */
const HALVINGS = 8;

const Y = Float64Array.of(0, 1, 0);
const Z = Float64Array.of(0, 0, 1);
const RIGHT = Float64Array.of(-1, 0, 0);
const turn = new Float64Array(4);
const axis = new Float64Array(3);
const ahead = new Float64Array(3);
const level = new Float64Array(3);
const footBefore = new Float64Array(4);
const toesBefore = new Float64Array(4);
const parent = new Float64Array(4);

/** What is known of one foot. */
interface Foot {
    /** Index among the soles, its bone, and the bone that bends at its ball; -1: none. */
    readonly index: number;
    readonly bone: number;
    readonly toes: number;
    /** How much further than the source's it is pitched, radians, frame by frame. */
    readonly pitches: Flat;
}

/** Index of the bone that bends at the ball of a foot; -1: none. */
export function toesOf({ bones }: TemplateBody, foot: number): number {
    const side = (['left', 'right'] as const).find(one => bones.get(`${one}Foot`) === foot);
    return (side && bones.get(`${side}Toes`)) ?? -1;
}

/** Angle in radians by which a foot points up, against the template's pose: about its own axis from side to side, which is written to `axis`. */
export function footPitch({ rotations }: FlatPose, { common }: TemplateBody, foot: number): number {
    multiplyQuatInverse(turn, 0, rotations, 4 * foot, common, 4 * foot);
    rotateVec(axis, 0, turn, 0, RIGHT, 0);
    axis[1] = 0;
    if (!normalizeVec(axis, 0)) return 0;
    rotateVec(ahead, 0, turn, 0, Z, 0);
    crossVec(level, 0, Y, 0, axis, 0);
    return Math.atan2(ahead[1], dotVec(ahead, 0, level, 0));
}

/**
 * Pitches the feet.
 *
 * @param heights - How high each ankle of the source is over its floor in each frame, in units of the target's legs.
 * @param isDown - Whether a foot is down in a frame.
 */
export function rollFeet(
    frames: MotionFrames, pose: FlatPose, body: TemplateBody, heights: readonly Flat[], isDown: (foot: number, frame: number) => boolean, standing: Standing
): void {
    const count = frames.isLoop ? frames.count : frames.count + 1;
    const feet = body.soles.feet.map((bone, index): Foot => ({ index, bone, toes: toesOf(body, bone), pitches: new Float64Array(count) }));
    const known = feet.map(() => new Uint8Array(count));
    for (let frame = 0; frame < count; frame++) {
        frames.load(frame, pose);
        for (const foot of feet) {
            if (!isDown(foot.index, frame)) continue;
            known[foot.index][frame] = 1;
            foot.pitches[frame] = findPitch(pose, body, foot, standing.ankles[foot.index] + heights[foot.index][frame]);
        }
    }
    feet.forEach(({ pitches }, i) => fadeGaps(pitches, known[i], frames));
    for (let frame = 0; frame < count; frame++) {
        frames.load(frame, pose);
        for (const foot of feet) {
            if (foot.pitches[frame] === 0) continue;
            footPitch(pose, body, foot.bone);
            rotate(pose, foot, foot.pitches[frame]);
            updateWorld(pose);
        }
        frames.store(frame, pose);
    }
    if (frames.isLoop) frames.close();
}

/** The pitch that is missing for an ankle to be at a height over the lowest point of its sole. */
function findPitch(pose: FlatPose, body: TemplateBody, foot: Foot, height: number): number {
    const pitch = footPitch(pose, body, foot.bone);
    const weight = smoothstep(clamp((Math.abs(pitch) - FLAT) / (ROLLS - FLAT), 0, 1)) * (1 - smoothstep(clamp((pitch - ON_HEEL) / (LIES - ON_HEEL), 0, 1)));
    if (weight === 0) return 0;
    copyQuat(footBefore, 0, pose.localRotations, 4 * foot.bone);
    if (foot.toes >= 0) copyQuat(toesBefore, 0, pose.localRotations, 4 * foot.toes);
    let low = 0, high = 1 + FURTHER / Math.abs(pitch);
    for (let halving = 0; halving < HALVINGS; halving++) {
        const share = (low + high) / 2;
        rotate(pose, foot, (share - 1) * pitch);
        updateWorld(pose);
        const own = pose.positions[3 * foot.bone + 1] - body.soles.place(pose, foot.index);
        if (own < height) low = share; else high = share;
        copyQuat(pose.localRotations, 4 * foot.bone, footBefore, 0);
        if (foot.toes >= 0) copyQuat(pose.localRotations, 4 * foot.toes, toesBefore, 0);
        updateWorld(pose);
    }
    return weight * ((low + high) / 2 - 1) * pitch;
}

/** Turns a foot about the axis that was found, with its toes as they are. */
function rotate(pose: FlatPose, { bone, toes }: Foot, angle: number): void {
    const { rotations, localRotations, parents } = pose;
    for (let k = 0; k < 3; k++) turn[k] = axis[k] * Math.sin(angle / 2);
    turn[3] = Math.cos(angle / 2);
    multiplyQuat(parent, 0, turn, 0, rotations, 4 * bone);
    multiplyInverseQuat(localRotations, 4 * bone, rotations, 4 * parents[bone], parent, 0);
    if (toes >= 0 && parents[toes] === bone) multiplyInverseQuat(localRotations, 4 * toes, parent, 0, rotations, 4 * toes);
}

/** Lets values die out over samples that are not known, after the known sample before and towards the one after. */
function fadeGaps(values: Flat, known: Uint8Array, { isLoop, rate }: MotionFrames): void {
    const count = values.length;
    const fades = Math.round(FADES * rate);
    if (!known.includes(1)) return;
    for (const [from, step] of [[known.lastIndexOf(1), 1], [known.indexOf(1), -1]]) {
        let left = 0, since = fades;
        for (let k = 0; k < count; k++) {
            const i = from + k * step;
            // over the seam of a clip that is no loop nothing goes on
            if (!isLoop && (i < 0 || i >= count)) since = fades;
            const at = wrap(i, count);
            since = known[at] === 1 ? 0 : since + 1;
            if (since === 0) left = values[at];
            else if (since < fades) values[at] += left * (1 - smoothstep(since / fades));
        }
    }
}
