import type { BodyShape } from '../settings';
import { createShape, lengthOf, volumeOf, writeOutwardness, type Shape } from './shape';
import { crossVec, dotVec, perpendicularVec, type Flat } from '../../core/math/flat-math';
import { clamp } from '../../core/math/scalars';

// A capsule, sphere or box around a cloud of points, by how they are spread.
//
// It stands in the middle of the points along given axes, and is as thick as it takes to hold their share. How far a capsule's round ends reach is the one
// thing that is tried. All of it goes by where the points are and by nothing else: it is the same at every scale, and on both sides of a body that is alike on both.

/** Share of the points that a shape has to hold when it is grown by {@link GROWTH}. */
export const HELD = 0.9;
export const GROWTH = 1.15;

/** What a fit aims at: a little less growth than is promised, so that rounding breaks no promise. */
const AIM = 0.99 * GROWTH;

/** Fewest points that say something about a shape. */
export const ENOUGH_POINTS = 12;

/** Share of the points at either end that the edges of a box leave out. */
const TRIM = 0.002;

/** Half the thickness of the thinnest shape, in heights of the character: skin may be a card, or all of it one point. */
const THINNEST = 0.002;

/** How much shorter than its points the segment in a capsule is at either end, in half widths of them. */
const ENDS = [1, 0.8, 0.6, 0.4];

/** Writes a frame whose y axis is a direction and whose x axis is as near to another as it can be. */
export function frameAbout(y: Flat, x: Flat): Flat {
    const axes = new Float64Array(9);
    axes.set(y, 3);
    crossVec(axes, 6, x, 0, y, 0);
    const length = Math.hypot(axes[6], axes[7], axes[8]);
    // a direction along the other one has any frame about it
    if (length > 1e-3) for (let i = 6; i < 9; i++) axes[i] /= length;
    else perpendicularVec(axes, 6, y, 0);
    crossVec(axes, 0, axes, 3, axes, 6);
    return axes;
}

/** The value that a share of the values lies at or below. Reorders them (Hoare's selection): searches ask thousands of times. */
export function quantile(values: Flat, share: number): number {
    const wanted = clamp(Math.ceil(share * values.length) - 1, 0, values.length - 1);
    let low = 0;
    let high = values.length - 1;
    while (low < high) {
        const pivot = values[wanted];
        let i = low;
        let j = high;
        while (i <= j) {
            while (values[i] < pivot) i++;
            while (values[j] > pivot) j--;
            if (i > j) break;
            const value = values[i];
            values[i++] = values[j];
            values[j--] = value;
        }
        if (j < wanted) low = i;
        if (i > wanted) high = j;
    }
    return values[wanted];
}

/** Sets of points of which a shape has to hold its share each: all that it carries first, then those that its bone itself holds. */
export type PointSets = readonly Flat[];

/** Scratch for one number a point. */
let scratch = new Float64Array(0);

/** Factor by which a shape would have to grow to hold the promised share of its points: up to {@link GROWTH} it holds them. */
export function holdOf(shape: Shape, cloud: PointSets): number {
    let hold = -Infinity;
    for (const points of cloud) {
        const count = points.length / 3;
        if (scratch.length < count) scratch = new Float64Array(count);
        const out = scratch.subarray(0, count);
        writeOutwardness(out, shape, points);
        hold = Math.max(hold, quantile(out, HELD));
    }
    return hold;
}

/** Ends of the points along an axis, without the few at either end. */
function extentAlong(points: Flat, axes: Flat, axis: number, trim: number): [number, number] {
    const values = new Float64Array(points.length / 3);
    for (let i = 0; i < values.length; i++) values[i] = dotVec(points, 3 * i, axes, 3 * axis);
    return [quantile(values, trim), quantile(values, 1 - trim)];
}

/** The box around the points along the given axes, but for a few at each side. */
export function boxAround(points: Flat, axes: Flat, trim = TRIM): Shape {
    const shape = createShape('box', new Float64Array(3), axes, new Float64Array(3), 0);
    for (let axis = 0; axis < 3; axis++) {
        const [low, high] = extentAlong(points, axes, axis, trim);
        shape.half[axis] = Math.max(THINNEST, (high - low) / 2);
        for (let i = 0; i < 3; i++) shape.center[i] += (low + high) / 2 * axes[3 * axis + i];
    }
    return shape;
}

/**
 * Fits a shape to points.
 *
 * @param cloud - Sets of at least {@link ENOUGH_POINTS}.
 * @param directions - Unit vectors that the shape's y axis may have; the one with the smallest shape is taken.
 * @param side - Direction that the x axis of the shape is turned to.
 */
export function fitShape(kind: BodyShape, cloud: PointSets, directions: readonly Flat[], side: Flat): Shape {
    const shapes = directions.flatMap((direction) => {
        const box = boxAround(cloud[0], frameAbout(direction, side));
        const { center, axes, half } = box;
        if (kind === 'box') return [box];
        const width = Math.max(half[0], half[2]);
        return (kind === 'sphere' ? [Infinity] : ENDS).map(end => createShape(kind, center, axes, Float64Array.of(0, Math.max(0, half[1] - end * width), 0), width));
    });
    for (const shape of shapes) {
        const factor = holdOf(shape, cloud) / AIM;
        const enlarge = (size: number) => Math.max(THINNEST, factor * size);
        if (kind === 'box') shape.half.set(shape.half.map(enlarge));
        else shape.radius = enlarge(shape.radius);
    }
    return shapes.reduce((a, b) => (volumeOf(b) < volumeOf(a) ? b : a));
}

/** Gives a shape the sizes that are not 0: half the thickness, and the length from end to end. */
export function resizeShape(shape: Shape, radius: number, length: number): void {
    const { kind, half } = shape;
    if (kind === 'box') {
        if (radius > 0) half[0] = half[2] = radius;
        if (length > 0) half[1] = length / 2;
        return;
    }
    const whole = length > 0 ? length : lengthOf(shape);
    if (radius > 0) shape.radius = radius;
    else if (kind === 'sphere' && length > 0) shape.radius = length / 2;
    half[1] = kind === 'sphere' ? 0 : Math.max(0, whole / 2 - shape.radius);
}
