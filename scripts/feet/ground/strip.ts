import type { ProbeLimits } from './kept-rays';
import { createGroundHit, RAY, writeRayDown, type Ground, type GroundHit } from '../../core/ground/ground';
import { addVec, areFinite, copyVec, crossVec, dotVec, normalizeVec, subtractVec, writeDot, type Flat } from '../../core/math/flat-math';
import { clamp } from '../../core/math/scalars';

// The ground below a foot's way from where it leaves it to where it comes down: one strip of heights.
//
// Heights are asked for once, few rays a frame: first where the foot comes down, then under it and ahead. Where two neighbours differ by a step, its edge is found
// by halving.
//
// Reads: the foot's own lengths, its place and the normal to which it is tilted; where its clip comes down. Writes itself alone.

/** Distance between samples as a share of the character's height: 6 cm of 1.75 m; and their number, some of them behind the place where the way begins. */
const SPACING = 0.035;
export const SAMPLES = 56;
const BEHIND = 6;

/** Width to which the place of an edge is found, as a share of the character's height: 8 mm of 1.75 m. */
const EDGE_WIDTH = 0.0046;

/** Length of a way below which it has no direction, as a share of the character's height. */
const SHORT = 0.06;

/** Height from which rays start, in largest steps: the character itself may be a step higher when it is there. */
const HEADROOM = 2;

const spot = new Float64Array(3);
const between = new Float64Array(3);
const ray = new Float64Array(RAY);
const met = createGroundHit();
/** What a ray has met: height over the origin, and whether a foot can stand there. */
const hit = new Float64Array(2);

/** The foot that goes there. */
export interface MovingFoot {
    readonly up: Flat;
    /** Lengths of the foot before and behind the ankle. */
    readonly settings: { readonly length: number; readonly heel: number };
    /** World place of the ankle across the up vector, as it will be shown. */
    readonly swing: { readonly place: Flat };
    /** Normal of the ground that the foot is tilted to. */
    readonly target: { readonly normal: Flat };
}

export class Strip {
    /** Rays that were cast in this frame. */
    casts = 0;

    /** Where the way begins, world space; heights count from here. */
    readonly origin = new Float64Array(3);

    /** Unit direction of the way. */
    readonly direction = new Float64Array(3);

    /** Distances along it of the foot, and of where its clip comes down. */
    position = 0;

    landing = 0;

    /** Whether the ground steps somewhere. */
    hasEdges = false;

    readonly side = new Float64Array(3);

    /** Distance between two samples. */
    spacing = 1;

    /** Distance of the foot beside the way. */
    private aside = 0;

    /** Slope of the ground along the way and across it, as the foot is tilted to it. */
    slope = 0;

    private sideSlope = 0;

    /** Heights as they were found; NaN: not known, -Infinity: no ground. Whether a foot can stand there, where it was found, the normal there. */
    readonly heights = new Float64Array(SAMPLES);

    readonly carries = new Uint8Array(SAMPLES);

    readonly places = new Float64Array(3 * SAMPLES);

    private readonly normals = new Float64Array(3 * SAMPLES);

    /** The same heights where they count in this frame, on the line of the way; -Infinity: none in reach. */
    readonly levels = new Float64Array(SAMPLES);

    /** Between which places the ground steps from one sample to the next. */
    readonly edgeFrom = new Float64Array(SAMPLES);

    readonly edgeTo = new Float64Array(SAMPLES);

    /** Difference between two samples from which on it is a step. */
    steep = 0;

    /** Height of the plane on which the character stands at the origin, and its rise along the way. */
    private level = 0;

    private climb = 0;

    /** Whose heights these are, and whether it is ground that stays. */
    private ground: Ground | null = null;

    private version: number | undefined;

    private stays = true;

    /** Begins the way of a foot. Heights count from where the character is. */
    begin({ swing: { place }, up }: MovingFoot, root: Flat, { size }: ProbeLimits) {
        subtractVec(between, 0, root, 0, place, 0);
        const rise = dotVec(between, 0, up, 0);
        for (let i = 0; i < 3; i++) this.origin[i] = place[i] + rise * up[i];
        this.spacing = SPACING * size;
        this.direction.fill(0);
        this.heights.fill(NaN);
        this.carries.fill(0);
        this.ground = null;
        this.stays = true;
        this.hasEdges = false;
        // a foot that hardly moves has no way yet, and nothing on it
        this.position = this.landing = 0;
    }

