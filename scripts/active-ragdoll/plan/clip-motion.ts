import type { AnimTrack, GraphNode } from 'playcanvas';

import type { Draft } from './plan';
import { ClipSampler } from '../../anim/clips/clip-sampler';
import { multiplyInverseQuat, rotateVecInverse, subtractVec, type Flat } from '../../core/math/flat-math';
import type { Steps } from '../../core/timing/steps';
import type { Rig } from '../../rig/rig';

// What clips do with the joints of a ragdoll: each body's bone seen from the bone of its parent, pose by pose.

/** The joints of all bodies in the poses of one clip. */
export interface ClipMotion {
    readonly name: string;
    readonly poses: number;
    readonly bodies: number;
    /** Rotation of each body's bone in its parent's bone, four numbers a body, the bodies of a pose one after the other. */
    readonly rotations: Flat;
    /** Place of each body's bone in its parent's bone, metres, three numbers a body. */
    readonly anchors: Flat;
}

/** Poses a second, and most of them for one clip. */
const RATE = 60;
const MOST_POSES = 3600;

/**
 * Reads the clips. One that moves none of this character's bones is left out.
 *
 * @param root - The entity with the animation component.
 */
export function *readMotions(rig: Rig, drafts: readonly Draft[], clips: readonly AnimTrack[], root: GraphNode): Steps<ClipMotion[]> {
    const scale = root.getWorldTransform().getScale().x;
    const bodies = drafts.length;
    const motions: ClipMotion[] = [];
    for (const clip of clips) {
        const sampler = new ClipSampler(clip, root, rig.skeleton);
        if (sampler.curveCount === 0) continue;
        const bones = drafts.map(({ bone }) => sampler.first + bone);
        const poses = Math.min(MOST_POSES, Math.ceil(sampler.duration * RATE) + 1);
        const rotations = new Float64Array(4 * poses * bodies);
        const anchors = new Float64Array(3 * poses * bodies);
        for (let pose = 0; pose < poses; pose++) {
            const sampled = sampler.sample(poses > 1 ? sampler.duration * pose / (poses - 1) : 0);
            drafts.forEach(({ parent }, body) => {
                if (parent < 0) return;
                const [bone, upper] = [bones[body], bones[parent]];
                const place = pose * bodies + body;
                multiplyInverseQuat(rotations, 4 * place, sampled.rotations, 4 * upper, sampled.rotations, 4 * bone);
                subtractVec(anchors, 3 * place, sampled.positions, 3 * bone, sampled.positions, 3 * upper);
                rotateVecInverse(anchors, 3 * place, sampled.rotations, 4 * upper, anchors, 3 * place);
                for (let i = 0; i < 3; i++) anchors[3 * place + i] *= scale;
            });
            yield;
        }
        motions.push({ name: clip.name, poses, bodies, rotations, anchors });
    }
    return motions;
}
