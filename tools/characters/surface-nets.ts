import { Vec3 } from 'playcanvas';

import { gradient, type Field } from './distance-field';

// Surface nets on an octree: one closed mesh of a distance field, fine where detail is asked for.
//
// Each leaf that the surface crosses holds one vertex. Each shortest edge whose ends lie on different sides of the surface is a
// quad between the four leaves around it, or a triangle where one leaf counts twice, so neighbours of different size fit without
// gaps. Vertices are then evened out along the surface. After S. Gibson, "Constrained elastic surface nets", 1998, and T. Ju et
// al., "Dual contouring of Hermite data", 2002. A leaf that holds two sheets of surface gets one vertex for both.

/** Triangles over points. */
export interface Mesh {
    positions: Vec3[];
    /** Three numbers a triangle, counter-clockwise seen from outside. */
    triangles: number[];
}

/** What {@link meshField} needs. */
export interface MeshSettings {
    /** Corner of the cube that holds the shape. */
    origin: Vec3;
    /** Edge of the smallest cell in metres. */
    cell: number;
    /** Edge of the whole cube, in smallest cells; a power of two. */
    resolution: number;
    /** Wanted edge of the cells at a point, in metres. */
    detail(position: Vec3): number;
    /** Rounds of evening out. */
    smoothing: number;
}

interface Leaf {
    x: number;
    y: number;
    z: number;
    size: number;
    vertex: number;
}

/** Factor by which pressed and steep shapes may overstate a distance; cells this near are looked into. */
const DISTANCE_SLACK = 1.6;

/** Difference in length, in metres, below which diagonals count as equal, so that rounding does not choose between them. */
const TIE = 1e-7;

const CORNERS = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1], [1, 0, 1], [0, 1, 1], [1, 1, 1]];
const EDGES: [number, number, number][] = [
    [0, 1, 0], [2, 3, 0], [4, 5, 0], [6, 7, 0],
    [0, 2, 1], [1, 3, 1], [4, 6, 1], [5, 7, 1],
    [0, 4, 2], [1, 5, 2], [2, 6, 2], [3, 7, 2]
];

/** Moves a point onto the surface along the gradient. */
export function projectOnto(field: Field, point: Vec3): Vec3 {
    const normal = gradient(new Vec3(), field, point.x, point.y, point.z);
    const slope = normal.lengthSq();
    const d = field.distance(point.x, point.y, point.z);
    return slope > 0.01 ? point.sub(normal.mulScalar(d / slope)) : point;
}

class Octree {
    readonly leaves: Leaf[] = [];

    private readonly byCorner = new Map<number, Leaf>();

    private readonly values = new Map<number, number>();

    private readonly stride: number;

    constructor(private readonly field: Field, private readonly settings: MeshSettings) {
        this.stride = settings.resolution + 1;
        this.split(0, 0, 0, settings.resolution);
    }

    point(x: number, y: number, z: number): Vec3 {
        return new Vec3(x, y, z).mulScalar(this.settings.cell).add(this.settings.origin);
    }

    key(x: number, y: number, z: number): number {
        return (x * this.stride + y) * this.stride + z;
    }

    /** Distance at a grid point. */
    value(x: number, y: number, z: number): number {
        const key = this.key(x, y, z);
        let value = this.values.get(key);
        if (value === undefined) {
            const p = this.point(x, y, z);
            value = this.field.distance(p.x, p.y, p.z);
            this.values.set(key, value);
        }
        return value;
    }

    /** The leaf around a smallest cell, if the surface is near it. */
    leafAt(x: number, y: number, z: number): Leaf | undefined {
        for (let size = 1; size <= this.settings.resolution; size *= 2) {
            const leaf = this.byCorner.get(this.key(x - x % size, y - y % size, z - z % size));
            if (leaf && leaf.size === size) return leaf;
        }
        return undefined;
    }

    private split(x: number, y: number, z: number, size: number) {
        const half = size / 2;
        const center = this.point(x + half, y + half, z + half);
        const edge = size * this.settings.cell;
        const d = this.field.distance(center.x, center.y, center.z);
        if (Math.abs(d) > edge * 0.5 * Math.sqrt(3) * DISTANCE_SLACK) return;
        if (size > 1 && edge > this.settings.detail(center)) {
            for (const [i, j, k] of CORNERS) this.split(x + i * half, y + j * half, z + k * half, half);
            return;
        }
        const leaf = { x, y, z, size, vertex: -1 };
        this.leaves.push(leaf);
        this.byCorner.set(this.key(x, y, z), leaf);
    }
}

