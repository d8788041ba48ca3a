import type { AnimTrack, Entity } from 'playcanvas';

import type { Character } from '../../frame/character';

// What the clips of a character are good for, by their names.

/** What the course needs clips for. */
export type Part = 'idle' | 'run' | 'jump' | 'fall' | 'land' | 'turn' | 'dive' | 'stand attack' | 'run attack' | 'air attack' | 'near attack' | 'hit' | 'windmill';

/** Names of clips for each part, the best first. An earlier part takes its clip away from the later ones. */
const NAMES: readonly (readonly [part: Part, names: readonly RegExp[], but?: RegExp])[] = [
    ['idle', [/^idle$/i, /idle/i], /hit|combat|jump|melee/i],
    ['run', [/^run$/i, /^run|trot|gallop/i, /run/i, /walk/i], /attack|jump|strafe|back/i],
    ['air attack', [/(?:attack|chop).*(?:jump|air)/i, /(?:jump|air).*(?:attack|chop)/i]],
    ['dive', [/^dive/i, /dodge_?forward|roll/i]],
    ['run attack', [/(?:run|dash).*attack|attack.*(?:run|dash)/i, /lunge|dash|stab/i], /spin|2h|dual/i],
    ['near attack', [/near|kick|back/i], /walk|dodge|hit/i],
    ['stand attack', [/attack-stand|stand.*attack/i, /slice|slash|punch|weapon/i, /attack|bite|headbutt/i], /spin|2h|dual|block/i],
    ['land', [/^land|[-_ ]land/i]],
    ['fall', [/^fall|jump_?(?:idle|loop)/i]],
    ['jump', [/^jump$/i, /jump.*start/i, /jump/i], /to_?idle/i],
    ['turn', [/^turn/i]],
    ['hit', [/^hit|hit_?rea?c|flinch/i], /block/i],
    ['windmill', [/windmill|balance/i]]
];

/** Parts that play once. */
const ONCE: ReadonlySet<Part> = new Set(['jump', 'land', 'turn', 'dive', 'stand attack', 'run attack', 'air attack', 'near attack', 'hit', 'windmill'] as const);

/** Attacks that may stand in for each other. */
const ATTACKS = ['stand attack', 'near attack', 'run attack', 'air attack'] as const;

export type Parts = ReadonlyMap<Part, string>;

/** The clip for each part; a part without one is left out. */
export function findParts(clips: ReadonlyMap<string, AnimTrack>): Parts {
    const parts = new Map<Part, string>();
    const taken = new Set<string>();
    for (const [part, names, but] of NAMES) {
        const free = [...clips.keys()].filter(clip => !taken.has(clip) && !but?.test(clip));
        const clip = names.map(name => free.find(candidate => name.test(candidate))).find(found => found);
        if (!clip) continue;
        parts.set(part, clip);
        taken.add(clip);
    }
    // whoever has one attack has it for every stance
    const any = ATTACKS.map(attack => parts.get(attack)).find(clip => clip);
    for (const attack of any ? ATTACKS : []) if (!parts.has(attack)) parts.set(attack, any!);
    return parts;
}

/** Gives an entity states for all clips of a character; those that are to play once do. */
export function assignClips({ anim }: Entity, { clips }: Character, parts: Parts) {
    for (const [clip, track] of clips) anim!.assignAnimation(clip, track, undefined, 1, !isOnce(clip, parts));
}

/** Lets all clips play over and over, as other pages have them. */
export function loopClips({ anim }: Entity, { clips }: Character) {
    for (const [clip, track] of clips) anim!.assignAnimation(clip, track, undefined, 1, true);
}

function isOnce(clip: string, parts: Parts): boolean {
    return [...parts].some(([part, name]) => name === clip && ONCE.has(part));
}
