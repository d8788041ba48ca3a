import type { AnimTrack } from 'playcanvas';

import type { Actor } from './actor';
import type { TemplateBody } from './template-body';
import type { ClipSampler } from '../clips/clip-sampler';
import { hasForeignUnits } from '../clips/clip-units';

// Why a clip is none of its character's.

/** Longest clip in seconds: a minute has a megabyte of keys. */
const LONGEST = 300;

/** Share of the hips' height in the reference pose below which they are on the floor, and from which on they are beside it by mistake. */
const LOW = 0.2;
const ASIDE = 0.8;

/** Moments of a clip that are looked at. */
const MOMENTS = 5;

/**
 * What is wrong with a clip on the character that it was made for, with how to fix it; empty: nothing.
 *
 * @param sampler - The clip in body space.
 */
export function findClipFault({ name, duration }: AnimTrack, sampler: ClipSampler, { root, rig, body }: Actor): string {
    if (!(duration >= 0 && duration < Infinity)) return `the clip "${name}" lasts ${duration} seconds. Export it again.`;
    if (duration > LONGEST) return `the clip "${name}" lasts ${Math.round(duration)} s; up to ${LONGEST} s go over. Cut it into shorter ones.`;
    if (sampler.curveCount === 0) return `the clip "${name}" moves no bone of "${root.name}". Name the character that it was made for as the source.`;
    if (sampler.channels.some(({ times, values }) => !isFinite(times) || !isFinite(values))) return `the clip "${name}" has keys that are no numbers. Export it again.`;
    // hips that lie beside the origin are also of another height
    if (hasForeignUp(sampler, body)) return `the clip "${name}" has another direction up than "${root.name}". Export model and clip with the same up axis.`;
    if (hasForeignUnits(sampler, rig, Float64Array.of(0, 1, 0))) return `the clip "${name}" has the hips in other units than "${root.name}". Name the character that it was made for as the source.`;
    return '';
}

function isFinite(values: ArrayLike<number>): boolean {
    for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) return false;
    return true;
}

/** Whether the hips are throughout as far beside the origin as they should be above it. */
function hasForeignUp(sampler: ClipSampler, { places, bones }: TemplateBody): boolean {
    const hips = bones.get('hips') ?? 0;
    const high = places[3 * hips + 1];
    return high > 0 && Array.from({ length: MOMENTS }, (_, i) => sampler.sample(sampler.duration * i / (MOMENTS - 1))).every(({ positions }) => {
        const [x, y, z] = positions.subarray(3 * hips, 3 * hips + 3);
        return Math.abs(y) < LOW * high && Math.hypot(x, z) > ASIDE * high;
    });
}
