import type { Ground, GroundHit } from '../../scripts/index';

// Level ground that remembers the rays it was asked for.

/** A ray: where it starts, its direction and length. */
export interface Ray { from: [number, number, number]; way: [number, number, number]; length: number }

export class RecordedGround implements Ground {
    /** Rays since the list was emptied. */
    rays: Ray[] = [];

    /** Changes with every look at it: nothing is kept. */
    private looks = 0;

    constructor(public height = 0) {}

    get version(): number {
        return this.looks++;
    }

    cast(hit: GroundHit, ray: Float64Array): boolean {
        this.rays.push({ from: [ray[0], ray[1], ray[2]], way: [ray[3], ray[4], ray[5]], length: ray[6] });
        const share = (this.height - ray[1]) / (ray[4] * ray[6]);
        if (!(share >= 0 && share <= 1)) return false;
        hit.point.set([0, 1, 2].map(i => ray[i] + share * ray[6] * ray[3 + i]));
        hit.normal.set([0, 1, 0]);
        hit.body = null;
        return true;
    }
}
