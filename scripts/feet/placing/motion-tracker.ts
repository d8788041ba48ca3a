import type { FrameSettings } from './foot-settings';
import { rateOf } from '../../core/math/damping';
import { dotVec, subtractVec } from '../../core/math/flat-math';
import type { GroundProbe } from '../ground/ground-probe';

// How the character moves, seen from what it stands on: its speed, the steps in which a controller puts it up and down, and jumps that
// are no movement at all.
//
// Stairs that are taken in steps have a speed too: the height of a step over the time since the one before, as of a wheel that is counted by its teeth.

/** Distance in a frame that is a jump, as heights of the character, and heights per second on top. */
const JUMP = 0.4;
const JUMP_SPEED = 9;

/** Rate per second at which the speed up and down is followed: half-life 0.15 s. */
const CLIMB_RATE = rateOf(0.15);

/** Change of the rise per frame that counts as a step, as a share of the character's height: 22 mm of 1.75 m. */
const STEP = 0.0125;

/** Time between the first two steps, and the longest one between two that belong together, seconds. */
const FIRST = 0.2;
const LONGEST = 0.6;

/** Speed in heights of the character per second from which on it goes somewhere: a step on the spot has no speed. */
const WALKING = 0.1;

/** Share of the time between two steps after which the next one is late, and the rate per second at which the speed then goes: half in 50 ms. */
const LATE = 1.2;
const LATE_RATE = rateOf(0.05);

const offset = new Float64Array(3);

export class MotionTracker {
    private readonly lastRoot = new Float64Array(3);

    private hasRoot = false;

    /** Speed along the up vector without steps, and the rise in the last frame. */
    private climbSpeed = 0;

    private lastRise = 0;

    private hasClimbSpeed = false;

    /** The same, smoothed. */
    private smoothSpeed = 0;

    /** Speed along the up vector that the steps have, the time since the last one, and the time between the last two. */
    private stepSpeed = 0;

    private timeSinceStep = Infinity;

    private stepInterval = FIRST;

    /** Whether that was the second of them or a later one. */
    private isFlight = false;

    /** Forgets where the character was. */
    forget() {
        this.hasRoot = false;
    }

    /** Goes along with the ground that carries the character. */
    follow(ground: GroundProbe) {
        ground.carryPoint(this.lastRoot, 0);
    }

    /**
     * Moves on to this frame.
     *
     * @param step - Receives the step up or down within this frame in metres, 0 without one, and the speed of steps, metres per second.
     * @param frame - The frame; its velocity is set.
     * @returns Whether the character has jumped.
     */
    step(step: Float64Array, frame: FrameSettings): boolean {
        const { lastRoot, hasRoot } = this;
        subtractVec(offset, 0, frame.root, 0, lastRoot, 0);
        frame.lastRoot.set(hasRoot ? lastRoot : frame.root);
        lastRoot.set(frame.root);
        this.hasRoot = true;
        step[0] = 0;
        step[1] = this.stepSpeed;
        const most = (JUMP + JUMP_SPEED * frame.dt) * frame.size;
        if (!hasRoot || !(dotVec(offset, 0, offset, 0) <= most * most)) {
            this.climbSpeed = this.lastRise = this.smoothSpeed = this.stepSpeed = 0;
            this.timeSinceStep = Infinity;
            this.isFlight = false;
            this.hasClimbSpeed = false;
            return hasRoot;
        }
        if (!(frame.dt > 0)) return false;
        this.readStep(step, frame);
        this.readVelocity(frame);
        step[1] = this.stepSpeed;
        return false;
    }

    /** Tells steps from speed. */
    private readStep(step: Float64Array, { rootUp, size, dt }: FrameSettings) {
        const rise = dotVec(offset, 0, rootUp, 0);
        const excess = rise - this.climbSpeed * dt;
        // what goes on in the next frame is no step but a new speed
        const isStep = this.hasClimbSpeed && Math.abs(excess) > STEP * size && Math.abs(rise - this.lastRise) > STEP * size;
        this.lastRise = rise;
        this.hasClimbSpeed = true;
        this.timeSinceStep += dt;
        if (!isStep) {
            this.climbSpeed = rise / dt;
            if (this.timeSinceStep > LATE * this.stepInterval) this.stepSpeed *= Math.exp(-LATE_RATE * dt);
            return;
        }
        step[0] = excess;
        const along = Math.sqrt(Math.max(0, dotVec(offset, 0, offset, 0) - rise * rise));
        if (!(along > WALKING * size * dt)) return;
        // one step alone takes the pelvis along, but nobody knows that others follow
        this.isFlight = this.timeSinceStep < LONGEST;
        this.stepInterval = this.isFlight ? this.timeSinceStep : FIRST;
        this.stepSpeed = excess / this.stepInterval;
        this.timeSinceStep = 0;
    }

    /** Reads how fast the character goes. */
    private readVelocity({ velocity, rootUp, dt }: FrameSettings) {
        this.smoothSpeed += (1 - Math.exp(-CLIMB_RATE * dt)) * (this.climbSpeed - this.smoothSpeed);
        const rise = dotVec(offset, 0, rootUp, 0);
        const rising = this.smoothSpeed + (this.isFlight ? this.stepSpeed : 0);
        for (let i = 0; i < 3; i++) velocity[i] = (offset[i] - rise * rootUp[i]) / dt + rising * rootUp[i];
    }
}
