import { createImpactFilter, isSoftened, stepImpactFilter } from '../../core/dynamics/impact-filter';
import type { RigidState } from '../../core/dynamics/rigid-state';
import { multiplyQuat, rotateVec, type Flat } from '../../core/math/flat-math';
import { nearestVector, rotationVector, vectorRotation } from '../../core/math/rotation-vector';

// What is shown of the bodies' offsets from their targets: their turns, and the shift of the root, softened as far as a drive is strong.

const vector = new Float64Array(3);
const turn = new Float64Array(4);

export class Impacts {
    private readonly turns;

    private readonly shift = createImpactFilter(1);

    /** The offsets at the end of the last step. */
    private readonly turnOffsets: Flat;

    private readonly shiftOffset = new Float64Array(3);

    constructor(count: number) {
        this.turns = createImpactFilter(count);
        this.turnOffsets = new Float64Array(3 * count);
    }

    /** After a step: bodies and targets at its end, how strong the drives are, 0..1, and its length in seconds. */
    step(state: RigidState, target: RigidState, turnWeights: Flat, moveWeights: Flat, h: number) {
        this.measure(state, target);
        stepImpactFilter(this.turns, this.turnOffsets, turnWeights, h);
        stepImpactFilter(this.shift, this.shiftOffset, moveWeights, h);
    }

    /** Bodies that lie still have got other targets: they are shown where they are. */
    retarget(state: RigidState, target: RigidState) {
        const { turns, shift, turnOffsets, shiftOffset } = this;
        this.measure(state, target);
        turns.shown.set(turnOffsets);
        shift.shown.set(shiftOffset);
    }

    private measure({ count, rotations, positions }: RigidState, target: RigidState) {
        const { turns, turnOffsets, shiftOffset } = this;
        for (let body = 0; body < count; body++) {
            rotationVector(turnOffsets, 3 * body, target.rotations, 4 * body, rotations, 4 * body);
            nearestVector(turnOffsets, 3 * body, turns.shown, 3 * body);
        }
        for (let i = 0; i < 3; i++) shiftOffset[i] = positions[i] - target.positions[i];
    }

    /** Changes where bodies are shown: a share of the last step after its start. */
    show({ count, rotations, positions }: RigidState, driven: RigidState, share: number) {
        const { turns, shift } = this;
        for (let body = 0; body < count; body++) {
            if (!isSoftened(turns, body)) continue;
            const o = 3 * body;
            for (let i = 0; i < 3; i++) vector[i] = turns.before[o + i] + (turns.shown[o + i] - turns.before[o + i]) * share;
            vectorRotation(turn, 0, vector, 0);
            multiplyQuat(rotations, 4 * body, turn, 0, driven.rotations, 4 * body);
        }
        if (!isSoftened(shift, 0)) return;
        for (let i = 0; i < 3; i++) positions[i] = driven.positions[i] + shift.before[i] + (shift.shown[i] - shift.before[i]) * share;
    }

    /** The bodies are on their targets. */
    reset() {
        for (const { shown, before, rates } of [this.turns, this.shift]) for (const values of [shown, before, rates]) values.fill(0);
    }

    /** Turns all with what carries the bodies, four numbers a body. */
    carry(by: Flat) {
        for (const { shown, before, rates } of [this.turns, this.shift]) {
            for (const values of [shown, before, rates]) for (let o = 0, q = 0; o < values.length; o += 3, q += 4) rotateVec(values, o, by, q, values, o);
        }
    }
}
