import type { AnimTrack, GraphNode } from 'playcanvas';

import { findUp } from './contacts';
import { flatten, trackFeet, type FootTrack } from './foot-tracks';
import { feetOf } from './known-contacts';
import { findSolePoints } from './sole-points';
import { dotVec, multiplyInverseQuat, multiplyQuatInverse, rotateVec, rotateVecInverse, type Flat } from '../../core/math/flat-math';
import { finish } from '../../core/timing/steps';
import { ClipCache } from '../../rig/model-cache';
import type { Rig } from '../../rig/rig';
import { readSkin } from '../../skin/skin';
import { evaluateChannel } from '../clips/clip-channels';
import { ClipSampler } from '../clips/clip-sampler';

// What a clip does that leads from standing to a gait, from a gait to a halt, or to another direction: how far it has gone or turned at each moment, and when its
// feet are down. The distance is taken from a clip that travels, or of one in place from the ground that passes below it; so it is known at every moment, and a
// character whose entity has gone as far can be shown at that moment (distance matching; Zinno, Animation Bootcamp: Motion Matching and distance matching, 2016).

/** Samples a second. */
const RATE = 60;

/** Heights over the lowest point of all soles, and heights a second over the ground, up to which a foot is down. */
const LOW = 0.02;
const STILL = 0.2;

/** Samples of the shortest swing and the shortest stance. */
const SHORTEST_SWING = 5;
const SHORTEST_STANCE = 3;

/** Samples over which the speed at an end of the clip is taken. */
const END = 8;

/** A foot on the ground, seconds of the clip; one that is down at the end stays so. */
export interface Standing {
    readonly strike: number;
    readonly release: number;
}

/** A moment at which a foot comes down or leaves the ground, seconds. */
export interface FootMoment {
    readonly foot: number;
    readonly time: number;
}

export interface TransitionAnalysis {
    readonly duration: number;
    /** Distance along the look in shares of the height of the hips, and turn to the left in radians, up to each sample; neither goes back. */
    readonly distances: Float64Array;
    readonly turns: Float64Array;
    /** Speed at the faster end, hip heights a second. */
    readonly speed: number;
    /** Whether there are moments without a foot on the ground: it leads to or from a run. */
    readonly flies: boolean;
    /** When each foot is down. */
    readonly feet: readonly (readonly Standing[])[];
    /** Of all feet, and strikes of the first two, by which gaits go. */
    readonly firstLift: FootMoment | null;
    readonly firstStrike: FootMoment | null;
    readonly lastStrike: FootMoment | null;
}

const known = new ClipCache<TransitionAnalysis | null>();

/** Analyses a clip; null where it says nothing about the feet. */
export function analyseTransition(track: AnimTrack, root: GraphNode, rig: Rig): TransitionAnalysis | null {
    return known.of(rig).get(track, () => analyse(new ClipSampler(track, root, rig.skeleton), root, rig));
}

/** Height of the hips over the feet in the reference pose: the scale of distances, in units of the clips' root. */
export function hipHeightOf({ reference: { positions }, first, modelRotation }: ClipSampler, rig: Rig): number {
    const up = findUp(modelRotation, rig);
    const at = (bone: number) => dotVec(positions, 3 * (first + bone), up, 0);
    return at(rig.bones.get('hips') ?? 0) - Math.min(...feetOf(rig).map(at));
}

