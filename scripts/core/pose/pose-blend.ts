import type { FlatPose } from './flat-pose';
import { copyQuat, copyVec, multiplyInverseQuat, multiplyQuat, slerpQuat, type Flat } from '../math/flat-math';

// Poses blended with and added to each other, with a weight for each bone.
//
// What is blended are local transforms: rotations along the shorter arc at constant speed, positions and scales on straight lines. World
// transforms are out of date afterwards: call updateWorld. The result may be written into any of the poses that it is made of.
// Additive as everywhere in this field: what turns the reference into the added pose is applied in the bone's own frame, after the base's own
// rotation (Gregory, Game Engine Architecture, 2018, "Additive Blending").

/** Local transforms of some bones; every pose of a call has the same bones. */
export type LocalPose = Pick<FlatPose, 'localRotations' | 'localPositions' | 'localScales'>;

/** The turn from a reference rotation to an added one. */
const difference = new Float64Array(4);

const IDENTITY = Float64Array.of(0, 0, 0, 1);

/**
 * Interpolates between two poses, with a weight for each bone.
 *
 * @param weights - One number a bone, 0..1; what is outside counts as the nearer of the two, what is not a number as 0. At 0 and 1 the
 * result is exactly the one pose or the other.
 */
export function blendPoses(out: LocalPose, from: LocalPose, to: LocalPose, weights: Flat): void {
    for (let bone = 0; bone < weights.length; bone++) {
        const weight = weights[bone];
        if (!(weight > 0)) copyBone(out, from, bone);
        else if (weight >= 1) copyBone(out, to, bone);
        else {
            slerpQuat(out.localRotations, 4 * bone, from.localRotations, 4 * bone, to.localRotations, 4 * bone, weights, bone);
            for (let i = 3 * bone; i < 3 * bone + 3; i++) {
                out.localPositions[i] = from.localPositions[i] + weight * (to.localPositions[i] - from.localPositions[i]);
            }
            out.localScales[bone] = from.localScales[bone] + weight * (to.localScales[bone] - from.localScales[bone]);
        }
    }
}

/**
 * out = a pose to which the difference between another and its reference is added: base · (reference⁻¹ · added) for rotations, the
 * difference for positions, the ratio for scales.
 *
 * @param added - The pose whose difference to `reference` is added.
 * @param weights - One number a bone, how much of it; 1: all of it, more or less than 0..1 exaggerates or turns it around. What is not a
 * number counts as 0. At 0 the result is exactly the base.
 */
export function addPose(out: LocalPose, base: LocalPose, reference: LocalPose, added: LocalPose, weights: Flat): void {
    for (let bone = 0; bone < weights.length; bone++) {
        const weight = weights[bone];
        if (!(Math.abs(weight) > 0)) {
            copyBone(out, base, bone);
            continue;
        }
        multiplyInverseQuat(difference, 0, reference.localRotations, 4 * bone, added.localRotations, 4 * bone);
        slerpQuat(difference, 0, IDENTITY, 0, difference, 0, weights, bone);
        multiplyQuat(out.localRotations, 4 * bone, base.localRotations, 4 * bone, difference, 0);
        for (let i = 3 * bone; i < 3 * bone + 3; i++) {
            out.localPositions[i] = base.localPositions[i] + weight * (added.localPositions[i] - reference.localPositions[i]);
        }
        out.localScales[bone] = base.localScales[bone] * (1 + weight * (added.localScales[bone] / reference.localScales[bone] - 1));
    }
}

/** Copies one pose into another. */
export function copyPose(out: LocalPose, pose: LocalPose): void {
    out.localRotations.set(pose.localRotations);
    out.localPositions.set(pose.localPositions);
    out.localScales.set(pose.localScales);
}

function copyBone(out: LocalPose, pose: LocalPose, bone: number): void {
    copyQuat(out.localRotations, 4 * bone, pose.localRotations, 4 * bone);
    copyVec(out.localPositions, 3 * bone, pose.localPositions, 3 * bone);
    out.localScales[bone] = pose.localScales[bone];
}
