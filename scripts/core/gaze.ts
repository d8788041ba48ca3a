import { dampingShare, turnTowards } from './damping';
import {
    arcQuat, copyVec, identityQuat, normalizeVec, rotateVec, rotateVecInverse, slerpQuat, subtractVec, type Flat
} from './flat-math';
import { createHeadingFrame, fromHeading, toHeading, type HeadingFrame } from './heading';
import { QUINTIC_PEAK, quinticShares } from './quintic';

// The gaze over time: where the character looks in each frame, from where its animation looks and where its target is.
//
// Works in headings around the body's forward, so that no way leads through the back. A target is followed exponentially, exact in
// time; a new one is approached on an inertialised curve, which starts with the gaze's own speed and ends in a known time. What is
// followed is kept as a point in world space: a target that has been reached is held without lag while the body moves.

/** What a step of the gaze reads. */
export interface GazeInput {
    /** Time since the last step, seconds. */
    dt: number;
    /** Forward, up and side of the body, world space. */
    readonly frame: HeadingFrame;
    /** World rotation of what the character stands on, which its gait does not sway. */
    readonly base: Flat;
    /** Animated eye point, world space. */
    readonly eye: Flat;
    /** Animated gaze, world space, unit length. */
    readonly animated: Flat;
    /** Point to look at, world space. */
    readonly target: Flat;
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
    /** Angle to the body's forward beyond which a target is given up, radians; pi: never. */
    giveUpAngle: number;
    /** Seconds in which the look fades out then. */
    giveUpTime: number;
    /** 1: the gaze is exact; below, that share of the animation's own motion is taken out of it. */
    stabilization: number;
}

/** Where a gaze is. Directions are in world space, headings in the plane around the body's forward. */
export interface Gaze {
    /** Whether the gaze differs from the animation's. */
    active: boolean;
    /** Whether the goal is the target; else it is the animation. */
    looking: boolean;
    /** Whether the target is beyond the angle of giving up. */
    gaveUp: boolean;
    /** Point that is looked at, world space. */
    readonly point: Flat;
    /** Point on the way there, and whether bones should turn there first: from the front, the way to what is behind has no side. */
    readonly via: Flat;
    isBehind: boolean;
    /** Distance of the target that was seen last. */
    distance: number;
    /** Body, animated eye point in world space, and heading that was shown, of the last step. */
    readonly frame: HeadingFrame;
    readonly eye: Flat;
    readonly heading: Flat;
    /** Direction that was shown last, without what the animation adds. */
    readonly shown: Flat;
    /** Side of its heading, of length 1; 0 straight ahead. */
    readonly shownSide: Flat;
    /** Its speed in the plane, radians per second; not that with which a point that is held passes a moving eye. */
    readonly rate: Flat;
    /** Point that follows the target, world space. */
    readonly follower: Flat;
    /** The way to a new goal: what was missing at its start, the rate then, the share of its time that is over, the seconds since and in all. */
    readonly offset: Flat;
    readonly offsetRate: Flat;
    progress: number;
    readonly clock: Flat;
    /** Side on which a target near the back is held: a heading of length 1, or 0. */
    readonly side: Flat;
    /** Animated gaze without its fast motion, in the frame of what the character stands on. */
    readonly steady: Flat;
    hasSteady: boolean;
    /** Whether a step has been made since the gaze was made or forgotten. */
    started: boolean;
}

/** What a step needs, with everything switched off. No number begins as an integer: it would be allocated anew at each change. */
export function createGazeInput(): GazeInput {
    return {
        dt: -0, frame: createHeadingFrame(), base: Float64Array.of(0, 0, 0, 1), eye: new Float64Array(3),
        animated: Float64Array.of(0, 0, 1), target: new Float64Array(3),
        hasTarget: false, isNew: false, duration: -0, speed: -0, maxSpeed: -0, giveUpAngle: Math.PI, giveUpTime: -0, stabilization: 1.5
    };
}

/** A gaze that has not begun. */
export function createGaze(): Gaze {
    return {
        active: false, looking: false, gaveUp: false, point: new Float64Array(3), via: new Float64Array(3), isBehind: false, distance: 1.5,
        frame: createHeadingFrame(), eye: new Float64Array(3), heading: new Float64Array(2), shown: new Float64Array(3),
        shownSide: new Float64Array(2), rate: new Float64Array(2), follower: new Float64Array(3), offset: new Float64Array(2), offsetRate: new Float64Array(2),
        progress: -0, clock: new Float64Array(2), side: new Float64Array(2), steady: new Float64Array(3), hasSteady: false, started: false
    };
}

