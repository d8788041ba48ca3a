import type { FootTrack } from './foot-tracks';
import { dotVec, type Flat } from '../../core/math/flat-math';

// The strides of a clip: for each foot the times in which it goes back below the body, one a stride, and how fast.
//
// In any gait a foot that stands goes back against its body, and one that swings goes ahead; higher, as it has to clear the ground. So the
// direction of the gait is the one along which feet go most, towards where they are higher, and a stance lies between the foremost place of a
// foot and its hindmost. That holds in place and going ahead, for feet that slide, that are sunk into their floor or never reach it.
// Where feet are as high both ways, as of legs that swing like pendulums, the character goes where it looks.

/** From where a foot begins to go back to where it ends: samples, the end later than the start and at most a round beyond the last one. */
export interface GaitWindow {
    readonly from: number;
    readonly to: number;
}

/** The distance that a foot goes back and ahead again before it counts, as a share of its whole path. */
const TURN = 0.3;

/** Path of a foot in heights of the character, and as a share of the longest of all, below which it does not stride. */
const LEAST_EXTENT = 0.04;
const LEAST_SHARE = 0.3;

/** Correlation of height and speed from which on it says where the gait goes. */
const CLEAR = 0.15;

/** Height over the lowest place of a foot within which it may stand, and the most that it is lifted in any gait: heights of the character. */
const LOW = 0.015;
const HIGHEST = 0.45;

/** Difference of a foot's speed from that of all up to which it is one gait, as a share of that. */
const UNLIKE = 1;

