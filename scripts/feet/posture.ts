import { rateOf } from '../core/math/damping';
import type { Flat } from '../core/math/flat-math';
import { clamp } from '../core/math/scalars';

// The trunk over the legs: who climbs leans ahead.
//
// People lean by 5 to 15 degrees as they go up stairs and by 0 to 5 as they go down them, most as the leg ahead pulls them up (gait studies of
// stairs of 30 degrees); on slopes by about one degree a percent of grade uphill. So the trunk turns about the axis across the direction of travel, by a share of the angle of the climb.

/** Share of the angle of the climb by which the trunk leans ahead, up and down; and the most, radians. */
const UP = 0.25;
const DOWN = -0.06;
const MOST = 0.18;

/** Rate per second at which it follows: half-life 0.15 s. */
const RATE = rateOf(0.15);

/** Angle that nobody sees, radians. */
const NOTHING = 1e-4;

/** Goes on with the lean, an angle in radians in its only element, towards that of a climb: height per distance walked. */
export function stepLean(lean: Flat, climb: number, share: number, dt: number): void {
    const angle = Math.atan(climb);
    const goal = clamp(share * (angle > 0 ? UP : DOWN) * angle, -MOST, MOST);
    lean[0] += (1 - Math.exp(-RATE * dt)) * (goal - lean[0]);
    if (goal === 0 && Math.abs(lean[0]) < NOTHING) lean[0] = 0;
}
