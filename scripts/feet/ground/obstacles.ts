import type { ProbeLimits } from './kept-rays';
import { SAMPLES, type MovingFoot, type Strip } from './strip';

// What a path over a strip of ground must clear: the treads from where the foot is to where it comes down, their edges, and where that is.
//
// Ground that is one plane has nothing in the way. Where a foot would only graze a tread, it comes down before or beyond the edge.
//
// Reads: the strip, and the foot's own lengths. Writes itself alone.

/** Distance by which a round tip reaches beyond the foot, and height by which a sole passes over an edge: shares of the character's height, 10 and 20 mm of 1.75 m. */
const MARGIN = 0.006;
const CLEARANCE = 0.0115;

/** Height up to which ground is even, as a share of the character's height: 2 mm of 1.75 m. */
const EVEN = 0.0012;

/** Distance by which a foot may be behind its clip, as a share of the character's height. */
export const MAX_LAG = 0.12;

/** Part of a foot, from its tip or its heel, that does not come down on a tread of its own, as a share of the character's height: 45 mm of 1.75 m. */
const GRAZE = 0.026;

/** Distance from an edge at which the foot comes down instead, as a share of the same. */
const BESIDE = 0.017;

export class Obstacles {
    /** Distance along the way at which the foot comes down, and by how much that is moved off an edge. */
    landing = 0;

    landingShift = 0;

    /** Height of the ground where it comes down, as an ankle on it would count it; -Infinity: it cannot stand there. */
    end = -Infinity;

    /** Height of the ankle's ground over each, seen along the slope from the origin, and from where to where each is; -Infinity: no further than it begins. */
    count = 0;

    private readonly tops = new Float64Array(3 * SAMPLES);

    readonly from = new Float64Array(3 * SAMPLES);

    readonly to = new Float64Array(3 * SAMPLES);

    /** What of such a height a foot need not have while it is over the obstacle; and whether the obstacle begins with a riser. */
    readonly spare = new Float64Array(3 * SAMPLES);

    readonly rises = new Uint8Array(3 * SAMPLES);

    constructor(private readonly strip: Strip) {}

    /** Knows of nothing. */
    begin() {
        this.landing = this.landingShift = this.count = 0;
        this.end = -Infinity;
    }

    /** Finds them in what the strip has seen. */
    find(foot: MovingFoot, { size }: ProbeLimits) {
        const { strip, strip: { heights, position } } = this;
        const { length, heel } = foot.settings;
        const last = strip.indexAt(strip.landing + length) + 1, first = Math.min(last, strip.indexAt(position - heel));
        this.landing = strip.landing;
        this.landingShift = strip.hasEdges ? this.findShift(first, last, foot, size) : 0;
        this.landing += this.landingShift;
        this.findEnd(foot);
        let behind = strip.indexAt(position - heel - MAX_LAG * size);
        while (behind < first && Number.isNaN(heights[behind])) behind++;
        this.findObstacles(behind, foot, size);
    }

    /** Height of the ankle's ground over an obstacle at a place of the ankle. */
    topAt(index: number, place: number): number {
        return this.tops[index] + this.strip.slope * place;
    }

    /** Whether the ground at a distance before the ankle, where the foot comes down, is the one on which it stands. */
    carriesAhead(ahead: number, { size }: ProbeLimits): boolean {
        const { strip, landing } = this;
        const place = landing + ahead, index = strip.indexAt(place);
        const stands = strip.standAt(strip.fallsAfter(index) && strip.edgeFrom[index] < place ? index + 1 : index);
        return stands - strip.slope * (place - landing) > this.end - EVEN * size;
    }

    /** Finds by how much the landing is moved off an edge that the foot would only graze: before a riser, or beyond a nose. */
    private findShift(first: number, last: number, { settings: { length, heel } }: MovingFoot, size: number): number {
        const { strip, strip: { levels, edgeFrom }, landing } = this;
        const tip = landing + length, back = landing - heel;
        const least = BESIDE * size, most = GRAZE * size;
        let ahead = 0, before = 0;
        for (let i = first; i < last; i++) {
            if (!strip.stepsAfter(i) || levels[i] === -Infinity || levels[i + 1] === -Infinity) continue;
            const edge = edgeFrom[i];
            if (levels[i + 1] > levels[i]) {
                if (tip > edge - least && tip < edge + most) before = Math.max(before, tip + least - edge);
            } else if (back < edge + least && back > edge - most) {
                ahead = Math.max(ahead, edge + least - back);
            }
        }
        return ahead - before;
    }

    /** Finds how high the ankle's ground is where the foot comes down: what is highest under the foot, seen along its slope. */
    private findEnd({ settings: { length, heel } }: MovingFoot) {
        const { strip, strip: { slope, edgeTo }, landing } = this;
        const first = strip.indexAt(landing - heel), tip = strip.indexAt(landing + length);
        // a tread may begin between the last sample under the foot and its tip
        const last = strip.risesBefore(tip + 1) && strip.edgeTo[tip] < landing + length ? tip + 1 : tip;
        let end = -Infinity, behind = -Infinity;
        for (let i = first; i <= last; i++) {
            const stands = strip.standAt(i) - slope * (strip.distanceOf(i) - landing);
            // the tread behind the heel, unless there is no other in reach yet
            if (i === first && strip.stepsAfter(i) && edgeTo[i] <= landing - heel) behind = stands;
            else end = Math.max(end, stands);
        }
        this.end = end > -Infinity ? end : behind;
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
        const { strip, landing } = this;
        const from = strip.edgeFrom[index], to = strip.edgeTo[index];
        // where the foot comes down it has to be low beyond the edge
        const lands = from <= landing + length && to + heel > landing;
        this.add(top, from - MARGIN * size, lands ? -Infinity : to + MARGIN * size, CLEARANCE * size, !strip.fallsAfter(index));
    }

    /** Finds what is in the way from where the foot is to where it comes down. */
    private findObstacles(first: number, foot: MovingFoot, size: number) {
        const { strip, strip: { levels, slope, carries, edgeFrom, edgeTo }, landing } = this;
        const { length, heel } = foot.settings;
        const last = strip.indexAt(landing + length), standing = strip.indexAt(landing - heel);
        let before = -1;
        this.count = 0;
        for (let i = first; i <= last; i++) {
            // what is too steep to stand on is passed over on the way to where the foot can stand, and not climbed
            if (!(levels[i] > -Infinity) || !(carries[i] === 1 || (i < standing && this.end > -Infinity))) continue;
            const top = levels[i] - slope * strip.distanceOf(i);
            const rises = strip.risesBefore(i), falls = strip.fallsAfter(i), to = falls ? edgeTo[i] : strip.distanceOf(i);
            if (!rises && before >= 0 && Math.abs(this.tops[before] - top) <= EVEN * size) {
                this.to[before] = to;
                this.tops[before] = Math.max(this.tops[before], top);
            } else {
                before = this.count;
                this.add(top, rises ? edgeFrom[i - 1] : strip.distanceOf(i), to, 0, rises);
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
