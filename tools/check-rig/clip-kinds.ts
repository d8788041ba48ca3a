import { Quat, Vec3, type Entity } from 'playcanvas';

import type { Clip } from './clip';
import { feetOf } from './feet-of';
import { ClipSampler } from '../../scripts/anim/clips/clip-sampler';
import { findContacts, type ClipContacts } from '../../scripts/anim/contacts/contacts';
import { findSolePoints } from '../../scripts/anim/contacts/sole-points';
import type { FlatPose } from '../../scripts/core/pose/flat-pose';
import { findCharacter } from '../../scripts/rig/character';
import type { Rig } from '../../scripts/rig/rig';
import { readSkin } from '../../scripts/skin/skin';

// What a clip is, by what its feet and its trunk do: only on ground that feet stand on is there something to measure of feet.

/** `standing`: all feet stay down; `walking`: the body goes over the ground, in steps; `other`: fights, falls, sits, lies, swims. */
export type Kind = 'standing' | 'walking' | 'other';

/** The character whose clips these are. */
interface ClipOwner {
    readonly rig: Rig;
    readonly clips: readonly Clip[];
    /** A new instance in the scene, without script and clip. */
    add(): { readonly model: Entity };
    /** Takes everything out of the scene. */
    clear(): void;
}

/** What is known of a clip. */
export interface KnownClip {
    readonly kind: Kind;
    /** When the feet are on the ground; null where the movement tells nothing. */
    readonly contacts: ClipContacts | null;
    /** How it goes; null of a clip that does not go in steps. */
    readonly steps: Steps | null;
}

/** The steps of a clip. */
export interface Steps {
    /** Metres per second over its own soles, and metres of a stride. */
    readonly speed: number;
    readonly strideLength: number;
    /** Strides of the clip. */
    readonly strides: number;
    /** Share of the clip that each foot is down. */
    readonly down: readonly number[];
}

/** Speed in heights a second from which on a clip goes somewhere. */
const TRAVEL = 0.15;

/** Least share of a clip that each foot of a standing character is down, and of a walking one. */
const STANDS = 0.95;
const STEPS = 0.1;

/** Farthest that a foot of a standing character goes from where it was, as a share of its height: one that pivots slides further. */
const STILL = 0.03;

/** Least height of the hips over the lowest foot, as a share of that in the reference pose: sneaking is lower, sitting much lower. */
const CROUCHED = 0.6;

/** Cosine of the largest angle of the line from hips to head from that in the reference pose. */
const BENT = Math.cos(50 * Math.PI / 180);

/** Most clips that are measured, and of those in which feet stand and walk: a character takes seconds, not minutes. */
const MOST = 8;
const MOST_STANDING = 2;
const MOST_WALKING = 4;

/** Names of clips in which nothing but standing happens, and nothing but going. */
const IDLE = /idle|stand/i;
const WALK = /walk|run|jog|trot|gallop/i;

/** Looks at the trunk at so many times. */
const LOOKS = 8;

/** Finds out what each clip of a character is. */
export function findKinds(character: ClipOwner): ReadonlyMap<Clip, KnownClip> {
    character.clear();
    const { model } = character.add();
    model.addComponent('anim', { activate: true });
    const rig = findCharacter(model)!;
    const skin = readSkin(rig.skeleton);
    const soles = feetOf(character).map((id) => {
        const { bones } = rig.limbs[id]!;
        return findSolePoints(rig, bones[bones.length - 1], skin);
    });
    const kinds = new Map(character.clips.map((clip): [Clip, KnownClip] => {
        const sampler = new ClipSampler(clip.track, model, rig.skeleton);
        const contacts = findContacts(sampler, rig, soles);
        const steps = contacts && stepsOf(contacts, model.getWorldTransform().getScale().x);
        const feet = soles.map(({ foot }) => foot);
        if (!contacts || !isUpright(sampler, character)) return [clip, { kind: 'other', contacts, steps }];
        const height = rig.height * sampler.modelScale;
        if (contacts.pace > TRAVEL * height) return [clip, { kind: hasSteps(contacts) ? 'walking' : 'other', contacts, steps }];
        return [clip, { kind: staysDown(contacts) && standsStill(sampler, feet, STILL * height) ? 'standing' : 'other', contacts, steps }];
    }));
    character.clear();
    return kinds;
}

