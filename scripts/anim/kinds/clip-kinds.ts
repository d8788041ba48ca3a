import type { AnimTrack, GraphNode } from 'playcanvas';

import { readFeatures, type ClipFeatures } from './clip-features';
import { RADIANS } from '../../core/math/scalars';
import { ClipCache } from '../../rig/model-cache';
import type { Rig } from '../../rig/rig';
import { ClipSampler } from '../clips/clip-sampler';
import { feetOf, KnownContacts } from '../contacts/known-contacts';

// The kind of a clip in locomotion: by what it does, and by its name where that alone tells two kinds apart.
//
// Steps over the ground are a gait, whatever the clip is called: where it goes against the look, and how fast, says which. A name counts for what
// looks alike (a walk and a run at one speed; to stand, to wait, to talk), for what is no gait though feet step in it (a fight, a fall), and for
// clips whose feet say nothing. A kind that only one of the two speaks for is not sure. Without a name, movement has to say it twice: steps of a gait
// that ends in the pose in which it begins, a turn of the hips and of the feet. Else the clip is of no kind, and the pack's motion is better.

/** Kinds of clips. */
export type ClipKind = 'idle' | 'walk' | 'run' | 'sprint' | 'back' | 'strafeLeft' | 'strafeRight' | 'turnLeft' | 'turnRight' |
    'start' | 'stop' | 'jump' | 'fall' | 'land' | 'crouch';

/** What a clip was found to be. */
export interface FoundKind {
    /** null: nothing of this. */
    readonly kind: ClipKind | null;
    /** Whether name and movement agree. */
    readonly isSure: boolean;
}

/** Words of actions and poses whose clips step, or are called an idle, and are no part of going about. Breathing is an idle. */
export const OTHER = 'attack hit punch kick shoot slash throw block cast roll dodge dance (?<!br)eat sit stand-?up swim climb door pose'.split(' ').map(word => new RegExp(word, 'i'));

/** What is done on the way does not make it another gait. */
export const GAITS: [kind: ClipKind, word: RegExp][] = [
    ['sprint', /sprint/i], ['run', /run|jog|gallop|canter|trot/i], ['walk', /walk|stroll|march/i]
];

/** Words of kinds without a gait, the first that is found counts. */
export const WORDS: [kind: ClipKind, word: RegExp][] = [
    ['start', /^(?!.*jump).*start/i], ['stop', /stop|halt/i],
    ['turnLeft', /(?:turn|rotate|pivot).*(?:left|_l\b)/i], ['turnRight', /(?:turn|rotate|pivot).*(?:right|_r\b)/i],
    ['land', /land|drop/i], ['fall', /fall|in-?air|airborne|jump.?(?:idle|loop|air)/i], ['jump', /jump|\bhop|leap/i],
    ['crouch', /crouch|duck|sneak/i], ['idle', /idle|stand|wait|breath|survey/i]
];

/** Slowest run and fastest walk, in heights a second; between them a clip without a name is a run from the middle on. */
const SLOW = 0.95;
const FAST = 1.9;
const MIDDLE = 1.3;

/** Least speed in heights a second of a gait; directions from which on it goes aside and back; and a turn, radians. */
const LEAST = 0.1;
const ASIDE = 40 * RADIANS;
const BACK = 130 * RADIANS;
const TURN = 60 * RADIANS;

/** Largest twist of a body that turns as a whole. */
const TWIST = 30 * RADIANS;

/** Largest gap of a loop, in heights: what a foot of a runner goes in 1/30 s, as exporters leave the last key out. */
const GAP = 0.08;

/** A body that goes about: least height of its hips, largest lean and rise of them. */
const UPRIGHT = 0.35;
const BENT = 60 * RADIANS;
const RISE = 0.08;

/** Share of a loop in the air from which on it flies, and for which a foot is down at most in a fall. */
const FLIES = 0.3;
const DOWN = 0.1;

/** Share of the time that feet are down in a jump off or a landing. */
const LEAVES = 0.2;

/** The clip's own name: exporters put the armature's in front. */
function ownName(name: string): string {
    return name.slice(name.lastIndexOf('|') + 1);
}

