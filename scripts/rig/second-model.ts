import type { GraphNode } from 'playcanvas';

import type { Rig } from './rig';
import type { Sentence } from './sentence';
import { isShown } from '../skin/shown';
import { findDrawn } from '../skin/skin-binding';

// A second model below an entity on which a character was found: a horse below its rider, another person in the same file.

/** The topmost node of a second shown skinned model at or below an entity, of which no bone belongs to the character; null where there is none. */
function findSecondModel(entity: GraphNode, { skeleton: { nodes } }: Rig): GraphNode | null {
    const known = new Set<GraphNode>(nodes);
    const other = findDrawn(entity).find(({ instance, binding }) => binding && isShown(instance, entity) && binding.bones.every(bone => !bone || !known.has(bone)));
    if (!other) return null;
    let top = other.binding!.node;
    const holds = (node: GraphNode) => nodes.some(bone => bone === node || bone.isDescendantOf(node));
    while (top.parent && top.parent !== entity && top !== entity && !holds(top.parent as GraphNode)) top = top.parent as GraphNode;
    return top;
}

/** What is said of a second model; null where there is none. It belongs to the place in the scene and not to the model. */
export function sentenceOfSecond(entity: GraphNode, rig: Rig): Sentence | null {
    const second = findSecondModel(entity, rig);
    return second && {
        about: ['body'],
        says: `there is a second model, "${second.name}", beside "${rig.skeleton.nodes[0].name}": the scripts work on the latter, whose skin has most bones. Give each model an entity and scripts of its own.`
    };
}
