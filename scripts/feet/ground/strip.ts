import type { ProbeLimits } from './kept-rays';
import { createGroundHit, RAY, writeRayDown, type Ground, type GroundHit } from '../../core/ground/ground';
import { addVec, areFinite, copyVec, crossVec, dotVec, normalizeVec, subtractVec, writeDot, type Flat } from '../../core/math/flat-math';
import { clamp } from '../../core/math/scalars';

// The ground below a foot's way from where it leaves it to where it comes down: one strip of heights, and what of it stands in the way.
//
// Heights are asked for once, few rays a frame: first where the foot comes down, then under it and ahead. Where two neighbours differ by a step, its edge is found
// by halving. Ground that is one plane has nothing in the way.
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

/** Distance by which a round tip reaches beyond the foot, and height by which a sole passes over an edge: shares of the character's height, 10 and 20 mm of 1.75 m. */
export const MARGIN = 0.006;
const CLEARANCE = 0.0115;

/** Height up to which ground is even, as a share of the character's height: 2 mm of 1.75 m. */
const EVEN = 0.0012;

/** Distance by which a foot may be behind its clip, as a share of the character's height. */
export const MAX_LAG = 0.12;

/** Part of a foot, from its tip or its heel, that does not come down on a tread of its own, as a share of the character's height: 45 mm of 1.75 m. */
const GRAZE = 0.026;

