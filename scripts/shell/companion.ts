import type { Entity, GraphNode, ScriptType } from 'playcanvas';

// Another script on the same character, which this one works with when it is there.

/**
 * Finds a script of a character: on the entity itself, else the nearest above it, else the first below. The same rule as for the anim component.
 *
 * @param entity - Where the script stands that asks.
 * @param name - Registered name of the other one.
 */
export function findCompanion<Companion>(entity: Entity, name: string): Companion | null {
    for (let above: GraphNode | null = entity; above; above = above.parent) {
        const script = (above as Entity).script?.get(name);
        if (script) return script as Companion;
    }
    return entity.findScript(name) as (ScriptType & Companion) | undefined ?? null;
}
