import { INTERPOLATION_CUBIC, INTERPOLATION_STEP, type AnimCurve, type AnimTrack, type GraphNode } from 'playcanvas';

import { copyQuat, identityQuat, multiplyQuatInverse, normalizeQuat, rotateVecInverse } from '../core/math/flat-math';
import { createFlatPose, updateWorld, type FlatPose } from '../core/pose/flat-pose';
import type { Skeleton } from '../rig/skeleton';

// A clip's pose at any time, without a scene: its curves are read as the engine's evaluator does, and written into a flat pose.
//
// Curves find their nodes as they do in the engine: by their path from the animation component's entity, by that path without its
// first name (files name their own root there), else by the last name alone. A node without a curve keeps its reference transform.
// Before its first key and after its last a curve holds its value.
// The pose is in the space of the animation component's entity, in that entity's units; curves that move this entity itself, morph
// targets and properties of components are not read. Scales are uniform, as everywhere in the flat pose: of three, the mean is taken.

/** Where a curve's values go. */
type CurvePath = AnimCurve['paths'][number];

/** Properties of a node that make its pose. */
const TRANSFORMS = ['localPosition', 'localRotation', 'localScale'];

/** One curve with what it moves. */
interface Channel {
    readonly bone: number;
    readonly property: string;
    /** Numbers a value. */
    readonly size: number;
    readonly times: ArrayLike<number>;
    readonly values: ArrayLike<number>;
    readonly interpolation: number;
    /** Key from which the last search has gone on. */
    key: number;
}

/** Reads one clip on one character. */
export class ClipSampler {
    /** Seconds that the clip lasts. */
    readonly duration: number;

    /** Seconds of the clip's first and last key: before and after, everything holds still. */
    readonly firstKey: number;

    readonly lastKey: number;

    /** Curves that have found a bone; 0: the clip is another skeleton's. */
    readonly curveCount: number;

    /** The pose as it was sampled last, in the space of the animation component's entity. */
    readonly pose: FlatPose;

    /** The same bones in the reference pose. */
    readonly reference: FlatPose;

    /** Index of the skeleton's first node in both; its others follow in their order. */
    readonly first: number;

    /** What brings the rig's directions and lengths into that space, in the reference pose: a turn, then a factor. */
    readonly modelRotation = new Float64Array(4);

    readonly modelScale: number;

    private readonly channels: Channel[];

    private readonly value = new Float64Array(4);

    /** The time of the pose; a number that a function is given may be allocated. */
    private readonly at = new Float64Array(1);

    /**
     * @param track - The clip.
     * @param root - The entity with the animation component, or its root bone where one is set.
     * @param skeleton - The character below it, in the reference pose.
     */
    constructor(track: AnimTrack, root: GraphNode, skeleton: Skeleton) {
        const above = nodesBetween(root, skeleton.nodes[0]);
        const nodes = [...above, ...skeleton.nodes];
        this.first = above.length;
        const parents = [...above.map((_, i) => i - 1), ...Array.from(skeleton.parents, parent => parent + above.length)];
        this.pose = createFlatPose(parents);
        this.reference = createFlatPose(parents);
        above.forEach((node, i) => copyLocals(this.reference, i, node));
        copyReference(this.reference, above.length, skeleton);
        updateWorld(this.reference);
        const { rotations, scales } = this.reference;
        if (skeleton.nodes[0] === root) {
            // the space of the entity is below the first node's own transform
            identityQuat(this.modelRotation, 0);
            multiplyQuatInverse(this.modelRotation, 0, this.modelRotation, 0, rotations, 0);
            this.modelScale = 1 / scales[0];
            clearFirst(this.reference);
        } else {
            const parent = this.reference.parents[this.first];
            copyQuat(this.modelRotation, 0, rotations, 4 * parent);
            this.modelScale = scales[parent];
        }
        this.channels = bindCurves(track, root, nodes).filter(({ bone }) => nodes[bone] !== root);
        this.curveCount = this.channels.length;
        this.duration = track.duration;
        const keyed = this.channels.filter(({ times }) => times.length > 0);
        this.firstKey = keyed.reduce((first, { times }) => Math.min(first, times[0]), track.duration);
        this.lastKey = keyed.reduce((last, { times }) => Math.max(last, times[times.length - 1]), 0);
    }

