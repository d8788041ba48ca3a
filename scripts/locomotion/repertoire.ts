import type { AnimComponent, AnimTrack } from 'playcanvas';

import { airTimesOf } from './air-times';
import type { PlayedGait, Played } from './choose-gait';
import { inPlace } from './in-place';
import type { SameChannels } from './same-channels';
import { makeTransition, mirrorAnalysis, TRANSITIONS, type GaitTransition } from './transition';
import { clipUnit } from '../anim/clips/clip-place';
import { ClipSampler } from '../anim/clips/clip-sampler';
import { createMirror } from '../anim/clips/mirror';
import { mirrorTrack } from '../anim/clips/mirror-track';
import { animRootOf } from '../anim/component/find-anim';
import { LOCOMOTION_STATE } from '../anim/component/interlude';
import type { ClipContacts } from '../anim/contacts/contacts';
import { feetOf, KnownContacts } from '../anim/contacts/known-contacts';
import { analyseTransition, type TransitionAnalysis } from '../anim/contacts/transition-analysis';
import { kindOf, type ClipKind } from '../anim/kinds/clip-kinds';
import { retargetTrack } from '../anim/retarget/retarget-track';
import { dotVec, rotateVec } from '../core/math/flat-math';
import { RADIANS } from '../core/math/scalars';
import { modelScale, type Rig } from '../rig/rig';

// What a character has to go about with: its clips by kinds, each with a state of its own in the base layer.

/** A clip for a kind, and the speed at which it is chosen; 0: its own. */
export interface Chosen {
    readonly kind: ClipKind;
    readonly track: AnimTrack;
    readonly speed: number;
    /** Of the clip that a transition in place was made of; left out: it is the character's own clip, as it is. */
    readonly analysis?: TransitionAnalysis;
}

/** Kinds that are gaits. */
const GAITS: readonly ClipKind[] = ['walk', 'run', 'sprint', 'back', 'strafeLeft', 'strafeRight'];

/** What a character needs to go about, and what it does with more. */
const NEEDED: readonly ClipKind[] = ['idle', 'walk', 'run'];
const MORE: readonly ClipKind[] = ['sprint', 'back', 'strafeLeft', 'strafeRight', 'jump', 'fall', 'land', 'crouch', ...TRANSITIONS];

/** Kinds that are played once. */
const ONCE: readonly ClipKind[] = ['jump', 'land'];

/** Height of the hips against the reference pose below which a clip begins in a crouch. */
const LOW = 0.9;

/** How far the hips of one in the air rise at most in its clip, heights: the entity does the rest. */
const RISES = 0.06;

/** How far a start or a stop goes at least, shares of the hips' height; and how far a turn does, radians. */
const GOES = 0.15;
const TURNS = 40 * RADIANS;

/** Names of the pack's motions for a kind, on two legs and on four. */
const OWN: readonly Readonly<Partial<Record<ClipKind, readonly string[]>>>[] = [{
    idle: ['idle'], walk: ['walk'], run: ['run'], back: ['walk-back'], strafeLeft: ['strafe-left'], strafeRight: ['strafe-right'], jump: ['jump'], fall: ['fall'],
    land: ['land'], start: ['walk-start', 'run-start'], stop: ['walk-stop', 'run-stop'], turnLeft: ['turn-left-90'], turnRight: ['turn-right-90']
}, { idle: ['idle'], walk: ['walk'], run: ['gallop'], turnLeft: ['turn-left-90'], turnRight: ['turn-right-90'] }];

/** A name by which plain clips come before those that do something besides. */
function plainness({ name }: AnimTrack): number {
    return name.slice(name.lastIndexOf('|') + 1).length;
}

/** The best clip of each kind: sure ones first, then those with the plainest names. */
export function chooseClips(tracks: readonly AnimTrack[], anim: AnimComponent, rig: Rig): Chosen[] {
    const root = animRootOf(anim);
    const known = tracks.map(track => ({ track, ...kindOf(track, root, rig) }));
    return [...NEEDED, ...MORE].flatMap((kind) => {
        const fitting = known.filter(other => other.kind === kind && fits(kind, other.track, anim, rig));
        fitting.sort((a, b) => Number(b.isSure) - Number(a.isSure) || plainness(a.track) - plainness(b.track));
        return fitting.slice(0, 1).map(({ track }) => ({ kind, track, speed: 0 }));
    });
}

function fits(kind: ClipKind, track: AnimTrack, anim: AnimComponent, rig: Rig): boolean {
    if (GAITS.includes(kind)) return stepsOf(track, anim, rig) !== null;
    if (TRANSITIONS.includes(kind)) return leads(kind, analyseTransition(track, animRootOf(anim), rig));
    // one that only ducks, or goes, is no stance
    if (kind === 'crouch') return stepsOf(track, anim, rig) === null && hipHeightOf(track, anim, rig) < LOW;
    return !(kind === 'jump' || kind === 'fall') || airTimesOf(track, anim, rig).rise < RISES;
}

/** Whether a clip goes or turns far enough for its kind: shares of the hips' height, radians. */
function leads(kind: ClipKind, analysis: TransitionAnalysis | null): boolean {
    if (!analysis) return false;
    const last = analysis.turns.length - 1;
    if (kind === 'start' || kind === 'stop') return analysis.distances[last] > GOES && analysis.lastStrike !== null;
    return (kind === 'turnLeft' ? 1 : -1) * analysis.turns[last] > TURNS;
}

