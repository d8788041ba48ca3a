import type { GraphNode } from 'playcanvas';

import { TemplateBody } from './template-body';
import { findCharacter } from '../../rig/character';
import { ModelCache } from '../../rig/model-cache';
import type { Rig } from '../../rig/rig';
import { findClipRoot } from '../clips/mirror';
import { findAnim } from '../component/find-anim';

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

/** Bodies of models, by the names above their bones: where these nodes are has no say. */
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

/** Names of the nodes from a bone up to below the clips' root. */
function pathTo({ parent }: GraphNode, root: GraphNode): string {
    if (!parent || parent === root) return '';
    return `${parent.name}\n${pathTo(parent, root)}`;
}
