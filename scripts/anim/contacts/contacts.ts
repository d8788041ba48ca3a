import { findGround } from './clip-ground';
import { FootContacts, type Stance } from './foot-contacts';
import { flatten, trackFeet, type FootTrack } from './foot-tracks';
import { findGait } from './gait';
import { AHEAD, AHEAD_FLAT, findStrides } from './gait-stances';
import { findLocomotion, type Locomotion } from './locomotion';
import type { SolePoints } from './sole-points';
import { copyVec, rotateVec, type Flat } from '../../core/math/flat-math';
import { RADIANS } from '../../core/math/scalars';
import { finish, type Steps } from '../../core/timing/steps';
import type { Rig } from '../../rig/rig';
import type { ClipPlace } from '../clips/clip-place';
import type { ClipSampler } from '../clips/clip-sampler';

// When the feet of a clip are on the ground, found once by analysing the clip.
//
// The idea of clip analysis is from Johansen, Automated Semi-Procedural Animation for Character Locomotion (2009); the steps differ.
// A foot is where its lowest point is. It is down while it is near the floor and is carried along: it may go ahead of the ground by half of
// the pace, lying flat by all of it. So a toe that is dragged through the floor in swing is not down, and a foot that slips back in pushing
// off is. In a clip that does not travel height alone decides.
//
// Limits: one level floor and one direction of travel a clip (no stairs, no tight curves). A clip whose feet never touch anything, such
// as falling, has a floor too: where they are most of the time.

/** The contacts of a clip. Lengths in units of the animation component's entity, in whose space the clip was analysed. */
export interface ClipContacts {
    /** Where that space is in the scene. */
    readonly clipPlace: ClipPlace;
    /** What brings the rig's directions into it. */
    readonly modelRotation: Float64Array;
    /** Seconds. */
    readonly duration: number;
    /** Seconds between which it moves: before and after it holds still, and so does its ground. */
    readonly begin: number;
    readonly end: number;
    /** One for each of the feet that were asked for. */
    readonly feet: readonly FootContacts[];
    /** Direction at right angles to its floor, upwards; unit length. */
    readonly up: Float64Array;
    /** Velocity of the ground while the clip moves, a second: opposite to the way that the character seems to go. */
    readonly groundVelocity: Float64Array;
    /** Length of the same. */
    readonly groundSpeed: number;
    /** Speed of the body over the ground, whichever of the two moves. */
    readonly pace: number;
    /** Height of the floor along the up direction. */
    readonly floor: number;
    /** Seconds of those in which it moves in which no foot is down. */
    readonly airTime: number;
    /** Phase, speed and stride of a clip that goes somewhere in steps; null of another one. */
    readonly locomotion: Locomotion | null;
}

/** Samples a second: a strike or release is then known to 4 ms, an eighth of a frame of usual clips. */
const SAMPLE_RATE = 120;

/** Most samples of a clip: a minute is still sampled at 50 a second. */
const MAX_SAMPLES = 3000;

/** Height above the floor in shares of the character's: 8 mm at 1.75 m, what toes are above it in many clips while they push off. */
const CONTACT_HEIGHT = 0.0045;

/** Speed in heights a second from which on a clip travels: slower than any walk, faster than swaying. */
const TRAVEL = 0.15;

/** Speed over the ground in heights a second up to which a foot that is down for a whole clip stands, whatever the hips do, as in sitting down. */
const STANDS = 0.02;

/** Shortest time in seconds from lifting a foot to setting it down. */
const SHORTEST_SWING = 0.08;

/** Seconds: what is down for less brushes the floor. */
const SHORTEST_STANCE = 0.03;

/** Share of the larger of two speeds that the smaller one has along it where they may be of one ground. */
const ALIKE = 0.35;

/** The same of a foot in a stride. */
const SHORTEST_STRIDE = 0.06;

/** Cosine from which on the character's up is an axis of its entity: floors are level there, reference poses lean a little. */
const UPRIGHT = Math.cos(15 * RADIANS);

/**
 * Finds when feet are on the ground.
 *
 * @param sampler - The clip on the character.
 * @param soles - What of each foot can touch the floor.
 * @returns The contacts; null for a clip of another skeleton, without length or with broken numbers, and without feet.
 */
export function findContacts(sampler: ClipSampler, rig: Rig, soles: readonly SolePoints[]): ClipContacts | null {
    return finish(findContactsSteps(sampler, rig, soles));
}

/** The same in pieces. */
export function *findContactsSteps(sampler: ClipSampler, rig: Rig, soles: readonly SolePoints[]): Steps<ClipContacts | null> {
    const { duration, first } = sampler;
    if (sampler.curveCount === 0 || !(duration > 0 && duration < Infinity) || soles.length === 0) return null;
    sampler.poseOnly([rig.bones.get('hips') ?? 0, ...soles.flatMap(({ foot, nodes, partners }) => [foot, ...nodes, ...partners.filter(node => node >= 0)])].map(node => first + node));
    const contacts = yield* readContacts(sampler, rig, soles);
    sampler.poseAll();
    return contacts;
}

