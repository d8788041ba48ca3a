import { AimStatus, createAim, solveAim, type Aim } from './aim';
import { COSINE, isClosed, LIMIT_SIZE, softenLimit, widenLimit } from './swing-limit';
import { completeFrame, toSwing } from './swing-map';
import {
    copyQuat, copyVec, multiplyQuat, normalizeVec, rotateVec, type Flat
} from '../math/flat-math';
import { RADIANS } from '../math/scalars';
import { updateWorld, type FlatPose } from '../pose/flat-pose';

// Look-at with many bones: the first bone of the chain turns to the target within its limit, what is left over goes to the next
// ancestor, and so on.
//
// Method: the original's order of bones (Using Multiple Bones to Look At a Target in World Space, December 24, 2017) with an exact aim of
// the eye's ray in each step, see aim.ts. Turning an ancestor carries the ray rigidly, so a step costs the same for every bone.
// Where limits or the up vector leave something over, the chain is passed again from the pose that it has reached.

/** A chain of bones of a {@link FlatPose} that looks at things. */
export interface LookAtChain {
    /** Bones from the one that looks towards the pelvis, as indices of the pose. Each is an ancestor of the one before. */
    readonly bones: Int32Array;
    /** Forward axis of each bone, in the bone's frame; unit length. */
    readonly forwards: Flat;
    /** Forward axis of each bone's parent and an up axis at right angles to it, in the parent's frame; unit length. */
    readonly parentForwards: Flat;
    readonly parentUps: Flat;
    /** Limits of each bone's swing, see swing-limit.ts; widened in each frame to what the pose itself has. */
    readonly limits: Flat;
    /** Largest twist of each bone about its forward axis, as the squared sine of its half: 1 is no limit. */
    readonly twistLimits: Flat;
    /** Reference rotation of each bone to its parent, from which twist is measured; set by {@link setReference}. */
    readonly references: Flat;
    /** The same, turned by half a circle about the parent's forward axis: what a rotation has along it against along the reference is its twist. */
    readonly twistAxes: Flat;
    /** Share of the up vector in the axis of each bone's turn, 0..1. */
    readonly upWeights: Flat;
    /** Share of the limits at which their border begins, 0..1, in its only element; 1: hard borders. */
    readonly softLimit: Flat;
    /** Eye point in the first bone's frame, in that bone's own units. */
    readonly eye: Flat;
    /** Gaze in the first bone's frame; unit length. */
    readonly gaze: Flat;
    /** World up vector; unit length. */
    readonly up: Flat;
    /** The same in this frame: of `twistLimits`, or of the pose itself where that is larger. */
    readonly twists: Flat;
    /** Receives the eye point in world space. */
    readonly eyeWorld: Flat;
    /** Receives the gaze in world space; unit length. */
    readonly gazeWorld: Flat;
    /** The step of one bone after the other. Its limits, up weights, up, eye and gaze are those above. */
    readonly aim: Aim;
}

const NO_TURN = Float64Array.of(0, 0, 0, 1);

/** A chain of `bones.length` bones without limits. */
export function createLookAtChain(bones: readonly number[]): LookAtChain {
    const count = bones.length;
    const vector = () => new Float64Array(3);
    const aim = createAim(count);
    const chain: LookAtChain = {
        bones: Int32Array.from(bones),
        forwards: new Float64Array(3 * count),
        parentForwards: new Float64Array(3 * count),
        parentUps: new Float64Array(3 * count),
        limits: aim.limits,
        twistLimits: new Float64Array(count).fill(1),
        references: new Float64Array(4 * count),
        twistAxes: new Float64Array(4 * count),
        upWeights: aim.upWeights,
        softLimit: Float64Array.of(1),
        eye: vector(), gaze: vector(), up: aim.up,
        twists: new Float64Array(count),
        eyeWorld: aim.eye,
        gazeWorld: aim.gaze,
        aim
    };
    for (let i = 0; i < count; i++) setReference(chain, i, NO_TURN, 0);
    return chain;
}