/** Mean of the points where the surface crosses the leaf's edges; its centre where only a smaller neighbour is crossed. */
function placeVertex(tree: Octree, field: Field, leaf: Leaf): Vec3 {
    const sum = new Vec3();
    let count = 0;
    const corners = CORNERS.map(([i, j, k]) => [leaf.x + i * leaf.size, leaf.y + j * leaf.size, leaf.z + k * leaf.size]);
    const values = corners.map(([x, y, z]) => tree.value(x, y, z));
    for (const [a, b] of EDGES) {
        if ((values[a] < 0) === (values[b] < 0)) continue;
        const t = values[a] / (values[a] - values[b]);
        sum.add(new Vec3().lerp(new Vec3(...corners[a]), new Vec3(...corners[b]), t));
        count++;
    }
    if (count > 0) sum.mulScalar(1 / count);
    else sum.set(leaf.x, leaf.y, leaf.z).addScalar(leaf.size / 2);
    return projectOnto(field, tree.point(sum.x, sum.y, sum.z));
}

/** Neighbours of each vertex along the edges of the triangles. */
export function neighbours(mesh: Mesh): number[][] {
    const sets = mesh.positions.map(() => new Set<number>());
    for (let t = 0; t < mesh.triangles.length; t += 3) {
        for (let i = 0; i < 3; i++) {
            const a = mesh.triangles[t + i];
            const b = mesh.triangles[t + (i + 1) % 3];
            sets[a].add(b);
            sets[b].add(a);
        }
    }
    return sets.map(set => [...set]);
}

function evenOut(mesh: Mesh, field: Field, rounds: number) {
    const around = neighbours(mesh);
    for (let round = 0; round < rounds; round++) {
        mesh.positions = mesh.positions.map((position, i) => {
            const mean = new Vec3();
            for (const n of around[i]) mean.add(mesh.positions[n]);
            mean.mulScalar(1 / around[i].length);
            return projectOnto(field, mean.lerp(position, mean, 0.5));
        });
    }
}

/** A triangle as it is, a quad cut along its shorter diagonal; less is nothing. */
function triangulate(loop: number[], points: Vec3[]): number[] {
    if (loop.length < 4) return loop.length === 3 ? loop : [];
    const [p, q, r, s] = loop;
    const shorter = points[p].distance(points[r]) < points[q].distance(points[s]) + TIE;
    return shorter ? [p, q, r, p, r, s] : [q, r, s, q, s, p];
}

/** Makes a closed mesh of the field's surface. */
export function meshField(field: Field, settings: MeshSettings): Mesh {
    const tree = new Octree(field, settings);
    const mesh: Mesh = { positions: [], triangles: [] };
    const done = new Set<number>();

    const vertexOf = (leaf: Leaf) => {
        if (leaf.vertex < 0) {
            leaf.vertex = mesh.positions.length;
            mesh.positions.push(placeVertex(tree, field, leaf));
        }
        return leaf.vertex;
    };

    for (const leaf of tree.leaves) {
        for (const [a, b, axis] of EDGES) {
            const from = [leaf.x, leaf.y, leaf.z].map((v, i) => v + CORNERS[a][i] * leaf.size);
            const to = [leaf.x, leaf.y, leaf.z].map((v, i) => v + CORNERS[b][i] * leaf.size);
            const inside = tree.value(from[0], from[1], from[2]) < 0;
            if (inside === tree.value(to[0], to[1], to[2]) < 0) continue;

            const key = tree.key(from[0], from[1], from[2]) * 3 + axis;
            if (done.has(key)) continue;

            const u = (axis + 1) % 3;
            const v = (axis + 2) % 3;
            const ring = [[-1, -1], [0, -1], [0, 0], [-1, 0]].map(([du, dv]) => {
                const at = [...from];
                at[axis] += leaf.size >> 1;
                at[u] += du;
                at[v] += dv;
                return tree.leafAt(at[0], at[1], at[2]);
            }).filter(cell => cell !== undefined);
            // where a neighbour is divided further, its edges carry the faces
            if (ring.length < 4 || ring.some(cell => cell.size < leaf.size)) continue;
            done.add(key);

            const loop = ring.filter((cell, i) => cell !== ring[(i + 1) % 4]).map(vertexOf);
            if (!inside) loop.reverse();
            mesh.triangles.push(...triangulate(loop, mesh.positions));
        }
    }
    evenOut(mesh, field, settings.smoothing);
    return mesh;
}
