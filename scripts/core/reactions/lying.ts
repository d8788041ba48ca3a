import type { Flat } from '../math/flat-math';

// How a body lies, and which of some poses it lies like.

/** The side on which a body lies: on its belly, on its back, on its left or on its right. */
export const SIDES = ['prone', 'supine', 'left', 'right'] as const;
export type Side = typeof SIDES[number];

/**
 * The side on which a body lies: a quarter of a turn about its own axis for each.
 *
 * @param front - How far the front of the chest points up, the cosine.
 * @param left - How far its left points up.
 */
export function sideOf(front: number, left: number): Side {
    if (Math.abs(front) >= Math.abs(left)) return front > 0 ? 'supine' : 'prone';
    return left > 0 ? 'right' : 'left';
}

/**
 * The turn about the vertical that brings the points of a pose nearest to others, radians; the first point of each is the pivot. The sum
 * of the squared distances is least there (Horn 1987, with one free angle).
 *
 * @param from - Points of the pose, three numbers each.
 * @param to - As many others.
 */
export function yawBetween(from: Flat, to: Flat): number {
    let sine = 0, cosine = 0;
    for (let o = 3; o < from.length; o += 3) {
        const ax = from[o] - from[0], az = from[o + 2] - from[2], bx = to[o] - to[0], bz = to[o + 2] - to[2];
        sine += az * bx - ax * bz;
        cosine += ax * bx + az * bz;
    }
    return Math.atan2(sine, cosine);
}

/** Mean distance of the points of a pose from others, once turned by {@link yawBetween} with the first point of both in one place. */
export function poseDistance(from: Flat, to: Flat): number {
    const yaw = yawBetween(from, to);
    const sine = Math.sin(yaw), cosine = Math.cos(yaw);
    let sum = 0;
    for (let o = 3; o < from.length; o += 3) {
        const ax = from[o] - from[0], ay = from[o + 1] - from[1], az = from[o + 2] - from[2];
        const x = to[o] - to[0] - ax * cosine - az * sine, y = to[o + 1] - to[1] - ay, z = to[o + 2] - to[2] + ax * sine - az * cosine;
        sum += Math.sqrt(x * x + y * y + z * z);
    }
    return 3 * sum / (from.length - 3);
}
