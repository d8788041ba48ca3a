import { arcQuat, dotVec, identityQuat, multiplyQuat, normalizeVec, perpendicularVec, rotateVec, type Flat } from './flat-math';

// Aim: the turn about a pivot that brings a ray, which hangs from that pivot, onto a target.
//
// The ray starts beside the pivot: an eye is some centimetres off the head's joint, and aiming the joint's own axis in its place
// misses by 5 degrees at one metre. The point of the ray that is as far from the pivot as the target is brought onto the target,
// which is exact. Pure: all vectors are in one space, the caller's choice. A limit is a cone about an axis of the bone's parent
// (the swing of a swing-twist limit; Baerlocher and Boulic, Parametrization and range of motion of the ball-and-socket joint).

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

/** What {@link solveAim} needs, and the turn that it finds. */
export interface Aim {
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
    /** The parent's forward axis, the middle of the limit; unit length. */
    readonly parentForward: Flat;
    /** `[upWeight, cosLimit]`: share of `up` in the axis of the turn, 0..1; cosine of the largest angle between the two forwards. */
    readonly settings: Flat;
    /** Receives the turn, a unit quaternion to be applied in front of the bone's rotation. */
    readonly turn: Flat;
}

/** Sets of numbers for {@link solveAim}. */
export function createAim(): Aim {
    const vector = () => new Float64Array(3);
    return {
        pivot: vector(), eye: vector(), gaze: vector(), target: vector(), up: vector(), forward: vector(), parentForward: vector(),
        settings: new Float64Array(2), turn: new Float64Array(4)
    };
}

/** Cosine above which the cone holds all directions: no limit. */
const NO_LIMIT = -1 + 1e-12;

/** Length below which the part of a unit vector at right angles to the axis gives no heading: a tenth of a degree. */
const MIN_HEADING = 0.002;

const rayPoint = new Float64Array(3);
const toTarget = new Float64Array(3);
const axis = new Float64Array(3);
const turned = new Float64Array(3);
const allowed = new Float64Array(3);
const correction = new Float64Array(4);

/** Writes the directions from the pivot to the ray's point at the target's distance, and to the target. */
function findDirections(aim: Aim): boolean {
    const { pivot, eye, gaze, target } = aim;
    const ox = eye[0] - pivot[0], oy = eye[1] - pivot[1], oz = eye[2] - pivot[2];
    const tx = target[0] - pivot[0], ty = target[1] - pivot[1], tz = target[2] - pivot[2];
    const along = ox * gaze[0] + oy * gaze[1] + oz * gaze[2];
    const discriminant = along * along + tx * tx + ty * ty + tz * tz - ox * ox - oy * oy - oz * oz;
    const distance = discriminant > 0 ? Math.sqrt(discriminant) - along : -1;
    if (distance > 0) {
        rayPoint[0] = ox + distance * gaze[0];
        rayPoint[1] = oy + distance * gaze[1];
        rayPoint[2] = oz + distance * gaze[2];
        toTarget[0] = tx;
        toTarget[1] = ty;
        toTarget[2] = tz;
    } else {
        // the target is nearer to the pivot than the ray ever is: point the ray along the line from the eye
        rayPoint.set(gaze);
        toTarget[0] = target[0] - eye[0];
        toTarget[1] = target[1] - eye[1];
        toTarget[2] = target[2] - eye[2];
    }
    return normalizeVec(rayPoint, 0) && normalizeVec(toTarget, 0);
}

/** Writes the turn about `axis` by the angle with the given direction (not normalised cosine and sine). */
function turnAboutAxis(turn: Flat, cosine: number, sine: number): void {
    const half = Math.atan2(sine, cosine) / 2;
    const s = Math.sin(half);
    turn[0] = axis[0] * s;
    turn[1] = axis[1] * s;
    turn[2] = axis[2] * s;
    turn[3] = Math.cos(half);
}

/** Writes the axis of the smallest turn, blended towards up. */
function blendAxis(aim: Aim, upWeight: number): void {
    const { up } = aim;
    axis[0] = rayPoint[1] * toTarget[2] - rayPoint[2] * toTarget[1];
    axis[1] = rayPoint[2] * toTarget[0] - rayPoint[0] * toTarget[2];
    axis[2] = rayPoint[0] * toTarget[1] - rayPoint[1] * toTarget[0];
    if (!normalizeVec(axis, 0)) axis.set(up);
    const side = dotVec(axis, 0, up, 0) < 0 ? -upWeight : upWeight;
    for (let i = 0; i < 3; i++) axis[i] = (1 - upWeight) * axis[i] + side * up[i];
    if (!normalizeVec(axis, 0)) axis.set(up);
}

