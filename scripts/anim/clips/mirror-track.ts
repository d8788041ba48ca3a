import { AnimCurve, AnimData, AnimEvents, AnimTrack, INTERPOLATION_CUBIC, INTERPOLATION_LINEAR, INTERPOLATION_STEP, type GraphNode } from 'playcanvas';

import { bindChannels, type Channel, type CurvePath } from './clip-channels';
import type { ClipMirror, Mirror } from './mirror';
import { keyDetached, mirroredDetached } from './mirror-detached';
import { multiplyInverseQuat, multiplyQuat, multiplyQuatInverse } from '../../core/math/flat-math';
import { mirrorPosition, mirrorRotation, mirrorShift, type PoseMirror } from '../../core/mirror/pose-mirror';
import { otherSide } from '../../mirror/mirror-names';

// A clip with left and right exchanged, for state graphs and blend trees.
//
// A reflection is linear in the numbers of a rotation and of a position, and curves are mixed number by number: so mirrored keys and slopes
// give at every time what the live mirror makes of the clip, and no key is added. A bone whose source no curve moves gets one key, where the
// reflection of what its source keeps is not what it has itself. Feet that hang elsewhere than on their legs get keys of their own
// (mirror-detached.ts).

/** Difference of two numbers of a pose that is rounding. */
const SAME = 1e-6;

const before = new Float64Array(4);
const after = new Float64Array(4);

/** What a clip says at a time; it may say more than this. */
interface TrackEvent { name: string; time: number }

/** Collects the curves of a new track. */
class TrackBuilder {
    readonly inputs: AnimData[];

    readonly outputs: AnimData[] = [];

    readonly curves: AnimCurve[] = [];

    constructor(private readonly source: AnimTrack) {
        this.inputs = [...source.inputs];
    }

    /** Adds a curve with the times of another one. */
    add(curve: AnimCurve, path: CurvePath, data: AnimData) {
        this.outputs.push(data);
        this.curves.push(new AnimCurve([path as never], curve.input, this.outputs.length - 1, curve.interpolation));
    }

    /** Adds a single key. */
    hold(path: CurvePath, values: number[]) {
        this.inputs.push(new AnimData(1, Float32Array.of(0)));
        this.outputs.push(new AnimData(values.length, Float32Array.from(values)));
        this.curves.push(new AnimCurve([path as never], this.inputs.length - 1, this.outputs.length - 1, INTERPOLATION_STEP));
    }

    /** Adds keys at times of their own, one curve for each path and its values. */
    bake(times: Float32Array, curves: readonly (readonly [CurvePath, Float32Array])[]) {
        this.inputs.push(new AnimData(1, times));
        for (const [path, values] of curves) {
            this.outputs.push(new AnimData(values.length / times.length, values));
            this.curves.push(new AnimCurve([path as never], this.inputs.length - 1, this.outputs.length - 1, INTERPOLATION_LINEAR));
        }
    }

    build(): AnimTrack {
        const { name, duration, events } = this.source;
        const swapped = (events as unknown as TrackEvent[]).map(event => ({ ...event, name: otherSide(event.name) }));
        return new AnimTrack(name, duration, this.inputs, this.outputs, this.curves, new AnimEvents(swapped));
    }
}

/**
 * Makes a clip that shows what the live mirror makes of one.
 *
 * @param track - A clip of the character; it is not changed. Curves that move nothing of it, and those of scales, stay as they are.
 * @param clipMirror - The mirror of the character.
 * @param isAdditive - Whether it plays in a layer that is added to others: what it adds to the bones' rest pose is mirrored then.
 * @returns A new clip of the same name, with its events for the other side. Null when the clip is another skeleton's.
 */
export function mirrorTrack(track: AnimTrack, clipMirror: ClipMirror, isAdditive = false): AnimTrack | null {
    const mirror = clipMirror as Mirror;
    const { nodes, clipRoot } = mirror;
    const channels = bindChannels(track, clipRoot, nodes).filter(({ bone }) => bone >= 0);
    if (channels.length === 0) return null;
    const pose = isAdditive ? additiveMirror(mirror) : mirror.plan.mirror;
    const targets = new Int32Array(nodes.length).fill(-1);
    pose.sources.forEach((source, bone) => { if (source >= 0) targets[source] = bone; });
    const ofPath = new Map(channels.map(channel => [channel.path, channel]));
    const moved = new Set(channels.map(({ bone, property }) => `${bone} ${property}`));
    const builder = new TrackBuilder(track);
    const detached = isAdditive ? [] : mirroredDetached(mirror);
    for (const curve of track.curves) {
        for (const path of curve.paths) {
            const channel = ofPath.get(path);
            const target = channel ? targets[channel.bone] : -1;
            if (channel && channel.property !== 'localScale' && detached.includes(target)) continue;
            const isMirrored = channel && target >= 0 && (channel.property === 'localRotation' || (channel.property === 'localPosition' && pose.moves[target] === 1));
            if (isMirrored) builder.add(curve, channel.node === nodes[target] ? path : { ...path, entityPath: pathNames(clipRoot, nodes[target]) }, mirrorKeys(pose, target, channel));
            else builder.add(curve, path, track.outputs[curve.output]);
        }
    }
    if (!isAdditive) holdRest(builder, mirror, pose, moved, detached);
    if (detached.length > 0) bakeDetached(builder, track, mirror);
    return builder.build();
}

