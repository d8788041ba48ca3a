import { dotVec } from '../../core/math/flat-math';
import { SIDES, type Side } from '../../core/reactions/lying';
import type { Rig } from '../../rig/rig';
import { findAnim } from '../component/find-anim';
import { listStates, type StateClip } from '../component/interlude';

// Clips that get up, by their names, and with which end an animal gets up first.

/** The side, and anything before and after it; without one a clip that gets up hind first begins on the belly. */
const NAMED = new RegExp(`get-?up[-_ ]?(?:(${SIDES.join('|')})|hind[-_ ]?first)`, 'i');

/** What a clip is called that gets up with the hind legs first, as cattle do. */
const HIND_FIRST = /hind[-_ ]?first/i;

/** The side from which the clip of a state gets up, by the name of either; null where neither says so. */
export function getUpSide({ state, track }: StateClip): Side | null {
    return namedSide(state) ?? namedSide(track.name);
}

/** The side from which a clip of some name gets up; null where the name does not say so. */
export function namedSide(name: string): Side | null {
    const found = NAMED.exec(name);
    return found && ((found[1]?.toLowerCase() ?? 'prone') as Side);
}

/** Whether a clip gets up with the hind legs first, by its name. */
export function isHindFirst(name: string): boolean {
    return HIND_FIRST.test(name);
}

/**
 * Whether an animal gets up with its hind legs first: one on four legs that has its eyes no higher than its croup, as cattle do. Dogs, cats and horses carry
 * theirs above it, and get up with the fore legs first.
 */
export function risesHindFirst({ legs, up, eyePoint, bones, skeleton }: Rig): boolean {
    const hips = bones.get('hips');
    return legs === 4 && hips !== undefined && dotVec(eyePoint.position, 0, up, 0) < dotVec(skeleton.positions, 3 * hips, up, 0);
}

/** Whether the animation of a character has a clip that gets up, by its name. */
export function hasNamedGetUp(rig: Rig): boolean {
    const component = findAnim(rig.skeleton.nodes[0]);
    return component !== null && listStates(component).some(clip => getUpSide(clip) !== null);
}
