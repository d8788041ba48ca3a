import { readCentre } from './centre-of-mass';
import type { RigidState } from '../dynamics/rigid-state';
import type { SteeredBodies } from '../dynamics/steering';
import { addVec, copyVec, crossVec, lengthVec, multiplyQuat, rotateVec, subtractVec, type Flat } from '../math/flat-math';
import { vectorRotation } from '../math/rotation-vector';
import { clamp, RADIANS } from '../math/scalars';
import { SPRING_HALF_LIFE, stepSpring } from '../math/spring';

// How a standing body answers a push: by its mass.
//
// The push leaves the upper body with a momentum. Its angular momentum about the hips turns the trunk, its linear one takes the whole body off its feet as an
// inverted pendulum (Horak, Nashner, Central programming of postural movements, 1986: hip strategy and ankle strategy), and muscles catch both as critically
// damped springs. A turn of the trunk leaves the centre of mass in its place: the hips go the other way. Bodies are driven to where that has them.

/** Time constant of the muscles, of the pendulum's own: a person leans furthest after a quarter of a second. */
const MUSCLES = 0.7;

/** Largest lean. */
const MOST = 24 * RADIANS;

/** Lean below which a sway is not seen, and shift below which it is not, of the height of the hips; share of that at which it ends. */
const UNSEEN = 2 * RADIANS;
const NEAR = 0.015;
const ENDS = 0.02;

/** Which bodies sway, and how. */
export interface SwayingBodies {
    readonly isLeg: Uint8Array;
    /** Share of the trunk's turn that a body takes; NaN: as much as its parent. */
    readonly turns: Flat;
}

const joint = new Float64Array(3);
const arm = new Float64Array(3);
const speed = new Float64Array(3);
const part = new Float64Array(3);
const turn = new Float64Array(4);
const momentum = new Float64Array(3);
const centre = new Float64Array(6);

export class Sway {
    /** Turn of the trunk as a rotation vector, then the shift on x and z, each with its rate: radians, metres, seconds. */
    private readonly springs = new Float64Array(10);

    /** Velocity that the last push has given the body, x and z, m/s. */
    private readonly speed = new Float64Array(2);

    /** Half-life of the springs, seconds. */
    private halfLife = 0;

    /** Centre of the upper body against the hips, times its share of the mass, metres. */
    private readonly lever = new Float64Array(3);

    /** Middle of the joints at which the legs hang. */
    private readonly pivot = new Float64Array(3);

    /** Height of the hips over the lowest body of the legs, metres. */
    private height = 0;

    /** Masses of the bodies that no leg has. */
    private readonly masses: Flat;

    /** Displacement and turn of each body, now and a step before, and share of the turn. */
    private readonly moves: Flat;

    private readonly rolls: Flat;

    private readonly movesBefore: Flat;

    private readonly rollsBefore: Flat;

    private readonly shares: Flat;

    isOn = false;

    /** Whether it is large enough to be seen. */
    isSeen = false;

    constructor(private readonly swaying: SwayingBodies) {
        const count = swaying.isLeg.length;
        this.masses = new Float64Array(count);
        this.shares = new Float64Array(count);
        this.moves = new Float64Array(3 * count);
        this.rolls = new Float64Array(3 * count);
        this.movesBefore = new Float64Array(3 * count);
        this.rollsBefore = new Float64Array(3 * count);
    }

    end() {
        this.isOn = this.isSeen = false;
        for (const values of [this.springs, this.moves, this.rolls]) values.fill(0);
    }

    /**
     * Takes up what a push has left the upper body with.
     *
     * @param bodies - At the start of the step.
     * @param time - Of the pendulum, seconds.
     */
    push({ state, target, tree }: SteeredBodies, time: number) {
        const { masses, springs, lever, pivot, swaying: { isLeg, turns } } = this;
        let mass = 0, upper = 0, inertia = 0;
        const low = this.findHips(target, tree.anchors, tree.parents);
        momentum.fill(0);
        part.fill(0);
        for (let body = 0; body < state.count; body++) {
            const own = tree.masses[body];
            masses[body] = isLeg[body] === 1 ? 0 : own;
            // what hangs free keeps what it was given, as an arm that is hit does
            const held = isLeg[body] === 1 || turns[body] >= 0 ? own : 0;
            mass += own;
            upper += masses[body];
            // what stays upright is carried by its joint
            if (turns[body] === 0) readJoint(arm, target, tree.anchors, body);
            else copyVec(arm, 0, target.positions, 3 * body);
            subtractVec(arm, 0, arm, 0, pivot, 0);
            for (let i = 0; i < 3; i++) {
                speed[i] = state.linear[3 * body + i] - target.linear[3 * body + i];
                momentum[i] += held * speed[i];
            }
            if (isLeg[body] === 0) inertia += held * (arm[0] * arm[0] + arm[1] * arm[1] + arm[2] * arm[2]);
            crossVec(joint, 0, arm, 0, speed, 0);
            for (let i = 0; i < 3; i++) part[i] += isLeg[body] === 1 ? 0 : held * joint[i];
        }
        if (!(inertia > 0 && time > 0)) return;
        readCentre(centre, target, masses);
        for (let i = 0; i < 3; i++) {
            part[i] /= inertia;
            lever[i] = upper / mass * (centre[i] - pivot[i]);
        }
        // the pendulum tips with all that stands on it
        readCentre(centre, target, tree.masses);
        const height = centre[1] - low;
        part[0] += momentum[2] / (mass * height);
        part[2] -= momentum[0] / (mass * height);
        const tau = MUSCLES * time;
        const share = Math.min(1, MOST * Math.E / (tau * lengthVec(part, 0)));
        for (let i = 0; i < 3; i++) springs[2 * i + 1] = share > 0 ? share * part[i] : 0;
        for (let i = 0; i < 2; i++) this.speed[i] = momentum[2 * i] / mass;
        springs[7] = springs[9] = 0;
        this.halfLife = SPRING_HALF_LIFE * tau;
        this.isOn = this.isSeen = true;
    }