function stepsOf({ locomotion, feet }: ClipContacts, scale: number): Steps | null {
    if (!locomotion) return null;
    const { speed, strideLength, strides } = locomotion;
    return { speed: scale * speed, strideLength: scale * strideLength, strides, down: feet.map(({ share }) => share) };
}

function staysDown({ feet }: ClipContacts): boolean {
    return feet.every(({ share }) => share >= STANDS);
}

function hasSteps({ feet }: ClipContacts): boolean {
    return feet.every(({ share }) => share >= STEPS && share < 1);
}

/** Looks at the clip's poses, evenly over its time. */
function eachLook(sampler: ClipSampler, isGood: (pose: FlatPose) => boolean): boolean {
    return Array.from({ length: LOOKS }, (_, i) => (i + 0.5) / LOOKS * sampler.duration).every(time => isGood(sampler.sample(time)));
}

function standsStill(sampler: ClipSampler, feet: readonly number[], distance: number): boolean {
    const placesOf = ({ positions }: FlatPose) => feet.map(foot => new Vec3(...positions.subarray(3 * (sampler.first + foot), 3 * (sampler.first + foot) + 3)));
    const start = placesOf(sampler.sample(0));
    return eachLook(sampler, pose => placesOf(pose).every((place, i) => place.distance(start[i]) < distance));
}

/** Whether the character has its legs over its feet, and its head where it belongs, all the time. */
function isUpright(sampler: ClipSampler, character: ClipOwner): boolean {
    const { rig } = character;
    const { first, reference, modelRotation: [x, y, z, w] } = sampler;
    const up = new Quat(x, y, z, w).transformVector(new Vec3(...rig.up), new Vec3());
    const placeOf = ({ positions }: FlatPose, bone: number) => new Vec3(...positions.subarray(3 * (first + bone), 3 * (first + bone) + 3));
    const hips = rig.bones.get('hips') ?? 0;
    const head = rig.bones.get('head') ?? hips;
    const legs = feetOf(character).map(id => rig.limbs[id]!.bones);
    const heightOver = (pose: FlatPose, tops: readonly number[]) => {
        const low = Math.min(...legs.map(leg => placeOf(pose, leg.at(-1)!).dot(up)));
        return tops.reduce((sum, top) => sum + placeOf(pose, top).dot(up) / tops.length, 0) - low;
    };
    // what carries the legs may stand on the ground itself
    const roots = legs.map(leg => leg[0]);
    const tops = heightOver(reference, [hips]) > heightOver(reference, roots) / 2 ? [hips] : roots;
    const hipHeight = (pose: FlatPose) => heightOver(pose, tops);
    const trunk = (pose: FlatPose) => placeOf(pose, head).sub(placeOf(pose, hips)).normalize();
    const [height, way] = [hipHeight(reference), trunk(reference)];
    return eachLook(sampler, pose => hipHeight(pose) > CROUCHED * height && (head === hips || trunk(pose).dot(way) > BENT));
}

/**
 * Chooses the clips that are measured where there are many: some of each kind.
 *
 * @param kinds - What each clip is.
 * @returns All clips where there are few.
 */
export function chooseClips(kinds: ReadonlyMap<Clip, KnownClip>): Clip[] {
    if (kinds.size <= MOST) return [...kinds.keys()];
    const ofKind = (kind: Kind) => [...kinds.keys()].filter(clip => kinds.get(clip)!.kind === kind);
    const standing = ofKind('standing').sort((a, b) => Number(IDLE.test(b.name)) - Number(IDLE.test(a.name)) || a.name.length - b.name.length);
    const named = ofKind('walking').filter(({ name }) => WALK.test(name));
    const walking = (named.length > 0 ? named : ofKind('walking')).sort((a, b) => kinds.get(a)!.contacts!.pace - kinds.get(b)!.contacts!.pace);
    const grounded = [...standing.slice(0, MOST_STANDING), ...spread(walking, MOST_WALKING)];
    const chosen = new Set([...grounded, ...spread(ofKind('other'), MOST - grounded.length)]);
    return [...kinds.keys()].filter(clip => chosen.has(clip));
}

/** Some of a list, from its first to its last. */
function spread<T>(list: readonly T[], most: number): T[] {
    if (list.length <= most) return [...list];
    return Array.from({ length: most }, (_, i) => list[Math.round(i * (list.length - 1) / (most - 1))]);
}
