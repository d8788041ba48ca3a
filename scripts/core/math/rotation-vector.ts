import type { Flat } from './flat-math';

// Turns as vectors: the axis, as long as the angle in radians.

/** Sine of half a turn, squared, up to which four members of the series are exact to nine digits: 11 degrees. */
const SMALL_SINE_SQUARED = 0.01;

/** Angle in radians, squared, up to which the series of sine and cosine of its half are exact to twelve digits: 52 degrees. */
const SMALL_ANGLE_SQUARED = 0.8;

/** A quarter of a turn in radians, squared: two vectors that are shorter are never more than half a turn apart. */
const QUARTER_SQUARED = Math.PI * Math.PI / 4;

/**
 * Writes the smallest turn that brings one rotation onto another, about axes of the space in which both are given. Exact for small turns
 * too: the angle comes from its sine and its cosine.
 */
export function rotationVector(out: Flat, o: number, from: Flat, i: number, to: Flat, j: number): void {
    const ax = to[j], ay = to[j + 1], az = to[j + 2], aw = to[j + 3];
    const bx = -from[i], by = -from[i + 1], bz = -from[i + 2], bw = from[i + 3];
    const x = aw * bx + ax * bw + ay * bz - az * by;
    const y = aw * by - ax * bz + ay * bw + az * bx;
    const z = aw * bz + ax * by - ay * bx + az * bw;
    const w = aw * bw - ax * bx - ay * by - az * bz;
    const squared = x * x + y * y + z * z;
    // the shorter of the two arcs
    let scale = w < 0 ? -2 : 2;
    if (squared > SMALL_SINE_SQUARED || w * w < squared) {
        const sine = Math.sqrt(squared);
        scale *= Math.atan2(sine, Math.abs(w)) / sine;
    } else {
        // the arc sine over the sine, as a series
        scale *= 1 + squared * (1 / 6 + squared * (3 / 40 + squared * (15 / 336)));
    }
    out[o] = x * scale;
    out[o + 1] = y * scale;
    out[o + 2] = z * scale;
}

/** Writes the rotation that a vector means. */
export function vectorRotation(out: Flat, o: number, vector: Flat, i: number): void {
    const x = vector[i], y = vector[i + 1], z = vector[i + 2];
    const squared = x * x + y * y + z * z;
    // sine over angle, and cosine, of the half angle
    if (squared < SMALL_ANGLE_SQUARED) {
        const half = squared / 4;
        const share = 0.5 * (1 - half / 6 * (1 - half / 20 * (1 - half / 42 * (1 - half / 72))));
        out[o] = x * share;
        out[o + 1] = y * share;
        out[o + 2] = z * share;
        out[o + 3] = 1 - half / 2 * (1 - half / 12 * (1 - half / 30 * (1 - half / 56 * (1 - half / 90))));
        return;
    }
    const angle = Math.sqrt(squared);
    const scale = Math.sin(angle / 2) / angle;
    out[o] = x * scale;
    out[o + 1] = y * scale;
    out[o + 2] = z * scale;
    out[o + 3] = Math.cos(angle / 2);
}

/** Changes a rotation vector to the one of the same rotation that is nearest to another vector: beyond half a turn they go on. */
export function nearestVector(out: Flat, o: number, to: Flat, i: number): void {
    const x = out[o], y = out[o + 1], z = out[o + 2];
    const ax = to[i], ay = to[i + 1], az = to[i + 2];
    const squared = x * x + y * y + z * z;
    if (!(squared > 0) || (squared < QUARTER_SQUARED && ax * ax + ay * ay + az * az < QUARTER_SQUARED)) return;
    const angle = Math.sqrt(squared);
    const along = (x * ax + y * ay + z * az) / angle;
    const turns = Math.round((along - angle) / (2 * Math.PI));
    if (turns === 0) return;
    const scale = 1 + turns * 2 * Math.PI / angle;
    out[o] = x * scale;
    out[o + 1] = y * scale;
    out[o + 2] = z * scale;
}