    /** Lets the body be taken off its feet by the last push: no foot steps. */
    shift() {
        for (let i = 0; i < 2; i++) this.springs[7 + 2 * i] = this.speed[i];
    }

    /** One step of h seconds. */
    step(h: number) {
        const { springs, height } = this;
        if (!this.isOn) return;
        for (let o = 0; o < springs.length; o += 2) stepSpring(springs, o, 0, this.halfLife, h);
        // at first the body is on its way
        const rate = this.halfLife / SPRING_HALF_LIFE;
        let most = 0;
        for (let o = 0; o < springs.length; o += 2) most = Math.max(most, (Math.abs(springs[o]) + rate * Math.abs(springs[o + 1])) / (o < 6 ? UNSEEN : NEAR * height));
        this.isSeen = most > 1;
        if (!(most > ENDS)) this.end();
    }

    /** Moves where bodies are driven to; a step of h seconds. */
    aim({ target, tree }: SteeredBodies, goal: RigidState, h: number) {
        const { moves, rolls, movesBefore, rollsBefore } = this;
        if (!this.isOn) return;
        movesBefore.set(moves);
        rollsBefore.set(rolls);
        this.place(target, tree.anchors, tree.parents);
        for (let body = 0; body < goal.count; body++) {
            vectorRotation(turn, 0, rolls, 3 * body);
            multiplyQuat(goal.rotations, 4 * body, turn, 0, goal.rotations, 4 * body);
            for (let i = 3 * body; i < 3 * body + 3; i++) {
                goal.positions[i] += moves[i];
                goal.linear[i] += (moves[i] - movesBefore[i]) / h;
                goal.angular[i] += (rolls[i] - rollsBefore[i]) / h;
            }
        }
    }

    /** Finds how far each body is moved and turned. */
    private place(target: RigidState, anchors: Flat, parents: ArrayLike<number>) {
        const { springs, swaying: { isLeg, turns }, moves, rolls, shares, lever, pivot } = this;
        const low = this.findHips(target, anchors, parents);
        for (let i = 0; i < 3; i++) part[i] = springs[2 * i];
        // the centre of mass stays over the feet, but for the shift
        crossVec(speed, 0, part, 0, lever, 0);
        speed[0] = springs[6] - speed[0];
        speed[1] = 0;
        speed[2] = springs[8] - speed[2];
        for (let body = 0; body < target.count; body++) {
            const o = 3 * body, parent = parents[body];
            if (isLeg[body] === 1) {
                // a leg leans from its foot to its hip
                const share = clamp((target.positions[o + 1] - low) / this.height, 0, 1);
                for (let i = 0; i < 3; i += 2) moves[o + i] = share * speed[i];
                rolls[o] = speed[2] / this.height;
                rolls[o + 2] = -speed[0] / this.height;
                continue;
            }
            shares[body] = turns[body] >= 0 ? turns[body] : parent < 0 ? 1 : shares[parent];
            for (let i = 0; i < 3; i++) rolls[o + i] = shares[body] * part[i];
            if (parent < 0) {
                joint.set(pivot);
                moves.set(speed, o);
            } else {
                readJoint(joint, target, anchors, body);
                this.turnFrom(target.positions, joint, body, parent);
                for (let i = 0; i < 3; i++) moves[o + i] += moves[3 * parent + i];
            }
            // from the joint on it turns by itself
            vectorRotation(turn, 0, rolls, o);
            for (let i = 0; i < 3; i++) arm[i] = target.positions[o + i] - joint[i];
            rotateVec(joint, 0, turn, 0, arm, 0);
            for (let i = 0; i < 3; i++) moves[o + i] += joint[i] - arm[i];
        }
    }

    /** Writes how far the turn of the parent moves the joint of a body. */
    private turnFrom(positions: Flat, end: Flat, body: number, parent: number) {
        const { moves, rolls } = this;
        for (let i = 0; i < 3; i++) arm[i] = end[i] - positions[3 * parent + i];
        vectorRotation(turn, 0, rolls, 3 * parent);
        rotateVec(moves, 3 * body, turn, 0, arm, 0);
        for (let i = 0; i < 3; i++) moves[3 * body + i] -= arm[i];
    }

    /** Finds the middle of the joints at which legs hang, and their height; answers that of the lowest body of a leg. */
    private findHips(target: RigidState, anchors: Flat, parents: ArrayLike<number>): number {
        const { pivot, swaying: { isLeg } } = this;
        let count = 0, low = Infinity;
        pivot.fill(0);
        for (let body = 0; body < target.count; body++) {
            if (isLeg[body] === 0) continue;
            low = Math.min(low, target.positions[3 * body + 1]);
            if (parents[body] >= 0 && isLeg[parents[body]] === 1) continue;
            readJoint(joint, target, anchors, body);
            addVec(pivot, 0, pivot, 0, joint, 0);
            count++;
        }
        for (let i = 0; i < 3; i++) pivot[i] /= count;
        this.height = pivot[1] - low;
        return low;
    }
}

/** Writes the world place of a body's joint to its parent. */
function readJoint(out: Flat, { positions, rotations }: RigidState, anchors: Flat, body: number) {
    rotateVec(out, 0, rotations, 4 * body, anchors, 3 * body);
    for (let i = 0; i < 3; i++) out[i] += positions[3 * body + i];
}
