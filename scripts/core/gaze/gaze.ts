import { createMotionFilter, splitMotion, type MotionFilter } from './motion-filter';
import { createSwingFrame, fromSwing, toSwing, type GazeFrame } from './swing-map';
import { copyVec, normalizeVec, rotateVec, subtractVec, type Flat } from '../math/flat-math';
import { QUINTIC_PEAK, quinticShares } from '../math/quintic';
import { RADIANS } from '../math/scalars';

// The gaze over time: where the character looks in each frame, from where its animation looks and where its target is.
//
// Works in the swing map around the body's forward (swing-map.ts), so that no path leads through the back. A target is followed exponentially, exact in
// time; a new one is approached on an inertialised curve, which starts with the gaze's own speed and ends in a known time. What is
// followed is kept as a point in world space: a target that has been reached is held without lag while the body moves.

/** What a step of the gaze reads. */
export interface GazeInput {
    /** Time since the last step, seconds. */
    dt: number;
    /** Forward, up and side of the body, world space. */
    readonly frame: GazeFrame;
    /** World rotation of what the character stands on, which its gait does not sway. */
    readonly base: Flat;
    /** Animated eye point, world space. */
    readonly eye: Flat;
    /** Animated gaze, world space, unit length. */
    readonly animated: Flat;
    /** Point to look at, world space. */
    readonly target: Flat;
    /** Distance from the eye up to which a target gives no direction: it is inside the eye, which moves as the head turns. */
    nearest: number;
    /** Whether there is a target. */
    hasTarget: boolean;
    /** Whether the target is another one than in the last step. */
    isNew: boolean;
    /** Seconds in which a new target is reached. */
    duration: number;
    /** Rate per second at which a moving target is followed. */
    speed: number;
    /** Largest speed of the gaze, radians per second; 0: none. */
    maxSpeed: number;
    /** Angle to the body's forward beyond which a target to the side is given up, radians; above and below two thirds of it; pi: never. */
    giveUpAngle: number;
    /** Seconds in which the look fades out then. */
    giveUpTime: number;
    /** 1: the gaze is exact; below, that share of the animation's own motion is taken out of it. */
    stabilization: number;
}

/** Where a gaze is. Directions are in world space, swings in the map around the body's forward. */
export interface Gaze {
    /** Whether the gaze differs from the animation's. */
    active: boolean;
    /** Whether the goal is the target; else it is the animation. */
    looking: boolean;
    /** Whether the target is beyond the angle of giving up. */
    gaveUp: boolean;
    /** Point that is looked at, world space. */
    readonly point: Flat;
    /** Point that the bones turn to first when the target is behind: it says around which side. And whether there is one. */
    readonly via: Flat;
    isBehind: boolean;
    /** Distance of the target that was seen last. */
    distance: number;
    /** Body, animated eye point in world space, and swing that was shown, of the last step. */
    readonly frame: GazeFrame;
    readonly eye: Flat;
    readonly swing: Flat;
    /** Direction that was shown last, without what the animation adds. */
    readonly shown: Flat;
    /** Whether that is towards the follower: the approach is over, and no bound holds the gaze back. */
    following: boolean;
    /** Its speed in the map, radians per second; without that with which a held point passes a moving eye. */
    readonly rate: Flat;
    /** Point that follows the target, world space. */
    readonly follower: Flat;
    /** The approach to a new goal: offset and rate at its start, share of its time that is over, seconds since and in all. */
    readonly offset: Flat;
    readonly offsetRate: Flat;
    progress: number;
    readonly clock: Flat;
    /** Swing on whose side a target near the back is held; 0: none yet. */
    readonly side: Flat;
    /** Animated gaze without its fast motion. */
    readonly motionFilter: MotionFilter;
    /** Whether a step has been made since the gaze was made or forgotten. */
    started: boolean;
}

/** What a step needs, with everything switched off. No number begins as an integer: it would be allocated anew at each change. */
export function createGazeInput(): GazeInput {
    return {
        dt: -0, frame: createSwingFrame(), base: Float64Array.of(0, 0, 0, 1), eye: new Float64Array(3),
        animated: Float64Array.of(0, 0, 1), target: new Float64Array(3),
        nearest: -0, hasTarget: false, isNew: false, duration: -0, speed: -0, maxSpeed: -0, giveUpAngle: Math.PI, giveUpTime: -0, stabilization: 1.5
    };
}

