// The outline of points in a plane: their convex hull, the edge on which it would stand, and where it is long.
//
// Hull: Andrew's monotone chain. Moments: of the area, so that it does not matter where a mesh has many vertices.

/** A place in a plane. */
export type PlanePoint = [x: number, y: number];

/** The lower half of the hull of points that are sorted by x, from the first to the last. */
function lowerHull(points: readonly PlanePoint[]): PlanePoint[] {
    const hull: PlanePoint[] = [];
    for (const point of points) {
        while (hull.length > 1) {
            const [a, b] = [hull[hull.length - 2], hull[hull.length - 1]];
            if ((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) > 0) break;
            hull.pop();
        }
        hull.push(point);
    }
    return hull;
}

function sorted(points: readonly PlanePoint[]): PlanePoint[] {
    return [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/** The edge of the hull on which the points would stand: the lower one below a place on the x axis. Null where that is beside them. */
export function edgeBelow(points: readonly PlanePoint[], centre: number): [PlanePoint, PlanePoint] | null {
    const hull = lowerHull(sorted(points));
    const end = hull.findIndex(point => point[0] > centre);
    return end > 0 ? [hull[end - 1], hull[end]] : null;
}

/**
 * The direction in which the hull is longest, and how much longer than across, as the ratio of its spreads about its middle; null
 * where it has no area.
 */
export function longAxis(points: readonly PlanePoint[]): { direction: PlanePoint; ratio: number } | null {
    const byX = sorted(points);
    const hull = [...lowerHull(byX).slice(0, -1), ...lowerHull(byX.reverse()).slice(0, -1)];
    let [area, x, y, xx, xy, yy] = [0, 0, 0, 0, 0, 0];
    hull.forEach(([ax, ay], i) => {
        const [bx, by] = hull[(i + 1) % hull.length];
        const twice = ax * by - bx * ay;
        area += twice / 2;
        x += twice * (ax + bx) / 6;
        y += twice * (ay + by) / 6;
        xx += twice * (ax * ax + ax * bx + bx * bx) / 12;
        yy += twice * (ay * ay + ay * by + by * by) / 12;
        xy += twice * (ax * by + 2 * ax * ay + 2 * bx * by + bx * ay) / 24;
    });
    if (!(area > 0)) return null;
    xx = xx / area - (x / area) ** 2;
    yy = yy / area - (y / area) ** 2;
    xy = xy / area - x * y / area ** 2;
    const angle = Math.atan2(2 * xy, xx - yy) / 2;
    const half = Math.hypot((xx - yy) / 2, xy);
    const least = Math.max((xx + yy) / 2 - half, Number.MIN_VALUE);
    return { direction: [Math.cos(angle), Math.sin(angle)], ratio: Math.sqrt(((xx + yy) / 2 + half) / least) };
}
