import type { GraphNode } from 'playcanvas';

import { DetachedLimb } from './detached-limb';
import { areFinite, copyQuat, copyVec, identityQuat } from '../core/math/flat-math';
import { ROTATION, TRANSFORM } from '../core/pose/transform';

// What the pack has written on one skeleton, shared by all scripts on it.
//
// Animation rewrites its bones each frame, but bones without curves keep what a script wrote, and corrections on top of corrections
// pile up. So the first script of a frame compares: a bone that still holds exactly what the pack wrote last was not animated, and
// gets back what it had before. Rotations and positions are told apart: a clip may animate one and not the other. Exact comparison is
// right here: the engine keeps the numbers that it is given.
//
// It is also where numbers are checked. What is read here is finite, with an answer that says so where a bone holds something else, and what is
// written is finite or is not written. So one bad number, from game code or a file, stays where it is and as long as it is.

/**
 * What is kept of a bone, as offsets of numbers: the rotation that it had before the pack wrote in this frame, the one that the pack wrote
 * last, and the same of its position. Rotations are four numbers, positions three, to the parent.
 */
const BEFORE = 0;
const WRITTEN = 4;
const PLACE_BEFORE = 8;
const PLACE_WRITTEN = 11;

/** Numbers of a bone. */
const SIZE = 14;

/** Bones for which there is room at first. */
const ROOM = 16;

/** Where a detached end is put. */
const placed = new Float64Array(TRANSFORM);

const records = new WeakMap<GraphNode, PoseRecord>();

/** The writes of the pack on one skeleton. */
export class PoseRecord {
    private readonly indices = new Map<GraphNode, number>();

    private readonly bones: GraphNode[] = [];

    /** The numbers of all bones in one piece: with many characters, a frame costs what has to be fetched for it. */
    private states = new Float64Array(SIZE * ROOM);

    /** Bones that the pack has turned since they were last restored or animated; the first `touchedCount` count. And whether each is one. */
    private touched = new Int32Array(ROOM);

    private isTouched = new Uint8Array(ROOM);

    private touchedCount = 0;

    /** The same of those that it has moved. */
    private moved = new Int32Array(ROOM);

    private isMoved = new Uint8Array(ROOM);

    private movedCount = 0;

    /** The bone that the last read which failed has stumbled over; null: none has. */
    stumbled: GraphNode | null = null;

    private limbs: readonly DetachedLimb[] = [];

    /** For each bone the limb that it is the detached end of, and the limbs whose ends move with it; null: none. */
    private readonly ownLimb: (DetachedLimb | null)[] = [];

    private readonly dependent: (readonly DetachedLimb[] | null)[] = [];

    private users = 0;

    private lastFrame = -1;

    /** Frames in which all scripts waited for their turn: they count as none. */
    private waited = 0;

    /**
     * The record of a skeleton.
     *
     * @param root - Topmost node of the skeleton.
     */
    static of(root: GraphNode): PoseRecord {
        let record = records.get(root);
        if (!record) {
            record = new PoseRecord();
            records.set(root, record);
        }
        return record;
    }

    /** Records of the skeletons that scripts work on. */
    static readonly inUse: ReadonlySet<PoseRecord> = new Set<PoseRecord>();

    /** Whether a skeleton has a record already. */
    static isKnown(root: GraphNode): boolean {
        return records.has(root);
    }

    /** Says that a script works on the skeleton from now on. It calls {@link begin} in every frame. */
    retain() {
        if (this.users++ === 0) (PoseRecord.inUse as Set<PoseRecord>).add(this);
    }

    /** Says that a script has stopped. The last one takes all that the pack wrote back at once, earlier ones in the next frame. */
    release() {
        this.users--;
        if (this.users > 0) return;
        (PoseRecord.inUse as Set<PoseRecord>).delete(this);
        this.restore();
    }

    /**
     * Starts a frame; the first call of each frame restores the bones that were not animated.
     *
     * @param frame - Number of the application's frame.
     */
    begin(frame: number) {
        if (frame === this.lastFrame) return;
        this.lastFrame = frame;
        this.restore();
    }

    /** Whether more than one script works on the skeleton. */
    get isShared(): boolean {
        return this.users > 1;
    }

    /** Number of the frame that was begun last, of those in which scripts had their turn; -1: none. */
    get frame(): number {
        return this.lastFrame - this.waited;
    }

    /** Says that scripts do nothing in a frame, and go on in a later one as if it were the next. */
    wait() {
        this.waited++;
    }