/** A gaze that has not begun. */
export function createGaze(): Gaze {
    return {
        active: false, looking: false, gaveUp: false, point: new Float64Array(3), via: new Float64Array(3), isBehind: false, distance: 1.5,
        frame: createSwingFrame(), eye: new Float64Array(3), swing: new Float64Array(2), shown: new Float64Array(3), following: false,
        rate: new Float64Array(2), follower: new Float64Array(3), offset: new Float64Array(2), offsetRate: new Float64Array(2),
        progress: -0, clock: new Float64Array(2), side: new Float64Array(2), motionFilter: createMotionFilter(), started: false
    };
}

/** Forgets where the gaze was: the next step begins at the animation. */
export function forgetGaze(gaze: Gaze): void {
    gaze.active = false;
    gaze.looking = false;
    gaze.gaveUp = false;
    gaze.started = false;
    gaze.motionFilter.started = false;
    gaze.side.fill(0);
    gaze.swing.fill(0);
    gaze.rate.fill(0);
}

/** Angle from the front beyond which a target stays on the side from which it came, radians: 20 degrees from the back. */
const HOLD_SIDE_BEYOND = 160 * RADIANS;

/** Angle to the back inside which a target that appears has no side of its own, radians: 10 degrees. */
const STRAIGHT_BACK = 10 * RADIANS;

/** How much nearer than the angle of giving up a target must be to be looked at again, radians: 15 degrees. */
const GIVE_UP_HYSTERESIS = 15 * RADIANS;

/** How much sooner it is given up above and below: people do not look between their own legs for what is low behind them. */
const OVER_AND_UNDER = 1.5;

/** Cosine of the angle between two sides far out from which they are two: 30 degrees. */
const COS_SAME_SIDE = 0.866;

/** Angle from the animated gaze beyond which bones turn to the side first, radians: 150 degrees. Nearer to the front the side is plain, and a detour only hurts. */
const BEHIND = 150 * RADIANS;
const COS_HALF_BEHIND = Math.cos(BEHIND / 2);

/** Share of the largest speed that an approach takes up; the rest is for the animation. */
const APPROACH_SPEED_SHARE = 0.8;

/** Largest swing that is shown, radians: the back itself has no side. */
const LARGEST_SWING = Math.PI - 1e-6;

const steadyGaze = new Float64Array(3);
const steadySwing = new Float64Array(2);
const before = new Float64Array(2);
const held = new Float64Array(2);
const seen = new Float64Array(3);
const start = new Float64Array(2);
const goal = new Float64Array(2);
const next = new Float64Array(2);
const direction = new Float64Array(3);
const motion = new Float64Array(4);
const shares = new Float64Array(2);

/**
 * Brings a heading near the back to the side of another one, which may be of any length: all headings there are almost one direction, and
 * the body's own motion takes it across.
 */
function holdSide(side: Flat, heading: Flat): void {
    const squared = heading[0] * heading[0] + heading[1] * heading[1];
    const sideSquared = side[0] * side[0] + side[1] * side[1];
    if (!(squared > HOLD_SIDE_BEYOND * HOLD_SIDE_BEYOND && sideSquared > 0)) return;
    const scale = Math.sqrt(squared / sideSquared);
    heading[0] = side[0] * scale;
    heading[1] = side[1] * scale;
}

function copySwing(out: Flat, heading: Flat): void {
    out[0] = heading[0];
    out[1] = heading[1];
}

/** Writes the heading of a point of the last step as the eye sees it from where it is now; in the eye itself, of what was shown. */
function seePoint(out: Flat, gaze: Gaze, input: GazeInput, point: Flat): void {
    subtractVec(direction, 0, point, 0, input.eye, 0);
    if (!normalizeVec(direction, 0)) copyVec(direction, 0, gaze.shown, 0);
    toSwing(out, 0, input.frame, direction, 0);
}

/** Writes the heading of the target, held near the back. Answers whether it has come out on another side. */
function findGoal(gaze: Gaze, input: GazeInput): boolean {
    const { side } = gaze;
    toSwing(goal, 0, input.frame, direction, 0);
    const length = Math.sqrt(goal[0] * goal[0] + goal[1] * goal[1]);
    const sideLength = Math.sqrt(side[0] * side[0] + side[1] * side[1]);
    if (sideLength > 0 && length > HOLD_SIDE_BEYOND) {
        holdSide(side, goal);
        return false;
    }
    // past the shoulders it matters around which side
    const isOther = sideLength > 0 && length > Math.PI / 2 && goal[0] * side[0] + goal[1] * side[1] < COS_SAME_SIDE * length * sideLength;
    if (length > Math.PI - STRAIGHT_BACK) {
        // a target that appears straight behind is looked for beside, not above
        side[0] = goal[0] < 0 ? -1 : 1;
        side[1] = 0;
        holdSide(side, goal);
    } else if (length > 0) {
        copySwing(side, goal);
    }
    return isOther;
}