/** Distance from an edge at which the foot comes down instead, and by how much further it goes on doing so, as shares of the same. */
const BESIDE = 0.017;
const HABIT = 0.009;

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

    /** Distances along it of the foot, and of where it comes down; and by how much that is moved off an edge. */
    position = 0;

    landing = 0;

    landingShift = 0;

    /** Height of the ground where it comes down, as an ankle on it would count it; -Infinity: it cannot stand there. */
    end = -Infinity;

    /** Distance along the way at which that ground ends below the foot, and how much deeper it is beyond; Infinity: it does not. */
    overhang = Infinity;

    drop = 0;

    /** Obstacles: height of the ankle's ground over each, seen along the slope from the origin, and from where to where each is; -Infinity: no further than it begins. */
    count = 0;

    private readonly tops = new Float64Array(3 * SAMPLES);

    readonly from = new Float64Array(3 * SAMPLES);

    readonly to = new Float64Array(3 * SAMPLES);

    /** What of such a height a foot need not have while it is over the obstacle; and whether the obstacle begins with a riser. */
    readonly spare = new Float64Array(3 * SAMPLES);

    readonly rises = new Uint8Array(3 * SAMPLES);

    /** Whether the ground steps somewhere. */
    hasEdges = false;

    private readonly side = new Float64Array(3);

    private spacing = 1;

    /** Distance of the foot beside the way. */
    private aside = 0;

    /** Slope of the ground along the way and across it, as the foot is tilted to it. */
    private slope = 0;

    private sideSlope = 0;

    /** Heights as they were found; NaN: not known, -Infinity: no ground. Whether a foot can stand there, where it was found, the normal there. */
    private readonly heights = new Float64Array(SAMPLES);

    private readonly carries = new Uint8Array(SAMPLES);

    private readonly places = new Float64Array(3 * SAMPLES);

    private readonly normals = new Float64Array(3 * SAMPLES);

    /** The same heights where they count in this frame, on the line of the way; -Infinity: none in reach. */
    private readonly levels = new Float64Array(SAMPLES);

    /** Between which places the ground steps from one sample to the next. */
    private readonly edgeFrom = new Float64Array(SAMPLES);

    private readonly edgeTo = new Float64Array(SAMPLES);

    /** Height of the plane on which the character stands at the origin and its rise along the way; difference between two samples from which on it is a step. */
    private level = 0;

    private climb = 0;

    private steep = 0;

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
        this.position = this.landing = this.landingShift = this.count = 0;
        this.end = -Infinity;
        this.overhang = Infinity;
    }

    /**
     * Looks at the ground for a frame.
     *
     * @param foot - The foot.
     * @param strike - World place of the ankle where it will come down.
     * @param limits - What counts as ground.
     * @param climb - Height that the character gains per distance walked, in its only element.
     * @param ground - The ground.
     * @param rays - Most rays that are cast.
     */
    look(foot: MovingFoot, strike: Flat, limits: ProbeLimits, climb: Flat, ground: Ground, rays: number) {
        this.casts = 0;
        if (!this.lay(foot, strike, limits, climb)) return;
        this.ground = ground;
        this.version = ground.version;
        const { length, heel } = foot.settings;
        const last = this.indexAt(this.landing + length) + 1, first = Math.min(last, this.indexAt(this.position - heel));
        this.ask(this.indexAt(this.landing) + 1, foot, limits, rays);
        this.ask(last, foot, limits, rays);
        for (let i = first; i < last; i++) this.ask(i, foot, limits, rays);
        this.readLevels(limits);
        if (this.hasEdges) this.closeIn(first, last, foot, limits, rays);
        this.landingShift = this.hasEdges ? this.findShift(first, last, foot, limits) : 0;
        this.landing += this.landingShift;
        this.findEnd(foot);
        let behind = this.indexAt(this.position - heel - MAX_LAG * limits.size);
        while (behind < first && Number.isNaN(this.heights[behind])) behind++;
        this.findObstacles(behind, foot, limits);
    }

    /** Height of the ankle's ground over an obstacle at a place of the ankle. */
    topAt(index: number, place: number): number {
        return this.tops[index] + this.slope * place;
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
    private lay({ up, swing: { place }, target: { normal } }: MovingFoot, strike: Flat, limits: ProbeLimits, climb: Flat): boolean {
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
        this.climb = Math.abs(tilt) > Math.abs(climb[0]) ? tilt : climb[0];
        subtractVec(between, 0, limits.plane, 0, origin, 0);
        this.level = dotVec(between, 0, up, 0) - this.climb * dotVec(between, 0, direction, 0);
        return true;
    }

    /** Distance of a sample along the way. */
    private distanceOf(index: number): number {
        return (index - BEHIND) * this.spacing;
    }

    /** The last sample before a place, of those that have a next one. */
    private indexAt(place: number): number {
        return clamp(Math.floor(place / this.spacing) + BEHIND, 0, SAMPLES - 2);
    }

    private stepsAfter(index: number): boolean {
        const step = Math.abs(this.heights[index + 1] - this.heights[index]);
        return step > this.steep && step < Infinity;
    }

    private fallsAfter(index: number): boolean {
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

    /** Finds by how much the landing is moved off an edge that the foot would only graze: before a riser, or beyond a nose. */
    private findShift(first: number, last: number, { settings: { length, heel } }: MovingFoot, { size }: ProbeLimits): number {
        const { levels, landing, landingShift } = this;
        const tip = landing + length, back = landing - heel;
        const least = BESIDE * size, most = GRAZE * size + (landingShift === 0 ? 0 : HABIT * size);
        let ahead = 0, before = 0;
        for (let i = first; i < last; i++) {
            if (!this.stepsAfter(i) || levels[i] === -Infinity || levels[i + 1] === -Infinity) continue;
            const edge = this.edgeFrom[i];
            if (levels[i + 1] > levels[i]) {
                if (tip > edge - least && tip < edge + most) before = Math.max(before, tip + least - edge);
            } else if (back < edge + least && back > edge - most) {
                ahead = Math.max(ahead, edge + least - back);
            }
        }
        return ahead - before;
    }

    /** Height of a sample where a foot can stand, seen along its slope from a place of the ankle. */
    private standAt(index: number): number {
        return this.carries[index] === 1 ? this.levels[index] : -Infinity;
    }

    /** Finds how high the ankle's ground is where the foot comes down: what is highest under the foot, seen along its slope. */
    private findEnd({ settings: { length, heel } }: MovingFoot) {
        const { landing, slope } = this;
        const first = this.indexAt(landing - heel), last = this.indexAt(landing + length);
        let end = -Infinity, behind = -Infinity;
        for (let i = first; i <= last; i++) {
            const stands = this.standAt(i) - slope * (this.distanceOf(i) - landing);
            // the tread behind the heel, unless there is no other in reach yet
            if (i === first && this.stepsAfter(i) && this.edgeTo[i] <= landing - heel) behind = stands;
            else end = Math.max(end, stands);
        }
        this.end = end > -Infinity ? end : behind;
        this.findOverhang(first, last, heel);
    }

    /** Whether the tread of a sample begins with a riser before it. */
    private risesBefore(index: number): boolean {
        return index > 0 && this.stepsAfter(index - 1) && !this.fallsAfter(index - 1);
    }

    private startOf(index: number): number {
        return this.risesBefore(index) ? this.edgeFrom[index - 1] : this.distanceOf(index);
    }

    private endOf(index: number): number {
        return this.fallsAfter(index) ? this.edgeTo[index] : this.distanceOf(index);
    }

    /** Writes the highest point over a plane of the ground that it knows under a foot that stands somewhere; false where it knows none. */
    writeSupport(out: Flat, base: Flat, plane: Flat, { settings: { length, heel } }: Pick<MovingFoot, 'settings'>): boolean {
        subtractVec(between, 0, base, 0, this.origin, 0);
        const ankle = dotVec(between, 0, this.direction, 0);
        let highest = -Infinity;
        if (Math.abs(dotVec(between, 0, this.side, 0)) > this.spacing) return false;
        for (let i = 0; i < SAMPLES - 1; i++) {
            if (this.standAt(i) === -Infinity || (this.fallsAfter(i) ? this.edgeFrom[i] : this.distanceOf(i)) < ankle - heel || (this.risesBefore(i) ? this.edgeTo[i - 1] : this.distanceOf(i)) > ankle + length) continue;
            addVec(spot, 0, this.origin, 0, this.places, 3 * i);
            subtractVec(between, 0, spot, 0, plane, 0);
            const height = dotVec(between, 0, plane, 3);
            if (!(height > highest)) continue;
            highest = height;
            copyVec(out, 0, spot, 0);
        }
        return highest > -Infinity;
    }

    /** Writes where under a foot the ground begins to fall away below a plane without a step: the distance before the base, and the fall per distance; false where it does not. */
    writeFall(out: Flat, base: Flat, plane: Flat, { up, settings: { length, heel } }: Pick<MovingFoot, 'up' | 'settings'>): boolean {
        subtractVec(between, 0, base, 0, this.origin, 0);
        const ankle = dotVec(between, 0, this.direction, 0), steepness = dotVec(up, 0, plane, 3);
        let before = NaN;
        out[1] = 0;
        for (let i = this.indexAt(ankle); i < SAMPLES - 1 && this.distanceOf(i) <= ankle + length; i++) {
            if (this.stepsAfter(i)) return false;
            if (!(this.heights[i + 1] > -Infinity)) break;
            addVec(spot, 0, this.origin, 0, this.places, 3 * i + 3);
            subtractVec(between, 0, plane, 0, spot, 0);
            const depth = dotVec(between, 0, plane, 3) / steepness, place = this.distanceOf(i + 1) - ankle;
            if (out[1] > 0) {
                // a hollow comes up again
                out[1] = Math.min(out[1], depth / (place - out[0]));
                if (!(out[1] > 0)) return false;
            } else if (before > this.steep / 8) {
                out[1] = (depth - before) / this.spacing;
                out[0] = place - depth / out[1];
            }
            before = depth;
        }
        // what begins behind its heel is a step of all that it stands on
        return out[1] > 0 && out[0] > -heel;
    }

    private add(top: number, from: number, to: number, spare: number, rises: boolean) {
        const index = this.count++;
        this.tops[index] = top + spare;
        this.from[index] = from;
        this.to[index] = to;
        this.spare[index] = spare;
        this.rises[index] = rises ? 1 : 0;
    }

    /** Adds the edge after a sample, over which a sole passes at a distance. */
    private addEdge(index: number, top: number, { settings: { length, heel } }: MovingFoot, size: number) {
        const { landing } = this;
        const from = this.edgeFrom[index], to = this.edgeTo[index];
        // where the foot comes down it has to be low beyond the edge
        const lands = from <= landing + length && to + heel > landing;
        this.add(top, from - MARGIN * size, lands ? -Infinity : to + MARGIN * size, CLEARANCE * size, !this.fallsAfter(index));
    }

    /** Finds where the tread ends on which the foot comes down, and how far below it the highest ground is that the foot reaches beyond. */
    private findOverhang(first: number, last: number, heel: number) {
        const { heights, levels, slope, landing, end } = this;
        this.overhang = Infinity;
        for (let i = first; i <= last; i++) {
            const top = levels[i] - slope * (this.distanceOf(i) - landing);
            if (!this.fallsAfter(i) || this.edgeFrom[i] <= landing - heel || top < end - this.steep / 2) continue;
            this.overhang = this.edgeFrom[i];
            this.drop = Infinity;
            for (let j = i + 1; j <= last + 1; j++) if (heights[j] > -Infinity) this.drop = Math.min(this.drop, heights[i] - heights[j]);
        }
        // it lies on both sides of a gap
        if (!(this.drop > this.steep)) this.overhang = Infinity;
    }

    /** Finds what is in the way from where the foot is to where it comes down. */
    private findObstacles(first: number, foot: MovingFoot, { size }: ProbeLimits) {
        const { levels, slope, landing } = this;
        const { length, heel } = foot.settings;
        const last = this.indexAt(landing + length), standing = this.indexAt(landing - heel);
        let before = -1;
        this.count = 0;
        for (let i = first; i <= last; i++) {
            // what is too steep to stand on is passed over on the way to where the foot can stand, and not climbed
            if (!(levels[i] > -Infinity) || !(this.carries[i] === 1 || (i < standing && this.end > -Infinity))) continue;
            const top = levels[i] - slope * this.distanceOf(i);
            const rises = this.risesBefore(i), falls = this.fallsAfter(i), to = this.endOf(i);
            if (!rises && before >= 0 && Math.abs(this.tops[before] - top) <= EVEN * size) {
                this.to[before] = to;
                this.tops[before] = Math.max(this.tops[before], top);
            } else {
                before = this.count;
                this.add(top, this.startOf(i), to, 0, rises);
            }
            if (rises) this.addEdge(i - 1, top, foot, size);
            if (falls) {
                this.addEdge(i, top, foot, size);
                before = -1;
            }
        }
        // level ground is never higher than where the foot comes down
        if (this.count === 1 && slope === 0) this.count = 0;
    }
}
