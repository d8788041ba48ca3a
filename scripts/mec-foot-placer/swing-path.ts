import { GroundAhead, type GoingFoot } from './ground-ahead';
import { dotVec, subtractVec, type Flat } from '../core/flat-math';
import { stepSpring } from '../core/spring';

// The way of a foot through the air over ground that steps up and down: a taut string from where it left the ground to where it will
// come down, over everything between.
//
// In each moment the foot goes along the steepest of the lines to the landing and to the edges that points of its sole have to clear: that is
// the string. What the clip itself lifts the foot comes on top. Up goes before forward: where the string is steeper than a foot can rise, it
// stays back until it is high enough and catches up behind the edge. The way is a function of the place, and gone in small steps of time,
// so it is the same at any frame rate.

/** Height by which the sole shall pass over an edge, and below which it stays back, as shares of the character's height: 20 and 12 mm of 1.75 m. */
const CLEARANCE = 0.0115;
const LEAST = 0.007;

/** Distance by which a round tip may reach beyond the known points of the sole, as a share of the character's height: 10 mm of 1.75 m. */
const MARGIN = 0.006;

/** Distance to the landing below which the foot is there, as a share of the character's height. */
const THERE = 0.02;

/** Distance to the landing from which on ground that is seen under the foot counts for it, as a share of the character's height. */
const NEAR = 0.12;

/** Difference of heights up to which ground is even, as a share of the character's height: 26 mm of 1.75 m. */
const EVEN = 0.015;

/** Longest part of the way that is gone at once, as a share of the character's height: 1 cm of 1.75 m; and the longest time, seconds. */
const STRIDE = 0.006;
const TICK = 1 / 240;

/** Largest speed at which the foot is lifted over its clip, heights of the character per second, and how fast it gets there, per second again. */
const LIFT_SPEED = 1.5;
const LIFT_RATE = 40;

/** How much sooner than at the landing a point counts as being down, as a factor of the way. */
const LOWERING = 3;

/** Distance before an edge at which any point may still become the lowest one, as a share of the character's height: 8 cm of 1.75 m. */
const TURN = 0.046;

/** Speed against the even one to the landing that a foot may have at least. */
const HURRY = 1.5;

/** Time below which that does not grow any more, seconds. */
const SOON = 0.1;

/** Largest speed at which the ankle goes back so that the toes stay before an edge, heights of the character per second. */
const STEP_BACK = 1;

/** Largest distance by which the foot stays behind its clip, as a share of the character's height, and half-life of catching up, seconds. */
const MOST_HOLD = 0.12;
const CATCH_UP = 0.06;

const between = new Float64Array(3);
const nothing = new Float64Array(1);
const times = new Float64Array(2);

/** The foot that swings. */
export interface SwingFoot extends GoingFoot {
    /** Points of its sole as it is now: distances before the ankle along the way, and heights over the ground in the animation. */
    readonly front: Flat;
    readonly over: Flat;
    /** Distances of these before the ankle on a flat foot. */
    readonly ahead: Flat;
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

    /** Height of even ground under the foot in the last frame. */
    private wasEven = false;

    private lastUnder = 0;

    /** Speed at which the string rises. */
    private rate = 0;

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
    start(root: Flat, up: Flat, lift: number) {
        const { ground, hold } = this;
        subtractVec(between, 0, root, 0, ground.origin, 0);
        this.base = lift + dotVec(between, 0, up, 0);
        this.wanted = ground.at;
        this.done = ground.at - hold[0];
        this.rate = 0;
        this.isActive = true;
        this.hasLanding = this.wasEven = false;
    }

    stop() {
        this.isActive = false;
    }

    /** Lets what the foot is behind its clip come to an end, while it is not in the air. */
    settle(dt: number) {
        if (this.isActive || this.hold[0] === 0) return;
        this.catchUp(dt);
        this.writeBack();
    }

    /** Forgets what the foot is behind its clip. */
    forget() {
        this.hold.fill(0);
        this.back.fill(0);
    }

    /** Finds whether there is a place to come down. */
    seeLanding(foot: SwingFoot): boolean {
        const { ground } = this;
        const last = ground.indexOf(ground.landing + foot.toe);
        this.hasLanding = false;
        for (let i = ground.indexOf(ground.landing - foot.heel); i <= last; i++) this.hasLanding ||= ground.canStand(i);
        return this.hasLanding;
    }

