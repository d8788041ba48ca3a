import {
    SEMANTIC_BLENDINDICES, SEMANTIC_BLENDWEIGHT, SEMANTIC_POSITION, TYPE_INT16, TYPE_INT8, TYPE_UINT16, TYPE_UINT8, type GraphNode, type Mesh,
    type MeshInstance
} from 'playcanvas';

import { INFLUENCES, readStream, type SkinBinding } from './skin-binding';
import { finish, type Steps } from '../core/timing/steps';

// A character's skin in the reference pose: the vertices of its meshes with the bones that carry them.
//
// Read from the engine's copy in main memory. A mesh without skin hangs as a whole on its node.

/** The skin of a character in the reference pose. */
export interface Skin {
    /** Vertices in model space, three numbers each. */
    readonly points: Float64Array;
    /** The node with the largest weight at each vertex; -1: one outside of the skeleton. */
    readonly holders: Int32Array;
    /** The four nodes that each vertex hangs on, -1 for none, and their shares. */
    readonly nodes: Int32Array;
    readonly weights: Float32Array;
    /** Share of the skin that each node carries, the sum is 1; all zero where there is no skin. */
    readonly share: Float64Array;
    /** Of how many vertices each is one: 1 where all are here. */
    readonly stride: number;
}

/** The nodes of a character, and what is drawn on them; see `Skeleton`. */
interface DrawnNodes {
    readonly nodes: readonly GraphNode[];
    /** Reference transforms to model space, twelve numbers a node. */
    readonly matrices: Float64Array;
    readonly meshInstances: readonly MeshInstance[];
    readonly bindings: ReadonlyMap<MeshInstance, SkinBinding>;
}

/** Most vertices that are looked at: of larger characters every second one, or third. */
const MOST_VERTICES = 40_000;

/** Vertices that are read before the work may wait. */
export const PIECE = 4000;

/** What was read last: scripts that come onto a character ask for the same skin one after the other. */
let last: { readonly matrices: Float64Array; readonly meshes: string; readonly skin: Skin } | null = null;

/** Reads the skin of a character, of which copies share the reference pose: all vertices, or a sample that is spread evenly over them. */
export function readSkin(skeleton: DrawnNodes): Skin {
    return finish(readSkinSteps(skeleton));
}

/** The same in pieces. */
export function *readSkinSteps(skeleton: DrawnNodes): Steps<Skin> {
    const { matrices, meshInstances } = skeleton;
    const meshes = meshInstances.map(({ mesh }) => mesh?.id ?? -1).join(' ');
    if (last?.matrices !== matrices || last.meshes !== meshes) {
        const count = meshInstances.reduce((sum, { mesh }) => sum + (mesh?.vertexBuffer.getNumVertices() ?? 0), 0);
        const skin = yield* readVertices(skeleton, Math.max(1, Math.ceil(count / MOST_VERTICES)));
        // eslint-disable-next-line require-atomic-updates
        last = { matrices, meshes, skin };
        return skin;
    }
    return last.skin;
}

function *readVertices(skeleton: DrawnNodes, stride: number): Steps<Skin> {
    const indexOf = new Map(skeleton.nodes.map((node, index) => [node, index]));
    const drawn: { instance: MeshInstance; positions: Float32Array }[] = [];
    for (const instance of skeleton.meshInstances) {
        yield;
        if (instance.mesh) drawn.push({ instance, positions: everyNth(readPositions(instance.mesh), 3, stride) });
    }
    const count = drawn.reduce((sum, { positions }) => sum + positions.length / 3, 0);
    const skin = {
        points: new Float64Array(3 * count), holders: new Int32Array(count).fill(-1),
        nodes: new Int32Array(INFLUENCES * count).fill(-1), weights: new Float32Array(INFLUENCES * count),
        share: new Float64Array(skeleton.nodes.length), stride
    };
    let first = 0;
    for (const { instance, positions } of drawn) {
        const binding = skeleton.bindings.get(instance);
        if (binding) {
            const nodeOfBone = Int32Array.from(binding.bones, bone => (bone ? indexOf.get(bone) ?? -1 : -1));
            yield* addSkinned(skin, first, positions, instance.mesh!, stride, nodeOfBone, bindMatrices(skeleton, binding, nodeOfBone));
        } else {
            addRigid(skin, first, positions, indexOf.get(instance.node) ?? -1, skeleton.matrices);
        }
        first += positions.length / 3;
    }
    const total = skin.share.reduce((sum, share) => sum + share, 0);
    return total > 0 ? { ...skin, share: skin.share.map(share => share / total) } : skin;
}

