import { carryPoint, type Carry } from './carry';
import type { Bases } from './frame-path';
import { PACE, shownFrequency, writePace } from './rod-pace';
import { shapeRod } from './rod-shape';
import type { RodPlan, SpringPlan } from './spring-plan';
import { copyQuat, copyVec, multiplyQuat, multiplyQuatInverse, rotateVec, rotateVecInverse, subtractVec, type Flat } from '../math/flat-math';
import { rotationVector } from '../math/rotation-vector';
import { RADIANS } from '../math/scalars';

// Chains as elastic rods.
//
// What moves is each bone's lean: its turn away from the animated pose, in the space of what the chain hangs on. Leans of neighbours pull at
// each other, and what the chain hangs on shakes them by its own acceleration; the animation of the chain itself is not felt. All leans of
// a chain are solved at once, implicitly, as a system that is tridiagonal along each way from root to tip (Baraff and Witkin: Large steps in
// cloth simulation, 1998): no step, stiffness or number of bones makes a rod gain energy.
//
// A lean is a vector along the axis of the turn, twice the tangent of half the angle long (Rodrigues): for small turns the angle, while a lean
// of any length is less than half a turn.

/**
 * Most that a joint bends in a step of a sixtieth of a second by itself, radians: faster is no motion to the eye. The velocity of the base
 * is felt to change no quicker either: what a game does in one frame is felt over several, and what a cut moves to and fro is hardly felt.
 */
const FASTEST = 6.5 * RADIANS;

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

/** What shakes a chain in a step: acceleration of its base, turning and moving, as changes of the way that is made in the step. */
const turning = new Float64Array(3);
const moving = new Float64Array(3);

