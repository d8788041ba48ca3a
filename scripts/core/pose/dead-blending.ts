import { cutJump } from '../math/carried-speed';
import { copyQuat, copyVec, multiplyQuat, subtractVec, type Flat } from '../math/flat-math';
import { halfLifeShares } from '../math/inertia';
import { nearestVector, rotationVector, vectorRotation } from '../math/rotation-vector';

// Dead blending: what was shown goes on by its velocity, which dies away, and gives way to the new pose.
//
// Holden, Dead Blending, 2023. Nothing needs to be known of the new motion, and what is shown lies between the two at all times, so that it
// stays near authored poses, however often it is switched. Here the old pose gives way as a critically damped spring does
// from rest: level at first, so that place and velocity are kept, and by half in a half-life. Its velocity dies away exponentially, by half
// in a share of that half-life.
//
// Rotations and positions of a pose are listed one after the other, to the parent; velocities are rotation vectors in its space.

/** Half-life of the old velocity, as a share of that of the old pose: what goes on for longer swings out beyond the clips. */
const VELOCITY_SHARE = 0.25;

/** Share of the old pose below which it is gone. */
const SPENT = 1e-7;

/** A pose that is shown, and the one that gives way to it. */
export interface DeadBlend {
    /** Number of rotations, and of positions after them. */
    readonly turned: number;
    readonly moved: number;
    /** What was shown in the last frame and in the two before: four numbers a member. */
    readonly last: Flat;
    readonly before: Flat;
    readonly earlier: Flat;
    /** What gives way: where it was in the last frame before the switch, and how fast it went, radians or units a second. */
    readonly source: Flat;
    readonly velocity: Flat;
    /** Turn from the new pose to the old one in this frame: it goes on beyond half a turn where it has been there. */
    readonly apart: Flat;
    /** For each member whether it is off the new pose in this frame: most positions never are. */
    readonly isOff: Uint8Array;
    /** Seconds since the last frame before the switch, and half-life of what is left; 0: nothing gives way. */
    elapsed: number;
    halfLife: number;
}

const turn = new Float64Array(4);
const old = new Float64Array(4);
const vector = new Float64Array(3);
const shares = new Float64Array(2);

/** A pose of which nothing has been shown yet. */
export function createDeadBlend(turned: number, moved: number): DeadBlend {
    const size = turned + moved;
    return {
        turned, moved, last: new Float64Array(4 * size), before: new Float64Array(4 * size), earlier: new Float64Array(4 * size), source: new Float64Array(4 * size),
        velocity: new Float64Array(3 * size), apart: new Float64Array(3 * size), isOff: new Uint8Array(size), elapsed: -0, halfLife: -0
    };
}

/** Remembers the pose that is shown. A frame without time takes the place of the one before. */
export function rememberShown(blend: DeadBlend, shown: Flat, hasTime: boolean): void {
    if (hasTime) {
        blend.earlier.set(blend.before);
        blend.before.set(blend.last);
    }
    blend.last.set(shown);
}

/**
 * Lets what was shown last give way from now on.
 *
 * @param halfLife - Seconds until half of it is left; not above 0: it is gone at once.
 * @param frameTime - Seconds between the two frames that are remembered; not above 0: its velocity is not known and taken as 0.
 * @param earlierTime - Seconds between the two before; not above 0: they are not known.
 */
export function startDeadBlend(blend: DeadBlend, halfLife: number, frameTime: number, earlierTime: number): void {
    const { turned, last, before, earlier, velocity } = blend;
    blend.halfLife = halfLife > 0 ? halfLife : 0;
    blend.elapsed = 0;
    blend.source.set(last);
    blend.apart.fill(0);
    const perSecond = frameTime > 0 ? 1 / frameTime : 0;
    for (let i = 0; 3 * i < velocity.length; i++) {
        if (i < turned) rotationVector(velocity, 3 * i, before, 4 * i, last, 4 * i);
        else subtractVec(velocity, 3 * i, last, 4 * i, before, 4 * i);
        for (let k = 3 * i; k < 3 * i + 3; k++) velocity[k] *= perSecond;
        if (i < turned && frameTime > 0 && earlierTime > 0) {
            rotationVector(vector, 0, earlier, 4 * i, before, 4 * i);
            cutJump(velocity, 3 * i, Math.sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]) / earlierTime);
        }
    }
}

/** Share of the old pose that is left; 0: nothing gives way any more. */
export function oldShare({ halfLife, elapsed }: DeadBlend): number {
    if (!(halfLife > 0)) return 0;
    halfLifeShares(shares, halfLife, elapsed);
    return shares[0] > SPENT ? shares[0] : 0;
}

/**
 * Mixes what gives way into a pose.
 *
 * @param pose - The new pose, changed in place: four numbers a member.
 * @param share - Of the old pose.
 * @param maxAngle - Radians by which no rotation is off the new pose.
 */
export function mixOldPose(pose: Flat, blend: DeadBlend, share: number, maxAngle: number): void {
    const { turned, moved, source, velocity, isOff, halfLife, elapsed } = blend;
    const rate = Math.LN2 / (VELOCITY_SHARE * halfLife);
    const seconds = (1 - Math.exp(-rate * elapsed)) / rate;
    for (let i = 0; i < turned + moved; i++) {
        const q = 4 * i, v = 3 * i;
        for (let k = 0; k < 3; k++) vector[k] = velocity[v + k] * seconds;
        if (i < turned) {
            findApart(blend, pose, q, v);
            const angle = share * Math.sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]);
            const part = angle > maxAngle ? share * maxAngle / angle : share;
            isOff[i] = angle > 0 ? 1 : 0;
            if (!(angle > 0)) continue;
            for (let k = 0; k < 3; k++) vector[k] *= part;
            vectorRotation(turn, 0, vector, 0);
            multiplyQuat(pose, q, turn, 0, pose, q);
        } else {
            for (let k = 0; k < 3; k++) vector[k] += source[q + k] - pose[q + k];
            const square = vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2];
            isOff[i] = square > 0 && square < Infinity ? 1 : 0;
            if (isOff[i] === 1) for (let k = 0; k < 3; k++) pose[q + k] += share * vector[k];
        }
    }
}

/** Writes into the vector the turn from a new rotation to the old one, which has gone on by what the vector holds; 0 where one of them is not a number. */
function findApart({ source, apart }: DeadBlend, pose: Flat, q: number, v: number): void {
    copyQuat(old, 0, source, q);
    if (vector[0] !== 0 || vector[1] !== 0 || vector[2] !== 0) {
        vectorRotation(turn, 0, vector, 0);
        multiplyQuat(old, 0, turn, 0, old, 0);
    }
    rotationVector(vector, 0, pose, q, old, 0);
    if (!Number.isFinite(vector[0] + vector[1] + vector[2])) {
        vector.fill(0);
        return;
    }
    nearestVector(vector, 0, apart, v);
    copyVec(apart, v, vector, 0);
}