    /**
     * Looks at the ground for a frame; false for a way that has no direction yet.
     *
     * @param foot - The foot.
     * @param strike - World place of the ankle where it will come down.
     * @param limits - What counts as ground.
     * @param ground - The ground.
     * @param rays - Most rays that are cast.
     */
    look(foot: MovingFoot, strike: Flat, limits: ProbeLimits, ground: Ground, rays: number): boolean {
        this.casts = 0;
        if (!this.lay(foot, strike, limits)) return false;
        this.ground = ground;
        this.version = ground.version;
        const { length, heel } = foot.settings;
        const last = this.indexAt(this.landing + length) + 1, first = Math.min(last, this.indexAt(this.position - heel));
        this.ask(this.indexAt(this.landing) + 1, foot, limits, rays);
        this.ask(last, foot, limits, rays);
        for (let i = first; i < last; i++) this.ask(i, foot, limits, rays);
        this.readLevels(limits);
        if (this.hasEdges) this.closeIn(first, last, foot, limits, rays);
        return true;
    }

    /** Tells the ground at a world place that it knows already; false where it does not, where the way has steps, or where the ground may have moved since. */
    read(out: GroundHit, place: Flat, ground: Ground): boolean {
        if (ground !== this.ground || ground.version !== this.version || !this.stays || this.hasEdges) return false;
        subtractVec(between, 0, place, 0, this.origin, 0);
        const near = this.indexAt(dotVec(between, 0, this.direction, 0) + this.spacing / 2), aside = dotVec(between, 0, this.side, 0);
        if (!(this.heights[near] > -Infinity)) return false;
        if (!(Math.abs(aside - dotVec(this.places, 3 * near, this.side, 0)) < this.spacing)) return false;
        addVec(out.point, 0, this.origin, 0, this.places, 3 * near);
        copyVec(out.normal, 0, this.normals, 3 * near);
        return true;
    }

    /** Lays the way to where the foot comes down, and finds where the foot is on it; false for a way without direction. */
    private lay({ up, swing: { place }, target: { normal } }: MovingFoot, strike: Flat, limits: ProbeLimits): boolean {
        const { direction, side, origin } = this;
        subtractVec(between, 0, strike, 0, origin, 0);
        const rise = dotVec(between, 0, up, 0);
        for (let i = 0; i < 3; i++) between[i] -= rise * up[i];
        if (dotVec(between, 0, between, 0) > (SHORT * limits.size) ** 2) copyVec(direction, 0, between, 0);
        if (!normalizeVec(direction, 0)) return false;
        crossVec(side, 0, direction, 0, up, 0);
        this.landing = dotVec(between, 0, direction, 0);
        subtractVec(between, 0, place, 0, origin, 0);
        this.position = dotVec(between, 0, direction, 0);
        this.aside = dotVec(between, 0, side, 0);
        const steepness = dotVec(normal, 0, up, 0);
        this.slope = -dotVec(normal, 0, direction, 0) / steepness;
        this.sideSlope = -dotVec(normal, 0, side, 0) / steepness;
        this.steep = Math.tan(Math.acos(limits.minCosine)) * this.spacing;
        // the plane on which the character stands; that of a body that climbs rises along the way
        const tilt = -dotVec(limits.normal, 0, direction, 0) / dotVec(limits.normal, 0, up, 0);
        this.climb = Math.abs(tilt) > Math.abs(limits.climb[0]) ? tilt : limits.climb[0];
        subtractVec(between, 0, limits.plane, 0, origin, 0);
        this.level = dotVec(between, 0, up, 0) - this.climb * dotVec(between, 0, direction, 0);
        return true;
    }

    /** Distance of a sample along the way. */
    distanceOf(index: number): number {
        return (index - BEHIND) * this.spacing;
    }

    /** The last sample before a place, of those that have a next one. */
    indexAt(place: number): number {
        return clamp(Math.floor(place / this.spacing) + BEHIND, 0, SAMPLES - 2);
    }

