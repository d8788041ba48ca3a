import type { Entity, GraphNode, MeshInstance, RenderComponent } from 'playcanvas';

// What the engine keeps of a character that is destroyed, given back: section 6 of docs/engine-report.md.

interface Render { _clearSkinInstances(): void; rootBone: GraphNode | null }

/**
 * Takes back what an instance of a container counts too often: a component with several skinned meshes holds their skin instance once more for
 * each mesh but the first, so that it and the whole character stay for good once they are destroyed.
 */
export function releaseSurplusSkins(model: Entity): void {
    for (const component of model.findComponents('render') as RenderComponent[]) {
        const meshInstances = component.meshInstances.filter(({ skinInstance }) => skinInstance) as MeshInstance[];
        if (meshInstances.length < 2) continue;
        const render = component as unknown as Render;
        const { rootBone } = render;
        const { skinInstance } = meshInstances[0];
        render.rootBone = null;
        for (const meshInstance of meshInstances.slice(1)) meshInstance.skinInstance = skinInstance;
        render._clearSkinInstances();
        render.rootBone = rootBone;
    }
}
