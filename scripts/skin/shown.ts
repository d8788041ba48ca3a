import type { Entity, GraphNode, MeshInstance } from 'playcanvas';

// Which meshes are shown. A model that is exchanged for another one is switched off, hidden, or destroyed.

/**
 * Whether a mesh is shown, as far as that is up to what is below an entity. Below one that is switched off itself, or stands in no scene, all count as shown.
 * Allocates nothing.
 */
export function isShown({ mesh, node, visible }: MeshInstance, entity: GraphNode): boolean {
    return mesh !== null && visible && (!entity.enabled || (node.enabled && isOn(node)));
}

/** Whether the component that draws the meshes of a node is switched on. Those of a model component have nodes of their own below it. */
function isOn(node: GraphNode): boolean {
    for (let above: GraphNode | null = node; above; above = above.parent) {
        const { render, model } = above as Entity;
        if (render || model) return (render ?? model)!.enabled;
    }
    return true;
}

/** Whether a mesh hangs on a bone at or below an entity. */
export function hangsBelow({ skinInstance }: MeshInstance, entity: GraphNode): boolean {
    const bones = skinInstance?.bones ?? [];
    for (let i = 0; i < bones.length; i++) if (bones[i] === entity || bones[i].isDescendantOf(entity)) return true;
    return false;
}

/** Whether a model, of which there are these meshes, is hidden as a whole, while another one that hangs on bones is shown at or below an entity. Allocates nothing. */
export function isExchanged(meshes: readonly MeshInstance[], entity: GraphNode): boolean {
    return meshes.length > 0 && !isAnyShown(meshes, entity) && showsAnother(entity, entity, meshes);
}

/** Whether one of some meshes is shown, see {@link isShown}. */
export function isAnyShown(meshes: readonly MeshInstance[], entity: GraphNode): boolean {
    for (let i = 0; i < meshes.length; i++) if (isShown(meshes[i], entity)) return true;
    return false;
}

/** Whether something that is drawn at or below a node is shown, see {@link isShown}; null where nothing is drawn. Allocates nothing. */
export function isDrawnShown(node: GraphNode, entity = node): boolean | null {
    const drawn = drawnOn(node);
    let isAny = drawn.length > 0 ? isAnyShown(drawn, entity) : null;
    for (let i = 0; i < node.children.length && !isAny; i++) isAny = isDrawnShown(node.children[i], entity) ?? isAny;
    return isAny;
}

const NONE: readonly MeshInstance[] = [];

function drawnOn(node: GraphNode): readonly MeshInstance[] {
    return (node as Entity).render?.meshInstances ?? (node as Entity).model?.meshInstances ?? NONE;
}

function showsAnother(node: GraphNode, entity: GraphNode, meshes: readonly MeshInstance[]): boolean {
    const drawn = drawnOn(node);
    for (let i = 0; i < drawn.length; i++) if (!meshes.includes(drawn[i]) && isShown(drawn[i], entity) && hangsBelow(drawn[i], entity)) return true;
    for (let i = 0; i < node.children.length; i++) if (showsAnother(node.children[i], entity, meshes)) return true;
    return false;
}
