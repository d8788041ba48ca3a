import type { FootTrack } from './foot-tracks';
import { addVec, distanceVec, dotVec, lengthVec, normalizeVec, type Flat } from '../../core/math/flat-math';
import type { Steps } from '../../core/timing/steps';

// The ground of a clip, from what its soles do: how it passes below the character, and how high it is.
//
// A foot that stands lies flat and low; what is dragged or sunk into the floor by its tip does not. The velocity with which most samples
// of such feet agree is the ground's. A clip that is eased, whose feet stop in front of and behind the body, has most agreement where they stop:
// so nothing counts that is slower than half of what all these feet have half of the time.

/** Most samples whose velocities are tried as the ground's: each is compared to all. */
const MAX_CANDIDATES = 200;

/** Height of the highest point of a sole above where it is least, in shares of the character's, below which it lies flat: 26 mm at 1.75 m. */
const FLAT = 0.015;

/** Height of such a sole above the lowest of them, in the same shares, below which it may be standing: clips have feet in the floor. */
const LOW = 0.03;

/** Share of the standing samples that are below the floor, and of those of one foot that are below its own where that is higher. */
const FLOOR_SHARE = 0.6;
const OWN_FLOOR_SHARE = 0.2;

/** Share of the drift from which on a foot stands. */
const DRIFT_SHARE = 0.5;

/** Speeds in heights of the character a second that are one speed, and the same as a share of the speed: clips are not exact. */
const SPEED_WIDTH = 0.06;
const SPEED_SHARE = 0.15;

/** What is below the feet, in units of the tracks. */
export interface ClipGround {
    /** Velocity with which it passes, a second. */
    readonly velocity: Float64Array;
    /** Height of the clip's floor, and of each foot's own: the same or, where cheap clips leave a foot above it, higher. */
    readonly floor: number;
    readonly floors: readonly number[];
}

/** A foot at a time that may be one of standing: near the lowest that any foot comes, and flat. */
interface LowSample {
    readonly foot: number;
    /** Index of the sample. */
    readonly i: number;
    readonly height: number;
    readonly velocity: Flat;
}

function listLowSamples(tracks: readonly FootTrack[], height: number): LowSample[] {
    const flat = tracks.flatMap(({ heights, tops, velocities }, foot) => {
        const flattest = tops.reduce((a, b) => Math.min(a, b), Infinity);
        return [...heights.keys()].filter(i => tops[i] < flattest + FLAT * height)
        .map(i => ({ foot, i, height: heights[i], velocity: velocities.subarray(3 * i, 3 * i + 3) }));
    });
    const lowest = flat.reduce((low, sample) => Math.min(low, sample.height), Infinity);
    return flat.filter(sample => sample.height < lowest + LOW * height);
}

/** The velocity that all low feet have half of the time: along the mean of all, as fast as the slowest of them. */
function findDrift(low: readonly LowSample[], feet: number): Flat {
    const drift = new Float64Array(3);
    const medians: Flat[] = [];
    for (let foot = 0; foot < feet; foot++) {
        const own = low.filter(sample => sample.foot === foot);
        if (own.length > 0) medians.push(Float64Array.from([0, 1, 2], axis => quantile(own.map(({ velocity }) => velocity[axis]), 0.5)));
    }
    for (const median of medians) addVec(drift, 0, drift, 0, median, 0);
    if (!normalizeVec(drift, 0)) return drift.fill(0);
    const slowest = medians.reduce((least, median) => Math.min(least, dotVec(median, 0, drift, 0)), Infinity);
    return drift.map(value => value * Math.max(0, slowest));
}

/** The value below which a share of some values is. */
function quantile(values: readonly number[], share: number): number {
    return Float64Array.from(values).sort()[Math.floor(share * values.length)];
}

/**
 * Finds the ground: its velocity is what most samples of low feet share, of those that are not slower than half their drift; its height a
 * little above the middle of these feet, of the lowest at a time, as soles are sunk into floors by mistake more often than they are left
 * above them.
 *
 * @param height - Of the character.
 * @returns Null where nothing is a number.
 */
export function *findGround(tracks: readonly FootTrack[], height: number): Steps<ClipGround | null> {
    const low = listLowSamples(tracks, height);
    const drift = findDrift(low, tracks.length);
    const leastDrift = DRIFT_SHARE * dotVec(drift, 0, drift, 0);
    const candidates = low.filter(({ velocity }) => dotVec(velocity, 0, drift, 0) >= leastDrift);
    const standing = yield* findAlike(candidates, height);
    if (standing.length === 0) return null;
    const soleAt = new Map<number, number>();
    for (const { i, height: h } of standing) soleAt.set(i, Math.min(h, soleAt.get(i) ?? Infinity));
    const floor = quantile([...soleAt.values()], FLOOR_SHARE);
    return {
        velocity: Float64Array.from([0, 1, 2], axis => quantile(standing.map(({ velocity }) => velocity[axis]), 0.5)),
        floor,
        floors: tracks.map((_, foot) => {
            const own = candidates.filter(sample => sample.foot === foot).map(sample => sample.height);
            return own.length > 0 ? Math.max(floor, quantile(own, OWN_FLOOR_SHARE)) : floor;
        })
    };
}

/** The most samples that have one velocity. */
function *findAlike(samples: readonly LowSample[], height: number): Steps<readonly LowSample[]> {
    const step = Math.ceil(samples.length / MAX_CANDIDATES);
    // in one piece: all are compared to each candidate
    const velocities = new Float64Array(3 * samples.length);
    samples.forEach(({ velocity }, i) => velocities.set(velocity, 3 * i));
    const widthAt = (to: number) => Math.max(SPEED_WIDTH * height, SPEED_SHARE * lengthVec(velocities, to));
    let most = 0, best = 0;
    for (let candidate = 0; candidate < samples.length; candidate += step) {
        yield;
        const count = countAlike(velocities, 3 * candidate, widthAt(3 * candidate));
        if (count <= most) continue;
        most = count;
        best = 3 * candidate;
    }
    return samples.filter((_, i) => distanceVec(velocities, 3 * i, velocities, best) < widthAt(best));
}

function countAlike(velocities: Flat, to: number, width: number): number {
    let count = 0;
    for (let o = 0; o < velocities.length; o += 3) if (distanceVec(velocities, o, velocities, to) < width) count++;
    return count;
}
