import type { AnimTrack, GraphNode } from 'playcanvas';

import type { Channel } from '../anim/clips/clip-channels';
import { ClipSampler } from '../anim/clips/clip-sampler';
import { copyQuat, copyVec } from '../core/math/flat-math';
import { smoothstep } from '../core/math/scalars';
import { createFlatPose, type FlatPose } from '../core/pose/flat-pose';
import { addPose, type LocalPose } from '../core/pose/pose-blend';
import type { BoneSet } from '../pose/bone-set';
import type { Skeleton } from '../rig/skeleton';

// One clip that plays over whatever else plays: what it adds is its difference to its own first pose.

/** Seconds in which a last pose that differs from the first one goes. */
const RELEASE = 0.25;

/** Difference between the values of two keys from which a curve moves its bone. */
const MOVES = 1e-6;

/** A clip on the bones of one character. */
export class OverlayClip {
    readonly sampler: ClipSampler;

    /** Seconds at which it begins to move, at the first of its keys at the earliest. */
    readonly begin: number;

    /** The bones that it turns and moves. */
    readonly turned: readonly GraphNode[];

    readonly moved: readonly GraphNode[];

    /**
     * @param root - The node from which the clip's curves find theirs.
     * @param skeleton - The character.
     * @param mask - Index of the topmost bone that takes part.
     */
    constructor(track: AnimTrack, root: GraphNode, skeleton: Skeleton, mask: number) {
        this.sampler = new ClipSampler(track, root, skeleton);
        const { first, channels, begin } = this.sampler;
        this.begin = Math.max(begin, Math.min(...channels.map(({ times }) => times[0])));
        const isIn = (bone: number) => bone >= first + mask && bone < first + skeleton.ends[mask];
        const bonesOf = (property: string) => channels
        .filter(channel => channel.property === property && isIn(channel.bone) && isMoving(channel))
        .map(({ bone }) => skeleton.nodes[bone - first]);
        this.turned = bonesOf('localRotation');
        this.moved = bonesOf('localPosition');
    }
}

/** A clip that can be played on a set of bones. */
export class Overlay {
    /** Seconds of the clip in the pose; NaN while it does not play. */
    private time = NaN;

    private strength = 0;

    /** For each bone of the set its index in the clip's pose. */
    private readonly sources: Int32Array;

    /** For each bone of the set 1 where the clip moves it, and what counts of it in this frame. */
    private readonly mask: Float64Array;

    private readonly weights: Float64Array;

    private readonly reference: LocalPose;

    /**
     * @param clip - The clip.
     * @param set - Bones of the skeleton; those of the clip are among them.
     * @param skeleton - The character.
     * @param added - A pose of the set's bones to work on.
     */
    constructor(private readonly clip: OverlayClip, private readonly set: BoneSet, { nodes }: Skeleton, private readonly added: LocalPose) {
        const { sampler, turned, moved } = clip;
        this.sources = Int32Array.from(set.bones, bone => sampler.first + nodes.indexOf(bone));
        this.mask = Float64Array.from(set.bones, bone => Number(turned.includes(bone) || moved.includes(bone)));
        this.weights = new Float64Array(set.bones.length);
        this.reference = createFlatPose(Array.from(set.pose.parents));
        this.gather(this.reference, sampler.sample(0));
    }

    get isPlaying(): boolean {
        return this.time >= 0;
    }

    /**
     * Starts with the first motion: many exporters leave a frame free before it.
     *
     * @param strength - Share of the clip's motion.
     */
    start(strength: number) {
        this.time = this.clip.begin;
        this.strength = strength;
    }

    stop() {
        this.time = NaN;
    }

    /**
     * Moves on and adds to the set's pose.
     *
     * @param dt - Seconds of the clip since the last frame.
     * @param weight - Share of it.
     */
    step(dt: number, weight: number) {
        const { clip: { sampler }, set: { pose }, weights, mask } = this;
        this.time += dt;
        const beyond = Math.max(0, this.time - sampler.duration) / RELEASE;
        if (!(beyond < 1)) {
            this.stop();
            return;
        }
        const share = weight * this.strength * (1 - smoothstep(beyond));
        for (let i = 0; i < weights.length; i++) weights[i] = share * mask[i];
        this.gather(this.added, sampler.sample(Math.min(this.time, sampler.duration)));
        addPose(pose, pose, this.reference, this.added, weights);
    }

    /** Takes the bones of the set out of the clip's pose. */
    private gather(out: LocalPose, from: FlatPose) {
        for (let i = 0; i < this.sources.length; i++) {
            const source = this.sources[i];
            copyQuat(out.localRotations, 4 * i, from.localRotations, 4 * source);
            copyVec(out.localPositions, 3 * i, from.localPositions, 3 * source);
            out.localScales[i] = from.localScales[source];
        }
    }
}

/** Whether a curve has another value than its first one. */
function isMoving({ values, times }: Channel): boolean {
    const stride = values.length / times.length;
    for (let key = 1; key < times.length; key++) {
        for (let k = 0; k < stride; k++) if (Math.abs(values[key * stride + k] - values[k]) > MOVES) return true;
    }
    return false;
}
