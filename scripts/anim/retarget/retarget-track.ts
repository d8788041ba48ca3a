import type { AnimTrack, GraphNode } from 'playcanvas';

import { findActor, type Actor } from './actor';
import { findClipFault } from './clip-faults';
import { tellMisses, type RetargetMiss } from './misses';
import { readEdit, type ReferenceEdit } from './reference-edits';
import { retargetClip, type RetargetedClip } from './retarget-clip';
import { SourceMotion } from './source-motion';
import { Transfer } from './transfer';
import { writeTrack } from './write-track';
import { RADIANS } from '../../core/math/scalars';
import { ModelCache } from '../../rig/model-cache';

// A clip of one character for another one, as code outside of the pack asks for it.

/** What of a clip goes over. */
export interface RetargetOptions {
    /** `keep`: the clip travels, as far as the legs are longer or shorter. `inPlace`: it stays where it is. */
    rootMotion?: 'keep' | 'inPlace';
    /** Whether feet that stand in the clip stand on the target; true without it. */
    keepFeet?: boolean;
    /** Whether hands that touch the body or each other in the clip do so on the target, and no arm goes through its body; true without it. */
    keepHands?: boolean;
    /** Bones of the target that stand otherwise than it was found where the source stands in the template's pose. */
    referencePose?: readonly ReferenceEdit[];
}

/** A clip for the target, or why there is none. */
export interface Retargeted {
    /** null where the clip cannot go over. */
    readonly track: AnimTrack | null;
    /** What is wrong and how to fix it, with a track too: what of the clip does not go over; empty: nothing. */
    readonly problem: string;
    /** What of the clip does not go over; `problem` says the same. */
    readonly misses: readonly RetargetMiss[];
}

/** How many times as fast as the source's joints turn from which on that is told. */
const HASTY = 1.28;

/** Distance of a foot that stands from its place from which on that is told, as a share of the hips' height. */
const LOOSE = 0.12;

/** Turn of thighs in the air off the source's from which on that is told, in radians, median. */
const ASTRAY = 3 * RADIANS;

/** How poses of a source go over to a model. */
const transfers = new ModelCache<string, Transfer>();

/** What was made of clips for a model, by the clip and all that it depends on besides. */
const made = new ModelCache<'clips', WeakMap<AnimTrack, Map<string, Retargeted>>>();

/**
 * Makes a clip of one character into one for another of as many legs: turns by the roles of bones, against a reference pose that both share; places by the length of the
 * legs; planted feet stay planted. Scale keys do not go over: bones keep the scale that they have on the target. What was made is kept for the model, so that its instances share it.
 *
 * @param track - A clip of the source; it is not changed.
 * @param source - The entity with the character that the clip was made for, at or below it; it need not be in the scene.
 * @param target - The entity with the character that shall play it.
 * @example
 * const { track, problem } = retargetTrack(walkTrack, player, shopkeeper);
 * if (track) shopkeeper.anim!.assignAnimation('Walk', track);
 * if (problem) console.warn(problem);
 */
export function retargetTrack(track: AnimTrack, source: GraphNode, target: GraphNode, options: RetargetOptions = {}): Retargeted {
    const [from, to] = [findActor(source), findActor(target)];
    const problem = from ? to ? legProblem(from, to) : noCharacter(target) : noCharacter(source);
    if (problem !== '' || !from || !to) return { track: null, misses: [], problem };
    const { rootMotion = 'keep', keepFeet = true, keepHands = true, referencePose = [] } = options;
    const edits = referencePose.flatMap(edit => readEdit(edit, to));
    const kept = made.get(to.rig, 'clips', () => new WeakMap());
    if (!kept.has(track)) kept.set(track, new Map());
    const ofTrack = kept.get(track)!;
    const pair = [from.body.number, to.body.number, ...edits.flatMap(({ bone, turn }) => [bone, ...turn])].join();
    const key = [pair, rootMotion, keepFeet, keepHands].join();
    if (!ofTrack.has(key)) ofTrack.set(key, make(from, to));
    return ofTrack.get(key)!;

    function make(from: Actor, { rig, body, entity }: Actor): Retargeted {
        const motion = new SourceMotion(track, from);
        const fault = findClipFault(track, motion, from);
        if (fault !== '') return { track: null, misses: [], problem: fault };
        const transfer = transfers.get(rig, pair, () => new Transfer(from.body, body, edits));
        const made = retargetClip({ track, motion, actor: from }, transfer, { travels: rootMotion === 'keep', keepFeet, keepHands });
        const misses = missesOf(track, made, body.space.isUneven);
        return { track: writeTrack(track, made.frames, transfer), misses, problem: tellMisses(entity.name, misses) };
    }
}

function noCharacter({ name }: GraphNode): string {
    return `there is no character at or below "${name}". Name the entity that holds the model.`;
}

/** What of a clip does not go over. */
function missesOf({ name: clip }: AnimTrack, { handsReach, legsMiss, speed }: RetargetedClip, isUneven: boolean): RetargetMiss[] {
    const found: readonly (readonly [RetargetMiss['what'], boolean])[] = [['feet', legsMiss.feet > LOOSE], ['legs', legsMiss.legs > ASTRAY], ['hands', !handsReach], ['joints', speed > HASTY], ['soles', isUneven]];
    return found.flatMap(([what, isMissed]) => (isMissed ? { clip, what } : []));
}

/** Why clips of one character are not for another, by their legs. */
export function legProblem(source: Actor, target: Actor): string {
    for (const { entity: { name }, rig: { legs } } of [source, target]) {
        if (legs === 0) return `no legs were found in "${name}", so clips can be neither taken from it nor given to it. What was found says findCharacter(entity).report().`;
        if (legs !== 2 && legs !== 4) return `"${name}" stands on ${legs} legs: clips go over from two legs to two and from four to four.`;
    }
    if (source.rig.legs === target.rig.legs) return '';
    return `"${source.entity.name}" stands on ${source.rig.legs} legs and "${target.entity.name}" on ${target.rig.legs}: take clips of a character that stands on ${target.rig.legs}.`;
}
