import { readCentre } from './centre-of-mass';
import type { RigidState } from '../dynamics/rigid-state';
import type { BodyTree } from '../dynamics/steering';
import { rotateVec, type Flat } from '../math/flat-math';

// What a body stands on, and where it comes to a stop: the convex hull of its feet on the level, and the extrapolated centre of mass (Hof, Gazendam,
// Sinke, The condition for dynamic stability, 2005). As long as this one is inside, no step is needed.

const centre = new Float64Array(6);

/** The world place of a foot's joint (end 1), or of the end that lies opposite to it (-1). */
export function readFootEnd(out: Flat, o: number, { positions, rotations }: RigidState, { anchors }: BodyTree, foot: number, end: number): void {
    rotateVec(out, o, rotations, 4 * foot, anchors, 3 * foot);
    for (let i = 0; i < 3; i++) out[o + i] = positions[3 * foot + i] + end * out[o + i];
}

/**
 * Finds the support polygon: the hull, seen from above, of the ends of all feet that are near the lowest one.
 *
 * @param state - The bodies.
 * @param tree - How they hang together.
 * @param feet - The last bodies of the legs.
 * @param rise - Metres above the lowest end up to which a foot carries.
 * @returns Corners in order, three numbers each, at the height of the lowest end.
 */
export function supportPolygon(state: RigidState, tree: BodyTree, feet: Int32Array, rise: number): Flat {
    const ends: Float64Array[] = [];
    for (const foot of feet) {
        for (const end of [1, -1]) {
            const point = new Float64Array(3);
            readFootEnd(point, 0, state, tree, foot, end);
            ends.push(point);
        }
    }
    const ground = Math.min(...ends.map(([, y]) => y));
    const carrying = ends.filter(([, y]) => y - ground <= rise).sort((a, b) => a[0] - b[0] || a[2] - b[2]);
    // Andrew's monotone chain: the lower side, then the upper one back
    const half = (points: readonly Float64Array[]) => {
        const side: Float64Array[] = [];
        for (const point of points) {
            while (side.length > 1 && !turnsLeft(side[side.length - 2], side[side.length - 1], point)) side.pop();
            side.push(point);
        }
        return side.slice(0, -1);
    };
    const corners = carrying.length > 2 ? [...half(carrying), ...half(carrying.reverse())] : carrying;
    return Float64Array.from(corners.flatMap(([x, , z]) => [x, ground, z]));
}

function turnsLeft(a: Flat, b: Flat, c: Flat): boolean {
    return (b[0] - a[0]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[0] - a[0]) > 0;
}

/**
 * Writes the extrapolated centre of mass on the ground.
 *
 * @param out - Receives its place, metres.
 * @param state - The bodies.
 * @param masses - Kilograms.
 * @param ground - Height of the ground, metres.
 * @param gravity - m/s², downwards, above 0.
 */
export function extrapolatedCentre(out: Flat, state: RigidState, masses: Flat, ground: number, gravity: number): void {
    readCentre(centre, state, masses);
    const time = Math.sqrt(Math.max(0, centre[1] - ground) / gravity);
    out[0] = centre[0] + time * centre[3];
    out[1] = ground;
    out[2] = centre[2] + time * centre[5];
}

/** Whether a point lies inside of a polygon with corners as {@link supportPolygon} finds them. */
export function isInside(corners: Flat, point: Flat): boolean {
    const count = corners.length / 3;
    for (let i = 0; i < count; i++) {
        const from = corners.subarray(3 * i, 3 * i + 3), to = corners.subarray(3 * ((i + 1) % count));
        if (!turnsLeft(from, to, point)) return false;
    }
    return count > 2;
}
