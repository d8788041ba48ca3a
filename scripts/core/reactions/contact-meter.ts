import type { RigidState } from '../dynamics/rigid-state';
import type { Flat } from '../math/flat-math';

// What contacts do to bodies, from their velocities alone: what a step has made of them besides gravity.
//
// Not every build of Ammo tells the impulses of its contacts. But what a body goes into a step with is known, and what it comes out with. The
// difference times its mass is what contacts and joints have given it; of all bodies together only contacts have, since joints give to one
// what they take from another. So no body has been touched by more than that.
//
// What carries is no contact: ground pushes upwards, on a slope aside too, and all the harder the deeper an animation has bodies in it. That goes on
// for as long as the character stands there, so it is averaged over a while. Of what differs from the average on the level, ground may have given
// as much as differs upwards, and what the weight asks for; only what is beyond that counts.

/** Time over which impulses add up, seconds. */
const MEMORY = 0.15;

/** Time over which what carries is averaged, seconds: longer than blows, shorter than a while of standing. */
const WHILE = 0.5;

/** Impulse in a step that counts, as a speed: what joints and rounding make of bodies that touch nothing stays below, m/s. */
const NOISE = 0.08;

/** Tangent of the steepest ground that carries: what it gives a body on the level is at most so much of what it gives it upwards. */
const STEEPEST = 1;

/** Impulse from which on a contact is one, newton seconds. */
const LEAST = 2;

export class ContactMeter {
    /** The body that has felt most, and how much that was, newton seconds; -1: none has felt anything. */
    strongest = -1;

    impulse = 0;

    /** What contacts have given all bodies together on the level of late, x and z, newton seconds: the drives have taken it from them again. */
    readonly push: Flat = new Float64Array(2);

    /** What carries all bodies together in a step, x, y and z, newton seconds. */
    private readonly carrying: Flat = new Float64Array(3);

    /** By how much what ground gives on the level differs from that in a step, on average, newton seconds: it may do so again. */
    private unsteady = 0;

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
        this.carrying.fill(0);
        this.unsteady = 0;
    }

    /**
     * Measures what a step has made of the bodies.
     *
     * @param masses - Kilograms.
     * @param gravity - m/s², downwards.
     * @param h - Seconds.
     */
    step({ linear }: RigidState, masses: Flat, gravity: number, h: number) {
        const { expected, felt, count, push } = this;
        const kept = Math.exp(-h / MEMORY);
        this.strongest = -1;
        this.impulse = LEAST;
        push[0] *= kept;
        push[1] *= kept;
        const given = this.isKnown ? this.readGiven(linear, masses, gravity * h, h) : 0;
        for (let body = 0; body < count; body++) {
            felt[body] *= kept;
            const o = 3 * body;
            const x = linear[o] - expected[o], y = Math.min(0, linear[o + 1] - expected[o + 1] + gravity * h), z = linear[o + 2] - expected[o + 2];
            const change = Math.sqrt(x * x + y * y + z * z);
            if (change > NOISE) felt[body] += Math.min(masses[body] * change, given);
            if (felt[body] <= this.impulse || this.standing[body] === 1) continue;
            this.impulse = felt[body];
            this.strongest = body;
        }
    }

    /** Adds what a step has given all bodies together, but for what carries them, to the push; answers how much it is, newton seconds. */
    private readGiven(linear: Flat, masses: Flat, fall: number, h: number): number {
        const { expected, count, push, carrying } = this;
        let x = 0, y = 0, z = 0, weight = 0;
        for (let body = 0; body < count; body++) {
            const o = 3 * body;
            x += masses[body] * (linear[o] - expected[o]);
            y += masses[body] * (linear[o + 1] - expected[o + 1] + fall);
            z += masses[body] * (linear[o + 2] - expected[o + 2]);
            weight += masses[body] * fall;
        }
        const up = Math.max(0, y);
        const share = up < carrying[1] ? up / carrying[1] : 1;
        const besideX = x - share * carrying[0], besideZ = z - share * carrying[2];
        const level = Math.sqrt(besideX * besideX + besideZ * besideZ);
        const left = Math.max(0, level - Math.min(this.unsteady, STEEPEST * carrying[1]) - STEEPEST * Math.min(up, Math.abs(up - carrying[1]) + weight));
        this.average(x, y, z, h);
        this.unsteady += (1 - Math.exp(-h / WHILE)) * (level - left - this.unsteady);
        if (!(left > 0)) return Math.max(0, -y);
        push[0] += besideX * left / level;
        push[1] += besideZ * left / level;
        return Math.sqrt(left * left + Math.min(0, y) ** 2);
    }

    /** Ground gives on the level as much as its slope allows. */
    private average(x: number, y: number, z: number, h: number) {
        const { carrying } = this;
        const share = 1 - Math.exp(-h / WHILE);
        carrying[0] += share * (x - carrying[0]);
        carrying[1] += share * (Math.max(0, y) - carrying[1]);
        carrying[2] += share * (z - carrying[2]);
        const level = Math.sqrt(carrying[0] * carrying[0] + carrying[2] * carrying[2]);
        const most = STEEPEST * carrying[1];
        if (!(level > most)) return;
        carrying[0] *= most / level;
        carrying[2] *= most / level;
    }
}
