import { castOnce, type Reach } from './foothold';
import { copyVec, crossVec, dotVec, normalizeVec, subtractVec, type Flat } from '../core/flat-math';
import type { Ground } from '../core/ground';

// The way of a foot through the air over ground that steps up and down: a taut string from where it left the ground to where it will
// come down, over everything between.
//
// The ground along the way is sampled by a few rays a frame: under the foot, where it comes down, and between. In each frame the foot goes along
// the steepest of the lines to the landing and to the edges that the toes have to clear: that is the string. What the clip itself lifts
// the foot comes on top. The way is a function of the place, not of time, so it is the same at any frame rate.

/** Distance between samples, as a share of the character's height: 6 cm of 1.75 m, and how many there are. */
const SPACING = 0.035;
const SAMPLES = 56;

/** Samples behind the place where the foot has left the ground. */
const BEHIND = 6;

/** Rays a frame. */
const CASTS = 3;

/** Height by which the toes pass over an edge, as a share of the character's height: 20 mm of 1.75 m. */
const CLEARANCE = 0.0115;

/** Distance to the landing below which the foot is there, as a share of the character's height. */
const THERE = 0.02;

/** Distance to the landing below which the way keeps its direction, as a share of the character's height. */
const NEAR = 0.12;

/** Difference of heights up to which ground is even, as a share of the character's height: 26 mm of 1.75 m. */
const EVEN = 0.015;

/** Longest part of the way that is gone at once, as a share of the character's height: 1 cm of 1.75 m. */
const STRIDE = 0.006;

/** Largest speed at which the foot is lifted out of an edge, heights of the character per second. */
const LIFT_SPEED = 2.3;

const spot = new Float64Array(3);
const side = new Float64Array(3);
const between = new Float64Array(3);
const height = new Float64Array(2);

/** The foot that swings. */
export interface SwingFoot {
    readonly up: Flat;
    /** World place of the ankle across the up vector, as it will be shown. */
    readonly place: Flat;
    /** Lengths of the foot before and behind the ankle. */
    readonly toe: number;
    readonly heel: number;
    /** Normal of the ground that the foot is tilted to. */
    readonly slope: Flat;
}

/** What is the same for all feet. */
interface SwingFrame {
    readonly root: Flat;
    readonly ground: Ground | null;
    readonly dt: number;
}

export class SwingPath {
    isActive = false;

    /** Rays that were cast in this frame. */
    casts = 0;

    /** Whether there is ground where the foot will come down. */
    hasLanding = false;

    /** Height of the string above {@link origin} along the up vector. */
    base = 0;

    /** Where the foot has left the ground; heights count from here. */
    readonly origin = new Float64Array(3);

    /** Unit direction of the way. */
    readonly direction = new Float64Array(3);

    /** Heights of the ground; NaN: not known, -Infinity: no ground. */
    private readonly heights = new Float64Array(SAMPLES);

    /** Whether a foot can stand there. */
    private readonly carries = new Uint8Array(SAMPLES);

    /** Where each was taken, against the origin. */
    private readonly places = new Float64Array(3 * SAMPLES);

    private spacing = 1;

    /** Place along the way in the last frame. */
    private done = 0;

    private landing = 0;

    /** Place along the way in the step that is made. */
    private reached = 0;

    /** Slope of the ground along the way, and beside it. */
    private rise = 0;

    private riseAside = 0;

    /**
     * Leaves the ground.
     *
     * @param root - World position of the character, from which heights count.
     * @param place - World place of the ankle.
     * @param lift - Height over the animation that the foot has there.
     * @param size - Height of the character.
     */
    start(root: Flat, place: Flat, up: Flat, lift: number, size: number) {
        subtractVec(between, 0, root, 0, place, 0);
        const level = dotVec(between, 0, up, 0);
        for (let i = 0; i < 3; i++) this.origin[i] = place[i] + level * up[i];
        this.base = lift;
        this.spacing = SPACING * size;
        this.heights.fill(NaN);
        this.carries.fill(0);
        this.done = 0;
        this.direction.fill(0);
        this.isActive = true;
        this.hasLanding = false;
    }

