import { Air } from './air';
import { Braking } from './braking';
import type { Ground } from '../core/ground/ground';
import { dotVec, type Flat } from '../core/math/flat-math';
import { RADIANS } from '../core/math/scalars';
import type { Course } from '../feet/course/course';
import { GroundBelow } from '../feet/ground/ground-below';
import type { Standing } from '../feet/stride/standing';

// Where a character is in a frame: how it moves, what is below it, and whether it is in the air.

/** Seconds for which ground below a falling character is foreseen. */
const FORESEEN = 0.3;

/** Speed in heights a second below which it has no direction. */
const SLOWEST = 0.03;

export class Whereabouts {
    readonly motion = new Braking();

    readonly below = new GroundBelow();

    readonly air = new Air();

    /** Height of the character in the scene, and the direction of its movement against where it looks, degrees to the left. */
    height = -0;

    direction = -0;

    /** World directions: upwards, and where it looks. */
    readonly up: Flat = new Float64Array(3);

    readonly ahead: Flat = new Float64Array(3);

    /** How the character goes; set as soon as there is one. */
    course!: Course;

    private readonly flight = { distance: -0, rising: -0, height: -0 };

    forget() {
        this.motion.forget();
        this.air.forget();
    }

    /** Reads where the character looks. */
    readAxes(standing: Standing) {
        standing.readAxes(this.up, this.ahead, this.course.node.getWorldTransform().data);
    }

    /**
     * Measures a frame.
     *
     * @param ground - What is below; null: nothing is known of it.
     */
    measure(ground: Ground | null, dt: number) {
        const { motion, below, air, up, ahead, height, flight, course, course: { driven, rising, place } } = this;
        below.look(ground, place, up, height, Math.max(0, -rising) * FORESEEN);
        course.standsOn(below.body);
        motion.follow(course, dt);
        if (course.hasJumped) air.forget();
        flight.distance = below.distance;
        flight.rising = rising;
        flight.height = height;
        air.step(flight, dt);
        if (!(motion.speed > SLOWEST * height)) {
            this.direction = 0;
            return;
        }
        const left = driven[0] * (up[1] * ahead[2] - up[2] * ahead[1]) + driven[1] * (up[2] * ahead[0] - up[0] * ahead[2]) +
            driven[2] * (up[0] * ahead[1] - up[1] * ahead[0]);
        this.direction = Math.atan2(left, dotVec(driven, 0, ahead, 0)) / RADIANS;
    }
}
