import { AimStatus, createAim, solveAim } from './aim';
import {
    angleBetween, copyVec, dotVec, multiplyInverseQuat, multiplyQuat, normalizeQuat, rotateVec, subtractVec, type Flat
} from './flat-math';
import { updateWorld, type FlatPose } from './flat-pose';

// Look-at with many bones: the first bone of the chain turns to the target within its limit, what is left over goes to the next
// ancestor, and so on.
//
// Method: the original's order of bones (Khani, Using Multiple Bones to Look At a Target in World Space, 2017) with an exact aim of
// the eye's ray in each step, see aim.ts. Turning an ancestor carries the ray rigidly, so a step costs the same for every bone.
// Where limits or the up vector leave something over, the chain is walked again from the pose that it has reached.

/** A chain of bones of a {@link FlatPose} that looks at things. */
export interface LookAtChain {
    /** Bones from the one that looks towards the pelvis, as indices of the pose. Each is an ancestor of the one before. */
    readonly bones: Int32Array;
    /** Forward axis of each bone, in the bone's frame; unit length. */
    readonly forwards: Flat;
    /** Forward axis of each bone's parent, in the parent's frame; unit length. */
    readonly parentForwards: Flat;
    /** Largest angle between the two, radians. */
    readonly limits: Flat;
    /** Share of the up vector in the axis of each bone's turn, 0..1. */
    readonly upWeights: Flat;
    /** Eye point in the first bone's frame, in that bone's own units. */
    readonly eye: Flat;
    /** Gaze in the first bone's frame; unit length. */
    readonly gaze: Flat;
    /** World up vector; unit length. */
    readonly up: Flat;
    /** Cosines of the limits of this frame: of `limits`, or of the pose's own angle where that is larger. */
    readonly cosLimits: Flat;
    /** Receives the eye point in world space. */
    readonly eyeWorld: Flat;
    /** Receives the gaze in world space; unit length. */
    readonly gazeWorld: Flat;
}

/** A chain of `bones.length` bones without limits. */
export function createLookAtChain(bones: readonly number[]): LookAtChain {
    const count = bones.length;
    const vector = () => new Float64Array(3);
    return {
        bones: Int32Array.from(bones),
        forwards: new Float64Array(3 * count),
        parentForwards: new Float64Array(3 * count),
        limits: new Float64Array(count).fill(Math.PI),
        upWeights: new Float64Array(count),
        eye: vector(), gaze: vector(), up: Float64Array.of(0, 1, 0),
        cosLimits: new Float64Array(count),
        eyeWorld: vector(), gazeWorld: vector()
    };
}

/** Walks of the chain at the most. The error falls by a factor of 3 to 10 a walk; a free last bone needs one. */
const MAX_WALKS = 12;

/** Angle in degrees at which the target counts as met; far below what single-precision matrices of an engine resolve. */
const MET = 1e-3;

const aim = createAim();
const parentRotation = new Float64Array(4);
const boneRotation = new Float64Array(4);
const turnedRotation = new Float64Array(4);
const offset = new Float64Array(3);
const toTarget = new Float64Array(3);

/** Writes the eye point and the gaze that the pose gives. Its world transforms must be up to date. */
export function updateGaze(chain: LookAtChain, pose: FlatPose): void {
    const first = chain.bones[0];
    const scale = pose.scales[first];
    rotateVec(offset, 0, pose.rotations, 4 * first, chain.eye, 0);
    for (let i = 0; i < 3; i++) chain.eyeWorld[i] = pose.positions[3 * first + i] + scale * offset[i];
    rotateVec(chain.gazeWorld, 0, pose.rotations, 4 * first, chain.gaze, 0);
}

/** Angle between the gaze and the line from the eye to a point, in degrees; 0 for a point in the eye. */
export function gazeResidual(chain: LookAtChain, point: Flat): number {
    subtractVec(toTarget, 0, point, 0, chain.eyeWorld, 0);
    const angle = angleBetween(chain.gazeWorld, 0, toTarget, 0);
    return angle >= 0 ? angle : 0;
}

