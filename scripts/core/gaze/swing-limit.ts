import type { Flat } from '../math/flat-math';
import { clamp } from '../math/scalars';

// How far a bone may swing: an ellipse in the swing map (swing-map.ts), with a soft border.
//
// Sideways and vertical limits make an ellipse, with one half for up and one for down: a box would let a head turn into a corner that
// no neck reaches. The border is approached on a finite curve: from the inner ellipse on, a share of the limit, the bone slows down, and
// it stands exactly on the outer one when it is asked for as much again beyond it.

/** Numbers of one limit: how far to either side, up and down, in radians, 0..pi. */
export const SIDE = 0;
export const UP = 1;
export const DOWN = 2;
/** Share of the limit at which its border begins, 0..1; 1: a hard border. */
export const SOFT = 3;
/** Factor on the limit, 1 or more: what the pose itself has. */
export const WIDENING = 4;
/** Cosine of the smallest angle at which the limit can hold something back: below it nothing needs to be looked at. */
export const COSINE = 5;
/** Numbers in one limit. */
export const LIMIT_SIZE = 6;

/** Writes a limit without a soft border. */
export function setSwingLimit(limits: Flat, o: number, side: number, up: number, down: number): void {
    limits[o + SIDE] = side;
    limits[o + UP] = up;
    limits[o + DOWN] = down;
    limits[o + SOFT] = 1;
    limits[o + WIDENING] = 1;
    updateCosine(limits, o);
}

/** Radius below which an ellipse is flat in that direction, radians. */
const FLAT = 1e-9;

/** Computes the angle inside which the limit holds nothing back. */
function updateCosine(limits: Flat, o: number): void {
    const smallest = Math.max(Math.min(limits[o + SIDE], limits[o + UP], limits[o + DOWN]), FLAT) * limits[o + SOFT] * limits[o + WIDENING];
    // half a circle and more holds nothing back
    limits[o + COSINE] = smallest < Math.PI ? Math.cos(smallest) : -2;
}

/** Steps of the search for the nearest point; the point lies on the ellipse after any number of them. */
const STEPS = 6;

/** How far out a swing is: 1 on the ellipse, less inside. */
export function swingRatio(limits: Flat, o: number, swing: Flat, h: number): number {
    const side = Math.max(limits[o + SIDE], FLAT) * limits[o + WIDENING];
    const vertical = Math.max(swing[h + 1] < 0 ? limits[o + DOWN] : limits[o + UP], FLAT) * limits[o + WIDENING];
    const x = swing[h] / side, y = swing[h + 1] / vertical;
    return Math.sqrt(x * x + y * y);
}

/** Whether a limit lets nothing swing: its bone is left as it is. */
export function isClosed(limits: Flat, o: number): boolean {
    return limits[o + SIDE] === 0 && limits[o + UP] === 0 && limits[o + DOWN] === 0;
}

/** Whether a limit is the same to all sides and has no soft border: its cosine says all of it. */
export function isHardCircle(limits: Flat, o: number): boolean {
    return limits[o + SOFT] >= 1 && limits[o + SIDE] === limits[o + UP] && limits[o + SIDE] === limits[o + DOWN];
}

/** Sets the share of a limit at which its border begins, and takes back what {@link widenLimit} has widened. */
export function softenLimit(limits: Flat, o: number, softLimit: number): void {
    if (limits[o + SOFT] === softLimit && limits[o + WIDENING] === 1) return;
    limits[o + WIDENING] = 1;
    limits[o + SOFT] = softLimit;
    updateCosine(limits, o);
}

/** Widens a limit to a swing that the pose has, and begins its border no sooner than there. */
export function widenLimit(limits: Flat, o: number, swing: Flat, h: number): void {
    const ratio = swingRatio(limits, o, swing, h);
    limits[o + WIDENING] = Math.max(1, ratio);
    limits[o + SOFT] = Math.min(1, Math.max(limits[o + SOFT], ratio));
    updateCosine(limits, o);
}

/** The point of the inner ellipse that is nearest to a point outside, its normal, and how far it is along that to the outer one. */
const border = { nearestX: 0.5, nearestY: 0.5, normalX: 0.5, normalY: 0.5, width: 0.5 };