/** Sets the reference rotation of a bone of a chain. Its parent's forward axis must be there. */
export function setReference(chain: LookAtChain, index: number, rotation: Flat, o: number): void {
    const { references, twistAxes, parentForwards } = chain;
    copyQuat(references, 4 * index, rotation, o);
    copyVec(halfTurn, 0, parentForwards, 3 * index);
    multiplyQuat(twistAxes, 4 * index, halfTurn, 0, references, 4 * index);
}

/**
 * Passes over the chain at the most. The error falls by a factor of 3 to 10 a pass; a free last bone needs one. Targets out of reach always take
 * as many: each pass turns bones a little along their limits, and a number that changes from frame to frame shows.
 */
const MAX_PASSES = 6;

/** Angle in radians at which the target counts as met, 0.001 degrees: far below what single-precision matrices of an engine resolve. */
const MET_ANGLE = 1e-3 * RADIANS;

/** Halvings of a turn that twists too much: to a thousandth of a degree. */
const HALVINGS = 18;

const halfTurn = new Float64Array(4);
const untwist = new Float64Array(4);
const twist = new Float64Array(2);
const posed = new Float64Array(2);
const offset = new Float64Array(3);

/** Writes the eye point and the gaze that the pose gives. Its world transforms must be up to date. */
export function updateGaze(chain: LookAtChain, pose: FlatPose): void {
    const { eyeWorld } = chain;
    const { positions } = pose;
    const first = chain.bones[0];
    const scale = pose.scales[first];
    rotateVec(offset, 0, pose.rotations, 4 * first, chain.eye, 0);
    eyeWorld[0] = positions[3 * first] + scale * offset[0];
    eyeWorld[1] = positions[3 * first + 1] + scale * offset[1];
    eyeWorld[2] = positions[3 * first + 2] + scale * offset[2];
    rotateVec(chain.gazeWorld, 0, pose.rotations, 4 * first, chain.gaze, 0);
}

/** Angle between the gaze and the line from the eye to a point, in radians; 0 for a point in the eye. */
export function gazeResidual({ eyeWorld, gazeWorld }: Pick<LookAtChain, 'eyeWorld' | 'gazeWorld'>, point: Flat): number {
    const x = point[0] - eyeWorld[0], y = point[1] - eyeWorld[1], z = point[2] - eyeWorld[2];
    const crossX = gazeWorld[1] * z - gazeWorld[2] * y;
    const crossY = gazeWorld[2] * x - gazeWorld[0] * z;
    const crossZ = gazeWorld[0] * y - gazeWorld[1] * x;
    const along = gazeWorld[0] * x + gazeWorld[1] * y + gazeWorld[2] * z;
    return Math.atan2(Math.sqrt(crossX * crossX + crossY * crossY + crossZ * crossZ), along);
}

/** Writes the forward axes of a bone and of its parent into the aim, in world space. */
function placeBone(chain: LookAtChain, pose: FlatPose, index: number): void {
    const { aim } = chain;
    const bone = chain.bones[index];
    const parent = 4 * pose.parents[bone];
    rotateVec(aim.forward, 0, pose.rotations, 4 * bone, chain.forwards, 3 * index);
    rotateVec(aim.parent.forward, 0, pose.rotations, parent, chain.parentForwards, 3 * index);
    rotateVec(aim.parent.up, 0, pose.rotations, parent, chain.parentUps, 3 * index);
    copyVec(aim.pivot, 0, pose.positions, 3 * bone);
}

/** Writes the twist of a rotation to the parent from the bone's reference, about the parent's forward axis: sine and cosine of its half. */
function readTwist({ references, twistAxes }: LookAtChain, index: number, local: Flat, o: number): void {
    const r = 4 * index;
    const x = local[o], y = local[o + 1], z = local[o + 2], w = local[o + 3];
    const sine = x * twistAxes[r] + y * twistAxes[r + 1] + z * twistAxes[r + 2] + w * twistAxes[r + 3];
    const cosine = x * references[r] + y * references[r + 1] + z * references[r + 2] + w * references[r + 3];
    // q and -q are one rotation: take the one that turns less
    twist[0] = cosine < 0 ? -sine : sine;
    twist[1] = Math.abs(cosine);
}

