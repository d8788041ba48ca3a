import type { FrameSettings } from './foot-settings';
import type { FootTarget } from './foot-target';
import { rateOf, turnTowards } from '../../core/math/damping';
import { arcQuat, copyVec, crossVec, dotVec, normalizeVec, perpendicularVec, subtractVec, type Flat } from '../../core/math/flat-math';
import { clamp } from '../../core/math/scalars';
import type { GroundProbe } from '../ground/ground-probe';

// The tilt of a long body: the plane that lies best through the ground under all feet, taken over by a share; less on stairs, where the legs do more.
//
// Least squares of the heights that the feet's rays have met, over their places across the up vector. Feet on one line say nothing about the tilt beside it, and
// the body keeps that upright. Two feet are on one line: there the mean of the planes under them is taken.

/** Rate per second at which the tilt follows: half-life 0.1 s. */
const RATE = rateOf(0.1);

/** Largest speed of a tilt, radians per second: a step under one side would throw a narrow body over. */
const FASTEST = 2.5;

/** Share of the pitch of stairs that a long body takes over, whose legs do the rest, and the most where they do not reach: big dogs have 60 to 90 percent. */
const STAIRS = 0.6;
const MOST_OF_STAIRS = 0.75;

/** Spread of the feet, as a share of the character's height, below which they say nothing about a direction. */
const NARROW = 0.02;

const first = new Float64Array(3);
const second = new Float64Array(3);
const place = new Float64Array(3);
const wanted = new Float64Array(3);

/** What this stage reads of a foot. */
interface FootOnGround {
    readonly probe: Readonly<GroundProbe>;
    readonly target: Readonly<FootTarget>;
}

/** How much of a plane's slope the ground under the feet has itself: 1 on a slope, 0 on level treads. `a` and `b` are its rises along first and second. */
function shareOfSlope(feet: readonly FootOnGround[], up: Flat, a: number, b: number): number {
    const squared = a * a + b * b;
    let sum = 0, count = 0;
    for (let i = 0; i < feet.length; i++) {
        const { probe, target } = feet[i];
        if (!target.isGrounded) continue;
        count++;
        sum -= (a * dotVec(probe.normal, 0, first, 0) + b * dotVec(probe.normal, 0, second, 0)) / dotVec(probe.normal, 0, up, 0);
    }
    return squared > 0 && count > 0 ? clamp(sum / count / squared, 0, 1) : 1;
}

export class BodyTilt {
    /** Unit normal of the plane that the body stands on. */
    readonly normal = Float64Array.of(0, 1, 0);

    /** How much more of the slope the ends of the body may take over where their legs need it, as a share of what the whole body does. */
    spare = -0;

    /** How much of the slope is stairs: 0 on a ramp, 1 on level treads. */
    stairs = -0;

    /** Whether the next slope is taken over at once. */
    private isNew = false;

    /** Whether the body starts upright. */
    private isUpright = true;

    /**
     * Follows the ground under the feet.
     *
     * @param feet - All feet.
     * @param share - Share of the slope that is taken over, -1..1.
     */
    step(feet: readonly FootOnGround[], { rootUp: up, root, size, dt }: FrameSettings, share: number) {
        perpendicularVec(first, 0, up, 0);
        crossVec(second, 0, up, 0, first, 0);
        let n = 0, x = 0, y = 0, z = 0, xx = 0, xy = 0, yy = 0, xz = 0, yz = 0;
        for (let i = 0; i < feet.length; i++) {
            const { probe } = feet[i];
            if (!probe.isSensed) continue;
            subtractVec(place, 0, probe.sensedPoint, 0, root, 0);
            const a = dotVec(place, 0, first, 0), b = dotVec(place, 0, second, 0), lift = dotVec(place, 0, up, 0);
            n++;
            x += a;
            y += b;
            z += lift;
            xx += a * a;
            xy += a * b;
            yy += b * b;
            xz += a * lift;
            yz += b * lift;
        }
        this.spare = 0;
        let stairs = 0;
        if (this.isUpright) copyVec(this.normal, 0, up, 0);
        this.isUpright = false;
        // two feet on the ground say nothing new
        copyVec(wanted, 0, n > 0 && !this.isNew ? this.normal : up, 0);
        if (n > 0 && feet.length < 3) {
            copyVec(wanted, 0, up, 0);
            for (let i = 0; i < feet.length; i++) {
                const { probe } = feet[i];
                for (let axis = 0; axis < 3 && probe.isSensed; axis++) wanted[axis] += share / n * (probe.normal[axis] - up[axis]);
            }
            normalizeVec(wanted, 0);
        } else if (n > 2) {
            copyVec(wanted, 0, up, 0);
            xx -= x * x / n;
            xy -= x * y / n;
            yy -= y * y / n;
            xz -= x * z / n;
            yz -= y * z / n;
            const determinant = xx * yy - xy * xy;
            const least = (NARROW * size) ** 2;
            if (determinant > least * least) {
                const a = (xz * yy - yz * xy) / determinant, b = (yz * xx - xz * xy) / determinant;
                stairs = 1 - shareOfSlope(feet, up, a, b);
                const taken = share * (1 - (1 - STAIRS) * stairs);
                this.spare = taken > 0 ? Math.max(0, MOST_OF_STAIRS * share - taken) / taken : 0;
                const slopeA = taken * a, slopeB = taken * b;
                for (let i = 0; i < 3; i++) wanted[i] -= slopeA * first[i] + slopeB * second[i];
                normalizeVec(wanted, 0);
            }
        }
        if (this.isNew) {
            copyVec(this.normal, 0, wanted, 0);
            this.stairs = stairs;
        } else {
            const angle = Math.acos(Math.min(1, dotVec(this.normal, 0, wanted, 0)));
            const nearer = 1 - Math.exp(-RATE * dt);
            turnTowards(this.normal, wanted, Math.min(nearer, angle > 0 ? FASTEST * dt / angle : 1), first);
            this.stairs += nearer * (stairs - this.stairs);
        }
        this.isNew = false;
    }

    /** Writes the turn from the upright body. */
    writeTurn(out: Flat, up: Flat) {
        arcQuat(out, 0, up, 0, this.normal, 0, first, 0);
    }

    /** Takes the next slope over at once. */
    jump() {
        this.isNew = true;
    }

    /** Starts upright: the slope comes in its time. */
    restart() {
        this.isNew = false;
        this.isUpright = true;
        this.stairs = 0;
    }
}
