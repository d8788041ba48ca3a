import type { Ground } from '../../core/ground/ground';
import { copyVec, subtractVec, writeDot, type Flat } from '../../core/math/flat-math';
import { clamp, smoothstep } from '../../core/math/scalars';
import { stepSpring } from '../../core/math/spring';
import type { ProbeLimits } from '../ground/kept-rays';
import { MAX_LAG, Obstacles } from '../ground/obstacles';
import { Strip, type MovingFoot } from '../ground/strip';

// The path of a foot through the air: the clip's own, laid over a taut string from where the foot left the ground to where it comes down.
//
// In each moment the foot goes along the steepest of the lines to the landing and to what is in its way: that is the string. What the clip itself lifts the foot
// comes on top. Up goes before forward: where the string is steeper than a foot can rise, it stays back until it is high enough and catches up behind. It is
// stepped in short times, so it is the same at any frame rate; stepped once a frame, feet go through edges on most courses (courses.test.ts).
//
// Reads: the strip, and the foot as its clip has it. Writes height and lag.

/** Longest step along the path, as a share of the character's height: 1 cm of 1.75 m; and the longest time of one, seconds. */
const STRIDE = 0.006;
const TICK = 1 / 240;

/** Largest speed at which the foot is lifted over its clip, heights of the character per second, and how fast it gets there, per second again. */
const LIFT_SPEED = 1.5;
const LIFT_RATE = 40;

/** Smallest speed limit of a foot in the air, as a multiple of the constant speed that reaches the landing in time, and the seconds left below which it grows no further. */
const HURRY = 1.5;
const SOON = 0.1;

/** Half-life in which a foot catches up with its clip, seconds. */
const CATCH_UP = 0.06;

/** Height below which a foot stays back before an edge, as a share of the character's height under the string: 8 mm of 1.75 m. */
const LEAST = 0.0045;

/** Largest speed at which the ankle goes back so that the toes stay before an edge, heights of the character per second. */
const STEP_BACK = 1;

const between = new Float64Array(3);
const part = new Float64Array(1);

/** The foot that swings. */
export interface SwingFoot extends MovingFoot {
    readonly swing: MovingFoot['swing'] & {
        /** Its sole as it will be shown: the furthest points before the ankle and behind it, and the height of the lowest one over the ground in the animation. */
        readonly front: number;
        readonly back: number;
        readonly lowest: number;
        /** How far before the ankle that point is, and how much the sole rises behind it per distance. */
        readonly low: number;
        readonly slant: number;
    };
    /** Seconds of this frame since it was lifted; and whether it was before its clip lifts it, and does not wait for that. */
    readonly contact: { readonly subFrameTime: number; readonly hurries: boolean };
}

/** The frame that is gone through. */
interface SwingFrame {
    /** Seconds since the last frame. */
    readonly dt: number;
    /** Height of the character. */
    readonly size: number;
}

export class SwingPath {
    isActive = false;

    /** Height of the path above its origin along the up vector, without what the clip lifts the foot, metres. */
    height = 0;

    readonly ground = new Strip();

    /** What of it is in the way. */
    readonly way = new Obstacles(this.ground);

    /** Offset of the foot from its clip, against the direction of the path, metres. */
    readonly lagOffset = new Float64Array(3);

    /** Distance by which the foot is behind its clip, metres, and the rate of that. */
    private readonly lag = new Float64Array(2);

    /** Speed at which the string rises. */
    private rate = 0;

    /** Where the clip and the foot were on the path in the last frame, metres from its origin. */
    private clipPosition = 0;

    private footPosition = 0;

    /** Where one that hurries has left the ground, and the seconds that it had then to its landing; 0: it does not. */
    private from = -0;

    private total = -0;

    /** Whether there is a place to come down. */
    get hasLanding(): boolean {
        return this.way.end > -Infinity;
    }

    /** Begins a path over the ground. Heights count from another origin then: that of the path so far too. */
    begin(foot: MovingFoot, root: Flat, limits: ProbeLimits) {
        const { ground, ground: { origin } } = this;
        copyVec(between, 0, origin, 0);
        ground.begin(foot, root, limits);
        this.way.begin();
        subtractVec(between, 0, between, 0, origin, 0);
        writeDot(part, 0, between, 0, foot.up, 0);
        this.height += part[0];
    }

    /**
     * Looks at the ground for a frame; false for a foot that comes down where it left the ground: it has no way.
     *
     * @param foot - The foot.
     * @param strike - World place of the ankle where it will come down.
     * @param limits - What counts as ground.
     * @param ground - The ground.
     * @param rays - Most rays that are cast.
     */
    look(foot: MovingFoot, strike: Flat, limits: ProbeLimits, ground: Ground, rays: number): boolean {
        if (!this.ground.look(foot, strike, limits, ground, rays)) return false;
        this.way.find(foot, limits);
        return true;
    }

    /** Leaves the ground at a height over the animation, which counts from where the character was, to come down in a time. */
    start(root: Flat, { up, contact: { hurries } }: Pick<SwingFoot, 'up' | 'contact'>, lift: Flat, time: Flat) {
        const { ground, lag } = this;
        subtractVec(between, 0, root, 0, ground.origin, 0);
        writeDot(part, 0, between, 0, up, 0);
        this.height = lift[0] + part[0];
        this.clipPosition = ground.position;
        this.footPosition = ground.position - lag[0];
        this.from = this.footPosition;
        this.total = hurries ? time[0] : 0;
        this.rate = 0;
        this.isActive = true;
    }

    stop() {
        this.isActive = false;
    }