function analyse(sampler: ClipSampler, root: GraphNode, rig: Rig): TransitionAnalysis | null {
    const { duration, modelRotation, modelScale, first } = sampler;
    const feet = feetOf(rig);
    const hips = rig.bones.get('hips');
    if (sampler.curveCount === 0 || !(duration > 0) || feet.length < 2 || hips === undefined) return null;
    const up = findUp(modelRotation, rig), ahead = new Float64Array(3);
    rotateVec(ahead, 0, modelRotation, 0, rig.forward, 0);
    const height = rig.height * modelScale, scale = hipHeightOf(sampler, rig);
    const count = Math.max(2, Math.round(RATE * duration));
    const skin = readSkin(rig.skeleton);
    const tracks = finish(trackFeet(sampler, feet.map(foot => findSolePoints(rig, foot, skin)), up, { from: 0, to: duration, count }));
    const travel = readRoot(sampler, root, { up, ahead, count });
    addRoot(tracks, travel, up);
    const grounds = groundOf(tracks, ahead, count);
    const down = tracks.map(track => fill(findDown(track, grounds, ahead, lowest(tracks), height)));
    const distances = new Float64Array(count), turns = new Float64Array(count);
    const begin = new Float64Array(4), turn = new Float64Array(4), looked = new Float64Array(3);
    let before = 0, sum = 0;
    for (let i = 0; i < count; i++) {
        const { positions, rotations } = sampler.sample(i / (count - 1) * duration);
        const at = dotVec(positions, 3 * (first + hips), ahead, 0) / scale;
        if (i === 0) begin.set(rotations.subarray(4 * (first + hips), 4 * (first + hips) + 4));
        else sum += at - before + (dotVec(travel.velocities, 3 * i, ahead, 0) - grounds[i]) * duration / (count - 1) / scale;
        before = at;
        distances[i] = Math.max(sum, i > 0 ? distances[i - 1] : 0);
        multiplyQuatInverse(turn, 0, rotations, 4 * (first + hips), begin, 0);
        turns[i] = travel.turns[i] + yawOf(turn, ahead, up, looked);
    }
    const isLeft = turns[count - 1] > 0;
    for (let i = 1; i < count; i++) turns[i] = isLeft ? Math.max(turns[i], turns[i - 1]) : Math.min(turns[i], turns[i - 1]);
    const end = Math.min(END, count - 1), seconds = end * duration / (count - 1);
    const stances = down.map(bits => listStances(bits, duration));
    const pair = stances.slice(0, 2);
    const strikes = moments(pair, ({ strike }) => strike, duration), lifts = moments(stances, ({ release }) => release, duration);
    return {
        duration, distances, turns, feet: stances,
        flies: down[0].some((_, i) => down.every(bits => bits[i] === 0)),
        speed: Math.max(distances[end], distances[count - 1] - distances[count - 1 - end]) / seconds,
        firstLift: lifts[0] ?? null, firstStrike: strikes[0] ?? null, lastStrike: strikes[strikes.length - 1] ?? null
    };
}

/** What the clips' root does by itself: its velocity in its own space a sample, how far it has turned to the left, and how fast it does. */
interface RootTravel {
    readonly velocities: Float64Array;
    readonly turns: Float64Array;
    readonly rates: Float64Array;
}

function readRoot({ rootChannels, duration }: ClipSampler, root: GraphNode, { up, ahead, count }: { up: Flat, ahead: Flat, count: number }): RootTravel {
    const places = new Float64Array(3 * count), rotations = new Float64Array(4 * count);
    const velocities = new Float64Array(3 * count), turns = new Float64Array(count), rates = new Float64Array(count);
    const value = new Float64Array(4), at = new Float64Array(1), looked = new Float64Array(3);
    const scale = root.getLocalScale().x, seconds = duration / (count - 1);
    for (let i = 0; i < count; i++) {
        at[0] = i * seconds;
        rotations[4 * i + 3] = 1;
        for (const channel of rootChannels) {
            evaluateChannel(value, channel, at);
            if (channel.property === 'localPosition') for (let k = 0; k < 3; k++) places[3 * i + k] = value[k] / scale;
            else if (channel.property === 'localRotation') rotations.set(value, 4 * i);
        }
        multiplyInverseQuat(value, 0, rotations, 0, rotations, 4 * i);
        turns[i] = yawOf(value, ahead, up, looked);
    }
    for (let i = 0; i < count; i++) {
        const from = Math.max(0, i - 1), to = Math.min(count - 1, i + 1), time = (to - from) * seconds;
        for (let k = 0; k < 3; k++) velocities[3 * i + k] = (places[3 * to + k] - places[3 * from + k]) / time;
        rotateVecInverse(velocities, 3 * i, rotations, 4 * i, velocities, 3 * i);
        rates[i] = (turns[to] - turns[from]) / time;
    }
    return { velocities, turns, rates };
}