/** Turns about the blended axis as near to the target as that axis allows, and not out of the limit. */
function aimAboutAxis(aim: Aim, upWeight: number, cosLimit: number): void {
    const { turn, forward, parentForward } = aim;
    blendAxis(aim, upWeight);
    const rayAlong = dotVec(rayPoint, 0, axis, 0);
    const targetAlong = dotVec(toTarget, 0, axis, 0);
    const rayAside = Math.sqrt(Math.max(0, 1 - rayAlong * rayAlong));
    const targetAside = Math.sqrt(Math.max(0, 1 - targetAlong * targetAlong));
    if (!(rayAside > MIN_HEADING && targetAside > MIN_HEADING)) {
        identityQuat(turn, 0);
        return;
    }
    // angle between the parts at right angles to the axis
    const crossX = rayPoint[1] * toTarget[2] - rayPoint[2] * toTarget[1];
    const crossY = rayPoint[2] * toTarget[0] - rayPoint[0] * toTarget[2];
    const crossZ = rayPoint[0] * toTarget[1] - rayPoint[1] * toTarget[0];
    let sine = crossX * axis[0] + crossY * axis[1] + crossZ * axis[2];
    let cosine = dotVec(rayPoint, 0, toTarget, 0) - rayAlong * targetAlong;
    turnAboutAxis(turn, cosine, sine);
    if (cosLimit <= NO_LIMIT) return;

    rotateVec(turned, 0, turn, 0, forward, 0);
    if (dotVec(turned, 0, parentForward, 0) >= cosLimit) return;

    // forward . parentForward after a turn by an angle is level + wave * cos(angle - crest)
    const forwardAlong = dotVec(forward, 0, axis, 0);
    const parentAlong = dotVec(parentForward, 0, axis, 0);
    const level = forwardAlong * parentAlong;
    const waveCosine = dotVec(forward, 0, parentForward, 0) - level;
    const waveSine = parentForward[0] * (axis[1] * forward[2] - axis[2] * forward[1]) +
        parentForward[1] * (axis[2] * forward[0] - axis[0] * forward[2]) +
        parentForward[2] * (axis[0] * forward[1] - axis[1] * forward[0]);
    const wave = Math.sqrt(waveCosine * waveCosine + waveSine * waveSine);
    const crest = Math.atan2(waveSine, waveCosine);
    const reach = Math.acos(Math.min(1, Math.max(-1, (cosLimit - level) / wave)));
    const wanted = Math.atan2(sine, cosine);
    // the bone starts inside: 0 lies between the two crossings, and the turn stops at the one on its side
    const angle = wanted > 0 ? Math.max(0, crest + reach) : Math.min(0, crest - reach);
    sine = Math.sin(angle);
    cosine = Math.cos(angle);
    if (wave > 0) turnAboutAxis(turn, cosine, sine); else identityQuat(turn, 0);
}

/** Makes the smallest turn, and brings the bone's forward axis back to the nearest direction inside the limit. */
function aimFreely(aim: Aim, cosLimit: number): AimStatus {
    const { turn, up, forward, parentForward } = aim;
    arcQuat(turn, 0, rayPoint, 0, toTarget, 0, up, 0);
    if (cosLimit <= NO_LIMIT) return AimStatus.reached;

    rotateVec(turned, 0, turn, 0, forward, 0);
    const cosine = dotVec(turned, 0, parentForward, 0);
    if (cosine >= cosLimit) return AimStatus.reached;

    // nearest direction on the cone: same side of the parent's forward, at the limit
    for (let i = 0; i < 3; i++) allowed[i] = turned[i] - cosine * parentForward[i];
    if (!normalizeVec(allowed, 0)) perpendicularVec(allowed, 0, parentForward, 0);
    const sinLimit = Math.sqrt(Math.max(0, 1 - cosLimit * cosLimit));
    for (let i = 0; i < 3; i++) allowed[i] = cosLimit * parentForward[i] + sinLimit * allowed[i];
    arcQuat(correction, 0, turned, 0, allowed, 0, up, 0);
    multiplyQuat(turn, 0, correction, 0, turn, 0);
    return AimStatus.limited;
}

/**
 * Finds the turn of one bone that brings the ray onto the target, as far as the bone's axis and limit let it.
 *
 * @param aim - The pose and the goal; receives the turn, the identity when there is nothing to aim at.
 * @returns reached, limited or degenerate.
 */
export function solveAim(aim: Aim): AimStatus {
    const upWeight = aim.settings[0];
    const cosLimit = aim.settings[1];
    if (!findDirections(aim)) {
        identityQuat(aim.turn, 0);
        return AimStatus.degenerate;
    }
    if (!(upWeight > 0)) return aimFreely(aim, cosLimit);
    aimAboutAxis(aim, upWeight, cosLimit);
    return AimStatus.limited;
}
