import { Color, Vec3, type AppBase } from 'playcanvas';

import { GREEN } from './lines';
import type { RigidState } from '../core/dynamics/rigid-state';
import { rotateVec, type Flat } from '../core/math/flat-math';

// The bodies of a ragdoll: white where the animation has them, green where they are. Capsules are two rings and four lines.

/** Form of a body; lengths in metres. */
export interface DrawnShape {
    readonly shape: 'capsule' | 'box' | 'sphere';
    readonly radius: number;
    readonly length: number;
    readonly halfExtents: Flat;
    /** Centres of balls that stick out of it, in its frame, and their radius. */
    readonly knobs: Flat;
    readonly knobRadius: number;
}

const WHITE = new Color(1, 1, 1);

/** Lines of a ring. */
const SEGMENTS = 12;

const points: Vec3[] = Array.from({ length: 2 * SEGMENTS }, () => new Vec3());
const point = new Float64Array(3);

/** Writes a point of a body's own frame in world space. */
function place(out: Vec3, x: number, y: number, z: number, { positions, rotations }: RigidState, body: number): void {
    point[0] = x;
    point[1] = y;
    point[2] = z;
    rotateVec(point, 0, rotations, 4 * body, point, 0);
    out.set(positions[3 * body] + point[0], positions[3 * body + 1] + point[1], positions[3 * body + 2] + point[2]);
}

function drawLoop(app: AppBase, count: number, color: Color): void {
    for (let i = 0; i < count; i++) app.drawLine(points[i], points[(i + 1) % count], color, false);
}

/** Draws a ball as three edges through its centre. */
function drawKnob(app: AppBase, knobs: Flat, k: number, radius: number, state: RigidState, body: number, color: Color): void {
    for (let axis = 0; axis < 3; axis++) {
        for (let end = 0; end < 2; end++) {
            const by = (2 * end - 1) * radius;
            place(points[end], knobs[k] + (axis === 0 ? by : 0), knobs[k + 1] + (axis === 1 ? by : 0), knobs[k + 2] + (axis === 2 ? by : 0), state, body);
        }
        app.drawLine(points[0], points[1], color, false);
    }
}

/** Draws a ring about an axis (0 x, 1 y, 2 z) at a height along it. */
function drawRing(app: AppBase, axis: number, height: number, radius: number, state: RigidState, body: number, color: Color): void {
    for (let i = 0; i < SEGMENTS; i++) {
        const angle = 2 * Math.PI * i / SEGMENTS;
        const [a, b] = [radius * Math.cos(angle), radius * Math.sin(angle)];
        if (axis === 0) place(points[i], height, a, b, state, body);
        else if (axis === 1) place(points[i], a, height, b, state, body);
        else place(points[i], a, b, height, state, body);
    }
    drawLoop(app, SEGMENTS, color);
}

/** Draws half a circle over the end of a capsule, in the plane of its axis and of x or z. */
function drawCap(app: AppBase, side: number, isX: boolean, { radius, length }: DrawnShape, state: RigidState, body: number, color: Color): void {
    const middle = side * (length / 2 - radius);
    const half = SEGMENTS / 2;
    for (let i = 0; i <= half; i++) {
        const angle = Math.PI * i / half;
        const across = radius * Math.cos(angle);
        place(points[i], isX ? across : 0, middle + side * radius * Math.sin(angle), isX ? 0 : across, state, body);
    }
    for (let i = 0; i < half; i++) app.drawLine(points[i], points[i + 1], color, false);
}

function drawCapsule(app: AppBase, shape: DrawnShape, state: RigidState, body: number, color: Color): void {
    const { radius, length } = shape;
    const middle = length / 2 - radius;
    for (const side of [-1, 1]) {
        drawRing(app, 1, side * middle, radius, state, body, color);
        drawCap(app, side, true, shape, state, body, color);
        drawCap(app, side, false, shape, state, body, color);
    }
    for (const [x, z] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
        place(points[0], x * radius, -middle, z * radius, state, body);
        place(points[1], x * radius, middle, z * radius, state, body);
        app.drawLine(points[0], points[1], color, false);
    }
}

function drawBox(app: AppBase, [x, y, z]: Flat, state: RigidState, body: number, color: Color): void {
    for (const side of [-1, 1]) {
        place(points[0], -x, side * y, -z, state, body);
        place(points[1], x, side * y, -z, state, body);
        place(points[2], x, side * y, z, state, body);
        place(points[3], -x, side * y, z, state, body);
        drawLoop(app, 4, color);
    }
    for (const [a, b] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) {
        place(points[0], a * x, -y, b * z, state, body);
        place(points[1], a * x, y, b * z, state, body);
        app.drawLine(points[0], points[1], color, false);
    }
}

function drawBodies(app: AppBase, shapes: readonly DrawnShape[], state: RigidState, color: Color): void {
    shapes.forEach((shape, body) => {
        if (shape.shape === 'capsule') drawCapsule(app, shape, state, body, color);
        else if (shape.shape === 'box') drawBox(app, shape.halfExtents, state, body, color);
        else for (const axis of [0, 1, 2]) drawRing(app, axis, 0, shape.radius, state, body, color);
        for (let k = 0; k < shape.knobs.length; k += 3) drawKnob(app, shape.knobs, k, shape.knobRadius, state, body, color);
    });
}

/** Draws the bodies where the animation has them in white, and where they are in green. */
export function drawRagdoll(app: AppBase, shapes: readonly DrawnShape[], animated: RigidState, bodies: RigidState): void {
    drawBodies(app, shapes, animated, WHITE);
    drawBodies(app, shapes, bodies, GREEN);
}
