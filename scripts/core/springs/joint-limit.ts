import { crossVec, dotVec, normalizeVec, perpendicularVec, rotateVec, type Flat } from '../math/flat-math';

// Limits of a spring joint's direction, measured from where it rests.

export const LimitKind = {
    none: 0,
    /** Any direction up to an angle from the rest. */
    cone: 1,
    /** A turn about one axis only, up to an angle to both sides. */
    hinge: 2
} as const;
export type LimitKind = typeof LimitKind[keyof typeof LimitKind];

const side = new Float64Array(3);
const axisWorld = new Float64Array(3);

/** Brings a direction into the cone of an angle in radians, `angles[i]`, about the rest. Both are unit vectors. */
export function limitCone(direction: Flat, rest: Flat, angles: Flat, i: number): void {
    const angle = angles[i];
    const cosine = dotVec(direction, 0, rest, 0);
    if (!(cosine < Math.cos(angle))) return;
    for (let k = 0; k < 3; k++) side[k] = direction[k] - cosine * rest[k];
    // straight against the rest any side is as good
    if (!normalizeVec(side, 0)) perpendicularVec(side, 0, rest, 0);
    const sine = Math.sin(angle), along = Math.cos(angle);
    for (let k = 0; k < 3; k++) direction[k] = along * rest[k] + sine * side[k];
}

/**
 * Brings a direction to the nearest one that a hinge allows.
 *
 * @param direction - Unit vector, changed in place.
 * @param rest - Unit vector at rest.
 * @param axis - The hinge's axis, a unit vector in the parent's space.
 * @param parents - Holds the parent's rotation.
 * @param p - Offset of the rotation.
 * @param angles - Holds the largest turn to both sides, radians.
 * @param i - Which of them.
 */
export function limitHinge(direction: Flat, rest: Flat, axis: readonly number[], parents: Flat, p: number, angles: Flat, i: number): void {
    const angle = angles[i];
    for (let k = 0; k < 3; k++) axisWorld[k] = axis[k];
    rotateVec(axisWorld, 0, parents, p, axisWorld, 0);
    const height = dotVec(rest, 0, axisWorld, 0);
    // the turn about the axis: against the part of the rest at right angles to it, and against what is across both
    crossVec(side, 0, axisWorld, 0, rest, 0);
    const across = dotVec(direction, 0, side, 0);
    const along = dotVec(direction, 0, rest, 0) - height * dotVec(direction, 0, axisWorld, 0);
    const turn = Math.min(angle, Math.max(-angle, Math.atan2(across, along)));
    const sine = Math.sin(turn), cosine = Math.cos(turn);
    for (let k = 0; k < 3; k++) {
        direction[k] = height * axisWorld[k] + cosine * (rest[k] - height * axisWorld[k]) + sine * side[k];
    }
}
