import { Mat4, Vec3, type GraphNode } from 'playcanvas';

import type { Rig } from '../../scripts/rig/rig';
import { readSkin, type Skin } from '../../scripts/skin/skin';

// The skin of a character as its bones show it.

/** Bones that a vertex hangs on. */
const INFLUENCES = 4;

export class ShownSkin {
    readonly skin: Skin;

    private readonly nodes: readonly GraphNode[];

    private readonly inverses: readonly Mat4[];

    private matrices: readonly Mat4[] = [];

    constructor({ skeleton }: Rig) {
        this.skin = readSkin(skeleton);
        this.nodes = skeleton.nodes;
        this.inverses = this.nodes.map((_, i) => {
            const m = skeleton.matrices.subarray(12 * i, 12 * i + 12);
            return new Mat4().set([m[0], m[1], m[2], 0, m[3], m[4], m[5], 0, m[6], m[7], m[8], 0, m[9], m[10], m[11], 1]).invert();
        });
    }

    /** Takes the bones as they are now. */
    update() {
        this.matrices = this.nodes.map((node, i) => new Mat4().mul2(node.getWorldTransform(), this.inverses[i]));
    }

    /** Place of a vertex in the world. */
    place(vertex: number): Vec3 {
        const { points, nodes, weights } = this.skin;
        const at = new Vec3(points[3 * vertex], points[3 * vertex + 1], points[3 * vertex + 2]);
        const place = new Vec3();
        for (let slot = INFLUENCES * vertex; slot < INFLUENCES * (vertex + 1); slot++) {
            if (nodes[slot] >= 0) place.add(this.matrices[nodes[slot]].transformPoint(at, new Vec3()).mulScalar(weights[slot]));
        }
        return place;
    }
}
