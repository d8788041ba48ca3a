// The plane on which points would stand: the facet of their convex hull below a place.
//
// Of all planes that no point is below, it is the one that is highest at the place: a linear program, solved by the dual simplex
// method. Three points around the place span a plane; as long as a point lies below it, the lowest takes the place of one of them, so
// that the place stays between them. It begins with three points far out and far up.

/** A point: two coordinates in the plane, and the height. */
export type Standing = readonly [x: number, height: number, z: number];

/** A plane: height = pitch * x + roll * z + height at the origin. */
export interface SupportPlane { pitch: number; roll: number; height: number }

/** How far out and up the first three points are, in sizes of the body. */
const FAR = 1e3;

/** Depth below the plane that counts as rounding, in sizes of the body. */
const ROUNDING = 1e-9;

/** Most exchanges of a point: a foot of thousands takes some ten. */
const MOST_STEPS = 200;

/** Finds the plane, or null where the place is not above the inside of the points. */
export function planeBelow(points: readonly Standing[], x: number, z: number): SupportPlane | null {
    const size = points.reduce((most, [px, py, pz]) => Math.max(most, Math.abs(px - x), Math.abs(py), Math.abs(pz - z)), 0);
    const far = FAR * size;
    const corners: Standing[] = [[x - far, far, z - far], [x + 2 * far, far, z - far], [x - far, far, z + 2 * far]];
    for (let step = 0; step < MOST_STEPS; step++) {
        const plane = planeThrough(corners);
        if (!plane) return null;
        let lowest: Standing | null = null;
        let depth = ROUNDING * size;
        for (const point of points) {
            const below = plane.height + plane.pitch * point[0] + plane.roll * point[2] - point[1];
            if (below > depth) [lowest, depth] = [point, below];
        }
        if (!lowest) return corners.every(corner => corner[1] < far) ? plane : null;
        corners[leaving(corners, [x, 0, z], lowest)] = lowest;
    }
    return null;
}

/** Index of the corner that another point can take the place of, with the given place still between the corners. */
function leaving(corners: readonly Standing[], place: Standing, next: Standing): number {
    const [held, gained] = [weights(corners, place), weights(corners, next)];
    let [best, least] = [0, Infinity];
    gained.forEach((gain, i) => {
        if (gain > 0 && held[i] / gain < least) [best, least] = [i, held[i] / gain];
    });
    return best;
}

/** Twice the area of a triangle in the plane. */
function area([ax, , az]: Standing, [bx, , bz]: Standing, [cx, , cz]: Standing): number {
    return (bx - ax) * (cz - az) - (cx - ax) * (bz - az);
}

/** Barycentric coordinates. */
function weights([a, b, c]: readonly Standing[], point: Standing): number[] {
    const whole = area(a, b, c);
    return [area(point, b, c) / whole, area(a, point, c) / whole, area(a, b, point) / whole];
}

function planeThrough([a, b, c]: readonly Standing[]): SupportPlane | null {
    const whole = area(a, b, c);
    const pitch = ((b[1] - a[1]) * (c[2] - a[2]) - (c[1] - a[1]) * (b[2] - a[2])) / whole;
    const roll = ((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / whole;
    const height = a[1] - pitch * a[0] - roll * a[2];
    return Number.isFinite(height) ? { pitch, roll, height } : null;
}
