import { normalizeQuat, type Flat } from '../math/flat-math';

// The rotation that brings some vectors nearest to some others, in the sense of least squares.
//
// Berthold K. P. Horn, Closed-form solution of absolute orientation using unit quaternions, 1987: it is the eigenvector with the largest
// eigenvalue of a symmetric matrix of four rows, found here by Jacobi's rotations, which are exact also where two eigenvalues are close.

/** Sweeps of Jacobi's method; four rows need five or six. */
const SWEEPS = 12;

/** Vectors from and to, added up. */
export interface RotationFit {
    /** Sum of the products of their parts: row the part of `from`, column that of `to`. */
    readonly sums: Flat;
}

export function createRotationFit(): RotationFit {
    return { sums: new Float64Array(9) };
}

/** Adds a pair of vectors. */
export function addPair({ sums }: RotationFit, from: Flat, i: number, to: Flat, j: number, weight: number): void {
    for (let row = 0; row < 3; row++) for (let column = 0; column < 3; column++) sums[3 * row + column] += weight * from[i + row] * to[j + column];
}

/** Writes the rotation that brings `from` onto `to`. */
export function fitRotation(out: Flat, o: number, { sums }: RotationFit): void {
    const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = sums;
    // rows and columns x, y, z, w
    const matrix = Float64Array.of(
        xx - yy - zz, xy + yx, zx + xz, yz - zy,
        xy + yx, yy - xx - zz, yz + zy, zx - xz,
        zx + xz, yz + zy, zz - xx - yy, xy - yx,
        yz - zy, zx - xz, xy - yx, xx + yy + zz
    );
    const vectors = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
        for (let p = 0; p < 3; p++) for (let q = p + 1; q < 4; q++) clear(matrix, vectors, p, q);
    }
    let best = 0;
    for (let k = 1; k < 4; k++) if (matrix[5 * k] > matrix[5 * best]) best = k;
    for (let row = 0; row < 4; row++) out[o + row] = vectors[4 * row + best];
    normalizeQuat(out, o);
}

/** Turns rows and columns p and q so that their common entry becomes 0. */
function clear(a: Flat, vectors: Flat, p: number, q: number): void {
    const off = a[4 * p + q];
    if (off === 0) return;
    const ratio = (a[5 * q] - a[5 * p]) / (2 * off);
    const tangent = (ratio < 0 ? -1 : 1) / (Math.abs(ratio) + Math.sqrt(ratio * ratio + 1));
    const cosine = 1 / Math.sqrt(tangent * tangent + 1);
    const sine = tangent * cosine;
    const turn = (m: Flat, i: number, j: number) => {
        const [x, y] = [m[i], m[j]];
        m[i] = cosine * x - sine * y;
        m[j] = sine * x + cosine * y;
    };
    for (let k = 0; k < 4; k++) turn(a, 4 * k + p, 4 * k + q);
    for (let k = 0; k < 4; k++) turn(a, 4 * p + k, 4 * q + k);
    for (let k = 0; k < 4; k++) turn(vectors, 4 * k + p, 4 * k + q);
}
