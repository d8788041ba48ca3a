import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import type { Vec3 } from 'playcanvas';

import type { SkinnedPart } from './skinned-parts';

// Fewer triangles for a piece of skin, where its shape allows it: vertices are left out, those that stay are as they were.

const ready = MeshoptSimplifier.ready;

/** A part with about so many triangles. */
export async function simplify(part: SkinnedPart, triangles: number): Promise<SkinnedPart> {
    await ready;
    const positions = Float32Array.from(part.positions.flatMap(({ x, y, z }) => [x, y, z]));
    const [kept] = MeshoptSimplifier.simplify(Uint32Array.from(part.triangles), positions, 3, 3 * triangles, 1);
    const used = [...new Set(kept)];
    const place = new Map(used.map((vertex, i) => [vertex, i]));
    const pick = <T>(list: readonly T[]) => used.map(i => list[i]);
    return {
        ...part, positions: pick<Vec3>(part.positions), normals: pick(part.normals), weights: pick(part.weights), colors: part.colors && pick(part.colors),
        triangles: [...kept].map(i => place.get(i) as number)
    };
}
