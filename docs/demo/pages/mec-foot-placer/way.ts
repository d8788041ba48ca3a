import type { PlaceName, WayPoint } from './layout';

// The way around the course by its length: where it goes, how high it is, and where on it a point is.

/** Half of the length over which the height is averaged, so that it has no corners, metres. */
const SMOOTH = 0.12;

/** Steps of that average. */
const SAMPLES = 8;

/** A place where the character stands. */
export interface Place {
    readonly name: PlaceName;
    /** Length of the way up to it. */
    readonly along: number;
    /** How far the character turns there, degrees to the left. */
    readonly turn: number;
}

export class Way {
    readonly length: number;

    readonly places: readonly Place[];

    /** Length of the way up to each corner, the first one once more at the end. */
    private readonly lengths: number[] = [0];

    private readonly points: readonly (readonly [number, number, number])[];

    /**
     * @param corners - The corners of the closed way.
     * @param scale - Metres of the scene for a metre of a person.
     */
    constructor(corners: readonly WayPoint[], private readonly scale: number) {
        this.points = [...corners, corners[0]].map(({ at }) => at.map(value => value * scale) as [number, number, number]);
        for (let i = 1; i < this.points.length; i++) {
            const [x, z] = this.points[i], [beforeX, beforeZ] = this.points[i - 1];
            this.lengths.push(this.lengths[i - 1] + Math.hypot(x - beforeX, z - beforeZ));
        }
        this.length = this.lengths.at(-1)!;
        this.places = corners.flatMap(({ place, turn = 0 }, i) => (place ? [{ name: place, along: this.lengths[i], turn }] : []));
    }

    /** Brings a length into one round. */
    wrap(along: number): number {
        return (along % this.length + this.length) % this.length;
    }

    /** The point at a length: x, z and the height of the corners' line. */
    point(along: number): [number, number, number] {
        const at = this.wrap(along);
        const next = Math.max(1, this.lengths.findIndex(length => length > at));
        const share = (at - this.lengths[next - 1]) / (this.lengths[next] - this.lengths[next - 1]);
        return this.points[next].map((value, axis) => this.points[next - 1][axis] * (1 - share) + value * share) as [number, number, number];
    }

    /** The height at a length, without corners. */
    height(along: number): number {
        let sum = 0;
        for (let i = 0; i <= SAMPLES; i++) sum += this.point(along + (2 * i / SAMPLES - 1) * SMOOTH * this.scale)[2];
        return sum / (SAMPLES + 1);
    }

    /**
     * The length at which the way is nearest to a point.
     *
     * @param near - Where to look.
     */
    project(x: number, z: number, near: number): number {
        let best = near, nearest = Infinity;
        for (let i = -20; i <= 40; i++) {
            const along = near + i * 0.01 * this.scale;
            const [wayX, wayZ] = this.point(along);
            const distance = Math.hypot(wayX - x, wayZ - z);
            if (distance < nearest) {
                nearest = distance;
                best = along;
            }
        }
        return best;
    }
}
