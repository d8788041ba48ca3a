import { Mat4, Quat, Vec3, type GraphNode } from 'playcanvas';

import type { PoseRecord } from './pose-record';
import { cutJump } from '../core/math/carried-speed';
import { copyQuat, multiplyQuat, multiplyQuatInverse, subtractVec, type Flat } from '../core/math/flat-math';
import { rotationVector, vectorRotation } from '../core/math/rotation-vector';

// What the last frames of a pose were, and where they were heading: the half of an inertia (pose-inertia.ts) that looks back.

/**
 * What is remembered of a bone: its rotation or position (relative to the animated one, where that is known) in the last frame and in the
 * two before, where it was heading, and how fast.
 */
const LAST = 0;
const BEFORE = 4;
const EARLIER = 8;
const HEADING = 12;
const SPEED = 16;
const SIZE = 19;

const turn: Flat = new Float64Array(4);
const now: Flat = new Float64Array(4);
const vector: Flat = new Float64Array(3);

const carried = new Mat4();
const carriedTurn = new Quat();
const place = new Vec3();

/** The poses of the last frames, where the one that makes them keeps them. */
export interface PoseHistory {
    /** Frames in a row that it has, up to the one before this: 0 to 2; and the seconds between the last two. */
    readonly frames: number;
    readonly frameTime: number;
    /** Writes the rotation of a node as it was made one or two frames ago, or its position; answers whether it knows the node. */
    readRotation(out: Flat, o: number, node: GraphNode, ago: 1 | 2): boolean;
    readPosition(out: Flat, o: number, node: GraphNode, ago: 1 | 2): boolean;
}

/** The last frames of some bones, and their course. */
export class PoseMemory {
    /** The bones that are turned, then those that are moved; a root is in both. */
    readonly nodes: readonly GraphNode[];

    readonly states: Int32Array;

    /** How many of the nodes are turned. */
    private readonly turned: number;

    /** What is remembered, {@link SIZE} numbers a node. */
    private readonly memory: Flat;

    /** The animated pose, four numbers a node; null: the whole pose is compared. */
    private readonly animated: Flat | null;

    /** Frames in a row, without a switch between, that are remembered: 0 to 3; and the time between the last two and the two before, seconds. */
    private frames = 0;

    private frameTime = -0;

    private earlierTime = -0;

    private lastFrame = -1;

    /** Whether all that was read of the animation in this frame are numbers. */
    private isSound = true;

    /** Whether the next frame counts as the one after what is remembered, whichever it is. */
    private isFresh = false;

    /** The topmost of the nodes, and what they hang on, where it was in the last frame and in the one before; null: its path is not followed. */
    private tops: readonly GraphNode[] = [];

    private parent: GraphNode | null = null;

    private readonly parentLast = new Mat4();

    private readonly parentBefore = new Mat4();

    /**
     * @param record - The skeleton's record of writes.
     * @param bones - Bones whose rotations are remembered.
     * @param moved - Bones whose positions are.
     * @param isRelative - Whether what the animation makes of them is left out; {@link begin} is called in each frame then.
     */
    constructor(private readonly record: PoseRecord, bones: readonly GraphNode[], moved: readonly GraphNode[], isRelative: boolean) {
        this.nodes = [...bones, ...moved];
        this.turned = bones.length;
        this.states = Int32Array.from(this.nodes, node => record.stateOf(node));
        this.memory = new Float64Array(SIZE * this.nodes.length);
        this.animated = isRelative ? new Float64Array(4 * this.nodes.length) : null;
    }

    /** Follows the path of what some nodes hang on through the world: the topmost ones. */
    followParent(tops: readonly GraphNode[], parent: GraphNode) {
        this.tops = tops;
        this.parent = parent;
        this.parentLast.copy(parent.getWorldTransform());
        this.parentBefore.copy(this.parentLast);
    }

    /**
     * Leaves the topmost nodes where they were in the world, and brings that into what they hang on as it stands now.
     *
     * @param isHeading - Where they are heading; else the last frames.
     */
    carry(isHeading: boolean) {
        if (isHeading) {
            this.carrySlot(HEADING, this.parentLast);
            return;
        }
        this.carrySlot(LAST, this.parentLast);
        this.carrySlot(BEFORE, this.parentBefore);
        this.frames = Math.min(this.frames, 2);
    }

