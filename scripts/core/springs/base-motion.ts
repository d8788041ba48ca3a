import { carryPoint, type Carry } from './carry';
import type { Bases } from './frame-path';
import { FASTEST } from './rod-pace';
import { copyQuat, copyVec, multiplyQuat, rotateVec, rotateVecInverse, subtractVec, type Flat } from '../math/flat-math';
import { rotationVector } from '../math/rotation-vector';

// What shakes a rod: how the motion of what it hangs on changes from step to step. A base that moves evenly is not felt, but for the air.
//
// The velocity of a base is felt to change no quicker than a joint bends: what a game does in one frame is felt over several, and what a cut
// moves to and fro is hardly felt.

/** How the bases of all chains move. In each step: {@link BaseMotion.find}, and {@link BaseMotion.keep} where the step is kept. */
export class BaseMotion {
    /** What {@link find} has found: how far the base has turned, a rotation vector, and moved since the last step that was kept. */
    readonly turned = new Float64Array(3);

    readonly moved = new Float64Array(3);

    /** And by how much these are felt to differ from those of the last step. */
    readonly turning = new Float64Array(3);

    readonly moving = new Float64Array(3);

    /** Rotations of the bases and places of the roots when the last step was kept. */
    private readonly held: Bases;

    /** How far they are felt to have turned and moved in that step. */
    private readonly lastTurned: Flat;

    private readonly lastMoved: Flat;

    /**
     * @param roots - For each chain the index of its first joint.
     * @param levers - For each chain the distance from its root at which its weight counts, at the scale of 1.
     */
    constructor(private readonly roots: Int32Array, private readonly levers: Flat) {
        const count = levers.length;
        this.held = { rotations: new Float64Array(4 * count), positions: new Float64Array(3 * count) };
        this.lastTurned = new Float64Array(3 * count);
        this.lastMoved = new Float64Array(3 * count);
    }

    /** Begins with a base that stands still; where the chain's first bone begins is known. */
    settle(chain: number, { rotations }: Bases, heads: Flat) {
        copyQuat(this.held.rotations, 4 * chain, rotations, 4 * chain);
        copyVec(this.held.positions, 3 * chain, heads, 3 * this.roots[chain]);
        this.lastTurned.fill(0, 3 * chain, 3 * chain + 3);
        this.lastMoved.fill(0, 3 * chain, 3 * chain + 3);
    }

    /** Lets the base of a chain come from where another one was. */
    copy({ held, lastTurned, lastMoved }: BaseMotion, chain: number, from: number) {
        copyQuat(this.held.rotations, 4 * chain, held.rotations, 4 * from);
        copyVec(this.held.positions, 3 * chain, held.positions, 3 * from);
        copyVec(this.lastTurned, 3 * chain, lastTurned, 3 * from);
        copyVec(this.lastMoved, 3 * chain, lastMoved, 3 * from);
    }

    /** Takes along what is known of a base where its motion is not felt. */
    carry(chain: number, { rotation, shift }: Carry) {
        const { held: { rotations, positions }, lastTurned, lastMoved } = this;
        carryPoint(positions, 3 * chain, rotation, shift, positions, 3 * chain);
        multiplyQuat(rotations, 4 * chain, rotation, 0, rotations, 4 * chain);
        rotateVec(lastTurned, 3 * chain, rotation, 0, lastTurned, 3 * chain);
        rotateVec(lastMoved, 3 * chain, rotation, 0, lastMoved, 3 * chain);
    }

    /** Turns a vector of the world into the space that the base had when the last step was kept. */
    toHeld(out: Flat, o: number, chain: number, vector: Flat, v: number) {
        rotateVecInverse(out, o, this.held.rotations, 4 * chain, vector, v);
    }

    /**
     * Finds how a base has moved in a part of a step.
     *
     * @param parts - Which part, in `parts[0]`.
     * @param bases - What the chains hang on at its end.
     * @param heads - Where the joints' bones begin; that of the chain's first one is known.
     * @param scales - Scales of what each joint hangs on.
     */
    find(chain: number, parts: Flat, { rotations }: Bases, heads: Flat, scales: Flat) {
        const { held, lastTurned, lastMoved, roots, levers, turned, moved, turning, moving } = this;
        const c = 3 * chain, part = parts[0], root = roots[chain];
        rotationVector(turned, 0, held.rotations, 4 * chain, rotations, 4 * chain);
        subtractVec(moved, 0, heads, 3 * root, held.positions, c);
        for (let k = 0; k < 3; k++) {
            turning[k] = turned[k] - part * lastTurned[c + k];
            moving[k] = moved[k] - part * lastMoved[c + k];
        }
        const most = part * FASTEST;
        // by hand: a number that a function answers may be allocated
        const turn = Math.sqrt(turning[0] * turning[0] + turning[1] * turning[1] + turning[2] * turning[2]);
        const swing = Math.sqrt(moving[0] * moving[0] + moving[1] * moving[1] + moving[2] * moving[2]) / (levers[chain] * scales[root]);
        for (let k = 0; k < 3; k++) {
            if (turn > most) turning[k] *= most / turn;
            if (swing > most) moving[k] *= most / swing;
        }
    }

    /** Says that the whole step that was found last is kept. */
    keep(chain: number, { rotations }: Bases, heads: Flat) {
        const { held, lastTurned, lastMoved, turning, moving, roots } = this;
        const c = 3 * chain;
        for (let k = 0; k < 3; k++) {
            lastTurned[c + k] += turning[k];
            lastMoved[c + k] += moving[k];
        }
        copyVec(held.positions, c, heads, 3 * roots[chain]);
        copyQuat(held.rotations, 4 * chain, rotations, 4 * chain);
    }
}
