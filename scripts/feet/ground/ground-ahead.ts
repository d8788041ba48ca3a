import { castDown, type ProbeLimits } from './ground-probe';
import { createGroundHit, type Ground, type GroundHit } from '../../core/ground/ground';
import { addVec, copyVec, crossVec, normalizeVec, subtractVec, writeDot, type Flat } from '../../core/math/flat-math';
import { clamp } from '../../core/math/scalars';

// The ground along the path of a foot: heights at even distances, and where it steps up or down between two of them.
//
// Rays are few. So they begin a moment before the foot is lifted, go first to where it will come down and to what is next to it, and close in on
// an edge before they go further. What is known is kept for the whole path, as heights: whether they are in reach is judged in each frame,
// as the character may be put up or down by a whole step in between.

/** Distance between samples, as a share of the character's height: 6 cm of 1.75 m, and how many there are. */
const SPACING = 0.035;
const SAMPLES = 56;

/** Most edges that count at a time. */
const EDGES = 12;

/** Samples behind the place where the path begins. */
const BEHIND = 6;

/** Width to which the place of an edge is found, as a share of the character's height: 4 mm of 1.75 m. */
const EDGE_WIDTH = 0.0023;

/** Distance by which a foot may be behind its clip, as a share of the character's height. */
export const MAX_LAG = 0.12;

/** Length of a path below which it has no direction, as a share of the character's height. */
const SHORT = 0.06;

/** Part of a foot, from its tip or its heel, that does not come down on a tread of its own, as a share of the character's height: 45 mm of 1.75 m. */
const GRAZE = 0.026;

/** Distance from an edge at which the foot comes down instead, and by how much further it goes on doing so, as shares of the same. */
const BESIDE = 0.017;
const HABIT = 0.009;

/** Height from which rays start, in largest steps: the character itself may be a step higher when it is there. */
const HEADROOM = 2;

const spot = new Float64Array(3);
const between = new Float64Array(3);
const part = new Float64Array(1);
const parts = new Float64Array(2);
const ends = new Float64Array(2);
/** What was met last, place of the ray that is cast, then height of the ground there and whether a foot can stand on it. */
const met = createGroundHit();
const place = new Float64Array(1);
const hit = new Float64Array(2);
/** By how much the plane of the character is higher there, and the height above it at which the ray starts. */
const over = new Float64Array(2);

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

export class GroundAhead {
    /** Rays that were cast in this frame. */
    casts = 0;

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

    /** Whether another script has told where the foot comes down. */
    isTold = false;

    /** Distance from where the clip comes down to there: ahead of a nose on which the heel alone would be, or back before a riser. */
    landingShift = 0;

    /** Slope of the ground along the path and across it, as the foot is tilted to it. */
    slope = 0;

    sideSlope = 0;

    /** Samples that count: from the heel of the foot to where its toes come down. */
    first = 0;

    last = 0;

    /** Samples of these on which the foot comes down. */
    landingFirst = 0;

    landingLast = 0;

    /** Samples where the middle of the foot comes down, under its heel, and a little before its toes. */
    private middle = 0;

    private under = 0;

    private next = 0;

    /** Heights of the ground at these, as it would be under the foot on ground with its slope; -Infinity: nothing in reach is known. */
    readonly levels = new Float64Array(SAMPLES);

    /** Whether there are steps, and which ones count: where they are, how high their upper side is, and whether they go up. */
    hasEdges = false;

    edgeCount = 0;

    readonly edgePlaces = new Float64Array(EDGES);

    readonly edgeTops = new Float64Array(EDGES);

    readonly edgeRises = new Uint8Array(EDGES);

    /** Where between a sample and the next one the ground steps to the next one's height; Infinity: an even slope between them. */
    readonly stepPlaces = new Float64Array(SAMPLES);

    /** Heights of the ground as they were found; NaN: not known, -Infinity: no ground. */
    private readonly heights = new Float64Array(SAMPLES);

