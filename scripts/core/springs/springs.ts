import { carryPoint, createCarry, type Carry } from './carry';
import { carryColliders, copyColliders, createColliders, mixColliders, pushOut, sameColliders, type Colliders } from './colliders';
import { LimitKind, limitCone, limitHinge } from './joint-limit';
import { createPace, setDrag, VRM_RATE, type Pace } from './pace';
import type { SpringLink, SpringPlan } from './spring-plan';
import { arcQuat, copyQuat, copyVec, dotVec, multiplyQuat, normalizeQuat, normalizeVec, perpendicularVec, rotateVec, subtractVec, type Flat } from '../math/flat-math';

// Chains of bones that swing behind what they hang on.
//
// Each joint is a bone with a weight at its tail, which a pendulum's law moves: a pull of constant strength towards the rest, gravity,
// wind, and drag, exact in time. The tail keeps its distance (position based dynamics: Müller et al., Position Based Dynamics, 2007): it is
// moved freely, put back on its sphere, out of the colliders and into its limit, and its velocity is what it has really moved. The
// parameters mean what VRM's spring bones mean by them (VRMC_springBone 1.0) at 60 steps a second.
//
// Time goes in fixed steps, with bases and colliders on their path within the frame. What is shown is one more step over what is left of
// the frame, which is not kept: it has no lag, and is the same at every frame rate.

/** Seconds of a step. */
const STEP = 1 / 120;

/** Longest time that is simulated in one frame, seconds: what a longer hitch has more is left out. */
const LONGEST = 1;

/** Rounds of colliders and length in a step that is kept, and in what is shown. */
const ROUNDS = 2;
const SHOWN_ROUNDS = 6;

/** World transforms of what the chains hang on: four and three numbers each. */
interface Bases {
    readonly rotations: Flat;
    readonly positions: Flat;
}

/** Tails with their velocities. */
interface Tails {
    readonly positions: Flat;
    readonly velocities: Flat;
}

const createBases = (count: number): Bases => ({ rotations: new Float64Array(4 * count), positions: new Float64Array(3 * count) });
const createTails = (count: number): Tails => ({ positions: new Float64Array(3 * count), velocities: new Float64Array(3 * count) });

const restRotation = new Float64Array(4);
const turn = new Float64Array(4);
const rest = new Float64Array(3);
const direction = new Float64Array(3);
const pole = new Float64Array(3);

/** Share of the frame that has passed; a number that is handed on by itself is allocated. */
const share = new Float64Array(1);

/** Chains that swing. In each frame: fill in the inputs, call {@link Springs.advance}, read the rotations. Nothing is allocated. */
export class Springs {
    /** Input: what each chain hangs on. */
    readonly bases: Bases;

    /** Input: the incoming pose of the joints to their parents, and world scales of the joints and of what they hang on. */
    readonly localRotations: Flat;

    readonly localPositions: Flat;

    readonly scales: Flat;

    readonly parentScales: Flat;

    /** Input: where the colliders are. */
    readonly colliders: Colliders;

    /** Input: what each motion takes along in this frame without its being felt. */
    readonly carries: readonly Carry[];

    /** Input: acceleration of the wind, metres per second squared at the size of 1. */
    readonly wind = new Float64Array(3);

    /** Input: size of the character against that of a person; accelerations scale with it. */
    size = 1;

    /** Input: metres per second, below which all tails count as resting. */
    sleepSpeed = 0;

    /** Input: seconds since the last frame. */
    seconds = 0;

    /** World rotations of the joints as shown, and of what each hangs on. */
    readonly rotations: Flat;

    readonly parentRotations: Flat;

    /** World places of the joints as shown, and of their tails. */
    readonly heads: Flat;

    readonly shown: Tails;

    /** Whether nothing moves, and nothing is computed. */
    isAsleep = false;

    private readonly state: Tails;

    /** Tails at the start of a step. */
    private readonly before: Flat;

    private readonly from: Bases;

    private readonly now: Bases;

    /** Colliders at the start of the frame as each motion has taken them along, and within it. */
    private readonly fromColliders: readonly Colliders[];

    private readonly nowColliders: readonly Colliders[];

    private readonly lastColliders: Colliders;

