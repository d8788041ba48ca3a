import { Quat, type Entity, type GraphNode, type Vec3 } from 'playcanvas';

import { JumpWatch, type MoveReceiver } from './teleport';
import type { Mounting } from '../../core/dynamics/delta-mapping';
import { carryEach, hasLeapt, shear, turnsBetween } from '../../core/dynamics/leap';
import { addPose, createPoseHistory, type PoseRing } from '../../core/dynamics/pose-history';
import { carryBodies, createRigidState, placeVelocities, type RigidState } from '../../core/dynamics/rigid-state';
import { multiplyQuat, rotateVec, rotateVecInverse, type Flat } from '../../core/math/flat-math';
import { BoneSet, ReadStatus } from '../../pose/bone-set';
import type { PoseRecord } from '../../pose/pose-record';

// Where the animation has the bodies, in this frame and in the last ones.

/** Time for which an animation has stood still whose motion is not known, seconds. */
const STANDING = 1 / 60;

const turn = new Float64Array(4);
const shift = new Float64Array(3);
const pivot = new Float64Array(3);
const ownerTurn = new Float64Array(4);
const relative = new Quat();

export class AnimatedBodies {
    readonly set: BoneSet;

    /** Index of each body's bone in the pose. */
    readonly bones: Int32Array;

    /** Where the animation has the bodies in this frame. */
    readonly now: RigidState;

    readonly history: PoseRing;

    /** Local place of the root's bone. */
    readonly rootPlace = new Float64Array(3);

    /** Whether this frame's pose is made of numbers; one that is not is left out of the history. */
    isSound = true;

    /** Whether it is so again since the frame before: as if it had stood still where it is now. */
    isBack = false;

    /** Whether the last frames were left out, see {@link leaveUnread}. */
    isUnread = false;

    private readonly jumps = new JumpWatch();

    /** Where the frames before lead to, and how each body has turned from there in a leap. */
    private readonly expected: RigidState;

    private readonly turns: Flat;

    private isAfterLeap = false;

    /** Whether leaps of the animation are told from motion. */
    watchesLeaps = false;

    /** Time of this frame's pose, seconds since the first one that was read. */
    time = 0;

    constructor(nodes: readonly GraphNode[], record: PoseRecord, private readonly mounting: Mounting, private readonly height: number) {
        this.set = new BoneSet(nodes, record);
        this.bones = Int32Array.from(nodes, node => this.set.indexOf(node));
        this.now = createRigidState(nodes.length);
        this.history = createPoseHistory(nodes.length);
        this.expected = createRigidState(nodes.length);
        this.turns = new Float64Array(4 * nodes.length);
    }

    /**
     * Reads this frame's pose.
     *
     * @param dt - Time of the frame in seconds.
     * @param owner - The entity whose frame the offsets are in.
     * @param rotation - Turn of the animation's frame against it, Euler angles in degrees.
     * @param translation - Offset of the animation's frame, metres.
     * @param carried - Goes along where the character is put elsewhere.
     */
    read(dt: number, owner: Entity, rotation: Vec3, translation: Vec3, carried: MoveReceiver | null): ReadStatus {
        const status = this.set.read();
        if (status !== ReadStatus.ok && status !== ReadStatus.broken) return status;
        // the bodies wait where they are for the numbers to come back
        const wasSound = this.isSound;
        this.isSound = status === ReadStatus.ok && areNumbers(this.set.pose.positions) && areNumbers(this.set.pose.rotations) && areFinite(rotation) && areFinite(translation);
        this.isBack = this.isSound && !wasSound;
        if (!this.isSound) return ReadStatus.ok;
        this.jumps.look(this.set.pose, dt, this.height, carried);
        const { now, history, bones, mounting } = this;
        const { positions, rotations, localPositions } = this.set.pose;
        for (let i = 0; i < 3; i++) this.rootPlace[i] = localPositions[3 * bones[0] + i];
        for (let body = 0; body < bones.length; body++) {
            const bone = bones[body];
            rotateVec(now.positions, 3 * body, rotations, 4 * bone, mounting.offsets, 3 * body);
            for (let i = 0; i < 3; i++) now.positions[3 * body + i] += positions[3 * bone + i];
            multiplyQuat(now.rotations, 4 * body, rotations, 4 * bone, mounting.rotations, 4 * body);
        }
        this.offset(owner, rotation, translation);
        this.time += dt;
        const goesOn = !this.leap(carried) && this.isAfterLeap;
        if (goesOn) this.goOn();
        this.isAfterLeap &&= !goesOn;
        addPose(history, now, this.time);
        if (goesOn) carried?.goOn();
        if (this.isBack || this.isUnread) this.standStill();
        this.isUnread = false;
        return status;
    }

