import type { Entity, GraphNode, ScriptType } from 'playcanvas';

import { findCharacter } from '../rig/character';

// Another script on the same character, which this one works with when it is there. A script stands on the topmost node of the skeleton or above
// it, so another one is looked for upwards from there: past scripts of another character, as those of a horse above its rider.

/** Topmost node of the character that scripts on an entity work on; the entity itself where there is none. */
export function characterRootOf(entity: GraphNode): GraphNode {
    return findCharacter(entity)?.skeleton.nodes[0] ?? entity;
}

/** A script that knows its character. */
interface Knowing { readonly characterRoot?: GraphNode }

/**
 * Finds a script of a character: the nearest at or above its topmost node.
 *
 * @param root - Topmost node of the character, see {@link characterRootOf}.
 * @param name - Registered name of the script.
 * @returns The script, which may be switched off; null: there is none.
 */
export function findCompanion<Companion extends object = ScriptType>(root: GraphNode, name: string): Companion | null {
    for (let node: GraphNode | null = root; node; node = node.parent) {
        const script = (node as Entity).script?.get(name) as (ScriptType & Knowing & Companion) | null | undefined;
        if (script && (script.characterRoot ?? characterRootOf(node)) === root) return script;
    }
    return null;
}
