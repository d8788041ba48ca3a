import { multiplyInverseQuat, multiplyQuat, type Flat } from '../core/math/flat-math';

// A joint's turn as swing and twist: first a twist about x, then the shortest turn that tilts x. The swing is written as its rotation
// vector, which has no part along x: this is how a cone-twist joint measures its limits.

/** Numbers of a turn: swing about y, swing about z, twist; radians, -pi..pi. */
export const SWING_Y = 0;
export const SWING_Z = 1;
export const TWIST = 2;

/** Sine of half a swing below which its axis means nothing; the swing is 0 then. */
const NO_SWING = 1e-12;

const turn = new Float64Array(4);

/** Writes the turn of the frame `b` seen from the frame `a`, both rotations in one space. */
export function measureTurn(out: Flat, o: number, a: Flat, i: number, b: Flat, j: number): void {
    multiplyInverseQuat(turn, 0, a, i, b, j);
    let [x, y, z, w] = turn;
    if (w < 0) [x, y, z, w] = [-x, -y, -z, -w];
    const twist = 2 * Math.atan2(x, w);
    out[o + TWIST] = twist > Math.PI ? twist - 2 * Math.PI : twist;
    // swing = turn * inverse twist; its vector part, which has no x
    const c = Math.hypot(x, w);
    const sy = c > 0 ? (y * w - z * x) / c : y;
    const sz = c > 0 ? (z * w + y * x) / c : z;
    const sine = Math.hypot(sy, sz);
    const angle = 2 * Math.atan2(sine, c);
    out[o + SWING_Y] = sine > NO_SWING ? sy / sine * angle : 0;
    out[o + SWING_Z] = sine > NO_SWING ? sz / sine * angle : 0;
}

/** Writes the rotation that a turn means: the inverse of {@link measureTurn}. */
export function turnQuat(out: Flat, o: number, t: Flat, i: number): void {
    const angle = Math.hypot(t[i + SWING_Y], t[i + SWING_Z]);
    const share = angle > 0 ? Math.sin(angle / 2) / angle : 0;
    const twist = Float64Array.of(Math.sin(t[i + TWIST] / 2), 0, 0, Math.cos(t[i + TWIST] / 2));
    out.set([0, t[i + SWING_Y] * share, t[i + SWING_Z] * share, Math.cos(angle / 2)], o);
    multiplyQuat(out, o, out, o, twist, 0);
}

/** How far out a turn is: the swing in radii of the ellipse or the twist in limits, whichever is more; 1 at the limit. Limits in radians. */
export function turnRatio(t: Flat, i: number, limits: Flat): number {
    return Math.max(Math.hypot(t[i + SWING_Y] / limits[SWING_Y], t[i + SWING_Z] / limits[SWING_Z]), Math.abs(t[i + TWIST]) / limits[TWIST]);
}
