import type { AnimTrack, GraphNode } from 'playcanvas';

import { findContacts } from './contacts';
import { phaseAt, timeAtPhase, type Locomotion } from './locomotion';
import { findSolePoints } from './sole-points';
import { ClipCache } from '../../rig/model-cache';
import type { Rig } from '../../rig/rig';
import { readSkin } from '../../skin/skin';
import { ClipSampler } from '../clips/clip-sampler';

// Half a cycle of a clip: from a step of one foot to that of the other.

/** Steps of the clips of each model; null: the clip has none. */
const strides = new ClipCache<Locomotion | null>('strides');

function strideOf(rig: Rig, root: GraphNode, track: AnimTrack): Locomotion | null {
    return strides.of(rig).get(track, () => {
        const feet = [rig.limbs.leftFoot, rig.limbs.rightFoot].flatMap(limb => (limb ? [limb.bones[limb.bones.length - 1]] : []));
        const skin = readSkin(rig.skeleton);
        const contacts = feet.length < 2 ? null : findContacts(new ClipSampler(track, root, rig.skeleton), rig, feet.map(foot => findSolePoints(rig, foot, skin)));
        return contacts?.locomotion ?? null;
    });
}

/** Seconds within which strikes are known. */
const KNOWN = 0.012;

/** Whether steps of both feet take the same time, as far as is known: then half of the stride is more exact than what was measured. */
function isEven({ strikes, strideTime, begin, end }: Locomotion): boolean {
    return strikes.every((strike, i) => {
        const next = i + 1 < strikes.length ? strikes[i + 1] : strikes[0] + end - begin;
        return Math.abs(next - strike - strideTime / 2) < KNOWN;
    });
}

/**
 * The time half a cycle on: in a clip of steps where the other foot is as this one is now, else half of the clip on.
 *
 * @param root - The node from which the clip finds its own.
 * @param time - Seconds of the clip.
 * @returns Seconds, from 0 to the duration.
 */
export function halfCycleOn(rig: Rig, root: GraphNode, track: AnimTrack, time: number): number {
    const stride = strideOf(rig, root, track);
    const { duration } = track;
    if (!stride) return (time + duration / 2) % duration;
    if (isEven(stride)) {
        const { begin, end, strideTime } = stride;
        return begin + (Math.min(Math.max(time, begin), end) - begin + strideTime / 2) % (end - begin);
    }
    const now = phaseAt(stride, time);
    const passed = Math.round((((time - timeAtPhase(stride, now)) / stride.strideTime) % stride.strides + stride.strides)) % stride.strides;
    return timeAtPhase(stride, now + 0.5, passed + (now >= 0.5 ? 1 : 0));
}
