import type { RigidState } from '../../core/dynamics/rigid-state';
import { lengthVec, type Flat } from '../../core/math/flat-math';
import { readCentre } from '../../core/reactions/centre-of-mass';

// How a limp body comes to rest.
//
// Bullet's contacts and joints are solved in a few rounds, and what these leave keeps a chain of bodies creeping for ever. So a body that has
// become slow is damped, the more the longer it is slow, and then it sleeps. It is the motion of its centre of mass that counts: single limbs creep
// longest, and what trembles on uneven ground goes nowhere. At the top of a throw a body is slow too, on the moon for half a second. But nothing
// carries it there.

/** Speed of the centre of mass that is slow, heights of the character per second: 0.4 m/s. */
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

const centre = new Float64Array(6);

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
        readCentre(centre, state, this.masses);
        const rise = centre[4];
        if (gravity > 0) this.fall += (1 - Math.exp(-h / FALL_TIME)) * ((this.lastRise - rise) / (gravity * h) - this.fall);
        this.slowTime = lengthVec(centre, 3) < SLOW * this.height && this.fall < CARRIED ? this.slowTime + h : 0;
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
}
