import type { GroundProbe } from './ground-probe';
import { KeptRays, placeRay, type ProbeLimits } from './kept-rays';
import type { SoleOutline } from './sole-outline';
import { RAY, type Ground } from '../../core/ground/ground';
import { writeHeightOver } from '../../core/ground/sole-plane';
import { addVec, crossVec, dotVec, rotateVec, subtractVec, type Flat } from '../../core/math/flat-math';
import { clamp } from '../../core/math/scalars';
import { BACK, BACK_LEFT, BACK_RIGHT, FRONT, FRONT_LEFT, FRONT_RIGHT, OUTLINE_POINTS, type OutlinePoints } from '../outline-points';

// A foot that stands over the nose of a stair: what is beyond the nose carries nothing.
//
// Where the ground ends along the two sides of the foot is found by halving, with rays that are left. A foot that its clip rolls over
// the ball, which is in the air here, rolls over the nose instead: it comes down until what has ground under it touches it. Sole and edge
// are taken as convex and straight.

/** Depth below the plane of the sole from which on ground carries nothing, as a share of the character's height: 15 mm of 1.75 m. */
const DEPTH = 0.0086;

/** Breadth of the rim on which a foot stands that has ground under its heel or tip alone, as a share of the character's height: 8 mm of 1.75 m. */
const RIM = 0.0046;

/** Halvings of a side: the edge of a foot of 0.25 m is then known to 4 mm. */
const HALVINGS = 6;

/** Ends of the sides in the outline: left and right, back and front. */
const BACKS = [BACK_LEFT, BACK_RIGHT];
const FRONTS = [FRONT_LEFT, FRONT_RIGHT];

const ray = new Float64Array(RAY);
const spot = new Float64Array(3);
const side = new Float64Array(3);
const between = new Float64Array(3);
const place = new Float64Array(3);
const height = new Float64Array(1);
const heights = new Float64Array(OUTLINE_POINTS);
/** Heights of the lowest points of a sole: of all, of those over ground, of those beyond it. */
const reaches = new Float64Array(3);

/** What this stage reads of a foot. */
interface StandingFoot {
    readonly up: Flat;
    /** Points of the sole in the foot's own frame, world units. */
    readonly seen: { readonly points: Flat };
    readonly sole: { readonly outline: OutlinePoints };
    readonly plant: { readonly base: Flat; readonly heading: Flat };
    readonly probe: { readonly plane: Flat };
}

export class Ledge {
    /** Whether part of the sole has nothing under it; and whether that has been found out. */
    isThere = false;

    private isKnown = false;

    /** Those of the left side, then those of the right one. */
    private readonly rays = new KeptRays(2 * HALVINGS, true);

    /** Where the ground ends on the left and right side, before the ankle. */
    private readonly edges = new Float64Array(2);

    /** Whether it ends ahead of the foot, 1, or behind it, -1. */
    private direction = 0;

    /** Depth of the ground beyond the edge. */
    private depth = 0;

    /** Plane of the ground on which the foot stands. */
    private readonly plane = new Float64Array(6);

    /** Heights of the sole's points over the ground, and their distances beyond the edge. */
    private readonly over: Flat;

    private readonly beyond: Flat;

    /** Rays that were cast in this frame. */
    casts = 0;

    /**
     * @param count - Number of the sole's points.
     */
    constructor(count: number) {
        this.over = new Float64Array(count);
        this.beyond = new Float64Array(count);
    }

    /** Goes along with what the foot stands on. */
    follow(probe: GroundProbe): void {
        if (this.isThere) this.rays.follow(probe);
        this.isKnown = false;
    }

    forget(): void {
        this.isKnown = false;
        if (!this.isThere) return;
        this.rays.forget();
        this.isThere = false;
    }

