import type { AnimTrack, GraphNode } from 'playcanvas';

import { bindChannels, evaluateChannel, findMotion, type Channel } from './clip-channels';
import { placeOf, stepsToStill, type ClipPlace } from './clip-place';
import { nodesBetween, ReferencePose } from './reference-pose';
import { copyQuat, copyVec, normalizeQuat } from '../../core/math/flat-math';
import { createFlatPose, updateWorld, type FlatPose } from '../../core/pose/flat-pose';
import { appendTransform, identityTransform, relativeTransform, ROTATION, SCALE, TRANSFORM } from '../../core/pose/transform';
import type { Skeleton } from '../../rig/skeleton';

// A clip's pose at any time, without a scene: its curves are read as the engine's evaluator does, and written into a flat pose.
//
// A node without a curve keeps the transform that it has. Before its first key and after its last a curve holds its value.
// The pose is in the space of the animation component's entity, in that entity's units; curves that move this entity itself have no part in
// it, morph targets and properties of components are not read. Scales are uniform, as everywhere in the flat pose: of three, the mean is taken.

/** Reads one clip on one character. */
export class ClipSampler {
    /** Seconds that the clip lasts. */
    readonly duration: number;

    /** Seconds between which something moves; before and after, everything holds still. */
    readonly begin: number;

    readonly end: number;

    /** Curves that have found a bone; 0: the clip is another skeleton's. */
    readonly curveCount: number;

    /** The pose as it was sampled last, in the space of the animation component's entity. */
    readonly pose: FlatPose;

    /** The same bones in the reference pose. */
    readonly reference: FlatPose;

    /** Index of the skeleton's first node in both; its others follow in their order. */
    readonly first: number;

    /** What brings the rig's directions and lengths into that space, in the reference pose: a turn, then a factor. */
    readonly modelRotation: Float64Array;

    readonly modelScale: number;

    /** The curves that move bones: `bone` is an index into the pose. */
    readonly channels: readonly Channel[];

    /** The curves that move the entity itself, which are not in the pose. */
    readonly rootChannels: readonly Channel[];

    /** Steps up to the node by which its poses come to the scene. */
    private readonly steps: number;

    private readonly isRoot: boolean;

    /** What bones keep that the clip does not move; detached feet to what they really hang on. */
    private readonly still: FlatPose;

    private readonly detached: readonly DetachedChain[];

    /** Bones that are posed, parents before children, and the curves that move them. */
    private posed: readonly number[] = [];

    private moving: readonly Channel[] = [];

    private readonly value = new Float64Array(4);

    /** The time of the pose; a number that a function is given may be allocated. */
    private readonly at = new Float64Array(1);

    /**
     * @param track - The clip.
     * @param root - The entity with the animation component, or its root bone where one is set.
     * @param skeleton - The character below it, in the reference pose.
     * @param space - The same as it was kept for the model, where places of the nodes above the skeleton have no say.
     */
    constructor(track: AnimTrack, root: GraphNode, skeleton: Skeleton, space = new ReferencePose(root, skeleton)) {
        const { parents, first } = space;
        const nodes = [...nodesBetween(root, skeleton.nodes[0]), ...skeleton.nodes];
        this.first = first;
        this.pose = createFlatPose(parents);
        this.reference = space.pose;
        this.modelRotation = space.modelRotation;
        this.modelScale = space.modelScale;
        this.still = space.still;
        this.detached = skeleton.detached.map(({ node, hanger }) => chainOf(parents, first + node, first + hanger));
        const channels = bindChannels(track, root, nodes);
        this.rootChannels = channels.filter(({ node }) => node === root);
        this.channels = channels.filter(({ node, bone }) => node !== root && bone >= 0);
        this.poseAll();
        this.steps = stepsToStill(channels, root, nodes.slice(0, first), skeleton);
        this.isRoot = skeleton.nodes[0] === root;
        this.curveCount = this.channels.length;
        this.duration = track.duration;
        [this.begin, this.end] = findMotion([...this.rootChannels, ...this.channels], track.duration);
    }

