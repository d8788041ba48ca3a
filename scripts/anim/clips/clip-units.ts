import type { ClipSampler } from './clip-sampler';
import { distanceVec, dotVec, rotateVec, type Flat } from '../../core/math/flat-math';
import type { Rig } from '../../rig/rig';

// Whether a clip was made for bones of the same names in other units, as centimetres are for metres: the character would sink into the ground.
// Or for a body with other legs: a clip that places bones gives the character those of that body.

/** Ratio of the hips' height to that of the reference pose which no pose of the same body reaches: lying down, they are at a tenth. */
const BEYOND = 20;

/** Share of the character's height from which on the hips are a measure: a model may have its origin there. */
const LEAST = 0.1;

/** Share by which a clip makes legs longer or shorter in all its poses when it is another body's: exporters round, and knees are not drawn out. */
const STRETCH = 0.1;

/** Moments of the clip that are looked at, its ends among them. */
const MOMENTS = 5;

/**
 * Whether the hips of a clip are throughout at heights of another scale than the character's in the reference pose.
 *
 * @param up - In the space of the sampler's poses.
 */
export function hasForeignUnits(sampler: ClipSampler, rig: Rig, up: Flat = upOf(sampler, rig)): boolean {
    const bone = rig.bones.get('hips');
    if (bone === undefined) return false;
    const o = 3 * (sampler.first + bone);
    const own = Math.abs(dotVec(sampler.reference.positions, o, up, 0));
    if (!(own > LEAST * rig.height * sampler.modelScale)) return false;
    const shares = Array.from({ length: MOMENTS }, (_, i) => Math.abs(dotVec(sampler.sample(sampler.duration * i / (MOMENTS - 1)).positions, o, up, 0)) / own);
    return Math.max(...shares) < 1 / BEYOND || Math.min(...shares) > BEYOND;
}

function upOf({ modelRotation }: ClipSampler, rig: Rig): Flat {
    const up = new Float64Array(3);
    rotateVec(up, 0, modelRotation, 0, rig.up, 0);
    return up;
}

/** The length that a clip gives the legs, as a share of the character's own; 1 where that is about the same, or is not in all of its poses. */
export function legStretch(sampler: ClipSampler, rig: Rig): number {
    const { leftFoot, rightFoot } = rig.limbs;
    const own = legsOf(sampler.reference.positions);
    if (!(own > 0)) return 1;
    const shares = Array.from({ length: MOMENTS }, (_, i) => legsOf(sampler.sample(sampler.duration * i / (MOMENTS - 1)).positions) / own);
    const [least, most] = [Math.min(...shares), Math.max(...shares)];
    return least > 1 + STRETCH || most < 1 - STRETCH ? (least + most) / 2 : 1;

    function legsOf(positions: Float64Array): number {
        let length = 0;
        for (const limb of [leftFoot, rightFoot]) {
            const bones = limb?.bones ?? [];
            for (let i = 1; i < bones.length; i++) length += distanceVec(positions, 3 * (sampler.first + bones[i - 1]), positions, 3 * (sampler.first + bones[i]));
        }
        return length;
    }
}
