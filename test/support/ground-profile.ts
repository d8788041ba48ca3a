import type { Ground, GroundBody } from '../../scripts/core/ground/ground';
import type { ProbeLimits } from '../../scripts/feet/ground/kept-rays';
import { Obstacles } from '../../scripts/feet/ground/obstacles';
import { Strip, type MovingFoot } from '../../scripts/feet/ground/strip';

// The ground along the path of a foot of 26 cm, whose heights are a formula.

/** Rays a frame, and frames. */
const RAYS = 8;
const FRAMES = 12;

const SIZE = 1.75;

/** Ground whose height along z is a formula, and how often it was asked. */
export class Profile implements Ground {
    casts = 0;

    body: GroundBody | null = null;

    version = 0;

    constructor(private readonly heightAt: (z: number) => number, private readonly slope = 0) {}

    cast(hit: Parameters<Ground['cast']>[0], ray: Parameters<Ground['cast']>[1]): boolean {
        this.casts++;
        const height = this.heightAt(ray[2]);
        if (!(ray[1] >= height && ray[1] - ray[6] <= height)) return false;
        const length = Math.hypot(1, this.slope);
        hit.point.set([ray[0], height, ray[2]]);
        hit.normal.set([0, 1 / length, -this.slope / length]);
        hit.body = this.body;
        return true;
    }
}

/** Lets a foot look at it for some frames, from 0 to a landing along z. */
export function lookAlong(ground: Ground, landing = 0.7) {
    const ahead = new Strip(), way = new Obstacles(ahead);
    const limits: ProbeLimits = {
        up: Float64Array.of(0, 1, 0), plane: new Float64Array(3), normal: Float64Array.of(0, 1, 0), climb: new Float64Array(1), top: 0.5, bottom: -0.5, maxStep: 0.45, minCosine: 0.5, size: SIZE
    };
    const foot: MovingFoot = {
        up: limits.up, settings: { length: 0.2, heel: 0.06 }, swing: { place: Float64Array.of(0, 0.1, 0) }, target: { normal: Float64Array.of(0, 1, 0) }
    };
    const strike = Float64Array.of(0, 0.1, landing);
    ahead.begin(foot, limits.plane, limits);
    for (let frame = 0; frame < FRAMES; frame++) {
        if (ahead.look(foot, strike, limits, ground, RAYS)) way.find(foot, limits);
    }
    return { ahead, way };
}
