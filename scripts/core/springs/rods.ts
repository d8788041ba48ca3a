import { BaseMotion } from './base-motion';
import type { Carry } from './carry';
import type { Bases } from './frame-path';
import { FASTEST, PACE, shownFrequency, writePace } from './rod-pace';
import { shapeRod } from './rod-shape';
import type { RodPlan, SpringPlan } from './spring-plan';
import { copyVec, multiplyQuat, multiplyQuatInverse, rotateVec, rotateVecInverse, type Flat } from '../math/flat-math';

// Chains as elastic rods.
//
// What moves is each bone's lean: its turn away from the animated pose, in the space of what the chain hangs on. Leans of neighbours pull at
// each other, and what the chain hangs on shakes them by its own acceleration; the animation of the chain itself is not felt. All leans of
// a chain are solved at once, implicitly, as a system that is tridiagonal along each branch from root to tip (Baraff and Witkin: Large steps in
// cloth simulation, 1998): no step, stiffness or number of bones makes a rod gain energy.
//
// A lean is a vector along the axis of the turn, twice the tangent of half the angle long (Rodrigues): for small turns the angle, while a lean
// of any length is less than half a turn.

/** Distance from the root at which a rod's weight counts, as a share of its length: a rod's that turns about its end. */
const REACH = 0.4;

/** Cosine of half a turn that a lean has at least: colliders can turn a bone further, which then counts as 157 degrees. */
const LEAST_COSINE = 0.2;

const axis = new Float64Array(3);
const rest = new Float64Array(3);
const turned = new Float64Array(4);
const pace = new Float64Array(PACE);

/** Frequency, damping ratio and step of a pace; a number that is handed on by itself is allocated. */
const swing = new Float64Array(3);

/** The part of a step that a whole one is. */
const WHOLE = Float64Array.of(1);

/** A velocity in the space of a base. */
const pushed = new Float64Array(3);

/** The chains that are rods. In each step: {@link Rods.solve}, {@link Rods.turn} for each bone from the root on, {@link Rods.keep}. */
export class Rods {
    /** Input: acceleration of the wind, world units per second squared. */
    readonly wind = new Float64Array(3);

    /** Whether there is a rod. */
    readonly isNone: boolean;

    /** For each chain its rod, or null. */
    private readonly plans: readonly (RodPlan | null)[];

    /** The joints of a chain are those from its first one up to that of the next chain. */
    private readonly firsts: Int32Array;

    private readonly parents: Int32Array;

    /** Leans and their velocities in radians per second, as the last step that was kept left them; and the leans at the end of this one. */
    private readonly leans: Flat;

    private readonly speeds: Flat;

    private readonly next: Flat;

    /** The leans as turns in the world. */
    private readonly turns: Flat;

    /** Where bones pointed when the last step was kept, and how far gravity turns their rest, in the space of the base. */
    private readonly directions: Flat;

    private readonly sags: Flat;

    private readonly gravities: Flat;

    private readonly hasGravity: Uint8Array;

    private readonly motion: BaseMotion;

    /** Frequencies in radians per second and damping ratios that are shown, and the distance from the root at which the weight counts, at the scale of 1. */
    private readonly frequencies: Flat;

    private readonly ratios: Flat;

    private readonly levers: Flat;

    private readonly inertias: Flat;

    private readonly stiffnesses: Flat;

    /** Damping of single joints above that of their chain, 1/s. */
    private readonly dampings: Flat;

    /** Largest leans against the bone above. */
    private readonly bends: Flat;

    /** Paces of the chains, and the eliminated system of a whole step: what a torque makes of a lean, and what the lean above does. */
    private readonly paces: Flat;

    private readonly wholeGains: Flat;

    private readonly wholeShares: Flat;

    /** The same of a part of a step, and what is left of the right-hand side. */
    private readonly partGains: Flat;

    private readonly partShares: Flat;

    private readonly torques: Flat;

