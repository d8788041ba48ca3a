import { findAnim } from './find-anim';
import { listStates, type StateClip } from './interlude';
import { SIDES, type Side } from '../core/reactions/lying';
import type { Rig } from '../rig/rig';

// Clips that get up, by their names.

/** The side, and anything before and after it. Cattle get up from the belly with the hind legs first. */
const NAMED = new RegExp(`get-?up[-_ ]?(?:(${SIDES.join('|')})|hind[-_ ]?first)`, 'i');

/** The side from which the clip of a state gets up, by the name of either; null where neither says so. */
export function getUpSide({ state, track }: StateClip): Side | null {
    return namedSide(state) ?? namedSide(track.name);
}

/** The side from which a clip of some name gets up; null where the name does not say so. */
export function namedSide(name: string): Side | null {
    const found = NAMED.exec(name);
    return found && ((found[1]?.toLowerCase() ?? 'prone') as Side);
}

/** Whether the animation of a character has a clip that gets up, by its name. */
export function hasNamedGetUp(rig: Rig): boolean {
    const component = findAnim(rig.skeleton.nodes[0]);
    return component !== null && listStates(component).some(clip => getUpSide(clip) !== null);
}