    /**
     * Goes on with the foot.
     *
     * @param foot - The foot.
     * @param time - Seconds until it comes down.
     * @param level - Height over its animation to which flat ground under the foot would bring it now; NaN without any.
     * @param root - World position of the character.
     * @param dt - Seconds since the last frame.
     * @param size - Height of the character.
     */
    step(foot: SwingFoot, time: number, level: number, root: Flat, dt: number, size: number) {
        const { ground, lastFront } = this;
        const { at, landing, origin, aside: beside } = ground;
        let end = this.highest(landing - foot.heel, landing + foot.toe, landing, 0);
        // on even ground the way ends on what is under the foot now: samples know it to some millimetres only
        subtractVec(between, 0, root, 0, origin, 0);
        const under = level + dotVec(between, 0, foot.up, 0);
        const isEven = landing - at < NEAR * size && Math.abs(under - end) < EVEN * size;
        if (isEven) end = under;
        // what the foot has over that ground comes to an end, and it goes along with the ground beside its way
        const drift = isEven && this.wasEven ? under - this.lastUnder : 0;
        this.wasEven = isEven;
        this.lastUnder = under;
        const way = at - this.wanted;
        this.wanted = at;
        const steps = Math.max(1, Math.ceil(Math.max(way / (STRIDE * size), dt / TICK)));
        const tick = dt / steps;
        for (let step = steps - 1; step >= 0; step--) {
            this.base += drift / steps;
            this.advance(foot, at - way * step / steps, tick, end, time + tick * step, beside, isEven, size);
        }
        lastFront.set(foot.front);
        this.writeBack();
    }

    /** Goes on to a place of the clip. */
    private advance(foot: SwingFoot, wanted: number, tick: number, end: number, timeLeft: number, beside: number, isEven: boolean, size: number) {
        const { ground, hold, base, done } = this;
        const held = hold[0];
        this.catchUp(tick);
        let place = wanted - hold[0];
        const go = Math.max(0, place - done);
        const left = Math.max(ground.landing - done, go + THERE * size);
        let next = base;
        if (this.hasLanding) {
            next += (end - base) * Math.min(1, Math.max(go / left, tick / Math.max(timeLeft, tick)));
            next = this.stretch(next, foot, go, beside, size);
        }
        const even = this.hasLanding ? HURRY * Math.abs(end - base) / Math.max(timeLeft, SOON) : 0;
        const most = Math.max(LIFT_SPEED * size * (1 + held / (MOST_HOLD * size)), even);
        const highest = base + Math.min(most, Math.max(0, this.rate) + LIFT_RATE * size * tick) * tick;
        next = Math.max(next, base - Math.min(most, Math.max(0, -this.rate) + LIFT_RATE * size * tick) * tick);
        if (next > highest) {
            // up before forward
            if (ground.hasEdges) place = done + go * (highest - base) / (next - base);
            next = highest;
        }
        if (this.hasLanding && ground.hasEdges) {
            const free = Math.max(this.barrier(foot, next, beside, size), done - STEP_BACK * size * tick);
            if (place > free) {
                place = free;
                next = highest;
            }
        }
        if (this.hasLanding) {
            const now = this.needed(foot, place, beside);
            if (now > next + (isEven ? EVEN * size : 0)) next = Math.max(next, Math.min(now, highest));
        }
        this.rate = (next - base) / tick;
        this.base = next;
        place = Math.max(place, wanted - Math.max(held, MOST_HOLD * size));
        if (wanted - place !== hold[0]) {
            hold[0] = wanted - place;
            hold[1] = (hold[0] - held) / tick;
        }
        this.done = place;
    }

