import { multiplyInverseQuat, multiplyQuat, type Flat } from '../math/flat-math';

// Reflections of rotations and vectors across a plane through the origin.
//
// A reflection M is a half turn about the plane's normal with all signs changed. So a rotation R seen in the mirror, M R M, is the quaternion
// N R inverse(N), where N is the half turn: the normal as a quaternion, with w = 0. And a vector seen there is -(N v). No rotation needs more
// than products with constants.

/** out = q seen in the plane with the unit normal n: w and the part along n stay, the rest changes its sign. */
export function reflectQuat(out: Flat, o: number, q: Flat, i: number, n: Flat, k: number): void {
    const x = q[i], y = q[i + 1], z = q[i + 2], w = q[i + 3];
    const along = 2 * (x * n[k] + y * n[k + 1] + z * n[k + 2]);
    out[o] = along * n[k] - x;
    out[o + 1] = along * n[k + 1] - y;
    out[o + 2] = along * n[k + 2] - z;
    out[o + 3] = w;
}

/** out = v seen in the plane with the unit normal n. */
export function reflectVec(out: Flat, o: number, v: Flat, i: number, n: Flat, k: number): void {
    const x = v[i], y = v[i + 1], z = v[i + 2];
    const along = 2 * (x * n[k] + y * n[k + 1] + z * n[k + 2]);
    out[o] = x - along * n[k];
    out[o + 1] = y - along * n[k + 1];
    out[o + 2] = z - along * n[k + 2];
}

const seen = new Float64Array(4);

/**
 * Writes what makes the reflected rotation of one bone that of its twin: C in R' = (M R M) C, which is inverse(M S M) D T for their
 * rotations S and T in the reference pose and the turn D that makes that pose symmetric.
 *
 * @param source - Reference rotation S of the bone that is reflected, model space.
 * @param target - Reference rotation T of the one that takes its place.
 * @param fit - The turn D in model space.
 * @param n - Unit normal of the plane.
 */
export function twinTurn(out: Flat, o: number, source: Flat, i: number, target: Flat, j: number, fit: Flat, k: number, n: Flat): void {
    reflectQuat(seen, 0, source, i, n, 0);
    multiplyInverseQuat(seen, 0, seen, 0, fit, k);
    multiplyQuat(out, o, seen, 0, target, j);
}
