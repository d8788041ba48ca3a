import type { AnimTrack } from 'playcanvas';

import { ClipSampler } from './clip-sampler';
import type { Mirror } from './mirror';
import { copyQuat, copyVec, normalizeQuat, type Flat } from '../../core/math/flat-math';
import { mirrorPosition, mirrorRotation } from '../../core/mirror/pose-mirror';
import { createFlatPose, updateWorld, type FlatPose } from '../../core/pose/flat-pose';
import { relativeTransform, ROTATION, SCALE, TRANSFORM } from '../../core/pose/transform';

// Feet and hands that hang elsewhere than on their limbs, in a mirrored clip.
//
// The live mirror reflects them as what they are, the ends of their limbs, and then puts them where that is for what they really hang on. That
// depends on every bone between, so it is no matter of one curve: the clip is posed and mirrored as a whole, at all of its keys and, where these
// are far apart, between them.

/** Longest time between two keys, seconds. */
const KEY_STEP = 1 / 60;

/** Seconds by which keys of one time may differ. */
const SAME_TIME = 1e-5;

/** What a detached bone does in a mirrored clip, to what it really hangs on. */
export interface DetachedKeys {
    /** Index in the mirror's nodes. */
    readonly bone: number;
    readonly rotations: Float32Array;
    readonly positions: Float32Array;
}

/** Indices in a mirror's nodes of the detached bones that it reflects. */
export function mirroredDetached({ rig: { skeleton }, first, plan: { mirror: { sources } } }: Mirror): number[] {
    return skeleton.detached.map(({ node }) => first + node).filter(bone => sources[bone] >= 0);
}

/** The keys of a mirror's detached bones in a clip, and their times. */
export function keyDetached(track: AnimTrack, mirror: Mirror): { times: Float32Array; keys: DetachedKeys[] } {
    const { clipRoot, first, rig: { skeleton } } = mirror;
    const sampler = new ClipSampler(track, clipRoot, skeleton);
    const times = keyTimes(sampler);
    const count = times.length;
    const keys = mirroredDetached(mirror).map(bone => ({ bone, rotations: new Float32Array(4 * count), positions: new Float32Array(3 * count) }));
    const hangers = new Map(skeleton.detached.map(({ node, hanger }) => [first + node, first + hanger]));
    const made = createFlatPose(Array.from(sampler.pose.parents, parent => (parent < sampler.pose.base ? parent : -1)));
    const [hanger, own, local] = [0, 1, 2].map(() => new Float64Array(TRANSFORM));
    times.forEach((time, i) => {
        reflect(made, sampler.sample(time), mirror);
        for (const { bone, rotations, positions } of keys) {
            readWorld(hanger, made, hangers.get(bone)!);
            readWorld(own, made, bone);
            relativeTransform(local, hanger, own);
            positions.set(local.subarray(0, 3), 3 * i);
            // neighbours on one side, as curves are mixed number by number
            const turn = local.subarray(ROTATION, ROTATION + 4);
            if (i > 0 && turn.reduce((sum, value, k) => sum + value * rotations[4 * i - 4 + k], 0) < 0) turn.forEach((value, k) => { turn[k] = -value; });
            rotations.set(turn, 4 * i);
        }
    });
    return { times, keys };
}

/** The times of all keys of a clip, and between them as many more as keep the step. */
function keyTimes({ channels, duration }: ClipSampler): Float32Array {
    const keys = [...new Set(channels.flatMap(({ times }) => Array.from(times)))].filter(time => time > 0 && time < duration);
    const times = [0];
    for (const time of [...keys.sort((a, b) => a - b), duration]) {
        const last = times[times.length - 1];
        const count = time - last > SAME_TIME ? Math.ceil((time - last) / KEY_STEP) : 0;
        for (let i = 1; i <= count; i++) times.push(last + i / count * (time - last));
    }
    return Float32Array.from(times);
}

/** Writes the reflection of a pose, with its world transforms. */
function reflect(out: FlatPose, pose: FlatPose, { plan: { mirror } }: Mirror): void {
    out.localScales.set(pose.localScales);
    for (let bone = 0; bone < pose.base; bone++) {
        const source = mirror.sources[bone];
        if (source < 0) copyQuat(out.localRotations, 4 * bone, pose.localRotations, 4 * bone);
        else mirrorRotation(out.localRotations, 4 * bone, mirror, bone, pose.localRotations, 4 * source);
        normalizeQuat(out.localRotations, 4 * bone);
        if (source < 0 || mirror.moves[bone] === 0) copyVec(out.localPositions, 3 * bone, pose.localPositions, 3 * bone);
        else mirrorPosition(out.localPositions, 3 * bone, mirror, bone, pose.localPositions, 3 * source);
    }
    updateWorld(out);
}

function readWorld(out: Flat, { rotations, positions, scales }: FlatPose, bone: number): void {
    copyVec(out, 0, positions, 3 * bone);
    copyQuat(out, ROTATION, rotations, 4 * bone);
    out[SCALE] = scales[bone];
}