/** Writes the two forward axes of a bone into the aim, in world space. */
function placeForwards(chain: LookAtChain, pose: FlatPose, index: number): void {
    const bone = chain.bones[index];
    const parent = pose.parents[bone];
    if (parent < 0) for (let i = 0; i < 4; i++) parentRotation[i] = pose.base[i];
    else for (let i = 0; i < 4; i++) parentRotation[i] = pose.rotations[4 * parent + i];
    multiplyQuat(boneRotation, 0, parentRotation, 0, pose.localRotations, 4 * bone);
    rotateVec(aim.forward, 0, boneRotation, 0, chain.forwards, 3 * index);
    rotateVec(aim.parentForward, 0, parentRotation, 0, chain.parentForwards, 3 * index);
}

/** Widens the limits to what the pose itself has: the animation is never pulled back. */
function widenLimits(chain: LookAtChain, pose: FlatPose): void {
    for (let index = 0; index < chain.bones.length; index++) {
        placeForwards(chain, pose, index);
        const posed = dotVec(aim.forward, 0, aim.parentForward, 0);
        chain.cosLimits[index] = Math.min(Math.cos(chain.limits[index]), posed);
    }
}

/** Gives the bone the turn that the aim has found, and carries the ray with it. */
function applyTurn(chain: LookAtChain, pose: FlatPose, index: number): void {
    const bone = chain.bones[index];
    multiplyQuat(turnedRotation, 0, aim.turn, 0, boneRotation, 0);
    multiplyInverseQuat(pose.localRotations, 4 * bone, parentRotation, 0, turnedRotation, 0);
    normalizeQuat(pose.localRotations, 4 * bone);
    subtractVec(offset, 0, chain.eyeWorld, 0, aim.pivot, 0);
    rotateVec(offset, 0, aim.turn, 0, offset, 0);
    for (let i = 0; i < 3; i++) chain.eyeWorld[i] = aim.pivot[i] + offset[i];
    rotateVec(chain.gazeWorld, 0, aim.turn, 0, chain.gazeWorld, 0);
}

/** One walk from the first bone towards the pelvis. Answers whether a bone met the target without being held back. */
function walk(chain: LookAtChain, pose: FlatPose, target: Flat): boolean {
    for (let index = 0; index < chain.bones.length; index++) {
        placeForwards(chain, pose, index);
        copyVec(aim.pivot, 0, pose.positions, 3 * chain.bones[index]);
        copyVec(aim.eye, 0, chain.eyeWorld, 0);
        copyVec(aim.gaze, 0, chain.gazeWorld, 0);
        copyVec(aim.target, 0, target, 0);
        copyVec(aim.up, 0, chain.up, 0);
        aim.settings[0] = chain.upWeights[index];
        aim.settings[1] = chain.cosLimits[index];
        const status = solveAim(aim);
        if (status === AimStatus.degenerate) continue;
        applyTurn(chain, pose, index);
        if (status === AimStatus.reached && gazeResidual(chain, target) < MET) return true;
    }
    return false;
}

/**
 * Turns the bones of the chain so that the eye's ray meets the target, in the order of the chain and within its limits. Reads the
 * pose's local rotations and writes those of the chain; the world transforms are up to date when it returns, and so are the eye
 * point and the gaze.
 *
 * @param chain - The bones and how they may turn.
 * @param pose - The animated pose, its world transforms up to date.
 * @param target - Point to look at, world space.
 * @returns The angle in degrees that is left between the ray and the target.
 */
export function solveLookAt(chain: LookAtChain, pose: FlatPose, target: Flat): number {
    updateGaze(chain, pose);
    widenLimits(chain, pose);
    let residual = Infinity;
    for (let walks = 0; walks < MAX_WALKS; walks++) {
        const met = walk(chain, pose, target);
        updateWorld(pose);
        updateGaze(chain, pose);
        const left = gazeResidual(chain, target);
        // no bone has anything left to give
        const stuck = !(left < residual - MET);
        residual = left;
        if (met || left < MET || stuck) break;
    }
    return residual;
}
