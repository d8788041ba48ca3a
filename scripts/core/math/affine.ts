import { normalizeQuat, type Flat } from './flat-math';

// Affine transforms as flat data: the images of the x, y and z axis and the position, twelve numbers in 64 bit.
//
// The engine's matrices have 32 bits, of which products of long chains and inverses of small scales lose too many.

/** Numbers of a transform. */
export const AFFINE = 12;

/** Writes what a transform of the engine, sixteen numbers in columns, is. */
export function copyMatrix(out: Flat, o: number, m: ArrayLike<number>): void {
    for (let column = 0; column < 4; column++) for (let row = 0; row < 3; row++) out[o + 3 * column + row] = m[4 * column + row];
}

/** Writes the transform `a` after `b`. The output may be none of both. */
export function multiplyAffine(out: Flat, o: number, a: Flat, i: number, b: Flat, j: number): void {
    for (let column = 0; column < 4; column++) {
        for (let row = 0; row < 3; row++) {
            let sum = column === 3 ? a[i + 9 + row] : 0;
            for (let k = 0; k < 3; k++) sum += a[i + 3 * k + row] * b[j + 3 * column + k];
            out[o + 3 * column + row] = sum;
        }
    }
}

/** Writes the inverse; not finite where there is none. The output may not be the input. */
export function invertAffine(out: Flat, o: number, m: Flat, i: number): void {
    const cofactor = (row: number, column: number) => {
        const at = (r: number, c: number) => m[i + 3 * ((column + c) % 3) + (row + r) % 3];
        return at(1, 1) * at(2, 2) - at(1, 2) * at(2, 1);
    };
    const determinant = m[i] * cofactor(0, 0) + m[i + 1] * cofactor(1, 0) + m[i + 2] * cofactor(2, 0);
    for (let row = 0; row < 3; row++) {
        for (let column = 0; column < 3; column++) out[o + 3 * column + row] = cofactor(column, row) / determinant;
    }
    for (let row = 0; row < 3; row++) {
        out[o + 9 + row] = -(out[o + row] * m[i + 9] + out[o + 3 + row] * m[i + 10] + out[o + 6 + row] * m[i + 11]);
    }
}

/** Writes a transform of position, rotation (unit length) and scale. */
export function composeAffine(out: Flat, o: number, position: Flat, p: number, rotation: Flat, r: number, scale: Flat, s: number): void {
    const x = rotation[r], y = rotation[r + 1], z = rotation[r + 2], w = rotation[r + 3];
    out[o] = (1 - 2 * (y * y + z * z)) * scale[s];
    out[o + 1] = 2 * (x * y + z * w) * scale[s];
    out[o + 2] = 2 * (x * z - y * w) * scale[s];
    out[o + 3] = 2 * (x * y - z * w) * scale[s + 1];
    out[o + 4] = (1 - 2 * (x * x + z * z)) * scale[s + 1];
    out[o + 5] = 2 * (y * z + x * w) * scale[s + 1];
    out[o + 6] = 2 * (x * z + y * w) * scale[s + 2];
    out[o + 7] = 2 * (y * z - x * w) * scale[s + 2];
    out[o + 8] = (1 - 2 * (x * x + y * y)) * scale[s + 2];
    for (let axis = 0; axis < 3; axis++) out[o + 9 + axis] = position[p + axis];
}

/** Writes the position, the rotation and the scale of a transform. A mirrored one has a negative scale of x. */
export function decomposeAffine(position: Flat, p: number, rotation: Flat, r: number, scale: Flat, s: number, m: Flat, i: number): void {
    for (let axis = 0; axis < 3; axis++) {
        position[p + axis] = m[i + 9 + axis];
        scale[s + axis] = Math.hypot(m[i + 3 * axis], m[i + 3 * axis + 1], m[i + 3 * axis + 2]);
    }
    const volume = m[i] * (m[i + 4] * m[i + 8] - m[i + 5] * m[i + 7]) - m[i + 3] * (m[i + 1] * m[i + 8] - m[i + 2] * m[i + 7]) +
        m[i + 6] * (m[i + 1] * m[i + 5] - m[i + 2] * m[i + 4]);
    if (volume < 0) scale[s] = -scale[s];
    const at = (row: number, column: number) => m[i + 3 * column + row] / scale[s + column];
    const xx = at(0, 0), yy = at(1, 1), zz = at(2, 2);
    // divided by the largest part, which is never small
    const parts = [xx - yy - zz, yy - xx - zz, zz - xx - yy, xx + yy + zz];
    const largest = parts.indexOf(Math.max(...parts));
    if (largest === 3) {
        rotation[r] = at(2, 1) - at(1, 2);
        rotation[r + 1] = at(0, 2) - at(2, 0);
        rotation[r + 2] = at(1, 0) - at(0, 1);
    } else {
        const [j, k] = [(largest + 1) % 3, (largest + 2) % 3];
        rotation[r + largest] = 1 + parts[largest];
        rotation[r + j] = at(j, largest) + at(largest, j);
        rotation[r + k] = at(k, largest) + at(largest, k);
        rotation[r + 3] = at(k, j) - at(j, k);
    }
    if (largest === 3) rotation[r + 3] = 1 + parts[3];
    normalizeQuat(rotation, r);
}
