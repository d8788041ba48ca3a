import { findLowest, findNeed, holdBack, stretch, THERE, type Moment, type SwingFoot } from './clearance';
import { GroundAhead, MOST_BEHIND } from './ground-ahead';
import { subtractVec, writeDot, type Flat } from '../core/math/flat-math';
import { stepSpring } from '../core/math/spring';

// The way of a foot through the air over ground that steps up and down: a taut string from where it left the ground to where it will
// come down, over everything between.
//
// In each moment the foot goes along the steepest of the lines to the landing and to the edges that points of its sole have to clear: that is
// the string. What the clip itself lifts the foot comes on top. Up goes before forward: where the string is steeper than a foot can rise, it
// stays back until it is high enough and catches up behind the edge. The way is a function of the place, and gone in small steps of time,
// so it is the same at any frame rate.

/** Distance to the landing from which on ground that is seen under the foot counts for it, as a share of the character's height. */
const NEAR = 0.12;

/** Difference of heights up to which ground is even, as a share of the character's height: 26 mm of 1.75 m. */
const EVEN = 0.015;

/** Longest part of the way that is gone at once, as a share of the character's height: 1 cm of 1.75 m; and the longest time, seconds. */
const STRIDE = 0.006;
const TICK = 1 / 240;

/**
 * Largest speed at which the foot is lifted over its clip, heights of the character per second, and how fast it gets there, per second again.
 * One that is behind is faster.
 */
const LIFT_SPEED = 1.5;
const LIFT_RATE = 40;

/** Speed against the even one to the landing that a foot may have at least, and the time below which that does not grow any more, seconds. */
const HURRY = 1.5;
const SOON = 0.1;

/** Largest speed at which the ankle goes back so that the toes stay before an edge, heights of the character per second. */
const STEP_BACK = 1;

/** Half-life of catching up, seconds. */
const CATCH_UP = 0.06;

const between = new Float64Array(3);
const part = new Float64Array(1);
/** Distance behind the clip to which the foot goes. */
const goal = new Float64Array(1);
const times = new Float64Array(2);

const moment: Moment = { size: 1.5, base: 0.5, done: 0.5, go: 0.5, next: 0.5, place: 0.5, need: 0.5, lowest: 0.5 };

/** Place of the clip, the length of the moment, the time until the foot comes down, and the speed of the clip. */
const clock = new Float64Array(4);

/** The frame that is gone through. */
interface SwingFrame {
    /** World position of the character. */
    readonly root: Flat;
    /** Seconds since the last frame. */
    readonly dt: number;
    /** Height of the character. */
    readonly size: number;
}

export class SwingPath {
    isActive = false;

    /** Whether there is ground where the foot will come down. */
    hasLanding = false;

    /** Height of the string above the origin of the way along the up vector. */
    base = 0;

    readonly ground = new GroundAhead();

    /** By what the foot is behind its clip. */
    readonly back = new Float64Array(3);

    /** Distance by which it is behind, and the rate of that. */
    private readonly hold = new Float64Array(2);

    /** Where the points of the sole were in the last frame. */
    private readonly lastFront: Flat;

    /** Height at the end of the way. */
    private end = 0;

    /** Share of even ground under the foot in that, and by how much it has changed since the last frame. */
    private evenness = 0;

    private drift = 0;

    private lastUnder = 0;

    /** Speed at which the string rises. */
    private rate = 0;

    /** The highest that the string can be after this moment. */
    private highest = 0;

    /** Place of the clip along the way in the last frame, and that of the foot. */
    private wanted = 0;

    private done = 0;

    /** @param points - Points of the sole. */
    constructor(points: number) {
        this.lastFront = new Float64Array(points);
    }

    /** Sees where the points of the sole are while the foot is still on the ground. */
    remember({ front }: SwingFoot) {
        this.lastFront.set(front);
    }

    /** Leaves the ground at a height over the animation, which counts from where the character was. */
    start(root: Flat, up: Flat, lift: Flat) {
        const { ground, hold } = this;
        subtractVec(between, 0, root, 0, ground.origin, 0);
        writeDot(part, 0, between, 0, up, 0);
        this.base = lift[0] + part[0];
        this.wanted = ground.at;
        this.done = ground.at - hold[0];
        this.rate = 0;
        this.isActive = true;
        this.hasLanding = false;
        this.evenness = 0;
    }

    stop() {
        this.isActive = false;
    }

    /** Lets what the foot is behind its clip come to an end, while it is not in the air. */
    settle({ dt }: SwingFrame) {
        if (this.isActive || this.hold[0] === 0) return;
        times[1] = dt;
        goal[0] = 0;
        this.catchUp();
        this.writeBack();
    }

    /** Forgets what the foot is behind its clip. */
    forget() {
        this.hold.fill(0);
        this.back.fill(0);
    }

    /** Finds whether there is a place to come down. */
    seeLanding(): boolean {
        const { ground } = this;
        this.hasLanding = false;
        for (let i = ground.landingFirst; i <= ground.landingLast; i++) this.hasLanding ||= ground.canStand(i);
        return this.hasLanding;
    }

