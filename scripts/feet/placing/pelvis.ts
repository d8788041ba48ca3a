import { clamp } from '../../core/math/scalars';
import { SPRING_HALF_LIFE, stepSpring } from '../../core/math/spring';

// The pelvis on its way to the height that the legs ask for: at a constant speed, or like a damped spring. Sudden steps of the character
// itself are taken away, and made up for in the same time.

/** Distance that gives the half-life of the damped pelvis, metres on a person: the time that its speed takes for it. */
const DAMPED_DISTANCE = 0.09;

/** How much slower it is while the character walks, and the speed from which on it does, heights of the character per second. */
const WALKING = 1.6;
const WALK_SPEED = 0.75;

/** Share of its speed that the damped pelvis has at the most, against the steps in which the character climbs. */
const DAMPED_SPEED = 0.62;

/** Time by which a critically damped spring is behind something that moves steadily, as a multiple of its half-life. */
const LAG = 2 / SPRING_HALF_LIFE;

/** The frame of the clock. */
interface Frame {
    /** Seconds since the last one. */
    readonly dt: number;
    /** Height of the character. */
    readonly size: number;
}

export class Pelvis {
    /** Metres per second. */
    speed = 1;

    /** Size of the character, as a multiple of 1.75 m. */
    size = 1;

    /** Whether it moves like a spring. */
    isDamped = false;

    /** Height to which it moves, metres along the up vector. */
    goal = -0;

    /** Speed of the character in its own heights per second: a walking body does not follow each step. */
    pace = -0;

    /** Speed along the up vector that the steps of the character have, metres per second. */
    climb = -0;

    /** Height above the animated place, and its rate: metres along the up vector. */
    readonly state = new Float64Array(2);

    /** Height above the animated place in metres. */
    get height(): number {
        return this.state[0];
    }

    /** Takes a step of the character itself away: metres along the up vector. */
    absorb(step: number) {
        this.state[0] -= step;
    }

    /** Moves towards its goal. */
    step({ dt }: Frame) {
        const { state, speed, goal, pace, climb } = this;
        if (this.isDamped) {
            const halfLife = DAMPED_DISTANCE * this.size / speed * (1 + (WALKING - 1) * Math.min(1, pace / WALK_SPEED));
            const before = state[0];
            // what is left of a climb in steps is ahead of the spring as far as the spring would be behind it
            const behind = Math.abs(before - goal);
            const ahead = goal + clamp(climb * LAG * halfLife, -behind, behind);
            if (!(speed > 0)) return;
            stepSpring(state, 0, ahead, halfLife, dt);
            const own = (state[0] - before) / dt - climb;
            const most = DAMPED_SPEED * speed;
            if (!(Math.abs(own) > most)) return;
            state[1] = climb + Math.sign(own) * most;
            state[0] = before + state[1] * dt;
            return;
        }
        const difference = goal - state[0];
        const step = speed > 0 ? speed * dt : 0;
        state[0] = Math.abs(difference) <= step ? goal : state[0] + Math.sign(difference) * step;
        state[1] = 0;
    }

    /** Is at a height at once. */
    jump(height: number) {
        this.state[0] = height;
        this.state[1] = 0;
    }
}