/** Forgets where the gaze was: the next step begins at the animation. */
export function forgetGaze(gaze: Gaze): void {
    gaze.active = false;
    gaze.looking = false;
    gaze.gaveUp = false;
    gaze.started = false;
    gaze.hasSteady = false;
    gaze.side.fill(0);
    gaze.shownSide.fill(0);
    gaze.rate.fill(0);
}

/** Angle to the back inside which a target is held on the side from which it came, radians: 20 degrees. */
const BACK = 20 * Math.PI / 180;

/** Angle to the back inside which a target that appears has no side of its own, radians: 10 degrees. */
const STRAIGHT_BACK = 10 * Math.PI / 180;

/** How much nearer than the angle of giving up a target must be to be looked at again, radians: 15 degrees. */
const COME_BACK = 15 * Math.PI / 180;

/** Cosine of the angle between two sides far out from which they are two: 30 degrees. */
const SAME_SIDE = 0.866;

/** Rate at which the steady part follows the animated gaze, per second: slower than any gait. */
const STEADY_RATE = 0.7;

/** Way from the animated gaze from which bones turn to the side first, radians: 150 degrees. Nearer to the front, the side is plain, and a detour only hurts. */
const BEHIND = 150 * Math.PI / 180;

/** Share of the largest speed that a way takes up; the rest is for the animation. */
const WAY_SPEED = 0.8;

/** Largest heading that is shown, radians: the back itself has no side. */
const FURTHEST = Math.PI - 1e-6;

const calm = new Float64Array(3);
const calmHeading = new Float64Array(2);
const before = new Float64Array(2);
const held = new Float64Array(2);
const start = new Float64Array(2);
const goal = new Float64Array(2);
const next = new Float64Array(2);
const direction = new Float64Array(3);
const steadyWorld = new Float64Array(3);
const motion = new Float64Array(4);
const wholeMotion = new Float64Array(4);
const share = new Float64Array(1);
const shares = new Float64Array(2);
const identity = Float64Array.of(0, 0, 0, 1);

/** Writes the motion of the animation that is left in the gaze, and the animated gaze without it. */
function readMotion(gaze: Gaze, input: GazeInput): void {
    const { frame, base, animated } = input;
    const { steady } = gaze;
    if (input.stabilization >= 1) {
        identityQuat(motion, 0);
        copyVec(calm, 0, animated, 0);
        gaze.hasSteady = false;
        return;
    }
    if (gaze.hasSteady) {
        rotateVec(steadyWorld, 0, base, 0, steady, 0);
        turnTowards(steadyWorld, animated, dampingShare(STEADY_RATE, input.dt), frame.up);
        normalizeVec(steadyWorld, 0);
    } else {
        copyVec(steadyWorld, 0, animated, 0);
    }
    rotateVecInverse(steady, 0, base, 0, steadyWorld, 0);
    gaze.hasSteady = true;
    arcQuat(wholeMotion, 0, steadyWorld, 0, animated, 0, frame.up, 0);
    share[0] = 1 - Math.max(0, input.stabilization);
    slerpQuat(motion, 0, identity, 0, wholeMotion, 0, share, 0);
    rotateVecInverse(calm, 0, motion, 0, animated, 0);
}

/** Brings a heading near the back to a side: all headings there are almost one direction, and the body's own motion takes it across. */
function holdSide(side: Flat, heading: Flat): void {
    const length = Math.sqrt(heading[0] * heading[0] + heading[1] * heading[1]);
    if (!(length > Math.PI - BACK) || (side[0] === 0 && side[1] === 0)) return;
    for (let i = 0; i < 2; i++) heading[i] = side[i] * length;
}

/** Writes the side of a heading. */
function sideOf(side: Flat, heading: Flat): void {
    const length = Math.sqrt(heading[0] * heading[0] + heading[1] * heading[1]);
    if (length > 0) for (let i = 0; i < 2; i++) side[i] = heading[i] / length;
}

