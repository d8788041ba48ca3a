import type { Entity } from 'playcanvas';

import { seedOf } from '../core/idle/random-stream';

// The number that a character's idle begins with: another one for each character, the same one in each run.

/** The seed that was set, or, where that is 0 or not a number, one that follows from the entity's guid. */
export function seedFor(entity: Entity, set: number): number {
    if (set !== 0 && Number.isFinite(set)) return set;
    // a property of newer engines, a method of older ones
    return seedOf((entity as Partial<Entity>).guid ?? entity.getGuid());
}
