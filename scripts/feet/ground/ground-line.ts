import type { ProbeLimits } from './kept-rays';
import { createGroundHit, RAY, writeRayDown, type Ground, type GroundHit } from '../../core/ground/ground';
import { addVec, areFinite, copyVec, crossVec, dotVec, normalizeVec, subtractVec, writeDot, type Flat } from '../../core/math/flat-math';
import { clamp } from '../../core/math/scalars';

// What lies along the path of a foot: heights of the ground at even distances, and between which places it steps from one to the next.
//
// A place is asked for once, and what is known is kept for the whole path, as heights.

/** Distance between samples, as a share of the character's height: 6 cm of 1.75 m, and how many there are. */
const SPACING = 0.035;
export const SAMPLES = 56;

/** Samples behind the place where the path begins. */
const BEHIND = 6;

/** Width to which the place of an edge is found, as a share of the character's height: 4 mm of 1.75 m. */
const EDGE_WIDTH = 0.0023;

/** Length of a path below which it has no direction, as a share of the character's height. */
const SHORT = 0.06;

/** Height from which rays start, in largest steps: the character itself may be a step higher when it is there. */
const HEADROOM = 2;

const spot = new Float64Array(3);
const between = new Float64Array(3);
const part = new Float64Array(1);
const parts = new Float64Array(2);
const ends = new Float64Array(2);
const ray = new Float64Array(RAY);
/** What was met last, place of the ray that is cast, then height of the ground there and whether a foot can stand on it. */
const met = createGroundHit();
const place = new Float64Array(1);
const hit = new Float64Array(2);

/** The foot that goes there. */
export interface MovingFoot {
    readonly up: Flat;
    /** Lengths of the foot before and behind the ankle. */
    readonly settings: { readonly length: number; readonly heel: number };
    readonly swing: {
        /** World place of the ankle across the up vector, as it will be shown. */
        readonly place: Flat;
    };
    readonly target: {
        /** Normal of the ground that the foot is tilted to. */
        readonly normal: Flat;
    };
}

export class GroundLine {
    /** Rays that were cast in this frame, and how many there may be. */
    casts = 0;

    protected rays = 0;

    /** Where the path begins; heights count from here. */
    readonly origin = new Float64Array(3);

    /** Unit direction of the path, and the one to its right. */
    readonly direction = new Float64Array(3);

    readonly side = new Float64Array(3);

    /** Distance between samples. */
    spacing = 1;

    /** Distance of the foot along the path and beside it, and distance along it at which the foot comes down, metres. */
    position = 0;

    aside = 0;

    landing = 0;

    /** Slope of the ground along the path and across it, as the foot is tilted to it. */
    slope = 0;

    sideSlope = 0;

    /** Whether the ground steps somewhere. */
    hasEdges = false;

    /** Heights of the ground as they were found; NaN: not known, -Infinity: no ground. */
    protected readonly heights = new Float64Array(SAMPLES);

    /** Whether a foot can stand there. */
    protected readonly carries = new Uint8Array(SAMPLES);

    /** Where each was found or taken, against the origin, and the normal there; and how far beside the path that is now. */
    protected readonly places = new Float64Array(3 * SAMPLES);

    private readonly normals = new Float64Array(3 * SAMPLES);

    protected readonly beside = new Float64Array(SAMPLES);

    /** Between which places the ground steps from one sample to the next. */
    protected readonly edgeFrom = new Float64Array(SAMPLES);

    protected readonly edgeTo = new Float64Array(SAMPLES);

    /** Height of the plane on which the character stands at the origin and its rise along the path. */
    private level = 0;

    private climb = 0;

    /** Difference of heights between two samples from which on it is a step. */
    private steep = 0;

    /** Whose heights these are, and whether it is ground that stays. */
    private ground: Ground | null = null;

    private version: number | undefined;

    private stays = true;

    /** Begins a path of a foot. Heights count from where the character is. */
    begin({ swing: { place }, up }: MovingFoot, root: Flat, { size }: ProbeLimits) {
        subtractVec(between, 0, root, 0, place, 0);
        writeDot(part, 0, between, 0, up, 0);
        for (let i = 0; i < 3; i++) this.origin[i] = place[i] + part[0] * up[i];
        this.spacing = SPACING * size;
        this.forget();
        this.direction.fill(0);
        this.hasEdges = false;
    }

