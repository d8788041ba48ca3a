import { carryPoint } from './carry';
import type { Flat } from '../math/flat-math';

// Shapes that hold spring joints off, in world space: a joint is a ball, and is pushed to where it touches.

export const ColliderShape = {
    sphere: 0,
    capsule: 1,
    /** What lies behind the plane is inside. */
    plane: 2,
    /** The joint stays within. */
    insideSphere: 3,
    insideCapsule: 4
} as const;
export type ColliderShape = typeof ColliderShape[keyof typeof ColliderShape];

/** Colliders in world space. */
export interface Colliders {
    readonly count: number;
    readonly shapes: Uint8Array;
    /** Radii, one number each. */
    readonly radii: Flat;
    /** Centre, first end of the axis, or a point of the plane: three numbers each. */
    readonly starts: Flat;
    /** Second end of a capsule's axis; a point on the normal of a plane. */
    readonly ends: Flat;
}

export function createColliders(shapes: readonly ColliderShape[]): Colliders {
    const count = shapes.length;
    return {
        count, shapes: Uint8Array.from(shapes), radii: new Float64Array(count), starts: new Float64Array(3 * count), ends: new Float64Array(3 * count)
    };
}

/**
 * Pushes a ball out of a collider.
 *
 * @param points - Receives the ball's centre; left as it is where they do not touch.
 * @param o - Offset of the centre.
 * @param balls - Radii of balls.
 * @param ball - Which of them.
 * @param index - Which collider.
 * @returns Whether they touched.
 */
export function pushOut(points: Flat, o: number, balls: Flat, ball: number, colliders: Colliders, index: number): boolean {
    const { shapes, radii, starts, ends } = colliders;
    const radius = balls[ball];
    const shape = shapes[index];
    const c = 3 * index;
    let x = points[o] - starts[c], y = points[o + 1] - starts[c + 1], z = points[o + 2] - starts[c + 2];
    if (shape !== ColliderShape.sphere && shape !== ColliderShape.insideSphere) {
        const ax = ends[c] - starts[c], ay = ends[c + 1] - starts[c + 1], az = ends[c + 2] - starts[c + 2];
        const axis = ax * ax + ay * ay + az * az;
        const along = x * ax + y * ay + z * az;
        if (shape === ColliderShape.plane) {
            const length = Math.sqrt(axis);
            const missing = radius + radii[index] - along / length;
            if (!(missing > 0)) return false;
            points[o] += ax / length * missing;
            points[o + 1] += ay / length * missing;
            points[o + 2] += az / length * missing;
            return true;
        }
        const share = axis > 0 ? Math.min(1, Math.max(0, along / axis)) : 0;
        x -= ax * share;
        y -= ay * share;
        z -= az * share;
    }
    const isInside = shape === ColliderShape.insideSphere || shape === ColliderShape.insideCapsule;
    const reach = isInside ? Math.max(0, radii[index] - radius) : radii[index] + radius;
    const squared = x * x + y * y + z * z;
    if (isInside ? !(squared > reach * reach) : !(squared < reach * reach && squared > 0)) return false;
    const move = reach / Math.sqrt(squared) - 1;
    points[o] += x * move;
    points[o + 1] += y * move;
    points[o + 2] += z * move;
    return true;
}

export function copyColliders(out: Colliders, { radii, starts, ends }: Colliders): void {
    out.radii.set(radii);
    out.starts.set(starts);
    out.ends.set(ends);
}

export function sameColliders(a: Colliders, b: Colliders): boolean {
    for (let i = 0; i < a.radii.length; i++) if (a.radii[i] !== b.radii[i]) return false;
    for (let i = 0; i < a.starts.length; i++) if (a.starts[i] !== b.starts[i] || a.ends[i] !== b.ends[i]) return false;
    return true;
}

/** Writes colliders after a turn about the world's origin and a shift. */
export function carryColliders(out: Colliders, { radii, starts, ends }: Colliders, rotation: Flat, shift: Flat): void {
    out.radii.set(radii);
    for (let o = 0; o < starts.length; o += 3) {
        carryPoint(out.starts, o, rotation, shift, starts, o);
        carryPoint(out.ends, o, rotation, shift, ends, o);
    }
}

/** Writes colliders at a share, `shares[0]`, of their path from one place to another. */
export function mixColliders(out: Colliders, from: Colliders, to: Colliders, shares: Flat): void {
    const share = shares[0];
    for (let i = 0; i < to.radii.length; i++) out.radii[i] = from.radii[i] + share * (to.radii[i] - from.radii[i]);
    for (let i = 0; i < to.starts.length; i++) {
        out.starts[i] = from.starts[i] + share * (to.starts[i] - from.starts[i]);
        out.ends[i] = from.ends[i] + share * (to.ends[i] - from.ends[i]);
    }
}
