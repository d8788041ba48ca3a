import type { AppBase } from 'playcanvas';

import { BLUE, drawLine, GREEN, RED } from './lines';
import type { Flat } from '../core/math/flat-math';

// The rays of feet that have met ground, in the original's colours.

/** Colours of the rays: foot, toe, heel's corners. */
const COLORS = [RED, BLUE, GREEN, GREEN];

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
    drawLine(app, points, from, points, to, COLORS[index]);
}