/** Whether the target lies beyond the angle of giving up; coming back needs more. */
function isGivenUp(gaze: Gaze, input: GazeInput): boolean {
    if (!(input.giveUpAngle < Math.PI)) return false;
    toSwing(goal, 0, input.frame, direction, 0);
    const angle = Math.max(Math.sqrt(goal[0] * goal[0] + goal[1] * goal[1]), OVER_AND_UNDER * Math.abs(goal[1]));
    return angle > (gaze.gaveUp ? input.giveUpAngle - GIVE_UP_HYSTERESIS : input.giveUpAngle);
}

/** Writes the offset at which an approach starts: from goal to gaze, both as they were in the last step, when it started. */
function beginOffset(gaze: Gaze, input: GazeInput): void {
    const { offset, swing } = gaze;
    if (!gaze.looking || !gaze.started) {
        for (let i = 0; i < 2; i++) offset[i] = before[i] - goal[i];
        return;
    }
    subtractVec(direction, 0, input.target, 0, gaze.eye, 0);
    if (normalizeVec(direction, 0)) toSwing(start, 0, gaze.frame, direction, 0);
    else copySwing(start, goal);
    holdSide(gaze.side, start);
    for (let i = 0; i < 2; i++) offset[i] = swing[i] - start[i];
}

/** Begins an approach from where the gaze was to the goal. */
function beginApproach(gaze: Gaze, input: GazeInput): void {
    beginOffset(gaze, input);
    for (let i = 0; i < 2; i++) gaze.offsetRate[i] = gaze.rate[i];
    gaze.progress = 0;
}

/** Moves the approach on, in the time that it takes as the settings are now, and adds what is left of its offset. */
function stepApproach(gaze: Gaze, input: GazeInput): void {
    const { clock, offset, offsetRate } = gaze;
    const { maxSpeed } = input;
    const length = Math.sqrt(offset[0] * offset[0] + offset[1] * offset[1]);
    const slowest = maxSpeed > 0 ? QUINTIC_PEAK * length / (APPROACH_SPEED_SHARE * maxSpeed) : 0;
    clock[1] = Math.max(gaze.gaveUp ? input.giveUpTime : input.duration, slowest);
    gaze.progress = clock[1] > 0 ? Math.min(1, gaze.progress + input.dt / clock[1]) : 1;
    // an approach that never ends stands still
    clock[0] = clock[1] === Infinity ? 0 : gaze.progress * clock[1];
    quinticShares(shares, clock);
    for (let i = 0; i < 2; i++) next[i] += offset[i] * shares[0] + offsetRate[i] * shares[1];
}

/** Writes the heading that follows the goal, its point in world space, and the heading of what was shown last as the eye sees it now. */
function followGoal(gaze: Gaze, input: GazeInput, starts: boolean, wasLooking: boolean): void {
    const { follower, following } = gaze;
    if (wasLooking) seePoint(held, gaze, input, following ? follower : seen);
    else copySwing(held, before);

    if (starts || !gaze.looking) {
        copySwing(next, goal);
    } else {
        if (following) copySwing(next, held);
        else seePoint(next, gaze, input, follower);
        holdSide(gaze.side, next);
        const remaining = Math.exp(-Math.max(0, input.speed * input.dt));
        next[0] = goal[0] + (next[0] - goal[0]) * remaining;
        next[1] = goal[1] + (next[1] - goal[1]) * remaining;
    }
    holdSide(gaze.swing, held);
    fromSwing(gaze.shown, 0, input.frame, next, 0);
    placeAlong(follower, input.eye, gaze.shown, gaze);
}

/** Holds the gaze to its largest speed. Answers whether it was faster. */
function limitSpeed({ maxSpeed, dt }: GazeInput): boolean {
    if (!(maxSpeed > 0)) return false;
    const x = next[0] - before[0], y = next[1] - before[1];
    const step = Math.sqrt(x * x + y * y);
    const longest = maxSpeed * dt;
    if (!(step > longest)) return false;
    next[0] = before[0] + x * (longest / step);
    next[1] = before[1] + y * (longest / step);
    return true;
}

