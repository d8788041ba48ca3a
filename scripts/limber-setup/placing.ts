import type { Entity, GraphNode, ScriptType } from 'playcanvas';

import type { Rig } from '../rig/rig';
import { findCompanion } from '../shell/companion';
import { rankOf } from '../shell/order';
import { registrationOf } from '../shell/register';
import { findDrawn } from '../skin/skin-binding';

// Where a script stands, and where one is to be put.

/** The scripts of an entity, in their order. */
export function scriptsOf(entity: Entity): readonly ScriptType[] {
    return (entity.script as unknown as { scripts: readonly ScriptType[] }).scripts;
}

/** The entity that has a script for a character already: the given one, or another at, above or below it; null where none has. */
export function findStanding(entity: Entity, rig: Rig, script: string): Entity | null {
    return entity.script!.has(script) ? entity : findCompanion(rig.skeleton.nodes[0], script)?.entity ?? null;
}

/** Index at which a script is put so that all that come after it in the order of effect stand below it; -1: at the end. */
export function placeFor(entity: Entity, { legs }: Rig, script: string): number {
    return scriptsOf(entity).findIndex(other => rankOf(registrationOf(other)?.name, legs) > rankOf(script, legs));
}

/** A second model at or below an entity, of which no bone belongs to the character; null where there is none. */
export function findSecondModel(entity: Entity, rig: Rig): GraphNode | null {
    const known = new Set(rig.skeleton.nodes);
    const other = findDrawn(entity).find(({ binding }) => binding && binding.bones.every(bone => !bone || !known.has(bone)));
    if (!other) return null;
    // the topmost node that holds nothing of the character
    let top = other.binding!.node;
    const holds = (node: GraphNode) => rig.skeleton.nodes.some(bone => bone === node || bone.isDescendantOf(node));
    while (top.parent && top.parent !== entity && !holds(top.parent)) top = top.parent;
    return top;
}
