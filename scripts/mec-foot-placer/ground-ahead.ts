import { castDown, type Reach } from './foothold';
import { copyVec, crossVec, dotVec, normalizeVec, subtractVec, type Flat } from '../core/flat-math';
import type { Ground } from '../core/ground';

// The ground along the way of a foot: heights at even distances, and where it steps up or down between two of them.
//
// Rays are few. So they begin a moment before the foot is lifted, go first to where it will come down and to what is next to it, and close in on
// an edge before they go further. What is known is kept for the whole way, as heights: whether they are in reach is judged when they are
// used, as the character may be put up or down by a whole step in between.

/** Distance between samples, as a share of the character's height: 6 cm of 1.75 m, and how many there are. */
const SPACING = 0.035;
const SAMPLES = 56;

/** Samples behind the place where the way begins. */
const BEHIND = 6;

/** Width to which the place of an edge is found, as a share of the character's height: 4 mm of 1.75 m. */
const EDGE_WIDTH = 0.0023;

/** Distance before the toes within which edges are looked for before anything further away, as a share of the character's height. */
const NEXT = 0.2;

/** Length of a way below which it has no direction, as a share of the character's height. */
const SHORT = 0.06;

/** Height from which rays start, in largest steps: the character itself may be a step higher when it is there. */
const HEADROOM = 2;

const spot = new Float64Array(3);
const between = new Float64Array(3);
const hit = new Float64Array(2);

/** The foot that goes there. */
export interface GoingFoot {
    readonly up: Flat;
    /** World place of the ankle across the up vector, as it will be shown. */
    readonly place: Flat;
    /** Lengths of the foot before and behind the ankle. */
    readonly toe: number;
    readonly heel: number;
    /** Normal of the ground that the foot is tilted to. */
    readonly slope: Flat;
}

export class GroundAhead {
    /** Rays that were cast in this frame. */
    casts = 0;

    /** Where the way begins; heights count from here. */
    readonly origin = new Float64Array(3);

    /** Unit direction of the way, and the one beside it. */
    readonly direction = new Float64Array(3);

    readonly side = new Float64Array(3);

    /** Distance between samples. */
    spacing = 1;

    /** Where the foot is along the way and beside it, and where it comes down: on the way. */
    at = 0;

    aside = 0;

    landing = 0;

    /** Whether there are steps. */
    hasEdges = false;

    /** Slope of the ground along the way and beside it, as the foot is tilted to it. */
    rise = 0;

    private riseAside = 0;

    /** Heights of the ground; NaN: not known, -Infinity: no ground. */
    private readonly heights = new Float64Array(SAMPLES);

    /** Whether a foot can stand there. */
    private readonly carries = new Uint8Array(SAMPLES);

    /** Where each was taken, against the origin. */
    private readonly places = new Float64Array(3 * SAMPLES);

    /** Between which places the ground steps from one sample to the next. */
    readonly edgeFrom = new Float64Array(SAMPLES);

    private readonly edgeTo = new Float64Array(SAMPLES);

    /** Height of the plane on which the character stands at the origin and its rise along the way; the largest step from it. */
    private level = 0;

    private climb = 0;

    private maxStep = Infinity;

    /** Difference of heights between two samples from which on it is a step. */
    private steep = 0;

    private rays = 0;

    /**
     * Begins a way.
     *
     * @param root - World position of the character, from which heights count.
     * @param place - World place of the ankle.
     * @param size - Height of the character.
     */
    begin(root: Flat, place: Flat, up: Flat, size: number) {
        subtractVec(between, 0, root, 0, place, 0);
        const level = dotVec(between, 0, up, 0);
        for (let i = 0; i < 3; i++) this.origin[i] = place[i] + level * up[i];
        this.spacing = SPACING * size;
        this.heights.fill(NaN);
        this.carries.fill(0);
        this.direction.fill(0);
        this.hasEdges = false;
    }

    /**
     * Finds where the foot is on the way. Answers false for a way without direction.
     *
     * @param strike - World place of the ankle where the foot will come down.
     */
    aim({ up, place, slope }: GoingFoot, strike: Flat, size: number): boolean {
        const { direction, side, origin } = this;
        subtractVec(between, 0, strike, 0, origin, 0);
        const rise = dotVec(between, 0, up, 0);
        for (let i = 0; i < 3; i++) between[i] -= rise * up[i];
        const least = SHORT * size;
        if (dotVec(between, 0, between, 0) > least * least) copyVec(direction, 0, between, 0);
        if (!normalizeVec(direction, 0)) return false;
        crossVec(side, 0, direction, 0, up, 0);
        const upright = dotVec(slope, 0, up, 0);
        this.rise = -dotVec(slope, 0, direction, 0) / upright;
        this.riseAside = -dotVec(slope, 0, side, 0) / upright;
        subtractVec(between, 0, place, 0, origin, 0);
        this.at = dotVec(between, 0, direction, 0);
        this.aside = dotVec(between, 0, side, 0);
        subtractVec(between, 0, strike, 0, origin, 0);
        this.landing = dotVec(between, 0, direction, 0);
        return true;
    }

    /** Takes over what counts as ground in this frame, and the height that the character gains on its way, per distance. */
    setReach({ plane, normal, up, maxStep, minCosine }: Reach, climb: number) {
        subtractVec(between, 0, plane, 0, this.origin, 0);
        const tilt = -dotVec(normal, 0, this.direction, 0) / dotVec(normal, 0, up, 0);
        this.climb = Math.abs(tilt) > Math.abs(climb) ? tilt : climb;
        this.level = dotVec(between, 0, up, 0) - this.climb * dotVec(between, 0, this.direction, 0);
        this.maxStep = maxStep;
        this.steep = Math.tan(Math.acos(minCosine)) * this.spacing;
    }

