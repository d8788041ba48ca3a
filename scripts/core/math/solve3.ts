import type { Flat } from './flat-math';

// Three linear equations.

/** out = inverse of the matrix * vector, by Cramer's rule. Rows of three numbers; a matrix without inverse gives what is no number. */
export function solve3(out: Flat, matrix: Flat, vector: Flat): void {
    const a = matrix[0], b = matrix[1], c = matrix[2], d = matrix[3], e = matrix[4], f = matrix[5], g = matrix[6], h = matrix[7], i = matrix[8];
    const x = vector[0], y = vector[1], z = vector[2];
    const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
    out[0] = (x * (e * i - f * h) - b * (y * i - f * z) + c * (y * h - e * z)) / determinant;
    out[1] = (a * (y * i - f * z) - x * (d * i - f * g) + c * (d * z - y * g)) / determinant;
    out[2] = (a * (e * z - y * h) - b * (d * z - y * g) + x * (d * h - e * g)) / determinant;
}
