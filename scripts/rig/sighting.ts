import type { Entity, GraphNode, Mesh, MeshInstance, SkinInstance } from 'playcanvas';

import { releasedCount } from './find-detached';
import type { Rig } from './rig';
import { isExchanged } from '../skin/shown';

// What a model looked like when a character was found on it: as long as it looks the same, nothing has to be found again. Reading a model takes
// a hundred times as long as looking whether it has changed.

/** A mesh as it is drawn on a node. */
interface Drawn {
    readonly instance: MeshInstance;
    readonly mesh: Mesh | null;
    readonly skinInstance: SkinInstance | null;
}

const partsOf = (node: GraphNode) => (node as Entity).render?.meshInstances ?? (node as Entity).model?.meshInstances ?? null;

/** Nodes and meshes at and below an entity, with what was found on them. */
export class Sighting {
    private readonly nodes: readonly GraphNode[];

    private readonly names: readonly string[];

    private readonly parents: readonly (GraphNode | null)[];

    private readonly drawn: readonly Drawn[];

    private readonly released = releasedCount();

    /** How far the comparison has come. */
    private node = 0;

    private part = 0;

    /** What was found; null: nothing yet. */
    rig: Rig | null = null;

    constructor(entity: GraphNode) {
        this.nodes = entity.find(() => true) as GraphNode[];
        this.names = this.nodes.map(({ name }) => name);
        this.parents = this.nodes.map(({ parent }) => parent);
        this.drawn = this.nodes.flatMap(node => (partsOf(node) ?? []).map(instance => ({ instance, mesh: instance.mesh, skinInstance: instance.skinInstance })));
    }

    /** Takes what was found; answers false where the character's meshes are drawn elsewhere in the scene. */
    keep(rig: Rig): boolean {
        const { instances } = this;
        this.rig = rig;
        return rig.skeleton.meshInstances.every(instance => instances.has(instance));
    }

    /** Whether there are the same nodes and meshes as then, in the same places, and the character is still the one that is shown. Allocates nothing. */
    isSame(entity: GraphNode): boolean {
        if (this.released !== releasedCount()) return false;
        this.node = 0;
        this.part = 0;
        return this.compare(entity) && this.node === this.nodes.length && this.part === this.drawn.length &&
            !(this.rig && isExchanged(this.rig.skeleton.meshInstances, entity));
    }

    private get instances(): ReadonlySet<MeshInstance> {
        return new Set(this.drawn.map(({ instance }) => instance));
    }

    private compare(node: GraphNode): boolean {
        const { nodes, names, parents, drawn } = this;
        const at = this.node;
        // what the entity itself hangs on counts for nothing
        if (nodes[at] !== node || names[at] !== node.name || (at > 0 && parents[at] !== node.parent)) return false;
        this.node++;
        const parts = partsOf(node);
        if (parts) {
            for (let i = 0; i < parts.length; i++) {
                const known = drawn[this.part++];
                const { mesh, skinInstance } = parts[i];
                if (!known || known.instance !== parts[i] || known.mesh !== mesh || known.skinInstance !== skinInstance) return false;
            }
        }
        const { children } = node;
        for (let i = 0; i < children.length; i++) if (!this.compare(children[i] as GraphNode)) return false;
        return true;
    }
}