/** Writes the heading of what was shown last, as the eye sees it from where it is now. */
function findHeld(gaze: Gaze, input: GazeInput): void {
    held.set(before);
    if (!gaze.looking) return;
    for (let i = 0; i < 3; i++) direction[i] = gaze.eye[i] + gaze.shown[i] * gaze.distance - input.eye[i];
    if (!normalizeVec(direction, 0)) return;
    toHeading(held, 0, input.frame, direction, 0);
    holdSide(gaze.shownSide, held);
}

/** Writes the heading of the target, held near the back. Answers whether it has come out on another side. */
function findGoal(gaze: Gaze, input: GazeInput): boolean {
    const { side } = gaze;
    toHeading(goal, 0, input.frame, direction, 0);
    const length = Math.sqrt(goal[0] * goal[0] + goal[1] * goal[1]);
    const hadSide = side[0] !== 0 || side[1] !== 0;
    if (hadSide && length > Math.PI - BACK) {
        holdSide(side, goal);
        return false;
    }
    const turned = length > 0 ? (goal[0] * side[0] + goal[1] * side[1]) / length : 1;
    if (length > Math.PI - STRAIGHT_BACK) {
        // a target that appears straight behind is looked for beside, not above
        side[0] = goal[0] < 0 ? -1 : 1;
        side[1] = 0;
        holdSide(side, goal);
    } else {
        sideOf(side, goal);
    }
    return hadSide && length > Math.PI / 2 && turned < SAME_SIDE;
}

/** Whether the target lies beyond the angle of giving up; coming back needs more. */
function isGivenUp(gaze: Gaze, input: GazeInput): boolean {
    if (!(input.giveUpAngle < Math.PI)) return false;
    toHeading(goal, 0, input.frame, direction, 0);
    return Math.sqrt(goal[0] * goal[0] + goal[1] * goal[1]) > (gaze.gaveUp ? input.giveUpAngle - COME_BACK : input.giveUpAngle);
}

/** Writes where a way begins, as from its goal: both as they were in the last step, since that is when the way has begun. */
function beginOffset(gaze: Gaze, input: GazeInput): void {
    const { offset, heading } = gaze;
    if (!gaze.looking || !gaze.started) {
        for (let i = 0; i < 2; i++) offset[i] = before[i] - goal[i];
        return;
    }
    subtractVec(direction, 0, input.target, 0, gaze.eye, 0);
    if (normalizeVec(direction, 0)) toHeading(start, 0, gaze.frame, direction, 0);
    else start.set(goal);
    holdSide(gaze.side, start);
    for (let i = 0; i < 2; i++) offset[i] = heading[i] - start[i];
}

/** Begins a way from where the gaze was to the goal. */
function beginWay(gaze: Gaze, input: GazeInput): void {
    beginOffset(gaze, input);
    for (let i = 0; i < 2; i++) gaze.offsetRate[i] = gaze.rate[i];
    gaze.progress = 0;
}

/** Moves on along the way, in the time that it takes as the settings are now. */
function stepWay(gaze: Gaze, input: GazeInput): void {
    const { clock, offset } = gaze;
    const { maxSpeed } = input;
    const length = Math.sqrt(offset[0] * offset[0] + offset[1] * offset[1]);
    const slowest = maxSpeed > 0 ? QUINTIC_PEAK * length / (WAY_SPEED * maxSpeed) : 0;
    clock[1] = Math.max(gaze.gaveUp ? input.giveUpTime : input.duration, slowest);
    gaze.progress = clock[1] > 0 ? Math.min(1, gaze.progress + input.dt / clock[1]) : 1;
    // a way that never ends stands still
    clock[0] = clock[1] === Infinity ? 0 : gaze.progress * clock[1];
    quinticShares(shares, clock);
}

/** Writes the heading that follows the goal, as a point in world space too. */
function followGoal(gaze: Gaze, input: GazeInput, starts: boolean): void {
    const { follower } = gaze;
    if (starts || !gaze.looking) {
        for (let i = 0; i < 2; i++) next[i] = goal[i];
    } else {
        subtractVec(direction, 0, follower, 0, input.eye, 0);
        if (!normalizeVec(direction, 0)) copyVec(direction, 0, gaze.shown, 0);
        toHeading(next, 0, input.frame, direction, 0);
        holdSide(gaze.side, next);
        const left = Math.exp(-Math.max(0, input.speed * input.dt));
        for (let i = 0; i < 2; i++) next[i] = goal[i] + (next[i] - goal[i]) * left;
    }
    fromHeading(direction, 0, input.frame, next, 0);
    for (let i = 0; i < 3; i++) follower[i] = input.eye[i] + direction[i] * gaze.distance;
}