    /** Carries what is known along where the animation has leapt; answers whether it has. */
    private leap(carried: MoveReceiver | null): boolean {
        const { expected, history, now, turns, isAfterLeap } = this;
        const isWatched = this.watchesLeaps && !this.isBack && !this.isUnread;
        this.isAfterLeap &&= isWatched;
        if (!(isWatched && hasLeapt(expected, history, now, this.time, this.height, isAfterLeap))) return false;
        this.isAfterLeap = true;
        turnsBetween(turns, expected, now);
        for (const pose of history.poses) carryEach(pose, expected, now, turns);
        carried?.leap(expected, now, turns);
        return true;
    }

    /** The frame after a leap: it has led there with the velocities that are seen now. */
    private goOn() {
        const { expected, history: { poses, times, newest }, now, time } = this;
        placeVelocities(expected.linear, expected.angular, expected, now, time - times[newest]);
        poses.forEach((pose, i) => { if (i !== newest) shear(pose, expected.linear, expected.angular, times[newest] - times[i]); });
    }

    /** Leaves a frame out: where the animation is does not matter in it. The next one that is read counts as if it had stood still there. */
    leaveUnread() {
        this.isUnread = true;
    }

    /** Whether velocities are known. */
    get isMoving(): boolean {
        return this.history.count > 1;
    }

    /** Forgets the frames that were read. */
    forget() {
        this.history.count = 0;
        this.time = 0;
        this.isUnread = false;
        this.jumps.forget();
    }

    /** Forgets how the animation has moved: it stands still where it is. */
    standStill() {
        const { history, now, time } = this;
        history.count = 0;
        addPose(history, now, time - STANDING);
        addPose(history, now, time);
    }

    /** Moves what is known with what the character stands on. */
    carry(by: Flat, about: Flat, shift: Flat) {
        this.jumps.carry(by, about, shift);
        carryBodies(this.now, by, about, shift);
        for (const pose of this.history.poses) carryBodies(pose, by, about, shift);
    }

    /** Puts the animation's frame elsewhere against its owner, as the original's initial relative rotation and translation do. */
    private offset(owner: Entity, rotation: Vec3, translation: Vec3) {
        const isTurned = rotation.x !== 0 || rotation.y !== 0 || rotation.z !== 0;
        if (!isTurned && translation.x === 0 && translation.y === 0 && translation.z === 0) return;
        const { now } = this;
        relative.setFromEulerAngles(rotation.x, rotation.y, rotation.z);
        setQuat(turn, relative);
        setQuat(ownerTurn, owner.getRotation());
        setVec(shift, translation);
        setVec(pivot, owner.getPosition());
        for (let body = 0; body < now.count; body++) {
            const o = 3 * body;
            for (let i = 0; i < 3; i++) now.positions[o + i] -= pivot[i];
            rotateVecInverse(now.positions, o, ownerTurn, 0, now.positions, o);
            rotateVec(now.positions, o, turn, 0, now.positions, o);
            for (let i = 0; i < 3; i++) now.positions[o + i] += shift[i];
            rotateVec(now.positions, o, ownerTurn, 0, now.positions, o);
            for (let i = 0; i < 3; i++) now.positions[o + i] += pivot[i];
        }
        // the same turn in world space: owner * turn * inverse of owner
        multiplyQuat(turn, 0, ownerTurn, 0, turn, 0);
        for (let i = 0; i < 3; i++) ownerTurn[i] = -ownerTurn[i];
        multiplyQuat(turn, 0, turn, 0, ownerTurn, 0);
        for (let body = 0; body < now.count; body++) multiplyQuat(now.rotations, 4 * body, turn, 0, now.rotations, 4 * body);
    }
}

function setVec(out: Flat, { x, y, z }: Vec3): void {
    out[0] = x;
    out[1] = y;
    out[2] = z;
}

function setQuat(out: Flat, { x, y, z, w }: Quat): void {
    out[0] = x;
    out[1] = y;
    out[2] = z;
    out[3] = w;
}

/** Whether no number is missing. */
function areNumbers(values: Flat): boolean {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += values[i];
    return Math.abs(sum) < Infinity;
}

function areFinite({ x, y, z }: Vec3): boolean {
    return Math.abs(x + y + z) < Infinity;
}
