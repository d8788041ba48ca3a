import type { GraphNode } from 'playcanvas';

// What the pack has written on one skeleton, shared by all scripts on it.
//
// Animation rewrites its bones each frame, but bones without curves keep what a script wrote, and corrections on top of corrections
// pile up. So the first script of a frame compares: a bone that still holds exactly what the pack wrote last was not animated, and
// gets back what it had before. Rotations and positions are told apart: a clip may animate one and not the other. Exact comparison is
// right here: the engine keeps the numbers that it is given.

/** What is known of one bone. Rotations are four numbers, positions three, to the parent. */
export interface BoneState {
    readonly bone: GraphNode;
    /** Rotation that the bone had before the pack wrote in this frame. */
    readonly before: Float64Array;
    /** Rotation that the pack wrote last. */
    readonly written: Float64Array;
    /** Whether the pack has turned the bone since it was last restored or animated. */
    touched: boolean;
    /** Position that the bone had before the pack wrote in this frame. */
    readonly placeBefore: Float64Array;
    /** Position that the pack wrote last. */
    readonly placeWritten: Float64Array;
    /** Whether the pack has moved the bone since it was last restored or animated. */
    moved: boolean;
}

const records = new WeakMap<GraphNode, PoseRecord>();

/** The writes of the pack on one skeleton. */
export class PoseRecord {
    private readonly states = new Map<GraphNode, BoneState>();

    /** Touched bones of this frame; the first `touchedCount` count. Emptying the array would give its memory away. */
    private readonly touched: BoneState[] = [];

    private touchedCount = 0;

    /** Moved bones of this frame, the same way. */
    private readonly moved: BoneState[] = [];

    private movedCount = 0;

    private users = 0;

    private lastFrame = -1;

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

    /** Says that a script works on the skeleton from now on. It calls {@link begin} in every frame. */
    retain() {
        this.users++;
    }

    /** Says that a script has stopped. The last one takes all that the pack wrote back at once, earlier ones in the next frame. */
    release() {
        this.users--;
        if (this.users === 0) this.restore();
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

    /** What is known of a bone of the skeleton; to be kept for {@link write}. */
    stateOf(bone: GraphNode): BoneState {
        let state = this.states.get(bone);
        if (!state) {
            state = {
                bone,
                before: new Float64Array(4),
                written: new Float64Array(4),
                touched: false,
                placeBefore: new Float64Array(3),
                placeWritten: new Float64Array(3),
                moved: false
            };
            this.states.set(bone, state);
        }
        return state;
    }

    /**
     * Writes a local rotation on a bone.
     *
     * @param state - The bone.
     * @param rotations - Numbers that hold the rotation.
     * @param o - Offset of the rotation.
     */
    write(state: BoneState, rotations: Float64Array, o: number) {
        const { bone, before, written } = state;
        if (!state.touched) {
            const rotation = bone.getLocalRotation();
            before[0] = rotation.x;
            before[1] = rotation.y;
            before[2] = rotation.z;
            before[3] = rotation.w;
            state.touched = true;
            this.touched[this.touchedCount++] = state;
        }
        const x = rotations[o], y = rotations[o + 1], z = rotations[o + 2], w = rotations[o + 3];
        written[0] = x;
        written[1] = y;
        written[2] = z;
        written[3] = w;
        bone.setLocalRotation(x, y, z, w);
    }

    /**
     * Writes a local position on a bone.
     *
     * @param state - The bone.
     * @param positions - Numbers that hold the position.
     * @param o - Offset of the position.
     */
    writePosition(state: BoneState, positions: Float64Array, o: number) {
        const { bone, placeBefore, placeWritten } = state;
        if (!state.moved) {
            const position = bone.getLocalPosition();
            placeBefore[0] = position.x;
            placeBefore[1] = position.y;
            placeBefore[2] = position.z;
            state.moved = true;
            this.moved[this.movedCount++] = state;
        }
        for (let i = 0; i < 3; i++) placeWritten[i] = positions[o + i];
        bone.setLocalPosition(placeWritten[0], placeWritten[1], placeWritten[2]);
    }

    /** Gives the bones that still hold what the pack wrote what they had before. */
    private restore() {
        const { touched, moved } = this;
        for (let i = 0; i < this.touchedCount; i++) {
            const { bone, before, written } = touched[i];
            touched[i].touched = false;
            const rotation = bone.getLocalRotation();
            if (rotation.x === written[0] && rotation.y === written[1] && rotation.z === written[2] && rotation.w === written[3]) {
                bone.setLocalRotation(before[0], before[1], before[2], before[3]);
            }
        }
        this.touchedCount = 0;
        for (let i = 0; i < this.movedCount; i++) {
            const { bone, placeBefore, placeWritten } = moved[i];
            moved[i].moved = false;
            const position = bone.getLocalPosition();
            if (position.x === placeWritten[0] && position.y === placeWritten[1] && position.z === placeWritten[2]) {
                bone.setLocalPosition(placeBefore[0], placeBefore[1], placeBefore[2]);
            }
        }
        this.movedCount = 0;
    }
}

/** A script's part in a record, which it has while it works. */
export class RecordHold {
    private held: PoseRecord | null = null;

    /** Takes part in a record, and in the one before no more; null: in none. */
    move(record: PoseRecord | null) {
        if (record === this.held) return;
        this.held?.release();
        this.held = record;
        record?.retain();
    }
}
