import { crossVec, dotVec, type Flat } from '../math/flat-math';

// How far a body has to roll about its own length until another of its sides is up.

const across = new Float64Array(3);

/**
 * The turn about an axis that brings one direction over another, as seen along the axis, radians; 0 where either points along it.
 *
 * @param axis - Of length 1.
 * @param from - What is turned.
 * @param to - Where it comes to.
 */
export function rollBetween(axis: Flat, from: Flat, to: Flat): number {
    crossVec(across, 0, from, 0, to, 0);
    return Math.atan2(dotVec(axis, 0, across, 0), dotVec(from, 0, to, 0) - dotVec(axis, 0, from, 0) * dotVec(axis, 0, to, 0));
}