/** Direction along which feet go most: the larger eigenvector of their velocities in the plane across `up`. */
function findAxis(tracks: readonly FootTrack[], travel: Flat, up: Flat): Flat {
    const first = Float64Array.from(Math.abs(up[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]);
    const along = dotVec(first, 0, up, 0);
    for (let k = 0; k < 3; k++) first[k] -= along * up[k];
    const length = Math.hypot(...first);
    for (let k = 0; k < 3; k++) first[k] /= length;
    const second = Float64Array.of(up[1] * first[2] - up[2] * first[1], up[2] * first[0] - up[0] * first[2], up[0] * first[1] - up[1] * first[0]);
    let aa = 0, ab = 0, bb = 0;
    for (const { places } of tracks) {
        for (let o = 3; o < places.length; o += 3) {
            let a = 0, b = 0;
            for (let k = 0; k < 3; k++) {
                const v = places[o + k] - places[o + k - 3] - travel[k];
                a += v * first[k];
                b += v * second[k];
            }
            aa += a * a;
            ab += a * b;
            bb += b * b;
        }
    }
    const angle = Math.atan2(2 * ab, aa - bb) / 2;
    return first.map((value, k) => Math.cos(angle) * value + Math.sin(angle) * second[k]);
}

/** Places of a foot along an axis, what the body travels taken away. */
function placesAlong({ places }: FootTrack, travel: Flat, axis: Flat): Flat {
    const drift = dotVec(travel, 0, axis, 0);
    return Float64Array.from({ length: places.length / 3 }, (_, i) => dotVec(places, 3 * i, axis, 0) - drift * i);
}

/** How the height of the middles of feet goes with their speed along an axis, -1..1: positive, where they are higher as they go ahead. A toe may be dragged. */
function riseAlong(tracks: readonly FootTrack[], paths: readonly Flat[], up: Flat): number {
    let both = 0, high = 0, fast = 0;
    tracks.forEach(({ places }, foot) => {
        const path = paths[foot], count = path.length;
        const heights = path.map((_, i) => dotVec(places, 3 * i, up, 0));
        const mean = heights.reduce((a, b) => a + b, 0) / count;
        heights.forEach((h, i) => {
            const speed = (path[(i + 1) % count] - path[(i + count - 1) % count]);
            both += (h - mean) * speed;
            high += (h - mean) ** 2;
            fast += speed ** 2;
        });
    });
    return high > 0 && fast > 0 ? both / Math.sqrt(high * fast) : 0;
}

/** From each foremost place of a path around its loop to the hindmost one after it. */
function findTurns(path: Flat): GaitWindow[] {
    const count = path.length;
    const [least, most] = [path.reduce((a, b) => Math.min(a, b)), path.reduce((a, b) => Math.max(a, b))];
    const turn = TURN * (most - least);
    const windows: GaitWindow[] = [];
    // begins at the foremost place of all, which is one for sure
    const start = path.indexOf(most);
    let from = start, to = start, isBack = true;
    for (let i = start + 1; i <= start + count; i++) {
        const x = path[i % count];
        if (isBack) {
            if (x <= path[to % count]) to = i;
            else if (x > path[to % count] + turn) {
                windows.push({ from, to });
                from = i;
                isBack = false;
            }
        } else if (x >= path[from % count]) {
            from = i;
        } else if (x < path[from % count] - turn) {
            to = i;
            isBack = true;
        }
    }
    return windows;
}

/** The strides of a clip. */
export interface Gait {
    /** The windows of each foot, as many for each. */
    readonly windows: readonly (readonly GaitWindow[])[];
    /** Velocity of the ground, a second. */
    readonly velocity: Float64Array;
}

/** The clip whose feet these are. */
interface GaitClip {
    readonly duration: number;
    readonly height: number;
    readonly up: Flat;
    readonly forward: Flat;
    readonly travel: Flat;
}

function extent(values: Flat): number {
    return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
}

function median(values: number[]): number {
    return values.sort((a, b) => a - b)[values.length >> 1];
}

/** Velocity with which a foot goes while it is low in its windows: the median, axis by axis. */
function lowVelocity({ heights, velocities }: FootTrack, windows: readonly GaitWindow[], low: number): Flat {
    const count = heights.length;
    const samples = windows.flatMap(({ from, to }) => {
        const inside = Array.from({ length: to - from + 1 }, (_, i) => (from + i) % count);
        const lowest = inside.reduce((least, i) => Math.min(least, heights[i]), Infinity);
        return inside.filter(i => heights[i] < lowest + low);
    });
    return Float64Array.from([0, 1, 2], axis => median(samples.map(i => velocities[3 * i + axis])));
}

/**
 * Finds the strides of a clip.
 *
 * @param tracks - What each foot does.
 * @returns Null where feet do not stride, or not as often and as fast as each other.
 */
export function findGait(tracks: readonly FootTrack[], { duration, height, up, forward, travel }: GaitClip): Gait | null {
    const count = tracks[0].heights.length;
    const step = travel.map(value => value * duration / count);
    const axis = findAxis(tracks, step, up);
    let paths = tracks.map(track => placesAlong(track, step, axis));
    const rise = riseAlong(tracks, paths, up);
    const isAhead = Math.abs(rise) > CLEAR ? rise > 0 : dotVec(axis, 0, forward, 0) > 0;
    if (!isAhead) paths = paths.map(path => path.map(value => -value));
    const extents = paths.map(extent);
    const longest = Math.max(...extents);
    if (!extents.every(one => one > LEAST_EXTENT * height && one > LEAST_SHARE * longest)) return null;
    if (tracks.some(({ heights }) => extent(heights) > HIGHEST * height)) return null;
    const windows = paths.map(findTurns);
    if (!windows.every(own => own.length > 0 && own.length === windows[0].length)) return null;
    const own = tracks.map((track, foot) => lowVelocity(track, windows[foot], LOW * height));
    const velocity = Float64Array.from([0, 1, 2], k => own.reduce((sum, v) => sum + v[k], 0) / own.length);
    const speed = Math.hypot(...velocity.map((value, k) => travel[k] - value));
    const isOne = own.every(v => Math.hypot(...v.map((value, k) => value - velocity[k])) < UNLIKE * speed);
    return isOne ? { windows, velocity } : null;
}
