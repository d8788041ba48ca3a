import type { GraphNode } from 'playcanvas';

import type { AnimatedBodies } from './animated-bodies';
import { multiplyQuat, multiplyQuatInverse, type Flat } from '../core/math/flat-math';
import { quinticShares } from '../core/math/quintic';
import { rotationVector, vectorRotation } from '../core/math/rotation-vector';
import type { PoseRecord } from '../rig/pose-record';

// The way back from the physical pose to the animation: what the last shown pose differed by from its animation, and how fast that changed,
// fades out on top of the animation, the place of the root too. So it starts with the shown motion, whatever that was.

/** Time of the way back, seconds. */
const DURATION = 0.3;

const identity = Float64Array.of(0, 0, 0, 1);
const rotation = new Float64Array(4);
const part = new Float64Array(4);
const left = new Float64Array(3);
const place = new Float64Array(3);
const shares = new Float64Array(2);
const clock = Float64Array.of(0, DURATION);

/** Writes what the bones show against their animation: rotation vectors of the bones, then the shift of the root. */
function readDifference(out: Flat, { set, bones, rootPlace }: AnimatedBodies): void {
    const { localRotations, localPositions } = set.pose;
    for (let i = 0; i < bones.length; i++) {
        multiplyQuatInverse(part, 0, localRotations, 4 * bones[i], set.animated, 4 * bones[i]);
        rotationVector(out, 3 * i, identity, 0, part, 0);
    }
    for (let i = 0; i < 3; i++) out[3 * bones.length + i] = localPositions[3 * bones[0] + i] - rootPlace[i];
}

export class ReturnFade {
    private bones: readonly GraphNode[] = [];

    /** Of the last frame that was shown, and of the one before. */
    private now: Flat = new Float64Array(0);

    private before: Flat = new Float64Array(0);

    /** Frames that were kept since the bodies came, and the time of the last one, seconds. */
    private frames = 0;

    private frameTime = 0;

    /** The difference at the start of the fade, and how fast it changed, per second. */
    private values: Flat = new Float64Array(0);

    private rates: Flat = new Float64Array(0);

    private elapsed = DURATION;

    get running(): boolean {
        return this.elapsed < DURATION;
    }

    /** Keeps what a frame shows. */
    watch(animated: AnimatedBodies, dt: number) {
        const size = 3 * animated.bones.length + 3;
        if (this.values.length !== size) {
            this.now = new Float64Array(size);
            this.before = new Float64Array(size);
            this.values = new Float64Array(size);
            this.rates = new Float64Array(size);
        }
        [this.now, this.before] = [this.before, this.now];
        readDifference(this.now, animated);
        this.frames++;
        this.frameTime = dt;
    }

    /** Begins with what was shown last; the first of the bones is the root. What is left of the fade before is kept too. */
    start(bones: readonly GraphNode[]) {
        // nothing was shown: a fade that runs goes on
        if (this.frames === 0) return;
        const { now, before, values, rates, frameTime } = this;
        const isMoving = this.frames > 1 && frameTime > 0;
        this.findShares();
        this.bones = bones;
        for (let i = 0; i < values.length; i++) {
            values[i] = now[i] + shares[0] * values[i] + shares[1] * rates[i];
            rates[i] = isMoving ? (now[i] - before[i]) / frameTime : 0;
        }
        this.frames = 0;
        this.elapsed = 0;
    }

    cancel() {
        this.frames = 0;
        this.elapsed = DURATION;
    }

    /** Writes the bones of this frame, after everything else has written them. */
    step(record: PoseRecord, dt: number) {
        if (!this.running) return;
        const { bones } = this;
        this.elapsed += dt;
        this.findShares();
        for (let i = 0; i < bones.length; i++) {
            const { x, y, z, w } = bones[i].getLocalRotation();
            rotation[0] = x;
            rotation[1] = y;
            rotation[2] = z;
            rotation[3] = w;
            this.leave(3 * i);
            vectorRotation(part, 0, left, 0);
            multiplyQuat(rotation, 0, part, 0, rotation, 0);
            record.write(record.stateOf(bones[i]), rotation, 0);
        }
        const { x, y, z } = bones[0].getLocalPosition();
        this.leave(3 * bones.length);
        place[0] = x + left[0];
        place[1] = y + left[1];
        place[2] = z + left[2];
        record.writePosition(record.stateOf(bones[0]), place, 0);
    }

    private findShares() {
        clock[0] = this.elapsed;
        quinticShares(shares, clock);
    }

    /** Writes what is left of three numbers of the difference. */
    private leave(o: number) {
        for (let i = 0; i < 3; i++) left[i] = shares[0] * this.values[o + i] + shares[1] * this.rates[o + i];
    }
}