/** Finds the border of a circle of radius a, for a point in the quadrant of positive numbers. */
function onCircle(x: number, y: number, a: number, soft: number): void {
    const length = Math.sqrt(x * x + y * y);
    border.normalX = x / length;
    border.normalY = y / length;
    border.nearestX = border.normalX * a * soft;
    border.nearestY = border.normalY * a * soft;
    border.width = a * (1 - soft);
}

/** Finds the border of an ellipse of radii a and b. Follows the centre of the ellipse's curvature. */
function onEllipse(x: number, y: number, a: number, b: number, soft: number): void {
    const innerA = a * soft, innerB = b * soft;
    const focus = innerA * innerA - innerB * innerB;
    let tx = Math.SQRT1_2, ty = Math.SQRT1_2;
    for (let step = 0; step < STEPS; step++) {
        const ex = focus * tx * tx * tx / innerA;
        const ey = -focus * ty * ty * ty / innerB;
        const radius = Math.sqrt((innerA * tx - ex) ** 2 + (innerB * ty - ey) ** 2);
        const distance = Math.sqrt((x - ex) ** 2 + (y - ey) ** 2);
        const share = distance > 0 ? radius / distance : 0;
        tx = clamp(((x - ex) * share + ex) / innerA, 0, 1);
        ty = clamp(((y - ey) * share + ey) / innerB, 0, 1);
        const length = Math.sqrt(tx * tx + ty * ty);
        tx /= length;
        ty /= length;
    }
    const nearestX = innerA * tx, nearestY = innerB * ty;
    let normalX = tx / innerA, normalY = ty / innerB;
    const length = Math.sqrt(normalX * normalX + normalY * normalY);
    normalX /= length;
    normalY /= length;

    // from the inner ellipse along its normal to the outer one
    const square = (normalX / a) ** 2 + (normalY / b) ** 2;
    const half = nearestX * normalX / (a * a) + nearestY * normalY / (b * b);
    const rest = 1 - soft * soft;
    border.nearestX = nearestX;
    border.nearestY = nearestY;
    border.normalX = normalX;
    border.normalY = normalY;
    border.width = rest > 0 ? rest / (half + Math.sqrt(half * half + square * rest)) : 0;
}

/** What is left of a distance beyond where a border of a width begins: slower and slower, all of the width at twice the width. */
export function softDistance(distance: number, width: number): number {
    if (!(distance < 2 * width)) return width;
    return distance > 0 ? distance - distance * distance / (4 * width) : distance;
}

/**
 * Brings a swing inside a limit.
 *
 * @param swing - Two numbers, changed in place.
 * @param held - Receives what the border holds back, two numbers from `h` on: from the same place with that added, the same swing follows. No
 * more than the border's width, however far out the swing was.
 * @returns Whether the swing was changed.
 */
export function limitSwing(limits: Flat, o: number, swing: Flat, held: Flat, h: number): boolean {
    const soft = limits[o + SOFT];
    held[h] = 0;
    held[h + 1] = 0;
    if (swingRatio(limits, o, swing, 0) <= soft) return false;

    const signX = Math.sign(swing[0]), signY = Math.sign(swing[1]);
    const x = Math.abs(swing[0]), y = Math.abs(swing[1]);
    const a = Math.max(limits[o + SIDE], FLAT) * limits[o + WIDENING];
    const b = Math.max(swing[1] < 0 ? limits[o + DOWN] : limits[o + UP], FLAT) * limits[o + WIDENING];
    if (a === b) onCircle(x, y, a, soft);
    else onEllipse(x, y, a, b, soft);

    const beyond = Math.sqrt((x - border.nearestX) ** 2 + (y - border.nearestY) ** 2);
    const moved = softDistance(beyond, border.width);
    const back = Math.min(beyond, 2 * border.width) - moved;
    held[h] = signX * border.normalX * back;
    held[h + 1] = signY * border.normalY * back;
    swing[0] = signX * (border.nearestX + border.normalX * moved);
    swing[1] = signY * (border.nearestY + border.normalY * moved);
    return true;
}
