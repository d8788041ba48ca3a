import { copyVec, crossVec, lengthVec, multiplyInverseQuat, multiplyQuat, normalizeVec, rotateVec, type Flat } from '../math/flat-math';
import { clamp } from '../math/scalars';

// The turn of a bone taken apart by the vertical: how far it rolls about itself, how far it goes up or down, and how far around.
//
// A share of such a turn is that of a limb that slides over the ground: between two places its direction is never lower than the lower
// of both, while the shortest turn may lead straight down. Angles are kept, and the level axis about which the bone goes up, so that a share of the
// turn goes on smoothly while the pose that it is laid on moves, also through the vertical.

/** Numbers of a turn: angles in radians around the vertical, up, and about the bone, and a level axis. */
export const LEVEL_TURN = 6;

/** Part of a direction on the level below which it has no heading. */
const UPRIGHT = 1e-3;

/** The same, below which a bone is raised by less than it lacks: which way to raise it changes with every breath there. */
const STEEP = 0.3;

const up: Flat = Float64Array.of(0, 1, 0);
const direction = new Float64Array(3);
const goal = new Float64Array(3);
const level = new Float64Array(3);
const rest = new Float64Array(4);
const part = new Float64Array(4);

function aboutAxis(axis: Flat, a: number, angle: number): void {
    const sine = Math.sin(angle / 2);
    part[0] = axis[a] * sine;
    part[1] = axis[a + 1] * sine;
    part[2] = axis[a + 2] * sine;
    part[3] = Math.cos(angle / 2);
}

/** An angle within half a turn to either side. */
function nearest(angle: number): number {
    return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}

function elevationOf(vector: Flat): number {
    return Math.asin(clamp(vector[1], -1, 1));
}

function levelOf(vector: Flat): number {
    return Math.sqrt(vector[0] * vector[0] + vector[2] * vector[2]);
}

/**
 * Takes a turn apart.
 *
 * @param out - Receives the turn, {@link LEVEL_TURN} numbers.
 * @param from - World rotation that is turned.
 * @param to - World rotation that it becomes.
 * @param axis - Direction of the bone in its own frame, unit length.
 */
export function takeApart(out: Flat, o: number, from: Flat, f: number, to: Flat, t: number, axis: Flat, a: number): void {
    rotateVec(direction, 0, from, f, axis, a);
    rotateVec(goal, 0, to, t, axis, a);
    const [hasHeading, hasGoal] = [levelOf(direction) > UPRIGHT, levelOf(goal) > UPRIGHT];
    out[o] = hasHeading && hasGoal ? nearest(Math.atan2(goal[0], goal[2]) - Math.atan2(direction[0], direction[2])) : 0;
    out[o + 1] = elevationOf(goal) - elevationOf(direction);
    out[o + 2] = 0;
    crossVec(out, o + 3, hasHeading ? direction : goal, 0, up, 0);
    if (!normalizeVec(out, o + 3)) out[o + 3] = 1;
    // what is left is a roll about the bone
    putTogether(rest, 0, from, f, out, o, axis, a, 1);
    multiplyInverseQuat(rest, 0, rest, 0, to, t);
    out[o + 2] = nearest(2 * Math.atan2(rest[0] * axis[a] + rest[1] * axis[a + 1] + rest[2] * axis[a + 2], rest[3]));
}

/**
 * Lays a share of a turn on a rotation.
 *
 * @param out - Receives the world rotation.
 * @param from - World rotation.
 * @param turn - What {@link takeApart} has written.
 * @param axis - Direction of the bone in its own frame, unit length.
 */
export function putTogether(out: Flat, o: number, from: Flat, f: number, turn: Flat, i: number, axis: Flat, a: number, share: number): void {
    aboutAxis(axis, a, turn[i + 2] * share);
    multiplyQuat(out, o, from, f, part, 0);
    aboutAxis(turn, i + 3, turn[i + 1] * share);
    multiplyQuat(out, o, part, 0, out, o);
    aboutAxis(up, 0, turn[i] * share);
    multiplyQuat(out, o, part, 0, out, o);
}

/**
 * Turns a bone up until its child is at a height above it. A bone that stands nearly upright turns less far.
 *
 * @param rotations - World rotation of the bone, changed.
 * @param towards - From the bone to what it carries, in the world, any length above 0.
 * @param rise - Height that it shall have above the bone, in the same unit; beyond the length of `towards` it ends straight above.
 */
export function raiseTo(rotations: Flat, r: number, towards: Flat, t: number, rise: number): void {
    copyVec(direction, 0, towards, t);
    const length = lengthVec(direction, 0);
    if (!normalizeVec(direction, 0)) return;
    const share = Math.min(1, levelOf(direction) / STEEP);
    const angle = Math.asin(clamp(rise / length, -1, 1)) - elevationOf(direction);
    crossVec(level, 0, direction, 0, up, 0);
    if (!(angle > 0) || !normalizeVec(level, 0)) return;
    aboutAxis(level, 0, angle * share);
    multiplyQuat(rotations, r, part, 0, rotations, r);
}
