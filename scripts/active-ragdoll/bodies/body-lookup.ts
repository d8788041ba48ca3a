import type { GraphNode } from 'playcanvas';

import { findBone } from '../../rig/find';
import type { Rig } from '../../rig/rig';
import { describeNoBone, type Report } from '../../rig/row-bone';
import type { RagdollSettings } from '../settings';

// Which body is meant, and which bodies never collide.

/** The body of a bone, or that of the next bone above that has one; -1 for one above all bodies, and, after a sentence, for what is no bone of the character. */
export function findBodyOf(rig: Rig, { bodies }: RagdollSettings, bone: GraphNode | string, report: Report): number {
    const { nodes, parents } = rig.skeleton;
    const bodyOf = (node: number) => bodies.findIndex(body => body.bone === node);
    let node = typeof bone === 'string' ? findBone(rig, bone) : nodes.indexOf(bone);
    if (node < 0) report(describeNoBone(rig, bone));
    while (node >= 0 && bodyOf(node) < 0) node = parents[node];
    return node < 0 ? -1 : bodyOf(node);
}

/** Pairs that need to be told not to collide; those on one joint do not anyway. */
export function pairsToIgnore({ bodies, ignoredPairs }: RagdollSettings, selfCollision: boolean): (readonly [number, number])[] {
    const isJoined = (a: number, b: number) => bodies[b].parent === a || bodies[a].parent === b;
    const all: (readonly [number, number])[] = selfCollision ? [...ignoredPairs] :
        bodies.flatMap((_, b) => bodies.slice(0, b).map((__, a) => [a, b] as const));
    return all.filter(([a, b]) => !isJoined(a, b));
}
