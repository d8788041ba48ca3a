import type { AnimTrack, GraphNode } from 'playcanvas';

import { feetOf, KnownContacts } from './known-contacts';
import { phaseAt } from './locomotion';
import { findCharacter } from '../../rig/character';
import { clipUnit } from '../clips/clip-place';
import { animRootOf, findAnim } from '../component/find-anim';

// The steps of a clip as code outside of the pack sees them.

/** When the feet of a clip are down, and how it goes. */
export interface ClipSteps {
    /** Seconds of the clip. */
    readonly duration: number;
    /** The feet, left and right, on four legs the hind ones first: the bone, and when it is down, in seconds of the clip; a stance over the loop's end has its release beyond the duration. */
    readonly feet: readonly { readonly bone: GraphNode; readonly stances: readonly { readonly strike: number; readonly release: number }[] }[];
    /** Speed of the body over its planted soles at the entity's present scale, in the scene's units a second; 0 for a clip that does not go in steps. */
    readonly speed: number;
    /** Length of a stride, one step of each foot, in the same units, and its seconds; 0 for a clip that does not go in steps. */
    readonly strideLength: number;
    readonly strideTime: number;
    /** Phase of a time in seconds, 0..1: 0 where the first foot comes down, a half where the second does; NaN for a clip that does not go in steps. */
    phaseAt(time: number): number;
}

/**
 * Analyses a clip on a character: which foot is down when, its phase, its own speed and stride. The first call for a clip takes some
 * milliseconds, further ones for the same model nothing.
 *
 * @param entity - The model's root, or any node above the skeleton.
 * @returns Null without a character, without feet, and for a clip of another skeleton.
 * @example
 * const steps = findSteps(hero, walkTrack);
 * if (steps) console.log(`walks at ${steps.speed} units a second`);
 */
export function findSteps(entity: GraphNode, track: AnimTrack): ClipSteps | null {
    const rig = findCharacter(entity);
    if (!rig) return null;
    const { nodes } = rig.skeleton;
    const feet = feetOf(rig);
    const anim = findAnim(nodes[0]);
    const root = anim ? animRootOf(anim) : entity;
    const contacts = new KnownContacts(rig, feet).of(track, root);
    if (!contacts) return null;
    const scale = clipUnit(contacts.clipPlace, nodes[0]);
    const { locomotion } = contacts;
    return {
        duration: contacts.duration,
        feet: contacts.feet.map(({ stances }, i) => ({ bone: nodes[feet[i]], stances: stances.map(({ strike, release }) => ({ strike, release })) })),
        speed: (locomotion?.speed ?? 0) * scale,
        strideLength: (locomotion?.strideLength ?? 0) * scale,
        strideTime: locomotion?.strideTime ?? 0,
        phaseAt: time => (locomotion ? phaseAt(locomotion, time) : NaN)
    };
}