    /** The incoming pose of the last frame, and within this one. */
    private readonly fromLocal: Bases;

    private readonly nowLocal: Bases;

    /** Radii and largest angles of the joints. */
    private readonly radii: Flat;

    private readonly limitAngles: Flat;

    /** A step that is kept, and the one to what is shown. */
    private readonly pace: Pace;

    private readonly shownPace: Pace;

    /** Seconds since the last kept step. */
    private sinceStep = 0;

    private isNew = true;

    /** Whether the incoming pose of the joints differs from that of the last frame. */
    private isPosing = true;

    constructor(readonly plan: SpringPlan) {
        const { joints, chains, shapes, motions } = plan;
        const count = joints.length;
        this.bases = createBases(chains.length);
        this.from = createBases(chains.length);
        this.now = createBases(chains.length);
        this.localRotations = new Float64Array(4 * count);
        this.localPositions = new Float64Array(3 * count);
        this.fromLocal = createBases(count);
        this.nowLocal = createBases(count);
        this.scales = new Float64Array(count).fill(1);
        this.parentScales = new Float64Array(count).fill(1);
        this.rotations = new Float64Array(4 * count);
        this.parentRotations = new Float64Array(4 * count);
        this.heads = new Float64Array(3 * count);
        this.shown = createTails(count);
        this.state = createTails(count);
        this.before = new Float64Array(3 * count);
        this.colliders = createColliders(shapes);
        this.lastColliders = createColliders(shapes);
        this.fromColliders = Array.from({ length: motions }, () => createColliders(shapes));
        this.nowColliders = Array.from({ length: motions }, () => createColliders(shapes));
        this.carries = Array.from({ length: motions }, createCarry);
        this.radii = Float64Array.from(joints, ({ radius }) => radius);
        this.limitAngles = Float64Array.from(joints, ({ limitAngle }) => limitAngle);
        this.pace = createPace(STEP, joints);
        this.shownPace = createPace(0, joints);
    }

    /** Starts anew at rest in the pose that comes in with the next frame. */
    reset() {
        this.isNew = true;
        this.isAsleep = false;
    }

    /** Adds to the velocity of all tails, metres per second at the size of 1. */
    push(velocity: Flat) {
        const { velocities } = this.state;
        for (let i = 0; i < velocities.length; i++) velocities[i] += velocity[i % 3] * this.size;
        this.isAsleep = false;
    }

    /** One frame: from the inputs of the last frame to those of this one. */
    advance() {
        if (this.isNew) this.settle();
        this.isPosing = !same(this.localRotations, this.fromLocal.rotations) || !same(this.localPositions, this.fromLocal.positions);
        const isStill = this.isStill();
        if (this.isAsleep && isStill) return;
        this.isAsleep = false;
        this.carry();
        const time = this.seconds > 0 ? Math.min(this.seconds, LONGEST) : 0;
        const count = Math.floor((this.sinceStep + time) / STEP);
        for (let i = 1; i <= count; i++) {
            share[0] = time > 0 ? Math.min(1, (i * STEP - this.sinceStep) / time) : 1;
            this.placeWithin();
            this.step(this.state, this.pace, ROUNDS);
        }
        this.sinceStep += time - count * STEP;
        this.show();
        if (isStill && count > 0) this.isAsleep = this.isSlow();
        this.keepInputs();
    }

    /** Puts everything at rest in the incoming pose. */
    private settle() {
        const { joints } = this.plan;
        this.isNew = false;
        this.sinceStep = 0;
        this.keepInputs();
        this.isPosing = true;
        share[0] = 1;
        this.placeWithin();
        for (let joint = 0; joint < joints.length; joint++) {
            this.findRest(joint);
            copyQuat(this.rotations, 4 * joint, restRotation, 0);
            this.putTail(this.state.positions, joint, rest);
        }
        this.state.velocities.fill(0);
    }

    /** Remembers the inputs as those of the last frame. */
    private keepInputs() {
        copyBases(this.from, this.bases);
        this.fromLocal.rotations.set(this.localRotations);
        this.fromLocal.positions.set(this.localPositions);
        copyColliders(this.lastColliders, this.colliders);
    }

