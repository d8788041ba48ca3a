import type { GraphNode } from 'playcanvas';

import type { PoseRecord } from './pose-record';
import { multiplyQuat, multiplyQuatInverse, slerpQuat, type Flat } from '../core/math/flat-math';
import { quinticDecay } from '../core/math/quintic';

// A change of set-up without a jump: what the bones showed before is faded out on top of what they are given now.

const identity: Flat = Float64Array.of(0, 0, 0, 1);
const rotation: Flat = new Float64Array(4);
const part: Flat = new Float64Array(4);
const share: Flat = new Float64Array(1);

/** Bones on their way from an old pose to that of the new set-up. */
export class PoseFade {
    private bones: readonly GraphNode[] = [];

    /** Rotations that the bones showed, and from the first frame on what is missing to those. */
    private offsets: Flat = new Float64Array(0);

    private elapsed = 0;

    private duration = 0;

    private measured = false;

    /** Whether a fade is under way. */
    get running(): boolean {
        return this.elapsed < this.duration;
    }

    /** Keeps what the bones show now, to be faded out within a time in seconds. */
    start(bones: readonly GraphNode[], duration: number) {
        this.bones = bones;
        this.offsets = new Float64Array(4 * bones.length);
        bones.forEach((bone, i) => readRotation(this.offsets, 4 * i, bone));
        this.elapsed = 0;
        this.duration = duration;
        this.measured = false;
    }

    /** Ends a fade where it is. */
    cancel() {
        this.elapsed = this.duration;
    }

    /** Writes the bones of this frame, after everything else has written them. */
    step(record: PoseRecord, dt: number) {
        if (!this.running) return;
        const { bones, offsets } = this;
        if (!this.measured) {
            for (let i = 0; i < bones.length; i++) {
                readRotation(rotation, 0, bones[i]);
                multiplyQuatInverse(offsets, 4 * i, offsets, 4 * i, rotation, 0);
            }
            this.measured = true;
        }
        this.elapsed += dt;
        share[0] = quinticDecay(1, 0, this.elapsed, this.duration);
        for (let i = 0; i < bones.length; i++) {
            slerpQuat(part, 0, identity, 0, offsets, 4 * i, share, 0);
            readRotation(rotation, 0, bones[i]);
            multiplyQuat(rotation, 0, part, 0, rotation, 0);
            record.write(record.stateOf(bones[i]), rotation, 0);
        }
    }
}

function readRotation(out: Flat, o: number, bone: GraphNode): void {
    const { x, y, z, w } = bone.getLocalRotation();
    out[o] = x;
    out[o + 1] = y;
    out[o + 2] = z;
    out[o + 3] = w;
}