    /** Asks for ground that is not known yet, with some rays: where the foot comes down, under it and what is next, edges, then the rest. */
    look(foot: GoingFoot, ground: Ground, reach: Reach, rays: number) {
        this.casts = 0;
        this.rays = rays;
        const { at, landing } = this;
        const last = this.indexOf(landing + foot.toe) + 1;
        const first = Math.min(last, this.indexOf(at - foot.heel));
        const next = Math.min(last, this.indexOf(at + foot.toe) + 2);
        this.ask(this.indexOf(landing) + 1, foot, ground, reach);
        this.ask(last, foot, ground, reach);
        for (let i = next; i >= first; i--) this.ask(i, foot, ground, reach);
        this.closeIn(first, Math.min(last, this.indexOf(at + foot.toe + NEXT * reach.size)), foot, ground, reach);
        for (let i = next; i < last && this.casts < rays; i++) this.ask(i, foot, ground, reach);
        this.closeIn(first, last, foot, ground, reach);
    }

    placeOf(index: number): number {
        return (index - BEHIND) * this.spacing;
    }

    /** Index of the sample at a place along the way, or of the last one before it. */
    indexOf(place: number): number {
        return Math.min(SAMPLES - 2, Math.max(0, Math.floor(place / this.spacing) + BEHIND));
    }

    /** Height of a sample as it would be elsewhere beside the way; -Infinity: nothing in reach is known. */
    heightOf(index: number, beside: number): number {
        const height = this.heights[index];
        if (!(Math.abs(height - this.level - this.climb * this.placeOf(index)) <= this.maxStep)) return -Infinity;
        return height + this.riseAside * (beside - this.besideOf(index));
    }

    /** Whether a foot can stand at a sample. */
    canStand(index: number): boolean {
        return this.carries[index] === 1 && this.heightOf(index, 0) > -Infinity;
    }

    /** Height by which the ground steps up or down between a sample and the next one; 0: it does not. */
    stepAfter(index: number): number {
        const step = this.heights[index + 1] - this.heights[index] - this.riseAside * (this.besideOf(index + 1) - this.besideOf(index));
        return Math.abs(step) > this.steep && Math.abs(step) < Infinity ? step : 0;
    }

    /** Where that step is: the last place that is surely before it when it goes up, the first one surely behind it when it goes down. */
    edgeOf(index: number): number {
        return this.stepAfter(index) > 0 ? this.edgeFrom[index] : this.edgeTo[index];
    }

    /** Height of the ground at a place; -Infinity where nothing in reach is known. */
    heightAt(place: number, beside: number): number {
        const index = this.indexOf(place);
        const before = this.heightOf(index, beside), behind = this.heightOf(index + 1, beside);
        if (before === -Infinity) return behind;
        if (behind === -Infinity) return before;
        if (this.stepAfter(index) !== 0) return place < this.edgeOf(index) ? before : behind;
        return before + (behind - before) * (place - this.placeOf(index)) / this.spacing;
    }

    /** Where a sample was taken beside the way. */
    private besideOf(index: number): number {
        return dotVec(this.places, 3 * index, this.side, 0);
    }

    private ask(index: number, foot: GoingFoot, ground: Ground, reach: Reach) {
        if (!Number.isNaN(this.heights[index]) || this.casts >= this.rays) return;
        this.cast(this.placeOf(index), foot, ground, reach);
        this.heights[index] = hit[0];
        this.carries[index] = hit[1];
        copyVec(this.places, 3 * index, between, 0);
        for (let i = Math.max(0, index - 1); i <= index; i++) {
            if (this.stepAfter(i) === 0) continue;
            this.hasEdges = true;
            this.edgeFrom[i] = this.placeOf(i);
            this.edgeTo[i] = this.placeOf(i + 1);
        }
    }

    /** Halves the widths within which edges are known. */
    private closeIn(first: number, last: number, foot: GoingFoot, ground: Ground, reach: Reach) {
        if (!this.hasEdges) return;
        for (let i = first; i < last; i++) {
            if (this.stepAfter(i) === 0) continue;
            while (this.edgeTo[i] - this.edgeFrom[i] > EDGE_WIDTH * reach.size && this.casts < this.rays) {
                const middle = (this.edgeFrom[i] + this.edgeTo[i]) / 2;
                this.cast(middle, foot, ground, reach);
                const isBehind = 2 * hit[0] > this.heights[i] + this.heights[i + 1] === this.heights[i + 1] > this.heights[i];
                (isBehind ? this.edgeTo : this.edgeFrom)[i] = middle;
            }
        }
    }

    /** Casts the ray at a place: height and whether a foot can stand there come into `hit`, the place against the origin into `between`. */
    private cast(place: number, foot: GoingFoot, ground: Ground, reach: Reach) {
        const { plane, top } = reach;
        // where the foot is now, and on the way itself where it comes down
        const ahead = place - this.at, left = this.landing - this.at;
        const back = left > 0 ? Math.min(1, Math.max(0, ahead / left)) * this.aside : 0;
        for (let i = 0; i < 3; i++) spot[i] = foot.place[i] + ahead * this.direction[i] - back * this.side[i];
        this.casts++;
        // the plane on which the character will stand there
        subtractVec(between, 0, spot, 0, plane, 0);
        const rise = this.climb * dotVec(between, 0, this.direction, 0);
        for (let i = 0; i < 3; i++) plane[i] += rise * foot.up[i];
        if (reach.maxStep < Infinity) reach.top = Math.max(top, HEADROOM * reach.maxStep);
        castDown(hit, ground, reach, spot, this.origin);
        reach.top = top;
        for (let i = 0; i < 3; i++) plane[i] -= rise * foot.up[i];
        subtractVec(between, 0, spot, 0, this.origin, 0);
    }
}
