import type { GraphNode } from 'playcanvas';

import { BoneWrites } from './bone-writes';
import { DetachedLimb } from './detached-limb';
import { areFinite, copyQuat, copyVec, identityQuat } from '../core/math/flat-math';
import { ROTATION, TRANSFORM } from '../core/pose/transform';

// What the pack has written on one skeleton, shared by all scripts on it.
//
// The first script of a frame gives bones that were not animated back what they had before. Bones that a script writes take along the ends of limbs
// that hang elsewhere: a foot or a hand that is no child of its limb.
//
// It is also where numbers are checked. What is read here is finite, with an answer that says so where a bone holds something else, and what is
// written is finite or is not written. So one bad number, from game code or a file, stays where it is and as long as it is.

/** Where a detached end is put. */
const placed = new Float64Array(TRANSFORM);

const records = new WeakMap<GraphNode, PoseRecord>();

/** The writes of the pack on one skeleton. */
export class PoseRecord {
    private readonly indices = new Map<GraphNode, number>();

    private readonly writes = new BoneWrites();

    private readonly bones = this.writes.bones;

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

    /** Says that scripts have done nothing in some frames, and go on as if those had not been. */
    wait(frames: number) {
        this.waited += frames;
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
        this.readRotation(out, o, index);
        this.writes.takeOut(out, o, index);
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
        const index = this.writes.add(bone);
        this.indices.set(bone, index);
        this.noteLimbs(bone, index);
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
        else this.writes.turn(index, rotations, o);
        if (limbs) this.placeLimbs(limbs);
    }

    /**
     * Writes local rotations on many bones.
     *
     * @param indices - Bones.
     * @param which - Places in them of those that are written.
     * @param rotations - What is written, four numbers for each of the bones.
     */
    writeMany(indices: Int32Array, which: Int32Array, rotations: Float64Array) {
        if (this.limbs.length === 0) this.writes.turnMany(indices, which, rotations);
        else for (let i = 0; i < which.length; i++) this.write(indices[which[i]], rotations, 4 * which[i]);
    }

    /**
     * Writes local rotations on many bones that {@link readAll} has read last, and that have not been written since.
     *
     * @param indices - The bones as they were read.
     * @param which - Places in them of those that are written.
     * @param rotations - What is written, four numbers for each bone that was read.
     * @param before - What was read.
     */
    writeAll(indices: Int32Array, which: Int32Array, rotations: Float64Array, before: Float64Array) {
        const { dependent, writes } = this;
        for (let i = 0; i < which.length; i++) {
            const index = indices[which[i]];
            if (dependent[index]) this.write(index, rotations, 4 * which[i]);
            else writes.turnFrom(index, rotations, before, 4 * which[i]);
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
        return this.writes.isWritten(index);
    }

    /** Writes the local transform of a bone's node that the pack has written last, and that of the animation: a rotation and a position each. */
    readNode(written: Float64Array, animated: Float64Array, o: number, index: number) {
        this.writes.read(written, animated, o, index);
    }

    /** Writes a local transform on a bone's node, whatever it counts as a child of; see {@link readNode}. */
    writeNode(index: number, transform: Float64Array, o: number, isMoved: boolean) {
        this.writes.turn(index, transform, o);
        if (isMoved) this.writes.move(index, transform, o + 4);
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
        else this.writes.move(index, positions, o);
        if (limbs) this.placeLimbs(limbs);
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
            this.writes.turn(index, placed, ROTATION);
            this.writes.move(index, placed, 0);
        }
    }

    /** Gives the bones that still hold what the pack wrote what they had before. */
    private restore() {
        for (let i = 0; i < this.limbs.length; i++) this.limbs[i].isFresh = false;
        this.writes.restore();
    }
}
