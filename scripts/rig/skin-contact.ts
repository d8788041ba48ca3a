import type { Skeleton } from './skeleton-type';
import type { Skin } from './skin';

// Which bones' skin touches which: along the edges of triangles, and where vertices lie close to one another without being joined. Hard
// edges and meshes in parts have vertices of their own on both sides.

/** Size of the cells in which vertices count as near, as a share of the skin's largest extent. */
const CELL = 0.01;

/** For each node the nodes whose skin its own touches, with the number of edges and vertices that do. */
export type Contacts = readonly ReadonlyMap<number, number>[];

/** Finds what touches what in the reference pose. */
export function findContacts(skeleton: Skeleton, skin: Skin): Contacts {
    const contacts = skeleton.nodes.map(() => new Map<number, number>());
    const add = (a: number, b: number, count: number) => {
        if (a >= 0 && b >= 0 && a !== b) contacts[a].set(b, (contacts[a].get(b) ?? 0) + count);
    };
    addEdges(skeleton, skin, add);
    addNear(skin, add);
    return contacts;
}

type Add = (a: number, b: number, count: number) => void;

function addEdges({ meshInstances }: Skeleton, { holders }: Skin, add: Add): void {
    let first = 0;
    for (const { mesh } of meshInstances) {
        if (!mesh) continue;
        const indices: number[] = [];
        mesh.getIndices(indices);
        for (let i = 0; i + 2 < indices.length; i += 3) {
            for (let k = 0; k < 3; k++) {
                const [a, b] = [holders[first + indices[i + k]], holders[first + indices[i + (k + 1) % 3]]];
                add(a, b, 1);
                add(b, a, 1);
            }
        }
        first += mesh.vertexBuffer.getNumVertices();
    }
}

function addNear({ points, holders }: Skin, add: Add): void {
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i < points.length; i++) {
        low[i % 3] = Math.min(low[i % 3], points[i]);
        high[i % 3] = Math.max(high[i % 3], points[i]);
    }
    const size = CELL * Math.max(...high.map((value, axis) => value - low[axis]));
    const cells = new Map<number, Map<number, number>>();
    const at = (i: number, axis: number) => Math.floor((points[3 * i + axis] - low[axis]) / size) + 1;
    const side = Math.ceil(1 / CELL) + 4;
    const key = (x: number, y: number, z: number) => (x * side + y) * side + z;
    holders.forEach((holder, i) => {
        if (holder < 0) return;
        const cell = key(at(i, 0), at(i, 1), at(i, 2));
        if (!cells.has(cell)) cells.set(cell, new Map());
        const held = cells.get(cell)!;
        held.set(holder, (held.get(holder) ?? 0) + 1);
    });
    const around = [-1, 0, 1];
    for (const [cell, held] of cells) {
        const near = new Set<number>();
        for (const x of around) for (const y of around) for (const z of around) cells.get(cell + key(x, y, z))?.forEach((_, other) => near.add(other));
        for (const [holder, vertices] of held) {
            for (const other of near) add(holder, other, vertices);
        }
    }
}
