import { copyVec, crossVec, dotVec, normalizeVec, subtractVec, type Flat } from '../math/flat-math';

// The plane on which a sole comes to lie, from what four rays have met: under the foot, under the toes, and at the heel's corners.
//
// Ground that is one plane is taken as it is. On an edge the sole lies on the highest part that nothing else reaches over, so that no
// corner goes into it; the rest hangs over. In a hollow no part is like that, and the sole lies on the first three points: the toes give its
// pitch, the heel's corner its roll.

/** Points of a sole, in the order of the arrays. */
export const FOOT = 0;
export const TOE = 1;
export const CORNER = 2;
export const POINTS = 4;

/** What the rays have met. */
export interface SoleSamples {
    /** World points, three numbers each: the foot, the toe, the heel's corners. */
    readonly points: Flat;
    /** Normals of unit length there. */
    readonly normals: Flat;
    /** Whether there is ground. */
    readonly found: Uint8Array;
    /** Height in metres that may reach over the plane. */
    tolerance: number;
}

export function createSoleSamples(): SoleSamples {
    return { points: new Float64Array(3 * POINTS), normals: new Float64Array(3 * POINTS), found: new Uint8Array(POINTS), tolerance: -0 };
}

const between = new Float64Array(3);
const toToe = new Float64Array(3);
const toCorner = new Float64Array(3);

/** out[o] = height of a point over a plane (a point and the unit normal, six numbers) along the up vector. */
export function writeHeightOver(out: Flat, o: number, point: Flat, i: number, plane: Flat, up: Flat): void {
    const x = plane[3], y = plane[4], z = plane[5];
    out[o] = ((point[i] - plane[0]) * x + (point[i + 1] - plane[1]) * y + (point[i + 2] - plane[2]) * z) / (up[0] * x + up[1] * y + up[2] * z);
}

/** Height of a sample above the plane of another one, along the up vector. */
function heightOfSample(samples: SoleSamples, sample: number, plane: number, up: Flat): number {
    const { points, normals } = samples;
    subtractVec(between, 0, points, 3 * sample, points, 3 * plane);
    return dotVec(between, 0, normals, 3 * plane) / dotVec(up, 0, normals, 3 * plane);
}

/** Whether no sample reaches over the plane of one by more than the tolerance. */
function isFree(samples: SoleSamples, plane: number, up: Flat): boolean {
    for (let sample = 0; sample < POINTS; sample++) {
        if (sample === plane || !samples.found[sample]) continue;
        if (!(heightOfSample(samples, sample, plane, up) <= samples.tolerance)) return false;
    }
    return true;
}

/**
 * Writes the plane on which the sole lies.
 *
 * @param plane - Receives a point and the unit normal, six numbers.
 * @param samples - What the rays have met; points of samples that found nothing are where the sole itself would be.
 * @param up - The up vector.
 * @returns Whether there is any ground.
 */
export function fitSolePlane(plane: Flat, samples: SoleSamples, up: Flat): boolean {
    const { points, normals, found } = samples;
    let first = -1;
    for (let sample = 0; sample < POINTS; sample++) {
        if (!found[sample]) continue;
        if (first < 0) first = sample;
        if (!isFree(samples, sample, up)) continue;
        copyVec(plane, 0, points, 3 * sample);
        copyVec(plane, 3, normals, 3 * sample);
        return true;
    }
    if (first < 0) return false;
    // what was not found is where the plane of the first sample has it
    for (let sample = 0; sample <= CORNER; sample++) {
        if (found[sample]) continue;
        const above = heightOfSample(samples, sample, first, up);
        for (let i = 0; i < 3; i++) points[3 * sample + i] -= above * up[i];
    }
    subtractVec(toToe, 0, points, 3 * TOE, points, 3 * FOOT);
    subtractVec(toCorner, 0, points, 3 * CORNER, points, 3 * FOOT);
    copyVec(plane, 0, points, 3 * FOOT);
    crossVec(plane, 3, toToe, 0, toCorner, 0);
    if (!normalizeVec(plane, 3)) copyVec(plane, 3, up, 0);
    if (dotVec(plane, 3, up, 0) < 0) for (let i = 3; i < 6; i++) plane[i] = -plane[i];
    return true;
}
