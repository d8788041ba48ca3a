import type { RigidState } from '../core/dynamics/rigid-state';
import type { SteeredBodies } from '../core/dynamics/steering';
import { crossVec, dotVec, rotateVec, rotateVecInverse, type Flat } from '../core/math/flat-math';
import { RADIANS } from '../core/math/scalars';
import { rollBetween } from '../core/reactions/roll-angle';

// The trunk of an animal that falls: how far it has rolled to a side, and what keeps it from rolling on over its back. Friction turns a trunk that slides
// as it does a barrel; an animal that lives stops that with its legs, which hang limp here.

/** How far a trunk rolls to lie on its side, radians: from here on it needs no push. */
const LIES = 65 * RADIANS;

/** How far it rolls at most, and seconds within which it would get there at the largest rate. */
const MOST = 100 * RADIANS;
const STOPS = 0.12;

/** Seconds within which what is faster is slowed down. */
const BRAKES = 0.03;

/** Height of the direction of the trunk from which on it stands on end, and has no side. */
const ON_END = 0.8;

/** Distance from the axis, squared, in square metres of a trunk 1 m thick, within which a body only turns. */
const NEAR = 0.04;

const UP = Float64Array.of(0, 1, 0);

const axis = new Float64Array(3);
const back = new Float64Array(3);
const arm = new Float64Array(3);

export class TrunkRoll {
    /** Along the trunk, and its back, in the frame of the chest's body. */
    private readonly along = new Float64Array(3);

    private readonly back = new Float64Array(3);

    /**
     * @param chest - The body of the chest.
     * @param isAnimal - Whether it goes on four legs: others have no sides to lie on.
     * @param readTrunk - Writes where the head's end of the trunk and its back point now, in the world, both of length 1.
     */
    constructor(private readonly chest: number, readonly isAnimal: boolean, private readonly readTrunk: (along: Flat, back: Flat) => void) {}

    /** Begins with a fall. */
    begin({ rotations }: RigidState) {
        const { chest } = this;
        this.readTrunk(axis, back);
        rotateVecInverse(this.along, 0, rotations, 4 * chest, axis, 0);
        rotateVecInverse(this.back, 0, rotations, 4 * chest, back, 0);
    }

    /** Whether an animal lies on its side, or further over. */
    isAside(state: RigidState): boolean {
        return this.isAnimal && Math.abs(this.read(state)) > LIES;
    }

    /** Slows down for one step what would roll over its back. To be called while the ground carries it: nothing else could do so. */
    step({ state, thickness }: SteeredBodies, h: number) {
        const roll = this.isAnimal ? this.read(state) : 0;
        if (!(Math.abs(roll) > LIES)) return;
        const side = Math.sign(roll);
        const allowed = Math.max(0, MOST - Math.abs(roll)) / STOPS;
        const share = 1 - Math.exp(-h / BRAKES);
        const { positions, linear, angular, count } = state;
        const near = NEAR * thickness[this.chest] * thickness[this.chest];
        for (let body = 0; body < count; body++) {
            const o = 3 * body;
            const spin = side * dotVec(angular, o, axis, 0) - allowed;
            if (spin > 0) for (let k = 0; k < 3; k++) angular[o + k] -= share * side * spin * axis[k];
            for (let k = 0; k < 3; k++) arm[k] = positions[o + k] - positions[k];
            crossVec(arm, 0, axis, 0, arm, 0);
            const squared = dotVec(arm, 0, arm, 0);
            if (!(squared > near)) continue;
            // against the pelvis: the body as a whole slides on
            let along = 0;
            for (let k = 0; k < 3; k++) along += (linear[o + k] - linear[k]) * arm[k];
            const swing = side * along / squared - allowed;
            if (swing > 0) for (let k = 0; k < 3; k++) linear[o + k] -= share * side * swing * arm[k];
        }
    }

    /** How far it has rolled, radians, positive about the axis, which it writes; 0 for a trunk that stands on end. */
    private read({ rotations }: RigidState): number {
        rotateVec(axis, 0, rotations, 4 * this.chest, this.along, 0);
        rotateVec(back, 0, rotations, 4 * this.chest, this.back, 0);
        return Math.abs(axis[1]) < ON_END ? rollBetween(axis, UP, back) : 0;
    }
}
