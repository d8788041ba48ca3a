import { dotVec, type Flat } from '../math/flat-math';

// A stride that is longer or shorter than the clip's, and goes in another direction: the path of a foot below its hip, stretched and turned.

/**
 * Writes by how much a foot is moved off the path of its clip: the part of its path ahead of the hip is scaled and turned, what it has aside
 * and in height stays.
 *
 * @param out - Receives the shift.
 * @param foot - Numbers that hold the foot's position from `f` on.
 * @param hip - The same of the hip, from `h` on.
 * @param ahead - Direction in which the clip goes; unit length.
 * @param stride - Direction in which the character goes, as long as the share of the clip's stride.
 */
export function shiftStride(out: Flat, foot: Flat, f: number, hip: Flat, h: number, ahead: Flat, stride: Flat): void {
    let along = 0;
    for (let k = 0; k < 3; k++) along += (foot[f + k] - hip[h + k]) * ahead[k];
    for (let k = 0; k < 3; k++) out[k] = along * (stride[k] - ahead[k]);
}

/** Writes a direction turned about an axis to its left, by an angle in radians, and made as long as a share. Both have unit length. */
export function turnStride(out: Flat, ahead: Flat, up: Flat, angle: number, share: number): void {
    const cosine = Math.cos(angle) * share, sine = Math.sin(angle) * share;
    const along = dotVec(ahead, 0, up, 0) * (share - cosine);
    // up × ahead points to the left
    const x = up[1] * ahead[2] - up[2] * ahead[1], y = up[2] * ahead[0] - up[0] * ahead[2], z = up[0] * ahead[1] - up[1] * ahead[0];
    out[0] = ahead[0] * cosine + x * sine + up[0] * along;
    out[1] = ahead[1] * cosine + y * sine + up[1] * along;
    out[2] = ahead[2] * cosine + z * sine + up[2] * along;
}
