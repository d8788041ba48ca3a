import type { GraphNode } from 'playcanvas';

import type { AnimatedBodies } from './animated-bodies';
import { multiplyQuat, multiplyQuatInverse, slerpQuat, type Flat } from '../core/flat-math';
import { quinticDecay } from '../core/quintic';
import type { PoseRecord } from '../rig/pose-record';

// The way back from the physical pose to the animation: what the last shown pose differed by from its animation fades out on top of the
// animation, the place of the root too. So it starts with the shown motion, whatever that was.

/** Time of the way back, seconds. */
const DURATION = 0.3;

const identity = Float64Array.of(0, 0, 0, 1);
const rotation = new Float64Array(4);
const place = new Float64Array(3);
const share = new Float64Array(1);

export class ReturnFade {
    private bones: readonly GraphNode[] = [];

    /** Differences of the bones, four numbers each, and of the root's place. */
    private turns: Flat = new Float64Array(0);

    private readonly shift = new Float64Array(3);

    private elapsed = DURATION;

    get running(): boolean {
        return this.elapsed < DURATION;
    }

    /** Keeps what the bones show now against their animation; the first of them is the root. */
    start(bones: readonly GraphNode[], { set, bones: indices, rootPlace }: AnimatedBodies) {
        this.bones = bones;
        this.turns = new Float64Array(4 * bones.length);
        indices.forEach((index, i) => multiplyQuatInverse(this.turns, 4 * i, set.pose.localRotations, 4 * index, set.animated, 4 * index));
        for (let i = 0; i < 3; i++) this.shift[i] = set.pose.localPositions[3 * indices[0] + i] - rootPlace[i];
        this.elapsed = 0;
    }

    cancel() {
        this.elapsed = DURATION;
    }

    /** Writes the bones of this frame, after everything else has written them. */
    step(record: PoseRecord, dt: number) {
        if (!this.running) return;
        const { bones, turns, shift } = this;
        this.elapsed += dt;
        share[0] = quinticDecay(1, 0, this.elapsed, DURATION);
        for (let i = 0; i < bones.length; i++) {
            const { x, y, z, w } = bones[i].getLocalRotation();
            rotation[0] = x;
            rotation[1] = y;
            rotation[2] = z;
            rotation[3] = w;
            turnBy(turns, 4 * i);
            record.write(record.stateOf(bones[i]), rotation, 0);
        }
        const { x, y, z } = bones[0].getLocalPosition();
        place[0] = x + shift[0] * share[0];
        place[1] = y + shift[1] * share[0];
        place[2] = z + shift[2] * share[0];
        record.writePosition(record.stateOf(bones[0]), place, 0);
    }
}

const part = new Float64Array(4);

function turnBy(turns: Flat, o: number): void {
    slerpQuat(part, 0, identity, 0, turns, o, share, 0);
    multiplyQuat(rotation, 0, part, 0, rotation, 0);
}
