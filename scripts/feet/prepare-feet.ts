import { measureFeetSteps } from './foot-model';
import { assignedTracks } from '../anim/component/anim-reader';
import { animRootOf, findAnim } from '../anim/component/find-anim';
import { KnownContacts } from '../anim/contacts/known-contacts';
import type { Steps } from '../core/timing/steps';
import type { Rig } from '../rig/rig';

/**
 * Finds out in pieces what scripts on feet need of a model: how large the feet are, and when they are down in the clips that the character has.
 *
 * @param feet - Indices into the skeleton's nodes, in the order in which the script has them.
 */
export function *prepareFeet(rig: Rig, feet: readonly number[]): Steps<void> {
    yield* measureFeetSteps(rig, feet);
    const anim = findAnim(rig.skeleton.nodes[0]);
    if (!anim || feet.length === 0) return;
    const known = new KnownContacts(rig, feet);
    for (const track of assignedTracks(anim)) {
        yield;
        yield* known.prepare(track, animRootOf(anim));
    }
}
