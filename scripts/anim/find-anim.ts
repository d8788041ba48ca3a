import type { AnimComponent, Entity, GraphNode } from 'playcanvas';

// The anim component of a character. One rule for the whole pack: the one on the node itself, else the nearest above it, else the first
// below. Above comes before below, because what hangs on a hand may have an anim component too.

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
    return findBelow(node);
}

function findBelow({ children }: GraphNode): AnimComponent | null {
    for (let i = 0; i < children.length; i++) {
        const found = (children[i] as Entity).anim ?? findBelow(children[i]);
        if (found) return found;
    }
    return null;
}

/** The node from which an anim component's curves find theirs. */
export function animRootOf({ rootBone, entity }: AnimComponent): Entity {
    return rootBone ?? entity;
}
