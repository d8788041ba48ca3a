import { crossVec, normalizeVec, type Flat } from '../math/flat-math';
import { clamp, smoothstep } from '../math/scalars';

// Directions as points of a plane: the angle from a middle direction, and to which side.
//
// The azimuthal equidistant map (the sphere's logarithm): a point's distance from the origin is its angle from the middle, in radians.
// Straight lines in the plane never lead through the back, and only the back itself is singular. Distances on the sphere are never
// larger than those in the plane, so a bound in the plane is a bound on the sphere.

/** A middle direction with its up, both of unit length and at right angles, and the side that completes them. */
export interface GazeFrame {
    readonly forward: Flat;
    readonly up: Flat;
    readonly side: Flat;
}

/** A frame that looks along +z with +y up. */
export function createSwingFrame(): GazeFrame {
    return { forward: Float64Array.of(0, 0, 1), up: Float64Array.of(0, 1, 0), side: Float64Array.of(1, 0, 0) };
}

/** Computes the side of a frame from its forward and up. */
export function completeFrame(frame: GazeFrame): void {
    crossVec(frame.side, 0, frame.up, 0, frame.forward, 0);
}

/** Cosines of a frame's tilt up to which it is made level, 60 degrees, and from which it is left as it is, 80 degrees. */
const UPRIGHT = 0.5;
const LYING = 0.174;

/**
 * Makes a frame level, and completes it: behind a level body everything is to the left or to the right, behind one that leans it would be
 * above or below. A body that lies has no level.
 */
export function levelFrame(frame: GazeFrame, level: Flat): void {
    const { forward, up } = frame;
    const share = smoothstep(clamp((up[0] * level[0] + up[1] * level[1] + up[2] * level[2] - LYING) / (UPRIGHT - LYING), 0, 1));
    up[0] += share * (level[0] - up[0]);
    up[1] += share * (level[1] - up[1]);
    up[2] += share * (level[2] - up[2]);
    normalizeVec(up, 0);
    const along = forward[0] * up[0] + forward[1] * up[1] + forward[2] * up[2];
    forward[0] -= along * up[0];
    forward[1] -= along * up[1];
    forward[2] -= along * up[2];
    normalizeVec(forward, 0);
    completeFrame(frame);
}

/** Sine below which a direction has no azimuth: it is the middle, or the back. */
const MIN_SINE = 1e-9;

/** Writes the point of a unit direction: how far to the side, how far up, in radians. */
export function toSwing(out: Flat, o: number, frame: GazeFrame, direction: Flat, i: number): void {
    const { forward, up, side } = frame;
    const dx = direction[i], dy = direction[i + 1], dz = direction[i + 2];
    const x = dx * side[0] + dy * side[1] + dz * side[2];
    const y = dx * up[0] + dy * up[1] + dz * up[2];
    const z = dx * forward[0] + dy * forward[1] + dz * forward[2];
    const sine = Math.sqrt(x * x + y * y);
    if (!(sine > MIN_SINE)) {
        out[o] = z < 0 ? Math.PI : 0;
        out[o + 1] = 0;
        return;
    }
    const scale = Math.atan2(sine, z) / sine;
    out[o] = x * scale;
    out[o + 1] = y * scale;
}

/** Writes the unit direction of a point. */
export function fromSwing(out: Flat, o: number, frame: GazeFrame, swing: Flat, i: number): void {
    const x = swing[i], y = swing[i + 1];
    const angle = Math.sqrt(x * x + y * y);
    const scale = angle > MIN_SINE ? Math.sin(angle) / angle : 1;
    const cosine = Math.cos(angle);
    const { forward, up, side } = frame;
    out[o] = forward[0] * cosine + (side[0] * x + up[0] * y) * scale;
    out[o + 1] = forward[1] * cosine + (side[1] * x + up[1] * y) * scale;
    out[o + 2] = forward[2] * cosine + (side[2] * x + up[2] * y) * scale;
}