    /**
     * @param plan - What the set is made of.
     * @param seconds - Length of a step.
     */
    constructor({ joints, chains }: SpringPlan, private readonly seconds: number) {
        const count = joints.length;
        const vectors = () => new Float64Array(3 * count);
        this.plans = chains.map(({ rod }) => rod);
        this.isNone = this.plans.every(rod => rod === null);
        this.firsts = new Int32Array(chains.length + 1);
        for (const { chain } of joints) this.firsts[chain + 1]++;
        for (let chain = 0; chain < chains.length; chain++) this.firsts[chain + 1] += this.firsts[chain];
        this.parents = Int32Array.from(joints, ({ parent }) => parent);
        this.leans = vectors();
        this.speeds = vectors();
        this.next = vectors();
        this.turns = new Float64Array(4 * count);
        this.directions = vectors();
        this.sags = vectors();
        this.gravities = Float64Array.from(joints.flatMap(({ gravity }) => gravity));
        this.hasGravity = Uint8Array.from(joints, ({ gravity }) => Number(gravity.some(pull => pull !== 0)));
        this.frequencies = new Float64Array(chains.length);
        this.ratios = new Float64Array(chains.length);
        this.levers = new Float64Array(chains.length);
        this.motion = new BaseMotion(this.firsts, this.levers);
        this.inertias = new Float64Array(count);
        this.stiffnesses = new Float64Array(count);
        this.dampings = new Float64Array(count);
        this.bends = new Float64Array(count);
        this.paces = new Float64Array(PACE * chains.length);
        this.wholeGains = new Float64Array(count);
        this.wholeShares = new Float64Array(count);
        this.partGains = new Float64Array(count);
        this.partShares = new Float64Array(count);
        this.torques = vectors();
        this.plans.forEach((rod, chain) => {
            if (!rod) return;
            const first = this.firsts[chain];
            const own = joints.slice(first, this.firsts[chain + 1]);
            const shape = shapeRod(own.map(({ parent }) => (parent < 0 ? -1 : parent - first)), own.map(({ length }) => length), own.map(({ stiffness }) => stiffness));
            const frequency = shownFrequency(2 * Math.PI * rod.frequency * Math.sqrt(shape.gain), seconds);
            const least = Math.min(...own.map(({ drag }) => drag));
            this.levers[chain] = REACH * shape.length;
            this.frequencies[chain] = frequency;
            this.ratios[chain] = rod.dampingRatio * least;
            this.inertias.set(shape.inertias, first);
            this.stiffnesses.set(shape.stiffnesses, first);
            own.forEach(({ drag }, i) => {
                this.dampings[first + i] = 2 * rod.dampingRatio * (drag - least) * frequency;
                this.bends[first + i] = 2 * Math.tan(rod.maxBend * shape.shares[i] / 2);
            });
            swing.set([frequency, this.ratios[chain], seconds]);
            writePace(this.paces, PACE * chain, swing);
            this.eliminate(chain, this.paces, PACE * chain, WHOLE, this.wholeGains, this.wholeShares);
        });
    }

    /** Puts a chain at rest in the incoming pose; where its first bone begins is known. */
    settle(chain: number, bases: Bases, heads: Flat) {
        this.motion.settle(chain, bases, heads);
        const from = 3 * this.firsts[chain], to = 3 * this.firsts[chain + 1];
        this.leans.fill(0, from, to);
        this.speeds.fill(0, from, to);
        this.next.fill(0, from, to);
        this.sags.fill(0, from, to);
    }

    /** Lets the base of a chain come from where it was for other rods. */
    copyBase({ motion }: Rods, chain: number, from: number) {
        this.motion.copy(motion, chain, from);
    }

    /** Lets a joint go on as in other rods. */
    copyLean({ leans, speeds, directions, sags }: Rods, joint: number, from: number) {
        copyVec(this.leans, 3 * joint, leans, 3 * from);
        copyVec(this.speeds, 3 * joint, speeds, 3 * from);
        copyVec(this.directions, 3 * joint, directions, 3 * from);
        copyVec(this.sags, 3 * joint, sags, 3 * from);
    }

