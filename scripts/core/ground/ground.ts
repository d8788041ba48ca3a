import type { Flat } from '../math/flat-math';

// What feet stand on, as little as they need to know of it.

/** A thing of the ground that may move: where it is decides where a foot on it is. */
export interface GroundBody {
    /** Writes position and unit rotation of the thing as it is shown in this frame: seven numbers. */
    readPlace(out: Flat): void;
    /** Whether the thing still carries: false once it is destroyed or switched off. */
    isThere(): boolean;
    /** A number that changes when the thing has got another shape, or has come to be ground or to be none; without it, it stays as it is. */
    readonly version?: number;
}

/** What a ray has met. */
export interface GroundHit {
    /** World point, three numbers. */
    readonly point: Flat;
    /** World normal of unit length, three numbers. */
    readonly normal: Flat;
    /** The thing that was met when it can move; null for ground that stays. */
    body: GroundBody | null;
}

/** Ground that can be asked with rays. */
export interface Ground {
    /**
     * Finds the first point of the ground along a ray.
     *
     * @param hit - Receives what is met; undefined when nothing is.
     * @param ray - World origin and unit direction, six numbers, and the length.
     * @returns Whether something is met.
     */
    cast(hit: GroundHit, ray: Flat): boolean;
    /** A number that changes when ground that stays has changed; without it, answers are kept while a foot and its ground stay. */
    readonly version?: number;
}

/** Numbers of a ray: world origin, unit direction, length. */
export const RAY = 7;

/** Writes a ray straight down, from a height above a world point, both along the up vector. */
export function writeRayDown(ray: Flat, spot: Flat, o: number, up: Flat, above: number, length: number): void {
    for (let i = 0; i < 3; i++) {
        ray[i] = spot[o + i] + above * up[i];
        ray[3 + i] = -up[i];
    }
    ray[6] = length;
}

/** An empty hit. */
export function createGroundHit(): GroundHit {
    return { point: new Float64Array(3), normal: Float64Array.of(0, 1, 0), body: null };
}
