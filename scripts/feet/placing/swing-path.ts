import { findLowestPoint, findRequiredHeight, limitAdvance, raiseOverGround, ARRIVED, type SwingState, type SwingFoot } from './clearance';
import { copyVec, subtractVec, writeDot, type Flat } from '../../core/math/flat-math';
import { stepSpring } from '../../core/math/spring';
import { GroundAhead, MAX_LAG } from '../ground/ground-ahead';
import type { MovingFoot } from '../ground/ground-line';
import type { ProbeLimits } from '../ground/kept-rays';

// The path of a foot through the air over ground that steps up and down: a taut string from where it left the ground to where it will
// come down, over everything between.
//
// In each moment the foot goes along the steepest of the lines to the landing and to the edges that points of its sole have to clear: that is
// the string. What the clip itself lifts the foot comes on top. Up goes before forward: where the string is steeper than a foot can rise, it
// stays back until it is high enough and catches up behind the edge. The height is a function of the place, and stepped in short times,
// so it is the same at any frame rate; stepped once a frame, feet go through edges on most courses (courses.test.ts).

/** Longest step along the path, as a share of the character's height: 1 cm of 1.75 m; and the longest time of one, seconds. */
const STRIDE = 0.006;
const TICK = 1 / 240;

/**
 * Largest speed at which the foot is lifted over its clip, heights of the character per second, and how fast it gets there, per second again.
 * One that is behind is faster.
 */
const LIFT_SPEED = 1.5;
const LIFT_RATE = 40;

/** Smallest speed limit of a foot in the air, as a multiple of the constant speed that reaches the landing in time, and the seconds left below which it grows no further. */
const HURRY = 1.5;
const SOON = 0.1;

/** Largest speed at which the ankle goes back so that the toes stay before an edge, heights of the character per second. */
const STEP_BACK = 1;

/** Half-life of catching up, seconds. */
const CATCH_UP = 0.06;

const between = new Float64Array(3);
const part = new Float64Array(1);
/** Distance behind the clip to which the foot goes, and the time that it has for it. */
const goal = new Float64Array(1);
const times = new Float64Array(1);