    /** Turns vectors of the topmost nodes, three numbers for each of the first nodes, as {@link carry} has turned their last frame. */
    carryVectors(vectors: Flat) {
        const { nodes, tops, parent, parentLast } = this;
        if (!parent) return;
        carriedTurn.setFromMat4(carried.copy(parent.getWorldTransform()).invert().mul(parentLast));
        for (let i = 0; 3 * i < vectors.length; i++) if (tops.includes(nodes[i])) turnCarried(vectors, 3 * i);
    }

    /** Whether a frame is remembered. */
    get isKnown(): boolean {
        return this.frames > 0;
    }

    /** Forgets the frames. */
    forget() {
        this.frames = 0;
    }

    /** Takes what the bones show now, or the animation, as the last frame. */
    restart() {
        this.begin();
        let { isSound } = this;
        for (let i = 0; i < this.nodes.length; i++) for (const slot of [LAST, BEFORE, HEADING]) isSound = this.read(i, slot) && isSound;
        this.frames = isSound ? 1 : 0;
        this.isFresh = true;
    }

    /** Takes up the frames before this one. Not where it compares with the animation. */
    recall(history: PoseHistory) {
        const { memory, nodes, turned } = this;
        const { frames, frameTime } = history;
        if (frames === 0) return;
        for (let i = 0; i < nodes.length; i++) {
            for (const [slot, ago] of [[LAST, 1], [BEFORE, 2]] as const) {
                const read = i < turned ? history.readRotation(memory, SIZE * i + slot, nodes[i], ago) : history.readPosition(memory, SIZE * i + slot, nodes[i], ago);
                if (!read) this.read(i, slot);
            }
        }
        this.frames = frames;
        this.frameTime = frameTime;
        this.isFresh = true;
    }

    /** Starts a frame, before the script writes: remembers the animated pose. */
    begin() {
        const { animated, nodes } = this;
        this.isSound = true;
        if (!animated) return;
        for (let i = 0; i < nodes.length; i++) this.isSound = this.readNode(animated, 4 * i, i) && this.isSound;
    }

    /** Comes to a frame of the record; where it is not the one after the last, the frames before it do not count. */
    enter(frame: number) {
        if (!this.isFresh && frame !== this.lastFrame + 1) this.frames = 0;
        this.isFresh = false;
        this.lastFrame = frame;
    }

    /** Finds where the remembered frames are heading in this one, and how fast. */
    predict(dt: number) {
        const { memory, nodes, turned } = this;
        const perSecond = this.frames > 1 ? 1 / this.frameTime : 0;
        for (let i = 0; i < nodes.length; i++) {
            const m = SIZE * i;
            if (i < turned) rotationVector(memory, m + SPEED, memory, m + BEFORE, memory, m + LAST);
            else for (let k = m; k < m + 3; k++) memory[k + SPEED] = memory[k + LAST] - memory[k + BEFORE];
            for (let k = m + SPEED; k < m + SPEED + 3; k++) memory[k] *= perSecond;
            if (i < turned && this.frames > 2) cutJump(memory, m + SPEED, this.earlierSpeed(m));
            copyQuat(memory, m + HEADING, memory, m + LAST);
        }
        this.goOn(dt);
    }

    /** Lets what was heading somewhere go on for a time. */
    goOn(dt: number) {
        const { memory, nodes, turned } = this;
        for (let i = 0; i < nodes.length; i++) {
            const m = SIZE * i;
            for (let k = 0; k < 3; k++) vector[k] = memory[m + SPEED + k] * dt;
            if (i < turned) {
                vectorRotation(turn, 0, vector, 0);
                multiplyQuat(memory, m + HEADING, turn, 0, memory, m + HEADING);
            } else {
                for (let k = 0; k < 3; k++) memory[m + HEADING + k] += vector[k];
            }
        }
    }

