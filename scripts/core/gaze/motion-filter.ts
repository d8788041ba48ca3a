import { dampTowards } from '../math/damping';
import { arcQuat, copyVec, identityQuat, normalizeVec, rotateVec, rotateVecInverse, slerpQuat, type Flat } from '../math/flat-math';

// Splits an animated direction into a steady part and the fast motion around it: the sway and nod of a gait.
//
// A low-pass filter: the steady part follows the direction exponentially, exact in time, and is carried by what the character stands on.
// What is left is the motion.

/** State of the filter. */
export interface MotionFilter {
    /** The steady direction in the frame of what the character stands on; unit length. */
    readonly direction: Flat;
    /** Whether it has begun. */
    started: boolean;
}

/** What {@link splitMotion} reads. */
export interface MotionFilterInput {
    /** Time since the last step, seconds. */
    readonly dt: number;
    /** World rotation of what the character stands on. */
    readonly base: Flat;
    /** Animated direction, world space, unit length. */
    readonly animated: Flat;
    /** 1: all of the motion is left out; below, that share. */
    readonly stabilization: number;
}

/** Rate at which the steady part follows, per second: slower than any gait. */
const FILTER_RATE = 0.7;

const world = new Float64Array(3);
const whole = new Float64Array(4);
const share = new Float64Array(1);
const identity = Float64Array.of(0, 0, 0, 1);

/** A filter that has not begun. */
export function createMotionFilter(): MotionFilter {
    return { direction: new Float64Array(3), started: false };
}

/**
 * Moves the steady part on, and splits the animated direction.
 *
 * @param motion - Receives the share of the motion that is kept, a turn.
 * @param steady - Receives the direction without that, world space.
 * @param filter - The filter.
 * @param input - The direction, and how much of its motion is left out.
 * @param up - Axis of the turn for a direction that is thrown round; world space, unit length.
 */
export function splitMotion(motion: Flat, steady: Flat, filter: MotionFilter, input: MotionFilterInput, up: Flat): void {
    const { base, animated } = input;
    if (input.stabilization >= 1) {
        identityQuat(motion, 0);
        copyVec(steady, 0, animated, 0);
        filter.started = false;
        return;
    }
    if (filter.started) {
        rotateVec(world, 0, base, 0, filter.direction, 0);
        dampTowards(world, animated, FILTER_RATE, input.dt, up);
        normalizeVec(world, 0);
    } else {
        copyVec(world, 0, animated, 0);
    }
    rotateVecInverse(filter.direction, 0, base, 0, world, 0);
    filter.started = true;
    arcQuat(whole, 0, world, 0, animated, 0, up, 0);
    share[0] = 1 - Math.max(0, input.stabilization);
    slerpQuat(motion, 0, identity, 0, whole, 0, share, 0);
    rotateVecInverse(steady, 0, motion, 0, animated, 0);
}
