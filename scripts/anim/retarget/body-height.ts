import type { MotionFrames } from './motion-frames';
import type { Standing } from './standing';
import type { TemplateBody } from './template-body';
import {
    addVec, copyVec, distanceVec, multiplyInverseQuat, multiplyQuat, rotateVec, rotateVecInverse, subtractVec, type Flat
} from '../../core/math/flat-math';
import { clamp, smoothstep } from '../../core/math/scalars';
import { TrackFit } from '../../core/math/track-fit';
import { updateWorld, type FlatPose } from '../../core/pose/flat-pose';

// The height of the body: what is lowest on the target comes as near to the floor as what is lowest on the source, be it a sole, a knee or the back, and no hip is higher
// than its leg reaches. An animal that lies is not held up by legs that fold less than the source's: there its trunk alone counts. An animal whose forelegs
// reach less far than its hind legs tilts about its hip joints.

/** Distance from the floor at which contact says half as much about the height, as a share of the hips' height. */
const NEAR = 0.05;

/** Heights of the source's trunk over the floor up to which the body lies on it, and from which on it stands on its legs, in the same shares. */
const LIES = 0.08;
const STANDS = 0.25;

/** Weight of a height where nothing is near the floor, and of heights that legs reach, to those of contacts. */
const LEAST = 1e-3;
const REACHES = 100;

/** Seconds over which heights are smoothed. */
const SMOOTHING = 0.04;

/** Largest tilt in radians. */
const MOST_TILT = 1;

const offset = new Float64Array(3);
const pivot = new Float64Array(3);
const tilt = new Float64Array(4);
const world = new Float64Array(4);

/** Whether a foot is down in a frame; a foot in the air says nothing about the height of the body. */
export type FeetDown = (foot: number, frame: number) => boolean;

/** Heights over the floor in a pose: that of the lowest point, Infinity where nothing is near it, that without the feet, and that of an animal's trunk. */
export interface Clearance {
    readonly body: number;
    readonly upper: number;
    readonly trunk: number;
}

/** @param soles - Height of the lowest sole of feet that are down; Infinity where none is. */
export function clearance(pose: FlatPose, { points, torso }: TemplateBody, floor: number, soles: number): Clearance {
    const upper = points.lowest(pose, floor) - floor;
    return { body: Math.min(upper, soles - floor), upper, trunk: torso ? torso.lowest(pose) - floor : Infinity };
}

/**
 * Finds by how much the body is lifted in each frame.
 *
 * @param wanted - Heights over the floor of the source, in units of the target.
 * @param own - Those that the target has.
 * @param most - By how much its legs let it be lifted at most.
 */
export function fitHeight(wanted: readonly Clearance[], own: readonly Clearance[], most: Flat, { isLoop, rate }: MotionFrames, { height }: Standing): Float64Array {
    const count = own.length;
    const fit = new TrackFit(count, isLoop);
    for (let frame = 0; frame < count; frame++) {
        const [theirs, ours] = [wanted[frame], own[frame]];
        fit.want(frame, 0, LEAST);
        if (!(ours.body < Infinity && theirs.body < Infinity)) continue;
        const near = Math.exp(-((theirs.body / (NEAR * height)) ** 2));
        const stands = smoothstep(clamp((theirs.trunk / height - LIES) / (STANDS - LIES), 0, 1));
        fit.want(frame, Math.max(0, theirs.body) - ours.body, stands * near);
        if (stands < 1) fit.want(frame, Math.max(0, theirs.trunk) - ours.trunk, (1 - stands) * near);
        // legs draw nothing into the floor
        most[frame] = Math.max(most[frame], Math.min(0, -ours.upper));
    }
    fit.smooth(SMOOTHING * rate);
    return fit.solve({ most, weight: REACHES });
}

/** A leg. */
interface Leg {
    readonly foot: number;
    readonly limb: { readonly root: number };
    /** By how much the foot is moved, three numbers a frame. */
    readonly offsets: Float64Array;
    /** Takes a new pose. */
    observe(pose: FlatPose, frame: number): void;
}

/**
 * Tilts an animal about its hip joints until the shoulders are lower by some depths; feet stay where they are, and as they are turned.
 *
 * @param legs - Hind ones first. They take the poses.
 * @param depths - One for each frame.
 */
export function tiltBody(frames: MotionFrames, pose: FlatPose, legs: readonly Leg[], depths: Flat): void {
    const { carrier } = frames;
    const { positions, rotations, localRotations, localPositions, parents, scales } = pose;
    const parent = parents[carrier];
    depths.forEach((depth, frame) => {
        if (!(depth > 0)) return;
        frames.load(frame, pose);
        const feet = legs.map(({ foot }) => positions.slice(3 * foot, 3 * foot + 3));
        const turns = legs.map(({ foot }) => rotations.slice(4 * foot, 4 * foot + 4));
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
        legs.forEach(({ foot }, i) => multiplyInverseQuat(localRotations, 4 * foot, rotations, 4 * parents[foot], turns[i], 0));
        updateWorld(pose);
        frames.store(frame, pose);
        legs.forEach((leg, i) => {
            subtractVec(offset, 0, feet[i], 0, positions, 3 * leg.foot);
            addVec(leg.offsets, 3 * frame, leg.offsets, 3 * frame, offset, 0);
            leg.observe(pose, frame);
        });
    });
}

function middle(out: Flat, positions: Flat, a: number, b: number): void {
    for (let axis = 0; axis < 3; axis++) out[axis] = (positions[3 * a + axis] + positions[3 * b + axis]) / 2;
}