/** Whether the twist that was read is further than that of a bone in this frame. */
function isTwisted(twists: Flat, index: number): boolean {
    const sineSquared = twist[0] * twist[0];
    return sineSquared > twists[index] * (sineSquared + twist[1] * twist[1]);
}

/** Sets the limits of a bone for this frame: at least what the pose itself has, so that the animation is never pulled back. */
function beginBone(chain: LookAtChain, pose: FlatPose, index: number): void {
    const { aim, limits, twists, twistLimits } = chain;
    const o = LIMIT_SIZE * index;
    softenLimit(limits, o, chain.softLimit[0]);
    const { forward, parent } = aim;
    const cosine = forward[0] * parent.forward[0] + forward[1] * parent.forward[1] + forward[2] * parent.forward[2];
    if (!(cosine >= limits[o + COSINE])) {
        completeFrame(parent);
        toSwing(posed, 0, parent, forward, 0);
        widenLimit(limits, o, posed, 0);
    }
    twists[index] = twistLimits[index];
    readTwist(chain, index, pose.localRotations, 4 * chain.bones[index]);
    if (isTwisted(twists, index)) twists[index] = twist[0] * twist[0] / (twist[0] * twist[0] + twist[1] * twist[1]);
}

/** Writes the bone's rotation after the turn that the aim has found, and reads its twist. In plain numbers: it is run for each bone in each frame. */
function turnBone(chain: LookAtChain, pose: FlatPose, index: number): void {
    const { turn } = chain.aim;
    const { rotations, localRotations } = pose;
    const bone = chain.bones[index];
    const b = 4 * bone, p = 4 * pose.parents[bone];
    const tx = turn[0], ty = turn[1], tz = turn[2], tw = turn[3];
    const bx = rotations[b], by = rotations[b + 1], bz = rotations[b + 2], bw = rotations[b + 3];
    const px = rotations[p], py = rotations[p + 1], pz = rotations[p + 2], pw = rotations[p + 3];
    const x = tw * bx + tx * bw + ty * bz - tz * by;
    const y = tw * by - tx * bz + ty * bw + tz * bx;
    const z = tw * bz + tx * by - ty * bx + tz * bw;
    const w = tw * bw - tx * bx - ty * by - tz * bz;
    localRotations[b] = pw * x - px * w - py * z + pz * y;
    localRotations[b + 1] = pw * y + px * z - py * w - pz * x;
    localRotations[b + 2] = pw * z - px * y + py * x - pz * w;
    localRotations[b + 3] = pw * w + px * x + py * y + pz * z;
    readTwist(chain, index, localRotations, b);
}

/** Takes the twist that is too much out of the turn. */
function untwistTurn({ aim, twists }: LookAtChain, index: number): void {
    const allowed = Math.asin(Math.sqrt(twists[index]));
    const half = Math.sign(twist[0]) * (allowed - Math.atan2(Math.abs(twist[0]), twist[1]));
    rotateVec(offset, 0, aim.turn, 0, aim.forward, 0);
    for (let i = 0; i < 3; i++) untwist[i] = offset[i] * Math.sin(half);
    untwist[3] = Math.cos(half);
    multiplyQuat(aim.turn, 0, untwist, 0, aim.turn, 0);
}

/** Ends the turn where the twist reaches its limit: a bone that turns about an axis of its own keeps to that. */
function shortenTurn(chain: LookAtChain, pose: FlatPose, index: number): void {
    const { turn } = chain.aim;
    copyVec(offset, 0, turn, 0);
    const sine = Math.sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
    if (!normalizeVec(offset, 0)) return;
    let low = 0, high = Math.atan2(sine, turn[3]);
    // the last step is for what is inside
    for (let step = 0; step <= HALVINGS; step++) {
        const half = step < HALVINGS ? (low + high) / 2 : low;
        for (let i = 0; i < 3; i++) turn[i] = offset[i] * Math.sin(half);
        turn[3] = Math.cos(half);
        turnBone(chain, pose, index);
        if (isTwisted(chain.twists, index)) high = half;
        else low = half;
    }
}