/** The contacts of a clip of which legs and hips are posed. */
function *readContacts(sampler: ClipSampler, rig: Rig, soles: readonly SolePoints[]): Steps<ClipContacts | null> {
    const { duration, begin, end } = sampler;
    const up = findUp(sampler.modelRotation, rig);
    const height = rig.height * sampler.modelScale;
    const seconds = end - begin;
    const count = Math.min(Math.max(Math.round(SAMPLE_RATE * seconds), 2), MAX_SAMPLES);
    const tracks = yield* trackFeet(sampler, soles, up, { from: begin, to: end, count });
    yield;
    const found = yield* findDown(tracks, { duration: seconds, height, up, forward: findForward(sampler, rig), travel: findTravel(sampler, rig, up) });
    yield;
    if (!found) return null;
    const { bits, velocity, travel, floor, moves } = found;
    const pace = Math.hypot(...travel);
    const feet = bits.map((down, foot) => new FootContacts(duration, listStances(down, sampler, soles[foot]), down.reduce((sum, bit) => sum + bit, 0) / count));
    let airborne = 0;
    for (let i = 0; i < count; i++) {
        if (bits.every(down => down[i] === 0)) airborne++;
    }
    return {
        clipPlace: sampler.place, modelRotation: sampler.modelRotation,
        duration, begin, end,
        feet,
        up,
        groundVelocity: velocity,
        groundSpeed: Math.hypot(...velocity),
        pace,
        floor,
        airTime: airborne / count * seconds,
        locomotion: moves ? findLocomotion(feet, findSpeed(tracks, bits, velocity, travel), [begin, end]) : null
    };
}

/** What samples of the feet's paths belong to. */
interface SampledClip {
    readonly duration: number;
    readonly height: number;
    readonly up: Flat;
    /** Where the character looks in its reference pose. */
    readonly forward: Flat;
    /** Velocity of the body from its begin to its end. */
    readonly travel: Flat;
}

/** What the feet's paths say. */
interface Footfalls {
    /** When each foot is down, sample by sample. */
    readonly bits: readonly Uint8Array[];
    /** Velocity of the ground, and of the body over it. */
    readonly velocity: Float64Array;
    readonly travel: Float64Array;
    readonly floor: number;
    readonly moves: boolean;
    readonly isGait: boolean;
}

/** Finds when feet are down, and on what; null where nothing is a number. */
export function *findDown(tracks: readonly FootTrack[], clip: SampledClip): Steps<Footfalls | null> {
    const { duration, height } = clip;
    const ground = yield* findGround(tracks, height);
    if (!ground) return null;
    const { floor, floors } = ground;
    const count = tracks[0].heights.length;
    const limit = CONTACT_HEIGHT * height;
    if (tracks.every(track => standsStill(track, ground.velocity, floor + limit, STANDS * height))) {
        return { bits: tracks.map(() => new Uint8Array(count).fill(1)), velocity: ground.velocity, travel: new Float64Array(3), floor, moves: false, isGait: false };
    }
    yield;
    const gait = findGait(tracks, clip);
    yield;
    const travelOver = (velocity: Flat) => Float64Array.from(velocity, (value, axis) => clip.travel[axis] - value);
    if (gait) {
        const velocity = isAlike(ground.velocity, gait.velocity, clip.travel) ? ground.velocity : gait.velocity;
        const travel = travelOver(velocity);
        const ofFoot = { limit, velocity, travel, shortest: SHORTEST_STRIDE / duration * count };
        const bits = tracks.flatMap((track, foot) => findStrides(track, gait.windows[foot], { floor: floors[foot], ...ofFoot }) ?? []);
        if (bits.length === tracks.length) {
            const stood = meanVelocity(tracks, bits);
            return { bits, velocity: stood, travel: travelOver(stood), floor, moves: Math.hypot(...travel) > TRAVEL * height, isGait: true };
        }
    }
    const { velocity } = ground;
    const travel = travelOver(velocity);
    const moves = Math.hypot(...travel) > TRAVEL * height;
    const bits = tracks.map((track, foot) => {
        const down = moves ? findCarried(track, floors[foot], limit, velocity, travel) : Uint8Array.from(track.heights, h => (h < floor + limit ? 1 : 0));
        fillShortRuns(down, 0, SHORTEST_SWING / duration * count);
        fillShortRuns(down, 1, SHORTEST_STANCE / duration * count);
        return down;
    });
    return { bits, velocity, travel, floor, moves, isGait: false };
}

/** Whether a foot stays where it is on the ground in the whole clip. */
function standsStill({ heights, velocities }: FootTrack, ground: Flat, highest: number, fastest: number): boolean {
    for (let i = 0; i < heights.length; i++) {
        const o = 3 * i;
        const speed = Math.hypot(velocities[o] - ground[0], velocities[o + 1] - ground[1], velocities[o + 2] - ground[2]);
        if (!(heights[i] < highest && speed < fastest)) return false;
    }
    return true;
}