/** Adds what is left of the way, and holds the bounds of speed and of the back. Answers whether the way is over. */
function finishHeading(gaze: Gaze, input: GazeInput): boolean {
    const { dt } = input;
    stepWay(gaze, input);
    for (let i = 0; i < 2; i++) next[i] += gaze.offset[i] * shares[0] + gaze.offsetRate[i] * shares[1];
    const outward = Math.sqrt(next[0] * next[0] + next[1] * next[1]);
    if (outward > FURTHEST) for (let i = 0; i < 2; i++) next[i] *= FURTHEST / outward;

    const step = Math.sqrt((next[0] - before[0]) ** 2 + (next[1] - before[1]) ** 2);
    const longest = input.maxSpeed > 0 ? input.maxSpeed * dt : Infinity;
    if (step > longest) for (let i = 0; i < 2; i++) next[i] = before[i] + (next[i] - before[i]) * (longest / step);
    if (dt > 0) for (let i = 0; i < 2; i++) gaze.rate[i] = (next[i] - held[i]) / dt;
    return gaze.progress >= 1 && !(step > longest);
}

/** Keeps what the next step needs of this one. */
function keepStep(gaze: Gaze, { frame, eye }: GazeInput): void {
    copyVec(gaze.frame.forward, 0, frame.forward, 0);
    copyVec(gaze.frame.up, 0, frame.up, 0);
    copyVec(gaze.frame.side, 0, frame.side, 0);
    copyVec(gaze.eye, 0, eye, 0);
    gaze.heading.set(next);
}

/** Writes the point in a direction, with the motion that the animation keeps. */
function placePoint(out: Flat, gaze: Gaze, eye: Flat, along: Flat): void {
    rotateVec(out, 0, motion, 0, along, 0);
    for (let i = 0; i < 3; i++) out[i] = eye[i] + out[i] * gaze.distance;
}

/**
 * Moves the gaze on by a frame.
 *
 * @param gaze - Receives the point to look at, and whether the gaze differs from the animation's.
 * @param input - The time, the body, its animation and its target.
 */
export function stepGaze(gaze: Gaze, input: GazeInput): void {
    const { frame, eye } = input;
    readMotion(gaze, input);
    toHeading(calmHeading, 0, frame, calm, 0);
    toHeading(before, 0, frame, gaze.started ? gaze.shown : calm, 0);
    holdSide(gaze.shownSide, before);
    findHeld(gaze, input);

    const wasLooking = gaze.looking;
    subtractVec(direction, 0, input.target, 0, eye, 0);
    const distance = Math.sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
    // a target in the eye gives no direction
    const hasDirection = input.hasTarget && normalizeVec(direction, 0);
    gaze.gaveUp = hasDirection && isGivenUp(gaze, input);
    gaze.looking = hasDirection && !gaze.gaveUp;

    let starts = false;
    if (gaze.looking) {
        gaze.distance = distance;
        // what is new has come from no side yet
        if (!wasLooking || input.isNew) gaze.side.fill(0);
        starts = findGoal(gaze, input) || !wasLooking || input.isNew;
        gaze.active = true;
    } else {
        goal.set(calmHeading);
        starts = wasLooking;
    }
    if (starts) beginWay(gaze, input);
    followGoal(gaze, input, starts);
    const arrived = finishHeading(gaze, input);
    gaze.started = true;
    if (arrived && !gaze.looking) gaze.active = false;

    fromHeading(gaze.shown, 0, frame, next, 0);
    sideOf(gaze.shownSide, next);
    keepStep(gaze, input);
    placePoint(gaze.point, gaze, eye, gaze.shown);
    const way = Math.sqrt((next[0] - calmHeading[0]) ** 2 + (next[1] - calmHeading[1]) ** 2);
    gaze.isBehind = way > BEHIND;
    if (!gaze.isBehind) return;
    for (let i = 0; i < 2; i++) next[i] = calmHeading[i] + (next[i] - calmHeading[i]) * (BEHIND / way);
    fromHeading(direction, 0, frame, next, 0);
    placePoint(gaze.via, gaze, eye, direction);
}
