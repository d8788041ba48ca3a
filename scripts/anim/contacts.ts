import type { ClipSampler } from './clip-sampler';
import { FootContacts, type Stance } from './foot-contacts';
import type { SolePoints } from './sole-points';
import { addVec, copyVec, dotVec, normalizeVec, rotateVec, subtractVec, type Flat } from '../core/math/flat-math';
import type { Rig } from '../rig/rig';

// When the feet of a clip are on the ground, found once by analysing the clip.
//
// The idea of clip analysis is from Johansen, Automated Semi-Procedural Animation for Character Locomotion (2009); the steps differ.
// A foot is where its lowest point is. What low feet do most of the time is standing: the velocity with which most of their samples agree
// is the ground's in the clip (backwards in a clip made in place, none in one that moves its root), and the height that goes with it
// is the clip's floor. A foot is down while it is near this floor and is carried along: it may go ahead of the ground by half of the
// pace at most. So a toe that is dragged through the floor in swing is not down, and a foot that slips back in pushing off is.
// In a clip that does not travel height alone decides.
//
// Limits: one level floor and one direction of travel a clip (no stairs, no tight curves). A clip whose feet never touch anything, such
// as falling, has a floor too: where they are most of the time.

/** The contacts of a clip. Lengths in units of the animation component's entity. */
export interface ClipContacts {
    /** Seconds. */
    readonly duration: number;
    /** One for each of the feet that were asked for. */
    readonly feet: readonly FootContacts[];
    /** Velocity of the ground in the clip, a second: opposite to the way that the character seems to go. */
    readonly groundVelocity: Float64Array;
    /** Length of the same. */
    readonly groundSpeed: number;
    /** Speed of the body over the ground, whichever of the two moves. */
    readonly pace: number;
    /** Height of the floor along the up direction. */
    readonly floor: number;
    /** Seconds in which no foot is down. */
    readonly airTime: number;
}

/** Samples a second: a strike or release is then known to 4 ms, an eighth of a frame of usual clips. */
const SAMPLE_RATE = 120;

/** Most samples of a clip: a minute is still sampled at 50 a second. */
const MAX_SAMPLES = 3000;

/** Most samples whose velocities are tried as the ground's: each is compared to all. */
const MAX_CANDIDATES = 200;

/** Height above the floor in shares of the character's: 8 mm at 1.75 m, what toes are above it in many clips while they push off. */
const CONTACT_HEIGHT = 0.0045;

/** Height above the lowest sample, in shares of the character's, below which a foot may be standing: clips have feet in the floor. */
const LOW = 0.03;

const FLAT = 0.015;

/** Share of the standing samples that are below the floor. */
const FLOOR_SHARE = 0.6;

/** Speeds in heights of the character a second that are one speed, and the same as a share of the speed: clips are not exact. */
const SPEED_WIDTH = 0.06;
const SPEED_SHARE = 0.15;

/** Speed in heights a second from which on a clip travels: slower than any walk, faster than swaying. */
const TRAVEL = 0.15;

/** Share of the pace by which a foot on the ground may go ahead of it. */
const AHEAD = 0.9;
const AHEAD_FLAT = 1.2;
const OWN_FLOOR_SHARE = 0.2;

/** Seconds: nobody lifts a foot and sets it down again faster. */
const SHORTEST_SWING = 0.08;

/** Seconds: what is down for less brushes the floor. */
const SHORTEST_STANCE = 0.03;

/** Cosine from which on the character's up is an axis of its entity: floors are level there, reference poses lean a little. */
const UPRIGHT = Math.cos(15 * Math.PI / 180);

/** What one foot does over the clip: lowest point and its velocity. */
interface Track {
    readonly heights: Flat;
    /** Height of the sole's highest point: it is least where the sole lies flat. */
    readonly tops: Flat;
    /** Horizontal, three numbers a sample. */
    readonly velocities: Flat;
}

/** What is below the feet. */
interface Ground {
    readonly velocity: Float64Array;
    /** Height of the clip's floor, and of each foot's own. */
    readonly floor: number;
    readonly floors: readonly number[];
}

/**
 * Finds when feet are on the ground.
 *
 * @param sampler - The clip on the character.
 * @param soles - What of each foot can touch the floor.
 * @returns The contacts; null for a clip of another skeleton, without length or with broken numbers, and without feet.
 */
