import type { RigidState } from '../core/dynamics/rigid-state';
import type { SteeredBodies } from '../core/dynamics/steering';
import { crossVec, dotVec, rotateVec, rotateVecInverse, type Flat } from '../core/math/flat-math';
import { clamp, RADIANS } from '../core/math/scalars';
import { rollBetween } from '../core/reactions/roll-angle';

// Rolls a body that lies between two sides to the one from which it gets up: the trunk turns about its own length, against whatever it lies on, and
// limbs come along. What becomes of it is for the physics: a body that is held rolls no further.

/** Radians off the pose from which a clip gets up that are left as they are: the clip takes them over. */
const THERE = 25 * RADIANS;

/** Largest rate, rad/s, and seconds within which a roll would get where it ends. */
const RATE = 2.2;
const SLOWS = 0.25;

/** Seconds within which the trunk takes up that rate, and its largest spin up a second at the surface, in units of gravity. */
const TAKES_UP = 0.015;
const STRONG = 6;

/** Distance from the axis, squared, in thicknesses of the trunk, within which a body only turns. */
const NEAR = 0.04;

/** Seconds for which a body rolls at most: then something holds it. */
const LONGEST = 1.8;

/** How tense the joints are meanwhile, of their tension in a fall. */
export const ROLLING_TENSION = 0.5;

const UP = Float64Array.of(0, 1, 0);

const axis = new Float64Array(3);
const side = new Float64Array(3);

export class RollOver {
    isOn = false;

    private time = 0;

    /** Along the trunk, and what shall be up, in the frame of the chest's body. */
    private readonly length = new Float64Array(3);

    private readonly goal = new Float64Array(3);

    /** @param chest - The body of the chest. */
    constructor(private readonly chest: number) {}

    /** Nothing rolls, and the next body that lies may. */
    reset() {
        this.isOn = false;
        this.time = 0;
    }

    /**
     * Begins, where it is far enough and has not been tried since {@link reset}.
     *
     * @param bodies - The bodies as they lie.
     * @param along - Direction of the trunk in the world, of length 1.
     * @param angle - How far to roll about it, radians.
     * @returns Whether the body rolls.
     */
    begin({ state: { rotations } }: SteeredBodies, along: Flat, angle: number): boolean {
        if (this.time > 0 || !(Math.abs(angle) > THERE)) return this.isOn;
        this.isOn = true;
        rotateVecInverse(this.length, 0, rotations, 4 * this.chest, along, 0);
        // what is to be up is turned up by the roll
        const cosine = Math.cos(angle), sine = Math.sin(angle);
        crossVec(side, 0, along, 0, UP, 0);
        const level = dotVec(along, 0, UP, 0) * (1 - cosine);
        for (let i = 0; i < 3; i++) side[i] = UP[i] * cosine - side[i] * sine + along[i] * level;
        rotateVecInverse(this.goal, 0, rotations, 4 * this.chest, side, 0);
        return true;
    }

    /** Turns the trunk for one step, until it is there. */
    step({ state, thickness }: SteeredBodies, gravity: number, h: number) {
        const { chest } = this;
        this.time += h;
        const left = this.left(state);
        if (this.time >= LONGEST || Math.abs(left) < THERE) {
            this.isOn = false;
            return;
        }
        const rate = clamp(left / SLOWS, -RATE, RATE);
        const most = STRONG * gravity * h / thickness[chest];
        const share = 1 - Math.exp(-h / TAKES_UP);
        const { positions, linear, angular, count } = state;
        for (let body = 0; body < count; body++) {
            const o = 3 * body;
            for (let k = 0; k < 3; k++) side[k] = positions[o + k] - positions[k];
            crossVec(side, 0, axis, 0, side, 0);
            const away = Math.max(dotVec(side, 0, side, 0), NEAR * thickness[chest] * thickness[chest]);
            const swing = clamp((rate - dotVec(linear, o, side, 0) / away) * share, -most, most);
            const spin = clamp((rate - dotVec(angular, o, axis, 0)) * share, -most, most);
            for (let k = 0; k < 3; k++) {
                linear[o + k] += swing * side[k];
                angular[o + k] += spin * axis[k];
            }
        }
    }

    /** How far it is to roll yet, radians; writes the axis. */
    private left({ rotations }: RigidState): number {
        rotateVec(axis, 0, rotations, 4 * this.chest, this.length, 0);
        rotateVec(side, 0, rotations, 4 * this.chest, this.goal, 0);
        return rollBetween(axis, side, UP);
    }
}
