import { dampingShare, turnTowards } from './damping';
import { normalizeVec, subtractVec, type Flat } from './flat-math';

// The gaze over time: a point that follows the target on an arc around the eye, exact in time.
//
// What is smoothed is the gaze, not the bones: the eyes go ahead and the chain fills behind them. It is kept as a point in world space,
// so a target that has been reached is held without lag while the animation moves the head, or the character walks and turns.

/** A gaze that follows targets. */
export interface Gaze {
    /** Point that is looked at, world space. */
    readonly point: Flat;
    /** How much of the look is there, 0..1: falls after the target has gone, rises when it comes back; 0: nothing is looked at. */
    presence: number;
}

/** A gaze that looks at nothing. */
export function createGaze(): Gaze {
    return { point: new Float64Array(3), presence: 0 };
}

/** Presence below which a look is over: a thousandth of a turn of 90 degrees cannot be seen. */
const MIN_PRESENCE = 1e-3;

/** Looks at nothing; the next target is approached from the animation again. */
export function forgetGaze(gaze: Gaze): void {
    gaze.presence = 0;
}

const direction = new Float64Array(3);
const goal = new Float64Array(3);

/**
 * Moves the gaze on by a frame.
 *
 * @param gaze - Receives the point to look at.
 * @param eye - Animated eye point, world space.
 * @param animated - Animated gaze, unit length: where a new look starts.
 * @param target - Point to look at, or null: the look fades out.
 * @param up - Axis around which a target straight behind is approached, unit length.
 * @param speed - Rate per second.
 * @param dt - Time in seconds.
 */
export function followTarget(gaze: Gaze, eye: Flat, animated: Flat, target: Flat | null, up: Flat, speed: number, dt: number): void {
    const share = dampingShare(speed, dt);
    if (!target) {
        gaze.presence -= gaze.presence * share;
        if (!(gaze.presence > MIN_PRESENCE)) gaze.presence = 0;
        return;
    }
    const { point } = gaze;
    subtractVec(goal, 0, target, 0, eye, 0);
    const goalDistance = Math.sqrt(goal[0] * goal[0] + goal[1] * goal[1] + goal[2] * goal[2]);
    // a target in the eye gives no direction: the gaze stays
    if (!normalizeVec(goal, 0)) return;
    if (gaze.presence === 0) {
        gaze.presence = 1;
        for (let i = 0; i < 3; i++) point[i] = eye[i] + animated[i] * goalDistance;
    }
    gaze.presence += (1 - gaze.presence) * share;
    subtractVec(direction, 0, point, 0, eye, 0);
    const distance = Math.sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
    if (!normalizeVec(direction, 0)) direction.set(animated);
    turnTowards(direction, goal, share, up);
    const newDistance = distance + (goalDistance - distance) * share;
    for (let i = 0; i < 3; i++) point[i] = eye[i] + direction[i] * newDistance;
}
