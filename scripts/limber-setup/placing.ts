import type { Entity, GraphNode, ScriptType } from 'playcanvas';

import { findCharacter } from '../rig/character';
import type { Rig } from '../rig/rig';
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
    const [first] = rig.skeleton.nodes;
    if (entity.script!.has(script)) return entity;
    for (let node: GraphNode | null = first; node; node = node.parent) {
        if ((node as Entity).script?.has(script) && findCharacter(node)?.skeleton.nodes[0] === first) return node as Entity;
    }
    return null;
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
