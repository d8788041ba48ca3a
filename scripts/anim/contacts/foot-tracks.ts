import type { SolePoints } from './sole-points';
import { dotVec, rotateVec, subtractVec, type Flat } from '../../core/math/flat-math';
import type { Steps } from '../../core/timing/steps';
import { SHORTEST_HOLD } from '../clips/clip-channels';
import type { ClipSampler } from '../clips/clip-sampler';

// The path of a clip's soles: how low each foot comes, how flat it lies, and with what velocity its lowest point goes.

/** What one foot does over the clip: lowest point and its velocity. */
export interface FootTrack {
    readonly heights: Flat;
    /** Height of the sole's highest point: it is least where the sole lies flat. */
    readonly tops: Flat;
    /** Horizontal, three numbers a sample. */
    readonly velocities: Flat;
    /** Middle of the sole, three numbers a sample. */
    readonly places: Flat;
}

/** Takes away what a vector has along the up direction. */
export function flatten(v: Flat, o: number, up: Flat): void {
    const part = dotVec(v, o, up, 0);
    for (let axis = 0; axis < 3; axis++) v[o + axis] -= part * up[axis];
}

/** Moments of a clip in even steps: seconds of the first and of the one after the last, and how many. */
export interface Moments {
    readonly from: number;
    readonly to: number;
    readonly count: number;
}

/** Follows the lowest point of each foot through a part of the clip. */
export function *trackFeet(sampler: ClipSampler, soles: readonly SolePoints[], up: Flat, { from, to, count }: Moments): Steps<FootTrack[]> {
    const { first } = sampler;
    const paths = soles.map(({ points }) => new Float64Array((count + 1) * points.length));
    for (let i = 0; i <= count; i++) {
        yield;
        const { positions, rotations, scales } = sampler.sample(from + i / count * (to - from));
        soles.forEach(({ nodes, points }, foot) => {
            const path = paths[foot];
            for (let point = 0; point < nodes.length; point++) {
                const bone = first + nodes[point];
                const o = i * points.length + 3 * point;
                rotateVec(path, o, rotations, 4 * bone, points, 3 * point);
                for (let axis = 0; axis < 3; axis++) path[o + axis] = positions[3 * bone + axis] + scales[bone] * path[o + axis];
            }
        });
    }
    const isStill = (i: number) => paths.every((path, foot) => {
        const size = soles[foot].points.length;
        return path.subarray(i * size, (i + 1) * size).every((value, k) => value === path[(i + 1) * size + k]);
    });
    // a moment of stillness before frame 1 says nothing about the ground
    let begin = 0;
    while (begin < Math.min(SHORTEST_HOLD / (to - from) * count, count - 2) && isStill(begin)) begin++;
    const span = Math.min(2, count);
    const tracks: FootTrack[] = [];
    for (const [foot, { points }] of soles.entries()) {
        yield;
        const path = paths[foot];
        const stride = points.length;
        const track = {
            heights: new Float64Array(count).fill(Infinity), tops: new Float64Array(count).fill(-Infinity),
            velocities: new Float64Array(3 * count), places: new Float64Array(3 * count)
        };
        for (let i = 0; i < count; i++) {
            let lowest = 0;
            for (let o = 0; o < stride; o += 3) {
                const height = dotVec(path, i * stride + o, up, 0);
                for (let axis = 0; axis < 3; axis++) track.places[3 * i + axis] += 3 / stride * path[i * stride + o + axis];
                track.tops[i] = Math.max(track.tops[i], height);
                if (!(height < track.heights[i])) continue;
                track.heights[i] = height;
                lowest = o;
            }
            const before = Math.min(Math.max(i - 1, begin), count - span);
            subtractVec(track.velocities, 3 * i, path, (before + span) * stride + lowest, path, before * stride + lowest);
            for (let axis = 0; axis < 3; axis++) track.velocities[3 * i + axis] *= count / (span * (to - from));
            flatten(track.velocities, 3 * i, up);
        }
        tracks.push(track);
    }
    return tracks;
}
