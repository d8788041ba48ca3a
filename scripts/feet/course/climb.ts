import { rateOf } from '../../core/math/damping';

// The speed up and down of a character, and the steps in which a controller puts it there.
//
// Stairs that are taken in steps have a speed too: the height of a step over the time since the one before, as of a wheel that is counted by its teeth.

/** Rate per second at which the speed up and down is followed: half-life 0.15 s. */
const CLIMB_RATE = rateOf(0.15);

/** Change of the rise per frame that counts as a step, in heights of the character: 22 mm of 1.75 m. */
const STEP = 0.0125;

/** Time between the first two steps, and the longest one between two that belong together, seconds. */
const FIRST = 0.2;
const LONGEST = 0.6;

/** Speed in heights of the character per second from which on it goes somewhere: a step on the spot has no speed. */
const WALKING = 0.1;

/** Share of the time between two steps after which the next one is late, and the rate per second at which the speed then goes: half in 50 ms. */
const LATE = 1.2;
const LATE_RATE = rateOf(0.05);

export class Climb {
    /** Step up or down within this frame, scene units; 0 without one: to be cleared before {@link follow}. */
    step = -0;

    /** Speed of the steps that a controller takes, units a second. */
    stepSpeed = -0;

    /** Speed up and down, smoothed, with that of steps from the second one on, units a second. */
    speed = -0;

    /** Speed along the up vector without steps, the same smoothed, and the rise in the last frame. */
    private even = -0;

    private smooth = -0;

    private lastRise = -0;

    private isKnown = false;

    private timeSinceStep = Infinity;

    private stepInterval = FIRST;

    /** Whether the last step was the second one or a later one. */
    private isFlight = false;

    /** Begins anew, without a speed. */
    forget() {
        this.step = this.stepSpeed = this.speed = this.even = this.smooth = this.lastRise = 0;
        this.timeSinceStep = Infinity;
        this.isFlight = this.isKnown = false;
    }

    /**
     * One frame.
     *
     * @param rise - How far the character has gone up in it.
     * @param along - How far it has gone across that.
     * @param height - Of the character.
     * @param dt - Seconds, more than 0.
     * @param isCarried - Whether it stands on something that moves: then the rise is against that, and what is not even in it is a step. A capsule is moved by steps
     * of the physics, what carries it by frames, or the reverse.
     */
    follow(rise: number, along: number, height: number, dt: number, isCarried: boolean) {
        const excess = rise - this.even * dt;
        // what goes on in the next frame is no step but a new speed
        const isStep = this.isKnown && Math.abs(excess) > STEP * height && Math.abs(rise - this.lastRise) > STEP * height;
        // a capsule that shakes has no speed
        const even = rise * this.lastRise > 0 ? Math.sign(rise) * Math.min(Math.abs(rise), Math.abs(this.lastRise)) : 0;
        this.lastRise = rise;
        this.isKnown = true;
        this.timeSinceStep += dt;
        if (!isStep) {
            this.even = even / dt;
            if (this.timeSinceStep > LATE * this.stepInterval) this.stepSpeed *= Math.exp(-LATE_RATE * dt);
        } else this.takeStep(excess, along > WALKING * height * dt);
        this.smooth += (1 - Math.exp(-CLIMB_RATE * dt)) * ((isCarried ? rise / dt : this.even) - this.smooth);
        this.speed = this.smooth + (this.isFlight && !isCarried ? this.stepSpeed : 0);
        if (isCarried) this.step = rise - this.speed * dt;
    }

    private takeStep(excess: number, goesAlong: boolean) {
        this.step = excess;
        if (!goesAlong) return;
        // one step alone takes the pelvis along, but nothing says that others follow
        this.isFlight = this.timeSinceStep < LONGEST;
        this.stepInterval = this.isFlight ? this.timeSinceStep : FIRST;
        this.stepSpeed = excess / this.stepInterval;
        this.timeSinceStep = 0;
    }
}
