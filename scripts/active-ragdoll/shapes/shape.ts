import { dotVec, type Flat } from '../../core/math/flat-math';
import { clamp } from '../../core/math/scalars';
import type { BodyShape } from '../settings';

// Shapes of bodies as rounded boxes: a box that may be a segment or a point, and a radius around it.
//
// A capsule is the segment inside it with its radius, a sphere a point with a radius, a box has radius 0. So one projection gives every
// distance. The gap between two shapes is found by projecting back and forth between their cores, which converges for convex sets
// (Cheney and Goldstein 1959); nearly parallel edges take most steps.

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

export function copyShape({ kind, center, axes, half, radius }: Shape): Shape {
    return createShape(kind, center, axes, half, radius);
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

/** Writes the distance of each point from the core of a round shape. Searches ask for millions. */
export function writeCoreDistances(out: Flat, { center, axes, half }: Shape, points: Flat): void {
    const cx = center[0], cy = center[1], cz = center[2], ax = axes[3], ay = axes[4], az = axes[5];
    const end = half[1];
    for (let i = 0, p = 0; i < out.length; i++, p += 3) {
        const x = points[p] - cx, y = points[p + 1] - cy, z = points[p + 2] - cz;
        const along = x * ax + y * ay + z * az;
        const over = Math.abs(along) - end;
        // beside the segment of a capsule, or beyond its end
        const beside = Math.max(0, x * x + y * y + z * z - along * along);
        out[i] = Math.sqrt(over > 0 ? beside + over * over : beside);
    }
}

/** Writes how far out each point is: 1 on the shape's surface when the shape is grown by this factor about its core, or about the centre of a box. */
export function writeOutwardness(out: Flat, shape: Shape, points: Flat): void {
    const { kind, center, axes, half, radius } = shape;
    if (kind !== 'box') {
        writeCoreDistances(out, shape, points);
        for (let i = 0; i < out.length; i++) out[i] /= radius;
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

/** Number of points that are as far out of a shape as a bound, see {@link writeOutwardness}, or further; it is not counted further than to one more than `most`. */
export function countOutside({ kind, center, axes, half, radius }: Shape, points: Flat, bound: number, most: number): number {
    const cx = center[0], cy = center[1], cz = center[2], ax = axes[3], ay = axes[4], az = axes[5];
    let count = 0;
    if (kind === 'box') {
        const [x0, y0, z0, , , , x2, y2, z2] = axes;
        const middle0 = cx * x0 + cy * y0 + cz * z0, middle1 = cx * ax + cy * ay + cz * az, middle2 = cx * x2 + cy * y2 + cz * z2;
        for (let p = 0; p < points.length && count <= most; p += 3) {
            const x = points[p], y = points[p + 1], z = points[p + 2];
            const isOutside = Math.abs(x * x0 + y * y0 + z * z0 - middle0) / half[0] >= bound || Math.abs(x * ax + y * ay + z * az - middle1) / half[1] >= bound ||
                Math.abs(x * x2 + y * y2 + z * z2 - middle2) / half[2] >= bound;
            if (isOutside) count++;
        }
        return count;
    }
    const end = half[1];
    for (let p = 0; p < points.length && count <= most; p += 3) {
        const x = points[p] - cx, y = points[p + 1] - cy, z = points[p + 2] - cz;
        const along = x * ax + y * ay + z * az;
        const over = Math.abs(along) - end;
        const beside = Math.max(0, x * x + y * y + z * z - along * along);
        if (Math.sqrt(over > 0 ? beside + over * over : beside) / radius >= bound) count++;
    }
    return count;
}

/** Most projections for one gap, and the movement of the points in heights that counts as none. */
const MOST_STEPS = 1000;
const STILL = 1e-8;

/** The pair of points of two cores that are nearest to each other. */
export interface Closest { a: Flat; b: Flat; distance: number }

/**
 * Finds the nearest points of two cores.
 *
 * @param enough - Distance below which they need not be found exactly.
 */
export function findClosest(a: Shape, b: Shape, enough = 0): Closest {
    const onA = Float64Array.from(a.center);
    const onB = Float64Array.from(b.center);
    let distance = Infinity;
    for (let step = 0; step < MOST_STEPS; step++) {
        projectOnCore(onA, a, onB, 0);
        projectOnCore(onB, b, onA, 0);
        const now = Math.hypot(onA[0] - onB[0], onA[1] - onB[1], onA[2] - onB[2]);
        if (distance - now < STILL || now < enough) {
            distance = now;
            break;
        }
        distance = now;
    }
    return { a: onA, b: onB, distance };
}

/** Whether two shapes are closer than a gap, or overlap. */
export function areCloser(a: Shape, b: Shape, gap: number): boolean {
    const apart = distanceOfBalls(a, b);
    if (apart > 0) return apart < gap;
    const round = a.radius + b.radius;
    return findClosest(a, b, gap + round).distance - a.radius - b.radius < gap;
}

/** Distance of the balls around two shapes. */
function distanceOfBalls(a: Shape, b: Shape): number {
    return Math.hypot(a.center[0] - b.center[0], a.center[1] - b.center[1], a.center[2] - b.center[2]) - reachOf(a) - reachOf(b);
}

/** Gap between two shapes; negative where they overlap. Two boxes that overlap have 0. Balls that stick out are left out. */
export function gapBetween(a: Shape, b: Shape): number {
    // far apart by the balls around them: nothing to search
    const apart = distanceOfBalls(a, b);
    return apart > 0 ? apart : findClosest(a, b).distance - a.radius - b.radius;
}

const nearest = new Float64Array(3);

/** Smallest gap between balls that stick out of a shape and another shape with its own balls. */
function gapOfKnobs({ knobs, knobRadius }: Shape, other: Shape): number {
    let gap = Infinity;
    const meet = (k: number, points: Flat, p: number, radius: number) => {
        gap = Math.min(gap, Math.hypot(knobs[k] - points[p], knobs[k + 1] - points[p + 1], knobs[k + 2] - points[p + 2]) - knobRadius - radius);
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
    return gapBetween(a, b) <= 0 || gapOfKnobs(a, b) <= 0 || gapOfKnobs(b, a) <= 0;
}

function reachOf({ half, radius }: Shape): number {
    return Math.hypot(half[0], half[1], half[2]) + radius;
}