export function findContacts(sampler: ClipSampler, rig: Rig, soles: readonly SolePoints[]): ClipContacts | null {
    const { duration } = sampler;
    if (sampler.curveCount === 0 || !(duration > 0 && duration < Infinity) || soles.length === 0) return null;
    const up = findUp(sampler, rig);
    const height = rig.height * sampler.modelScale;
    const count = Math.min(Math.max(Math.round(SAMPLE_RATE * duration), 2), MAX_SAMPLES);
    const tracks = trackFeet(sampler, soles, up, count);
    const ground = findGround(tracks, height);
    if (!ground) return null;
    const { velocity, floor, floors } = ground;
    const travel = findTravel(sampler, rig, up);
    for (let axis = 0; axis < 3; axis++) travel[axis] -= velocity[axis];
    const pace = Math.hypot(...travel);
    const moves = pace > TRAVEL * height;
    const bits = tracks.map(({ heights, tops, velocities }, foot) => {
        const flattest = tops.reduce((a, b) => Math.min(a, b), Infinity);
        const isCarried = (i: number) => {
            let ahead = 0;
            for (let axis = 0; axis < 3; axis++) ahead += (velocities[3 * i + axis] - velocity[axis]) * travel[axis];
            const isFlat = tops[i] < flattest + CONTACT_HEIGHT * height;
            return ahead < (isFlat ? AHEAD_FLAT : AHEAD) * pace * pace;
        };
        const down = Uint8Array.from(heights, (h, i) => {
            return h < (moves ? floors[foot] : floor) + CONTACT_HEIGHT * height && (!moves || isCarried(i)) ? 1 : 0;
        });
        fillShortRuns(down, 0, SHORTEST_SWING / duration * count);
        fillShortRuns(down, 1, SHORTEST_STANCE / duration * count);
        return down;
    });
    let airborne = 0;
    for (let i = 0; i < count; i++) {
        if (bits.every(down => down[i] === 0)) airborne++;
    }
    return {
        duration,
        feet: bits.map((down, foot) => new FootContacts(duration, listStances(down, sampler, soles[foot]))),
        groundVelocity: velocity,
        groundSpeed: Math.hypot(...velocity),
        pace,
        floor,
        airTime: airborne / count * duration
    };
}

/** The direction at right angles to the clip's floor, in the entity's space. */
function findUp({ modelRotation }: ClipSampler, rig: Rig): Flat {
    const up = new Float64Array(3);
    rotateVec(up, 0, modelRotation, 0, rig.up, 0);
    const axis = up.findIndex(value => Math.abs(value) > UPRIGHT);
    return axis < 0 ? up : up.map((value, i) => (i === axis ? Math.sign(value) : 0));
}

/** Takes away what a vector has along the up direction. */
function flatten(v: Flat, o: number, up: Flat): void {
    const part = dotVec(v, o, up, 0);
    for (let axis = 0; axis < 3; axis++) v[o + axis] -= part * up[axis];
}

/** Horizontal velocity of the hips from the first key to the last. */
function findTravel(sampler: ClipSampler, rig: Rig, up: Flat): Flat {
    const hips = 3 * (sampler.first + (rig.bones.get('hips') ?? 0));
    const from = new Float64Array(3);
    const travel = new Float64Array(3);
    copyVec(from, 0, sampler.sample(sampler.firstKey).positions, hips);
    copyVec(travel, 0, sampler.sample(sampler.lastKey).positions, hips);
    const seconds = sampler.lastKey - sampler.firstKey;
    for (let axis = 0; axis < 3; axis++) travel[axis] = seconds > 0 ? (travel[axis] - from[axis]) / seconds : 0;
    flatten(travel, 0, up);
    return travel;
}