    /** Says which bones count as children of another than their parent: pairs of a foot or hand, and the end of its limb. */
    attach(pairs: readonly (readonly [GraphNode, GraphNode])[]) {
        const isKnown = ([bone, parent]: readonly [GraphNode, GraphNode]) => this.limbOf(bone)?.parent === parent;
        if (pairs.length === this.limbs.length && pairs.every(isKnown)) return;
        this.limbs = pairs.map(([bone, parent]) => new DetachedLimb(bone, parent));
        this.bones.forEach((known, index) => this.noteLimbs(known, index));
    }

    /** What a bone counts as a child of. */
    parentOf(bone: GraphNode): GraphNode | null {
        return this.limbOf(bone)?.parent ?? bone.parent;
    }

    /** The limb that a bone is the detached end of; null: it hangs where it belongs. Its transform is read by {@link DetachedLimb.local}. */
    limbOf(bone: GraphNode): DetachedLimb | null {
        return this.limbs.find(({ node }) => node === bone) ?? null;
    }

    /**
     * Writes the local rotation that a bone shows, to what it counts as a child of.
     *
     * @returns Whether it is made of finite numbers; else no turn is written, and {@link stumbled} is the bone.
     */
    readRotation(out: Float64Array, o: number, index: number): boolean {
        const limb = this.ownLimb[index];
        if (limb) {
            limb.measure(placed);
            copyQuat(out, o, placed, ROTATION);
        } else {
            const rotation = this.bones[index].getLocalRotation();
            out[o] = rotation.x;
            out[o + 1] = rotation.y;
            out[o + 2] = rotation.z;
            out[o + 3] = rotation.w;
        }
        if (areFinite(out, o, 4)) return true;
        identityQuat(out, o);
        this.stumbled = this.bones[index];
        return false;
    }

    /** Writes the local rotation that a bone has without what the pack has written on it since it was animated. */
    readAnimated(out: Float64Array, o: number, bone: GraphNode) {
        const index = this.stateOf(bone);
        const s = SIZE * index;
        this.readRotation(out, o, index);
        const isWritten = this.isTouched[index] === 1 && [0, 1, 2, 3].every(k => out[o + k] === this.states[s + WRITTEN + k]);
        if (isWritten) copyQuat(out, o, this.states, s + BEFORE);
    }

    /** Writes the local position that a bone shows, to what it counts as a child of; see {@link readRotation}. */
    readPosition(out: Float64Array, o: number, index: number): boolean {
        const limb = this.ownLimb[index];
        if (limb) {
            limb.measure(placed);
            copyVec(out, o, placed, 0);
        } else {
            const position = this.bones[index].getLocalPosition();
            out[o] = position.x;
            out[o + 1] = position.y;
            out[o + 2] = position.z;
        }
        if (areFinite(out, o, 3)) return true;
        out.fill(0, o, o + 3);
        this.stumbled = this.bones[index];
        return false;
    }

    /** Writes the local rotations and positions that bones show, one after the other; see {@link readRotation}. */
    readAll(rotations: Float64Array, positions: Float64Array, indices: Int32Array): boolean {
        let isSound = true;
        for (let i = 0; i < indices.length; i++) {
            const hasTurn = this.readRotation(rotations, 4 * i, indices[i]);
            const hasPlace = this.readPosition(positions, 3 * i, indices[i]);
            isSound &&= hasTurn && hasPlace;
        }
        return isSound;
    }

    /** Number under which a bone of the skeleton is kept here; for {@link write}. */
    stateOf(bone: GraphNode): number {
        const known = this.indices.get(bone);
        if (known !== undefined) return known;
        const index = this.bones.push(bone) - 1;
        this.indices.set(bone, index);
        this.noteLimbs(bone, index);
        if (index >= this.touched.length) this.grow();
        return index;
    }

    /**
     * Writes a local rotation on a bone: to what it counts as a child of. One that is not made of finite numbers is not written.
     *
     * @param index - The bone, see {@link stateOf}.
     * @param rotations - Numbers that hold the rotation.
     * @param o - Offset of the rotation.
     */
    write(index: number, rotations: Float64Array, o: number) {
        const limbs = this.dependent[index];
        if (limbs) this.readLimbs(limbs);
        const own = this.ownLimb[index];
        if (own) copyQuat(own.local, ROTATION, rotations, o);
        else this.writeRotation(index, rotations, o);
        if (limbs) this.placeLimbs(limbs);
    }

