import { Vec3, type GraphNode } from 'playcanvas';

import type { ChainRow } from './attributes';
import type { RestPose } from './rest-pose';

// The bones of a chain, and where each has its tail.

/** A bone that swings. */
export interface ChainBone {
    readonly node: GraphNode;
    /** Place in the list of the bone that it hangs on; -1 for the root. */
    readonly parent: number;
    /** From the bone to its tail, in its own space. */
    readonly tail: Vec3;
    /** How far down the chain it is, 0 at the root to 1 at the furthest tip. */
    readonly depth: number;
}

/** Distance in the bone's space, as a share of the end length, below which a child is at the bone's own place. */
const MIN_LENGTH = 1e-4;

/** The offset to the tail of a bone without child: that from its parent to it, in its own space. */
function wayOn(node: GraphNode, rest: RestPose, length: number): Vec3 {
    const along = rest.rotation(node).invert().transformVector(node.getLocalPosition(), new Vec3());
    if (!(along.length() > 0)) along.set(0, 1, 0);
    return along.normalize().mulScalar(length);
}

/**
 * The bones of a chain, parents first.
 *
 * @param root - First bone.
 * @param row - Its row.
 * @param rest - How bones stand at rest.
 * @param endLength - Length of a last bone in world units.
 * @param isTaken - Bones that swing already, with all below them.
 */
export function collectChain(root: GraphNode, row: ChainRow, rest: RestPose, endLength: number, isTaken: (node: GraphNode) => boolean): ChainBone[] {
    const found: { node: GraphNode; parent: number; tail: Vec3; level: number }[] = [];
    const visit = (node: GraphNode, parent: number, level: number) => {
        if (row.exclude.includes(node.name) || isTaken(node)) return;
        const length = endLength / node.getWorldTransform().getScale().x;
        const swinging = node.children.filter(child => !row.exclude.includes(child.name) && !isTaken(child as GraphNode));
        const shown = swinging.length > 0 ? swinging : node.children;
        const places = shown.map(child => child.getLocalPosition()).filter(place => place.length() > MIN_LENGTH * length);
        if (places.length === 0 && !(length > 0)) return;
        // a branching bone points between its children
        const tail = places.reduce((sum, place) => sum.add(place), new Vec3());
        if (places.length > 0) tail.mulScalar(1 / places.length);
        const isEven = tail.length() > MIN_LENGTH * length;
        const index = found.push({ node, parent, tail: isEven ? tail : places[0]?.clone() ?? wayOn(node, rest, length), level }) - 1;
        for (const child of node.children) visit(child as GraphNode, index, level + 1);
    };
    visit(root, -1, 0);
    const deepest = Math.max(1, ...found.map(({ level }) => level));
    return found.map(({ node, parent, tail, level }) => ({ node, parent, tail, depth: level / deepest }));
}