/** The keys of a curve, with their slopes where it has some. */
function mirrorKeys(pose: PoseMirror, target: number, { property, values, size, interpolation }: Channel): AnimData {
    const out = new Float32Array(values.length);
    const from = new Float64Array(4);
    const to = new Float64Array(4);
    for (let i = 0; i < values.length; i += size) {
        for (let k = 0; k < size; k++) from[k] = values[i + k];
        const isSlope = interpolation === INTERPOLATION_CUBIC && (i / size) % 3 !== 1;
        if (property === 'localRotation') mirrorRotation(to, 0, pose, target, from, 0);
        else if (isSlope) mirrorShift(to, 0, pose, target, from, 0);
        else mirrorPosition(to, 0, pose, target, from, 0);
        for (let k = 0; k < size; k++) out[i + k] = to[k];
    }
    return new AnimData(size, out);
}

/** Adds what bones show whose source no curve moves. */
function holdRest(builder: TrackBuilder, mirror: Mirror, pose: PoseMirror, moved: ReadonlySet<string>, except: readonly number[]): void {
    const { nodes, clipRoot, still } = mirror;
    const to = new Float64Array(4);
    const hold = (bone: number, property: string, own: Float64Array) => {
        if (own.every((value, k) => Math.abs(value - to[k]) < SAME)) return;
        builder.hold(pathOf(clipRoot, nodes[bone], property), [...to.subarray(0, own.length)]);
    };
    pose.sources.forEach((source, bone) => {
        if (source < 0 || nodes[bone] === clipRoot || mirror.stays(bone) || except.includes(bone)) return;
        if (!moved.has(`${source} localRotation`)) {
            mirrorRotation(to, 0, pose, bone, still.localRotations, 4 * source);
            const own = still.localRotations.subarray(4 * bone, 4 * bone + 4);
            if (own.reduce((sum, value, k) => sum + value * to[k], 0) < 0) to.forEach((value, k) => { to[k] = -value; });
            hold(bone, 'localRotation', own);
        }
        if (pose.moves[bone] === 1 && !moved.has(`${source} localPosition`)) {
            mirrorPosition(to, 0, pose, bone, still.localPositions, 3 * source);
            hold(bone, 'localPosition', still.localPositions.subarray(3 * bone, 3 * bone + 3));
        }
    });
}

/** Adds what feet do that hang elsewhere than on their legs. */
function bakeDetached(builder: TrackBuilder, track: AnimTrack, mirror: Mirror): void {
    const { times, keys } = keyDetached(track, mirror);
    const pathTo = (bone: number, property: string) => pathOf(mirror.clipRoot, mirror.nodes[bone], property);
    builder.bake(times, keys.flatMap(({ bone, rotations, positions }) => [
        [pathTo(bone, 'localRotation'), rotations] as const, [pathTo(bone, 'localPosition'), positions] as const
    ]));
}

/**
 * What mirrors an additive clip. The engine adds what its values differ by from the base value of the bone, the one that it had when the
 * animation took it up: v = base d. A mirrored sum a (r d) b is the mirrored pose a r b with inverse(b) d b after it.
 */
function additiveMirror({ plan: { mirror }, still: { localRotations, localPositions } }: Mirror): PoseMirror {
    const out: PoseMirror = { ...mirror, before: mirror.before.slice(), offsets: mirror.offsets.slice() };
    mirror.sources.forEach((source, bone) => {
        if (source < 0) return;
        multiplyQuatInverse(before, 0, localRotations, 4 * bone, mirror.after, 4 * bone);
        multiplyInverseQuat(after, 0, localRotations, 4 * source, IDENTITY, 0);
        multiplyQuat(out.before, 4 * bone, before, 0, after, 0);
        mirrorShift(before, 0, mirror, bone, localPositions, 3 * source);
        for (let k = 0; k < 3; k++) out.offsets[3 * bone + k] = localPositions[3 * bone + k] - before[k];
    });
    return out;
}

const IDENTITY = Float64Array.of(0, 0, 0, 1);

/** The path of a curve that moves a node. */
function pathOf(root: GraphNode, node: GraphNode, property: string): CurvePath {
    return { entityPath: pathNames(root, node), component: 'graph', propertyPath: [property] } as unknown as CurvePath;
}

/** Names from below the root to a node, by which clips find it. */
function pathNames(root: GraphNode, node: GraphNode): string[] {
    const names: string[] = [];
    for (let step: GraphNode | null = node; step && step !== root; step = step.parent) names.unshift(step.name);
    return names;
}