/** Height of the hips as a clip begins, against the reference pose. */
function hipHeightOf(track: AnimTrack, anim: AnimComponent, rig: Rig): number {
    const sampler = new ClipSampler(track, animRootOf(anim), rig.skeleton);
    const up = new Float64Array(3);
    rotateVec(up, 0, sampler.modelRotation, 0, rig.up, 0);
    const place = 3 * (sampler.first + (rig.bones.get('hips') ?? 0));
    return dotVec(sampler.sample(0).positions, place, up, 0) / dotVec(sampler.reference.positions, place, up, 0);
}

/** Kinds that are wanted of the pack's motions, with their names there. */
export function lacking(chosen: readonly Chosen[], legs: number): { readonly kind: ClipKind, readonly name: string }[] {
    const own = OWN[legs === 4 ? 1 : 0];
    return [...NEEDED, ...MORE].filter(kind => !chosen.some(other => other.kind === kind)).flatMap(kind => (own[kind] ?? []).map(name => ({ kind, name })));
}

function stepsOf(track: AnimTrack, anim: AnimComponent, rig: Rig) {
    const contacts = new KnownContacts(rig, feetOf(rig)).of(inPlace(track, anim, rig).track, animRootOf(anim));
    // one that still moves its own pelvis over the ground is no stride in place
    return contacts?.locomotion && contacts.groundSpeed >= contacts.pace / 2 ? contacts : null;
}

/** What plays, by kinds. */
export interface Repertoire {
    readonly gaits: readonly PlayedGait[];
    readonly others: ReadonlyMap<ClipKind, Played>;
    readonly transitions: readonly GaitTransition[];
}

/** Gives every clip a state of its own, and says how it goes. */
export function makeRepertoire(chosen: readonly Chosen[], anim: AnimComponent, rig: Rig, channels: SameChannels): Repertoire {
    const gaits: PlayedGait[] = [];
    const others = new Map<ClipKind, Played>();
    const leading = chosen.filter(({ kind }) => TRANSITIONS.includes(kind)).flatMap(one => bothSides(one, anim, rig));
    const played = chosen.filter(({ kind }) => !TRANSITIONS.includes(kind)).map(one => (GAITS.includes(one.kind) ?
        { ...one, ...inPlace(one.track, anim, rig), chosenAt: one.speed, contacts: stepsOf(one.track, anim, rig) } : { ...one, chosenAt: one.speed, contacts: null }))
    .filter(({ kind, contacts }) => contacts || !GAITS.includes(kind));
    const tracks = channels.complete([...played, ...leading].map(({ track }) => track));
    played.forEach(({ kind, track, speed, chosenAt, contacts }, i) => {
        const state = LOCOMOTION_STATE + kind;
        anim.assignAnimation(state, tracks[i], undefined, 1, !ONCE.includes(kind));
        const times = ONCE.includes(kind) ? airTimesOf(track, anim, rig) : null;
        const one: Played = { kind, state, duration: track.duration, mark: (kind === 'jump' ? times?.takeOff : times?.contact) ?? 0 };
        if (!contacts) {
            others.set(kind, one);
            return;
        }
        const steps = contacts.locomotion!;
        const own = (speed || steps.speed) * clipUnit(contacts.clipPlace, rig.skeleton.nodes[0]);
        gaits.push({
            ...one, speed: chosenAt > 0 && chosenAt < Infinity ? chosenAt : own, ownSpeed: own, direction: directionOf(contacts, rig), steps,
            flies: contacts.airTime > 0,
            lifts: contacts.feet.slice(0, 2).map(({ stances }) => stances[0].release % track.duration)
        });
    });
    const transitions = leading.map(({ kind, track, analysis }, i) => {
        const state = `${LOCOMOTION_STATE}${kind} ${i}`;
        anim.assignAnimation(state, tracks[played.length + i], undefined, 1, false);
        return makeTransition(kind, state, track, analysis, anim, rig);
    });
    return { gaits, others, transitions };
}

/** A transition in place, and with left and right exchanged: so it begins with either foot. */
function bothSides({ kind, track, analysis }: Chosen, anim: AnimComponent, rig: Rig): (Chosen & { readonly analysis: TransitionAnalysis })[] {
    const own = analysis ? track : retargetTrack(track, anim.entity, anim.entity, { rootMotion: 'inPlace' }).track;
    const done = analysis ?? analyseTransition(track, animRootOf(anim), rig);
    if (!own || !done) return [];
    const mirror = createMirror(anim.entity);
    const mirrored = mirror && mirrorTrack(own, mirror);
    const other = kind === 'turnLeft' ? 'turnRight' : kind === 'turnRight' ? 'turnLeft' : kind;
    return [{ kind, track: own, speed: 0, analysis: done }, ...mirrored ? [{ kind: other, track: mirrored, speed: 0, analysis: mirrorAnalysis(done) }] as const : []];
}

/** Direction in which a clip goes against the look, degrees to the left. */
function directionOf({ groundVelocity, modelRotation }: ClipContacts, { up, forward }: Rig): number {
    const axes = new Float64Array(9);
    rotateVec(axes, 0, modelRotation, 0, up, 0);
    rotateVec(axes, 3, modelRotation, 0, forward, 0);
    for (let k = 0; k < 3; k++) axes[6 + k] = axes[(k + 1) % 3] * axes[3 + (k + 2) % 3] - axes[(k + 2) % 3] * axes[3 + (k + 1) % 3];
    return Math.atan2(-dotVec(groundVelocity, 0, axes, 6), -dotVec(groundVelocity, 0, axes, 3)) / RADIANS;
}

/** The height of a character in the scene. */
export function heightOf(rig: Rig): number {
    return rig.height * modelScale(rig);
}
