import type { GraphNode } from 'playcanvas';

import { PoseRecord } from './pose-record';

// A character that was cloned shows what the pack had written on the one that it was made of: in mid-fall it would begin as that lay, in every bone that
// no clip moves. Nothing tells a clone from others but that: each bone on which something was written holds exactly the same numbers.

/** Rotation and position of a node. */
const SIZE = 7;

const written = new Float64Array(SIZE);
const animated = new Float64Array(SIZE);

/** Gives the nodes of a character what those had before, as whose copy they show what scripts have written; not where scripts have worked on it already. */
export function takeBackCopied(nodes: readonly GraphNode[]): void {
    if (PoseRecord.inUse.size === 0 || nodes.some(node => PoseRecord.isKnown(node))) return;
    const byName = new Map(nodes.map(node => [node.name, node]));
    for (const record of PoseRecord.inUse) {
        if (!isCopy(record, byName)) continue;
        for (let index = 0; index < record.count; index++) {
            if (!record.isWritten(index)) continue;
            record.readNode(written, animated, 0, index);
            const node = byName.get(record.boneAt(index).name)!;
            node.setLocalRotation(animated[0], animated[1], animated[2], animated[3]);
            node.setLocalPosition(animated[4], animated[5], animated[6]);
        }
        return;
    }
}

function isCopy(record: PoseRecord, byName: ReadonlyMap<string, GraphNode>): boolean {
    let isWritten = false;
    for (let index = 0; index < record.count; index++) {
        if (!record.isWritten(index)) continue;
        const node = byName.get(record.boneAt(index).name);
        record.readNode(written, animated, 0, index);
        if (!node || node === record.boneAt(index) || !holds(node)) return false;
        isWritten = true;
    }
    return isWritten;
}

/** Whether a node holds exactly what was written. */
function holds(node: GraphNode): boolean {
    const rotation = node.getLocalRotation(), position = node.getLocalPosition();
    return rotation.x === written[0] && rotation.y === written[1] && rotation.z === written[2] && rotation.w === written[3] &&
        position.x === written[4] && position.y === written[5] && position.z === written[6];
}
