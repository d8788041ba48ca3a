import { Color, Vec3, type AppBase } from 'playcanvas';

import { GREEN, RED } from './lines';
import type { Flat } from '../core/math/flat-math';

// The rays of feet that have met ground, in the original's colours.

const BLUE = new Color(0.2, 0.45, 1);

/** Colours of the rays: foot, toe, heel's corners. */
const COLORS = [RED, BLUE, GREEN, GREEN];

const start = new Vec3();
const end = new Vec3();

/**
 * Draws a ray from its origin to what it has met.
 *
 * @param app - The application.
 * @param index - Which of the foot's rays it is.
 * @param points - Numbers that hold both, world space.
 * @param from - Offset of the origin.
 * @param to - Offset of the point that was met.
 */
export function drawFootRay(app: AppBase, index: number, points: Flat, from: number, to: number): void {
    start.set(points[from], points[from + 1], points[from + 2]);
    end.set(points[to], points[to + 1], points[to + 2]);
    app.drawLine(start, end, COLORS[index], false);
}
