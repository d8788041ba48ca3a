import type { Entity, GraphNode } from 'playcanvas';

// Whether the mesh of a model has come: one that is loaded while the scene runs is there later than its entities and bones.

/** What is drawn at and below an entity. */
export interface Drawn {
    /** Nodes, meshes, and meshes that hang on bones: another number when something has come or gone. */
    size: number;
    /** Whether there is a mesh. */
    isThere: boolean;
    /** Whether one is still being loaded. */
    isAwaited: boolean;
}

/** Finds out what is drawn at and below an entity. Cheap: a visit to every node. */
export function readDrawn(out: Drawn, entity: GraphNode): Drawn {
    out.size = 0;
    out.isThere = false;
    out.isAwaited = false;
    visit(out, entity);
    return out;
}

function visit(out: Drawn, node: GraphNode): void {
    const { render, model } = node as Entity;
    if (render) addMeshes(out, render.meshInstances, render.type === 'asset' && render.asset !== null);
    if (model) addMeshes(out, model.meshInstances, model.type === 'asset' && model.asset !== null);
    out.size++;
    for (const child of node.children) visit(out, child as GraphNode);
}

function addMeshes(out: Drawn, meshInstances: readonly { skinInstance: unknown }[] | null, isLoaded: boolean): void {
    const count = meshInstances?.length ?? 0;
    if (count > 0) out.isThere = true;
    else if (isLoaded) out.isAwaited = true;
    for (let i = 0; i < count; i++) out.size += meshInstances![i].skinInstance ? 2 : 1;
}
