import type { Mesh } from 'playcanvas';

import type { Skeleton } from './skeleton-type';
import type { Skin } from './skin';
import { distanceVec } from '../core/math/flat-math';

// The surface of a skin: its triangles, and points all over them.

/** Most points along an edge of a triangle. */
const MOST_POINTS = 100;

const place = new Float64Array(3);

/** The meshes of a character, in the order of its skin. */
export function meshesOf({ meshInstances }: Skeleton): Mesh[] {
    return meshInstances.flatMap(({ mesh }) => mesh ?? []);
}

/** Visits the triangles of meshes by the vertices of their skin. */
export function forEachTriangle(meshes: readonly Mesh[], visit: (a: number, b: number, c: number) => void): void {
    let first = 0;
    for (const mesh of meshes) {
        const indices: number[] = [];
        mesh.getIndices(indices);
        for (let i = 0; i + 2 < indices.length; i += 3) visit(first + indices[i], first + indices[i + 1], first + indices[i + 2]);
        first += mesh.vertexBuffer.getNumVertices();
    }
}

/** Visits points of a triangle that is larger than `size`, at most that far apart; each belongs to the node of the corner that is nearest. */
export function forEachSurfacePoint(
    { points, holders }: Skin, a: number, b: number, c: number, size: number, visit: (x: number, y: number, z: number, holder: number) => void
): void {
    const longest = Math.max(distanceVec(points, 3 * a, points, 3 * b), distanceVec(points, 3 * b, points, 3 * c), distanceVec(points, 3 * c, points, 3 * a));
    const steps = Math.min(MOST_POINTS, Math.ceil(longest / size));
    if (!(steps > 1)) return;
    for (let i = 0; i <= steps; i++) {
        for (let j = 0; j <= steps - i; j++) {
            const [u, v] = [i / steps, j / steps];
            const w = 1 - u - v;
            for (let k = 0; k < 3; k++) place[k] = w * points[3 * a + k] + u * points[3 * b + k] + v * points[3 * c + k];
            visit(place[0], place[1], place[2], holders[w >= u && w >= v ? a : u >= v ? b : c]);
        }
    }
}
