import type { Ground, GroundHit } from './ground';
import { normalizeVec, type Flat } from '../math/flat-math';

// Ground given by a height over the x-z plane: terrain without a physics engine.

/** Height of the ground in metres above the world's x-z plane; -Infinity where there is none. */
export type HeightFunction = (x: number, z: number) => number;

/** Distance over which the slope is measured, metres. */
const SLOPE_SPAN = 0.01;

/** Cosine to the vertical above which a ray counts as vertical. */
const VERTICAL = 1 - 1e-9;

/** Steps along a ray that is not vertical, and halvings of the step in which it meets the ground. */
const STEPS = 32;
const HALVINGS = 30;

/** Fall of the ground from the place before to the one after; beside a hole the side that is there counts. */
function fall(before: number, here: number, after: number): number {
    if (before === -Infinity) return after === -Infinity ? 0 : (here - after) / SLOPE_SPAN;
    return after === -Infinity ? (before - here) / SLOPE_SPAN : (before - after) / (2 * SLOPE_SPAN);
}

/**
 * Ground over the x-z plane. Rays straight down are answered exactly; others in steps of a 32nd of their length, which may miss ground
 * that is thinner.
 *
 * @example
 * placer.setGround(new HeightGround((x, z) => terrain.heightAt(x, z)));
 */
export class HeightGround implements Ground {
    /** Add one when the heights have changed. */
    version = 0;

    constructor(private readonly height: HeightFunction) {}

    cast(hit: GroundHit, ray: Flat): boolean {
        const share = ray[4] < -VERTICAL ? this.dropDown(ray) : this.march(ray);
        if (Number.isNaN(share)) {
            hit.point.fill(NaN);
            return true;
        }
        if (!(share >= 0 && share <= 1)) return false;
        const { point, normal } = hit;
        for (let i = 0; i < 3; i++) point[i] = ray[i] + ray[3 + i] * share * ray[6];
        const [x, y, z] = point;
        normal[0] = fall(this.height(x - SLOPE_SPAN, z), y, this.height(x + SLOPE_SPAN, z));
        normal[1] = 1;
        normal[2] = fall(this.height(x, z - SLOPE_SPAN), y, this.height(x, z + SLOPE_SPAN));
        normalizeVec(normal, 0);
        hit.body = null;
        return true;
    }

    /** Share of a vertical ray at which it meets the ground; above 1 or below 0: not on it. */
    private dropDown(ray: Flat): number {
        return (ray[1] - this.height(ray[0], ray[2])) / ray[6];
    }

    /** Height of a ray's point above the ground at a share of its length. */
    private above(ray: Flat, share: number): number {
        const distance = share * ray[6];
        return ray[1] + ray[4] * distance - this.height(ray[0] + ray[3] * distance, ray[2] + ray[5] * distance);
    }

    /** Share at which a slanting ray goes below the ground; -1: it does not. */
    private march(ray: Flat): number {
        if (!(this.above(ray, 0) >= 0)) return -1;
        let low = 0;
        for (let step = 1; step <= STEPS; step++) {
            let high = step / STEPS;
            if (this.above(ray, high) >= 0) {
                low = high;
                continue;
            }
            for (let i = 0; i < HALVINGS; i++) {
                const middle = (low + high) / 2;
                if (this.above(ray, middle) >= 0) low = middle; else high = middle;
            }
            return low;
        }
        return -1;
    }
}