function *addSkinned(
    { points, holders, nodes, weights: shares, share }: Skin, first: number, positions: Float32Array, mesh: Mesh, stride: number, nodeOfBone: Int32Array, matrices: Float64Array
): Steps<void> {
    yield;
    const bones = everyNth(readStream(mesh, SEMANTIC_BLENDINDICES, INFLUENCES), INFLUENCES, stride);
    yield;
    const weights = everyNth(readStream(mesh, SEMANTIC_BLENDWEIGHT, INFLUENCES), INFLUENCES, stride);
    for (let vertex = 0; vertex < positions.length / 3; vertex++) {
        const slots = INFLUENCES * vertex;
        if (vertex % PIECE === 0) yield;
        // weights stored as bytes come as 0..255, so the sum is what makes them shares
        let total = 0;
        let heaviest = slots;
        for (let slot = slots; slot < slots + INFLUENCES; slot++) {
            total += weights[slot];
            if (weights[slot] > weights[heaviest]) heaviest = slot;
        }
        if (!(total > 0)) continue;
        holders[first + vertex] = nodeOfBone[bones[heaviest]];
        for (let slot = slots; slot < slots + INFLUENCES; slot++) {
            const weight = weights[slot] / total;
            const node = nodeOfBone[bones[slot]];
            if (!(weight > 0 && node >= 0)) continue;
            share[node] += weight;
            nodes[INFLUENCES * first + slot] = node;
            shares[INFLUENCES * first + slot] = weight;
            addTransformed(points, 3 * (first + vertex), matrices, 12 * bones[slot], positions, 3 * vertex, weight);
        }
    }
}

function addRigid({ points, holders, nodes, weights, share }: Skin, first: number, positions: Float32Array, node: number, matrices: Float64Array): void {
    if (node < 0) return;
    for (let vertex = 0; vertex < positions.length / 3; vertex++) {
        holders[first + vertex] = node;
        nodes[INFLUENCES * (first + vertex)] = node;
        weights[INFLUENCES * (first + vertex)] = 1;
        share[node]++;
        addTransformed(points, 3 * (first + vertex), matrices, 12 * node, positions, 3 * vertex, 1);
    }
}

/** What brings a mesh's vertices to model space, for each bone of its skin. */
function bindMatrices(skeleton: DrawnNodes, { inverseBindPose }: SkinBinding, nodeOfBone: Int32Array): Float64Array {
    const out = new Float64Array(12 * nodeOfBone.length);
    nodeOfBone.forEach((node, bone) => {
        if (node < 0) return;
        const m = skeleton.matrices.subarray(12 * node, 12 * node + 12);
        const inverseBind = inverseBindPose[bone].data;
        for (let column = 0; column < 4; column++) {
            for (let row = 0; row < 3; row++) {
                out[12 * bone + 3 * column + row] = (column === 3 ? m[9 + row] : 0) + m[row] * inverseBind[4 * column] +
                    m[3 + row] * inverseBind[4 * column + 1] + m[6 + row] * inverseBind[4 * column + 2];
            }
        }
    });
    return out;
}

function addTransformed(out: Float64Array, o: number, matrices: Float64Array, m: number, points: Float32Array, p: number, weight: number): void {
    for (let row = 0; row < 3; row++) {
        out[o + row] += weight * (matrices[m + row] * points[p] + matrices[m + 3 + row] * points[p + 1] +
            matrices[m + 6 + row] * points[p + 2] + matrices[m + 9 + row]);
    }
}

/** Largest value of the whole-number types that positions may be stored in. */
const LARGEST: Record<number, number> = { [TYPE_INT8]: 127, [TYPE_UINT8]: 255, [TYPE_INT16]: 32767, [TYPE_UINT16]: 65535 };

interface VertexElement { name: string; dataType: number; normalize: boolean }

/** Every so many-th of some tuples of numbers. */
function everyNth(values: Float32Array, size: number, stride: number): Float32Array {
    return stride === 1 ? values : values.filter((_, i) => Math.floor(i / size) % stride === 0);
}

export function readPositions(mesh: Mesh): Float32Array {
    const positions = readStream(mesh, SEMANTIC_POSITION, 3);
    const format = mesh.vertexBuffer?.getFormat() as unknown as { elements: VertexElement[] } | undefined;
    const element = format?.elements.find(({ name }) => name === SEMANTIC_POSITION);
    // compressed models store positions as whole numbers that stand for -1..1 or 0..1
    const largest = element?.normalize ? LARGEST[element.dataType] ?? 1 : 1;
    return largest === 1 ? positions : positions.map(value => Math.max(value / largest, -1));
}
