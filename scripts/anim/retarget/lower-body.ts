import type { MotionFrames } from './motion-frames';
import type { TemplateBody } from './template-body';
import type { TwoHalves } from './two-halves';
import { addVec, copyQuat, copyVec, distanceVec, multiplyInverseQuat, multiplyQuat, rotateVec, rotateVecInverse, subtractVec, type Flat } from '../../core/math/flat-math';
import { clamp } from '../../core/math/scalars';
import { smoothAbove, wrap } from '../../core/math/smoothing';
import { updateWorld, type FlatPose } from '../../core/pose/flat-pose';

// A body whose legs do not reach the feet that stand: it comes down as far as there is room below it, and what forelegs are short of after that is bridged by
// tilting the trunk about the hip joints. An animal whose hind legs cannot fold as the source's sits higher; its trunk is then less steep.

/** Share of a leg's length that it never stretches beyond for a foot that stands, if the source's does not. */
export const STRETCH = 0.998;

/** Seconds over which a body comes down to its legs, and goes up again: in a gait it stays down. */
const SINKING = 0.4;

/** Seconds over which it stays up where the floor is near. */
const ROOM = 0.1;

/** Seconds over which the trunk tilts before forelegs need it: longer, and it kneels down first. */
const TILTING = 0.15;

/** Largest tilt in radians. */
const MOST_TILT = 1;

/** A leg and its foot. */
export interface StandingLeg {
    readonly foot: number;
    readonly limb: TwoHalves;
    /** By how much the foot is moved off its path, three numbers a frame. */
    readonly offsets: Float64Array;
    /** When it is down: first frame, and number of frames. */
    readonly runs: readonly { readonly start: number; readonly length: number }[];
    /** How much of it is on the ground while it is down, 0..1. */
    readonly flatness: Float64Array;
    /** From the leg's root to where the foot shall be, in body space: three numbers a frame. */
    readonly reaches: Float64Array;
    /** The distance of the two that the leg has in a frame. */
    reachIn(frame: number): number;
}

const offset = new Float64Array(3);
const pivot = new Float64Array(3);
const tilt = new Float64Array(4);
const world = new Float64Array(4);

/** Brings the hips of all legs, hind ones first, down to where the legs reach. Offsets are changed so that feet stay where they are. */
export function lowerBody(frames: MotionFrames, pose: FlatPose, body: TemplateBody, legs: readonly StandingLeg[], floor: number, count: number): void {
    const short = legs.map(leg => shortage(leg, count));
    const depths = new Float64Array(count).map((_, frame) => Math.max(...short.map(depth => depth[frame])));
    if (depths.every(depth => depth === 0)) return;
    const smooth = smoothAbove(depths, Math.min(count, Math.round(SINKING * frames.rate)), frames.isLoop);
    const over = smooth.map((depth, frame) => {
        frames.load(frame, pose);
        return Math.max(0, depth - Math.max(0, body.trunk.lowest(pose, floor) - floor));
    });
    smoothAbove(over, Math.min(count, Math.round(ROOM * frames.rate)), frames.isLoop).forEach((depth, frame) => { smooth[frame] = Math.max(0, smooth[frame] - depth); });
    for (const { offsets } of legs) for (let frame = 0; frame < count; frame++) offsets[3 * frame + 1] += smooth[frame];
    frames.raise(frame => -smooth[frame % count], pose);
    if (legs.length < 4) return;
    const rest = smooth.map((depth, frame) => Math.max(0, short[2][frame] - depth, short[3][frame] - depth));
    if (rest.some(depth => depth > 0)) tiltBody(frames, pose, body, legs, smoothAbove(rest, Math.min(count, Math.round(TILTING * frames.rate)), frames.isLoop));
}

/** How much too high the root of a leg is in each frame in which its foot is down. */
function shortage(leg: StandingLeg, count: number): Float64Array {
    const { reaches, runs, flatness } = leg;
    const depths = new Float64Array(count);
    for (const { start, length } of runs) {
        for (let i = 0; i < length; i++) {
            const frame = wrap(start + i, count);
            const [x, y, z] = reaches.subarray(3 * frame);
            const most = leg.reachIn(frame);
            depths[frame] = Math.max(depths[frame], flatness[frame] * (-y - Math.sqrt(Math.max(0, most * most - x * x - z * z))));
        }
    }
    return depths;
}

/** Tilts the trunk about the hip joints until the shoulders are lower by some depths; feet and head look where they did. */
function tiltBody(frames: MotionFrames, pose: FlatPose, body: TemplateBody, legs: readonly StandingLeg[], depths: Float64Array): void {
    const { carrier } = frames;
    const { positions, rotations, localRotations, localPositions, parents, scales } = pose;
    const { rig: { neck }, space: { first }, bones } = body;
    const head = neck.length > 0 ? first + neck[0] : bones.get('head');
    const level = [...legs.map(({ foot }) => foot), ...head === undefined ? [] : [head]];
    const parent = parents[carrier];
    depths.forEach((depth, frame) => {
        if (depth === 0) return;
        frames.load(frame, pose);
        const feet = legs.map(({ foot }) => positions.slice(3 * foot, 3 * foot + 3));
        const turns = level.map(bone => rotations.slice(4 * bone, 4 * bone + 4));
        middle(pivot, positions, legs[0].limb.root, legs[1].limb.root);
        middle(offset, positions, legs[2].limb.root, legs[3].limb.root);
        const length = distanceVec(offset, 0, pivot, 0);
        const rise = offset[1] - pivot[1];
        const angle = Math.min(MOST_TILT, Math.asin(clamp(rise / length, -1, 1)) - Math.asin(clamp((rise - depth) / length, -1, 1)));
        tilt.set([Math.sin(angle / 2), 0, 0, Math.cos(angle / 2)]);
        subtractVec(offset, 0, positions, 3 * carrier, pivot, 0);
        copyVec(world, 0, offset, 0);
        rotateVec(offset, 0, tilt, 0, offset, 0);
        subtractVec(offset, 0, offset, 0, world, 0);
        rotateVecInverse(offset, 0, rotations, 4 * parent, offset, 0);
        for (let axis = 0; axis < 3; axis++) localPositions[3 * carrier + axis] += offset[axis] / scales[parent];
        multiplyQuat(world, 0, tilt, 0, rotations, 4 * carrier);
        multiplyInverseQuat(localRotations, 4 * carrier, rotations, 4 * parent, world, 0);
        updateWorld(pose);
        level.forEach((bone, i) => {
            copyQuat(world, 0, turns[i], 0);
            multiplyInverseQuat(localRotations, 4 * bone, rotations, 4 * parents[bone], world, 0);
        });
        updateWorld(pose);
        legs.forEach(({ foot, offsets }, i) => {
            subtractVec(offset, 0, feet[i], 0, positions, 3 * foot);
            addVec(offsets, 3 * frame, offsets, 3 * frame, offset, 0);
        });
        frames.store(frame, pose);
    });
}

function middle(out: Flat, positions: Flat, a: number, b: number): void {
    for (let axis = 0; axis < 3; axis++) out[axis] = (positions[3 * a + axis] + positions[3 * b + axis]) / 2;
}
