import type { Character } from './character';
import type { Figure } from './figures';
import type { Listener } from './listener';
import { measureFeet } from './systems/feet';
import { measureHands } from './systems/hands';
import { measureLookAt } from './systems/look-at';
import { measureMirror } from './systems/mirror';
import { measureRagdoll } from './systems/ragdoll';
import { measureRig } from './systems/rig-detection';

// What is measured: one entry for each system of the pack.

/** A system of the pack, and how it is measured on a character. */
export interface System {
    readonly name: string;
    measure(character: Character, listener: Listener): Figure[];
}

export const SYSTEMS: readonly System[] = [
    { name: 'rig', measure: measureRig },
    { name: 'look-at', measure: measureLookAt },
    { name: 'feet', measure: measureFeet },
    { name: 'hands', measure: measureHands },
    { name: 'ragdoll', measure: measureRagdoll },
    { name: 'mirror', measure: measureMirror }
];
