import { Color, Vec3, type AppBase } from 'playcanvas';

import type { Flat } from '../core/math/flat-math';

// Debug lines, on top of the scene, for the frame in which they are drawn.

export const RED = new Color(1, 0.15, 0.15);
export const GREEN = new Color(0.15, 1, 0.3);
export const BLUE = new Color(0.2, 0.45, 1);

const start = new Vec3();
const end = new Vec3();

/** Draws a line between two points of the world, each by the numbers that hold it and its offset there. */
export function drawLine(app: AppBase, from: Flat, i: number, to: Flat, j: number, color: Color): void {
    start.set(from[i], from[i + 1], from[i + 2]);
    end.set(to[j], to[j + 1], to[j + 2]);
    app.drawLine(start, end, color, false);
}

/**
 * Draws a line from a point along a direction.
 *
 * @param app - The application.
 * @param from - Numbers that hold the point, world space.
 * @param o - Offset of the point.
 * @param along - The direction; its length counts.
 * @param length - Times this many.
 * @param color - Colour.
 */
export function drawRay(app: AppBase, from: Flat, o: number, along: Flat, length: number, color: Color): void {
    start.set(from[o], from[o + 1], from[o + 2]);
    end.set(from[o] + along[0] * length, from[o + 1] + along[1] * length, from[o + 2] + along[2] * length);
    app.drawLine(start, end, color, false);
}
