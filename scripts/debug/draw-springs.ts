import { Color, Vec3, type AppBase } from 'playcanvas';

import { BLUE, drawLine, GREEN } from './lines';
import type { Flat } from '../core/math/flat-math';
import type { FlatPose } from '../core/pose/flat-pose';
import type { Colliders } from '../core/springs/colliders';

// Chains that swing: where the animation has their bones, white, and where they are, green; colliders blue.

/** What is drawn of the springs. */
interface DrawnSprings {
    readonly heads: Flat;
    readonly shown: { readonly positions: Flat };
    readonly path: { readonly colliders: Colliders };
}

const WHITE = new Color(1, 1, 1);

/** Lines of a collider's ring. */
const SEGMENTS = 16;

const start = new Vec3();
const end = new Vec3();

/**
 * Draws chains and colliders for this frame.
 *
 * @param pose - The incoming pose.
 * @param joints - Index of each joint in it.
 */
export function drawSprings(app: AppBase, pose: FlatPose, joints: Int32Array, { heads, shown, path: { colliders } }: DrawnSprings): void {
    for (let i = 0; i < joints.length; i++) {
        const parent = pose.parents[joints[i]];
        drawLine(app, pose.positions, 3 * parent, pose.positions, 3 * joints[i], WHITE);
        drawLine(app, heads, 3 * i, shown.positions, 3 * i, GREEN);
    }
    for (let i = 0; i < colliders.count; i++) {
        drawLine(app, colliders.starts, 3 * i, colliders.ends, 3 * i, BLUE);
        ring(app, colliders.starts, 3 * i, colliders.radii[i]);
        ring(app, colliders.ends, 3 * i, colliders.radii[i]);
    }
}

/** Draws a level circle. */
function ring(app: AppBase, centre: Flat, o: number, radius: number): void {
    for (let i = 0; i < SEGMENTS; i++) {
        const [a, b] = [2 * Math.PI * i / SEGMENTS, 2 * Math.PI * (i + 1) / SEGMENTS];
        start.set(centre[o] + radius * Math.cos(a), centre[o + 1], centre[o + 2] + radius * Math.sin(a));
        end.set(centre[o] + radius * Math.cos(b), centre[o + 1], centre[o + 2] + radius * Math.sin(b));
        app.drawLine(start, end, BLUE, false);
    }
}
