import { Vec3, type AppBase, type Color } from 'playcanvas';

import { GREEN, RED } from './lines';
import type { SteeredBodies } from '../core/dynamics/steering';
import { extrapolatedCentre, isInside, supportPolygon } from '../core/reactions/support';

// What a character stands on, and where it comes to a stop: the support polygon, and a cross at the extrapolated centre of mass; red where that is
// outside.

/** Metres of a person above the lowest foot up to which a foot carries, above the ground at which lines are drawn, and half the length of the cross. */
const RISE = 0.12;
const ABOVE = 0.01;
const CROSS = 0.06;

const PERSON = 1.75;

const start = new Vec3();
const end = new Vec3();
const point = new Float64Array(3);

/**
 * Draws both for this frame.
 *
 * @param feet - The last bodies of the legs.
 * @param height - Height of the character, metres.
 * @param gravity - m/s², downwards; without any there is nothing to draw.
 */
export function drawBalance(app: AppBase, { state, tree }: SteeredBodies, feet: Int32Array, height: number, gravity: number): void {
    if (feet.length === 0 || !(gravity > 0)) return;
    const metre = height / PERSON;
    const corners = supportPolygon(state, tree, feet, RISE * metre);
    extrapolatedCentre(point, state, tree.masses, corners[1], gravity);
    const color = isInside(corners, point) ? GREEN : RED;
    const y = corners[1] + ABOVE * metre;
    for (let i = 0; i < corners.length; i += 3) {
        const next = (i + 3) % corners.length;
        line(app, corners[i], corners[i + 2], corners[next], corners[next + 2], y, color);
    }
    const [x, , z] = point;
    line(app, x - CROSS * metre, z, x + CROSS * metre, z, y, color);
    line(app, x, z - CROSS * metre, x, z + CROSS * metre, y, color);
}

function line(app: AppBase, x: number, z: number, toX: number, toZ: number, y: number, color: Color): void {
    start.set(x, y, z);
    end.set(toX, y, toZ);
    app.drawLine(start, end, color, false);
}