    /** Where its poses are in the scene. */
    get place(): ClipPlace {
        return placeOf(this.sample(this.begin), this.first, this.steps, this.isRoot);
    }

    /** Poses all bones from now on. */
    poseAll(): void {
        this.posed = [...this.pose.parents.keys()];
        this.moving = this.channels;
    }

    /** Poses nothing but some bones, with what they hang on, from now on. */
    poseOnly(bones: Iterable<number>): void {
        const { parents, base } = this.pose;
        const needed = new Set<number>();
        const take = (bone: number) => {
            if (bone === base || needed.has(bone)) return;
            needed.add(bone);
            take(parents[bone]);
            for (const { node, hanger } of this.detached) if (node === bone) hanger.forEach(take);
        };
        for (const bone of bones) take(bone);
        this.posed = [...needed].sort((a, b) => a - b);
        this.moving = this.channels.filter(({ bone }) => needed.has(bone));
    }

    /** Poses the character as the clip has it at a time in seconds, and answers that pose. Allocates nothing. */
    sample(time: number): FlatPose {
        const { pose, still, value, at, moving, posed } = this;
        at[0] = time;
        pose.localRotations.set(still.localRotations);
        pose.localPositions.set(still.localPositions);
        pose.localScales.set(still.localScales);
        for (let i = 0; i < moving.length; i++) {
            const channel = moving[i];
            evaluateChannel(value, channel, at);
            const { bone, property } = channel;
            if (property === 'localRotation') {
                for (let k = 0; k < 4; k++) pose.localRotations[4 * bone + k] = value[k];
                normalizeQuat(pose.localRotations, 4 * bone);
            } else if (property === 'localPosition') {
                for (let k = 0; k < 3; k++) pose.localPositions[3 * bone + k] = value[k];
            } else {
                pose.localScales[bone] = (value[0] + value[1] + value[2]) / 3;
            }
        }
        for (let i = 0; i < this.detached.length; i++) hangOn(pose, this.detached[i]);
        for (let i = 0; i < posed.length; i++) updateWorld(pose, posed[i] + 1, posed[i]);
        return pose;
    }
}

/** A detached foot or hand: itself, the bones from below the common ancestor down to the end of its limb, and to what it hangs on. */
interface DetachedChain {
    readonly node: number;
    readonly limb: Int32Array;
    readonly hanger: Int32Array;
}

function chainOf(parents: readonly number[], node: number, hanger: number): DetachedChain {
    const pathTo = (bone: number): number[] => (bone < 0 ? [] : [...pathTo(parents[bone]), bone]);
    const [limb, hung] = [pathTo(parents[node]), pathTo(hanger)];
    const shared = limb.findIndex((bone, i) => bone !== hung[i]);
    const from = shared < 0 ? limb.length : shared;
    return { node, limb: Int32Array.from(limb.slice(from)), hanger: Int32Array.from([...hung.slice(from), node]) };
}

const limbEnd = new Float64Array(TRANSFORM);
const own = new Float64Array(TRANSFORM);
const step = new Float64Array(TRANSFORM);

/** Turns the transform of a detached foot to what it hangs on into that to the end of its limb. */
function hangOn(pose: FlatPose, { node, limb, hanger }: DetachedChain): void {
    compose(limbEnd, pose, limb);
    compose(own, pose, hanger);
    relativeTransform(step, limbEnd, own);
    copyVec(pose.localPositions, 3 * node, step, 0);
    copyQuat(pose.localRotations, 4 * node, step, ROTATION);
    pose.localScales[node] = step[SCALE];
}

function compose(out: Float64Array, { localPositions, localRotations, localScales }: FlatPose, chain: Int32Array): void {
    identityTransform(out);
    for (let i = 0; i < chain.length; i++) {
        const bone = chain[i];
        copyVec(step, 0, localPositions, 3 * bone);
        copyQuat(step, ROTATION, localRotations, 4 * bone);
        step[SCALE] = localScales[bone];
        appendTransform(out, step);
    }
}
