import type { GraphNode } from 'playcanvas';

import { areFinite, copyQuat, copyVec } from '../core/math/flat-math';

// What was written on bones, and what they had before.
//
// Animation rewrites its bones each frame, but bones without curves keep what a script wrote, and corrections on top of corrections
// pile up. So a bone that still holds exactly what was written last was not animated, and gets back what it had before. Rotations and positions are
// told apart: a clip may animate one and not the other. Exact comparison is right here: the engine keeps the numbers that it is given.

/**
 * What is kept of a bone, as offsets of numbers: the rotation that it had before it was written in this frame, the one that was written
 * last, and the same of its position. Rotations are four numbers, positions three, to the node's parent.
 */
const BEFORE = 0;
const WRITTEN = 4;
const PLACE_BEFORE = 8;
const PLACE_WRITTEN = 11;

/** Numbers of a bone. */
const SIZE = 14;

/** Bones for which there is room at first. */
const ROOM = 16;

export class BoneWrites {
    /** The bones, by their numbers. */
    readonly bones: GraphNode[] = [];

    /** The numbers of all bones in one piece: with many characters, a frame costs what has to be fetched for it. */
    private states = new Float64Array(SIZE * ROOM);

    /** Bones that were turned since they were last restored or animated; the first `turnedCount` count. And whether each is one. */
    private turned = new Int32Array(ROOM);

    private isTurned = new Uint8Array(ROOM);

    private turnedCount = 0;

    /** The same of those that were moved. */
    private moved = new Int32Array(ROOM);

    private isMoved = new Uint8Array(ROOM);

    private movedCount = 0;

    /** Takes a bone in, and answers its number. */
    add(bone: GraphNode): number {
        const index = this.bones.push(bone) - 1;
        if (index >= this.turned.length) this.grow();
        return index;
    }

    /** Whether a bone holds what was written over the animation. */
    isWritten(index: number): boolean {
        return this.isTurned[index] === 1 || this.isMoved[index] === 1;
    }

    /** Writes a rotation; one that is not made of finite numbers is not written. */
    turn(index: number, rotations: Float64Array, o: number) {
        const { states } = this;
        const x = rotations[o], y = rotations[o + 1], z = rotations[o + 2], w = rotations[o + 3];
        if (!(x * x + y * y + z * z + w * w < Infinity)) return;
        const bone = this.bones[index], s = SIZE * index;
        if (this.isTurned[index] === 0) {
            const before = bone.getLocalRotation();
            states[s + BEFORE] = before.x;
            states[s + BEFORE + 1] = before.y;
            states[s + BEFORE + 2] = before.z;
            states[s + BEFORE + 3] = before.w;
            if (!areFinite(states, s + BEFORE, 4)) return;
            this.isTurned[index] = 1;
            this.turned[this.turnedCount++] = index;
        }
        states[s + WRITTEN] = x;
        states[s + WRITTEN + 1] = y;
        states[s + WRITTEN + 2] = z;
        states[s + WRITTEN + 3] = w;
        bone.setLocalRotation(x, y, z, w);
    }

    /** The same for many bones, those at some places of a list. */
    turnMany(indices: Int32Array, which: Int32Array, rotations: Float64Array) {
        for (let i = 0; i < which.length; i++) this.turn(indices[which[i]], rotations, 4 * which[i]);
    }

    /** The same where it is known what the bone holds: in `before`, at the same offset. */
    turnFrom(index: number, rotations: Float64Array, before: Float64Array, o: number) {
        if (!areFinite(rotations, o, 4) || !areFinite(before, o, 4)) return;
        if (this.isTurned[index] === 0) {
            const { states } = this;
            const s = SIZE * index + BEFORE;
            states[s] = before[o];
            states[s + 1] = before[o + 1];
            states[s + 2] = before[o + 2];
            states[s + 3] = before[o + 3];
            this.isTurned[index] = 1;
            this.turned[this.turnedCount++] = index;
        }
        this.putRotation(index, rotations, o);
    }

    /** Writes a position; one that is not made of finite numbers is not written. */
    move(index: number, positions: Float64Array, o: number) {
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

    /** Replaces a rotation that was read from a bone by the bone's rotation before the write, if the read one is the written one. */
    takeOut(out: Float64Array, o: number, index: number) {
        const { states } = this;
        const s = SIZE * index;
        const isWritten = this.isTurned[index] === 1 && [0, 1, 2, 3].every(k => out[o + k] === states[s + WRITTEN + k]);
        if (isWritten) copyQuat(out, o, states, s + BEFORE);
    }

    /** Reads the local transform of a bone's node that was written last, and that of the animation: a rotation and a position each. */
    read(written: Float64Array, animated: Float64Array, o: number, index: number) {
        const { states } = this;
        const s = SIZE * index;
        if (this.isTurned[index] === 1) {
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

    /** Gives the bones that still hold what was written what they had before. */
    restore() {
        for (let i = 0; i < this.turnedCount; i++) this.restoreRotation(this.turned[i]);
        this.turnedCount = 0;
        for (let i = 0; i < this.movedCount; i++) this.restorePosition(this.moved[i]);
        this.movedCount = 0;
    }

    private putRotation(index: number, rotations: Float64Array, o: number) {
        const { states } = this;
        const s = SIZE * index + WRITTEN;
        const x = rotations[o], y = rotations[o + 1], z = rotations[o + 2], w = rotations[o + 3];
        states[s] = x;
        states[s + 1] = y;
        states[s + 2] = z;
        states[s + 3] = w;
        this.bones[index].setLocalRotation(x, y, z, w);
    }

    private restoreRotation(index: number) {
        const { states } = this;
        const bone = this.bones[index];
        const s = SIZE * index + BEFORE, w = SIZE * index + WRITTEN;
        this.isTurned[index] = 0;
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
        const { states, turned, isTurned, moved, isMoved } = this;
        this.states = new Float64Array(2 * states.length);
        this.turned = new Int32Array(2 * turned.length);
        this.isTurned = new Uint8Array(2 * isTurned.length);
        this.moved = new Int32Array(2 * moved.length);
        this.isMoved = new Uint8Array(2 * isMoved.length);
        this.states.set(states);
        this.turned.set(turned);
        this.isTurned.set(isTurned);
        this.moved.set(moved);
        this.isMoved.set(isMoved);
    }
}
