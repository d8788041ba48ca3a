import type { PoseRecord } from './pose-record';
import { identityQuat, multiplyQuat, multiplyQuatInverse, normalizeQuat } from '../core/math/flat-math';

// What is shown of a character whose scripts have their turn in some frames only.
//
// In each turn it is kept what the scripts did to the animated pose: an offset a bone. What is shown goes from the offset that was shown to
// that one, in the time until the next turn, on top of the animation of each frame. So the animation is as smooth as ever, what scripts do
// comes a turn late, and whatever changes at a turn (the rate, scripts that are left out) has no step in it.

/** Numbers of an offset: a rotation and a shift, both in the parent's space. */
const SIZE = 7;

/** Least number of bones for which there is room. */
const ROOM = 32;

/** Lists of characters that were never off their animation: most have a turn in every frame. */
const NO_BONES = new Int32Array(0);
const NOT_KNOWN = new Uint8Array(0);
const NO_NUMBERS = new Float64Array(0);

/** Parts of rotations and metres that are not seen. */
const UNSEEN = 1e-5;

const written = new Float64Array(SIZE);
const animated = new Float64Array(SIZE);
const goal = new Float64Array(SIZE);
const moved = new Float64Array(SIZE);

export class PoseLag {
    /** The bones that are off the animation, by their numbers in the record; the first {@link count} count. */
    private bones = NO_BONES;

    private count = 0;

    /** For each bone of the record whether it is one of them. */
    private isKnown = NOT_KNOWN;

    /** What is shown, where it goes, and the transforms that were shown in the last frame. */
    private shown = NO_NUMBERS;

    private goals = NO_NUMBERS;

    private last = NO_NUMBERS;

    /** Whether the next turn begins at the transforms that were shown last, however the animation has jumped. */
    private isHolding = false;

    /** Seconds until what is shown is at its goal. */
    private left = 0;

    /** What {@link turn} was told. */
    private passed = 0;

    constructor(private readonly record: PoseRecord) {}

    /** Whether any bone is off the animation. */
    get isOff(): boolean {
        return this.count > 0;
    }

    /** Takes up what scripts have written in the last frame, as what is shown and as the goal: from now on they have their turns. */
    begin() {
        this.clear();
        this.passed = 0;
        this.readGoals(true);
        this.left = 0;
    }

    /** Forgets everything: what scripts write is shown. */
    clear() {
        for (let i = 0; i < this.count; i++) this.isKnown[this.bones[i]] = 0;
        this.count = 0;
        this.isHolding = false;
    }

    /** Puts what is shown at its goal, as it was not seen. */
    arrive() {
        this.shown.set(this.goals);
        this.left = 0;
    }

    /** Says, before the record begins the frame, that the next turn begins at what was shown last: scripts are about to answer a jump of the animation. */
    holdShown() {
        const { record, bones, last } = this;
        for (let i = 0; i < this.count; i++) {
            record.readNode(written, animated, 0, bones[i]);
            last.set(written, SIZE * i);
        }
        this.isHolding = true;
    }

    /**
     * Takes up what scripts have written in this frame.
     *
     * @param time - Seconds in which what is shown gets there.
     * @param passed - Share of what scripts have moved since the last turn, 0..1, that is shown at once.
     */
    turn(time: number, passed: number) {
        this.passed = passed;
        this.readGoals(false);
        this.left = time;
        this.isHolding = false;
    }

    /** Goes on. */
    step(dt: number) {
        const { shown, goals, count } = this;
        const share = dt < this.left ? dt / this.left : 1;
        this.left = dt < this.left ? this.left - dt : 0;
        for (let i = 0; i < count; i++) approach(shown, SIZE * i, goals, SIZE * i, share);
    }

    /** Writes what is shown over the animation of this frame, which the record has begun; bones that are at their animation are forgotten. */
    show() {
        const { record, bones, shown, goals } = this;
        for (let i = this.count - 1; i >= 0; i--) {
            const o = SIZE * i;
            if (isNothing(shown, o) && isNothing(goals, o)) {
                this.forget(i);
                continue;
            }
            record.readNode(written, animated, 0, bones[i]);
            multiplyQuat(written, 0, shown, o, animated, 0);
            for (let k = 4; k < SIZE; k++) written[k] = animated[k] + shown[o + k];
            record.writeNode(bones[i], written, 0, shown[o + 4] !== 0 || shown[o + 5] !== 0 || shown[o + 6] !== 0);
        }
    }

