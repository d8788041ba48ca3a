import type { GraphNode } from 'playcanvas';

import type { Mirror } from '../anim/mirror';
import { createMirroredPose, mirrorPose } from '../core/mirror/pose-mirror';
import { ReadStatus } from '../rig/bone-set';
import type { PoseRecord } from '../rig/pose-record';

// One frame of a mirrored character: all bones are read, then all are written.

/** Difference of a position, as a share of the height, from which on it is written: less is rounding. */
const SAME = 1e-7;

export class MirrorPass {
    /** The node that the last read stumbled over. */
    stumbled: GraphNode | null = null;

    private readonly pose;

    private readonly states: Int32Array;

    private readonly parents: readonly (GraphNode | null)[];

    private readonly share = new Float64Array(1);

    private readonly same: number;

    constructor(private readonly mirror: Mirror, private readonly record: PoseRecord) {
        const { nodes, rig } = mirror;
        this.pose = createMirroredPose(nodes.length);
        this.states = Int32Array.from(nodes, node => record.stateOf(node));
        this.parents = nodes.map(({ parent }) => parent);
        this.same = SAME * rig.height;
    }

    /** Reads the animated pose. */
    read(): ReadStatus {
        const { pose: { rotations, positions }, states, record, parents, mirror: { nodes } } = this;
        for (let i = 0; i < nodes.length; i++) {
            if (nodes[i].parent !== parents[i]) {
                this.stumbled = nodes[i];
                return ReadStatus.moved;
            }
            record.readRotation(rotations, 4 * i, states[i]);
            record.readPosition(positions, 3 * i, states[i]);
        }
        this.stumbled = null;
        return ReadStatus.ok;
    }

    /**
     * Writes its reflection.
     *
     * @param root - Whether clips turn and move the root: else the scene places it, and it is left alone.
     */
    write(weight: number, root: { readonly turnsRoot: boolean; readonly movesRoot: boolean }) {
        const { pose, states, record, share, same, mirror: { plan: { mirror } } } = this;
        share[0] = weight;
        mirrorPose(pose, mirror, share);
        const { positions, mirroredPositions, mirroredRotations } = pose;
        const { sources, moves, count } = mirror;
        for (let i = 0; i < count; i++) {
            if (sources[i] < 0) continue;
            const isRoot = i === count - 1;
            if (!isRoot || root.turnsRoot) record.write(states[i], mirroredRotations, 4 * i);
            if (moves[i] === 0 || (isRoot && !root.movesRoot)) continue;
            const p = 3 * i;
            const way = Math.abs(mirroredPositions[p] - positions[p]) + Math.abs(mirroredPositions[p + 1] - positions[p + 1]) +
                Math.abs(mirroredPositions[p + 2] - positions[p + 2]);
            if (way > same) record.writePosition(states[i], mirroredPositions, p);
        }
    }
}