    /**
     * Writes local rotations on many bones that {@link readAll} has read last, and nobody has written since.
     *
     * @param indices - The bones as they were read.
     * @param which - Places in them of those that are written.
     * @param rotations - What is written, four numbers for each bone that was read.
     * @param before - What was read.
     */
    writeAll(indices: Int32Array, which: Int32Array, rotations: Float64Array, before: Float64Array) {
        const { bones, dependent, states, isTouched, touched } = this;
        for (let i = 0; i < which.length; i++) {
            const index = indices[which[i]];
            const r = 4 * which[i], s = SIZE * index;
            if (dependent[index]) {
                this.write(index, rotations, r);
                continue;
            }
            if (!areFinite(rotations, r, 4) || !areFinite(before, r, 4)) continue;
            if (isTouched[index] === 0) {
                states[s + BEFORE] = before[r];
                states[s + BEFORE + 1] = before[r + 1];
                states[s + BEFORE + 2] = before[r + 2];
                states[s + BEFORE + 3] = before[r + 3];
                isTouched[index] = 1;
                touched[this.touchedCount++] = index;
            }
            const x = rotations[r], y = rotations[r + 1], z = rotations[r + 2], w = rotations[r + 3];
            states[s + WRITTEN] = x;
            states[s + WRITTEN + 1] = y;
            states[s + WRITTEN + 2] = z;
            states[s + WRITTEN + 3] = w;
            bones[index].setLocalRotation(x, y, z, w);
        }
    }

    /** How many bones are kept here; their numbers go from 0 on. */
    get count(): number {
        return this.bones.length;
    }

    /** The bone of a number. */
    boneAt(index: number): GraphNode {
        return this.bones[index];
    }

    /** Whether a bone holds what the pack has written over the animation. */
    isWritten(index: number): boolean {
        return this.isTouched[index] === 1 || this.isMoved[index] === 1;
    }

    /** Writes the local transform of a bone's node that the pack has written last, and that of the animation: a rotation and a position each. */
    readNode(written: Float64Array, animated: Float64Array, o: number, index: number) {
        const { states } = this;
        const s = SIZE * index;
        if (this.isTouched[index] === 1) {
            copyQuat(written, o, states, s + WRITTEN);
            copyQuat(animated, o, states, s + BEFORE);
        } else {
            const { x, y, z, w } = this.bones[index].getLocalRotation();
            written[o] = animated[o] = x;
            written[o + 1] = animated[o + 1] = y;
            written[o + 2] = animated[o + 2] = z;
            written[o + 3] = animated[o + 3] = w;
        }
        if (this.isMoved[index] === 1) {
            copyVec(written, o + 4, states, s + PLACE_WRITTEN);
            copyVec(animated, o + 4, states, s + PLACE_BEFORE);
        } else {
            const { x, y, z } = this.bones[index].getLocalPosition();
            written[o + 4] = animated[o + 4] = x;
            written[o + 5] = animated[o + 5] = y;
            written[o + 6] = animated[o + 6] = z;
        }
    }

    /** Writes a local transform on a bone's node, whatever it counts as a child of; see {@link readNode}. */
    writeNode(index: number, transform: Float64Array, o: number, isMoved: boolean) {
        this.writeRotation(index, transform, o);
        if (isMoved) this.movePosition(index, transform, o + 4);
    }

    private writeRotation(index: number, rotations: Float64Array, o: number) {
        const { states } = this;
        const bone = this.bones[index];
        const s = SIZE * index;
        if (!areFinite(rotations, o, 4)) return;
        if (this.isTouched[index] === 0) {
            const rotation = bone.getLocalRotation();
            states[s + BEFORE] = rotation.x;
            states[s + BEFORE + 1] = rotation.y;
            states[s + BEFORE + 2] = rotation.z;
            states[s + BEFORE + 3] = rotation.w;
            if (!areFinite(states, s + BEFORE, 4)) return;
            this.isTouched[index] = 1;
            this.touched[this.touchedCount++] = index;
        }
        const x = rotations[o], y = rotations[o + 1], z = rotations[o + 2], w = rotations[o + 3];
        states[s + WRITTEN] = x;
        states[s + WRITTEN + 1] = y;
        states[s + WRITTEN + 2] = z;
        states[s + WRITTEN + 3] = w;
        bone.setLocalRotation(x, y, z, w);
    }

