import { DEGREES } from './scalars';

// Vectors and quaternions inside flat arrays.
//
// A vector is three numbers and a quaternion four (x, y, z, w) from an offset on; out comes first. Numbers travel through arrays,
// not as parameters: JavaScript engines box doubles that they pass to a function that is not inlined. Outputs may be inputs.

/** Numbers from an offset on. Offsets count numbers, not vectors. */
export type Flat = Float64Array;

/** Squared length below which a vector has no direction: a thousandth of a micrometre, squared. */
export const MIN_LENGTH_SQUARED = 1e-18;

/** Sine below which two unit vectors lie on one line; far above rounding, far below a visible angle. */
const MIN_SINE = 1e-9;

/** out = a * b, the turn b followed by the turn a. */
export function multiplyQuat(out: Flat, o: number, a: Flat, i: number, b: Flat, j: number): void {
    const ax = a[i], ay = a[i + 1], az = a[i + 2], aw = a[i + 3];
    const bx = b[j], by = b[j + 1], bz = b[j + 2], bw = b[j + 3];
    out[o] = aw * bx + ax * bw + ay * bz - az * by;
    out[o + 1] = aw * by - ax * bz + ay * bw + az * bx;
    out[o + 2] = aw * bz + ax * by - ay * bx + az * bw;
    out[o + 3] = aw * bw - ax * bx - ay * by - az * bz;
}

/** out = inverse of a * b, for a unit quaternion a. */
export function multiplyInverseQuat(out: Flat, o: number, a: Flat, i: number, b: Flat, j: number): void {
    const ax = -a[i], ay = -a[i + 1], az = -a[i + 2], aw = a[i + 3];
    const bx = b[j], by = b[j + 1], bz = b[j + 2], bw = b[j + 3];
    out[o] = aw * bx + ax * bw + ay * bz - az * by;
    out[o + 1] = aw * by - ax * bz + ay * bw + az * bx;
    out[o + 2] = aw * bz + ax * by - ay * bx + az * bw;
    out[o + 3] = aw * bw - ax * bx - ay * by - az * bz;
}

/** out = a * inverse of b, for a unit quaternion b. */
export function multiplyQuatInverse(out: Flat, o: number, a: Flat, i: number, b: Flat, j: number): void {
    const ax = a[i], ay = a[i + 1], az = a[i + 2], aw = a[i + 3];
    const bx = -b[j], by = -b[j + 1], bz = -b[j + 2], bw = b[j + 3];
    out[o] = aw * bx + ax * bw + ay * bz - az * by;
    out[o + 1] = aw * by - ax * bz + ay * bw + az * bx;
    out[o + 2] = aw * bz + ax * by - ay * bx + az * bw;
    out[o + 3] = aw * bw - ax * bx - ay * by - az * bz;
}

/** Copies a quaternion. */
export function copyQuat(out: Flat, o: number, q: Flat, i: number): void {
    out[o] = q[i];
    out[o + 1] = q[i + 1];
    out[o + 2] = q[i + 2];
    out[o + 3] = q[i + 3];
}

/** Writes the quaternion that does not turn. */
export function identityQuat(out: Flat, o: number): void {
    out[o] = 0;
    out[o + 1] = 0;
    out[o + 2] = 0;
    out[o + 3] = 1;
}

/** Brings a quaternion to unit length; one without direction becomes the identity. */
export function normalizeQuat(q: Flat, o: number): void {
    const lengthSquared = q[o] * q[o] + q[o + 1] * q[o + 1] + q[o + 2] * q[o + 2] + q[o + 3] * q[o + 3];
    if (!(lengthSquared > MIN_LENGTH_SQUARED)) {
        identityQuat(q, o);
        return;
    }
    const scale = 1 / Math.sqrt(lengthSquared);
    q[o] *= scale;
    q[o + 1] *= scale;
    q[o + 2] *= scale;
    q[o + 3] *= scale;
}

/** Whether some numbers are finite, and their squares too: what is worked out of them is a number then. */
export function areFinite(v: Flat, o: number, count: number): boolean {
    let sum = 0;
    for (let i = o; i < o + count; i++) sum += v[i] * v[i];
    return sum < Infinity;
}

