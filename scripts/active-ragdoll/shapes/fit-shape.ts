import type { BodyShape } from '../settings';
import { countOutside, createShape, lengthOf, reachAlong, volumeOf, writeCoreDistances, writeOutwardness, type Shape } from './shape';
import { crossVec, dotVec, perpendicularVec, type Flat } from '../../core/math/flat-math';
import { clamp } from '../../core/math/scalars';
import type { Steps } from '../../core/timing/steps';

// The smallest capsule, sphere or box that holds a cloud of points, and stays on its side of some planes.
//
// For each direction that is offered the place and the length of a capsule are searched by halving steps; its radius follows from the
// share of points that it has to hold. The smallest wins. Exact minima are not needed: a few percent of volume are invisible.

/** Share of the points that a shape has to hold when it is grown by {@link GROWTH}. */
export const HELD = 0.9;
export const GROWTH = 1.15;

/** What a search aims at: a little more than is promised, since it looks at a sample of the points. */
const AIM_HELD = 0.91;
const AIM_GROWTH = 1.14;

/** How many times the points that a shape may leave outside are counted first. */
const OUTERMOST = 2;

/** Most points that a search looks at. */
const SAMPLE = 200;

/** Fewest points that say something about a shape. */
export const ENOUGH_POINTS = 12;

/** Cosine from which an axis goes across the body. */
const ACROSS = 0.9;

/** Rounds of the search at one step size, and how often the step is halved. */
const ROUNDS = 12;
const HALVINGS = 6;

/** Share of the points at either end that the edges of a box leave out. */
const TRIM = 0.02;

/** Cost of a shape that is too small for its points, per share of its size; and of one beyond a plane, per height of the character. */
const TOO_SMALL = 10;
const BEYOND = 1000;

/** Share of a bound below which no rounding makes a number reach it. */
const CLEARLY = 1 - 1e-9;

/** Thinnest shape beside planes, as a share of what its points need. */
const THINNEST = 0.6;

/** A half space that a shape has to stay in: `normal . point <= distance`. */
export interface HalfSpace { readonly normal: Flat; readonly distance: number }

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

/** What {@link holdOf} answers where that is below a bound, else infinity: most of what is tried is told by a part of its points. */
export function holdBelow(shape: Shape, cloud: PointSets, bound: number): number {
    for (const points of cloud) {
        const spare = points.length / 3 - Math.ceil(HELD * points.length / 3);
        if (countOutside(shape, points, bound, spare) > spare) return Infinity;
    }
    const hold = holdOf(shape, cloud);
    return hold < bound ? hold : Infinity;
}

/** The points with those that are furthest out of a shape before the others, so that counting the ones outside of it ends early. */
export function outermostFirst(shape: Shape, cloud: PointSets): PointSets {
    return cloud.map((points) => {
        const outs = new Float64Array(points.length / 3);
        writeOutwardness(outs, shape, points);
        const bound = quantile(outs.slice(), 1 - OUTERMOST * (1 - HELD));
        const out = new Float64Array(points.length);
        let at = 0;
        for (const isOuter of [true, false]) {
            for (let i = 0; i < outs.length; i++) {
                if (outs[i] > bound !== isOuter) continue;
                for (let k = 0; k < 3; k++) out[at++] = points[3 * i + k];
            }
        }
        return out;
    });
}

/** Every n-th point of each set, so that a search is quick. */
export function samplePoints(cloud: PointSets): PointSets {
    return cloud.map((points) => {
        const count = points.length / 3;
        const step = Math.max(1, count / SAMPLE);
        const out: number[] = [];
        for (let i = 0; i < count; i += step) out.push(...points.subarray(3 * Math.floor(i), 3 * Math.floor(i) + 3));
        return Float64Array.from(out);
    });
}

/** Ends of the points along an axis, without the few at either end. */
function extentAlong(points: Flat, axes: Flat, axis: number): [number, number] {
    const values = new Float64Array(points.length / 3);
    for (let i = 0; i < values.length; i++) values[i] = dotVec(points, 3 * i, axes, 3 * axis);
    return [quantile(values, TRIM), quantile(values, 1 - TRIM)];
}

/** The box around the points along the given axes, but for a few at each side. */
export function boxAround(points: Flat, axes: Flat): Shape {
    const shape = createShape('box', new Float64Array(3), axes, new Float64Array(3), 0);
    for (let axis = 0; axis < 3; axis++) {
        const [low, high] = extentAlong(points, axes, axis);
        shape.half[axis] = (high - low) / 2;
        for (let i = 0; i < 3; i++) shape.center[i] += (low + high) / 2 * axes[3 * axis + i];
    }
    return shape;
}

/** Largest radius that planes leave a shape; negative where its core is beyond one. */
function freeRadius(shape: Shape, planes: readonly HalfSpace[]): number {
    return planes.reduce((free, { normal, distance }) => Math.min(free, distance - reachAlong(shape, normal) + shape.radius), Infinity);
}

/** A search for the best shape around points. */
interface Search {
    readonly cloud: PointSets;
    readonly planes: readonly HalfSpace[];
    /** Largest radius. */
    readonly thickest: number;
    /** Scratch: one number a point. */
    readonly outs: readonly Flat[];
}