const moment: SwingState = { size: 1.5, base: 0.5, done: 0.5, go: 0.5, next: 0.5, place: 0.5, requiredHeight: 0.5, lowest: 0.5 };

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

    /** Height of the path above its origin along the up vector, without what the clip lifts the foot, metres. */
    height = 0;

    readonly ground = new GroundAhead();

    /** Offset of the foot from its clip, against the direction of the path, metres. */
    readonly lagOffset = new Float64Array(3);

    /** Distance by which the foot is behind its clip, metres, and the rate of that. */
    private readonly lag = new Float64Array(2);

    /** Where the points of the sole were in the last frame. */
    private readonly lastFront: Flat;

    /** Height at the end of the path. */
    end = 0;

    /** Speed at which the string rises. */
    private rate = 0;

    /** The highest that the string can be after this moment. */
    private highest = 0;

    /** Where the clip and the foot were on the path in the last frame, metres from its origin. */
    private clipPosition = 0;

    private footPosition = 0;

    /** @param points - Points of the sole. */
    constructor(points: number) {
        this.lastFront = new Float64Array(points);
    }

    /** Begins a path over the ground. Heights count from another origin then: that of the path so far too. */
    begin(foot: MovingFoot, root: Flat, limits: ProbeLimits) {
        const { ground, ground: { origin } } = this;
        copyVec(between, 0, origin, 0);
        ground.begin(foot, root, limits);
        subtractVec(between, 0, between, 0, origin, 0);
        writeDot(part, 0, between, 0, foot.up, 0);
        this.height += part[0];
    }

    /** Sees where the points of the sole are while the foot is still on the ground. */
    remember({ swing: { front } }: SwingFoot) {
        this.lastFront.set(front);
    }

    /** Leaves the ground at a height over the animation, which counts from where the character was. */
    start(root: Flat, up: Flat, lift: Flat) {
        const { ground, lag } = this;
        subtractVec(between, 0, root, 0, ground.origin, 0);
        writeDot(part, 0, between, 0, up, 0);
        this.height = lift[0] + part[0];
        this.clipPosition = ground.position;
        this.footPosition = ground.position - lag[0];
        this.rate = 0;
        this.isActive = true;
        this.hasLanding = false;
    }

    stop() {
        this.isActive = false;
    }

    /** Goes on to its end in what was left of its time as of the last frame: it has come down in this one. */
    finish(time: Flat, { dt, size }: SwingFrame) {
        if (!this.isActive || !this.hasLanding || time[0] > dt) return;
        const most = LIFT_SPEED * size * time[0];
        this.height = Math.max(this.height - most, Math.min(this.height + most, this.end));
    }

    /** Lets what the foot is behind its clip come to an end, while it is not in the air: at once, it would jump down stairs (stairs.test.ts). */
    settle({ dt }: SwingFrame) {
        if (this.isActive || this.lag[0] === 0) return;
        times[0] = dt;
        goal[0] = 0;
        this.catchUp();
        this.writeLagOffset();
    }

    /** Forgets what the foot is behind its clip. */
    forget() {
        this.lag.fill(0);
        this.lagOffset.fill(0);
    }

    /** Finds whether there is a place to come down. */
    findLanding(): boolean {
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
     * @param frame - The frame.
     */
    step(foot: SwingFoot, time: Flat, { size }: SwingFrame) {
        const { ground } = this;
        const dt = foot.contact.subFrameTime;
        this.findEnd();
        moment.size = size;
        if (ground.hasEdges) findLowestPoint(moment, foot);
        const distance = ground.position - this.clipPosition;
        const steps = Math.max(1, Math.ceil(Math.max(distance / (STRIDE * size), dt / TICK)));
        clock[3] = distance / dt;
        for (let step = steps - 1; step >= 0; step--) {
            clock[0] = ground.position - distance * step / steps;
            clock[1] = dt / steps;
            clock[2] = Math.max(time[0] + clock[1] * step, clock[1]);
            this.advance(foot);
        }
        this.clipPosition = ground.position;
        this.lastFront.set(foot.swing.front);
        this.writeLagOffset();
    }

    /** Finds the height at which the path ends. */
    private findEnd() {
        const { ground } = this;
        let end = -Infinity;
        for (let i = ground.landingFirst; i <= ground.landingLast; i++) {
            if (ground.canStand(i)) end = Math.max(end, ground.levels[i] - ground.slope * (ground.distanceOf(i) - ground.landing));
        }
        // it ends on the path, not beside it
        end -= ground.sideSlope * ground.aside;
        this.end = end;
    }

    /** Goes on for a moment. */
    private advance(foot: SwingFoot) {
        const { ground, lag, height, footPosition, end } = this;
        const { size } = moment;
        const clipPosition = clock[0], dt = clock[1], timeLeft = clock[2];
        const held = lag[0];
        times[0] = dt;
        goal[0] = this.hasLanding ? -ground.landingShift : 0;
        this.catchUp();
        moment.base = moment.next = height;
        moment.done = footPosition;
        moment.place = clipPosition - lag[0];
        moment.go = Math.max(0, moment.place - footPosition);
        if (this.hasLanding) {
            const left = Math.max(ground.landing - footPosition, moment.go + ARRIVED * size);
            moment.next += (end - height) * Math.min(1, Math.max(moment.go / left, dt / timeLeft));
            raiseOverGround(moment, foot, ground);
        }
        const even = this.hasLanding ? HURRY * Math.abs(end - height) / Math.max(timeLeft, SOON) : 0;
        const most = Math.max(LIFT_SPEED * size + LIFT_SPEED * Math.max(0, held) / MAX_LAG, even);
        const highest = this.highest = height + Math.min(most, Math.max(0, this.rate) + LIFT_RATE * size * dt) * dt;
        const lowest = height - Math.min(most, Math.max(0, -this.rate) + LIFT_RATE * size * dt) * dt;
        if (moment.next > highest) {
            // up before forward
            if (ground.hasEdges) moment.place = footPosition + moment.go * (highest - height) / (moment.next - height);
            moment.next = highest;
        } else if (moment.next < lowest) {
            moment.next = lowest;
        }
        if (this.hasLanding) this.clear(foot);
        this.rate = (moment.next - height) / dt;
        this.height = moment.next;
        this.footPosition = Math.max(moment.place, clipPosition - Math.max(held, MAX_LAG * size));
        if (clipPosition - this.footPosition === lag[0]) return;
        lag[0] = clipPosition - this.footPosition;
        // what stops the foot does not throw it back
        lag[1] = Math.min((lag[0] - held) / dt, Math.max(0, clock[3]));
    }

    /** Keeps the foot out of the ground, as far as it can rise. */
    private clear(foot: SwingFoot) {
        const { ground, footPosition, highest } = this;
        if (ground.edgeCount > 0) {
            const { place, size } = moment;
            limitAdvance(moment, foot, ground, this.lastFront);
            moment.place = Math.max(moment.place, Math.min(place, footPosition - STEP_BACK * size * clock[1]));
            if (moment.place < place) moment.next = highest;
        }
        findRequiredHeight(moment, foot, ground);
        if (moment.requiredHeight > moment.next) moment.next = Math.max(moment.next, Math.min(moment.requiredHeight, highest));
    }

    /** Lets the foot catch up with its goal; the time is in `times`. */
    private catchUp() {
        const { lag } = this;
        const before = lag[0] - goal[0];
        stepSpring(lag, 0, goal[0], CATCH_UP, times[0]);
        if (!((lag[0] - goal[0]) * before < 0)) return;
        lag[0] = goal[0];
        lag[1] = 0;
    }

    private writeLagOffset() {
        for (let i = 0; i < 3; i++) this.lagOffset[i] = -this.lag[0] * this.ground.direction[i];
    }
}
