import { Color, Vec3, type AppBase } from 'playcanvas';

import { GREEN, RED } from './lines';
import type { Flat } from '../core/math/flat-math';

// The rays of feet that have met ground, in the original's colours.

const BLUE = new Color(0.2, 0.45, 1);

/** Colours of the rays: foot, toe, heel's corner. */
const COLORS = [RED, BLUE, GREEN];

const start = new Vec3();
const end = new Vec3();

/**
 * Draws a ray from its origin to what it has met.
 *
 * @param app - The application.
 * @param index - Which of the foot's rays it is.
 * @param ray - World origin first.
 * @param point - World point that was met.
 */
export function drawFootRay(app: AppBase, index: number, ray: Flat, point: Flat): void {
    start.set(ray[0], ray[1], ray[2]);
    end.set(point[0], point[1], point[2]);
    app.drawLine(start, end, COLORS[index], false);
}
