import type { Whereabouts } from './whereabouts';
import { crossVec, dotVec, lengthVec, type Flat } from '../core/math/flat-math';
import { RADIANS } from '../core/math/scalars';
import { stepSpring } from '../core/math/spring';

// How far a body leans into curves and against its own speeding up and braking: so far that the pull of gravity and the acceleration together go through
// its feet.

/** Half-life in seconds with which the velocity is followed, whose rate is the acceleration: one that is there at once is none to bow for. */
const FOLLOW = 0.2;

/** Most that a body leans, and that it leans back, radians: it brakes with a foot ahead of it, not by its weight. */
const MOST = 20 * RADIANS;
const MOST_BACK = 6 * RADIANS;

const acceleration = new Float64Array(3);
const across = new Float64Array(3);

export class Lean {
    /** A turn about this vector by its length in radians, world space. */
    readonly turn: Flat = new Float64Array(3);

    /** Velocity that is followed and its rate, for each axis. */
    private readonly followed: Flat = new Float64Array(6);

    /** Stands upright at once. */
    forget() {
        this.turn.fill(0);
        this.followed.fill(0);
    }

    /**
     * One frame.
     *
     * @param where - Its velocity over the ground, units a second, and the unit directions up and where it looks.
     * @param gravity - Units a second squared.
     * @param share - Of what physics wants, 0 to 1.
     */
    step({ course: { driven: velocity }, up, ahead }: Whereabouts, gravity: number, share: number, dt: number) {
        const { turn, followed } = this;
        for (let k = 0; k < 3; k++) {
            stepSpring(followed, 2 * k, velocity[k], FOLLOW, dt);
            acceleration[k] = followed[2 * k + 1];
        }
        const along = dotVec(acceleration, 0, up, 0);
        for (let k = 0; k < 3; k++) acceleration[k] -= along * up[k];
        const size = lengthVec(acceleration, 0);
        crossVec(turn, 0, up, 0, acceleration, 0);
        const angle = Math.min(MOST, share * Math.atan2(size, gravity));
        const scale = size > 0 && angle > 0 ? angle / size : 0;
        for (let k = 0; k < 3; k++) turn[k] *= scale;
        crossVec(across, 0, up, 0, ahead, 0);
        const back = Math.max(0, -dotVec(turn, 0, across, 0) - MOST_BACK);
        for (let k = 0; k < 3; k++) turn[k] += back * across[k];
    }
}
