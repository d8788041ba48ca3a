import { copyVec, multiplyQuat, multiplyQuatInverse, rotateVec, slerpQuat, type Flat } from '../math/flat-math';

// How much of a motion from frame to frame is taken along unfelt.

/** A rigid motion: a turn about the world's origin, then a shift. */
export interface Carry {
    readonly rotation: Flat;
    readonly shift: Flat;
}

/** A place: rotation and position. */
export interface Placement {
    readonly rotation: Flat;
    readonly position: Flat;
}

const identity = Float64Array.of(0, 0, 0, 1);
const turned = new Float64Array(3);

export const createCarry = (): Carry => ({ rotation: Float64Array.of(0, 0, 0, 1), shift: new Float64Array(3) });
export const createPlace = (): Placement => ({ rotation: Float64Array.of(0, 0, 0, 1), position: new Float64Array(3) });

/** Whether a motion takes anything along. */
export function isCarrying({ rotation, shift }: Carry): boolean {
    for (let k = 0; k < 3; k++) if (rotation[k] !== 0 || shift[k] !== 0) return true;
    return false;
}

/** Writes a share, `shares[i]`, of the motion from one place to another: the turn about the first place, and the shift. */
export function carryBetween(out: Carry, from: Placement, to: Placement, shares: Flat, i: number): void {
    const { rotation, shift } = out;
    multiplyQuatInverse(rotation, 0, to.rotation, 0, from.rotation, 0);
    slerpQuat(rotation, 0, identity, 0, rotation, 0, shares, i);
    rotateVec(turned, 0, rotation, 0, from.position, 0);
    for (let k = 0; k < 3; k++) shift[k] = from.position[k] + shares[i] * (to.position[k] - from.position[k]) - turned[k];
}

/** Writes where a place is after a motion. */
export function carryPlace(out: Placement, { rotation, shift }: Carry, place: Placement): void {
    multiplyQuat(out.rotation, 0, rotation, 0, place.rotation, 0);
    carryPoint(out.position, 0, rotation, shift, place.position, 0);
}

/** Writes where a point is after a motion. */
export function carryPoint(out: Flat, o: number, rotation: Flat, shift: Flat, point: Flat, i: number): void {
    rotateVec(out, o, rotation, 0, point, i);
    for (let k = 0; k < 3; k++) out[o + k] += shift[k];
}

/** out = the motion b followed by the motion a. */
export function joinCarries(out: Carry, a: Carry, b: Carry): void {
    rotateVec(turned, 0, a.rotation, 0, b.shift, 0);
    for (let k = 0; k < 3; k++) turned[k] += a.shift[k];
    multiplyQuat(out.rotation, 0, a.rotation, 0, b.rotation, 0);
    copyVec(out.shift, 0, turned, 0);
}
