import type { RigidState } from '../core/dynamics/rigid-state';
import type { Flat } from '../core/math/flat-math';

// How a limp body comes to rest.
//
// Bullet's contacts and joints are solved in a few rounds, and what these leave keeps a chain of bodies creeping for ever. So a body that has
// become slow is damped, the more the longer it is slow, and then it sleeps. It is its whole motion that counts: single limbs creep longest. At
// the top of a throw a body is slow too, on the moon for half a second. But nothing carries it there.

/** Speed of the whole body that is slow, heights of the character per second: 0.4 m/s. */
const SLOW = 0.22;

/** Growth of the damping while the body is slow, 1/s², and the most of it, 1/s. */
const GROWTH = 8;
const MOST = 10;

/** Share of gravity with which a body falls below which it counts as carried; over this time, seconds, since contacts knock from step to step. */
const CARRIED = 0.5;
const FALL_TIME = 0.1;

/** Time after which a slow body sleeps, seconds: Bullet's own. */
const UNTIL_SLEEP = 2;

/** Time in which it shows whether a body of another size is still carried, seconds. */
const LOOK_TIME = 0.5;

export class Settling {
    /** Seconds that the body is slow. */
    private slowTime = 0;

    /** Vertical velocity of the whole body after the last damping, m/s. */
    private lastRise = 0;

    /** Share of gravity with which it has fallen lately. */
    private fall = 0;

    /**
     * @param masses - Masses of the bodies.
     * @param height - Height of the character, metres.
     */
    constructor(private readonly masses: Flat, private readonly height: number) {}

    /**
     * Before a step: damps the bodies. Answers whether they may sleep.
     *
     * @param gravity - m/s², downwards.
     * @param h - The step in seconds.
     */
    step(state: RigidState, gravity: number, h: number): boolean {
        const { linear, angular } = state;
        const rise = this.riseOf(state);
        if (gravity > 0) this.fall += (1 - Math.exp(-h / FALL_TIME)) * ((this.lastRise - rise) / (gravity * h) - this.fall);
        this.slowTime = this.isSlow(state) && this.fall < CARRIED ? this.slowTime + h : 0;
        const left = Math.exp(-Math.min(MOST, GROWTH * this.slowTime) * h);
        for (let i = 0; i < linear.length; i++) {
            linear[i] *= left;
            angular[i] *= left;
        }
        this.lastRise = rise * left;
        return this.slowTime >= UNTIL_SLEEP;
    }

    /** Begins anew: the bodies sleep, and whatever wakes them lets them move again. */
    restart() {
        this.slowTime = this.fall = this.lastRise = 0;
    }

    /** A body that slept goes on at another size: it sleeps again soon, unless it falls. */
    resume() {
        this.slowTime = UNTIL_SLEEP - LOOK_TIME;
    }

    private riseOf({ linear }: RigidState): number {
        const { masses } = this;
        let mass = 0, momentum = 0;
        for (let body = 0; body < masses.length; body++) {
            mass += masses[body];
            momentum += masses[body] * linear[3 * body + 1];
        }
        return momentum / mass;
    }

    private isSlow({ linear }: RigidState): boolean {
        const { masses, height } = this;
        let mass = 0, squares = 0;
        for (let body = 0; body < masses.length; body++) {
            const x = linear[3 * body], y = linear[3 * body + 1], z = linear[3 * body + 2];
            mass += masses[body];
            squares += masses[body] * (x * x + y * y + z * z);
        }
        return squares < mass * SLOW * height * SLOW * height;
    }
}