    /** Forgets what is known of the ground; the path stays where it is. */
    forget() {
        this.heights.fill(NaN);
        this.carries.fill(0);
        this.ground = null;
        this.stays = true;
    }

    /** Reads the ground at a world place that it knows already; false where it does not, where the path has steps, or where the ground may have moved since. */
    read(out: GroundHit, spot: Flat, ground: Ground): boolean {
        if (ground !== this.ground || ground.version !== this.version || !this.stays || this.hasEdges) return false;
        subtractVec(between, 0, spot, 0, this.origin, 0);
        writeDot(ends, 0, between, 0, this.direction, 0);
        writeDot(ends, 1, between, 0, this.side, 0);
        const before = this.indexAt(ends, 0);
        if (!(this.heights[before] > -Infinity && this.heights[before + 1] > -Infinity)) return false;
        const near = 2 * (ends[0] - this.distanceOf(before)) < this.spacing ? before : before + 1;
        if (!(Math.abs(ends[1] - this.beside[near]) < this.spacing)) return false;
        addVec(out.point, 0, this.origin, 0, this.places, 3 * near);
        copyVec(out.normal, 0, this.normals, 3 * near);
        return true;
    }

    /**
     * Lays the line to where the foot comes down, and finds where the foot is along it, and how steep the ground may be.
     *
     * @param foot - The foot.
     * @param strike - World place of the ankle where it will come down.
     * @param limits - What counts as ground.
     * @param climb - Height that the character gains per distance walked, in its only element.
     * @returns False for a path without direction.
     */
    protected lay(foot: MovingFoot, strike: Flat, limits: ProbeLimits, climb: Flat): boolean {
        const { direction, side, origin } = this;
        const { up, target: { normal: slope } } = foot;
        subtractVec(between, 0, strike, 0, origin, 0);
        writeDot(part, 0, between, 0, up, 0);
        for (let i = 0; i < 3; i++) between[i] -= part[0] * up[i];
        writeDot(part, 0, between, 0, between, 0);
        const least = SHORT * limits.size;
        if (part[0] > least * least) copyVec(direction, 0, between, 0);
        if (!normalizeVec(direction, 0)) return false;
        crossVec(side, 0, direction, 0, up, 0);
        writeDot(part, 0, between, 0, direction, 0);
        this.landing = part[0];
        subtractVec(between, 0, foot.swing.place, 0, origin, 0);
        writeDot(parts, 0, between, 0, direction, 0);
        writeDot(parts, 1, between, 0, side, 0);
        this.position = parts[0];
        this.aside = parts[1];
        writeDot(part, 0, slope, 0, up, 0);
        writeDot(parts, 0, slope, 0, direction, 0);
        writeDot(parts, 1, slope, 0, side, 0);
        this.slope = -parts[0] / part[0];
        this.sideSlope = -parts[1] / part[0];
        this.steep = Math.tan(Math.acos(limits.minCosine)) * this.spacing;
        this.readPlane(limits, climb);
        return true;
    }

    /** Reads the plane on which the character stands; that of a body that climbs rises along the path. */
    private readPlane({ plane, normal, up }: ProbeLimits, climb: Flat) {
        writeDot(parts, 0, normal, 0, this.direction, 0);
        writeDot(parts, 1, normal, 0, up, 0);
        const tilt = -parts[0] / parts[1];
        this.climb = climb[0];
        if (Math.abs(tilt) > Math.abs(climb[0])) this.climb = tilt;
        subtractVec(between, 0, plane, 0, this.origin, 0);
        writeDot(parts, 0, between, 0, up, 0);
        writeDot(parts, 1, between, 0, this.direction, 0);
        this.level = parts[0] - this.climb * parts[1];
    }

    /** Height of the character's plane at a sample. */
    protected planeAt(index: number): number {
        return this.level + this.climb * this.distanceOf(index);
    }