    /** Reads the bones; a switch starts a new course. Answers whether they are numbers: else all is forgotten. */
    remember(dt: number, isSwitch: boolean): boolean {
        const { memory, nodes } = this;
        let { isSound } = this;
        for (let i = 0; i < nodes.length; i++) {
            const m = SIZE * i;
            if (dt > 0) {
                copyQuat(memory, m + EARLIER, memory, m + BEFORE);
                copyQuat(memory, m + BEFORE, memory, m + LAST);
            }
            isSound = this.read(i, LAST) && isSound;
        }
        if (!isSound) {
            this.forget();
            return false;
        }
        if (this.parent) {
            if (dt > 0) this.parentBefore.copy(this.parentLast);
            this.parentLast.copy(this.parent.getWorldTransform());
        }
        // a frame without time takes the place of the one before
        if (dt > 0) {
            this.earlierTime = this.frameTime;
            this.frameTime = dt;
        }
        if (isSwitch || this.frames === 0) this.frames = 1;
        else if (dt > 0) this.frames = Math.min(this.frames + 1, 3);
        return true;
    }

    /** Writes the turn of a bone from the frame before to the last one. */
    readStep(out: Flat, o: number, i: number) {
        rotationVector(out, o, this.memory, SIZE * i + BEFORE, this.memory, SIZE * i + LAST);
    }

    /** Writes the turn from where a bone is to where it was heading. */
    readTurn(out: Flat, o: number, i: number) {
        const m = SIZE * i;
        multiplyQuatInverse(out, o, this.memory, m + HEADING, this.memory, m + LAST);
    }

    /** Writes the shift from where a moved bone is to where it was heading. */
    readShift(out: Flat, o: number, i: number) {
        const m = SIZE * i;
        subtractVec(out, o, this.memory, m + HEADING, this.memory, m + LAST);
    }

    /** Reads the rotation or the position of a node; answers whether it is made of numbers. */
    readNode(out: Flat, o: number, i: number): boolean {
        return i < this.turned ? this.record.readRotation(out, o, this.states[i]) : this.record.readPosition(out, o, this.states[i]);
    }

    /** Takes over what another memory has, but for the nodes. */
    continue(other: PoseMemory) {
        const { frames, frameTime, earlierTime, lastFrame, isFresh } = other;
        Object.assign(this, { frames, frameTime, earlierTime, lastFrame, isFresh });
    }

    /** Takes over a node of another memory. */
    takeNode(i: number, other: PoseMemory, old: number) {
        this.memory.set(other.memory.subarray(SIZE * old, SIZE * old + SIZE), SIZE * i);
    }

    private carrySlot(slot: number, from: Mat4) {
        const { memory, nodes, tops, turned, parent } = this;
        if (!parent) return;
        carried.copy(parent.getWorldTransform()).invert().mul(from);
        carriedTurn.setFromMat4(carried);
        turn.set([carriedTurn.x, carriedTurn.y, carriedTurn.z, carriedTurn.w]);
        for (let i = 0; i < nodes.length; i++) {
            if (!tops.includes(nodes[i])) continue;
            const m = SIZE * i + slot;
            if (i < turned) {
                multiplyQuat(memory, m, turn, 0, memory, m);
            } else {
                carried.transformPoint(place.set(memory[m], memory[m + 1], memory[m + 2]), place);
                memory.set([place.x, place.y, place.z], m);
            }
            if (slot === HEADING) turnCarried(memory, SIZE * i + SPEED);
        }
    }

    /** How fast a bone turned before the last two frames, radians per second. */
    private earlierSpeed(m: number): number {
        rotationVector(vector, 0, this.memory, m + EARLIER, this.memory, m + BEFORE);
        return Math.sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]) / this.earlierTime;
    }

    /** Remembers the rotation or the position that a node has now; answers whether it is made of numbers. */
    private read(i: number, slot: number): boolean {
        const { memory, animated, turned } = this;
        const m = SIZE * i + slot;
        if (!animated) return this.readNode(memory, m, i);
        const isSound = this.readNode(now, 0, i);
        if (i < turned) multiplyQuatInverse(memory, m, now, 0, animated, 4 * i);
        else subtractVec(memory, m, now, 0, animated, 4 * i);
        return isSound;
    }
}

function turnCarried(vectors: Flat, o: number) {
    carriedTurn.transformVector(place.set(vectors[o], vectors[o + 1], vectors[o + 2]), place);
    vectors.set([place.x, place.y, place.z], o);
}
