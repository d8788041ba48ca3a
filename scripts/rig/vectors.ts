import { dotVec, normalizeVec, type Flat } from '../core/math/flat-math';

// Vectors that are made anew: for what is found out once about a model.

export type Vector = Float64Array;

export function pointAt(points: Flat, index: number): Vector {
    return Float64Array.of(points[3 * index], points[3 * index + 1], points[3 * index + 2]);
}

export function minus(a: Vector, b: Vector): Vector {
    return a.map((value, axis) => value - b[axis]);
}

export function plus(a: Vector, b: Vector): Vector {
    return a.map((value, axis) => value + b[axis]);
}

export function times(v: Vector, factor: number): Vector {
    return v.map(value => value * factor);
}

export function dot(a: Vector, b: Vector): number {
    return dotVec(a, 0, b, 0);
}

export function size(v: Vector): number {
    return Math.hypot(v[0], v[1], v[2]);
}

export function cross(a: Vector, b: Vector): Vector {
    return Float64Array.of(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
}

/** The middle of some points; the origin for none. */
export function middleOf(points: readonly Vector[]): Vector {
    return times(points.reduce(plus, new Float64Array(3)), 1 / Math.max(1, points.length));
}

/** A vector of unit length in the same direction, or null for one without length. */
export function unit(v: Vector): Vector | null {
    const out = v.slice();
    return normalizeVec(out, 0) ? out : null;
}

/** The part of a vector across a unit vector. */
export function across(v: Vector, axis: Vector): Vector {
    return minus(v, times(axis, dot(v, axis)));
}
