import type { RigidState } from '../dynamics/rigid-state';
import type { Flat } from '../math/flat-math';

// What contacts do to bodies, from their velocities alone: what a step has made of them besides gravity.
//
// Not every build of Ammo tells the impulses of its contacts. But what a body goes into a step with is known, and what it comes out with. The
// difference times its mass is what contacts and joints have given it; of all bodies together only contacts have, since joints give to one
// what they take from another. A body that a drive holds to its animation needs nothing of its joints, so what it gets is the
// contacts'; one that has lost its weights tells nothing.

/** Time over which impulses add up, seconds. */
const MEMORY = 0.1;

/** Impulse in a step that counts, as a speed: what joints and rounding make of bodies that touch nothing stays below, m/s. */
const NOISE = 0.08;

/** Power of a body's weight with which it feels: what its neighbours pull at a body that gives way must not pass for a contact. */
const HEARING = 4;

/** Impulse from which on a contact is one, newton seconds. */
const LEAST = 2;

export class ContactMeter {
    /** The body that has felt most, and how much that was, newton seconds; -1: none has felt anything. */
    strongest = -1;

    impulse = 0;

    /** What contacts have given all bodies together on the level of late, x and z, newton seconds: the drives have taken it from them again. */
    readonly push: Flat = new Float64Array(2);

    private readonly expected: Flat;

    private readonly felt: Flat;

    private isKnown = false;

    /**
     * @param count - How many bodies there are.
     * @param standing - Those that stand on something all the time, 1: what they feel is not told.
     */
    constructor(private readonly count: number, private readonly standing: Uint8Array) {
        this.expected = new Float64Array(3 * count);
        this.felt = new Float64Array(count);
    }

    /** Remembers the velocities with which bodies go into a step. */
    expect({ linear }: RigidState) {
        this.expected.set(linear);
        this.isKnown = true;
    }

    /** Something else has changed the velocities. */
    forget() {
        this.isKnown = false;
    }

    /** Begins anew. */
    reset() {
        this.forget();
        this.felt.fill(0);
        this.push.fill(0);
    }

    /**
     * Measures what a step has made of the bodies.
     *
     * @param masses - Kilograms.
     * @param losses - Of the bodies' weights, 0..1.
     * @param gravity - m/s², downwards.
     * @param h - Seconds.
     */
    step({ linear }: RigidState, masses: Flat, losses: Flat, gravity: number, h: number) {
        const { expected, felt, count, push } = this;
        const kept = Math.exp(-h / MEMORY);
        this.strongest = -1;
        this.impulse = LEAST;
        push[0] *= kept;
        push[1] *= kept;
        for (let body = 0; body < count; body++) {
            felt[body] *= kept;
            if (!this.isKnown) continue;
            const o = 3 * body;
            // what carries a body is no contact
            const x = linear[o] - expected[o], y = Math.min(0, linear[o + 1] - expected[o + 1] + gravity * h), z = linear[o + 2] - expected[o + 2];
            push[0] += masses[body] * x;
            push[1] += masses[body] * z;
            const change = Math.sqrt(x * x + y * y + z * z);
            if (change > NOISE) felt[body] += masses[body] * change * (1 - losses[body]) ** HEARING;
            if (felt[body] <= this.impulse || this.standing[body] === 1) continue;
            this.impulse = felt[body];
            this.strongest = body;
        }
    }
}