    stop() {
        this.isActive = false;
    }

    /**
     * Goes on with the foot.
     *
     * @param foot - The foot.
     * @param strike - World place of the ankle where the foot will come down.
     * @param time - Seconds until then.
     * @param level - Height over its animation to which flat ground under the foot would bring it now; NaN without any.
     * @param frame - The frame.
     * @param reach - What counts as ground under the foot; the plane in it is moved here.
     * @param climb - Height that the character gains on its way, per distance.
     */
    step(foot: SwingFoot, strike: Flat, time: number, level: number, { root, ground, dt }: SwingFrame, reach: Reach, climb: number) {
        const { direction, origin, spacing } = this;
        const { up, place } = foot;
        this.casts = 0;
        subtractVec(between, 0, strike, 0, place, 0);
        const rise = dotVec(between, 0, up, 0);
        for (let i = 0; i < 3; i++) between[i] -= rise * up[i];
        // near its end the way has no direction of its own
        const least = NEAR * reach.size;
        if (dotVec(between, 0, between, 0) > least * least) copyVec(direction, 0, between, 0);
        if (!normalizeVec(direction, 0)) return;
        subtractVec(between, 0, place, 0, origin, 0);
        const at = dotVec(between, 0, direction, 0);
        subtractVec(between, 0, strike, 0, origin, 0);
        this.landing = dotVec(between, 0, direction, 0);
        crossVec(side, 0, direction, 0, up, 0);
        const besideThere = dotVec(between, 0, side, 0);
        this.sample(foot, at, ground!, reach, climb);
        const way = Math.max(0, at - this.done);
        this.done = at;

        const upright = dotVec(foot.slope, 0, up, 0);
        this.rise = -dotVec(foot.slope, 0, direction, 0) / upright;
        this.riseAside = -dotVec(foot.slope, 0, side, 0) / upright;
        let end = this.highest(this.landing - foot.heel, this.landing + foot.toe, this.landing, besideThere);
        this.hasLanding = end > -Infinity && this.canLand(foot);
        // on even ground the way ends on what is under the foot now: samples know it to some millimetres only
        subtractVec(between, 0, root, 0, origin, 0);
        const under = level + dotVec(between, 0, up, 0);
        const isEven = this.landing - at < NEAR * reach.size && Math.abs(under - end) < EVEN * reach.size;
        if (isEven) end = under;
        subtractVec(between, 0, place, 0, origin, 0);
        const beside = dotVec(between, 0, side, 0);
        const steps = Math.max(1, Math.ceil(way / (STRIDE * reach.size)));
        for (let step = 1; step <= steps; step++) {
            const left = Math.max(time + dt * (steps - step) / steps, dt / steps);
            this.advance(foot, at - way * (steps - step) / steps, way / steps, end, dt / steps / left, beside, reach);
            const now = this.highest(this.reached - foot.heel, this.reached + foot.toe + spacing, this.reached, beside);
            const lifted = this.base + LIFT_SPEED * reach.size * dt / steps;
            if (now > this.base + (isEven ? EVEN * reach.size : 0)) this.base = Math.min(now, lifted);
        }
    }

