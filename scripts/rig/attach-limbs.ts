import { AFFINE, decomposeAffine, invertAffine, multiplyAffine } from '../core/math/affine';
import type { Skeleton } from '../skin/skeleton-type';
import { readSkin } from '../skin/skin';

// Hangs feet and hands that hang elsewhere in the hierarchy on their limbs: the skeleton is sorted anew.

/** The same skeleton with parts hung on the limbs that they belong to. */
export function attachLimbs(skeleton: Skeleton, pairs: readonly (readonly [number, number])[]): Skeleton {
    if (pairs.length === 0) return skeleton;
    const hangers = skeleton.parents;
    const parents = hangers.slice();
    for (const [node, end] of pairs) parents[node] = end;
    const children: number[][] = skeleton.nodes.map(() => []);
    parents.forEach((parent, node) => { if (parent >= 0) children[parent].push(node); });

    const order: number[] = [];
    const ends: number[] = [];
    const visit = (node: number) => {
        const index = order.push(node) - 1;
        children[node].forEach(visit);
        ends[index] = order.length;
    };
    visit(0);
    const indexOf = new Int32Array(order.length);
    order.forEach((node, index) => { indexOf[node] = index; });
    const sort = (values: Float64Array) => {
        const size = values.length / order.length;
        const sorted = new Float64Array(values.length);
        order.forEach((node, index) => sorted.set(values.subarray(size * node, size * node + size), size * index));
        return sorted;
    };
    const { positions, rotations, matrices, localPositions, localRotations, localScales, found } = skeleton;
    let share: Float64Array | null = null;
    const attached: Skeleton = {
        sceneUps: skeleton.sceneUps,
        loose: skeleton.loose,
        nodes: order.map(node => skeleton.nodes[node]),
        space: skeleton.space,
        parents: Int32Array.from(order, node => (parents[node] < 0 ? -1 : indexOf[parents[node]])),
        ends: Int32Array.from(ends),
        detached: pairs.map(([node]) => ({ node: indexOf[node], hanger: indexOf[hangers[node]] })),
        positions: sort(positions), rotations: sort(rotations), matrices: sort(matrices),
        localPositions: sort(localPositions), localRotations: sort(localRotations), localScales: sort(localScales),
        found: { positions: sort(found.positions), rotations: sort(found.rotations), scales: sort(found.scales) },
        get skinShare(): Float64Array {
            share ??= readSkin(this).share;
            return share;
        },
        meshInstances: skeleton.meshInstances,
        bindings: skeleton.bindings
    };
    for (const { node } of attached.detached) hangOn(attached, node);
    return attached;
}

/** Writes the reference transform of a node to the one that it counts as a child of. */
function hangOn({ parents, matrices, localPositions, localRotations, localScales }: Skeleton, node: number): void {
    const [inverse, local] = [new Float64Array(AFFINE), new Float64Array(AFFINE)];
    invertAffine(inverse, 0, matrices, AFFINE * parents[node]);
    multiplyAffine(local, 0, inverse, 0, matrices, AFFINE * node);
    decomposeAffine(localPositions, 3 * node, localRotations, 4 * node, localScales, 3 * node, local, 0);
}