/** Mean velocity of soles that are down: clips are eased, and what is fastest or slowest in them is not how fast they go. */
function meanVelocity(tracks: readonly FootTrack[], bits: readonly Uint8Array[]): Float64Array {
    const sum = new Float64Array(3);
    let count = 0;
    bits.forEach((down, foot) => down.forEach((bit, i) => {
        if (bit === 0) return;
        count++;
        for (let axis = 0; axis < 3; axis++) sum[axis] += tracks[foot].velocities[3 * i + axis];
    }));
    return sum.map(value => value / count);
}

/** Whether a ground passes below the body as another one does, within reason. */
function isAlike(velocity: Flat, other: Flat, travel: Flat): boolean {
    let both = 0, own = 0, theirs = 0;
    for (let axis = 0; axis < 3; axis++) {
        const a = travel[axis] - velocity[axis], b = travel[axis] - other[axis];
        both += a * b;
        own += a * a;
        theirs += b * b;
    }
    return both > ALIKE * Math.max(own, theirs);
}

/** When a foot is near its floor and carried along, sample by sample. */
export function findCarried({ heights, tops, velocities }: FootTrack, floor: number, limit: number, ground: Flat, travel: Flat): Uint8Array {
    const pace = Math.hypot(...travel);
    const isOnFloor = (h: number) => Math.abs(h - floor) < limit;
    const flattest = heights.reduce((least, h, i) => (isOnFloor(h) ? Math.min(least, tops[i] - h) : least), Infinity);
    return Uint8Array.from(heights, (h, i) => {
        let ahead = 0;
        for (let axis = 0; axis < 3; axis++) ahead += (velocities[3 * i + axis] - ground[axis]) * travel[axis] / pace;
        const isFlat = isOnFloor(h) && tops[i] - h < flattest + limit;
        return h < floor + limit && ahead < (isFlat ? AHEAD_FLAT : AHEAD) * pace ? 1 : 0;
    });
}

/** Mean speed of the body over the soles that are down. `travel` is its velocity over the ground. */
function findSpeed(tracks: readonly FootTrack[], bits: readonly Uint8Array[], ground: Flat, travel: Flat): number {
    const pace = Math.hypot(...travel);
    let ahead = 0, count = 0;
    bits.forEach((down, foot) => down.forEach((bit, i) => {
        if (bit === 0) return;
        count++;
        for (let axis = 0; axis < 3; axis++) ahead += (tracks[foot].velocities[3 * i + axis] - ground[axis]) * travel[axis] / pace;
    }));
    return count > 0 ? pace - ahead / count : pace;
}

/**
 * The direction at right angles to the floor of a character's clips, in their entity's space.
 *
 * @param modelRotation - What brings the rig's directions into that space.
 */
export function findUp(modelRotation: Flat, rig: Rig): Flat {
    const up = new Float64Array(3);
    rotateVec(up, 0, modelRotation, 0, rig.up, 0);
    const axis = up.findIndex(value => Math.abs(value) > UPRIGHT);
    return axis < 0 ? up : up.map((value, i) => (i === axis ? Math.sign(value) : 0));
}

/** Where the character looks in the reference pose, in the entity's space. */
function findForward({ modelRotation }: ClipSampler, { forward }: Rig): Flat {
    const out = new Float64Array(3);
    rotateVec(out, 0, modelRotation, 0, forward, 0);
    return out;
}

/** Horizontal velocity of the hips while the clip moves. */
function findTravel(sampler: ClipSampler, rig: Rig, up: Flat): Flat {
    const hips = 3 * (sampler.first + (rig.bones.get('hips') ?? 0));
    const from = new Float64Array(3);
    const travel = new Float64Array(3);
    copyVec(from, 0, sampler.sample(sampler.begin).positions, hips);
    copyVec(travel, 0, sampler.sample(sampler.end).positions, hips);
    const seconds = sampler.end - sampler.begin;
    for (let axis = 0; axis < 3; axis++) travel[axis] = seconds > 0 ? (travel[axis] - from[axis]) / seconds : 0;
    flatten(travel, 0, up);
    return travel;
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

/** The stances of a foot in the whole clip, from what it does while the clip moves: what it begins and ends with is held. */
function listStances(down: Uint8Array, sampler: ClipSampler, sole: SolePoints): Stance[] {
    const { duration, begin, end, first } = sampler;
    const count = down.length, step = (end - begin) / count;
    const stanceAt = (strike: number, release: number): Stance => {
        const place = sampler.sample(strike).positions.slice(3 * (first + sole.foot), 3 * (first + sole.foot) + 3);
        return { strike, release, strikePhase: strike / duration, releasePhase: release / duration, place };
    };
    if (down.every(bit => bit === 1)) return [stanceAt(0, duration)];
    // the foot came down between this sample and the one before
    return findRuns(down, 1).map(({ start, length }) => {
        const release = begin + (start + length - 0.5) * step;
        const held = start + length > count ? duration - end + begin : 0;
        return stanceAt(start > 0 ? begin + (start - 0.5) * step : 0, start + length === count && end < duration ? duration : release + held);
    });
}