    /** Highest of a height and those of the lines to what lies ahead, a little way on. */
    private stretch(height: number, foot: SwingFoot, go: number, beside: number, size: number): number {
        const { ground, base, done } = this;
        const { front, over, ahead } = foot;
        const left = Math.max(ground.landing - done, THERE * size);
        const last = ground.indexOf(ground.landing + foot.toe);
        let highest = height;
        for (let i = ground.indexOf(done + foot.toe); i <= last; i++) {
            const gap = ground.placeOf(i) - foot.toe - done;
            if (!(gap > 0) || ground.stepAfter(i - 1) !== 0) continue;
            const needed = ground.heightOf(i, beside) - ground.rise * foot.toe;
            if (needed > base) highest = Math.max(highest, base + (needed - base) * Math.min(1, go / gap));
        }
        if (!ground.hasEdges) return highest;
        let lowest = Infinity;
        for (let p = 0; p < over.length; p++) lowest = Math.min(lowest, over[p]);
        for (let i = ground.indexOf(done - foot.heel); i <= last; i++) {
            if (ground.stepAfter(i) === 0) continue;
            const edge = ground.edgeFrom[i];
            const height = Math.max(ground.heightOf(i, beside), ground.heightOf(i + 1, beside)) + CLEARANCE * size;
            for (let p = 0; p < front.length; p++) {
                const gap = edge - MARGIN * size - done - front[p];
                if (!(gap > 0) || ground.landing + ahead[p] < edge) continue;
                // until it is there, the foot may turn so that this point is its lowest one, and what the clip lifts it will be gone by and by
                const turned = over[p] + (lowest - over[p]) * Math.min(1, gap / (TURN * size));
                const needed = height - Math.min(turned, turned * Math.max(0, 1 - LOWERING * gap / left));
                if (needed > base) highest = Math.max(highest, base + (needed - base) * Math.min(1, go / gap));
            }
        }
        return highest;
    }

    /** Place up to which the foot can go at a height: no point of its sole goes over an edge below the clearance. */
    private barrier({ front, over, ahead, toe, heel }: SwingFoot, height: number, beside: number, size: number): number {
        const { ground, done, lastFront } = this;
        const last = ground.indexOf(done + 2 * toe);
        let free = Infinity;
        for (let i = ground.indexOf(done - heel); i <= last; i++) {
            const step = ground.stepAfter(i);
            if (step === 0) continue;
            const edge = ground.edgeFrom[i];
            const top = Math.max(ground.heightOf(i, beside), ground.heightOf(i + 1, beside)) - height;
            for (let p = 0; p < front.length; p++) {
                if (ground.landing + ahead[p] < edge) continue;
                // it has gone over it by a turn of the foot, or is in what it should have gone over
                const isLow = over[p] < top + LEAST * size;
                if (isLow && (done + lastFront[p] <= edge || (step > 0 && over[p] < top))) free = Math.min(free, edge - front[p] - MARGIN * size);
                // what is between this point and those that have gone over the edge already
                const gap = edge - done - front[p];
                if (!(gap > 0)) continue;
                for (let q = 0; q < front.length; q++) {
                    const way = front[q] - front[p];
                    if (way > gap && over[p] + (over[q] - over[p]) * gap / way < top + LEAST * size) free = Math.min(free, done);
                }
            }
        }
        return free;
    }

    /** Height that the foot needs at a place to be over the ground there, as far as its clip has it over its own. */
    private needed(foot: SwingFoot, place: number, beside: number): number {
        const { ground } = this;
        if (!ground.hasEdges) return this.highest(place - foot.heel, place + foot.toe + ground.spacing, place, beside);
        const { front, over } = foot;
        let highest = -Infinity;
        for (let p = 0; p < front.length; p++) highest = Math.max(highest, ground.heightAt(place + front[p], beside) - Math.max(0, over[p]));
        return highest;
    }

    /** Highest known ground under a flat foot, seen along its slope from the ankle; -Infinity without any. */
    private highest(from: number, to: number, ankle: number, beside: number): number {
        const { ground } = this;
        let highest = -Infinity;
        const last = ground.indexOf(to);
        for (let i = ground.indexOf(from); i <= last; i++) highest = Math.max(highest, ground.heightOf(i, beside) - ground.rise * (ground.placeOf(i) - ankle));
        return highest;
    }

    private catchUp(dt: number) {
        if (this.hold[0] === 0) return;
        times[0] = CATCH_UP;
        times[1] = dt;
        stepSpring(this.hold, 0, nothing, times);
        if (this.hold[0] < 0) this.hold.fill(0);
    }

    private writeBack() {
        for (let i = 0; i < 3; i++) this.back[i] = -this.hold[0] * this.ground.direction[i];
    }
}
