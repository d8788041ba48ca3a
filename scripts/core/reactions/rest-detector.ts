import { readCentre } from './centre-of-mass';
import type { RigidState } from '../dynamics/rigid-state';
import type { Flat } from '../math/flat-math';

// Finds when a body that fell has come to rest: its pelvis and its centre of mass are slow for a while, and something carries it.
//
// A body that rolls from its side to its belly is slow as well: its pelvis must not turn either. At the top of a throw a body is slow too. But nothing carries it there: within the time it gains half of gravity at least.

/** Share of gravity below which a body counts as carried. */
const CARRIED = 0.5;

/** Spin of the pelvis that is none at the usual settle speed, rad/s; and that speed, m/s. */
const SPIN = 0.5;
const USUAL = 0.3;

const centre = new Float64Array(6);

export class RestDetector {
    /** Seconds that the body is slow, and since it was watched first. */
    private slowTime = 0;

    watchedTime = 0;

    /** Speed of the pelvis, and of the centre of mass, m/s. */
    pelvisSpeed = 0;

    speed = 0;

    /** Vertical velocity when the body became slow, and one step ago. */
    private firstRise = 0;

    private lastRise = 0;

    /** Whether something carried the body in the last step. */
    isCarried = false;

    restart() {
        this.slowTime = this.watchedTime = 0;
        this.lastRise = 0;
    }

    /**
     * Watches one step.
     *
     * @param state - The bodies; the first is the pelvis.
     * @param masses - Kilograms.
     * @param gravity - m/s², downwards above 0.
     * @param settleSpeed - Speed that is slow, m/s.
     * @param settleTime - Seconds for which it is to be slow.
     * @param h - Seconds.
     * @returns Whether the body is at rest.
     */
    step(state: RigidState, masses: Flat, gravity: number, settleSpeed: number, settleTime: number, h: number): boolean {
        const { linear, angular } = state;
        readCentre(centre, state, masses);
        const rise = centre[4];
        this.isCarried = gravity === 0 || rise - this.lastRise > -CARRIED * gravity * h;
        this.lastRise = rise;
        this.pelvisSpeed = Math.hypot(linear[0], linear[1], linear[2]);
        this.speed = Math.hypot(centre[3], rise, centre[5]);
        this.watchedTime += h;
        const spin = Math.hypot(angular[0], angular[1], angular[2]);
        if (this.pelvisSpeed > settleSpeed || this.speed > settleSpeed || spin > SPIN * settleSpeed / USUAL) {
            this.slowTime = 0;
            this.firstRise = rise;
            return false;
        }
        this.slowTime += h;
        return this.slowTime >= settleTime && this.firstRise - rise < CARRIED * gravity * this.slowTime;
    }
}
