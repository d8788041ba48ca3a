import type { RandomStream } from './random-stream';
import type { Flat } from '../math/flat-math';

// Sway of quiet stance: small motion that wanders for moments and comes back (Collins and De Luca, 1993: correlated below a second,
// returning above it).
//
// An Ornstein-Uhlenbeck process at fixed moments, joined by cubic B-splines: place, velocity and acceleration are continuous, and what it
// does depends on the time alone.

/** Seconds between the moments, and seconds in which the process forgets. */
const STEP = 0.7;
const MEMORY = 2.5;

const KEPT = Math.exp(-STEP / MEMORY);
const ADDED = Math.sqrt(1 - KEPT * KEPT);

/** Standard deviation of the spline at its joints, where that of the moments is 1. */
const SPREAD = Math.sqrt((18 + 16 * KEPT + 2 * KEPT * KEPT) / 36);

/** Moments that a piece of the spline is made of. */
const POINTS = 4;

export class IdleSway {
    /** To the side and forward; standard deviation 1. */
    readonly current: Flat = new Float64Array(2);

    private readonly points: Flat = new Float64Array(2 * POINTS);

    private elapsed = -0;

    constructor(private readonly stream: RandomStream) {
        for (let i = 0; i < POINTS; i++) this.advance();
    }

    /** Goes on by a time in seconds. */
    step(dt: number) {
        this.elapsed += dt;
        while (this.elapsed >= STEP) {
            this.elapsed -= STEP;
            this.advance();
        }
        const { points, current } = this;
        const x = this.elapsed / STEP, y = 1 - x;
        const square = x * x, cube = square * x;
        for (let axis = 0; axis < 2; axis++) {
            current[axis] = (y * y * y * points[axis] + (4 - 6 * square + 3 * cube) * points[2 + axis] +
                (1 + 3 * x + 3 * square - 3 * cube) * points[4 + axis] + cube * points[6 + axis]) / (6 * SPREAD);
        }
    }

    private advance() {
        const { points, stream } = this;
        points.copyWithin(0, 2);
        for (let axis = 0; axis < 2; axis++) points[6 + axis] = KEPT * points[4 + axis] + ADDED * stream.normal();
    }
}