/** How the base has turned and moved since the last step. */
const turnedWay = new Float64Array(3);
const movedWay = new Float64Array(3);

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

    /** Rotations of the bases and places of the roots when the last step was kept, and the ways that they are felt to have gone in it. */
    private readonly held: Bases;

    private readonly moved: Flat;

    private readonly turnedBy: Flat;

    /** Frequencies in radians per second and damping ratios that are shown, lengths against the scale of the base. */
    private readonly frequencies: Flat;

    private readonly ratios: Flat;

    private readonly lengths: Flat;

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
        this.held = { rotations: new Float64Array(4 * chains.length), positions: new Float64Array(3 * chains.length) };
        this.moved = new Float64Array(3 * chains.length);
        this.turnedBy = new Float64Array(3 * chains.length);
        this.frequencies = new Float64Array(chains.length);
        this.ratios = new Float64Array(chains.length);
        this.lengths = new Float64Array(chains.length);
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
            this.lengths[chain] = shape.length;
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
    settle(chain: number, { rotations }: Bases, heads: Flat) {
        copyQuat(this.held.rotations, 4 * chain, rotations, 4 * chain);
        copyVec(this.held.positions, 3 * chain, heads, 3 * this.firsts[chain]);
        this.moved.fill(0, 3 * chain, 3 * chain + 3);
        this.turnedBy.fill(0, 3 * chain, 3 * chain + 3);
        const from = 3 * this.firsts[chain], to = 3 * this.firsts[chain + 1];
        this.leans.fill(0, from, to);
        this.speeds.fill(0, from, to);
        this.next.fill(0, from, to);
        this.sags.fill(0, from, to);
    }

    /** Lets the base of a chain come from where it was for other rods. */
    copyBase({ held, moved, turnedBy }: Rods, chain: number, from: number) {
        copyQuat(this.held.rotations, 4 * chain, held.rotations, 4 * from);
        copyVec(this.held.positions, 3 * chain, held.positions, 3 * from);
        copyVec(this.moved, 3 * chain, moved, 3 * from);
        copyVec(this.turnedBy, 3 * chain, turnedBy, 3 * from);
    }

    /** Lets a joint go on as in other rods. */
    copyLean({ leans, speeds, directions, sags }: Rods, joint: number, from: number) {
        copyVec(this.leans, 3 * joint, leans, 3 * from);
        copyVec(this.speeds, 3 * joint, speeds, 3 * from);
        copyVec(this.directions, 3 * joint, directions, 3 * from);
        copyVec(this.sags, 3 * joint, sags, 3 * from);
    }

    /** Takes along what is known of a base's motion where it is not felt. */
    carry(chain: number, { rotation, shift }: Carry) {
        const { held: { rotations, positions }, moved, turnedBy } = this;
        carryPoint(positions, 3 * chain, rotation, shift, positions, 3 * chain);
        multiplyQuat(rotations, 4 * chain, rotation, 0, rotations, 4 * chain);
        rotateVec(moved, 3 * chain, rotation, 0, moved, 3 * chain);
        rotateVec(turnedBy, 3 * chain, rotation, 0, turnedBy, 3 * chain);
    }

    /** Adds to the velocity of a chain, world units per second; scales are those of what each joint hangs on. */
    push(chain: number, velocity: Flat, scales: Flat) {
        const { speeds, directions, held } = this;
        rotateVecInverse(moving, 0, held.rotations, 4 * chain, velocity, 0);
        const reach = 1 / (REACH * this.lengths[chain] * scales[this.firsts[chain]]);
        for (let o = 3 * this.firsts[chain]; o < 3 * this.firsts[chain + 1]; o += 3) {
            const x = directions[o], y = directions[o + 1], z = directions[o + 2];
            speeds[o] += (y * moving[2] - z * moving[1]) * reach;
            speeds[o + 1] += (z * moving[0] - x * moving[2]) * reach;
            speeds[o + 2] += (x * moving[1] - y * moving[0]) * reach;
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
        const { firsts, leans, speeds, sags, directions, inertias, dampings, torques } = this;
        const first = firsts[chain], end = firsts[chain + 1];
        const seconds = parts[0] * this.seconds;
        const kept = pace[0] + pace[3], speed = pace[2], shake = speed / seconds;
        const lever = 1 / (REACH * this.lengths[chain] * scales[first]);
        const tx = turning[0], ty = turning[1], tz = turning[2];
        const mx = lever * moving[0], my = lever * moving[1], mz = lever * moving[2];
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
        const { firsts, leans, speeds, next, sags, directions, held, moved, turnedBy } = this;
        const c = 3 * chain, b = 4 * chain, root = 3 * firsts[chain];
        this.findWays(chain, bases, heads);
        this.findChanges(chain, WHOLE, scales);
        for (let k = 0; k < 3; k++) {
            turnedBy[c + k] += turning[k];
            moved[c + k] += moving[k];
        }
        copyVec(held.positions, c, heads, root);
        copyQuat(held.rotations, b, bases.rotations, b);
        const perWay = 1 / this.paces[PACE * chain + 2], back = this.paces[PACE * chain + 3];
        for (let i = firsts[chain]; i < firsts[chain + 1]; i++) {
            const o = 3 * i;
            for (let k = o; k < o + 3; k++) {
                speeds[k] = perWay * (next[k] - leans[k] - back * (next[k] - sags[k]));
                leans[k] = next[k];
            }
            rotateVecInverse(directions, o, held.rotations, b, shown, o);
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
        rotateVecInverse(sags, o, this.held.rotations, 4 * chain, axis, 0);
    }

    /** Finds what shakes a chain in a part of a step: how its base changes its motion, air that it moves through, and wind. */
    private feel(chain: number, parts: Flat, bases: Bases, heads: Flat, scales: Flat) {
        const { wind } = this;
        const seconds = parts[0] * this.seconds;
        const air = 2 * this.ratios[chain] * this.frequencies[chain] * this.plans[chain]!.airDrag * seconds;
        this.findWays(chain, bases, heads);
        this.findChanges(chain, parts, scales);
        for (let k = 0; k < 3; k++) {
            turning[k] += air * turnedWay[k];
            moving[k] += air * movedWay[k] - wind[k] * seconds * seconds;
        }
        rotateVecInverse(turning, 0, bases.rotations, 4 * chain, turning, 0);
        rotateVecInverse(moving, 0, bases.rotations, 4 * chain, moving, 0);
    }

    /** Finds how the base of a chain has turned and moved since the last step. */
    private findWays(chain: number, { rotations }: Bases, heads: Flat) {
        const { held, firsts } = this;
        rotationVector(turnedWay, 0, held.rotations, 4 * chain, rotations, 4 * chain);
        subtractVec(movedWay, 0, heads, 3 * firsts[chain], held.positions, 3 * chain);
    }

    /** Finds by how much these ways are felt to differ from those of the last step. */
    private findChanges(chain: number, parts: Flat, scales: Flat) {
        const { moved, turnedBy, firsts, lengths } = this;
        const c = 3 * chain, part = parts[0];
        const reach = REACH * lengths[chain] * scales[firsts[chain]];
        for (let k = 0; k < 3; k++) {
            turning[k] = turnedWay[k] - part * turnedBy[c + k];
            moving[k] = movedWay[k] - part * moved[c + k];
        }
        const most = part * FASTEST;
        // by hand: a number that a function answers may be allocated
        const turned = Math.sqrt(turning[0] * turning[0] + turning[1] * turning[1] + turning[2] * turning[2]);
        const gone = Math.sqrt(moving[0] * moving[0] + moving[1] * moving[1] + moving[2] * moving[2]) / reach;
        for (let k = 0; k < 3; k++) {
            if (turned > most) turning[k] *= most / turned;
            if (gone > most) moving[k] *= most / gone;
        }
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
