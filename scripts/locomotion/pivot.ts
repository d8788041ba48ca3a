import type { Braking } from './braking';
import { RADIANS } from '../core/math/scalars';

// A character that turns about while it goes: its entity brakes, turns within some tenths of a second, and goes on the other way. Its gait goes on through it, as fast as
// the turn makes it: the free foot is planted, the body turns on it, and the other foot comes down on the new course.

/** Radians a second from which on that is a turn about, and up to which it goes on. */
const BEGINS = 200 * RADIANS;
const ENDS = 120 * RADIANS;

export class Pivot {
    /** Whether it turns about now, and the speed with which it came, scene units a second. */
    isOn = false;

    speed = -0;

    /** One frame. `turnRate` is in radians a second. */
    step(motion: Braking, turnRate: number, isGoing: boolean) {
        const rate = Math.abs(turnRate);
        if (!this.isOn) this.speed = motion.speedBefore;
        this.isOn = isGoing && rate > (this.isOn ? ENDS : BEGINS);
    }
}