    /** Takes along what is known of a base's motion where it is not felt. */
    carry(chain: number, carry: Carry) {
        this.motion.carry(chain, carry);
    }

    /** Adds to the velocity of a chain, world units per second; scales are those of what each joint hangs on. */
    push(chain: number, velocity: Flat, scales: Flat) {
        const { speeds, directions } = this;
        this.motion.toHeld(pushed, 0, chain, velocity, 0);
        const perLever = 1 / (this.levers[chain] * scales[this.firsts[chain]]);
        for (let o = 3 * this.firsts[chain]; o < 3 * this.firsts[chain + 1]; o += 3) {
            const x = directions[o], y = directions[o + 1], z = directions[o + 2];
            speeds[o] += (y * pushed[2] - z * pushed[1]) * perLever;
            speeds[o + 1] += (z * pushed[0] - x * pushed[2]) * perLever;
            speeds[o + 2] += (x * pushed[1] - y * pushed[0]) * perLever;
        }
    }

    /**
     * Finds the leans of a chain at the end of a step.
     *
     * @param parts - Which part of a step, in `parts[0]`.
     * @param bases - What the chains hang on at its end.
     * @param heads - Where the joints' bones begin; that of the chain's first one is known.
     * @param scales - Scales of what each joint hangs on.
     */
    solve(chain: number, parts: Flat, bases: Bases, heads: Flat, scales: Flat) {
        let gains = this.wholeGains, shares = this.wholeShares;
        if (parts[0] < 1) {
            gains = this.partGains;
            shares = this.partShares;
            swing[0] = this.frequencies[chain];
            swing[1] = this.ratios[chain];
            swing[2] = parts[0] * this.seconds;
            writePace(pace, 0, swing);
            this.eliminate(chain, pace, 0, parts, gains, shares);
        } else {
            for (let i = 0; i < PACE; i++) pace[i] = this.paces[PACE * chain + i];
        }
        this.feel(chain, parts, bases, heads, scales);
        this.findTorques(chain, parts, scales);
        this.passUp(chain, shares);
        this.leanOver(chain, parts, gains, shares);
    }

    /** Finds what turns each bone of a chain by itself: how it has swung so far, and what shakes it. */
    private findTorques(chain: number, parts: Flat, scales: Flat) {
        const { firsts, leans, speeds, sags, directions, inertias, dampings, torques, motion: { turning, moving } } = this;
        const first = firsts[chain], end = firsts[chain + 1];
        const seconds = parts[0] * this.seconds;
        const kept = pace[0] + pace[3], speed = pace[2], shake = speed / seconds;
        const perLever = 1 / (this.levers[chain] * scales[first]);
        const tx = turning[0], ty = turning[1], tz = turning[2];
        const mx = perLever * moving[0], my = perLever * moving[1], mz = perLever * moving[2];
        for (let i = first; i < end; i++) {
            const o = 3 * i;
            const x = directions[o], y = directions[o + 1], z = directions[o + 2];
            // a turn about the bone itself is not felt
            const along = x * tx + y * ty + z * tz;
            const own = kept + dampings[i] * seconds;
            const weight = inertias[i];
            torques[o] = weight * (own * (leans[o] - sags[o]) + speed * speeds[o] + shake * (along * x - tx - y * mz + z * my));
            torques[o + 1] = weight * (own * (leans[o + 1] - sags[o + 1]) + speed * speeds[o + 1] + shake * (along * y - ty - z * mx + x * mz));
            torques[o + 2] = weight * (own * (leans[o + 2] - sags[o + 2]) + speed * speeds[o + 2] + shake * (along * z - tz - x * my + y * mx));
        }
    }