    /** Whether the ground steps between a sample and the next one; whether it steps down there. */
    stepsAfter(index: number): boolean {
        const step = Math.abs(this.heights[index + 1] - this.heights[index]);
        return step > this.steep && step < Infinity;
    }

    fallsAfter(index: number): boolean {
        return this.stepsAfter(index) && this.heights[index] > this.heights[index + 1];
    }

    private ask(index: number, foot: MovingFoot, limits: ProbeLimits, rays: number) {
        const { heights } = this;
        if (!Number.isNaN(heights[index]) || this.casts >= rays) return;
        this.cast(this.distanceOf(index), foot, limits);
        heights[index] = hit[0];
        this.carries[index] = hit[1];
        copyVec(this.places, 3 * index, between, 0);
        copyVec(this.normals, 3 * index, met.normal, 0);
        for (let i = Math.max(0, index - 1); i <= Math.min(index, SAMPLES - 2); i++) {
            if (!this.stepsAfter(i)) continue;
            this.hasEdges = true;
            this.edgeFrom[i] = this.distanceOf(i);
            this.edgeTo[i] = this.distanceOf(i + 1);
        }
    }

    /** Halves the widths within which edges are known. */
    private closeIn(first: number, last: number, foot: MovingFoot, limits: ProbeLimits, rays: number) {
        const { heights, edgeFrom, edgeTo } = this;
        for (let i = first; i < last; i++) {
            if (!this.stepsAfter(i)) continue;
            while (edgeTo[i] - edgeFrom[i] > EDGE_WIDTH * limits.size && this.casts < rays) {
                const middle = (edgeFrom[i] + edgeTo[i]) / 2;
                this.cast(middle, foot, limits);
                if (2 * hit[0] > heights[i] + heights[i + 1] === heights[i + 1] > heights[i]) edgeTo[i] = middle;
                else edgeFrom[i] = middle;
            }
        }
    }

    /** Casts a ray at a distance along the way: height and whether a foot can stand there come into `hit`, where it is against the origin into `between`. */
    private cast(distance: number, { swing: { place } }: MovingFoot, { up, plane, top, bottom, maxStep, minCosine }: ProbeLimits) {
        for (let i = 0; i < 3; i++) spot[i] = place[i] + (distance - this.position) * this.direction[i];
        this.casts++;
        // it starts over the plane on which the character will stand there
        subtractVec(between, 0, spot, 0, plane, 0);
        const above = this.climb * dotVec(between, 0, this.direction, 0) - dotVec(between, 0, up, 0);
        const highest = maxStep < Infinity ? Math.max(top, HEADROOM * maxStep) : top;
        writeRayDown(ray, spot, 0, up, above + highest, highest - bottom);
        hit[0] = -Infinity;
        hit[1] = 0;
        met.body = null;
        if (this.ground!.cast(met, ray) && areFinite(met.point, 0, 3) && areFinite(met.normal, 0, 3)) {
            subtractVec(between, 0, met.point, 0, this.origin, 0);
            writeDot(hit, 0, between, 0, up, 0);
            if (dotVec(met.normal, 0, up, 0) >= minCosine) hit[1] = 1;
        }
        this.stays &&= met.body === null;
        subtractVec(between, 0, hit[0] > -Infinity ? met.point : spot, 0, this.origin, 0);
    }

    /** Judges what of the known heights is in reach: the character may be put up or down by a whole step in between. */
    private readLevels({ maxStep }: ProbeLimits) {
        const { heights, levels, places, side, sideSlope, aside } = this;
        for (let i = 0; i < SAMPLES; i++) {
            const off = Math.abs(heights[i] - this.level - this.climb * this.distanceOf(i));
            levels[i] = off <= maxStep ? heights[i] : -Infinity;
            if (sideSlope !== 0 && off <= maxStep) levels[i] += sideSlope * (aside - dotVec(places, 3 * i, side, 0));
        }
    }

    /** Height of a sample where a foot can stand, seen along its slope from a place of the ankle. */
    standAt(index: number): number {
        return this.carries[index] === 1 ? this.levels[index] : -Infinity;
    }

    /** Whether the tread of a sample begins with a riser before it. */
    risesBefore(index: number): boolean {
        return index > 0 && this.stepsAfter(index - 1) && !this.fallsAfter(index - 1);
    }
}