    /** Poses the character as the clip has it at a time in seconds, and answers that pose. Allocates nothing. */
    sample(time: number): FlatPose {
        const { pose, reference, value, at } = this;
        at[0] = time;
        pose.localRotations.set(reference.localRotations);
        pose.localPositions.set(reference.localPositions);
        pose.localScales.set(reference.localScales);
        for (let i = 0; i < this.channels.length; i++) {
            const channel = this.channels[i];
            evaluate(value, channel, at);
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
        updateWorld(pose);
        return pose;
    }
}

/** Takes the first bone's own transform out of a pose. */
function clearFirst(pose: FlatPose): void {
    identityQuat(pose.localRotations, 0);
    pose.localPositions.fill(0, 0, 3);
    pose.localScales[0] = 1;
    updateWorld(pose);
}

/** Nodes from below `root` down to above `node`; empty when the one is not above the other. */
function nodesBetween(root: GraphNode, node: GraphNode): GraphNode[] {
    const path: GraphNode[] = [];
    for (let above = node.parent; above && above !== root; above = above.parent) path.unshift(above);
    return path.length > 0 && path[0].parent !== root ? [] : path;
}

function copyLocals(pose: FlatPose, bone: number, node: GraphNode): void {
    const { x, y, z, w } = node.getLocalRotation();
    pose.localRotations.set([x, y, z, w], 4 * bone);
    const position = node.getLocalPosition();
    pose.localPositions.set([position.x, position.y, position.z], 3 * bone);
    const scale = node.getLocalScale();
    pose.localScales[bone] = (scale.x + scale.y + scale.z) / 3;
}

/** Writes a skeleton's reference pose as local transforms, its first node to index `first`. */
function copyReference(pose: FlatPose, first: number, { nodes, parents, localRotations, rotations, positions, matrices }: Skeleton): void {
    const scaleOf = (node: number) => (node < 0 ? 1 : Math.hypot(matrices[12 * node], matrices[12 * node + 1], matrices[12 * node + 2]));
    const offset = new Float64Array(3);
    for (let node = 0; node < nodes.length; node++) {
        const parent = parents[node];
        const bone = first + node;
        pose.localRotations.set(localRotations.subarray(4 * node, 4 * node + 4), 4 * bone);
        pose.localScales[bone] = scaleOf(node) / scaleOf(parent);
        offset.set(positions.subarray(3 * node, 3 * node + 3));
        if (parent >= 0) {
            for (let axis = 0; axis < 3; axis++) offset[axis] = (offset[axis] - positions[3 * parent + axis]) / scaleOf(parent);
            rotateVecInverse(offset, 0, rotations, 4 * parent, offset, 0);
        }
        pose.localPositions.set(offset, 3 * bone);
    }
}

/** The node that the engine's animation component moves for a path. */
function findTarget(root: GraphNode, byName: ReadonlyMap<string, GraphNode>, { entityPath }: CurvePath): GraphNode | null {
    return (root.findByPath(entityPath) ?? root.findByPath(entityPath.slice(1)) ?? byName.get(entityPath[entityPath.length - 1]) ?? null) as GraphNode | null;
}

function bindCurves(track: AnimTrack, root: GraphNode, nodes: readonly GraphNode[]): Channel[] {
    const indexOf = new Map(nodes.map((node, i) => [node, i]));
    const byName = new Map<string, GraphNode>();
    // of several nodes with one name the engine takes the last
    root.forEach((node) => { byName.set(node.name, node); });
    return track.curves.flatMap((curve) => {
        return curve.paths.flatMap((path) => {
            const property = path.propertyPath[0];
            if (path.component !== 'graph' || !TRANSFORMS.includes(property)) return [];
            const node = findTarget(root, byName, path);
            const bone = node ? indexOf.get(node) : undefined;
            return bone === undefined ? [] : [createChannel(track, curve, bone, property)];
        });
    });
}

function createChannel(track: AnimTrack, curve: AnimCurve, bone: number, property: string): Channel {
    const { components, data } = track.outputs[curve.output];
    return { bone, property, size: components, times: track.inputs[curve.input].data, values: data, interpolation: curve.interpolation, key: 0 };
}

/** Writes a channel's value at a time, number by number: rotations too are mixed so, and brought to unit length afterwards. */
function evaluate(out: Float64Array, channel: Channel, at: Float64Array): void {
    const { times, values, size, interpolation } = channel;
    const time = at[0];
    const last = times.length - 1;
    let key = channel.key;
    if (key > last || !(times[key] <= time)) key = 0;
    while (key < last && times[key + 1] <= time) key++;
    channel.key = key;
    const span = key < last ? times[key + 1] - times[key] : 0;
    const t = span > 0 && time > times[key] ? (time - times[key]) / span : 0;
    const next = Math.min(key + 1, last);
    if (interpolation === INTERPOLATION_CUBIC) {
        // three values a key: the slope before it, the value, the slope after it
        const square = t * t;
        const rest = (1 - t) * (1 - t);
        const from = (1 + 2 * t) * rest;
        const fromSlope = t * rest * span;
        const to = square * (3 - 2 * t);
        const toSlope = square * (t - 1) * span;
        for (let k = 0; k < size; k++) {
            out[k] = from * values[(3 * key + 1) * size + k] + fromSlope * values[(3 * key + 2) * size + k] +
                to * values[(3 * next + 1) * size + k] + toSlope * values[3 * next * size + k];
        }
        return;
    }
    const share = interpolation === INTERPOLATION_STEP ? 0 : t;
    for (let k = 0; k < size; k++) {
        const value = values[key * size + k];
        out[k] = value + share * (values[next * size + k] - value);
    }
}
