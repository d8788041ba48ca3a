import { Quat, type GraphNode, type Vec3 } from 'playcanvas';

import type { PoseRecord } from '../pose/pose-record';
import type { Rig } from '../rig/rig';

// How bones stand to their parents while nothing swings: in the reference pose of their character, else as they are without what the pack
// has written on them.

const numbers = new Float64Array(4);

export class RestPose {
    private readonly places = new Map<GraphNode, number>();

    constructor(private readonly rig: Rig | null, private readonly record: PoseRecord) {
        rig?.skeleton.nodes.forEach((node, i) => this.places.set(node, i));
    }

    /** Rotation to the parent. */
    rotation(node: GraphNode): Quat {
        const place = this.places.get(node);
        const from = place === undefined ? numbers : this.rig!.skeleton.localRotations.subarray(4 * place);
        if (place === undefined) this.record.readAnimated(numbers, 0, node);
        return new Quat(from[0], from[1], from[2], from[3]);
    }

    /** Rotation of a node in the space of one above it. */
    rotationIn(above: GraphNode, node: GraphNode): Quat {
        const out = new Quat();
        for (let at = node; at !== above; at = at.parent!) out.mul2(this.rotation(at), out);
        return out;
    }

    /** A point of a node in the space of one above it. */
    pointIn(above: GraphNode, node: GraphNode, point: Vec3): Vec3 {
        const out = point.clone();
        for (let at = node; at !== above; at = at.parent!) this.rotation(at).transformVector(out.mul(at.getLocalScale()), out).add(at.getLocalPosition());
        return out;
    }
}