    /** Whether a foot can stand there. */
    private readonly carries = new Uint8Array(SAMPLES);

    /** Where each was found or taken, against the origin, and the normal there; and how far beside the path that is now. */
    private readonly places = new Float64Array(3 * SAMPLES);

    private readonly normals = new Float64Array(3 * SAMPLES);

    private readonly beside = new Float64Array(SAMPLES);

    /** Between which places the ground steps from one sample to the next. */
    private readonly edgeFrom = new Float64Array(SAMPLES);

    private readonly edgeTo = new Float64Array(SAMPLES);

    /** Height of the plane on which the character stands at the origin and its rise along the path. */
    private level = 0;

    private climb = 0;

    /** Difference of heights between two samples from which on it is a step. */
    private steep = 0;

    private rays = 0;

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
        this.landingShift = 0;
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
     * Finds where the foot is on the path, and takes over what counts as ground in this frame.
     *
     * @param foot - The foot.
     * @param strike - World place of the ankle where it will come down.
     * @param limits - What counts as ground.
     * @param climb - Height that the character gains per distance walked, in its only element.
     * @returns False for a path without direction.
     */
    aim(foot: MovingFoot, strike: Flat, limits: ProbeLimits, climb: Flat): boolean {
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
        this.findSamples(foot, limits);
        this.readPlane(limits, climb);
        return true;
    }

    /** Finds which samples count, and which are asked for first. */
    private findSamples({ settings: { length: toe, heel } }: MovingFoot, { size }: ProbeLimits) {
        ends[0] = this.landing + toe;
        ends[1] = this.landing;
        this.last = Math.min(SAMPLES - 1, this.indexAt(ends, 0) + 1);
        this.middle = Math.min(this.last, this.indexAt(ends, 1) + 1);
        ends[0] = this.position - heel - MAX_LAG * size;
        ends[1] = this.position - heel;
        this.first = Math.min(this.last, this.indexAt(ends, 0));
        this.under = Math.min(this.last, this.indexAt(ends, 1));
        ends[0] = this.position + toe;
        this.next = Math.min(this.last, this.indexAt(ends, 0) + 2);
    }

    /** Asks for ground that is not known yet, with some rays: where the foot comes down, under it and what is next, edges, then the rest. */
    look(foot: MovingFoot, ground: Ground, limits: ProbeLimits, rays: number) {
        this.casts = 0;
        this.rays = rays;
        this.ground = ground;
        this.version = ground.version;
        const { under, next, last } = this;
        this.ask(this.middle, foot, ground, limits);
        this.ask(last, foot, ground, limits);
        for (let i = next; i >= under; i--) this.ask(i, foot, ground, limits);
        for (let i = next; i < last && this.casts < rays; i++) this.ask(i, foot, ground, limits);
        this.closeIn(under, last, foot, ground, limits);
        this.findLanding(foot);
        this.settle(limits);
        this.turnAside(foot, limits);
        this.findLanding(foot);
    }

    /** Moves the landing off an edge that the foot would only graze. */
    private turnAside({ settings: { length: toe, heel } }: MovingFoot, { size }: ProbeLimits) {
        const tip = this.landing + toe, back = this.landing - heel;
        const least = BESIDE * size, most = GRAZE * size + (this.landingShift === 0 ? 0 : HABIT * size);
        let ahead = 0, before = 0;
        for (let i = 0; i < this.edgeCount; i++) {
            const edge = this.edgePlaces[i];
            if (this.edgeRises[i] === 1) {
                if (tip > edge - least && tip < edge + most) before = Math.max(before, tip + least - edge);
            } else if (back < edge + least && back > edge - most) {
                ahead = Math.max(ahead, edge + least - back);
            }
        }
        // a foot that fits nowhere stays where it is
        if (ahead > 0 && before > 0) ahead = before = 0;
        this.landingShift = ahead - before;
        this.landing += ahead - before;
    }

