// The outline of filled triangles: they are drawn into a grid of cells, whose border is walked around and straightened.

/** A loop of points, x and y in cells. */
export type Loop = readonly (readonly [number, number])[];

/** Largest distance of a point that is left out from the line that stays, in cells. */
const STRAIGHT = 0.75;

/** Fewest points of a loop that is kept: less is a speck. */
const LEAST = 12;

/**
 * Finds the outline of triangles.
 *
 * @param width - Cells across.
 * @param height - Cells down.
 * @param corners - Three points a triangle, x and y in cells.
 */
export function outlineOf(width: number, height: number, corners: ArrayLike<number>): Loop[] {
    const cells = new Uint8Array(width * height);
    for (let i = 0; i + 5 < corners.length; i += 6) fill(cells, width, height, corners, i);
    return trace(cells, width, height).filter(loop => loop.length >= LEAST).map(straighten);
}

/** Marks the cells whose middle is inside of a triangle. */
function fill(cells: Uint8Array, width: number, height: number, c: ArrayLike<number>, o: number): void {
    const xs = [c[o], c[o + 2], c[o + 4]];
    const ys = [c[o + 1], c[o + 3], c[o + 5]];
    const side = (a: number, b: number, x: number, y: number) => (xs[b] - xs[a]) * (y - ys[a]) - (ys[b] - ys[a]) * (x - xs[a]);
    for (let row = Math.max(0, Math.floor(Math.min(...ys))); row < Math.min(height, Math.max(...ys) + 1); row++) {
        for (let column = Math.max(0, Math.floor(Math.min(...xs))); column < Math.min(width, Math.max(...xs) + 1); column++) {
            const sides = [side(0, 1, column + 0.5, row + 0.5), side(1, 2, column + 0.5, row + 0.5), side(2, 0, column + 0.5, row + 0.5)];
            if (sides.every(s => s >= 0) || sides.every(s => s <= 0)) cells[row * width + column] = 1;
        }
    }
}

/** Walks around all marked cells, which are to the right of the way. */
function trace(cells: Uint8Array, width: number, height: number): [number, number][][] {
    const at = (x: number, y: number) => (x >= 0 && y >= 0 && x < width && y < height ? cells[y * width + x] : 0);
    // edges between a marked and an unmarked cell, by the corner where they start
    const edges = new Map<string, [number, number][]>();
    const add = (x: number, y: number, toX: number, toY: number) => {
        const key = `${x},${y}`;
        edges.set(key, [...edges.get(key) ?? [], [toX, toY]]);
    };
    for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
            if (!at(x, y)) continue;
            if (!at(x, y - 1)) add(x, y, x + 1, y);
            if (!at(x + 1, y)) add(x + 1, y, x + 1, y + 1);
            if (!at(x, y + 1)) add(x + 1, y + 1, x, y + 1);
            if (!at(x - 1, y)) add(x, y + 1, x, y);
        }
    }
    const loops: [number, number][][] = [];
    for (const [start, ways] of edges) {
        while (ways.length > 0) {
            const loop: [number, number][] = [];
            let key = start;
            for (let next = edges.get(key)?.pop(); next; next = edges.get(key)?.pop()) {
                loop.push(next);
                key = `${next[0]},${next[1]}`;
            }
            loops.push(loop);
        }
    }
    return loops;
}

/** Leaves out the points that are nearly on the line between others (Douglas and Peucker, 1973). */
function straighten(loop: Loop): Loop {
    const kept = new Uint8Array(loop.length);
    const half = loop.length >> 1;
    kept[0] = kept[half] = 1;
    const part = (from: number, to: number) => {
        const [a, b] = [loop[from], loop[to % loop.length]];
        const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
        const length = Math.hypot(dx, dy) || 1;
        let [most, farthest] = [STRAIGHT, -1];
        for (let i = from + 1; i < to; i++) {
            const away = Math.abs(dx * (loop[i][1] - a[1]) - dy * (loop[i][0] - a[0])) / length;
            if (away > most) [most, farthest] = [away, i];
        }
        if (farthest < 0) return;
        kept[farthest] = 1;
        part(from, farthest);
        part(farthest, to);
    };
    part(0, half);
    part(half, loop.length);
    return loop.filter((_, i) => kept[i] === 1);
}
