import type { AnimTrack, GraphNode } from 'playcanvas';

import { bindChannels } from '../anim/clips/clip-channels';

// The bones that clips shift. Exporters write a position for every bone into every clip, and for most it is the same one everywhere: comparing them in each
// frame would cost as much as comparing all rotations.

/** Share of a bone's length, and units, that are not seen. */
const SAME = 1e-3;
const NOTHING = 1e-6;

/** Those of some nodes that are not in one and the same place in all keys of all clips. */
export function shiftedBones(nodes: readonly GraphNode[], tracks: readonly AnimTrack[], root: GraphNode): GraphNode[] {
    const shifted = new Set<GraphNode>();
    for (const { node, property, values } of tracks.flatMap(track => bindChannels(track, root, nodes))) {
        if (property !== 'localPosition' || shifted.has(node)) continue;
        const { x, y, z } = node.getLocalPosition();
        const own = [x, y, z];
        const limit = SAME * Math.hypot(x, y, z) + NOTHING;
        for (let i = 0; i < values.length; i++) {
            if (Math.abs(values[i] - own[i % 3]) < limit) continue;
            shifted.add(node);
            break;
        }
    }
    return nodes.filter(node => shifted.has(node));
}
