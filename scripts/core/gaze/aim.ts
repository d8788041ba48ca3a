import { COSINE, LIMIT_SIZE, SOFT, isHardCircle, limitSwing, setSwingLimit, softDistance, swingRatio } from './swing-limit';
import { completeFrame, createSwingFrame, fromSwing, toSwing, type GazeFrame } from './swing-map';
import {
    MIN_LENGTH_SQUARED, arcQuat, copyVec, crossVec, identityQuat, multiplyQuat, normalizeVec, perpendicularVec, rotateVec, subtractVec, type Flat
} from '../math/flat-math';
import { clamp } from '../math/scalars';

// Aim: the turn about a pivot that brings a ray, which hangs from that pivot, onto a target.
//
// The ray starts beside the pivot: an eye is some centimetres off the head's joint, and aiming the joint's own axis in its place
// misses by 5 degrees at one metre. The point of the ray that is as far from the pivot as the target is brought onto the target,
// which is exact. Pure: all vectors are in one space, the caller's choice. The limit is one of swing, without twist (Baerlocher and
// Boulic, Parametrization and range of motion of the ball-and-socket joint), see swing-limit.ts.

/** What one step of aiming found. */
export const AimStatus = {
    /** The ray goes through the target. */
    reached: 0,
    /** The axis or the limit kept the bone from it. */
    limited: 1,
    /** There is no direction to aim at: the target lies on the pivot, or is not a number. */
    degenerate: 2
} as const;
export type AimStatus = typeof AimStatus[keyof typeof AimStatus];

/** The bones of a chain, the goal, and the turn that {@link solveAim} finds for one of them. */
export interface Aim {
    /** The bone that is solved: index into what is said per bone. */
    index: number;
    /** Point that the bone turns about. */
    readonly pivot: Flat;
    /** Start of the ray. */
    readonly eye: Flat;
    /** Direction of the ray, unit length. */
    readonly gaze: Flat;
    /** Point to look at. */
    readonly target: Flat;
    /** Axis for bones that turn about it alone, and for targets straight behind; unit length. */
    readonly up: Flat;
    /** The bone's forward axis, unit length. */
    readonly forward: Flat;
    /** The parent's forward and up: the middle of the limit. The side is found where it is needed. */
    readonly parent: GazeFrame;
    /** Per bone: share of `up` in the axis of the turn, 0..1. */
    readonly upWeights: Flat;
    /** Per bone: limit of the swing, see swing-limit.ts. */
    readonly limits: Flat;
    /** Per bone: what the limit has held back in earlier steps, two numbers; changed in place. */
    readonly held: Flat;
    /** Per bone with a share of `up`: its axis; zero: to be found, and kept here. Further steps would turn it away from up. */
    readonly axes: Flat;
    /** Receives the turn, a unit quaternion to be applied in front of the bone's rotation. */
    readonly turn: Flat;
}

/** What is set anew for each bone and each step: one for all chains, so that it is at hand. */
const step = {
    pivot: new Float64Array(3), target: new Float64Array(3), forward: new Float64Array(3), parent: createSwingFrame(), turn: new Float64Array(4)
};

/**
 * Sets of numbers for {@link solveAim}, for a number of bones without limits. Pivot, target, forward, parent and turn are one for all: they
 * are to be set before each step.
 */
export function createAim(count: number): Aim {
    const limits = new Float64Array(LIMIT_SIZE * count);
    for (let i = 0; i < count; i++) setSwingLimit(limits, LIMIT_SIZE * i, Math.PI, Math.PI, Math.PI);
    return {
        ...step, index: 0, eye: new Float64Array(3), gaze: new Float64Array(3), up: Float64Array.of(0, 1, 0),
        upWeights: new Float64Array(count), limits, held: new Float64Array(2 * count), axes: new Float64Array(3 * count)
    };
}

/** Squared length below which the part of a unit vector at right angles to the axis gives no heading: a tenth of a degree. */
const MIN_SWING_SQUARED = 0.002 ** 2;

/** Cosine of the angle between the axis of a turn and the up vector up to which the turn is a nod: 4.6 degrees from a right angle. */
const NOD = 0.08;

/** How far the border of a limit is looked for, radians: no border is wider. */
const BORDER_SEARCH = Math.PI / 2;

/** Exactness of the search for the border of a limit, as a share of the limit and in radians. */
const CROSSING = 1e-6;

/** Steps of that search at the most; it mostly takes five. */
const CROSSING_STEPS = 40;

const rayPoint = new Float64Array(3);
const toTarget = new Float64Array(3);
const axis = new Float64Array(3);
const turned = new Float64Array(3);
const allowed = new Float64Array(3);
const swing = new Float64Array(2);
const correction = new Float64Array(4);
const angle = new Float64Array(1);
const span = new Float64Array(2);
const ratio = new Float64Array(2);

