import { carryPoint } from './carry';
import { normalizeVec, perpendicularVec, type Flat } from '../math/flat-math';

// Shapes that hold spring joints off, in world space. A joint is a ball at a fixed distance from its bone's head: what holds it off turns
// its bone away, just so far that they touch.

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

/** Share of the distance at which things touch by which they may be nearer: what rounding leaves. */
const TOUCHING = 1e-7;

/** A bone's direction must lie at this cosine to {@link toward}, or beyond it. */
const edge = new Float64Array(1);

const toward = new Float64Array(3);
const aside = new Float64Array(3);
const was = new Float64Array(3);

/** Joints as colliders see them. */
export interface Balls {
    /** Heads of their bones, distances of their tails, and radii of the balls there. */
    readonly heads: Flat;
    readonly lengths: Flat;
    readonly radii: Flat;
    /** Where their tails were at the last step. */
    before: Flat;
}

/**
 * Turns a bone so that the ball at its tail is held off.
 *
 * @param direction - Unit vector from the bone's head to its tail, changed in place.
 * @param joint - Which bone.
 * @param last - The colliders at the last step: what has gone past a shape's middle since then is sent back.
 * @param index - Which collider.
 * @returns Whether they touched.
 */
export function holdOff(direction: Flat, { heads, lengths, radii: balls, before }: Balls, joint: number, colliders: Colliders, last: Colliders, index: number): boolean {
    const { shapes, radii, starts, ends } = colliders;
    const ball = balls[joint], radius = radii[index], length = lengths[joint];
    const shape = shapes[index];
    const h = 3 * joint, c = 3 * index;
    // from the collider to the head, and to the tail
    let hx = heads[h] - starts[c], hy = heads[h + 1] - starts[c + 1], hz = heads[h + 2] - starts[c + 2];
    let x = hx + length * direction[0], y = hy + length * direction[1], z = hz + length * direction[2];
    let share = 0;
    if (shape !== ColliderShape.sphere && shape !== ColliderShape.insideSphere) {
        const ax = ends[c] - starts[c], ay = ends[c + 1] - starts[c + 1], az = ends[c + 2] - starts[c + 2];
        const axis = ax * ax + ay * ay + az * az;
        const along = x * ax + y * ay + z * az;
        if (shape === ColliderShape.plane) {
            const scale = 1 / Math.sqrt(axis);
            const reach = radius + ball;
            if (!(along * scale < reach - TOUCHING * length)) return false;
            toward[0] = ax * scale;
            toward[1] = ay * scale;
            toward[2] = az * scale;
            edge[0] = (reach - (hx * ax + hy * ay + hz * az) * scale) / length;
            leave(direction);
            turnToEdge(direction);
            return true;
        }
        share = axis > 0 ? Math.min(1, Math.max(0, along / axis)) : 0;
        const sx = ax * share, sy = ay * share, sz = az * share;
        x -= sx;
        y -= sy;
        z -= sz;
        hx -= sx;
        hy -= sy;
        hz -= sz;
    }
    const isInside = shape === ColliderShape.insideSphere || shape === ColliderShape.insideCapsule;
    const reach = isInside ? Math.max(0, radius - ball) : radius + ball;
    const squared = x * x + y * y + z * z;
    const isFree = isInside ? !(squared > reach * reach * (1 + TOUCHING)) : !(squared < reach * reach * (1 - TOUCHING));
    if (isFree) return false;
    const away = Math.sqrt(hx * hx + hy * hy + hz * hz);
    // around the head all places of the tail are equally far
    if (!(away > TOUCHING * length)) return false;
    const scale = (isInside ? -1 : 1) / away;
    toward[0] = hx * scale;
    toward[1] = hy * scale;
    toward[2] = hz * scale;
    // the triangle of head, tail and centre
    edge[0] = (reach * reach - length * length - away * away) / (2 * length * away) * (isInside ? -1 : 1);
    for (let k = 0; k < 3; k++) was[k] = before[h + k] - last.starts[c + k] - share * (last.ends[c + k] - last.starts[c + k]);
    const hasSide = leave(direction);
    if (!isInside && !(hasSide && was[0] * aside[0] + was[1] * aside[1] + was[2] * aside[2] >= 0)) leave(was);
    turnToEdge(direction);
    return true;
}

/** Finds to which side of the line {@link toward} a vector points, a unit vector. Answers false where it points to none: any is as good then. */
function leave(v: Flat): boolean {
    const along = v[0] * toward[0] + v[1] * toward[1] + v[2] * toward[2];
    for (let k = 0; k < 3; k++) aside[k] = v[k] - along * toward[k];
    if (normalizeVec(aside, 0)) return true;
    perpendicularVec(aside, 0, toward, 0);
    return false;
}

/** Writes the direction {@link aside} whose cosine to {@link toward} is that of the {@link edge}. */
function turnToEdge(direction: Flat): void {
    const cosine = Math.min(1, Math.max(-1, edge[0]));
    const sine = Math.sqrt(1 - cosine * cosine);
    for (let k = 0; k < 3; k++) direction[k] = cosine * toward[k] + sine * aside[k];
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

/** Takes colliders along by a turn about the world's origin and a shift. */
export function carryColliders({ starts, ends }: Colliders, rotation: Flat, shift: Flat): void {
    for (let o = 0; o < starts.length; o += 3) {
        carryPoint(starts, o, rotation, shift, starts, o);
        carryPoint(ends, o, rotation, shift, ends, o);
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
