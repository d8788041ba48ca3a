import type { ClipSampler } from './clip-sampler';
import { FootContacts, type Stance } from './foot-contacts';
import type { SolePoints } from './sole-points';
import { copyVec, dotVec, rotateVec, subtractVec, type Flat } from '../core/math/flat-math';
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

/** Share of the standing samples that are below the floor. */
const FLOOR_SHARE = 0.6;

/** Speeds in heights of the character a second that are one speed, and the same as a share of the speed: clips are not exact. */
const SPEED_WIDTH = 0.06;
const SPEED_SHARE = 0.15;

/** Speed in heights a second from which on a clip travels: slower than any walk, faster than swaying. */
const TRAVEL = 0.15;

/** Share of the pace by which a foot on the ground may go ahead of it. */
const AHEAD = 0.5;

/** Seconds: nobody lifts a foot and sets it down again faster. */
const SHORTEST_SWING = 0.08;

/** Cosine from which on the character's up is an axis of its entity: floors are level there, reference poses lean a little. */
const UPRIGHT = Math.cos(15 * Math.PI / 180);

/** What one foot does over the clip: lowest point and its velocity. */
interface Track {
    readonly heights: Flat;
    /** Horizontal, three numbers a sample. */
    readonly velocities: Flat;
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
    const { velocity, floor } = ground;
    const travel = findTravel(sampler, rig, up);
    for (let axis = 0; axis < 3; axis++) travel[axis] -= velocity[axis];
    const pace = Math.hypot(...travel);
    const moves = pace > TRAVEL * height;
    const bits = tracks.map(({ heights, velocities }) => {
        const isCarried = (i: number) => {
            let ahead = 0;
            for (let axis = 0; axis < 3; axis++) ahead += (velocities[3 * i + axis] - velocity[axis]) * travel[axis];
            return !moves || ahead < AHEAD * pace * pace;
        };
        const down = Uint8Array.from(heights, (h, i) => (h < floor + CONTACT_HEIGHT * height && isCarried(i) ? 1 : 0));
        fillShortSwings(down, SHORTEST_SWING / duration * count);
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
        const track = { heights: new Float64Array(count).fill(Infinity), velocities: new Float64Array(3 * count) };
        for (let i = 0; i < count; i++) {
            let lowest = 0;
            for (let o = 0; o < stride; o += 3) {
                const height = dotVec(path, i * stride + o, up, 0);
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

/**
 * The velocity that most samples of low feet share, and the height of the floor: a little above the middle of these feet, of the
 * lowest at a time, as soles are sunk into floors by mistake more often than they are left above them. Null where nothing is a number.
 */
function findGround(tracks: readonly Track[], height: number): { velocity: Float64Array, floor: number } | null {
    const lowest = tracks.reduce((low, { heights }) => heights.reduce((a, b) => Math.min(a, b), low), Infinity);
    const low = tracks.flatMap(({ heights, velocities }) => {
        return Array.from(heights, (h, i) => ({ i, h, v: velocities.subarray(3 * i, 3 * i + 3) })).filter(({ h }) => h < lowest + LOW * height);
    });
    const step = Math.ceil(low.length / MAX_CANDIDATES);
    let standing: typeof low = [];
    for (let candidate = 0; candidate < low.length; candidate += step) {
        const [x, y, z] = low[candidate].v;
        const width = Math.max(SPEED_WIDTH * height, SPEED_SHARE * Math.hypot(x, y, z));
        const alike = low.filter(({ v }) => (v[0] - x) ** 2 + (v[1] - y) ** 2 + (v[2] - z) ** 2 < width * width);
        if (alike.length > standing.length) standing = alike;
    }
    if (standing.length === 0) return null;
    const soleAt = new Map<number, number>();
    for (const { i, h } of standing) soleAt.set(i, Math.min(h, soleAt.get(i) ?? Infinity));
    const quantile = (values: number[], share: number) => values.sort((a, b) => a - b)[Math.floor(share * values.length)];
    return {
        velocity: Float64Array.from([0, 1, 2], axis => quantile(standing.map(({ v }) => v[axis]), 0.5)),
        floor: quantile([...soleAt.values()], FLOOR_SHARE)
    };
}

/** Makes one stance of those that are less than some samples apart: a foot trembles about the limits. */
function fillShortSwings(down: Uint8Array, shortest: number): void {
    for (const { start, length } of findRuns(down, 0)) {
        if (!(length < shortest)) continue;
        for (let i = start; i < start + length; i++) down[i % down.length] = 1;
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