    /**
     * Goes on with the foot.
     *
     * @param foot - The foot.
     * @param time - Seconds until it comes down.
     * @param level - Height over its animation to which flat ground under the foot would bring it now; NaN without any.
     * @param frame - The frame.
     */
    step(foot: SwingFoot, time: Flat, level: Flat, frame: SwingFrame) {
        const { ground } = this;
        const { size } = frame;
        const dt = foot.lapse[0];
        this.findEnd(foot, level, frame);
        moment.size = size;
        if (ground.hasEdges) findLowest(moment, foot);
        const way = ground.at - this.wanted;
        const steps = Math.max(1, Math.ceil(Math.max(way / (STRIDE * size), dt / TICK)));
        clock[3] = way / dt;
        for (let step = steps - 1; step >= 0; step--) {
            this.base += this.drift / steps;
            clock[0] = ground.at - way * step / steps;
            clock[1] = dt / steps;
            clock[2] = Math.max(time[0] + clock[1] * step, clock[1]);
            this.advance(foot);
        }
        this.wanted = ground.at;
        this.lastFront.set(foot.front);
        this.writeBack();
    }

    /** Finds the height at which the way ends. */
    private findEnd(foot: SwingFoot, level: Flat, { root, size }: SwingFrame) {
        const { ground } = this;
        let end = -Infinity;
        for (let i = ground.landingFirst; i <= ground.landingLast; i++) {
            if (ground.canStand(i)) end = Math.max(end, ground.levels[i] - ground.rise * (ground.placeOf(i) - ground.landing));
        }
        // it ends on the way, not beside it
        end -= ground.riseAside * ground.aside;
        // on even ground it ends on what is under the foot when that is near: samples know it to some millimetres only
        subtractVec(between, 0, root, 0, ground.origin, 0);
        writeDot(part, 0, between, 0, foot.up, 0);
        const under = level[0] + part[0];
        const near = Math.min(1, Math.max(0, 2 - 2 * (ground.landing - ground.at) / (NEAR * size)));
        const alike = Math.min(1, Math.max(0, 2 - 2 * Math.abs(under - end) / (EVEN * size)));
        const evenness = near * near * (3 - 2 * near) * alike * alike * (3 - 2 * alike);
        const wasEven = this.evenness;
        this.evenness = evenness > 0 ? evenness : 0;
        this.end = end;
        if (this.evenness > 0) this.end += evenness * (under - end);
        // what the foot has over that ground comes to an end, and it goes along with the ground beside its way
        const drift = Math.min(wasEven, this.evenness) * (under - this.lastUnder);
        this.drift = Math.abs(drift) < Infinity ? drift : 0;
        this.lastUnder = under;
    }

    /** Goes on for a moment. */
    private advance(foot: SwingFoot) {
        const { ground, hold, base, done, end } = this;
        const { size } = moment;
        const wanted = clock[0], dt = clock[1], timeLeft = clock[2];
        const held = hold[0];
        times[1] = dt;
        goal[0] = this.hasLanding ? -ground.detour : 0;
        this.catchUp();
        moment.base = moment.next = base;
        moment.done = done;
        moment.place = wanted - hold[0];
        moment.go = Math.max(0, moment.place - done);
        if (this.hasLanding) {
            const left = Math.max(ground.landing - done, moment.go + THERE * size);
            moment.next += (end - base) * Math.min(1, Math.max(moment.go / left, dt / timeLeft));
            stretch(moment, foot, ground);
        }
        const even = this.hasLanding ? HURRY * Math.abs(end - base) / Math.max(timeLeft, SOON) : 0;
        const most = Math.max(LIFT_SPEED * size + LIFT_SPEED * Math.max(0, held) / MOST_BEHIND, even);
        const highest = this.highest = base + Math.min(most, Math.max(0, this.rate) + LIFT_RATE * size * dt) * dt;
        const lowest = base - Math.min(most, Math.max(0, -this.rate) + LIFT_RATE * size * dt) * dt;
        if (moment.next > highest) {
            // up before forward
            if (ground.hasEdges) moment.place = done + moment.go * (highest - base) / (moment.next - base);
            moment.next = highest;
        } else if (moment.next < lowest) {
            moment.next = lowest;
        }
        if (this.hasLanding) this.clear(foot);
        this.rate = (moment.next - base) / dt;
        this.base = moment.next;
        this.done = Math.max(moment.place, wanted - Math.max(held, MOST_BEHIND * size));
        if (wanted - this.done === hold[0]) return;
        hold[0] = wanted - this.done;
        // what stops the foot does not throw it back
        hold[1] = Math.min((hold[0] - held) / dt, Math.max(0, clock[3]));
    }

    /** Keeps the foot out of the ground, as far as it can rise. */
    private clear(foot: SwingFoot) {
        const { ground, done, highest } = this;
        if (ground.edges > 0) {
            const { place, size } = moment;
            holdBack(moment, foot, ground, this.lastFront);
            moment.place = Math.max(moment.place, Math.min(place, done - STEP_BACK * size * clock[1]));
            if (moment.place < place) moment.next = highest;
        }
        findNeed(moment, foot, ground);
        if (moment.need > moment.next + this.evenness * EVEN * moment.size) moment.next = Math.max(moment.next, Math.min(moment.need, highest));
    }

    /** Lets the foot catch up with its goal; the time is in `times`. */
    private catchUp() {
        const { hold } = this;
        const before = hold[0] - goal[0];
        times[0] = CATCH_UP;
        stepSpring(hold, 0, goal, times);
        if (!((hold[0] - goal[0]) * before < 0)) return;
        hold[0] = goal[0];
        hold[1] = 0;
    }

    private writeBack() {
        for (let i = 0; i < 3; i++) this.back[i] = -this.hold[0] * this.ground.direction[i];
    }
}
