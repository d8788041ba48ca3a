import { Vec3 } from 'playcanvas';

import { gradient, type Field } from './distance-field';
import type { PaintedMesh } from './paint';
import type { Skeleton } from './skeleton';
import type { Weights } from './skin-weights';
import type { Mesh } from './surface-nets';

// Pieces of a character's skin, each of one material, on their way from meshes to the file.

/** Look of one material. */
export interface Surface {
    name: string;
    /** Linear colour. */
    color: [number, number, number];
    roughness: number;
}

/** Skinned triangles of one material. */
export interface SkinnedPart extends Mesh {
    surface: Surface;
    normals: Vec3[];
    weights: Weights;
    /** Linear colours of the vertices, multiplied with the material's. */
    colors?: [number, number, number][];
}

/** Normals from the triangles, for pieces that have no distance field. */
export function faceNormals({ positions, triangles }: Mesh): Vec3[] {
    const normals = positions.map(() => new Vec3());
    for (let t = 0; t < triangles.length; t += 3) {
        const [a, b, c] = triangles.slice(t, t + 3);
        const normal = new Vec3().cross(positions[b].clone().sub(positions[a]), positions[c].clone().sub(positions[a]));
        for (const corner of [a, b, c]) normals[corner].add(normal);
    }
    return normals.map(normal => normal.normalize());
}

/** Weights of a piece that moves with one bone. */
export function rigidWeights(skeleton: Skeleton, bone: number, count: number): Weights {
    return Array.from({ length: count }, () => {
        const row = new Float64Array(skeleton.names.length);
        row[bone] = 1;
        return row;
    });
}

/** Divides a painted mesh into one part for each material, with the normals of the field that it was made from. */
export function splitByMaterial(mesh: PaintedMesh, field: Field, surfaces: Surface[]): SkinnedPart[] {
    const normals = mesh.positions.map(({ x, y, z }) => gradient(new Vec3(), field, x, y, z).normalize());
    return surfaces.map((surface, material) => {
        const triangles = mesh.triangles.filter((_, i) => mesh.materials[Math.floor(i / 3)] === material);
        const used = [...new Set(triangles)];
        const place = new Map(used.map((vertex, i) => [vertex, i]));
        return {
            surface,
            positions: used.map(i => mesh.positions[i]),
            normals: used.map(i => normals[i]),
            weights: used.map(i => mesh.weights[i]),
            triangles: triangles.map(i => place.get(i) as number)
        };
    });
}

/** Joins parts of the same material into one. */
export function mergeByMaterial(parts: SkinnedPart[]): SkinnedPart[] {
    const merged = new Map<Surface, SkinnedPart>();
    for (const part of parts) {
        const whole = merged.get(part.surface);
        const first = whole?.positions.length ?? 0;
        merged.set(part.surface, whole ? {
            surface: part.surface,
            positions: [...whole.positions, ...part.positions],
            normals: [...whole.normals, ...part.normals],
            weights: [...whole.weights, ...part.weights],
            triangles: [...whole.triangles, ...part.triangles.map(i => i + first)],
            colors: whole.colors && part.colors && [...whole.colors, ...part.colors]
        } : part);
    }
    return [...merged.values()];
}
