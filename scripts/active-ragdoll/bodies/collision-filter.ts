import type { ActiveRagdollAttributes } from '../attributes';

// What the bodies collide with, as bits of the engine's groups.

/** The engine's group of dynamic bodies, that of triggers, and the mask of all groups. */
const DYNAMIC = 1;
const TRIGGERS = 16;
const ALL = 65535;

type FilterAttributes = Pick<ActiveRagdollAttributes, 'collisionGroup' | 'collisionMask' | 'seenByTriggers'>;

/** Group and mask of the bodies; 0 in the attributes: those of the engine's dynamic bodies. */
export function collisionFilter({ collisionGroup, collisionMask, seenByTriggers }: FilterAttributes): { group: number; mask: number } {
    return {
        group: collisionGroup || DYNAMIC,
        mask: ((collisionMask || ALL) & ~TRIGGERS) | (seenByTriggers ? TRIGGERS : 0)
    };
}
