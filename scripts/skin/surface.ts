import type { Mesh } from 'playcanvas';

import type { Skeleton } from './skeleton-type';

// The surface of a skin: its triangles.

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
