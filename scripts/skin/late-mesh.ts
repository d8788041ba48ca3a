import type { GraphNode } from 'playcanvas';

import { awaitsMesh, findDrawn } from './skin-binding';

// Meshes that come later than the entities and bones of their model, as those do that are loaded while the scene runs.

/** What there is of a model. */
export interface Arrival {
    /** Whether it can be worked on: a mesh that hangs on bones, or whatever else is drawn, is there. */
    readonly isThere: boolean;
    /** Nodes, meshes and meshes on bones, for {@link modelSize}, while more of it may come; -1 when it is complete. */
    readonly size: number;
}

/** Finds out what there is of the model at and below an entity. What has no mesh at all can be worked on, by its nodes. */
export function findArrival(entity: GraphNode): Arrival {
    const drawn = findDrawn(entity);
    const isAwaited = awaitsMesh(entity);
    const isLoose = drawn.every(({ instance, binding }) => !binding && instance.mesh?.skin);
    return { isThere: !(isAwaited && isLoose), size: isAwaited || drawn.length === 0 ? modelSize(entity) : -1 };
}

/** How many nodes, meshes and meshes that hang on bones there are: another number when something has come or gone. */
export function modelSize(entity: GraphNode): number {
    let size = 0;
    entity.forEach(() => { size++; });
    for (const { binding } of findDrawn(entity)) size += binding ? 2 : 1;
    return size;
}
