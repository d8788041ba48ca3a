import type { Entity, ScriptType } from 'playcanvas';

import type { Rig } from '../rig/rig';
import { findCompanion } from '../shell/companion';
import { rankOf } from '../shell/order';
import { registrationOf } from '../shell/register';

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
