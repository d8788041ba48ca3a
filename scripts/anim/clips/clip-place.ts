import type { AnimComponent, GraphNode } from 'playcanvas';

import { bindChannels, changes, type Channel } from './clip-channels';
import { nodesBetween } from './reference-pose';
import { AFFINE, composeAffine, copyMatrix, invertAffine, multiplyAffine } from '../../core/math/affine';
import type { Flat } from '../../core/math/flat-math';
import type { FlatPose } from '../../core/pose/flat-pose';
import type { Skeleton } from '../../rig/skeleton';
import { assignedTracks } from '../component/anim-reader';
import { animRootOf } from '../component/find-anim';

// Where the poses of a clip are in the scene now.
//
// What is known of a clip is in the space of its root, with the nodes between root and skeleton as they were when it was analysed. A node there that no clip moves may be
// put elsewhere at any time. So places come to the scene by the lowest node that clips leave alone, and by its present world matrix: in most files that is
// the skeleton's parent.

export interface ClipPlace {
    /** Steps from the skeleton's first node up to the node that clips leave alone. */
    readonly steps: number;
    /** What brings the space of the clip's root into that of the node: an affine matrix. */
    readonly toNode: Float64Array;
}

const present = new Float64Array(AFFINE);

/** The node some steps above a skeleton's first one. */
export function nodeAbove(first: GraphNode, steps: number): GraphNode {
    let node = first;
    for (let i = 0; i < steps && node.parent; i++) node = node.parent;
    return node;
}

/** Writes what brings the space of a clip's root to the scene: an affine matrix. Allocates nothing. */
export function writeClipPlace(out: Flat, { steps, toNode }: ClipPlace, first: GraphNode): void {
    copyMatrix(present, 0, nodeAbove(first, steps).getWorldTransform().data);
    multiplyAffine(out, 0, present, 0, toNode, 0);
}

/** Scene units of one unit of a clip's root. */
export function clipUnit(place: ClipPlace, first: GraphNode): number {
    const m = new Float64Array(AFFINE);
    writeClipPlace(m, place, first);
    return Math.hypot(m[0], m[1], m[2]);
}

/**
 * Steps from the skeleton's first node up to the lowest node that curves leave alone, and all between it and the clips' root.
 *
 * @param above - Nodes from below the root down to above the skeleton.
 */
export function stepsToStill(channels: readonly Channel[], root: GraphNode, above: readonly GraphNode[], { nodes: [first], space }: Skeleton): number {
    if (first === root) return 0;
    const chain = space === first ? [...above, first] : above;
    const moved = chain.findIndex(node => channels.some(channel => channel.node === node && changes(channel)));
    const still = moved < 0 ? chain.length : moved;
    return above.length + 1 - still;
}

/** The same for all clips of a character. */
export function stepsOfAll(anim: AnimComponent | null, root: GraphNode, above: readonly GraphNode[], skeleton: Skeleton): number {
    const steps = (anim ? assignedTracks(anim) : []).map(track => stepsToStill(bindChannels(track, root, []), root, above, skeleton));
    return Math.max(stepsToStill([], root, above, skeleton), ...steps);
}

/** The node that stands for a character: the lowest one above its skeleton that no clip moves. */
export function standingNode(anim: AnimComponent, skeleton: Skeleton): GraphNode {
    const root = animRootOf(anim), [first] = skeleton.nodes;
    if (first === root || !first.isDescendantOf(root)) return root;
    return nodeAbove(first, stepsOfAll(anim, root, nodesBetween(root, first), skeleton));
}

/**
 * The place of a clip of which a pose was sampled.
 *
 * @param first - Index of the skeleton's first node in the pose.
 * @param isRoot - Whether that node is the clip's root.
 */
export function placeOf({ positions, rotations, scales }: FlatPose, first: number, steps: number, isRoot: boolean): ClipPlace {
    const toNode = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0), node = first - steps;
    if (node < 0 || isRoot) return { steps, toNode };
    const scale = scales[node];
    composeAffine(present, 0, positions, 3 * node, rotations, 4 * node, Float64Array.of(scale, scale, scale), 0);
    invertAffine(toNode, 0, present, 0);
    return { steps, toNode };
}
