import type { GraphNode } from 'playcanvas';

// A character's bones as flat data: the node hierarchy with its reference pose.
//
// Model space is the space in which `nodes[0]` has its local transform (the space of its parent).

/** The node hierarchy of one character with its reference pose. */
export interface Skeleton {
    /** Every node from the topmost one that holds all bones downwards, parents before children. */
    readonly nodes: readonly GraphNode[];
    /** Index of each node's parent in `nodes`; -1 for the first. */
    readonly parents: Int32Array;
    /** Reference positions in model space, three numbers a node. */
    readonly positions: Float64Array;
    /** Reference rotations in model space, four numbers a node (x, y, z, w). */
    readonly rotations: Float64Array;
    /** Reference rotations to the parent, four numbers a node. */
    readonly localRotations: Float64Array;
    /** Share of the skin that each node carries, the sum is 1; all zero where there is no skin. */
    readonly skinShare: Float64Array;
}
