import { softenReach } from './reach';
import { copyVec, crossVec, dotVec, multiplyInverseQuat, multiplyQuat, normalizeVec, rotateVec, subtractVec, type Flat } from '../math/flat-math';
import { RADIANS } from '../math/scalars';

// A heel that rises so that a leg that trails reaches its ankle: the foot turns about its ball, and the toes stay on the ground.

/**
 * Cosines of the angle between the line from the ball to the ankle and the one to the hip, from which on a lift is softened, and that it
 * never passes: near that line a heel turns far for a millimetre of reach.
 */
const SOFT = Math.cos(50 * RADIANS);
const FULL = Math.cos(5 * RADIANS);

/** Half-life in seconds with which a heel that was lifted comes down in the air. */
const LOWERING = 0.04;

/** Angle of a lifted heel that is not seen, radians. */
const FLAT = 1e-3;

/** What is left of the lift of a heel after a time in the air, where no leg is too short for it: angles in radians. */
export function lowerHeel(angle: number, dt: number): number {
    const left = angle * Math.pow(0.5, dt / LOWERING);
    return left > FLAT ? left : 0;
}

const axis = new Float64Array(3);
const arm = new Float64Array(3);
const across = new Float64Array(3);
const toHip = new Float64Array(3);
const turn = new Float64Array(4);

/**
 * Lifts the ankle of a goal until it is near enough to the hip. Closed form.
 *
 * @param goal - Position of the ankle, changed in place, and from 3 on the rotation of the foot, changed too.
 * @param ball - What the foot turns about.
 * @param hip - Numbers that hold the hip, from `h` on.
 * @param up - Direction across the ground, and `ahead` the one in which the foot points along it.
 * @param reach - Distance from hip to ankle that the leg has.
 * @param most - Largest angle in radians.
 * @returns The angle in radians; 0 where the ankle is near enough.
 */
export function liftHeel(goal: Flat, ball: Flat, hip: Flat, h: number, up: Flat, ahead: Flat, reach: number, most: number): number {
    crossVec(axis, 0, up, 0, ahead, 0);
    if (!normalizeVec(axis, 0)) return 0;
    subtractVec(arm, 0, goal, 0, ball, 0);
    subtractVec(toHip, 0, hip, h, ball, 0);
    const along = dotVec(arm, 0, axis, 0);
    for (let k = 0; k < 3; k++) {
        arm[k] -= along * axis[k];
        toHip[k] -= along * axis[k];
    }
    crossVec(across, 0, axis, 0, arm, 0);
    // |toHip - arm cos - across sin| = reach
    const a = dotVec(toHip, 0, arm, 0), b = dotVec(toHip, 0, across, 0);
    const furthest = Math.sqrt(a * a + b * b);
    const needed = (dotVec(toHip, 0, toHip, 0) + dotVec(arm, 0, arm, 0) - reach * reach) / 2;
    const angle = Math.min(most, Math.atan2(b, a) - Math.acos(softenReach(needed / furthest, SOFT, FULL)));
    if (!(angle > 0)) return 0;
    turnHeel(goal, ball, up, ahead, angle);
    return angle;
}

/**
 * Turns the ankle of a goal up about the ball.
 *
 * @param goal - Position of the ankle, and from 3 on the rotation of the foot; both changed in place.
 * @param ball - What the foot turns about.
 * @param up - Direction across the ground, and `ahead` the one in which the foot points along it; not parallel.
 * @param angle - Angle in radians.
 */
export function turnHeel(goal: Flat, ball: Flat, up: Flat, ahead: Flat, angle: number): void {
    crossVec(axis, 0, up, 0, ahead, 0);
    normalizeVec(axis, 0);
    for (let k = 0; k < 3; k++) turn[k] = axis[k] * Math.sin(angle / 2);
    turn[3] = Math.cos(angle / 2);
    subtractVec(arm, 0, goal, 0, ball, 0);
    rotateVec(arm, 0, turn, 0, arm, 0);
    copyVec(goal, 0, arm, 0);
    for (let k = 0; k < 3; k++) goal[k] += ball[k];
    multiplyQuat(goal, 3, turn, 0, goal, 3);
}

/**
 * Keeps toes as they are in the world while the foot turns.
 *
 * @param localRotations - Receives the rotation of the toes, from `t` on.
 * @param lifted - Numbers that hold the rotation of the foot with its heel lifted, from `l` on.
 * @param flat - The same with its heel down, from `f` on.
 */
export function keepToes(localRotations: Flat, t: number, lifted: Flat, l: number, flat: Flat, f: number): void {
    multiplyInverseQuat(turn, 0, lifted, l, flat, f);
    multiplyQuat(localRotations, t, turn, 0, localRotations, t);
}
