import { AnimCurve, AnimData, AnimEvents, AnimTrack, INTERPOLATION_LINEAR, INTERPOLATION_STEP } from 'playcanvas';

import type { MotionFrames } from './motion-frames';
import type { Transfer } from './transfer';
import { copyQuat, copyVec, type Flat } from '../../core/math/flat-math';
import type { FlatPose } from '../../core/pose/flat-pose';
import { relativeTransform, ROTATION, SCALE, TRANSFORM } from '../../core/pose/transform';

// Poses as a clip of the engine. What does not change gets one key. All clips of a character turn the same bones, as a bone that a clip leaves out stays as the clip
// before has left it.

/** Difference of two numbers of a transform that is rounding: positions as a share of the character's height. */
const SAME = 1e-5;

const from = new Float64Array(TRANSFORM);
const to = new Float64Array(TRANSFORM);
const local = new Float64Array(TRANSFORM);

/** Keys of one bone. */
interface BoneKeys { readonly rotations: Float32Array; readonly places: Float32Array }

/**
 * Makes a clip of poses.
 *
 * @param track - The clip that gives name and events.
 */
export function writeTrack(track: AnimTrack, frames: MotionFrames, { target, pose, isPosed, carrier }: Transfer): AnimTrack {
    const { space: { still, first }, rig } = target;
    const { detached } = rig.skeleton;
    const hangers = new Map(detached.map(({ node, hanger }) => [first + node, first + hanger]));
    const bones = [...isPosed.keys()].filter(bone => isPosed[bone] === 1);
    const keys = new Map(bones.map(bone => [bone, createKeys(frames, hangers.has(bone) || bone === carrier)]));
    for (let frame = 0; frame <= frames.count; frame++) {
        // alone what hangs elsewhere needs to know where bones are
        if (hangers.size > 0) frames.load(frame, pose);
        else frames.read(frame, pose);
        for (const [bone, { rotations, places }] of keys) {
            const hanger = hangers.get(bone);
            if (hanger === undefined) readLocal(local, pose, bone);
            else readHung(local, pose, hanger, bone);
            writeRotation(rotations, frame, local);
            if (places.length > 0) places.set(local.subarray(0, 3), 3 * frame);
        }
    }
    const clip = new ClipWriter(frames);
    for (const [bone, { rotations, places }] of keys) {
        const path = target.paths[bone];
        const isHung = hangers.has(bone);
        const own = (values: Flat, size: number) => values.subarray(size * bone, size * bone + size);
        clip.add(path, 'localRotation', 4, rotations, null, SAME);
        const near = SAME * rig.height * target.space.modelScale;
        if (places.length > 0) clip.add(path, 'localPosition', 3, places, null, near);
        else clip.add(path, 'localPosition', 3, Float32Array.from(own(pose.localPositions, 3)), own(still.localPositions, 3), near);
        const scale = pose.localScales[bone];
        if (!isHung) clip.add(path, 'localScale', 3, Float32Array.of(scale, scale, scale), Float64Array.of(1, 1, 1).fill(still.localScales[bone]), SAME);
    }
    return clip.build(track);
}

function createKeys({ count }: MotionFrames, moves: boolean): BoneKeys {
    return { rotations: new Float32Array(4 * count + 4), places: new Float32Array(moves ? 3 * count + 3 : 0) };
}

function readLocal(out: Flat, { localPositions, localRotations }: FlatPose, bone: number): void {
    copyVec(out, 0, localPositions, 3 * bone);
    copyQuat(out, ROTATION, localRotations, 4 * bone);
}

/** The transform of a detached foot or hand to what it really hangs on. */
function readHung(out: Flat, pose: FlatPose, hanger: number, bone: number): void {
    readWorld(from, pose, hanger);
    readWorld(to, pose, bone);
    relativeTransform(out, from, to);
}

function readWorld(out: Flat, { positions, rotations, scales }: FlatPose, bone: number): void {
    copyVec(out, 0, positions, 3 * bone);
    copyQuat(out, ROTATION, rotations, 4 * bone);
    out[SCALE] = scales[bone];
}

/** Writes a rotation with the sign that is nearer to the one before: curves are mixed number by number. */
function writeRotation(out: Float32Array, frame: number, { 3: x, 4: y, 5: z, 6: w }: Flat): void {
    const o = 4 * frame;
    const sign = frame > 0 && out[o - 4] * x + out[o - 3] * y + out[o - 2] * z + out[o - 1] * w < 0 ? -1 : 1;
    out[o] = sign * x;
    out[o + 1] = sign * y;
    out[o + 2] = sign * z;
    out[o + 3] = sign * w;
}

/** Collects curves. */
class ClipWriter {
    private readonly inputs: AnimData[];

    private readonly outputs: AnimData[] = [];

    private readonly curves: AnimCurve[] = [];

    constructor(frames: MotionFrames) {
        const times = Float32Array.from({ length: frames.count + 1 }, (_, frame) => frames.timeOf(frame));
        this.inputs = [new AnimData(1, times), new AnimData(1, Float32Array.of(0))];
    }

    /**
     * Adds the keys of a property of a node.
     *
     * @param own - What the node has by itself: it gets no curve where that is what the keys say. null: it gets one.
     * @param near - Difference that is none.
     */
    add(entityPath: readonly string[], property: string, size: number, values: Float32Array, own: Flat | null, near: number) {
        const isStill = values.every((value, i) => Math.abs(value - values[i % size]) < near);
        if (isStill && own?.every((value, k) => Math.abs(value - values[k]) < near)) return;
        this.outputs.push(new AnimData(size, isStill ? values.slice(0, size) : values));
        const path = { entityPath, component: 'graph', propertyPath: [property] };
        this.curves.push(new AnimCurve([path as never], isStill ? 1 : 0, this.outputs.length - 1, isStill ? INTERPOLATION_STEP : INTERPOLATION_LINEAR));
    }

    build({ name, duration, events }: AnimTrack): AnimTrack {
        return new AnimTrack(name, duration, this.inputs, this.outputs, this.curves, new AnimEvents(events as never));
    }
}
