import { distanceVec, dotVec, type Flat } from '../../core/math/flat-math';
import { clamp } from '../../core/math/scalars';
import type { BodyShape } from '../settings';

// Shapes of bodies as rounded boxes: a box that may be a segment or a point, and a radius around it.
//
// A capsule is the segment inside it with its radius, a sphere a point with a radius, a box has radius 0. So one projection gives every
// distance. The gap between two shapes is found by projecting back and forth between their cores, which converges for convex sets
// (Cheney and Goldstein 1959); nearly parallel edges take most steps.

const nearest = new Float64Array(3);

/** A shape in some space. */
export interface Shape {
    kind: BodyShape;
    center: Flat;
    /** Unit vectors of the shape's x, y and z axis, nine numbers. */
    axes: Flat;
    /** Half edges of the core along the three axes: of a capsule only the second is not 0. */
    half: Flat;
    radius: number;
    /** Centres of small balls that stick out of it, three numbers each, and their radius. */
    knobs: Flat;
    knobRadius: number;
}

export function createShape(kind: BodyShape, center: Flat, axes: Flat, half: Flat, radius: number): Shape {
    return { kind, center: new Float64Array(center), axes: new Float64Array(axes), half: new Float64Array(half), radius, knobs: new Float64Array(0), knobRadius: 0 };
}

/** The same shape in smaller units. */
export function enlargeShape({ kind, center, axes, half, radius, knobs, knobRadius }: Shape, factor: number): Shape {
    const enlarge = (values: Flat) => values.map(value => value * factor);
    return { kind, center: enlarge(center), axes: Float64Array.from(axes), half: enlarge(half), radius: radius * factor, knobs: enlarge(knobs), knobRadius: knobRadius * factor };
}

/** Length from end to end along the y axis. */
export function lengthOf({ half, radius }: Shape): number {
    return 2 * (half[1] + radius);
}

/** Radius, of a box half of its shortest edge. */
export function thicknessOf({ radius, half }: Shape): number {
    return radius || Math.min(...half);
}

export function volumeOf({ kind, half, radius }: Shape): number {
    if (kind === 'box') return 8 * half[0] * half[1] * half[2];
    return Math.PI * radius * radius * (2 * half[1] + 4 / 3 * radius);
}

/** Writes the point of a shape's core that is nearest to a point. */
export function projectOnCore(out: Flat, { center, axes, half }: Shape, point: Flat, p: number): void {
    const x = point[p] - center[0], y = point[p + 1] - center[1], z = point[p + 2] - center[2];
    out[0] = center[0];
    out[1] = center[1];
    out[2] = center[2];
    for (let axis = 0; axis < 3; axis++) {
        if (half[axis] === 0) continue;
        const a = 3 * axis;
        const along = clamp(x * axes[a] + y * axes[a + 1] + z * axes[a + 2], -half[axis], half[axis]);
        out[0] += along * axes[a];
        out[1] += along * axes[a + 1];
        out[2] += along * axes[a + 2];
    }
}

/** The furthest that a shape reaches along a unit vector, as a distance from the origin. */
export function reachAlong({ center, axes, half, radius, knobs, knobRadius }: Shape, normal: Flat): number {
    let reach = dotVec(center, 0, normal, 0) + radius;
    for (let axis = 0; axis < 3; axis++) reach += half[axis] * Math.abs(dotVec(axes, 3 * axis, normal, 0));
    for (let k = 0; k < knobs.length; k += 3) reach = Math.max(reach, dotVec(knobs, k, normal, 0) + knobRadius);
    return reach;
}

/** Writes how far out each point is: 1 on the shape's surface when the shape is grown by this factor about its core, or about the centre of a box. */
export function writeOutwardness(out: Flat, shape: Shape, points: Flat): void {
    const { kind, center, axes, half, radius } = shape;
    if (kind !== 'box') {
        for (let i = 0; i < out.length; i++) {
            projectOnCore(nearest, shape, points, 3 * i);
            out[i] = distanceVec(nearest, 0, points, 3 * i) / radius;
        }
        return;
    }
    out.fill(0);
    for (let axis = 0; axis < 3; axis++) {
        const ax = axes[3 * axis], ay = axes[3 * axis + 1], az = axes[3 * axis + 2];
        const middle = center[0] * ax + center[1] * ay + center[2] * az;
        for (let i = 0, p = 0; i < out.length; i++, p += 3) {
            const along = points[p] * ax + points[p + 1] * ay + points[p + 2] * az - middle;
            out[i] = Math.max(out[i], Math.abs(along) / half[axis]);
        }
    }
}

/** Most projections for one gap; the movement of the points that counts as none, and the gap that does, as shares of the smaller thickness. */
const MOST_STEPS = 1000;
const STILL = 1e-6;
const TOUCH = 1e-3;

/** Gap between two shapes; negative where round ones overlap, 0 where boxes do. Balls that stick out are left out. */
function gapBetween(a: Shape, b: Shape): number {
    const apart = distanceVec(a.center, 0, b.center, 0) - reachOf(a) - reachOf(b);
    // far apart by the balls around them: nothing to search
    if (apart > 0) return apart;
    const onA = Float64Array.from(a.center);
    const onB = Float64Array.from(b.center);
    const still = STILL * thinner(a, b);
    let distance = Infinity, gain = Infinity;
    for (let step = 0; step < MOST_STEPS && gain >= still; step++) {
        projectOnCore(onA, a, onB, 0);
        projectOnCore(onB, b, onA, 0);
        const now = distanceVec(onA, 0, onB, 0);
        gain = distance - now;
        distance = now;
    }
    return distance - a.radius - b.radius;
}

/** Smallest gap between balls that stick out of a shape and another shape with its own balls. */
function gapOfKnobs({ knobs, knobRadius }: Shape, other: Shape): number {
    let gap = Infinity;
    const meet = (k: number, points: Flat, p: number, radius: number) => {
        gap = Math.min(gap, distanceVec(knobs, k, points, p) - knobRadius - radius);
    };
    for (let k = 0; k < knobs.length; k += 3) {
        projectOnCore(nearest, other, knobs, k);
        meet(k, nearest, 0, other.radius);
        for (let p = 0; p < other.knobs.length; p += 3) meet(k, other.knobs, p, other.knobRadius);
    }
    return gap;
}

/** Whether two shapes overlap, with what sticks out of them. */
export function overlap(a: Shape, b: Shape): boolean {
    return gapBetween(a, b) <= TOUCH * thinner(a, b) || gapOfKnobs(a, b) <= 0 || gapOfKnobs(b, a) <= 0;
}

function thinner(a: Shape, b: Shape): number {
    return Math.min(thicknessOf(a), thicknessOf(b));
}

function reachOf({ half, radius }: Shape): number {
    return Math.hypot(half[0], half[1], half[2]) + radius;
}