/** Says what a clip is. `features` is null where no feet were found, or the clip has no length. */
export function findKind(name: string, features: ClipFeatures | null): FoundKind {
    const own = ownName(name);
    const gait = GAITS.find(([, word]) => word.test(own))?.[0] ?? null;
    const word = WORDS.find(([, pattern]) => pattern.test(own))?.[0] ?? null;
    const isOther = gait === null && OTHER.some(pattern => pattern.test(own));
    const isAirborne = word !== null && ['jump', 'fall', 'land'].includes(word);
    const isOnTheWay = word === 'start' || word === 'stop' || word === 'turnLeft' || word === 'turnRight' || word === 'crouch';
    const isNamed = gait !== null || word !== null;
    if (features && goes(features) && !isOther && !isAirborne && !isOnTheWay) return { kind: isNamed || features.gap < GAP ? gaitOf(features, gait) : null, isSure: fits(features, gait) };
    if (isOther) return { kind: null, isSure: true };
    if (word !== null) return byWord(word, features);
    if (gait !== null) return { kind: directed(gait, own), isSure: false };
    if (features && Math.abs(features.turn) > TURN && features.twist < TWIST && isUpright(features)) return { kind: features.turn > 0 ? 'turnLeft' : 'turnRight', isSure: false };
    return { kind: null, isSure: false };
}

/** A gait whose feet say nothing, by its name alone. */
function directed(gait: ClipKind, name: string): ClipKind {
    if (/back/i.test(name)) return 'back';
    return /left/i.test(name) ? 'strafeLeft' : /right/i.test(name) ? 'strafeRight' : gait;
}

function isUpright({ lowest, bent, rise }: ClipFeatures): boolean {
    return lowest > UPRIGHT && bent < BENT && Math.abs(rise) < RISE;
}

/** Whether a clip goes over the ground in steps, on its legs. */
function goes(features: ClipFeatures): boolean {
    return features.steps && features.speed > LEAST && isUpright(features);
}

function gaitOf({ speed, direction }: ClipFeatures, named: ClipKind | null): ClipKind {
    if (Math.abs(direction) > BACK) return 'back';
    if (Math.abs(direction) > ASIDE) return direction > 0 ? 'strafeLeft' : 'strafeRight';
    return named ?? (speed > MIDDLE ? 'run' : 'walk');
}

/** Whether a gait is as fast as its name says. */
function fits({ speed }: ClipFeatures, named: ClipKind | null): boolean {
    return named !== null && (named === 'walk' ? speed < FAST : speed > SLOW);
}

function byWord(word: ClipKind, features: ClipFeatures | null): FoundKind {
    if (!features) return { kind: word, isSure: false };
    const stands = !features.steps && features.lowest > UPRIGHT && features.bent < BENT;
    if (word === 'idle') return stands ? { kind: 'idle', isSure: true } : { kind: null, isSure: false };
    // a jump from standing is called by that too
    if (word === 'fall' && features.down > LEAVES) return { kind: features.flight > FLIES ? 'fall' : 'jump', isSure: false };
    const flies = features.flight > FLIES && features.down < DOWN;
    return { kind: word, isSure: word === 'fall' ? flies : word === 'crouch' ? stands : true };
}

/** What is known of clips of each model. */
const kinds = new ClipCache<FoundKind>('kinds');

/**
 * Says what a clip of a character is. The first call for a clip takes some milliseconds, further ones for the same model nothing.
 *
 * @param root - The node from which the clip finds its own.
 */
export function kindOf(track: AnimTrack, root: GraphNode, rig: Rig): FoundKind {
    return kinds.of(rig).get(track, () => findKind(track.name, featuresOf(track, root, rig)));
}

function featuresOf(track: AnimTrack, root: GraphNode, rig: Rig): ClipFeatures | null {
    const feet = feetOf(rig);
    const sampler = new ClipSampler(track, root, rig.skeleton);
    if (feet.length === 0 || sampler.curveCount === 0 || !(track.duration > 0)) return null;
    return readFeatures(sampler, rig, new KnownContacts(rig, feet).of(track, root), feet);
}