    /** Reads what scripts have made of the animation. */
    private readGoals(isShown: boolean) {
        const { record, count: known } = this;
        for (let bone = 0; bone < record.count; bone++) if (record.isWritten(bone)) this.add(bone);
        const { bones, goals, shown, last, passed } = this;
        for (let i = 0; i < this.count; i++) {
            const o = SIZE * i;
            record.readNode(written, animated, 0, bones[i]);
            writeOffset(goal, 0, written, 0, animated);
            if (passed > 0 && i < known) {
                carry(moved, shown, goals, o, goal);
                approach(shown, o, moved, 0, passed);
            }
            goals.set(goal, o);
            if (isShown) writeOffset(shown, o, written, 0, animated);
            else if (this.isHolding) writeOffset(shown, o, last, o, animated);
        }
    }

    private add(bone: number) {
        if (bone >= this.isKnown.length || this.count === this.bones.length) this.grow(bone);
        if (this.isKnown[bone] === 1) return;
        this.isKnown[bone] = 1;
        const o = SIZE * this.count;
        this.bones[this.count++] = bone;
        identityQuat(this.shown, o);
        this.shown.fill(0, o + 4, o + SIZE);
        // a bone that was not held before begins at what scripts make of it
        this.record.readNode(this.last, animated, o, bone);
    }

    /** Puts the last bone in the place of one. */
    private forget(i: number) {
        const { bones, shown, goals } = this;
        const end = --this.count;
        this.isKnown[bones[i]] = 0;
        bones[i] = bones[end];
        shown.copyWithin(SIZE * i, SIZE * end, SIZE * end + SIZE);
        goals.copyWithin(SIZE * i, SIZE * end, SIZE * end + SIZE);
    }

    private grow(bone: number) {
        const room = Math.max(ROOM, 2 * Math.max(bone + 1, this.bones.length));
        this.bones = copyInto(new Int32Array(room), this.bones);
        this.isKnown = copyInto(new Uint8Array(room), this.isKnown);
        this.shown = copyInto(new Float64Array(SIZE * room), this.shown);
        this.goals = copyInto(new Float64Array(SIZE * room), this.goals);
        this.last = copyInto(new Float64Array(SIZE * room), this.last);
    }
}

/** Writes what a transform is over the animated one. */
function writeOffset(out: Float64Array, o: number, transform: Float64Array, t: number, base: Float64Array) {
    multiplyQuatInverse(out, o, transform, t, base, 0);
    for (let k = 4; k < SIZE; k++) out[o + k] = transform[t + k] - base[k];
}

/** Writes what is shown, moved by what its goal has moved. */
function carry(out: Float64Array, shown: Float64Array, goals: Float64Array, o: number, next: Float64Array) {
    multiplyQuatInverse(out, 0, shown, o, goals, o);
    multiplyQuat(out, 0, out, 0, next, 0);
    for (let k = 4; k < SIZE; k++) out[k] = shown[o + k] + next[k] - goals[o + k];
}

/** Brings an offset nearer to another one by a share of what is between them. */
function approach(offset: Float64Array, o: number, to: Float64Array, t: number, share: number) {
    // the shorter way round
    const dot = offset[o] * to[t] + offset[o + 1] * to[t + 1] + offset[o + 2] * to[t + 2] + offset[o + 3] * to[t + 3];
    const sign = dot < 0 ? -share : share;
    for (let k = 0; k < 4; k++) offset[o + k] += sign * to[t + k] - share * offset[o + k];
    normalizeQuat(offset, o);
    for (let k = 4; k < SIZE; k++) offset[o + k] += share * (to[t + k] - offset[o + k]);
}

/** Whether an offset is too small to be seen. */
function isNothing(offsets: Float64Array, o: number): boolean {
    let most = 0;
    for (let k = o; k < o + SIZE; k++) if (k !== o + 3) most = Math.max(most, Math.abs(offsets[k]));
    return most < UNSEEN;
}

function copyInto<Numbers extends Float64Array | Int32Array | Uint8Array>(larger: Numbers, numbers: Numbers): Numbers {
    larger.set(numbers);
    return larger;
}
