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

/**
 * Makes a clip of poses.
 *
 * @param track - The clip that gives name and events.
 */
export function writeTrack({ name, duration, events }: AnimTrack, frames: MotionFrames, { target, pose, isPosed, carrier }: Transfer): AnimTrack {
    const { space: { still, first, modelScale }, rig: { height, skeleton: { detached } }, paths } = target;
    const { count, bones, rotations, places } = frames;
    const inputs = [new AnimData(1, Float32Array.from({ length: count + 1 }, (_, frame) => frames.timeOf(frame))), new AnimData(1, Float32Array.of(0))];
    const outputs: AnimData[] = [];
    const curves: AnimCurve[] = [];
    const near = SAME * height * modelScale;

    /** `own`: what the bone has by itself; it gets no curve where that is what the keys say. null: it gets one. */
    function add(bone: number, property: string, values: Float32Array, own: ArrayLike<number> | null, near: number) {
        const size = property === 'localRotation' ? 4 : 3;
        const isStill = isSame(values, values, near);
        if (isStill && own && isSame(own, values, near)) return;
        const path = { entityPath: paths[bone], component: 'graph', propertyPath: [property] };
        curves.push(new AnimCurve([path as never], isStill ? 1 : 0, outputs.length, isStill ? INTERPOLATION_STEP : INTERPOLATION_LINEAR));
        outputs.push(new AnimData(size, isStill ? values.slice(0, size) : values));

        function isSame(some: ArrayLike<number>, first: Float32Array, near: number) {
            for (let i = 0; i < some.length; i++) if (!(Math.abs(some[i] - first[i % size]) < near)) return false;
            return true;
        }
    }

    const hung = detached.map(({ node, hanger }) => ({ bone: first + node, hanger: first + hanger }));
    for (let bone = 0; bone < bones; bone++) {
        if (isPosed[bone] === 0 || hung.some(other => other.bone === bone)) continue;
        const turns = new Float32Array(4 * count + 4);
        for (let frame = 0; frame <= count; frame++) writeRotation(turns, 4 * frame, rotations, 4 * (bones * frame + bone));
        add(bone, 'localRotation', turns, null, SAME);
        const own = pose.localPositions.subarray(3 * bone, 3 * bone + 3);
        if (bone === carrier) add(bone, 'localPosition', Float32Array.from(places), null, near);
        else add(bone, 'localPosition', Float32Array.from(own), still.localPositions.subarray(3 * bone, 3 * bone + 3), near);
        const scales = [pose, still].map(({ localScales }) => new Float32Array(3).fill(localScales[bone]));
        add(bone, 'localScale', scales[0], scales[1], SAME);
    }
    for (const { bone, hanger } of hung) {
        const [turns, ways] = [new Float32Array(4 * count + 4), new Float32Array(3 * count + 3)];
        for (let frame = 0; frame <= count; frame++) {
            frames.load(frame, pose);
            readWorld(from, pose, hanger);
            readWorld(to, pose, bone);
            relativeTransform(local, from, to);
            writeRotation(turns, 4 * frame, local, ROTATION);
            ways.set(local.subarray(0, 3), 3 * frame);
        }
        add(bone, 'localRotation', turns, null, SAME);
        add(bone, 'localPosition', ways, null, near);
    }
    return new AnimTrack(name, duration, inputs, outputs, curves, new AnimEvents(events as never));
}

function readWorld(out: Flat, { positions, rotations, scales }: FlatPose, bone: number): void {
    copyVec(out, 0, positions, 3 * bone);
    copyQuat(out, ROTATION, rotations, 4 * bone);
    out[SCALE] = scales[bone];
}

/** Writes a rotation with the sign that is nearer to the one before: curves are mixed number by number. */
function writeRotation(out: Float32Array, o: number, q: Flat, i: number): void {
    const sign = o > 0 && out[o - 4] * q[i] + out[o - 3] * q[i + 1] + out[o - 2] * q[i + 2] + out[o - 1] * q[i + 3] < 0 ? -1 : 1;
    for (let k = 0; k < 4; k++) out[o + k] = sign * q[i + k];
}