    /** Goes on to its end in what was left of its time as of the last frame: it has come down in this one. */
    finish(time: Flat, { dt, size }: SwingFrame) {
        if (!this.isActive || !this.hasLanding || time[0] > dt) return;
        const most = LIFT_SPEED * size * time[0];
        this.height = Math.max(this.height - most, Math.min(this.height + most, this.way.end));
    }

    /** Lets what the foot is behind its clip come to an end, while it is not in the air: at once, it would jump down stairs (stairs.test.ts). */
    settle({ dt }: SwingFrame) {
        if (this.isActive || this.lag[0] === 0) return;
        this.catchUp(0, dt);
        this.writeLagOffset();
    }

    /** Forgets what the foot is behind its clip. */
    forget() {
        this.lag.fill(0);
        this.lagOffset.fill(0);
    }

    /**
     * Goes on with the foot.
     *
     * @param foot - The foot.
     * @param time - Seconds until it comes down.
     * @param frame - The frame.
     */
    step(foot: SwingFoot, time: Flat, { size }: SwingFrame) {
        const { ground: { position }, clipPosition } = this;
        const dt = foot.contact.subFrameTime, distance = position - clipPosition;
        const steps = Math.max(1, Math.ceil(Math.max(distance / (STRIDE * size), dt / TICK)));
        const tick = dt / steps;
        for (let step = 1; step <= steps; step++) {
            const timeLeft = Math.max(time[0] + dt - step * tick, tick);
            this.advance(clipPosition + distance * step / steps, distance / steps, tick, timeLeft, foot.swing, size);
        }
        this.clipPosition = position;
        this.writeLagOffset();
    }

    /** Goes on for a moment. */
    private advance(clip: number, way: number, dt: number, timeLeft: number, { front, back, lowest, low, slant }: SwingFoot['swing'], size: number) {
        const { way: obstacles, way: { landing, landingShift, end }, ground: { hasEdges }, lag, height, footPosition, hasLanding } = this;
        const held = lag[0];
        this.catchUp(hasLanding ? -landingShift : 0, dt);
        let place = clip - lag[0], next = height;
        if (this.total > 0 && hasLanding) {
            // its clip may still stand
            const led = this.from + (landing - this.from) * smoothstep(clamp(1 - timeLeft / this.total, 0, 1));
            place = Math.min(landing, Math.max(led, clip - Math.max(0, lag[0])));
        }
        const go = Math.max(0, place - footPosition);
        const even = hasLanding ? HURRY * Math.abs(end - height) / Math.max(timeLeft, SOON) : 0;
        const most = Math.max(LIFT_SPEED * size * (1 + Math.max(0, held) / (MAX_LAG * size)), even);
        const highest = height + Math.min(most, Math.max(0, this.rate) + LIFT_RATE * size * dt) * dt;
        const least = height - Math.min(most, Math.max(0, -this.rate) + LIFT_RATE * size * dt) * dt;
        if (hasLanding) next += (end - height) * Math.min(1, Math.max(go / Math.max(landing - footPosition, go + size * LEAST), dt / timeLeft));
        const retreat = STEP_BACK * size * dt, lift = hasEdges ? Math.max(0, lowest) : 0;
        for (let i = 0; i < obstacles.count; i++) {
            const from = obstacles.from[i] - front, to = Math.min(obstacles.to[i] + back, landing), spare = obstacles.spare[i];
            // what it does not reach before it comes down is not in its way
            if (!(place < Math.max(from, to)) || from >= landing) continue;
            if (place < from) {
                if (go > 0) next = Math.max(next, height + (obstacles.topAt(i, from) - (spare > 0 ? Math.min(0, lowest) : 0) - height) * go / (from - footPosition));
            } else {
                // over it: not into it now, and not below it before it is passed; what has passed it already does not count, and a heel is higher than the toes before it
                const rear = slant * (low + back), passed = obstacles.topAt(i, to) - rear;
                const over = obstacles.topAt(i, place) - slant * clamp(place + low - obstacles.to[i], 0, low + back);
                next = Math.max(next, over - (footPosition > from + retreat ? spare : 0) - lift);
                if (go > 0) next = Math.max(next, height + (Math.max(passed - (spare > 0 ? lowest : lift), Math.min(passed, height)) - height) * go / (to - footPosition));
            }
        }
        // up before forward: it is behind where it cannot rise as steeply
        if (next - height > most * dt && hasLanding && hasEdges) place = Math.min(place, footPosition + go * most * dt / (next - height));
        next = clamp(next, least, highest);
        // it stays before what it is not over yet; what it is over already, by less than it should be, does not send it back
        for (let i = 0; i < obstacles.count; i++) {
            const from = obstacles.from[i] - front;
            const before = obstacles.spare[i] > 0 ? from + retreat : obstacles.from[i];
            if (obstacles.rises[i] === 1 && from < place && footPosition < before && obstacles.topAt(i, from) - lift - LEAST * size > next) place = Math.max(from, footPosition - retreat);
        }
        this.rate = (next - height) / dt;
        this.height = next;
        this.footPosition = Math.max(place, clip - Math.max(held, MAX_LAG * size));
        if (clip - this.footPosition === lag[0]) return;
        lag[0] = clip - this.footPosition;
        // what stops the foot does not throw it back
        lag[1] = Math.min((lag[0] - held) / dt, Math.max(0, way / dt));
    }

    /** Lets the foot catch up with a distance behind its clip. */
    private catchUp(goal: number, dt: number) {
        const { lag } = this;
        const before = lag[0] - goal;
        stepSpring(lag, 0, goal, CATCH_UP, dt);
        if (!((lag[0] - goal) * before < 0)) return;
        lag[0] = goal;
        lag[1] = 0;
    }

    private writeLagOffset() {
        for (let i = 0; i < 3; i++) this.lagOffset[i] = -this.lag[0] * this.ground.direction[i];
    }
}
