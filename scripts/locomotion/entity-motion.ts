import { dotVec, type Flat } from '../core/math/flat-math';
import { clamp } from '../core/math/scalars';

// How an entity moves over its ground, whatever moves it: in every frame, by physics, or in leaps as from a network.
//
// A leap that comes after frames of rest has taken all of them. So the velocity is the distance between two moves by the time between them; it holds
// until the next move is overdue, and is 0 then.

/** Frames at rest, and the same as a multiple of the time between the last two moves, after which the entity stands; and seconds after which it does whatever that was. */
const FRAMES = 2.5;
const OVERDUE = 1.6;
const LONGEST = 0.35;

/** Seconds that a first leap is taken to have needed where it would be too fast for one frame. */
const LEAP = 0.1;

/** Seconds in which the acceleration is followed, and moves in turn that are slower than those before from which on it brakes. */
const FOLLOW = 0.1;
const BRAKES = 3;

/** Distance in heights of the character below which it has not moved. */
const STILL = 2e-5;

export class EntityMotion {
    /** Velocity over the ground and across up, scene units a second; and its length. */
    readonly velocity: Flat = new Float64Array(3);

    speed = -0;

    /** How fast it rises over its ground, units a second. */
    rising = -0;

    /** How fast the speed changes, units a second squared. */
    private acceleration = -0;

    private braking = 0;

    /** The speed from which it brakes, and the seconds since. */
    private brakedFrom = -0;

    private brakedFor = -0;

    /** Whether it was put elsewhere in this frame. */
    hasJumped = false;

    private readonly last: Flat = new Float64Array(3);

    private readonly offset: Flat = new Float64Array(3);

    private isKnown = false;

    /** Seconds since the last move, and between the two before. */
    private since = -0;

    private interval = -0;

    private jumps = 0;

    /** Forgets where it was. */
    forget() {
        this.isKnown = false;
        this.velocity.fill(0);
        this.speed = 0;
        this.rising = 0;
        this.acceleration = 0;
        this.braking = 0;
    }

    /**
     * One frame.
     *
     * @param place - Where the entity is, world space.
     * @param carried - What its ground has moved since the last frame.
     * @param own - What the script has moved it since then, as far as it went that way.
     * @param up - Unit direction.
     * @param height - Of the character, scene units.
     * @param fastest - Speed that it can have, units a second.
     */
    follow(place: Flat, carried: Flat, own: Flat, up: Flat, dt: number, height: number, fastest: number) {
        const { offset, last, velocity } = this;
        for (let k = 0; k < 3; k++) offset[k] = this.isKnown ? place[k] - last[k] - carried[k] : 0;
        const length = dotVec(own, 0, own, 0);
        const share = length > 0 ? clamp(dotVec(offset, 0, own, 0) / length, 0, 1) : 0;
        for (let k = 0; k < 3; k++) offset[k] -= share * own[k];
        last.set(place);
        this.hasJumped = false;
        if (!(dt > 0) || !Number.isFinite(offset[0] + offset[1] + offset[2])) return;
        this.since += dt;
        this.isKnown = true;
        const moved = Math.sqrt(dotVec(offset, 0, offset, 0));
        const before = this.speed;
        if (moved > STILL * height) this.take(moved, dt, height, fastest, up);
        else if (this.since > Math.min(LONGEST, Math.max(FRAMES * dt, OVERDUE * this.interval))) {
            velocity.fill(0);
            this.rising = 0;
        }
        this.speed = Math.sqrt(dotVec(velocity, 0, velocity, 0));
        const followed = 1 - Math.exp(-dt / FOLLOW);
        this.acceleration += followed * ((this.speed - before) / dt - this.acceleration);
        if (this.since === 0) this.braking = this.speed < before ? this.braking + 1 : 0;
        if (this.braking === 0) {
            this.brakedFrom = this.speed;
            this.brakedFor = 0;
        } else {
            this.brakedFor += dt;
        }
    }

    /** The speed that it has, or from which it brakes. */
    get speedBefore(): number {
        return this.braking > 0 ? this.brakedFrom : this.speed;
    }

    /** How far it goes yet until it halts, if it goes on as it brakes; Infinity: it does not. */
    get haltDistance(): number {
        if (this.braking < BRAKES) return Infinity;
        return this.speed * this.speed * this.brakedFor / (2 * (this.brakedFrom - this.speed));
    }

    /** The speed in some seconds, if it goes on as it brakes; that of now of one that does not. */
    speedIn(seconds: number): number {
        return this.braking < BRAKES ? this.speed : Math.max(0, this.speed + Math.min(0, this.acceleration) * seconds);
    }

    /** Takes a move. */
    private take(moved: number, dt: number, height: number, fastest: number, up: Flat) {
        const { offset, velocity } = this;
        let seconds = this.since;
        this.since = 0;
        // the first one after a rest
        if (seconds > LONGEST) seconds = moved > fastest * dt ? LEAP : dt;
        this.interval = seconds;
        this.jumps = moved > fastest * Math.max(seconds, LEAP) + height / 8 ? this.jumps + 1 : 0;
        this.hasJumped = this.jumps > 0;
        if (this.jumps === 1) {
            velocity.fill(0);
            this.rising = 0;
            return;
        }
        const rise = dotVec(offset, 0, up, 0);
        this.rising = rise / seconds;
        for (let k = 0; k < 3; k++) velocity[k] = (offset[k] - rise * up[k]) / seconds;
    }
}