    /** Whether the inputs are those of the last frame, and nothing from outside pulls. */
    private isStill(): boolean {
        const { wind, from, bases } = this;
        return wind[0] === 0 && wind[1] === 0 && wind[2] === 0 && !this.isPosing &&
            same(bases.rotations, from.rotations) && same(bases.positions, from.positions) && sameColliders(this.colliders, this.lastColliders);
    }

    private isSlow(): boolean {
        const { velocities } = this.state;
        const limit = this.sleepSpeed * this.size;
        for (let o = 0; o < velocities.length; o += 3) {
            const x = velocities[o], y = velocities[o + 1], z = velocities[o + 2];
            if (!(x * x + y * y + z * z < limit * limit)) return false;
        }
        return true;
    }

    /** Takes along what is not felt: the state, and where bases and colliders come from. */
    private carry() {
        const { joints, chains } = this.plan;
        const { positions, velocities } = this.state;
        for (let joint = 0; joint < joints.length; joint++) {
            const { rotation, shift } = this.carries[chains[joints[joint].chain].motion];
            carryPoint(positions, 3 * joint, rotation, shift, positions, 3 * joint);
            rotateVec(velocities, 3 * joint, rotation, 0, velocities, 3 * joint);
        }
        for (let chain = 0; chain < chains.length; chain++) {
            const { rotation, shift } = this.carries[chains[chain].motion];
            const { from } = this;
            carryPoint(from.positions, 3 * chain, rotation, shift, from.positions, 3 * chain);
            multiplyQuat(from.rotations, 4 * chain, rotation, 0, from.rotations, 4 * chain);
        }
        for (let motion = 0; motion < this.carries.length; motion++) {
            const { rotation, shift } = this.carries[motion];
            carryColliders(this.fromColliders[motion], this.lastColliders, rotation, shift);
        }
    }

    /** Places bases and colliders at the {@link share} of their path within the frame. */
    private placeWithin() {
        mixBases(this.now, this.from, this.bases.rotations, this.bases.positions);
        if (this.isPosing) mixBases(this.nowLocal, this.fromLocal, this.localRotations, this.localPositions);
        for (let i = 0; i < this.nowColliders.length; i++) mixColliders(this.nowColliders[i], this.fromColliders[i], this.colliders, share);
    }

    /** Makes what is shown: the rest of the frame as a step that is not kept. */
    private show() {
        const { shown, state, shownPace } = this;
        shown.positions.set(state.positions);
        shown.velocities.set(state.velocities);
        shownPace.seconds = this.sinceStep;
        setDrag(shownPace);
        share[0] = 1;
        this.placeWithin();
        this.step(shown, shownPace, SHOWN_ROUNDS);
    }

    /** Moves the tails on by a step. */
    private step(tails: Tails, { seconds, kept, pulled }: Pace, rounds: number) {
        const { joints, links } = this.plan;
        const { positions, velocities } = tails;
        const { before } = this;
        before.set(positions);
        for (let joint = 0; joint < joints.length; joint++) {
            this.findRest(joint);
            const { stiffness, gravity } = joints[joint];
            for (let k = 0; k < 3; k++) {
                const o = 3 * joint + k;
                const pull = (VRM_RATE * (stiffness * rest[k] + gravity[k]) + this.wind[k]) * this.size;
                positions[o] += (kept[joint] * velocities[o] + pulled[joint] * pull) * seconds;
            }
            this.constrain(positions, joint, rounds);
        }
        if (links.length > 0) {
            for (let link = 0; link < links.length; link++) this.holdLink(positions, links[link]);
            for (let joint = 0; joint < joints.length; joint++) {
                this.findRest(joint);
                this.constrain(positions, joint, rounds);
            }
        }
        if (!(seconds > 0)) return;
        for (let i = 0; i < positions.length; i++) velocities[i] = (positions[i] - before[i]) / seconds;
    }

