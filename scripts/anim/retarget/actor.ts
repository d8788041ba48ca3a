import type { GraphNode } from 'playcanvas';

import { TemplateBody } from './template-body';
import { findCharacter } from '../../rig/character';
import { ModelCache } from '../../rig/model-cache';
import type { Rig } from '../../rig/rig';
import { findAnim } from '../find-anim';
import { findClipRoot } from '../mirror';

// One character whose clips go over, or come.

export interface Actor {
    /** The entity that was named. */
    readonly entity: GraphNode;
    readonly rig: Rig;
    /** The node from which its clips find theirs. */
    readonly root: GraphNode;
    /** What its model shares. */
    readonly body: TemplateBody;
}

/** Bodies of models, by the transforms above their bones. */
const bodies = new ModelCache<string, TemplateBody>();

/** The character at or below an entity; null where there is none. */
export function findActor(entity: GraphNode): Actor | null {
    const rig = findCharacter(entity);
    if (!rig) return null;
    const root = findClipRoot(rig, findAnim(rig.skeleton.nodes[0]), entity);
    const [top] = rig.skeleton.nodes;
    const above = top === root ? 'root' : pathTo(top, root);
    return { entity, rig, root, body: bodies.get(rig, above, () => new TemplateBody(rig, root)) };
}

/** The nodes from a bone up to below the clips' root, with their transforms. */
function pathTo({ parent }: GraphNode, root: GraphNode): string {
    if (!parent || parent === root) return '';
    const { name } = parent;
    return [name, parent.getLocalPosition(), parent.getLocalRotation(), parent.getLocalScale(), pathTo(parent, root)].join(' ');
}
