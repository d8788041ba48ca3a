import type { AnimTrack } from 'playcanvas';

import type { Actor } from './actor';
import { footPitch } from './roll-feet';
import type { TemplateBody } from './template-body';
import { copyQuat, copyVec, multiplyInverseQuat, multiplyQuat, multiplyQuatInverse, normalizeQuat, rotateVecInverse, subtractVec, type Flat } from '../../core/math/flat-math';
import { RADIANS } from '../../core/math/scalars';
import type { FlatPose } from '../../core/pose/flat-pose';
import { evaluateChannel } from '../clips/clip-channels';
import { ClipSampler } from '../clips/clip-sampler';
import { findContacts, type ClipContacts } from '../contacts/contacts';

// A clip on its own character. Curves that move the clips' root itself move the whole body: that is its root motion.

/** Cosine of half an angle up to which two poses of a bone are one: 2 degrees. */
const ALIKE = Math.cos(1 * RADIANS);

const IDENTITY = Float64Array.of(0, 0, 0, 1);
const rotation = new Float64Array(4);
const position = new Float64Array(4);
const at = new Float64Array(1);

export class SourceMotion extends ClipSampler {
    /** Where the root has gone in the pose that was sampled last, in the space of the poses; in body space its turn about the up direction alone. */
    readonly rootRotation = Float64Array.of(0, 0, 0, 1);

    readonly rootPosition = new Float64Array(3);

    /** The root's own transform where no curve moves it. */
    private readonly restRotation: Flat;

    private readonly restPosition: Flat;

    /** What turns body space into that of the clips' root: poses are in body space, as seen from the root, which has its tilt and its height alone. null: see `travelling`. */
    private frame: Flat | null;

    constructor(track: AnimTrack, { root, rig, body }: Actor) {
        super(track, root, rig.skeleton, body.space);
        this.frame = body.frame;
        const { x, y, z, w } = root.getLocalRotation();
        // the engine leaves nothing but zeros on a root that the last clip has turned and this one does not
        this.restRotation = x * x + y * y + z * z + w * w > 0 ? Float64Array.of(x, y, z, w) : IDENTITY;
        const place = root.getLocalPosition();
        this.restPosition = Float64Array.of(place.x, place.y, place.z);
    }

    /** Poses the source at a time in seconds. */
    override sample(time: number): FlatPose {
        const { pose, rootRotation, rootPosition, frame } = this;
        const o = 4 * pose.base;
        if (this.rootChannels.length > 0) this.readRoot(time);
        // the base of the pose stands for the root
        copyVec(pose.positions, 3 * pose.base, rootPosition, 0);
        copyQuat(pose.rotations, o, rootRotation, 0);
        if (frame) {
            // tilt and rise of the root stay: a get-up may be made of them
            if (this.rootChannels.length > 0) copyYaw(rootRotation, rootRotation);
            multiplyInverseQuat(pose.rotations, o, rootRotation, 0, pose.rotations, o);
            multiplyQuatInverse(pose.rotations, o, pose.rotations, o, frame, 0);
            pose.positions[3 * pose.base] = pose.positions[3 * pose.base + 2] = 0;
        }
        return super.sample(time);
    }

    /** Lets poses be in the space of the clips' root, and go where it goes, while something is done. */
    travelling<T>(work: () => T): T {
        const { frame } = this;
        this.frame = null;
        const done = work();
        this.frame = frame;
        return done;
    }

    /** Keys a second while something moves, of the curve that has most of them. */
    get keyRate(): number {
        const { begin, end } = this;
        // many curves share their times
        const lists = new Set([...this.rootChannels, ...this.channels].map(({ times }) => times));
        const keys = Math.max(1, ...[...lists].map(times => Array.from(times).filter(time => time >= begin && time <= end).length));
        return end > begin ? (keys - 1) / (end - begin) : 0;
    }

    /** Whether the clip ends in the pose in which it begins, elsewhere and turned about the up direction perhaps. */
    isLoop(): boolean {
        const turnsAt = (time: number) => {
            const { localRotations, rotations, base } = this.sample(time);
            return [...localRotations, ...rotations.subarray(4 * base)];
        };
        const [begin, end] = [turnsAt(0), turnsAt(this.duration)];
        for (let o = 0; o < end.length; o += 4) {
            const cosine = begin[o] * end[o] + begin[o + 1] * end[o + 1] + begin[o + 2] * end[o + 2] + begin[o + 3] * end[o + 3];
            if (!(Math.abs(cosine) > ALIKE)) return false;
        }
        return true;
    }

    /** Finds out where the root has gone, as seen from where it was. */
    private readRoot(time: number) {
        const { restRotation, restPosition, rootRotation, rootPosition, frame } = this;
        rotation.set(restRotation);
        copyVec(position, 0, restPosition, 0);
        at[0] = time;
        for (const channel of this.rootChannels) {
            if (channel.property === 'localRotation') evaluateChannel(rotation, channel, at);
            else if (channel.property === 'localPosition') evaluateChannel(position, channel, at);
        }
        normalizeQuat(rotation, 0);
        multiplyInverseQuat(rotation, 0, restRotation, 0, rotation, 0);
        subtractVec(position, 0, position, 0, restPosition, 0);
        rotateVecInverse(position, 0, restRotation, 0, position, 0);
        rotateVecInverse(rootPosition, 0, frame ?? IDENTITY, 0, position, 0);
        // the same turn in the space of the poses
        multiplyInverseQuat(rootRotation, 0, frame ?? IDENTITY, 0, rotation, 0);
        multiplyQuat(rootRotation, 0, rootRotation, 0, frame ?? IDENTITY, 0);
    }
}

/** Writes the part of a rotation that turns about the up direction. */
function copyYaw(out: Flat, [, y, , w]: Flat): void {
    const length = Math.hypot(y, w);
    out.set(length > 0 ? [0, y / length, 0, w / length] : IDENTITY);
}

/** Pitch up to which a foot stands on the ground rather than hangs or lies, and moments of a clip that are looked at. */
const STANDS = 25 * RADIANS;
const MOMENTS = 20;

/** Whether any foot ever stands: in hanging from an edge or falling none does. */
function hasStance(motion: SourceMotion, body: TemplateBody): boolean {
    for (let i = 0; i < MOMENTS; i++) {
        const pose = motion.sample(motion.begin + (motion.end - motion.begin) * i / MOMENTS);
        if (body.soles.feet.some(foot => Math.abs(footPitch(pose, body, foot)) < STANDS)) return true;
    }
    return false;
}

/**
 * When the feet of a source are down in a clip, its root motion included; in the space of the clips' root. null where they never are.
 *
 * @param motion - The clip.
 */
export function contactsOf(track: AnimTrack, actor: Actor, motion = new SourceMotion(track, actor)): ClipContacts | null {
    const { body, rig } = actor;
    const kept = body.contacts.get(track);
    if (kept !== undefined) return kept;
    const contacts = hasStance(motion, body) ? motion.travelling(() => findContacts(motion, rig, body.soles.points)) : null;
    body.contacts.set(track, contacts);
    return contacts;
}