/** Follows the lowest point of each foot through the clip. */
function trackFeet(sampler: ClipSampler, soles: readonly SolePoints[], up: Flat, count: number): Track[] {
    const { duration, firstKey, lastKey, first } = sampler;
    const paths = soles.map(({ points }) => new Float64Array((count + 1) * points.length));
    for (let i = 0; i <= count; i++) {
        const { positions, rotations, scales } = sampler.sample(i / count * duration);
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
    // a clip that starts after 0 holds still until then, which says nothing about the ground
    const from = Math.ceil(firstKey / duration * count);
    const to = Math.floor(lastKey / duration * count);
    const span = Math.min(2, to - from);
    return soles.map(({ points }, foot) => {
        const path = paths[foot];
        const stride = points.length;
        const track = { heights: new Float64Array(count).fill(Infinity), tops: new Float64Array(count).fill(-Infinity), velocities: new Float64Array(3 * count) };
        for (let i = 0; i < count; i++) {
            let lowest = 0;
            for (let o = 0; o < stride; o += 3) {
                const height = dotVec(path, i * stride + o, up, 0);
                track.tops[i] = Math.max(track.tops[i], height);
                if (!(height < track.heights[i])) continue;
                track.heights[i] = height;
                lowest = o;
            }
            if (span <= 0) continue;
            const before = Math.min(Math.max(i - 1, from), to - span);
            subtractVec(track.velocities, 3 * i, path, (before + span) * stride + lowest, path, before * stride + lowest);
            for (let axis = 0; axis < 3; axis++) track.velocities[3 * i + axis] *= count / (span * duration);
            flatten(track.velocities, 3 * i, up);
        }
        return track;
    });
}

/** A foot at a time that may be one of standing: near the lowest that any foot comes, and flat. */
interface LowSample {
    readonly foot: number;
    /** Index of the sample. */
    readonly i: number;
    readonly height: number;
    readonly velocity: Flat;
}

function listLowSamples(tracks: readonly Track[], height: number): LowSample[] {
    const flat = tracks.flatMap(({ heights, tops, velocities }, foot) => {
        const flattest = tops.reduce((a, b) => Math.min(a, b), Infinity);
        return Array.from(heights, (h, i) => ({ foot, i, height: h, velocity: velocities.subarray(3 * i, 3 * i + 3) }))
        .filter(({ i }) => tops[i] < flattest + FLAT * height);
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
function quantile(values: number[], share: number): number {
    return values.sort((a, b) => a - b)[Math.floor(share * values.length)];
}

/**
 * The velocity that most samples of low feet share, of those that are not slower than half their drift; and the height of the floor: a
 * little above the middle of these feet, of the lowest at a time, as soles are sunk into floors by mistake more often than they are left
 * above them. Null where nothing is a number.
 */
function findGround(tracks: readonly Track[], height: number): Ground | null {
    const low = listLowSamples(tracks, height);
    const drift = findDrift(low, tracks.length);
    const leastDrift = 0.5 * dotVec(drift, 0, drift, 0);
    const candidates = low.filter(({ velocity }) => dotVec(velocity, 0, drift, 0) >= leastDrift);
    const step = Math.ceil(candidates.length / MAX_CANDIDATES);
    let standing: LowSample[] = [];
    for (let candidate = 0; candidate < candidates.length; candidate += step) {
        const [x, y, z] = candidates[candidate].velocity;
        const width = Math.max(SPEED_WIDTH * height, SPEED_SHARE * Math.hypot(x, y, z));
        const alike = candidates.filter(({ velocity: v }) => (v[0] - x) ** 2 + (v[1] - y) ** 2 + (v[2] - z) ** 2 < width * width);
        if (alike.length > standing.length) standing = alike;
    }
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

/** Turns runs of a bit around that are less than some samples long: a foot trembles about the limits. */
function fillShortRuns(down: Uint8Array, bit: number, shortest: number): void {
    for (const { start, length } of findRuns(down, bit)) {
        if (!(length < shortest)) continue;
        for (let i = start; i < start + length; i++) down[i % down.length] = 1 - bit;
    }
}

/** Runs of a bit around the loop; one of them may go on over its end. None where all bits are the same. */
function findRuns(bits: Uint8Array, bit: number): { start: number, length: number }[] {
    const count = bits.length;
    const runs = [];
    for (let start = 0; start < count; start++) {
        if (bits[start] !== bit || bits[(start + count - 1) % count] === bit) continue;
        let length = 1;
        while (bits[(start + length) % count] === bit) length++;
        runs.push({ start, length });
    }
    return runs;
}

function listStances(down: Uint8Array, sampler: ClipSampler, sole: SolePoints): Stance[] {
    const { duration, first } = sampler;
    const stanceAt = (strike: number, release: number): Stance => {
        const place = sampler.sample(strike).positions.slice(3 * (first + sole.foot), 3 * (first + sole.foot) + 3);
        return { strike, release, strikePhase: strike / duration, releasePhase: release / duration, place };
    };
    if (down.every(bit => bit === 1)) return [stanceAt(0, duration)];
    // the foot came down between this sample and the one before
    return findRuns(down, 1).map(({ start, length }) => {
        const strike = Math.max(start - 0.5, 0) / down.length * duration;
        return stanceAt(strike, (start + length - 0.5) / down.length * duration);
    });
}