    /** Finds on which samples the foot comes down. */
    private findLanding({ settings: { length: toe, heel } }: MovingFoot) {
        ends[0] = this.landing - heel;
        ends[1] = this.landing + toe;
        this.landingFirst = Math.max(this.first, this.indexAt(ends, 0));
        this.landingLast = Math.min(this.last, this.indexAt(ends, 1));
        if (!this.isTold) return;
        // the heel is beyond the edge of the sample before it; a landing that is only foretold by the clip may end on that
        const { landingFirst } = this;
        if (landingFirst < this.landingLast && this.stepsAfter(landingFirst) && this.edgeTo[landingFirst] <= ends[0]) this.landingFirst++;
    }

    distanceOf(index: number): number {
        return (index - BEHIND) * this.spacing;
    }

    /** Index of the sample at a place along the path, or of the last one before it. The place comes in a list: a number would be allocated. */
    indexAt(places: Flat, index: number): number {
        return clamp(Math.floor(places[index] / this.spacing) + BEHIND, 0, SAMPLES - 2);
    }

    /** Whether a foot can stand at a sample that counts. */
    canStand(index: number): boolean {
        return this.carries[index] === 1 && this.levels[index] > -Infinity;
    }

    /** Whether the foot has to be over a sample: it can stand there, or comes down beyond. Ground that is too steep is not climbed. */
    isRelevant(index: number): boolean {
        return this.levels[index] > -Infinity && (this.carries[index] === 1 || index < this.landingFirst);
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

    /** Judges what counts of what is known. */
    private settle({ maxStep }: ProbeLimits) {
        const { heights, levels, beside, stepPlaces, first, last, sideSlope, aside } = this;
        for (let i = first; i <= last; i++) {
            writeDot(beside, i, this.places, 3 * i, this.side, 0);
            const off = Math.abs(heights[i] - this.level - this.climb * (i - BEHIND) * this.spacing);
            levels[i] = off <= maxStep ? heights[i] + sideSlope * (aside - beside[i]) : -Infinity;
        }
        this.edgeCount = 0;
        for (let i = first; i < last; i++) {
            stepPlaces[i] = Infinity;
            if (!this.stepsAfter(i) || levels[i] === -Infinity || levels[i + 1] === -Infinity) continue;
            const rises = levels[i + 1] > levels[i];
            stepPlaces[i] = rises ? this.edgeFrom[i] : this.edgeTo[i];
            if (this.edgeCount === EDGES || !this.isRelevant(rises ? i + 1 : i)) continue;
            this.edgePlaces[this.edgeCount] = this.edgeFrom[i];
            this.edgeTops[this.edgeCount] = Math.max(levels[i], levels[i + 1]);
            this.edgeRises[this.edgeCount] = rises ? 1 : 0;
            this.edgeCount++;
        }
    }

    /** Whether the ground steps up or down between a sample and the next one. */
    private stepsAfter(index: number): boolean {
        const step = this.heights[index + 1] - this.heights[index] - this.sideSlope * (this.beside[index + 1] - this.beside[index]);
        return Math.abs(step) > this.steep && Math.abs(step) < Infinity;
    }

    private ask(index: number, foot: MovingFoot, ground: Ground, limits: ProbeLimits) {
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
    private closeIn(first: number, last: number, foot: MovingFoot, ground: Ground, limits: ProbeLimits) {
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
        // the plane on which the character will stand there
        subtractVec(between, 0, spot, 0, limits.plane, 0);
        writeDot(over, 0, between, 0, this.direction, 0);
        over[0] *= this.climb;
        over[1] = limits.maxStep < Infinity ? Math.max(limits.top, HEADROOM * limits.maxStep) : limits.top;
        castDown(hit, met, ground, limits, over, spot, this.origin);
        this.stays &&= met.body === null;
        subtractVec(between, 0, hit[0] > -Infinity ? met.point : spot, 0, this.origin, 0);
    }
}
