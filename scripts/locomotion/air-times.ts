import type { AnimComponent, AnimTrack } from 'playcanvas';

import { ClipSampler } from '../anim/clips/clip-sampler';
import { animRootOf } from '../anim/component/find-anim';
import { feetOf } from '../anim/contacts/known-contacts';
import { dotVec, rotateVec } from '../core/math/flat-math';
import type { Rig } from '../rig/rig';

// When a clip leaves the ground and meets it again, by the height of its feet: clips of a jump or a landing stay in their place, and what tells the stances
// of a stride does not hold for them.

/** Samples a second, and the height of an ankle over its lowest from which on the foot is in the air, as a share of the character's. */
const RATE = 60;
const UP = 0.035;

/** What a clip does in the air. */
export interface AirTimes {
    /** Seconds at which the last foot leaves the ground, and at which the first one meets it; 0: it does not. */
    readonly takeOff: number;
    readonly contact: number;
    /** How far the hips come above their reference pose, heights of the character. */
    readonly rise: number;
}

export function airTimesOf(track: AnimTrack, anim: AnimComponent, rig: Rig): AirTimes {
    const sampler = new ClipSampler(track, animRootOf(anim), rig.skeleton);
    const { first, reference } = sampler;
    const up = new Float64Array(3);
    rotateVec(up, 0, sampler.modelRotation, 0, rig.up, 0);
    const height = rig.height * sampler.modelScale;
    const hips = rig.bones.get('hips') ?? 0;
    const at = (positions: Float64Array, bone: number) => dotVec(positions, 3 * (first + bone), up, 0) / height;
    const count = Math.max(2, Math.round(RATE * track.duration));
    const seen = Array.from({ length: count }, (_, i) => {
        const { positions } = sampler.sample(i / (count - 1) * track.duration);
        return { hips: at(positions, hips), feet: feetOf(rig).map(foot => at(positions, foot)) };
    });
    const lowest = seen[0].feet.map((_, foot) => Math.min(...seen.map(({ feet }) => feet[foot])));
    const isOff = seen.map(({ feet }) => feet.every((foot, i) => foot > lowest[i] + UP));
    const off = isOff.indexOf(true);
    const contact = off < 0 ? -1 : isOff.indexOf(false, off);
    const seconds = (sample: number) => Math.max(0, sample) / (count - 1) * track.duration;
    return { takeOff: seconds(off), contact: seconds(contact), rise: Math.max(...seen.map(one => one.hips)) - at(reference.positions, hips) };
}
