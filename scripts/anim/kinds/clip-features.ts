import { distanceVec, dotVec, multiplyQuat, rotateVec, rotateVecInverse, subtractVec, type Flat } from '../../core/math/flat-math';
import type { FlatPose } from '../../core/pose/flat-pose';
import type { Rig } from '../../rig/rig';
import type { ClipSampler } from '../clips/clip-sampler';
import type { ClipContacts } from '../contacts/contacts';

// What a clip does, as numbers that hold for bodies of any size: how it goes and where, whether it flies, turns or goes down.

/** What a clip does. Lengths in heights of the character. */
export interface ClipFeatures {
    /** Whether it goes in steps over its ground. */
    readonly steps: boolean;
    /** Speed over that ground, a second; 0 of a clip without steps. */
    readonly speed: number;
    /** Direction in which it steps against that in which the character looks: radians, positive to the left. */
    readonly direction: number;
    /** Share of the motion in which no foot is down. */
    readonly flight: number;
    /** Least share of the motion that a foot is down. */
    readonly down: number;
    /** Turn of the hips from the begin of the motion to its end: radians, positive to the left. */
    readonly turn: number;
    /** Largest difference of a foot's turn from that of the hips, radians: small where the whole body turns. */
    readonly twist: number;
    /** Largest distance of a foot at the end from where it is at the begin, as seen from the hips. */
    readonly gap: number;
    /** How far the hips rise from the begin of the motion to its end. */
    readonly rise: number;
    /** Lowest height of the hips over the lowest foot, as a share of that in the reference pose. */
    readonly lowest: number;
    /** Largest angle of the line from hips to head from that in the reference pose, radians. */
    readonly bent: number;
}

/** Looks at the clip at so many times. */
const LOOKS = 12;

/**
 * Finds out what a clip does.
 *
 * @param sampler - The clip on the character.
 * @param contacts - When its feet are down; null: nothing is known of them.
 * @param feet - Indices of the foot bones in the skeleton.
 */
export function readFeatures(sampler: ClipSampler, rig: Rig, contacts: ClipContacts | null, feet: readonly number[]): ClipFeatures {
    const { first, begin, end, modelRotation, modelScale } = sampler;
    const height = rig.height * modelScale;
    const up = rotated(modelRotation, rig.up), forward = rotated(modelRotation, rig.forward);
    const left = Float64Array.of(
        up[1] * forward[2] - up[2] * forward[1], up[2] * forward[0] - up[0] * forward[2], up[0] * forward[1] - up[1] * forward[0]
    );
    const hips = rig.bones.get('hips') ?? 0;
    const head = rig.bones.get('head') ?? hips;
    const at = ({ positions }: FlatPose, bone: number, axis: Flat) => dotVec(positions, 3 * (first + bone), axis, 0);
    const hipHeight = (pose: FlatPose) => at(pose, hips, up) - Math.min(...feet.map(foot => at(pose, foot, up)));
    const trunk = (pose: FlatPose) => Float64Array.from([0, 1, 2], k => pose.positions[3 * (first + head) + k] - pose.positions[3 * (first + hips) + k]);
    const own = hipHeight(sampler.reference), upright = trunk(sampler.reference);
    let lowest = Infinity, bent = 0;
    for (let i = 0; i < LOOKS; i++) {
        const pose = sampler.sample(begin + (i + 0.5) / LOOKS * (end - begin));
        lowest = Math.min(lowest, own > 0 ? hipHeight(pose) / own : 1);
        if (head !== hips) bent = Math.max(bent, angleOf(trunk(pose), upright));
    }
    const turnOf = ({ rotations }: FlatPose, bone: number) => rotations.slice(4 * (first + bone), 4 * (first + bone) + 4);
    const start = sampler.sample(begin);
    const placed = [left, forward, up].map(axis => at(start, hips, axis));
    const bones = [hips, ...feet];
    const turned = bones.map(bone => turnOf(start, bone));
    const stood = feet.map(foot => fromHips(start, first + hips, first + foot));
    const last = sampler.sample(end);
    const [turn, ...turns] = bones.map((bone, i) => yawBetween(turned[i], turnOf(last, bone), up));
    const shift = [left, forward, up].map((axis, i) => (at(last, hips, axis) - placed[i]) / height);
    const steps = contacts?.locomotion ?? null;
    const travel = contacts ? travelOf(contacts, shift, [left, forward], height, end - begin) : [0, 0];
    return {
        steps: steps !== null,
        speed: steps ? steps.speed / height : 0,
        direction: steps ? Math.atan2(travel[0], travel[1]) : 0,
        flight: contacts ? contacts.airTime / (end - begin) : 0,
        down: contacts ? Math.min(...contacts.feet.map(({ share }) => share)) : 0,
        turn,
        twist: Math.max(0, ...turns.map(other => Math.abs(wrap(other - turn)))),
        gap: Math.max(0, ...feet.map((foot, i) => distanceVec(fromHips(last, first + hips, first + foot), 0, stood[i], 0))) / height,
        rise: shift[2],
        lowest, bent
    };
}

/** Velocity of the body over the ground, to the left and ahead: what the ground does backwards, and what the body itself goes. */
function travelOf({ groundVelocity }: ClipContacts, shift: readonly number[], axes: readonly Flat[], height: number, seconds: number): number[] {
    return axes.map((axis, i) => (seconds > 0 ? shift[i] * height / seconds : 0) - dotVec(groundVelocity, 0, axis, 0));
}

function rotated(q: Flat, v: Flat): Float64Array {
    const out = new Float64Array(3);
    rotateVec(out, 0, q, 0, v, 0);
    return out;
}

function angleOf(a: Flat, b: Flat): number {
    const length = Math.hypot(...a) * Math.hypot(...b);
    return length > 0 ? Math.acos(Math.max(-1, Math.min(1, dotVec(a, 0, b, 0) / length))) : 0;
}

/** Turn about an axis from one rotation to another: the twist of their difference. */
function yawBetween(from: Flat, to: Flat, up: Flat): number {
    const q = new Float64Array(4);
    multiplyQuat(q, 0, to, 0, Float64Array.of(-from[0], -from[1], -from[2], from[3]), 0);
    const along = q[0] * up[0] + q[1] * up[1] + q[2] * up[2];
    return wrap(2 * Math.atan2(along, q[3]));
}

/** An angle between half a turn to either side. */
function wrap(angle: number): number {
    return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}

/** Where a bone is, as seen from the hips. */
function fromHips({ positions, rotations }: FlatPose, hips: number, bone: number): Float64Array {
    const out = new Float64Array(3);
    subtractVec(out, 0, positions, 3 * bone, positions, 3 * hips);
    rotateVecInverse(out, 0, rotations, 4 * hips, out, 0);
    return out;
}