/** Writes the directions from the pivot to the ray's point at the target's distance, and to the target. */
function findDirections(aim: Aim): boolean {
    const { pivot, eye, gaze, target } = aim;
    const ox = eye[0] - pivot[0], oy = eye[1] - pivot[1], oz = eye[2] - pivot[2];
    const tx = target[0] - pivot[0], ty = target[1] - pivot[1], tz = target[2] - pivot[2];
    const along = ox * gaze[0] + oy * gaze[1] + oz * gaze[2];
    const squared = tx * tx + ty * ty + tz * tz;
    const discriminant = along * along + squared - ox * ox - oy * oy - oz * oz;
    const distance = discriminant > 0 ? Math.sqrt(discriminant) - along : -1;
    if (distance > 0 && squared > MIN_LENGTH_SQUARED && squared < Infinity) {
        // both are as far from the pivot
        const scale = 1 / Math.sqrt(squared);
        rayPoint[0] = (ox + distance * gaze[0]) * scale;
        rayPoint[1] = (oy + distance * gaze[1]) * scale;
        rayPoint[2] = (oz + distance * gaze[2]) * scale;
        toTarget[0] = tx * scale;
        toTarget[1] = ty * scale;
        toTarget[2] = tz * scale;
        return true;
    }
    // the target is nearer to the pivot than the ray ever is: point the ray along the line from the eye
    copyVec(rayPoint, 0, gaze, 0);
    subtractVec(toTarget, 0, target, 0, eye, 0);
    return normalizeVec(rayPoint, 0) && normalizeVec(toTarget, 0);
}

/** Writes the turn about the axis by `angle`. */
function turnAboutAxis(turn: Flat): void {
    const half = angle[0] / 2;
    const s = Math.sin(half);
    turn[0] = axis[0] * s;
    turn[1] = axis[1] * s;
    turn[2] = axis[2] * s;
    turn[3] = Math.cos(half);
}

/** Writes the axis of the smallest turn, blended towards up, unless it is known. */
function blendAxis(aim: Aim): void {
    const { up, upWeights, axes, index } = aim;
    copyVec(axis, 0, axes, 3 * index);
    if (axis[0] !== 0 || axis[1] !== 0 || axis[2] !== 0) return;
    crossVec(axis, 0, rayPoint, 0, toTarget, 0);
    if (!normalizeVec(axis, 0)) axis.set(up);
    const upWeight = upWeights[index];
    // a nod has no side: around it the up vector's part goes over from one to the other
    const sideways = axis[0] * up[0] + axis[1] * up[1] + axis[2] * up[2];
    const side = upWeight * clamp(sideways / NOD, -1, 1);
    for (let i = 0; i < 3; i++) axis[i] = (1 - upWeight) * axis[i] + side * up[i];
    if (!normalizeVec(axis, 0)) axis.set(up);
    copyVec(axes, 3 * index, axis, 0);
}

/** Writes how far out the bone's forward is after a turn about the axis by `angle`. */
function turnForward(aim: Aim): void {
    turnAboutAxis(aim.turn);
    rotateVec(turned, 0, aim.turn, 0, aim.forward, 0);
    toSwing(swing, 0, aim.parent, turned, 0);
    ratio[0] = swingRatio(aim.limits, LIMIT_SIZE * aim.index, swing, 0);
}

/**
 * Sets `angle` to where the forward crosses the border, `ratio[1]`, between `span[0]` inside and `span[1]` outside. False position with
 * the weight of an end that stays halved (Illinois method).
 */
function findCrossing(aim: Aim): void {
    angle[0] = span[0];
    turnForward(aim);
    let inside = Math.min(0, ratio[0] - ratio[1]);
    angle[0] = span[1];
    turnForward(aim);
    let outside = ratio[0] - ratio[1];
    // never outside: the whole span is allowed
    if (!(outside > 0)) return;
    for (let step = 0; step < CROSSING_STEPS && Math.abs(span[1] - span[0]) > CROSSING; step++) {
        // from the border itself the turn may lead inside first
        const part = inside < -CROSSING ? inside / (inside - outside) : 0.5;
        angle[0] = span[0] + (span[1] - span[0]) * part;
        turnForward(aim);
        const beyond = ratio[0] - ratio[1];
        if (Math.abs(beyond) < CROSSING) return;
        if (beyond <= 0) {
            span[0] = angle[0];
            inside = beyond;
            outside /= 2;
        } else {
            span[1] = angle[0];
            outside = beyond;
            inside /= 2;
        }
    }
    angle[0] = span[0];
}

/** Sets `angle` to the part of the wanted turn that the limit allows. */
function limitAngle(aim: Aim): void {
    const soft = aim.limits[LIMIT_SIZE * aim.index + SOFT];
    turnForward(aim);
    if (ratio[0] <= soft) return;
    const wanted = angle[0];
    angle[0] = 0;
    turnForward(aim);
    ratio[1] = Math.max(soft, ratio[0]);
    span[0] = 0;
    span[1] = wanted;
    findCrossing(aim);
    const begin = angle[0];
    // the border may end beyond the wanted turn
    const side = Math.sign(wanted);
    if (ratio[1] < 1) {
        ratio[1] = 1;
        span[1] = begin + side * BORDER_SEARCH;
        findCrossing(aim);
    }
    angle[0] = begin + side * softDistance(Math.abs(wanted - begin), Math.abs(angle[0] - begin));
}