    /** Hands each bone's torque on to the bone above, by the share with which that holds it; from the tips up. */
    private passUp(chain: number, shares: Flat) {
        const { firsts, parents, torques } = this;
        for (let i = firsts[chain + 1] - 1; i > firsts[chain]; i--) {
            const share = shares[i];
            const o = 3 * i, a = 3 * parents[i];
            torques[a] += share * torques[o];
            torques[a + 1] += share * torques[o + 1];
            torques[a + 2] += share * torques[o + 2];
        }
    }

    /** Finds the lean of each bone from that of the bone above, no faster and, beyond what gravity does, no further than a joint bends. */
    private leanOver(chain: number, parts: Flat, gains: Flat, shares: Flat) {
        const { firsts, parents, leans, next, sags, torques, bends } = this;
        const fastest = parts[0] * FASTEST;
        for (let i = firsts[chain]; i < firsts[chain + 1]; i++) {
            const o = 3 * i, a = 3 * parents[i];
            const gain = gains[i], share = shares[i];
            // leans from where gravity has the bones: of the bone above now, the joint's bend before, and its change as the rod wants it
            let ax = 0, ay = 0, az = 0;
            let x = leans[o] - sags[o], y = leans[o + 1] - sags[o + 1], z = leans[o + 2] - sags[o + 2];
            if (a >= 0) {
                ax = next[a] - sags[a];
                ay = next[a + 1] - sags[a + 1];
                az = next[a + 2] - sags[a + 2];
                x -= leans[a] - sags[a];
                y -= leans[a + 1] - sags[a + 1];
                z -= leans[a + 2] - sags[a + 2];
            }
            const before = x * x + y * y + z * z;
            const dx = gain * torques[o] + share * ax - ax - x;
            const dy = gain * torques[o + 1] + share * ay - ay - y;
            const dz = gain * torques[o + 2] + share * az - az - z;
            const change = dx * dx + dy * dy + dz * dz;
            const slower = change > fastest * fastest ? fastest / Math.sqrt(change) : 1;
            x += slower * dx;
            y += slower * dy;
            z += slower * dz;
            const bend = x * x + y * y + z * z, furthest = bends[i];
            // what a collider has bent further comes back no faster
            const less = bend > furthest * furthest ? Math.min(1, Math.max(furthest, Math.sqrt(before) - fastest) / Math.sqrt(bend)) : 1;
            next[o] = ax + less * x + sags[o];
            next[o + 1] = ay + less * y + sags[o + 1];
            next[o + 2] = az + less * z + sags[o + 2];
        }
    }

    /**
     * Turns a bone by its lean.
     *
     * @param out - Takes the bone's rotation in the world.
     * @param rests - Holds what it is without a bend of its own.
     * @param bases - What the chains hang on.
     */
    turn(out: Flat, joint: number, chain: number, rests: Flat, bases: Bases) {
        const { turns, next, parents } = this;
        const q = 4 * joint;
        rotateVec(axis, 0, bases.rotations, 4 * chain, next, 3 * joint);
        const x = axis[0] / 2, y = axis[1] / 2, z = axis[2] / 2;
        const w = 1 / Math.sqrt(1 + x * x + y * y + z * z);
        turns[q] = w * x;
        turns[q + 1] = w * y;
        turns[q + 2] = w * z;
        turns[q + 3] = w;
        const above = parents[joint];
        if (above < 0) {
            multiplyQuat(out, q, turns, q, rests, 0);
            return;
        }
        multiplyQuatInverse(turned, 0, turns, q, turns, 4 * above);
        multiplyQuat(out, q, turned, 0, rests, 0);
    }

    /** Takes over that a bone was turned further in the world, by a collider or a limit. */
    turnFurther(joint: number, chain: number, turn: Flat, bases: Bases) {
        const { turns, next } = this;
        const q = 4 * joint;
        multiplyQuat(turns, q, turn, 0, turns, q);
        const w = turns[q + 3];
        const scale = 2 / (w < 0 ? Math.min(w, -LEAST_COSINE) : Math.max(w, LEAST_COSINE));
        for (let k = 0; k < 3; k++) axis[k] = scale * turns[q + k];
        rotateVecInverse(next, 3 * joint, bases.rotations, 4 * chain, axis, 0);
    }

