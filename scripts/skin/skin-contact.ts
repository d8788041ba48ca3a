import type { Skeleton } from './skeleton-type';
import type { Skin } from './skin';
import { forEachTriangle, meshesOf } from './surface';
import type { Steps } from '../core/timing/steps';

// Which bones' skin touches which: along the edges of triangles, and where vertices lie close to one another, as on hard edges, which have
// vertices of their own on both sides.

/** Size of the cells in which points count as near, as a share of the skin's largest extent. */
const CELL = 0.01;

/** Points, and cells, that are looked at before the work may wait. */
const PIECE = 4000;
const CELLS = 200;

/** For each node the nodes whose skin its own touches, with the number of points that do. */
export type Contacts = readonly ReadonlyMap<number, number>[];

/** How many points of each node are in each cell. */
type Cells = Map<number, Map<number, number>>;

/** Finds what touches what in the reference pose. */
export function *findContacts(skeleton: Skeleton, skin: Skin): Steps<Contacts> {
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
    for (let i = 0; i < holders.length; i++) {
        if (i % PIECE === 0) yield;
        add(points[3 * i], points[3 * i + 1], points[3 * i + 2], holders[i]);
    }
    const meshes = meshesOf(skeleton);
    const contacts = yield* countNear(cells, skeleton.nodes.length);
    const addEdge = (a: number, b: number) => {
        if (a >= 0 && b >= 0 && a !== b) contacts[a].set(b, (contacts[a].get(b) ?? 0) + 1);
    };
    yield;
    forEachTriangle(meshes, (...corners) => {
        for (const a of corners) for (const b of corners) addEdge(holders[a], holders[b]);
    });
    return contacts;
}

/** Cells of the largest extent, and beyond it on both sides. */
const SIDE = Math.ceil(1 / CELL) + 4;

function keyOf(x: number, y: number, z: number): number {
    return (x * SIDE + y) * SIDE + z;
}

function *countNear(cells: Cells, count: number): Steps<Map<number, number>[]> {
    const contacts = Array.from({ length: count }, () => new Map<number, number>());
    const around = [-1, 0, 1];
    let piece = 0;
    for (const [cell, held] of cells) {
        if (piece++ % CELLS === 0) yield;
        const near = new Set<number>();
        for (const x of around) for (const y of around) for (const z of around) cells.get(cell + keyOf(x, y, z))?.forEach((_, other) => near.add(other));
        for (const [holder, found] of held) {
            for (const other of near) if (other !== holder) contacts[holder].set(other, (contacts[holder].get(other) ?? 0) + found);
        }
    }
    return contacts;
}
