import type { GraphNode } from 'playcanvas';

import type { PoseRecord } from './pose-record';
import type { Flat } from '../core/math/flat-math';
import { createDeadBlend, mixOldPose, oldShare, rememberShown, startDeadBlend, type DeadBlend } from '../core/pose/dead-blending';

// Bones that give way from one motion to another by dead blending. Used as PoseInertia is: it stands behind whatever makes the pose, is
// stepped in every frame, and is told of a switch before the frame that jumps.

export class PoseDeadBlend {
    private readonly nodes: readonly GraphNode[];

    private readonly states: Int32Array;

    private readonly blend: DeadBlend;

    /** The pose of this frame, four numbers a bone. */
    private readonly pose: Flat;

    /** Frames in a row that are remembered, 0 to 3; and the time between the last two and the two before, seconds. */
    private frames = 0;

    private frameTime = -0;

    private earlierTime = -0;

    private lastFrame = -1;

    /** The half-life of the switch that the next step sees; NaN: none. */
    private halfLife = NaN;

    private maxAngle = Infinity;

    /**
     * @param record - The skeleton's record of writes.
     * @param bones - Bones whose rotations give way.
     * @param moved - Bones whose positions do.
     */
    constructor(private readonly record: PoseRecord, bones: readonly GraphNode[], moved: readonly GraphNode[]) {
        this.nodes = [...bones, ...moved];
        this.states = Int32Array.from(this.nodes, node => record.stateOf(node));
        this.blend = createDeadBlend(bones.length, moved.length);
        this.pose = new Float64Array(4 * this.nodes.length);
    }

    /**
     * Announces a switch: from the next step on what was shown goes on and gives way, by half in a half-life.
     *
     * @param halfLife - Seconds, counted from the last frame; not above 0: this switch is seen at once.
     * @param maxAngle - Radians by which no bone is off the new pose.
     */
    startHalfLife(halfLife: number, maxAngle = Infinity) {
        this.halfLife = halfLife > 0 ? halfLife : 0;
        this.maxAngle = maxAngle;
    }

    /** Forgets what was shown. */
    cancel() {
        this.frames = 0;
        this.halfLife = NaN;
        this.blend.halfLife = 0;
    }

    /**
     * One frame, after all that makes the pose; the record has begun it.
     *
     * @param dt - Seconds since the last frame.
     * @returns Whether the bones hold numbers: else all is forgotten, and the pose is left as it is.
     */
    step(dt: number): boolean {
        const { blend, record, pose } = this;
        if (record.frame !== this.lastFrame + 1) this.cancelOld();
        this.lastFrame = record.frame;
        if (this.halfLife >= 0 && this.frames > 0) startDeadBlend(blend, this.halfLife, this.frames > 1 ? this.frameTime : 0, this.frames > 2 ? this.earlierTime : 0);
        // a switch that is seen is no velocity
        if (this.halfLife === 0) this.frames = 0;
        this.halfLife = NaN;
        if (!this.read()) {
            this.cancel();
            return false;
        }
        blend.elapsed += dt;
        const share = oldShare(blend);
        if (share > 0) {
            mixOldPose(pose, blend, share, this.maxAngle);
            this.write();
        } else {
            blend.halfLife = 0;
        }
        rememberShown(blend, pose, dt > 0);
        if (dt > 0) {
            this.earlierTime = this.frameTime;
            this.frameTime = dt;
        }
        if (this.frames === 0) this.frames = 1;
        else if (dt > 0) this.frames = Math.min(this.frames + 1, 3);
        return true;
    }

    /** Forgets what was shown in frames that do not lead to this one. */
    private cancelOld() {
        this.frames = 0;
        this.blend.halfLife = 0;
    }

    private read(): boolean {
        const { states, record, pose, blend } = this;
        let isSound = true;
        for (let i = 0; i < states.length; i++) {
            const isNumber = i < blend.turned ? record.readRotation(pose, 4 * i, states[i]) : record.readPosition(pose, 4 * i, states[i]);
            isSound &&= isNumber;
        }
        return isSound;
    }

    private write() {
        const { states, record, pose, blend } = this;
        for (let i = 0; i < states.length; i++) {
            if (blend.isOff[i] === 0) continue;
            if (i < blend.turned) record.write(states[i], pose, 4 * i);
            else record.writePosition(states[i], pose, 4 * i);
        }
    }
}
