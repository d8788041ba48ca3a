import type { Skeleton } from './skeleton-type';
import type { Skin } from './skin';

// Which bones' skin touches which: along the edges of triangles, and where vertices lie close to one another, as on hard edges, which have
// vertices of their own on both sides. Parts that touch nothing in this way may still stand in one another: then their whole surface is
// asked, which takes ten times as long.

/** Size of the cells in which points count as near, as a share of the skin's largest extent. */
const CELL = 0.01;

/** Most points along an edge of a triangle. */
const MOST_POINTS = 100;

/** For each node the nodes whose skin its own touches, with the number of points that do. */
export type Contacts = readonly ReadonlyMap<number, number>[];

/** How many points of each node are in each cell. */
type Cells = Map<number, Map<number, number>>;

/**
 * Finds what touches what in the reference pose.
 *
 * @param isWhole - Whether points all over the triangles are asked, not only the vertices.
 */
export function findContacts(skeleton: Skeleton, skin: Skin, isWhole: boolean): Contacts {
    const { points, holders } = skin;
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    holders.forEach((holder, i) => {
        if (holder < 0) return;
        for (let axis = 0; axis < 3; axis++) {
            low[axis] = Math.min(low[axis], points[3 * i + axis]);
            high[axis] = Math.max(high[axis], points[3 * i + axis]);
        }
    });
    const size = CELL * Math.max(...high.map((value, axis) => value - low[axis]));
    const cells: Cells = new Map();
    const add = (x: number, y: number, z: number, holder: number) => {
        if (holder < 0) return;
        const cell = keyOf(Math.floor((x - low[0]) / size) + 1, Math.floor((y - low[1]) / size) + 1, Math.floor((z - low[2]) / size) + 1);
        if (!cells.has(cell)) cells.set(cell, new Map());
        const held = cells.get(cell)!;
        held.set(holder, (held.get(holder) ?? 0) + 1);
    };
    holders.forEach((holder, i) => add(points[3 * i], points[3 * i + 1], points[3 * i + 2], holder));
    if (isWhole) forEachTriangle(skeleton, (a, b, c) => addSurface(skin, a, b, c, size, add));
    const contacts = countNear(cells, skeleton.nodes.length);
    const addEdge = (a: number, b: number) => {
        if (a >= 0 && b >= 0 && a !== b) contacts[a].set(b, (contacts[a].get(b) ?? 0) + 1);
    };
    forEachTriangle(skeleton, (...corners) => {
        for (const a of corners) for (const b of corners) addEdge(holders[a], holders[b]);
    });
    return contacts;
}

/** Cells of the largest extent, and beyond it on both sides. */
const SIDE = Math.ceil(1 / CELL) + 4;

function keyOf(x: number, y: number, z: number): number {
    return (x * SIDE + y) * SIDE + z;
}

function forEachTriangle({ meshInstances }: Skeleton, visit: (a: number, b: number, c: number) => void): void {
    let first = 0;
    for (const { mesh } of meshInstances) {
        if (!mesh) continue;
        const indices: number[] = [];
        mesh.getIndices(indices);
        for (let i = 0; i + 2 < indices.length; i += 3) visit(first + indices[i], first + indices[i + 1], first + indices[i + 2]);
        first += mesh.vertexBuffer.getNumVertices();
    }
}

/** Adds points of a triangle that is larger than a cell; each belongs to the node of the corner that is nearest. */
function addSurface({ points, holders }: Skin, a: number, b: number, c: number, size: number, add: (x: number, y: number, z: number, holder: number) => void): void {
    const length = (i: number, j: number) => Math.hypot(points[3 * i] - points[3 * j], points[3 * i + 1] - points[3 * j + 1], points[3 * i + 2] - points[3 * j + 2]);
    const steps = Math.min(MOST_POINTS, Math.ceil(Math.max(length(a, b), length(b, c), length(c, a)) / size));
    if (!(steps > 1)) return;
    for (let i = 0; i <= steps; i++) {
        for (let j = 0; j <= steps - i; j++) {
            const [u, v] = [i / steps, j / steps];
            const w = 1 - u - v;
            const at = (axis: number) => w * points[3 * a + axis] + u * points[3 * b + axis] + v * points[3 * c + axis];
            add(at(0), at(1), at(2), holders[w >= u && w >= v ? a : u >= v ? b : c]);
        }
    }
}

function countNear(cells: Cells, count: number): Map<number, number>[] {
    const contacts = Array.from({ length: count }, () => new Map<number, number>());
    const around = [-1, 0, 1];
    for (const [cell, held] of cells) {
        const near = new Set<number>();
        for (const x of around) for (const y of around) for (const z of around) cells.get(cell + keyOf(x, y, z))?.forEach((_, other) => near.add(other));
        for (const [holder, found] of held) {
            for (const other of near) if (other !== holder) contacts[holder].set(other, (contacts[holder].get(other) ?? 0) + found);
        }
    }
    return contacts;
}
