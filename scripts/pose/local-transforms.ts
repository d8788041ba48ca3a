// Transforms of a skeleton's nodes to their parents, as flat data.

/** Transforms of nodes to their parents. */
export interface LocalTransforms {
    /** Three numbers a node. */
    readonly positions: Float64Array;
    /** Four numbers a node. */
    readonly rotations: Float64Array;
    /** Three numbers a node. */
    readonly scales: Float64Array;
}
