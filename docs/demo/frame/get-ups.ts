import type { HitReactions } from 'limber';

import type { Character } from './character';
import { loadMoreClips, type Cancel } from './more-clips';
import type { Stage } from './stage';

// Clips with which a character gets up. Those of the sample characters stand in files of their own.

/** Files with clips that get up, by the character's. */
const FILES = { 'mannequin.glb': { 'mannequin-get-up.glb': 'get-up' }, 'hound.glb': { 'hound-get-up.glb': 'get-up' } };

/** Names that hitReactions takes by itself. */
const NAMED = /get-?up[-_ ]?(?:prone|supine|left|right)/i;

/** What others call a clip that gets up from lying on the back. */
const FROM_BACK = /^lie.*(?:stand|get)[-_ ]?up/i;

/** Whether a character has a clip that hitReactions finds by its name. */
function hasGetUps({ clips }: Character): boolean {
    return [...clips.keys()].some(clip => NAMED.test(clip));
}

/** Rows for Get-Up Clips of characters whose clips have other names. */
export function foreignGetUps(character: Character): HitReactions['getUpClips'] {
    if (hasGetUps(character)) return [];
    return [...character.clips.keys()].filter(clip => FROM_BACK.test(clip)).map(state => ({ side: 'supine', clip: null, state, startTime: 0 }));
}

/** Whether a character has a clip to get up with. */
export function hasWaysUp(character: Character): boolean {
    return hasGetUps(character) || foreignGetUps(character).length > 0;
}

/**
 * Loads the get-up clips of a sample character, unless it has some.
 *
 * @param loaded - Called when they have come.
 */
export function loadGetUps(stage: Stage, character: Character, loaded: () => void): Cancel {
    return loadMoreClips(stage, character, FILES, loaded);
}
