import { Vec3 } from 'playcanvas';

import type { Field } from './distance-field';
import type { Weights } from './skin-weights';
import { projectOnto, type Mesh } from './surface-nets';

// Divides a mesh among materials along sharp lines: triangles are cut where a region's border crosses them.

/** A mesh with weights whose triangles carry the number of a material. */
export interface PaintedMesh extends Mesh {
    weights: Weights;
    /** One number a triangle. */
    materials: number[];
}

/** A part of space: negative inside, in about metres. */
export type Region = (position: Vec3) => number;

/** Share of an edge next to its ends where a cut snaps to the end, so that no slivers arise. */
const SNAP = 0.08;

/**
 * Gives the triangles inside `region` the material, cutting those on its border; without a material it only cuts. New vertices lie on
 * `surface`. A stripe thinner than the mesh's triangles needs a cut along its middle first.
 */
export function paint(mesh: PaintedMesh, surface: Field, region: Region, material?: number): void {
    const side = mesh.positions.map(region);
    const cuts = new Map<string, number>();

    const cut = (a: number, b: number): number => {
        const [low, high] = a < b ? [a, b] : [b, a];
        const key = `${low} ${high}`;
        const known = cuts.get(key);
        if (known !== undefined) return known;
        const t = side[low] / (side[low] - side[high]);
        const vertex = mesh.positions.length;
        mesh.positions.push(projectOnto(surface, new Vec3().lerp(mesh.positions[low], mesh.positions[high], t)));
        mesh.weights.push(mesh.weights[low].map((w, bone) => w + (mesh.weights[high][bone] - w) * t));
        side.push(0);
        cuts.set(key, vertex);
        return vertex;
    };

    // a vertex very near the border counts as on it
    for (let t = 0; t < mesh.triangles.length; t++) {
        const a = mesh.triangles[t];
        const b = mesh.triangles[t % 3 === 2 ? t - 2 : t + 1];
        const share = side[a] / (side[a] - side[b]);
        if (share > 0 && share < SNAP) side[a] = 0;
        else if (share > 1 - SNAP && share < 1) side[b] = 0;
    }

    const triangles: number[] = [];
    const materials: number[] = [];
    for (let t = 0; t < mesh.materials.length; t++) {
        const corners = mesh.triangles.slice(t * 3, t * 3 + 3);
        const halves: [number[], number[]] = [[], []];
        corners.forEach((a, i) => {
            const b = corners[(i + 1) % 3];
            if (side[a] <= 0) halves[0].push(a);
            if (side[a] >= 0) halves[1].push(a);
            if (side[a] * side[b] < 0) {
                const c = cut(a, b);
                halves[0].push(c);
                halves[1].push(c);
            }
        });
        halves.forEach((loop, outside) => {
            // a triangle that lies on the border in all its corners goes inside, once
            if (outside && corners.every(corner => side[corner] === 0)) return;
            for (let i = 2; i < loop.length; i++) {
                triangles.push(loop[0], loop[i - 1], loop[i]);
                materials.push(outside ? mesh.materials[t] : material ?? mesh.materials[t]);
            }
        });
    }
    mesh.triangles = triangles;
    mesh.materials = materials;
}
