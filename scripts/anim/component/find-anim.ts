import type { AnimComponent, Entity, GraphNode } from 'playcanvas';

import { isDrawnShown } from '../../skin/shown';

// The anim component of a character. One rule for the whole pack: the one on the node itself, else the nearest above it, else the first
// below of what is shown. Above comes before below, because what hangs on a hand may have an anim component too.

/**
 * Finds the anim component that moves a skeleton. Allocates nothing.
 *
 * @param node - The skeleton's topmost node, or an entity above it.
 * @returns The component, or null where there is none.
 */
export function findAnim(node: GraphNode): AnimComponent | null {
    for (let above: GraphNode | null = node; above; above = above.parent) {
        const { anim } = above as Entity;
        if (anim) return anim;
    }
    return findBelow(node, isModelShown) ?? findBelow(node);
}

/** Whether the model below an anim component is shown, or nothing of it is drawn. */
export function isModelShown({ entity }: AnimComponent): boolean {
    return entity.enabled && isDrawnShown(entity) !== false;
}

function findBelow({ children }: GraphNode, suits?: (found: AnimComponent) => boolean): AnimComponent | null {
    for (let i = 0; i < children.length; i++) {
        const { anim } = children[i] as Entity;
        const found = anim && (!suits || suits(anim)) ? anim : findBelow(children[i], suits);
        if (found) return found;
    }
    return null;
}

/** The node from which an anim component's curves find theirs. */
export function animRootOf({ rootBone, entity }: AnimComponent): Entity {
    return rootBone ?? entity;
}