/** Copies a vector. */
export function copyVec(out: Flat, o: number, v: Flat, i: number): void {
    out[o] = v[i];
    out[o + 1] = v[i + 1];
    out[o + 2] = v[i + 2];
}

/** out = 0. A method of typed arrays takes 30 ns for that. */
export function clearVec(out: Flat, o: number): void {
    out[o] = 0;
    out[o + 1] = 0;
    out[o + 2] = 0;
}

/** out = a - b. */
export function subtractVec(out: Flat, o: number, a: Flat, i: number, b: Flat, j: number): void {
    out[o] = a[i] - b[j];
    out[o + 1] = a[i + 1] - b[j + 1];
    out[o + 2] = a[i + 2] - b[j + 2];
}

/** out = a + b. */
export function addVec(out: Flat, o: number, a: Flat, i: number, b: Flat, j: number): void {
    out[o] = a[i] + b[j];
    out[o + 1] = a[i + 1] + b[j + 1];
    out[o + 2] = a[i + 2] + b[j + 2];
}

/** out = a x b. */
export function crossVec(out: Flat, o: number, a: Flat, i: number, b: Flat, j: number): void {
    const ax = a[i], ay = a[i + 1], az = a[i + 2];
    const bx = b[j], by = b[j + 1], bz = b[j + 2];
    out[o] = ay * bz - az * by;
    out[o + 1] = az * bx - ax * bz;
    out[o + 2] = ax * by - ay * bx;
}

/** a . b. */
export function dotVec(a: Flat, i: number, b: Flat, j: number): number {
    return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

/** out[o] = a . b: for numbers that are handed on between functions that are too large to be inlined. */
export function writeDot(out: Flat, o: number, a: Flat, i: number, b: Flat, j: number): void {
    out[o] = a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

/** Length of a vector. */
export function lengthVec(v: Flat, i: number): number {
    return Math.sqrt(v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2]);
}

/** Distance between two points. */
export function distanceVec(a: Flat, i: number, b: Flat, j: number): number {
    const x = a[i] - b[j], y = a[i + 1] - b[j + 1], z = a[i + 2] - b[j + 2];
    return Math.sqrt(x * x + y * y + z * z);
}

/** Brings a vector to unit length. Answers false, and leaves it, when it has no direction or is not a number. */
export function normalizeVec(v: Flat, o: number): boolean {
    const lengthSquared = v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2];
    if (!(lengthSquared > MIN_LENGTH_SQUARED && lengthSquared < Infinity)) return false;
    const scale = 1 / Math.sqrt(lengthSquared);
    v[o] *= scale;
    v[o + 1] *= scale;
    v[o + 2] *= scale;
    return true;
}

/** out = v turned by the unit quaternion q. */
export function rotateVec(out: Flat, o: number, q: Flat, i: number, v: Flat, j: number): void {
    const qx = q[i], qy = q[i + 1], qz = q[i + 2], qw = q[i + 3];
    const vx = v[j], vy = v[j + 1], vz = v[j + 2];
    const tx = 2 * (qy * vz - qz * vy);
    const ty = 2 * (qz * vx - qx * vz);
    const tz = 2 * (qx * vy - qy * vx);
    out[o] = vx + qw * tx + qy * tz - qz * ty;
    out[o + 1] = vy + qw * ty + qz * tx - qx * tz;
    out[o + 2] = vz + qw * tz + qx * ty - qy * tx;
}

/** out = v turned by the inverse of the unit quaternion q. */
export function rotateVecInverse(out: Flat, o: number, q: Flat, i: number, v: Flat, j: number): void {
    const qx = -q[i], qy = -q[i + 1], qz = -q[i + 2], qw = q[i + 3];
    const vx = v[j], vy = v[j + 1], vz = v[j + 2];
    const tx = 2 * (qy * vz - qz * vy);
    const ty = 2 * (qz * vx - qx * vz);
    const tz = 2 * (qx * vy - qy * vx);
    out[o] = vx + qw * tx + qy * tz - qz * ty;
    out[o + 1] = vy + qw * ty + qz * tx - qx * tz;
    out[o + 2] = vz + qw * tz + qx * ty - qy * tx;
}

