import type { Field, Part } from './distance-field';
import { paint, type PaintedMesh, type Region } from './paint';
import type { Skeleton } from './skeleton';
import { computeWeights } from './skin-weights';
import { splitByMaterial, type SkinnedPart, type Surface } from './skinned-parts';
import { meshField, type MeshSettings } from './surface-nets';

// A character's skin from its shapes: mesh, weights, paint, one part for each material.

/** One coat of paint. */
export interface Coat {
    region: Region;
    /** The material; without one the region's border is only cut into the mesh. */
    surface?: Surface;
}

/** What {@link createSkin} needs. */
export interface SkinSettings {
    surface: Field;
    /** Shapes that carry the skin next to them. */
    carriers: Part[];
    mesh: MeshSettings;
    /** Rounds in which weights are smoothed over the mesh. */
    smoothing: number;
    /** Material of what is not painted. */
    ground: Surface;
    /** Coats of paint, the first one undermost. */
    coats: Coat[];
    /** Shares of the skin of one bone that another one takes over. */
    shares: { from: string; to: string; share: Region }[];
}

/** Gives a bone its share of what another one holds. */
function shareWeights({ weights, positions }: PaintedMesh, from: number, to: number, share: Region) {
    weights.forEach((row, i) => {
        row[to] = row[from] * share(positions[i]);
        row[from] -= row[to];
    });
}

/** The skin, one part for each material. */
export function createSkin(skeleton: Skeleton, settings: SkinSettings): SkinnedPart[] {
    const { surface, carriers, smoothing, ground, coats, shares } = settings;
    const surfaces = [...new Set([ground, ...coats.flatMap(coat => coat.surface ?? [])])];
    const mesh = meshField(surface, settings.mesh);
    const painted: PaintedMesh = {
        ...mesh,
        weights: computeWeights(mesh, carriers, skeleton, smoothing),
        materials: new Array(mesh.triangles.length / 3).fill(0)
    };
    for (const coat of coats) paint(painted, surface, coat.region, coat.surface && surfaces.indexOf(coat.surface));
    for (const { from, to, share } of shares) shareWeights(painted, skeleton.index(from), skeleton.index(to), share);
    return splitByMaterial(painted, surface, surfaces);
}