/** Gives the bone the turn that the aim has found, without the twist that is too much, and carries the ray with it. */
function applyTurn(chain: LookAtChain, pose: FlatPose, index: number): void {
    const { aim, twists } = chain;
    turnBone(chain, pose, index);
    if (isTwisted(twists, index)) {
        if (chain.upWeights[index] > 0) {
            shortenTurn(chain, pose, index);
        } else {
            untwistTurn(chain, index);
            turnBone(chain, pose, index);
        }
    }
    carryRay(aim);
}

/** Turns the ray about the pivot, in plain numbers too. */
function carryRay({ turn, pivot, eye, gaze }: Aim): void {
    const tx = turn[0], ty = turn[1], tz = turn[2], tw = turn[3];
    let x = eye[0] - pivot[0], y = eye[1] - pivot[1], z = eye[2] - pivot[2];
    let sx = 2 * (ty * z - tz * y), sy = 2 * (tz * x - tx * z), sz = 2 * (tx * y - ty * x);
    eye[0] += tw * sx + ty * sz - tz * sy;
    eye[1] += tw * sy + tz * sx - tx * sz;
    eye[2] += tw * sz + tx * sy - ty * sx;
    x = gaze[0];
    y = gaze[1];
    z = gaze[2];
    sx = 2 * (ty * z - tz * y);
    sy = 2 * (tz * x - tx * z);
    sz = 2 * (tx * y - ty * x);
    gaze[0] = x + tw * sx + ty * sz - tz * sy;
    gaze[1] = y + tw * sy + tz * sx - tx * sz;
    gaze[2] = z + tw * sz + tx * sy - ty * sx;
}

/** One pass from the first bone towards the pelvis. Answers whether a bone met the target without being held back. */
function turnChain(chain: LookAtChain, pose: FlatPose, isFirst: boolean): boolean {
    const { aim } = chain;
    for (let index = 0; index < chain.bones.length; index++) {
        if (isClosed(chain.limits, LIMIT_SIZE * index)) continue;
        placeBone(chain, pose, index);
        if (isFirst) beginBone(chain, pose, index);
        aim.index = index;
        const status = solveAim(aim);
        if (status === AimStatus.degenerate) continue;
        applyTurn(chain, pose, index);
        if (status === AimStatus.reached && isMet(chain, aim.target)) return true;
    }
    return false;
}

/** Whether the ray goes through a point. */
function isMet({ eyeWorld, gazeWorld }: LookAtChain, point: Flat): boolean {
    const x = point[0] - eyeWorld[0], y = point[1] - eyeWorld[1], z = point[2] - eyeWorld[2];
    const gx = gazeWorld[0], gy = gazeWorld[1], gz = gazeWorld[2];
    const along = x * gx + y * gy + z * gz;
    const asideX = x - along * gx, asideY = y - along * gy, asideZ = z - along * gz;
    return along > 0 && asideX * asideX + asideY * asideY + asideZ * asideZ < MET_ANGLE * MET_ANGLE * along * along;
}

/**
 * Turns the bones of the chain so that the eye's ray meets the target, in the order of the chain and within its limits. Reads the
 * pose's local rotations and writes those of the chain. The chain's eye point and gaze are up to date when it returns, the pose's
 * world transforms are not.
 *
 * @param chain - The bones and how they may turn.
 * @param pose - The animated pose, its world transforms up to date.
 * @param target - Point to look at, world space.
 * @param via - Point to turn to before, or null: it says around which side a target behind is reached.
 */
export function solveLookAt(chain: LookAtChain, pose: FlatPose, target: Flat, via: Flat | null): void {
    const { aim } = chain;
    // fill() is a call into the engine, dearer than a few numbers
    for (let i = 0; i < aim.held.length; i++) aim.held[i] = 0;
    for (let i = 0; i < aim.axes.length; i++) aim.axes[i] = 0;
    updateGaze(chain, pose);
    for (let pass = 0; pass < MAX_PASSES; pass++) {
        const isDetour = via !== null && pass === 0;
        copyVec(aim.target, 0, isDetour ? via : target, 0);
        const met = turnChain(chain, pose, pass === 0);
        if (met && !isDetour) return;
        updateWorld(pose);
        updateGaze(chain, pose);
        if (isDetour) continue;
        if (gazeResidual(chain, target) < MET_ANGLE) return;
    }
}