/** Adds what is left of the approach, and holds the bounds of speed and of the back. Answers whether the approach is over. */
function finishSwing(gaze: Gaze, input: GazeInput): boolean {
    const { rate } = gaze;
    const { dt } = input;
    const isApproaching = gaze.progress < 1;
    if (isApproaching) stepApproach(gaze, input);
    const outward = Math.sqrt(next[0] * next[0] + next[1] * next[1]);
    const isTooFar = outward > LARGEST_SWING;
    if (isTooFar) for (let i = 0; i < 2; i++) next[i] *= LARGEST_SWING / outward;
    const isTooFast = limitSpeed(input);
    if (dt > 0) {
        rate[0] = (next[0] - held[0]) / dt;
        rate[1] = (next[1] - held[1]) / dt;
    }
    gaze.following = !isApproaching && !isTooFar && !isTooFast;
    if (!gaze.following) fromSwing(gaze.shown, 0, input.frame, next, 0);
    return gaze.progress >= 1 && !isTooFast;
}

/** Keeps what the next step needs of this one. */
function rememberStep(gaze: Gaze, { frame, eye }: GazeInput): void {
    copyVec(gaze.frame.forward, 0, frame.forward, 0);
    copyVec(gaze.frame.up, 0, frame.up, 0);
    copyVec(gaze.frame.side, 0, frame.side, 0);
    copyVec(gaze.eye, 0, eye, 0);
    copySwing(gaze.swing, next);
}

/** Writes the point in a direction from an eye, as far as the target. */
function placeAlong(out: Flat, eye: Flat, along: Flat, { distance }: Gaze): void {
    out[0] = eye[0] + along[0] * distance;
    out[1] = eye[1] + along[1] * distance;
    out[2] = eye[2] + along[2] * distance;
}

/** Writes the point in a direction, with the motion that the animation keeps. */
function placePoint(out: Flat, gaze: Gaze, { eye }: GazeInput, along: Flat): void {
    rotateVec(direction, 0, motion, 0, along, 0);
    placeAlong(out, eye, direction, gaze);
}

/** Finds whether the bones should turn to a point at the side first, and where that is. */
function findVia(gaze: Gaze, input: GazeInput): void {
    const { frame } = input;
    const { forward } = frame;
    gaze.isBehind = false;
    // with both of them within half that angle of the front, the goal is not behind
    const cosine = steadyGaze[0] * forward[0] + steadyGaze[1] * forward[1] + steadyGaze[2] * forward[2];
    if (cosine > COS_HALF_BEHIND && next[0] * next[0] + next[1] * next[1] < BEHIND * BEHIND / 4) return;
    toSwing(steadySwing, 0, frame, steadyGaze, 0);
    const x = next[0] - steadySwing[0], y = next[1] - steadySwing[1];
    const angle = Math.sqrt(x * x + y * y);
    if (!(angle > BEHIND)) return;
    gaze.isBehind = true;
    next[0] = steadySwing[0] + x * (BEHIND / angle);
    next[1] = steadySwing[1] + y * (BEHIND / angle);
    fromSwing(direction, 0, frame, next, 0);
    placePoint(gaze.via, gaze, input, direction);
}

/**
 * Moves the gaze on by a frame.
 *
 * @param gaze - Receives the point to look at, and whether the gaze differs from the animation's.
 * @param input - The time, the body, its animation and its target.
 */
export function stepGaze(gaze: Gaze, input: GazeInput): void {
    const { frame, eye } = input;
    splitMotion(motion, steadyGaze, gaze.motionFilter, input, frame.up);

    const wasLooking = gaze.looking;
    placeAlong(seen, gaze.eye, gaze.shown, gaze);
    subtractVec(direction, 0, input.target, 0, eye, 0);
    const distance = Math.sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
    const hasDirection = input.hasTarget && distance > input.nearest && normalizeVec(direction, 0);
    gaze.gaveUp = hasDirection && isGivenUp(gaze, input);
    gaze.looking = hasDirection && !gaze.gaveUp;

    // headings cost an arc tangent each: this one is needed where there was no target, or is none, and for the bound of speed
    if (!wasLooking || !gaze.looking || input.maxSpeed > 0) {
        toSwing(before, 0, frame, gaze.started ? gaze.shown : steadyGaze, 0);
        holdSide(gaze.swing, before);
    }
    let starts = false;
    if (gaze.looking) {
        gaze.distance = distance;
        // what is new has come from no side yet
        if (!wasLooking || input.isNew) gaze.side.fill(0);
        starts = findGoal(gaze, input) || !wasLooking || input.isNew;
        gaze.active = true;
    } else {
        toSwing(goal, 0, frame, steadyGaze, 0);
        starts = wasLooking;
    }
    if (starts) beginApproach(gaze, input);
    followGoal(gaze, input, starts, wasLooking);
    const isOver = finishSwing(gaze, input);
    gaze.started = true;
    if (isOver && !gaze.looking) gaze.active = false;

    rememberStep(gaze, input);
    placePoint(gaze.point, gaze, input, gaze.shown);
    findVia(gaze, input);
}
