import type { GraphNode } from 'playcanvas';

import { normalizeQuat, type Flat } from '../core/math/flat-math';
import { appendTransform, identityTransform, relativeTransform, ROTATION, SCALE, TRANSFORM } from '../core/pose/transform';

// A foot or a hand that hangs elsewhere in the hierarchy than on its limb, as control bones of exported rigs do.
//
// For all readers and writers of the pose it hangs on the limb: its transform counts from the limb's last bone. When that bone or one above
// it is written, or the foot itself, what the foot really hangs on is asked where that is.

const step: Flat = new Float64Array(TRANSFORM);
const carrier: Flat = new Float64Array(TRANSFORM);
const own: Flat = new Float64Array(TRANSFORM);

/** A bone that is read and written as a child of another than its parent. */
export class DetachedLimb {
    /** The bone, in the frame of the one that it counts as a child of: as it was animated, then as it was written. */
    readonly local: Flat = new Float64Array(TRANSFORM);

    /** Whether {@link local} is that of this frame. */
    isFresh = false;

    /** Bones from below the common ancestor down to the limb's end, and down to what the bone really hangs on. */
    private readonly limb: readonly GraphNode[];

    private readonly hanger: readonly GraphNode[];

    constructor(readonly node: GraphNode, readonly parent: GraphNode) {
        const [limb, hanger] = [pathTo(parent), pathTo(node.parent!)];
        let shared = 0;
        while (shared < Math.min(limb.length, hanger.length) && limb[shared] === hanger[shared]) shared++;
        this.limb = limb.slice(shared);
        this.hanger = hanger.slice(shared);
    }

    /** Whether the place of the bone on its limb depends on another one. */
    dependsOn(bone: GraphNode): boolean {
        return this.limb.includes(bone) || this.hanger.includes(bone);
    }

    /** Reads where the bone is now. */
    read() {
        this.measure(this.local);
        this.isFresh = true;
    }

    /** Writes where the bone is now, as a transform to the limb's end. */
    measure(out: Flat) {
        compose(carrier, this.limb);
        compose(own, this.hanger);
        readNode(this.node);
        appendTransform(own, step);
        relativeTransform(out, carrier, own);
    }

    /** Writes the transform to its real parent with which the bone is where it shall be on its limb. */
    place(out: Flat) {
        compose(carrier, this.limb);
        appendTransform(carrier, this.local);
        compose(own, this.hanger);
        relativeTransform(out, own, carrier);
    }
}

function pathTo(node: GraphNode): GraphNode[] {
    const path = [node];
    for (let above = node.parent; above; above = above.parent) path.unshift(above);
    return path;
}

function compose(out: Flat, path: readonly GraphNode[]): void {
    identityTransform(out);
    for (let i = 0; i < path.length; i++) {
        readNode(path[i]);
        appendTransform(out, step);
    }
}

function readNode(node: GraphNode): void {
    const position = node.getLocalPosition();
    step[0] = position.x;
    step[1] = position.y;
    step[2] = position.z;
    const rotation = node.getLocalRotation();
    step[ROTATION] = rotation.x;
    step[ROTATION + 1] = rotation.y;
    step[ROTATION + 2] = rotation.z;
    step[ROTATION + 3] = rotation.w;
    normalizeQuat(step, ROTATION);
    step[SCALE] = node.getLocalScale().x;
}