/** Gives a round shape the radius that its points need and the search allows, and answers what the shape costs. */
function costOf(shape: Shape, { cloud, planes, thickest, outs }: Search): number {
    const isBox = shape.kind === 'box';
    const free = freeRadius(shape, planes);
    let radius = 1;
    let needed = 0;
    cloud.forEach((points, set) => {
        const out = outs[set];
        if (isBox) writeOutwardness(out, shape, points);
        else writeCoreDistances(out, shape, points);
        needed = Math.max(needed, quantile(out, AIM_HELD) / AIM_GROWTH);
    });
    if (!isBox) radius = shape.radius = Math.max(Math.min(needed, free, thickest), THINNEST * Math.min(needed, thickest));
    // the quantile says what is promised; the mean of what is outside leads there where planes take points away for good
    let outside = 0;
    for (const out of outs) {
        const clearlyIn = CLEARLY * AIM_GROWTH * radius;
        for (let i = 0; i < out.length; i++) if (out[i] > clearlyIn) outside += Math.max(0, out[i] / radius - AIM_GROWTH) / out.length;
    }
    const small = Math.max(0, needed / radius - 1) + outside / outs.length;
    return Math.cbrt(volumeOf(shape)) * (1 + TOO_SMALL * small) + BEYOND * Math.max(0, (isBox ? 0 : radius) - free);
}

/** The axes along which a shape may be moved: not off the middle of the body, where it is on that. */
export function freeAxes({ axes }: Shape, middle: Flat | null): number[] {
    return [0, 1, 2].filter(axis => !middle || Math.abs(dotVec(axes, 3 * axis, middle, 0)) < ACROSS);
}

/**
 * Moves and resizes a shape to where it costs least; its axes stay.
 *
 * @param middle - Direction in which it is not moved, or null.
 */
export function *searchShape(
    shape: Shape, cloud: PointSets, middle: Flat | null, planes: readonly HalfSpace[], thickest: number, firstStep: number
): Steps<void> {
    const { half, center, axes, kind } = shape;
    const slides = freeAxes(shape, middle);
    const search = { cloud, planes, thickest, outs: cloud.map(points => new Float64Array(points.length / 3)) };
    const sides = kind === 'box' ? [0, 1, 2] : kind === 'capsule' ? [1] : [];
    let least = costOf(shape, search);
    let radius = shape.radius;
    const improves = () => {
        const cost = costOf(shape, search);
        if (!(cost < least)) return false;
        least = cost;
        radius = shape.radius;
        return true;
    };
    const slide = (axis: number, by: number) => {
        for (let i = 0; i < 3; i++) center[i] += by * axes[3 * axis + i];
    };
    for (let halving = 0, step = firstStep; halving < HALVINGS; halving++, step /= 2) {
        for (let round = 0, moving = true; moving && round < ROUNDS; round++) {
            moving = false;
            for (const by of [step, -step]) {
                for (const axis of slides) {
                    slide(axis, by);
                    if (improves()) moving = true; else slide(axis, -by);
                }
                for (const axis of sides) {
                    const before = half[axis];
                    if (before + by < 0 || (kind === 'box' && before + by === 0)) continue;
                    half[axis] += by;
                    if (improves()) moving = true; else half[axis] = before;
                }
            }
            yield;
        }
    }
    shape.radius = radius;
}

/**
 * Fits a shape to points.
 *
 * @param cloud - Sets of at least {@link ENOUGH_POINTS}.
 * @param directions - Unit vectors that the shape's y axis may have; the one with the smallest shape is taken.
 * @param side - Direction that the x axis of the shape is turned to.
 * @param middle - Direction in which it is not moved, or null; a shape on the middle of the body is centred there.
 */
export function *fitShape(kind: BodyShape, cloud: PointSets, directions: readonly Flat[], side: Flat, middle: Flat | null): Steps<Shape> {
    const sample = samplePoints(cloud);
    const shapes: Shape[] = [];
    for (const direction of directions) {
        const box = boxAround(sample[0], frameAbout(direction, side));
        const { center, axes, half } = box;
        const inner = Float64Array.of(0, kind === 'sphere' ? 0 : Math.max(0, half[1] - Math.min(half[0], half[2])), 0);
        const shape = kind === 'box' ? box : createShape(kind, center, axes, inner, 0);
        yield* searchShape(shape, sample, middle, [], Infinity, Math.max(...half) / 2);
        shapes.push(shape);
    }
    const best = shapes.reduce((a, b) => (volumeOf(b) < volumeOf(a) ? b : a));
    yield;
    // the sample may have missed points
    const miss = holdOf(best, cloud) / GROWTH;
    if (miss > 1) growShape(best, miss);
    return best;
}

/** Makes a shape thicker by a factor; a box grows in all directions. */
function growShape(shape: Shape, factor: number): void {
    shape.radius *= factor;
    if (shape.kind === 'box') shape.half.forEach((half, axis) => { shape.half[axis] = half * factor; });
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