/** Writes a unit vector at right angles to the unit vector v; which one is not defined, but it is always the same. */
export function perpendicularVec(out: Flat, o: number, v: Flat, i: number): void {
    const x = v[i], y = v[i + 1], z = v[i + 2];
    // cross with the axis that is furthest from v
    if (Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z)) {
        out[o] = 0;
        out[o + 1] = z;
        out[o + 2] = -y;
    } else if (Math.abs(y) <= Math.abs(z)) {
        out[o] = -z;
        out[o + 1] = 0;
        out[o + 2] = x;
    } else {
        out[o] = y;
        out[o + 1] = -x;
        out[o + 2] = 0;
    }
    normalizeVec(out, o);
}

/**
 * Writes the smallest turn that brings one unit vector onto another. For opposite vectors the turn is made about the part of
 * `pole` at right angles to them, so that a target straight behind is reached around a known side.
 */
export function arcQuat(out: Flat, o: number, from: Flat, i: number, to: Flat, j: number, pole: Flat, k: number): void {
    const fx = from[i], fy = from[i + 1], fz = from[i + 2];
    const tx = to[j], ty = to[j + 1], tz = to[j + 2];
    const cosine = fx * tx + fy * ty + fz * tz;
    const cx = fy * tz - fz * ty, cy = fz * tx - fx * tz, cz = fx * ty - fy * tx;
    if (cosine < 0 && cx * cx + cy * cy + cz * cz < MIN_SINE * MIN_SINE) {
        halfTurnQuat(out, o, from, i, pole, k);
        return;
    }
    const w = 1 + cosine;
    const scale = 1 / Math.sqrt(cx * cx + cy * cy + cz * cz + w * w);
    out[o] = cx * scale;
    out[o + 1] = cy * scale;
    out[o + 2] = cz * scale;
    out[o + 3] = w * scale;
}

/** Writes the turn by half a circle about the part of `pole` at right angles to a unit vector. */
function halfTurnQuat(out: Flat, o: number, from: Flat, i: number, pole: Flat, k: number): void {
    const along = from[i] * pole[k] + from[i + 1] * pole[k + 1] + from[i + 2] * pole[k + 2];
    const x = pole[k] - along * from[i], y = pole[k + 1] - along * from[i + 1], z = pole[k + 2] - along * from[i + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    out[o + 3] = 0;
    if (!(length > MIN_SINE)) {
        perpendicularVec(out, o, from, i);
        return;
    }
    out[o] = x / length;
    out[o + 1] = y / length;
    out[o + 2] = z / length;
}

/** out = the rotation between a and b at the share t[k], 0..1, along the shorter arc and at constant speed. Unit length. */
export function slerpQuat(out: Flat, o: number, a: Flat, i: number, b: Flat, j: number, t: Flat, k: number): void {
    const share = t[k];
    let cosine = a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2] + a[i + 3] * b[j + 3];
    const sign = cosine < 0 ? -1 : 1;
    cosine *= sign;
    let shareA = 1 - share;
    let shareB = share;
    // below a thousandth of a radian the chord is the arc to within rounding
    if (cosine < 0.9999995) {
        const angle = Math.acos(cosine);
        const scale = 1 / Math.sin(angle);
        shareA = Math.sin(shareA * angle) * scale;
        shareB = Math.sin(share * angle) * scale;
    }
    shareB *= sign;
    out[o] = shareA * a[i] + shareB * b[j];
    out[o + 1] = shareA * a[i + 1] + shareB * b[j + 1];
    out[o + 2] = shareA * a[i + 2] + shareB * b[j + 2];
    out[o + 3] = shareA * a[i + 3] + shareB * b[j + 3];
    normalizeQuat(out, o);
}

/** Angle between two vectors of any length in degrees, 0..180; exact near 0 and 180 too. NaN when one has no direction. */
export function angleBetween(a: Flat, i: number, b: Flat, j: number): number {
    const cx = a[i + 1] * b[j + 2] - a[i + 2] * b[j + 1];
    const cy = a[i + 2] * b[j] - a[i] * b[j + 2];
    const cz = a[i] * b[j + 1] - a[i + 1] * b[j];
    return Math.atan2(Math.sqrt(cx * cx + cy * cy + cz * cz), dotVec(a, i, b, j)) * DEGREES;
}
