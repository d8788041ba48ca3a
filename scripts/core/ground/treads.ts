import { createGroundHit, RAY, writeRayDown, type Ground } from './ground';
import { copyVec, dotVec, subtractVec, type Flat } from '../math/flat-math';

// The steps of the ground along a path: where it rises or falls at once, looked for with a few rays a frame and kept while the path goes on.
//
// Heights are taken at even distances, each ray from around the last height, so that stairs are followed up and down. Between two heights
// that differ by a step the place of its edge is found by halving.

/** Distance between two heights, as a share of the character's height: 5 cm of 1.75 m. */
const SPACING = 0.0286;

/** Difference of two that is a step, as a share of the height: 6 cm, what a slope of 50 degrees has. */
const STEP = 0.0343;

/** How far ahead of the character steps are looked for, how far behind the path begins, and what is forgotten: shares of the height. */
const AHEAD = 0.75;
const BEHIND = 0.4;
const FORGET = 1;

/** Reach of a ray above and below the last height, as a share of the height. */
const REACH = 0.4;

/** Width within which the place of an edge is known, as a share of the height: 2 mm. */
const EDGE_WIDTH = 0.0012;

/** Rays a frame; those that find the place of an edge come on top. */
const RAYS = 6;

/** Most edges that are known at a time. */
const EDGES = 24;

/** Cosine between the path and where the character goes, and distance beside it as a share of the height, beyond which it is another path. */
const SAME_WAY = 0.995;
const BESIDE = 0.1;

const ray = new Float64Array(RAY);
const hit = createGroundHit();
const between = new Float64Array(3);
const spot = new Float64Array(3);

export class Treads {
    /** Number of edges, their places along the path, rising, and by how much the ground is higher behind each, negative where it falls. */
    count = 0;

    readonly places = new Float64Array(EDGES);

    readonly rises = new Float64Array(EDGES);

    /** Unit direction of the path, across the up vector. */
    readonly direction = new Float64Array(3);

    private readonly origin = new Float64Array(3);

    private readonly up = new Float64Array(3);

    /** Place and height of the last ray; NaN: nothing is known. */
    private last = NaN;

    private height = 0;

    /** Whether the next height has none before it. */
    private isFirst = true;

    /** Forgets the path. */
    forget() {
        this.last = NaN;
        this.count = 0;
    }

    /** Place of a world point along the path. */
    along(point: Flat, p = 0): number {
        subtractVec(between, 0, point, p, this.origin, 0);
        return dotVec(between, 0, this.direction, 0);
    }

    /** How many edges are before a place: the tread that it is on. */
    treadAt(place: number): number {
        let tread = 0;
        while (tread < this.count && this.places[tread] <= place) tread++;
        return tread;
    }

    /**
     * Goes on with the character.
     *
     * @param ground - What it goes on.
     * @param root - World place of the character.
     * @param direction - Unit direction in which it goes, across `up`.
     * @param size - Its height.
     */
    look(ground: Ground, root: Flat, direction: Flat, up: Flat, size: number) {
        if (!this.goesOn(root, direction, up, size)) this.begin(root, direction, up, size);
        const here = this.along(root);
        this.forgetBehind(here - FORGET * size);
        for (let rays = 0; rays < RAYS && this.last < here + AHEAD * size; rays++) this.goAhead(ground, size);
    }

    private goesOn(root: Flat, direction: Flat, up: Flat, size: number): boolean {
        if (!(this.last > -Infinity) || !(dotVec(direction, 0, this.direction, 0) > SAME_WAY) || !(dotVec(up, 0, this.up, 0) > SAME_WAY)) return false;
        const here = this.along(root);
        const rise = dotVec(between, 0, this.up, 0);
        const beside = dotVec(between, 0, between, 0) - here * here - rise * rise;
        return beside < (BESIDE * size) ** 2 && here > 0 && here < this.last + AHEAD * size;
    }

    private begin(root: Flat, direction: Flat, up: Flat, size: number) {
        copyVec(this.direction, 0, direction, 0);
        copyVec(this.up, 0, up, 0);
        for (let k = 0; k < 3; k++) this.origin[k] = root[k] - BEHIND * size * direction[k];
        this.count = 0;
        this.height = 0;
        this.last = -SPACING * size;
        this.isFirst = true;
    }

    private goAhead(ground: Ground, size: number) {
        const { last, height } = this;
        const next = last + SPACING * size;
        const there = this.heightAt(ground, next, size);
        this.last = next;
        // over a gap the ground goes on as it was
        if (there === -Infinity) return;
        this.height = there;
        const rise = there - height;
        const isStep = !this.isFirst && Math.abs(rise) > STEP * size;
        this.isFirst = false;
        if (!isStep) return;
        let from = last, to = next;
        while (to - from > EDGE_WIDTH * size) {
            const middle = (from + to) / 2;
            if (2 * Math.abs(this.heightAt(ground, middle, size) - height) > Math.abs(rise)) to = middle;
            else from = middle;
        }
        const place = (from + to) / 2, before = this.count - 1;
        // a ray that has met the nose itself
        if (before >= 0 && place - this.places[before] < SPACING * size / 2) {
            this.rises[before] += rise;
            return;
        }
        if (this.count === EDGES) this.drop(1);
        this.places[this.count] = place;
        this.rises[this.count] = rise;
        this.count++;
    }

    /** Height of the ground at a place of the path; -Infinity: there is none in reach. */
    private heightAt(ground: Ground, place: number, size: number): number {
        const { origin, direction, up, height } = this;
        for (let k = 0; k < 3; k++) spot[k] = origin[k] + place * direction[k];
        writeRayDown(ray, spot, 0, up, height + REACH * size, 2 * REACH * size);
        if (!ground.cast(hit, ray)) return -Infinity;
        subtractVec(between, 0, hit.point, 0, origin, 0);
        const found = dotVec(between, 0, up, 0);
        return Number.isFinite(found) ? found : -Infinity;
    }

    private forgetBehind(place: number) {
        let old = 0;
        while (old < this.count && this.places[old] < place) old++;
        if (old > 0) this.drop(old);
    }

    /** Forgets the first edges. */
    private drop(old: number) {
        this.places.copyWithin(0, old, this.count);
        this.rises.copyWithin(0, old, this.count);
        this.count -= old;
    }
}
