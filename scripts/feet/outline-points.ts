import type { SolePoints } from '../anim/contacts/sole-points';
import { crossVec, dotVec, subtractVec, type Flat } from '../core/math/flat-math';
import type { FootShape } from '../rig/foot-shape';
import { soleBone, type Rig } from '../rig/rig';
import type { Skin } from '../skin/skin';

// The outline of a foot: the points of its lower half that are outermost as seen from above, in eight directions.

/** Places of points on a flat foot: before the ankle, to the right of it, and over the sole. */
export interface OutlinePoints {
    readonly ahead: Flat;
    readonly aside: Flat;
    readonly over: Flat;
}

/** Directions in which the outline of a sole is known: ahead first, then to the right and round. */
export const OUTLINE_POINTS = 8;

/** Some of them. */
export const FRONT = 0;
export const FRONT_RIGHT = 1;
export const BACK_RIGHT = 3;
export const BACK = 4;
export const BACK_LEFT = 5;


/** Share of the ankle's height up to which the foot counts for its outline: what is above is seldom beside anything. */
const LOWER = 0.5;

/** Breadth of the rim of the foot whose lowest point counts as that of its outline, as a share of the character's height: 12 mm of 1.75 m. */
const CAP = 0.007;

/**
 * Measures the outline of a foot on its model, in the model's units.
 *
 * @param found - The points of its sole.
 * @param skin - The character's skin.
 */
export function measureOutline(rig: Rig, shape: FootShape, found: SolePoints, skin: Skin): OutlinePoints {
    const { ends } = rig.skeleton;
    const carrier = soleBone(rig, shape.foot);
    const lower: Place[] = [];
    skin.holders.forEach((holder, i) => {
        if (!(holder >= carrier && holder < ends[carrier])) return;
        const one = placeOf(rig, shape, skin.points.subarray(3 * i, 3 * i + 3));
        if (one.over < LOWER * shape.height) lower.push(one);
    });
    const places = lower.length > 0 ? lower : Array.from(found.nodes, (_, i) => placeOf(rig, shape, modelPlace(rig, found, i)));
    return findOutline(places, CAP * rig.height);
}

/** Where a point is on a flat foot: before the ankle, to the right of it, and over the sole. */
interface Place { ahead: number; aside: number; over: number }

/** A point's place in model space, in the reference pose. */
export function modelPlace({ skeleton: { matrices } }: Rig, { nodes, points }: SolePoints, i: number): Flat {
    const m = 12 * nodes[i];
    return Float64Array.from([0, 1, 2], row => matrices[m + 9 + row] + matrices[m + row] * points[3 * i] + matrices[m + 3 + row] * points[3 * i + 1] + matrices[m + 6 + row] * points[3 * i + 2]);
}

/** Where a point of the model is on a flat foot, in the model's units. */
export function placeOf({ skeleton: { positions } }: Rig, { foot, forward, up, height }: FootShape, point: Flat): Place {
    const [offset, right] = [new Float64Array(3), new Float64Array(3)];
    subtractVec(offset, 0, point, 0, positions, 3 * foot);
    crossVec(right, 0, forward, 0, up, 0);
    return { ahead: dotVec(offset, 0, forward, 0), aside: dotVec(offset, 0, right, 0), over: dotVec(offset, 0, up, 0) + height };
}

/** The points that are outermost in each direction, and how high the foot is there over the sole. */
function findOutline(places: readonly Place[], cap: number): OutlinePoints {
    const extent = (values: number[]) => values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
    // a foot is longer than broad: what is between ahead and aside is so as seen with both the same
    const length = extent(places.map(({ ahead }) => ahead)), breadth = extent(places.map(({ aside }) => aside));
    const outermost = Array.from({ length: OUTLINE_POINTS }, (_, i) => {
        const turn = 2 * Math.PI * i / OUTLINE_POINTS;
        const [x, y] = [Math.cos(turn) / length, Math.sin(turn) / breadth];
        const reach = ({ ahead, aside }: Place) => (ahead * x + aside * y) / Math.hypot(x, y);
        const furthest = places.reduce((a, b) => (reach(b) > reach(a) ? b : a));
        const over = places.filter(one => reach(one) > reach(furthest) - cap).reduce((least, one) => Math.min(least, one.over), Infinity);
        return { ...furthest, over };
    });
    return {
        ahead: Float64Array.from(outermost, ({ ahead }) => ahead), aside: Float64Array.from(outermost, ({ aside }) => aside),
        over: Float64Array.from(outermost, ({ over }) => over)
    };
}
