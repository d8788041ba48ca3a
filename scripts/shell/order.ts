import type { Entity, GraphNode, ScriptType } from 'playcanvas';

import { registrationOf } from './register';

// The order of effect of the scripts on a script component: each takes the pose as those above leave it.

/** Registered names; those in one row may stand in any order. */
type Order = readonly (readonly string[])[];

const FIRST: Order = [['animationMirror'], ['poseTransition'], ['additiveOverlay'], ['idleRandomizer'], ['strideWarp', 'locomotion']];
const LOOK_AT = ['perfectLookAt'];
const FEET = ['mecFootPlacer', 'footPlacementStates'];
const LAST: Order = [['handPlacer'], ['activeRagdoll'], ['hitReactions'], ['springChain']];

const ORDER: Order = [...FIRST, LOOK_AT, FEET, ...LAST];

/** On four legs the feet tilt the body, and the head with it: the look-at comes after them. */
const ORDER_ON_FOUR: Order = [...FIRST, FEET, LOOK_AT, ...LAST];

/**
 * Place of a script in the order of effect by its registered name; -1: it has none.
 *
 * @param legs - How many legs the character stands on.
 */
export function rankOf(name: string | undefined, legs: number): number {
    return name === undefined ? -1 : (legs === 4 ? ORDER_ON_FOUR : ORDER).findIndex(names => names.includes(name));
}

/** Puts scripts in the order of effect on two legs; those that have no place come last, as they are. */
export function byEffect<Named extends { readonly name: string }>(scripts: readonly Named[]): Named[] {
    const place = ({ name }: Named) => {
        const rank = rankOf(name, 2);
        return rank < 0 ? ORDER.length : rank;
    };
    return [...scripts].sort((a, b) => place(a) - place(b));
}

const NO_SCRIPTS: readonly ScriptType[] = [];

/** The scripts on a node as they stand on its script component. Allocates nothing. */
export function scriptsOn(node: GraphNode): readonly ScriptType[] {
    return ((node as Entity).script as unknown as { readonly scripts: readonly ScriptType[] } | undefined)?.scripts ?? NO_SCRIPTS;
}

/**
 * Name of a script on the same entity that stands above one and should come after it; undefined: there is none.
 *
 * @param legs - How many legs the character stands on.
 */
export function laterAbove(script: ScriptType, legs: number): string | undefined {
    const rankIn = (other: ScriptType) => rankOf(registrationOf(other)?.name, legs);
    const rank = rankIn(script), scripts = scriptsOn(script.entity);
    const other = scripts.slice(0, scripts.indexOf(script)).find(one => rank >= 0 && rankIn(one) > rank);
    return other && registrationOf(other)!.name;
}