/** Adds to what soles do in a clip what they do with its root. */
function addRoot(tracks: readonly FootTrack[], { velocities, rates }: RootTravel, up: Flat): void {
    for (const track of tracks) {
        for (let o = 0; o < velocities.length; o += 3) {
            for (let k = 0; k < 3; k++) {
                const a = (k + 1) % 3, b = (k + 2) % 3;
                track.velocities[o + k] += velocities[o + k] + rates[o / 3] * (up[a] * track.places[o + b] - up[b] * track.places[o + a]);
            }
        }
    }
}

/** Speed of the ground along the look: that of the foot that goes back fastest, and is low. */
function groundOf(tracks: readonly FootTrack[], ahead: Flat, count: number): Float64Array {
    const floor = lowest(tracks);
    return Float64Array.from({ length: count }, (_, i) => {
        const speeds = tracks.filter(({ heights }) => heights[i] < floor + (Math.min(...tracks.map(track => track.heights[i])) - floor) * 2 + Number.EPSILON)
        .map(({ velocities }) => dotVec(velocities, 3 * i, ahead, 0));
        return Math.min(...speeds, 0);
    });
}

function lowest(tracks: readonly FootTrack[]): number {
    return Math.min(...tracks.map(({ heights }) => Math.min(...heights)));
}

function findDown({ heights, velocities }: FootTrack, grounds: Flat, ahead: Flat, floor: number, height: number): Uint8Array {
    return Uint8Array.from(heights, (h, i) => {
        let speed = 0;
        for (let k = 0; k < 3; k++) speed += (velocities[3 * i + k] - grounds[i] * ahead[k]) ** 2;
        return h < floor + LOW * height && Math.sqrt(speed) < STILL * height ? 1 : 0;
    });
}

/** Turns around what is too short for a swing or a stance. */
function fill(bits: Uint8Array): Uint8Array {
    for (const [bit, shortest] of [[0, SHORTEST_SWING], [1, SHORTEST_STANCE]]) {
        for (let i = 0, from = 0; i <= bits.length; i++) {
            if (i < bits.length && bits[i] === bits[from]) continue;
            // what goes on over an end may be longer
            if (bits[from] === bit && from > 0 && i < bits.length && i - from < shortest) bits.fill(1 - bit, from, i);
            from = i;
        }
    }
    return bits;
}

function listStances(bits: Uint8Array, duration: number): Standing[] {
    const out: Standing[] = [];
    const seconds = (sample: number) => Math.max(0, sample - 0.5) / (bits.length - 1) * duration;
    for (let i = 0, from = 0; i <= bits.length; i++) {
        if (i < bits.length && bits[i] === bits[from]) continue;
        if (bits[from] === 1) out.push({ strike: seconds(from), release: i < bits.length ? seconds(i) : Infinity });
        from = i;
    }
    return out;
}

/** Moments of all feet in their order, without those at the ends of the clip. */
function moments(feet: readonly (readonly Standing[])[], of: (stance: Standing) => number, duration: number): FootMoment[] {
    return feet.flatMap((stances, foot) => stances.map(stance => ({ foot, time: of(stance) }))).filter(({ time }) => time > 0 && time < duration).sort((a, b) => a.time - b.time);
}

/** Turn to the left about up of what looked ahead. */
function yawOf(turn: Flat, ahead: Flat, up: Flat, looked: Flat): number {
    rotateVec(looked, 0, turn, 0, ahead, 0);
    flatten(looked, 0, up);
    let left = 0;
    for (let k = 0; k < 3; k++) left += looked[k] * (up[(k + 1) % 3] * ahead[(k + 2) % 3] - up[(k + 2) % 3] * ahead[(k + 1) % 3]);
    return Math.atan2(left, dotVec(looked, 0, ahead, 0));
}