    /** Goes a little way along the string. */
    private advance(foot: SwingFoot, at: number, way: number, end: number, timeShare: number, beside: number, reach: Reach) {
        this.reached = at;
        const before = this.base;
        const left = Math.max(this.landing - at, way + THERE * reach.size);
        let next = this.hasLanding ? before + (end - before) * Math.min(1, Math.max(way / left, timeShare)) : before;
        const clearance = CLEARANCE * reach.size;
        const steep = Math.tan(Math.acos(reach.minCosine)) * this.spacing;
        // without a place to come down there is nothing to climb to
        const last = this.hasLanding ? Math.min(SAMPLES - 1, this.indexOf(this.landing + foot.toe)) : -1;
        for (let i = this.indexOf(at + foot.toe); i <= last; i++) {
            const edge = this.heights[i] - this.heights[i - 1] > steep;
            // the edge is somewhere between two samples
            const ahead = this.placeOf(edge ? i - 1 : i) - foot.toe - at;
            if (!(ahead > 0)) continue;
            const needed = this.heightAt(i, beside) - this.rise * foot.toe + (edge ? clearance : 0);
            if (!(needed > -Infinity)) continue;
            next = Math.max(next, before + (needed - before) * Math.min(1, way / ahead));
        }
        this.base = next;
    }

    /** Whether there is a place to stand on where the foot comes down. */
    private canLand(foot: SwingFoot): boolean {
        const last = Math.min(SAMPLES - 1, this.indexOf(this.landing + foot.toe));
        for (let i = this.indexOf(this.landing - foot.heel); i <= last; i++) if (this.carries[i] === 1) return true;
        return false;
    }

    private placeOf(index: number): number {
        return (index - BEHIND) * this.spacing;
    }

    /** Index of the sample at a place along the way, or the next one behind it. */
    private indexOf(place: number): number {
        return Math.max(1, Math.floor(place / this.spacing) + BEHIND);
    }

    /** Height of a sample as it would be elsewhere beside the way, on ground with the foot's slope. */
    private heightAt(index: number, beside: number): number {
        return this.heights[index] + this.riseAside * (beside - dotVec(this.places, 3 * index, side, 0));
    }

    /** Highest known ground under a foot, seen along its slope from the ankle; -Infinity without any. */
    private highest(from: number, to: number, ankle: number, beside: number): number {
        let highest = -Infinity;
        const last = Math.min(SAMPLES - 1, this.indexOf(to));
        for (let i = this.indexOf(from); i <= last; i++) {
            const over = this.heightAt(i, beside) - this.rise * (this.placeOf(i) - ankle);
            if (over > highest) highest = over;
        }
        return highest;
    }

    /** Asks for ground that is not known yet: under the foot, then where it comes down, then what is nearest. */
    private sample(foot: SwingFoot, at: number, ground: Ground, reach: Reach, climb: number) {
        const first = this.indexOf(at - foot.heel);
        const last = this.indexOf(this.landing + foot.toe);
        const under = Math.min(last, this.indexOf(at + foot.toe) + 1);
        for (let i = first; i <= under; i++) this.ask(i, foot, at, ground, reach, climb);
        this.ask(this.indexOf(this.landing) + 1, foot, at, ground, reach, climb);
        this.ask(last, foot, at, ground, reach, climb);
        for (let i = under; i < last && this.casts < CASTS; i++) this.ask(i, foot, at, ground, reach, climb);
    }

    private ask(index: number, foot: SwingFoot, at: number, ground: Ground, reach: Reach, climb: number) {
        if (index >= SAMPLES || !Number.isNaN(this.heights[index]) || this.casts >= CASTS) return;
        const ahead = this.placeOf(index) - at;
        copyVec(spot, 0, foot.place, 0);
        for (let i = 0; i < 3; i++) spot[i] += ahead * this.direction[i];
        this.casts++;
        subtractVec(between, 0, spot, 0, this.origin, 0);
        copyVec(this.places, 3 * index, between, 0);
        // the plane on which the character will stand there
        subtractVec(between, 0, spot, 0, reach.plane, 0);
        const rise = climb * dotVec(between, 0, this.direction, 0);
        for (let i = 0; i < 3; i++) reach.plane[i] += rise * foot.up[i];
        const isThere = castOnce(height, ground, reach, spot, this.origin);
        this.heights[index] = isThere ? height[0] : -Infinity;
        this.carries[index] = isThere ? height[1] : 0;
        for (let i = 0; i < 3; i++) reach.plane[i] -= rise * foot.up[i];
    }
}