    /**
     * Finds where the ground under the foot ends, if it does.
     *
     * @param spots - World points of the outline.
     * @param most - Most rays that may be cast.
     */
    find(ground: Ground, limits: ProbeLimits, foot: StandingFoot, outline: SoleOutline, spots: Flat, most: number): void {
        this.casts = 0;
        if (this.isKnown && !outline.hasChanged) return;
        this.isKnown = false;
        const { edges } = this;
        const { ahead } = foot.sole.outline;
        const { plane } = foot.probe;
        for (let i = 0; i < OUTLINE_POINTS; i++) if (!outline.isKnown(i)) return;
        outline.writeHeights(heights, plane, limits.up);
        const least = -DEPTH * limits.size;
        let direction = 0;
        this.depth = Infinity;
        for (let i = 0; i < 2; i++) {
            const back = BACKS[i], front = FRONTS[i];
            const lowest = Math.min(heights[back], heights[front]);
            if (lowest < least) this.depth = Math.min(this.depth, -lowest);
            if (heights[back] >= least === heights[front] >= least) continue;
            direction = heights[back] >= least ? 1 : -1;
            const from = direction > 0 ? back : front, to = direction > 0 ? front : back;
            const share = this.halve(ground, limits, HALVINGS * i, plane, spots, from, to, most);
            if (share < 0) return;
            edges[i] = ahead[from] + share * (ahead[to] - ahead[from]);
        }
        for (let i = 0; i < 2; i++) {
            const back = heights[BACKS[i]] >= least;
            // a side without an edge has ground from end to end, or none
            if (back === heights[FRONTS[i]] >= least) edges[i] = ahead[back === direction > 0 ? FRONTS[i] : BACKS[i]];
        }
        if (direction === 0 && !(Math.max(heights[BACKS[0]], heights[BACKS[1]], heights[FRONTS[0]], heights[FRONTS[1]]) >= least)) {
            // on its heel or on the tip of its toes alone
            direction = heights[BACK] >= least ? 1 : heights[FRONT] >= least ? -1 : 0;
            edges.fill(direction > 0 ? ahead[BACK] + RIM * limits.size : ahead[FRONT] - RIM * limits.size);
        }
        this.isKnown = true;
        this.isThere = direction !== 0;
        if (!this.isThere) return;
        this.direction = direction;
        this.plane.set(plane);
    }

    /** Where the ground ends between a point with ground, 0, and one without, 1; -1: not known yet. */
    private halve(ground: Ground, limits: ProbeLimits, first: number, plane: Flat, spots: Flat, from: number, to: number, most: number): number {
        const { rays } = this;
        let low = 0, high = 1;
        for (let k = 0; k < HALVINGS; k++) {
            const middle = (low + high) / 2;
            for (let axis = 0; axis < 3; axis++) spot[axis] = spots[3 * from + axis] + middle * (spots[3 * to + axis] - spots[3 * from + axis]);
            placeRay(ray, limits, spot, 0);
            if (!rays.isValid(first + k, ray, ground, limits)) {
                if (this.casts >= most) return -1;
                rays.cast(first + k, ray, ground);
                this.casts++;
            }
            writeHeightOver(height, 0, rays.rows, rays.pointOf(first + k), plane, limits.up);
            const carries = rays.carries(first + k, limits) && height[0] >= -DEPTH * limits.size;
            if (carries) low = middle;
            else high = middle;
        }
        return low;
    }

    /**
     * How much lower the foot has to be so that what has ground under it is where the lowest point of its sole would be: height along the
     * up vector, at least 0.
     *
     * @param foot - The foot.
     * @param position - World position and rotation that it would have.
     */
    lower(foot: StandingFoot, position: Flat, rotation: Flat): number {
        this.measure(foot, position, rotation);
        const lowest = reaches[0], carried = reaches[1], hanging = reaches[2];
        const drop = Math.max(0, Math.min(carried - lowest, hanging - lowest + this.depth));
        return drop < Infinity ? drop : 0;
    }

    /** Finds how far over the ground are the lowest point of a foot, the lowest of what has ground under it, and of what has none. */
    private measure(foot: StandingFoot, position: Flat, rotation: Flat): void {
        const { over, beyond, edges, direction, plane } = this;
        const { up, seen: { points }, sole: { outline: { aside } }, plant: { base, heading } } = foot;
        crossVec(side, 0, heading, 0, up, 0);
        const left = (aside[BACK_LEFT] + aside[FRONT_LEFT]) / 2, right = (aside[BACK_RIGHT] + aside[FRONT_RIGHT]) / 2;
        reaches.fill(Infinity);
        for (let i = 0; i < over.length; i++) {
            rotateVec(place, 0, rotation, 0, points, 3 * i);
            addVec(place, 0, place, 0, position, 0);
            writeHeightOver(over, i, place, 0, plane, up);
            subtractVec(between, 0, place, 0, base, 0);
            const share = clamp((dotVec(between, 0, side, 0) - left) / (right - left), 0, 1);
            beyond[i] = direction * (dotVec(between, 0, heading, 0) - edges[0] - share * (edges[1] - edges[0]));
            reaches[0] = Math.min(reaches[0], over[i]);
            const one = beyond[i] > 0 ? 2 : 1;
            reaches[one] = Math.min(reaches[one], over[i]);
        }
        // what lies on the edge is between two points
        for (let i = 0; i < over.length; i++) {
            if (beyond[i] > 0) continue;
            for (let j = 0; j < over.length; j++) {
                if (!(beyond[j] > 0)) continue;
                reaches[1] = Math.min(reaches[1], over[i] + (over[j] - over[i]) * beyond[i] / (beyond[i] - beyond[j]));
            }
        }
    }
}
