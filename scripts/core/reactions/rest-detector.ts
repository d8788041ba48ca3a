import { readCentre } from './centre-of-mass';
import type { RigidState } from '../dynamics/rigid-state';
import { lengthVec, type Flat } from '../math/flat-math';

// Finds when a body that fell has come to rest: its pelvis and its centre of mass are slow for a while, and something carries it.
//
// A body that rolls from its side to its belly is slow as well: its pelvis must not turn either. What lies shivers, since contacts and joints
// push from step to step; so velocities are averaged over a moment, and what goes back and forth is none. At the top of a throw a body is slow
// too. But nothing carries it there: within the time it gains half of gravity at least.

/** Share of gravity below which a body counts as carried. */
const CARRIED = 0.5;

/** Spin of the pelvis that is none at the usual settle speed, rad/s; and that speed, m/s. */
const SPIN = 0.5;
const USUAL = 0.3;

/** Time over which the pelvis' velocities are averaged, seconds. */
const MOMENT = 0.06;

const centre = new Float64Array(6);

export class RestDetector {
    /** Seconds that the body is slow, and since it was watched first. */
    private slowTime = 0;

    watchedTime = 0;

    /** Averaged velocities of the pelvis: through space, m/s, and about itself, rad/s. */
    private readonly travel = new Float64Array(3);

    private readonly turn = new Float64Array(3);

    /** Speed of the centre of mass, m/s. */
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
        const { travel, turn } = this;
        const { linear, angular } = state;
        readCentre(centre, state, masses);
        const rise = centre[4];
        this.isCarried = gravity === 0 || rise - this.lastRise > -CARRIED * gravity * h;
        this.lastRise = rise;
        this.speed = Math.hypot(centre[3], rise, centre[5]);
        this.watchedTime += h;
        const share = this.watchedTime > h ? 1 - Math.exp(-h / MOMENT) : 1;
        for (let i = 0; i < 3; i++) {
            travel[i] += share * (linear[i] - travel[i]);
            turn[i] += share * (angular[i] - turn[i]);
        }
        if (lengthVec(travel, 0) > settleSpeed || this.speed > settleSpeed || lengthVec(turn, 0) > SPIN * settleSpeed / USUAL) {
            this.slowTime = 0;
            this.firstRise = rise;
            return false;
        }
        this.slowTime += h;
        return this.slowTime >= settleTime && this.firstRise - rise < CARRIED * gravity * this.slowTime;
    }
}
