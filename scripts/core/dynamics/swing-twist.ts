import { multiplyInverseQuat, multiplyQuat, type Flat } from '../math/flat-math';

// A joint's turn as swing and twist: first a twist about x, then the shortest turn that tilts x. The swing is written as its rotation
// vector, which has no part along x: this is how a cone-twist joint measures its limits.

/** Numbers of a turn: swing about y, swing about z, twist; radians, -pi..pi. */
export const SWING_Y = 0;
export const SWING_Z = 1;
export const TWIST = 2;

/** Sine of half a swing below which its axis means nothing; the swing is 0 then. */
const NO_SWING = 1e-12;

const turn = new Float64Array(4);
const twist = new Float64Array(4);

/** Writes the turn of the frame `b` seen from the frame `a`, both rotations in one space. */
export function measureTurn(out: Flat, o: number, a: Flat, i: number, b: Flat, j: number): void {
    multiplyInverseQuat(turn, 0, a, i, b, j);
    const sign = turn[3] < 0 ? -1 : 1;
    const x = sign * turn[0], y = sign * turn[1], z = sign * turn[2], w = sign * turn[3];
    const along = 2 * Math.atan2(x, w);
    out[o + TWIST] = along > Math.PI ? along - 2 * Math.PI : along;
    // swing = turn * inverse twist; its vector part, which has no x
    const c = Math.sqrt(x * x + w * w);
    const sy = c > 0 ? (y * w - z * x) / c : y;
    const sz = c > 0 ? (z * w + y * x) / c : z;
    const sine = Math.sqrt(sy * sy + sz * sz);
    const angle = 2 * Math.atan2(sine, c);
    out[o + SWING_Y] = sine > NO_SWING ? sy / sine * angle : 0;
    out[o + SWING_Z] = sine > NO_SWING ? sz / sine * angle : 0;
}

/** Writes the rotation that a turn means: the inverse of {@link measureTurn}. */
export function turnQuat(out: Flat, o: number, t: Flat, i: number): void {
    const angle = Math.sqrt(t[i + SWING_Y] * t[i + SWING_Y] + t[i + SWING_Z] * t[i + SWING_Z]);
    const share = angle > 0 ? Math.sin(angle / 2) / angle : 0;
    twist[0] = Math.sin(t[i + TWIST] / 2);
    twist[3] = Math.cos(t[i + TWIST] / 2);
    out[o] = 0;
    out[o + 1] = t[i + SWING_Y] * share;
    out[o + 2] = t[i + SWING_Z] * share;
    out[o + 3] = Math.cos(angle / 2);
    multiplyQuat(out, o, out, o, twist, 0);
}

/** How far out a turn is: the swing in radii of the ellipse or the twist in limits, whichever is more; 1 at the limit. Limits in radians. */
export function turnRatio(t: Flat, i: number, limits: Flat): number {
    return Math.max(Math.hypot(t[i + SWING_Y] / limits[SWING_Y], t[i + SWING_Z] / limits[SWING_Z]), Math.abs(t[i + TWIST]) / limits[TWIST]);
}
