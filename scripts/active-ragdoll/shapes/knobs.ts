import { projectOnCore, reachAlong, type Shape } from './shape';
import { distanceVec, dotVec, type Flat } from '../../core/math/flat-math';

// Small balls on a body where its skin sticks out of its shape: chin and crown of a big head, ears, a hat, a weapon in the hand.
//
// What lies on the ground rests on what reaches furthest down, so it is looked at from all sides: where the skin reaches further than the shape, a
// ball goes to that point, the one that is furthest out first. What a neighbour covers needs none. Lengths are in heights of the character.

/** Radius of a ball: 14 mm of a person. */
export const KNOB_RADIUS = 0.008;

/** How far skin may stick out: 12 mm of a person. */
const ALLOWED = 0.007;

/** Most balls on a body. */
const MOST = 24;

/** From how many sides a body is looked at. */
const SIDES = 160;

/** Directions that are spread evenly over a sphere: a spiral with a golden angle from one to the next. */
const sides = Array.from({ length: SIDES }, (_, i) => {
    const y = 1 - 2 * (i + 0.5) / SIDES, level = Math.sqrt(1 - y * y), angle = i * Math.PI * (3 - Math.sqrt(5));
    return Float64Array.of(level * Math.cos(angle), y, level * Math.sin(angle));
});

const nearest = new Float64Array(3);

/** A point of the skin that is the furthest out on a side. */
interface Extreme {
    readonly side: Flat;
    /** Where the first of its three numbers stands. */
    readonly point: number;
    readonly reach: number;
    /** How far it is out of the shape with its balls. */
    out: number;
}

function extremeOf(points: Flat, side: Flat): Extreme {
    let point = 0, reach = -Infinity;
    for (let p = 0; p < points.length; p += 3) {
        const along = dotVec(points, p, side, 0);
        if (along <= reach) continue;
        reach = along;
        point = p;
    }
    return { side, point, reach, out: 0 };
}

/** Whether a point lies in another shape, or less than a distance outside of it. */
function isNear(points: Flat, p: number, other: Shape, distance: number): boolean {
    projectOnCore(nearest, other, points, p);
    return distanceVec(nearest, 0, points, p) < other.radius + distance;
}

/**
 * Puts balls on a shape until it holds the skin from all sides.
 *
 * @param shape - Receives them.
 * @param points - The skin that it carries.
 * @param neighbours - Shapes that it hangs on, or that hang on it: what they cover needs no ball.
 * @param strangers - All others, which no ball may touch.
 */
export function addKnobs(shape: Shape, points: Flat, neighbours: readonly Shape[], strangers: readonly Shape[]): void {
    if (points.length === 0) return;
    const extremes = sides.map(side => extremeOf(points, side)).filter((extreme) => {
        const { side, point, reach } = extreme;
        extreme.out = reach - reachAlong(shape, side);
        return extreme.out > ALLOWED && !neighbours.some(other => isNear(points, point, other, ALLOWED)) && !strangers.some(other => isNear(points, point, other, 2 * KNOB_RADIUS));
    });
    for (let count = 0; count < MOST && extremes.length > 0; count++) {
        const { side, point, out } = extremes.reduce((a, b) => (b.out > a.out ? b : a));
        if (out <= ALLOWED) return;
        const ball = side.map((value, i) => points[point + i] - KNOB_RADIUS * value);
        shape.knobs = Float64Array.of(...shape.knobs, ...ball);
        shape.knobRadius = KNOB_RADIUS;
        for (const one of extremes) one.out = Math.min(one.out, one.reach - dotVec(ball, 0, one.side, 0) - KNOB_RADIUS);
    }
}
