import type { Part } from './distance-field';
import type { Skeleton } from './skeleton';
import { neighbours, type Mesh } from './surface-nets';

// Skin weights from shapes along the bones, mostly those that made the surface.
//
// A vertex belongs to the shape on whose surface it lies, and shares with others the less the further their surfaces are, measured
// in their own thickness: exp(-distance / (SOFTNESS * thickness)). Two shapes that share the ball of a joint so hand over
// smoothly within about one radius to either side. Only ancestors and descendants within MAX_JOINTS take part, so that legs and
// fingers do not pull each other. Then weights are smoothed over the mesh.

/** Share of a shape's thickness over which its hold fades by 1/e. */
const SOFTNESS = 0.28;
/** Distance in the hierarchy between bones that may share a vertex. */
const MAX_JOINTS = 2;
/** Bones that a vertex keeps. */
const MAX_INFLUENCES = 4;

/** Weights of all bones for each vertex, one row a vertex. */
export type Weights = Float64Array[];

/** True where one of the two bones is the other's ancestor, at most `MAX_JOINTS` up. */
function related(skeleton: Skeleton, a: number, b: number): boolean {
    const climbs = (from: number, to: number) => {
        for (let i = 0, bone = from; i <= MAX_JOINTS && bone >= 0; i++, bone = skeleton.parents[bone]) {
            if (bone === to) return true;
        }
        return false;
    };
    return climbs(a, b) || climbs(b, a);
}

/** Moves every vertex half way to the mean of its neighbours. */
function smooth(weights: Weights, around: number[][]): Weights {
    return weights.map((row, i) => {
        const next = row.map(w => w * 0.5);
        const share = 0.5 / around[i].length;
        for (const n of around[i]) {
            const other = weights[n];
            for (let bone = 0; bone < next.length; bone++) next[bone] += other[bone] * share;
        }
        return next;
    });
}

/** Weights of every vertex from the shapes that carry the skin, smoothed over the mesh in some rounds. */
export function computeWeights(mesh: Mesh, carriers: Part[], skeleton: Skeleton, smoothing: number): Weights {
    const bones = carriers.map(part => skeleton.index(part.bone));
    let weights: Weights = mesh.positions.map(({ x, y, z }) => {
        const distances = carriers.map(part => part.distance(x, y, z));
        const nearest = distances.reduce((best, d, i) => (d < distances[best] ? i : best), 0);
        const row = new Float64Array(skeleton.names.length);
        distances.forEach((d, i) => {
            if (!related(skeleton, bones[i], bones[nearest])) return;
            const hold = Math.exp(-(d - distances[nearest]) / (SOFTNESS * carriers[i].thickness));
            row[bones[i]] = Math.max(row[bones[i]], hold);
        });
        const sum = row.reduce((a, b) => a + b, 0);
        return row.map(w => w / sum);
    });
    const around = neighbours(mesh);
    for (let round = 0; round < smoothing; round++) weights = smooth(weights, around);
    return weights;
}

/** The strongest influences of one vertex as bytes that add up to 255. */
export function quantise(row: Float64Array): { joints: number[]; weights: number[] } {
    const strongest = [...row.keys()].sort((a, b) => row[b] - row[a] || a - b).slice(0, MAX_INFLUENCES);
    const sum = strongest.reduce((total, bone) => total + row[bone], 0);
    const weights = strongest.map(bone => Math.round(row[bone] / sum * 255));
    weights[0] += 255 - weights.reduce((a, b) => a + b, 0);
    return { joints: strongest.map((bone, i) => (weights[i] > 0 ? bone : 0)), weights };
}