    /** Begins to ask, with some rays. */
    protected startAsking(ground: Ground, rays: number) {
        this.casts = 0;
        this.rays = rays;
        this.ground = ground;
        this.version = ground.version;
    }

    /** Distance of a sample along the path. */
    distanceOf(index: number): number {
        return (index - BEHIND) * this.spacing;
    }

    /** Index of the sample at a place along the path, or of the last one before it. The place comes in a list: a number would be allocated. */
    indexAt(places: Flat, index: number): number {
        return clamp(Math.floor(places[index] / this.spacing) + BEHIND, 0, SAMPLES - 2);
    }

    /** Whether the ground steps up or down between a sample and the next one. */
    protected stepsAfter(index: number): boolean {
        const step = this.heights[index + 1] - this.heights[index] - this.sideSlope * (this.beside[index + 1] - this.beside[index]);
        return Math.abs(step) > this.steep && Math.abs(step) < Infinity;
    }

    protected ask(index: number, foot: MovingFoot, ground: Ground, limits: ProbeLimits) {
        if (!Number.isNaN(this.heights[index]) || this.casts >= this.rays) return;
        place[0] = this.distanceOf(index);
        this.cast(foot, ground, limits);
        this.heights[index] = hit[0];
        this.carries[index] = hit[1];
        copyVec(this.places, 3 * index, between, 0);
        copyVec(this.normals, 3 * index, met.normal, 0);
        writeDot(this.beside, index, between, 0, this.side, 0);
        for (let i = Math.max(0, index - 1); i <= Math.min(index, SAMPLES - 2); i++) {
            if (!this.stepsAfter(i)) continue;
            this.hasEdges = true;
            this.edgeFrom[i] = this.distanceOf(i);
            this.edgeTo[i] = this.distanceOf(i + 1);
        }
    }

    /** Halves the widths within which edges are known. */
    protected closeIn(first: number, last: number, foot: MovingFoot, ground: Ground, limits: ProbeLimits) {
        if (!this.hasEdges) return;
        const { heights, edgeFrom, edgeTo } = this;
        for (let i = first; i < last; i++) {
            if (!this.stepsAfter(i)) continue;
            while (edgeTo[i] - edgeFrom[i] > EDGE_WIDTH * limits.size && this.casts < this.rays) {
                const middle = (edgeFrom[i] + edgeTo[i]) / 2;
                place[0] = middle;
                this.cast(foot, ground, limits);
                const isBehind = 2 * hit[0] > heights[i] + heights[i + 1] === heights[i + 1] > heights[i];
                if (isBehind) edgeTo[i] = middle;
                else edgeFrom[i] = middle;
            }
        }
    }

    /** Casts the ray at `place`: height and whether a foot can stand there come into `hit`, where it is against the origin into `between`. */
    private cast(foot: MovingFoot, ground: Ground, limits: ProbeLimits) {
        const ahead = place[0] - this.position;
        for (let i = 0; i < 3; i++) spot[i] = foot.swing.place[i] + ahead * this.direction[i];
        this.casts++;
        // it starts over the plane on which the character will stand there
        subtractVec(between, 0, spot, 0, limits.plane, 0);
        writeDot(parts, 0, between, 0, this.direction, 0);
        writeDot(parts, 1, between, 0, limits.up, 0);
        const top = limits.maxStep < Infinity ? Math.max(limits.top, HEADROOM * limits.maxStep) : limits.top;
        writeRayDown(ray, spot, 0, limits.up, this.climb * parts[0] - parts[1] + top, top - limits.bottom);
        hit[0] = -Infinity;
        hit[1] = 0;
        met.body = null;
        if (ground.cast(met, ray) && areFinite(met.point, 0, 3) && areFinite(met.normal, 0, 3)) {
            subtractVec(between, 0, met.point, 0, this.origin, 0);
            writeDot(hit, 0, between, 0, limits.up, 0);
            if (dotVec(met.normal, 0, limits.up, 0) >= limits.minCosine) hit[1] = 1;
        }
        this.stays &&= met.body === null;
        subtractVec(between, 0, hit[0] > -Infinity ? met.point : spot, 0, this.origin, 0);
    }
}