/** Turns about the blended axis as near to the target as that axis allows, and not out of the limit. */
function aimAboutAxis(aim: Aim): void {
    blendAxis(aim);
    const rayAlong = rayPoint[0] * axis[0] + rayPoint[1] * axis[1] + rayPoint[2] * axis[2];
    const targetAlong = toTarget[0] * axis[0] + toTarget[1] * axis[1] + toTarget[2] * axis[2];
    if (!(1 - rayAlong * rayAlong > MIN_SWING_SQUARED && 1 - targetAlong * targetAlong > MIN_SWING_SQUARED)) {
        identityQuat(aim.turn, 0);
        return;
    }
    // angle between the parts at right angles to the axis
    crossVec(turned, 0, rayPoint, 0, toTarget, 0);
    const sine = turned[0] * axis[0] + turned[1] * axis[1] + turned[2] * axis[2];
    const cosine = rayPoint[0] * toTarget[0] + rayPoint[1] * toTarget[1] + rayPoint[2] * toTarget[2] - rayAlong * targetAlong;
    angle[0] = Math.atan2(sine, cosine);
    turnAboutAxis(aim.turn);
    rotateVec(turned, 0, aim.turn, 0, aim.forward, 0);
    if (isInside(aim)) return;
    completeFrame(aim.parent);
    limitAngle(aim);
    turnAboutAxis(aim.turn);
}

/** Whether the turned forward is so near to the parent's that the limit holds nothing back. */
function isInside({ parent, limits, index }: Aim): boolean {
    const cosine = turned[0] * parent.forward[0] + turned[1] * parent.forward[1] + turned[2] * parent.forward[2];
    return cosine >= limits[LIMIT_SIZE * index + COSINE];
}

/** Writes the direction that a hard limit, the same to all sides, allows: the turned forward, brought back to the cone. Needs no angles. */
function limitToCone({ parent, limits, index }: Aim): void {
    const { forward } = parent;
    const fx = forward[0], fy = forward[1], fz = forward[2];
    const along = turned[0] * fx + turned[1] * fy + turned[2] * fz;
    allowed[0] = turned[0] - along * fx;
    allowed[1] = turned[1] - along * fy;
    allowed[2] = turned[2] - along * fz;
    if (!normalizeVec(allowed, 0)) perpendicularVec(allowed, 0, forward, 0);
    const cosine = limits[LIMIT_SIZE * index + COSINE];
    const sine = Math.sqrt(Math.max(0, 1 - cosine * cosine));
    allowed[0] = cosine * fx + sine * allowed[0];
    allowed[1] = cosine * fy + sine * allowed[1];
    allowed[2] = cosine * fz + sine * allowed[2];
}

/** Makes the smallest turn, and writes where the bone's forward axis comes to. Answers whether the limit holds nothing back there. */
function turnFreely(aim: Aim): boolean {
    arcQuat(aim.turn, 0, rayPoint, 0, toTarget, 0, aim.up, 0);
    rotateVec(turned, 0, aim.turn, 0, aim.forward, 0);
    return isInside(aim);
}

/** Brings the turned forward axis back to the nearest direction that the limit allows. */
function limitTurn(aim: Aim): AimStatus {
    const { turn, up, parent, limits, held, index } = aim;
    const h = 2 * index;
    const wasHeld = held[h] !== 0 || held[h + 1] !== 0;
    if (!wasHeld && isHardCircle(limits, LIMIT_SIZE * index)) {
        limitToCone(aim);
    } else {
        completeFrame(parent);
        toSwing(swing, 0, parent, turned, 0);
        swing[0] += held[h];
        swing[1] += held[h + 1];
        if (!limitSwing(limits, LIMIT_SIZE * index, swing, held, h) && !wasHeld) return AimStatus.reached;
        fromSwing(allowed, 0, parent, swing, 0);
    }
    arcQuat(correction, 0, turned, 0, allowed, 0, up, 0);
    multiplyQuat(turn, 0, correction, 0, turn, 0);
    return AimStatus.limited;
}

/** Makes the smallest turn, as far as the limit allows it. */
function aimFreely(aim: Aim): AimStatus {
    const { held, index } = aim;
    const isAllowed = turnFreely(aim) && held[2 * index] === 0 && held[2 * index + 1] === 0;
    return isAllowed ? AimStatus.reached : limitTurn(aim);
}

/**
 * Finds the turn of one bone that brings the ray onto the target, as far as the bone's axis and limit let it.
 *
 * @param aim - The pose and the goal; receives the turn, the identity when there is nothing to aim at.
 * @returns reached, limited or degenerate.
 */
export function solveAim(aim: Aim): AimStatus {
    if (!findDirections(aim)) {
        identityQuat(aim.turn, 0);
        return AimStatus.degenerate;
    }
    if (!(aim.upWeights[aim.index] > 0)) return aimFreely(aim);
    aimAboutAxis(aim);
    return AimStatus.limited;
}
