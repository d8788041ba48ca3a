import type { GraphNode } from 'playcanvas';

import { copyQuat, identityQuat, multiplyQuatInverse } from '../../core/math/flat-math';
import { createFlatPose, updateWorld, type FlatPose } from '../../core/pose/flat-pose';
import type { LocalTransforms } from '../../pose/local-transforms';
import { UNIFORM } from '../../pose/world-transform';
import type { Skeleton } from '../../rig/skeleton';
import { localBeforeClips } from '../../skin/valid-world';

// A skeleton with what is above it up to the node from which clips find theirs, in the reference pose, in the space of that node.
//
// Nodes above the skeleton have no bind pose: the transform that they have counts, or had before clips moved them. A first node that is the root itself has none.

/** All nodes that a clip of a character may move, in the reference pose. */
export class ReferencePose {
    /** Nodes from below the root down to the skeleton, then those of the skeleton in their order. */
    readonly nodes: readonly GraphNode[];

    /** Index of each node's parent; -1: the root. */
    readonly parents: readonly number[];

    /** Index of the skeleton's first node. */
    readonly first: number;

    readonly pose: FlatPose;

    /** The same as the model was found: what bones keep that no clip moves, detached feet to what they really hang on. */
    readonly still: FlatPose;

    /** What brings the rig's directions and lengths into the root's space: a turn, then a factor. */
    readonly modelRotation = new Float64Array(4);

    readonly modelScale: number;

    /** Whether what is above the skeleton is scaled otherwise along other axes: lengths are of the mean. */
    readonly isUneven: boolean;

    /**
     * @param root - The entity with the animation component, or its root bone where one is set.
     * @param skeleton - The character below it, in the reference pose.
     */
    constructor(root: GraphNode, skeleton: Skeleton) {
        const above = nodesBetween(root, skeleton.nodes[0]);
        this.first = above.length;
        this.isUneven = above.some(node => isUneven(localBeforeClips(node).scale));
        this.nodes = [...above, ...skeleton.nodes];
        this.parents = [...above.map((_, i) => i - 1), ...Array.from(skeleton.parents, parent => parent + above.length)];
        this.pose = createFlatPose(this.parents);
        this.still = createFlatPose(this.parents);
        above.forEach((node, i) => {
            copyLocals(this.pose, i, node);
            copyLocals(this.still, i, node);
        });
        const { localPositions, localRotations, localScales } = skeleton;
        copySkeleton(this.pose, above.length, skeleton, { positions: localPositions, rotations: localRotations, scales: localScales });
        updateWorld(this.pose);
        copySkeleton(this.still, above.length, skeleton, skeleton.found);
        const { rotations, scales } = this.pose;
        if (skeleton.nodes[0] === root) {
            // the space of the root is below the first node's own transform
            identityQuat(this.modelRotation, 0);
            const isModelSpace = skeleton.space === root;
            if (!isModelSpace) multiplyQuatInverse(this.modelRotation, 0, this.modelRotation, 0, rotations, 0);
            this.modelScale = isModelSpace ? 1 : 1 / scales[0];
            clearFirst(this.pose);
            clearFirst(this.still);
        } else {
            const parent = skeleton.space === skeleton.nodes[0] ? this.first : this.pose.parents[this.first];
            copyQuat(this.modelRotation, 0, rotations, 4 * parent);
            this.modelScale = scales[parent];
        }
    }
}

function isUneven(scale: ArrayLike<number>): boolean {
    return [1, 2].some(axis => Math.abs(scale[axis] - scale[0]) > UNIFORM * scale[0]);
}

/** Takes the first bone's own transform out of a pose. */
function clearFirst(pose: FlatPose): void {
    identityQuat(pose.localRotations, 0);
    pose.localPositions.fill(0, 0, 3);
    pose.localScales[0] = 1;
    updateWorld(pose);
}

/** Nodes from below `root` down to above `node`; empty when the one is not above the other. */
export function nodesBetween(root: GraphNode, node: GraphNode): GraphNode[] {
    const path: GraphNode[] = [];
    for (let above = node.parent; above && above !== root; above = above.parent) path.unshift(above);
    return path.length > 0 && path[0].parent !== root ? [] : path;
}

function copyLocals(pose: FlatPose, bone: number, node: GraphNode): void {
    const { position, rotation, scale } = localBeforeClips(node);
    pose.localRotations.set(rotation, 4 * bone);
    pose.localPositions.set(position, 3 * bone);
    pose.localScales[bone] = (scale[0] + scale[1] + scale[2]) / 3;
}

/** Writes local transforms of a skeleton, its first node to index `first`. */
function copySkeleton(pose: FlatPose, first: number, { nodes, space }: Skeleton, { positions, rotations, scales }: LocalTransforms): void {
    pose.localPositions.set(positions, 3 * first);
    pose.localRotations.set(rotations, 4 * first);
    for (let node = 0; node < nodes.length; node++) {
        pose.localScales[first + node] = (scales[3 * node] + scales[3 * node + 1] + scales[3 * node + 2]) / 3;
    }
    // a node that only holds the bones stands where it stands
    if (space === nodes[0]) copyLocals(pose, first, nodes[0]);
}
