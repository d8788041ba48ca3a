import type { GraphNode, MeshInstance } from 'playcanvas';

import type { SkinBinding } from './skin-binding';
import type { LocalTransforms } from '../pose/local-transforms';

// What is kept of a character's bones.

/** A foot or a hand that hangs elsewhere than on its limb: indices of nodes. */
export interface Detached {
    readonly node: number;
    /** What it really hangs on. */
    readonly hanger: number;
}

/** A part that the skin shows at the end of a limb, and that leaves it in a clip: names of the nodes and of the clip. */
export interface Loose {
    readonly node: string;
    readonly end: string;
    readonly clip: string;
}

/** The node hierarchy of one character with its reference pose. */
export interface Skeleton {
    /** Unit directions in model space of which one is up in the scene of the model, the likelier one first: nearly every character stands upright in its file. */
    readonly sceneUps: readonly Float64Array[];
    /** Every node from the topmost one that holds all bones downwards, parents before children, in depth-first order. */
    readonly nodes: readonly GraphNode[];
    /** The node whose space is model space; null: the world's. */
    readonly space: GraphNode | null;
    /** Index of each node's parent in `nodes`; -1 for the first. A detached foot's is the end of its leg. */
    readonly parents: Int32Array;
    /** One past the last node below each node: what hangs from `i` are the nodes `i + 1` to `ends[i] - 1`. */
    readonly ends: Int32Array;
    /** Nodes that count as children of the limb that they belong to, and what they really hang on. */
    readonly detached: readonly Detached[];
    /** Nodes that would be detached limbs but for a clip in which they leave them. */
    readonly loose: readonly Loose[];
    /** Reference positions in model space, three numbers a node. */
    readonly positions: Float64Array;
    /** Reference rotations in model space, four numbers a node (x, y, z, w). */
    readonly rotations: Float64Array;
    /** Reference transforms to the parent: three numbers a node, four, and three. */
    readonly localPositions: Float64Array;
    readonly localRotations: Float64Array;
    readonly localScales: Float64Array;
    /** Transforms of the nodes when the model was found, to their real parents: what bones keep that no clip animates. */
    readonly found: LocalTransforms;
    /** Reference transforms to model space with scale, twelve numbers a node: images of the x, y and z axis, and the position. */
    readonly matrices: Float64Array;
    /** Share of the skin that each node carries, the sum is 1; all zero where there is no skin. */
    readonly skinShare: Float64Array;
    /** What is drawn on these bones. */
    readonly meshInstances: readonly MeshInstance[];
    /** How the skinned ones of them hang on the bones; they do also while they are disabled. */
    readonly bindings: ReadonlyMap<MeshInstance, SkinBinding>;
}