    /** Says that the step to where a chain's bones are now is kept. Directions are those that are shown, in the world. */
    keep(chain: number, bases: Bases, heads: Flat, scales: Flat, shown: Flat) {
        const { firsts, leans, speeds, next, sags, directions, motion } = this;
        motion.find(chain, WHOLE, bases, heads, scales);
        motion.keep(chain, bases, heads);
        const perOffset = 1 / this.paces[PACE * chain + 2], back = this.paces[PACE * chain + 3];
        for (let i = firsts[chain]; i < firsts[chain + 1]; i++) {
            const o = 3 * i;
            for (let k = o; k < o + 3; k++) {
                speeds[k] = perOffset * (next[k] - leans[k] - back * (next[k] - sags[k]));
                leans[k] = next[k];
            }
            motion.toHeld(directions, o, chain, shown, o);
            if (this.hasGravity[i]) this.findSag(i, chain, shown);
        }
    }

    /** Finds how far gravity turns the rest of a bone: it lies along its animated direction plus gravity. */
    private findSag(joint: number, chain: number, shown: Flat) {
        const { sags, gravities } = this;
        const o = 3 * joint;
        rotateVecInverse(rest, 0, this.turns, 4 * joint, shown, o);
        const rx = rest[0], ry = rest[1], rz = rest[2];
        let x = rx + gravities[o], y = ry + gravities[o + 1], z = rz + gravities[o + 2];
        const length = Math.sqrt(x * x + y * y + z * z);
        const scale = length > 0 ? 1 / length : 0;
        x *= scale;
        y *= scale;
        z *= scale;
        const tangent = 2 / Math.max(1 + rx * x + ry * y + rz * z, LEAST_COSINE * LEAST_COSINE);
        axis[0] = tangent * (ry * z - rz * y);
        axis[1] = tangent * (rz * x - rx * z);
        axis[2] = tangent * (rx * y - ry * x);
        this.motion.toHeld(sags, o, chain, axis, 0);
    }

    /** Finds what shakes a chain in a part of a step: how its base changes its motion, air that it moves through, and wind. */
    private feel(chain: number, parts: Flat, bases: Bases, heads: Flat, scales: Flat) {
        const { wind, motion, motion: { turned, moved, turning, moving } } = this;
        const seconds = parts[0] * this.seconds;
        const air = 2 * this.ratios[chain] * this.frequencies[chain] * this.plans[chain]!.airDrag * seconds;
        motion.find(chain, parts, bases, heads, scales);
        for (let k = 0; k < 3; k++) {
            turning[k] += air * turned[k];
            moving[k] += air * moved[k] - wind[k] * seconds * seconds;
        }
        rotateVecInverse(turning, 0, bases.rotations, 4 * chain, turning, 0);
        rotateVecInverse(moving, 0, bases.rotations, 4 * chain, moving, 0);
    }

    /** Eliminates the system of a chain from its tips up. */
    private eliminate(chain: number, paces: Flat, o: number, parts: Flat, gains: Flat, shares: Flat) {
        const { firsts, parents, inertias, stiffnesses, dampings } = this;
        const first = firsts[chain], end = firsts[chain + 1];
        const inertia = paces[o], stiffness = paces[o + 1], seconds = parts[0] * this.seconds;
        for (let i = first; i < end; i++) {
            gains[i] = (inertia + dampings[i] * seconds) * inertias[i];
        }
        for (let i = end - 1; i >= first; i--) {
            const held = stiffness * stiffnesses[i];
            const gain = 1 / (gains[i] + held);
            shares[i] = held * gain;
            if (parents[i] >= 0) gains[parents[i]] += held - held * shares[i];
            gains[i] = gain;
        }
    }
}