    /** Finds the head of a joint, and its rotation and direction at rest; the joint above has been placed. */
    private findRest(joint: number) {
        const { parent, chain, axis } = this.plan.joints[joint];
        const { parentRotations, heads, nowLocal, now } = this;
        const p = 4 * joint, o = 3 * joint;
        if (parent < 0) copyQuat(parentRotations, p, now.rotations, 4 * chain);
        else copyQuat(parentRotations, p, this.rotations, 4 * parent);
        rotateVec(heads, o, parentRotations, p, nowLocal.positions, o);
        const scale = this.parentScales[joint];
        const above = parent < 0 ? now.positions : heads;
        const a = 3 * (parent < 0 ? chain : parent);
        for (let k = 0; k < 3; k++) {
            heads[o + k] = above[a + k] + scale * heads[o + k];
            rest[k] = axis[k];
        }
        multiplyQuat(restRotation, 0, parentRotations, p, nowLocal.rotations, p);
        rotateVec(rest, 0, restRotation, 0, rest, 0);
    }

    /** Puts a tail back on its sphere, out of the colliders and into its limit, and turns the joint to it. */
    private constrain(positions: Flat, joint: number, rounds: number) {
        const { chain, limit, limitAxis } = this.plan.joints[joint];
        const { colliders, motion } = this.plan.chains[chain];
        this.aim(positions, joint);
        let touches = colliders.length > 0;
        for (let round = 0; round < rounds && touches; round++) {
            this.putTail(positions, joint, direction);
            touches = false;
            for (let i = 0; i < colliders.length; i++) {
                if (pushOut(positions, 3 * joint, this.radii, joint, this.nowColliders[motion], colliders[i])) touches = true;
            }
            if (touches) this.aim(positions, joint);
        }
        if (limit === LimitKind.cone) limitCone(direction, rest, this.limitAngles, joint);
        else if (limit === LimitKind.hinge) limitHinge(direction, rest, limitAxis, this.parentRotations, 4 * joint, this.limitAngles, joint);
        this.putTail(positions, joint, direction);
        perpendicularVec(pole, 0, rest, 0);
        arcQuat(turn, 0, rest, 0, direction, 0, pole, 0);
        multiplyQuat(this.rotations, 4 * joint, turn, 0, restRotation, 0);
    }

    /** Finds the direction from a joint's head to its tail; the rest where there is none. */
    private aim(positions: Flat, joint: number) {
        subtractVec(direction, 0, positions, 3 * joint, this.heads, 3 * joint);
        if (!normalizeVec(direction, 0)) copyVec(direction, 0, rest, 0);
    }

    /** Puts a tail at its distance from the head. */
    private putTail(positions: Flat, joint: number, along: Flat) {
        const length = this.plan.joints[joint].length * this.scales[joint];
        for (let k = 0; k < 3; k++) positions[3 * joint + k] = this.heads[3 * joint + k] + length * along[k];
    }

    /** Brings two tails to their distance, each by half of what is missing. */
    private holdLink(positions: Flat, { a, b, length }: SpringLink) {
        subtractVec(direction, 0, positions, 3 * b, positions, 3 * a);
        const distance = Math.sqrt(dotVec(direction, 0, direction, 0));
        if (!(distance > 0)) return;
        const missing = 0.5 * (1 - length / distance);
        for (let k = 0; k < 3; k++) {
            positions[3 * a + k] += missing * direction[k];
            positions[3 * b + k] -= missing * direction[k];
        }
    }
}

function copyBases(out: Bases, bases: Bases): void {
    out.rotations.set(bases.rotations);
    out.positions.set(bases.positions);
}

/** Writes places at the {@link share} of their path: positions on the line, rotations on the shorter arc. */
function mixBases(out: Bases, from: Bases, rotations: Flat, positions: Flat): void {
    const passed = share[0];
    for (let i = 0; i < positions.length; i++) out.positions[i] = from.positions[i] + passed * (positions[i] - from.positions[i]);
    for (let o = 0; o < rotations.length; o += 4) {
        let cosine = 0;
        for (let k = o; k < o + 4; k++) cosine += from.rotations[k] * rotations[k];
        const signed = cosine < 0 ? -passed : passed;
        for (let k = o; k < o + 4; k++) out.rotations[k] = (1 - passed) * from.rotations[k] + signed * rotations[k];
        normalizeQuat(out.rotations, o);
    }
}

function same(a: Flat, b: Flat): boolean {
    for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
    return true;
}