    /**
     * Writes a local position on a bone: to what it counts as a child of. One that is not made of finite numbers is not written.
     *
     * @param index - The bone, see {@link stateOf}.
     * @param positions - Numbers that hold the position.
     * @param o - Offset of the position.
     */
    writePosition(index: number, positions: Float64Array, o: number) {
        const limbs = this.dependent[index];
        if (limbs) this.readLimbs(limbs);
        const own = this.ownLimb[index];
        if (own) copyVec(own.local, 0, positions, o);
        else this.movePosition(index, positions, o);
        if (limbs) this.placeLimbs(limbs);
    }

    private movePosition(index: number, positions: Float64Array, o: number) {
        const { states } = this;
        const bone = this.bones[index];
        const s = SIZE * index;
        if (!areFinite(positions, o, 3)) return;
        if (this.isMoved[index] === 0) {
            const position = bone.getLocalPosition();
            states[s + PLACE_BEFORE] = position.x;
            states[s + PLACE_BEFORE + 1] = position.y;
            states[s + PLACE_BEFORE + 2] = position.z;
            if (!areFinite(states, s + PLACE_BEFORE, 3)) return;
            this.isMoved[index] = 1;
            this.moved[this.movedCount++] = index;
        }
        const x = positions[o], y = positions[o + 1], z = positions[o + 2];
        states[s + PLACE_WRITTEN] = x;
        states[s + PLACE_WRITTEN + 1] = y;
        states[s + PLACE_WRITTEN + 2] = z;
        bone.setLocalPosition(x, y, z);
    }

    /** Finds the detached limbs whose place depends on a bone. */
    private noteLimbs(bone: GraphNode, index: number) {
        const limbs = this.limbs.filter(limb => limb.node === bone || limb.dependsOn(bone));
        this.ownLimb[index] = this.limbOf(bone);
        this.dependent[index] = limbs.length > 0 ? limbs : null;
    }

    /** Reads where detached ends are on their limbs, before the first of what they depend on is written. */
    private readLimbs(limbs: readonly DetachedLimb[]) {
        for (let i = 0; i < limbs.length; i++) if (!limbs[i].isFresh) limbs[i].read();
    }

    /** Puts detached ends where they belong on limbs that have moved. */
    private placeLimbs(limbs: readonly DetachedLimb[]) {
        for (let i = 0; i < limbs.length; i++) {
            const index = this.stateOf(limbs[i].node);
            limbs[i].place(placed);
            this.writeRotation(index, placed, ROTATION);
            this.movePosition(index, placed, 0);
        }
    }

    /** Gives the bones that still hold what the pack wrote what they had before. */
    private restore() {
        for (let i = 0; i < this.limbs.length; i++) this.limbs[i].isFresh = false;
        for (let i = 0; i < this.touchedCount; i++) this.restoreRotation(this.touched[i]);
        this.touchedCount = 0;
        for (let i = 0; i < this.movedCount; i++) this.restorePosition(this.moved[i]);
        this.movedCount = 0;
    }

    private restoreRotation(index: number) {
        const { states } = this;
        const bone = this.bones[index];
        const s = SIZE * index + BEFORE, w = SIZE * index + WRITTEN;
        this.isTouched[index] = 0;
        const rotation = bone.getLocalRotation();
        if (rotation.x === states[w] && rotation.y === states[w + 1] && rotation.z === states[w + 2] && rotation.w === states[w + 3]) {
            bone.setLocalRotation(states[s], states[s + 1], states[s + 2], states[s + 3]);
        }
    }

    private restorePosition(index: number) {
        const { states } = this;
        const bone = this.bones[index];
        const s = SIZE * index + PLACE_BEFORE, w = SIZE * index + PLACE_WRITTEN;
        this.isMoved[index] = 0;
        const position = bone.getLocalPosition();
        if (position.x === states[w] && position.y === states[w + 1] && position.z === states[w + 2]) {
            bone.setLocalPosition(states[s], states[s + 1], states[s + 2]);
        }
    }

    /** Makes room for twice as many bones. */
    private grow() {
        const { states, touched, isTouched, moved, isMoved } = this;
        this.states = new Float64Array(2 * states.length);
        this.touched = new Int32Array(2 * touched.length);
        this.isTouched = new Uint8Array(2 * isTouched.length);
        this.moved = new Int32Array(2 * moved.length);
        this.isMoved = new Uint8Array(2 * isMoved.length);
        this.states.set(states);
        this.touched.set(touched);
        this.isTouched.set(isTouched);
        this.moved.set(moved);
        this.isMoved.set(isMoved);
    }
}
