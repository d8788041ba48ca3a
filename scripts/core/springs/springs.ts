import { carryPoint, createCarry, isCarrying, type Carry } from './carry';
import { holdOff, type Balls } from './colliders';
import { FramePath } from './frame-path';
import { LimitKind, limitCone, limitHinge } from './joint-limit';
import { createPace, VRM_RATE, type Pace } from './pace';
import type { SpringLink, SpringPlan } from './spring-plan';
import { arcQuat, copyQuat, copyVec, dotVec, multiplyQuat, normalizeVec, perpendicularVec, rotateVec, subtractVec, type Flat } from '../math/flat-math';

// Chains of bones that swing behind what they hang on.
//
// Each joint is a bone with a weight at its tail, which a pendulum's law moves: a pull of constant strength towards the rest, gravity,
// wind, and drag. Størmer's rule carries it on (Hairer, Lubich and Wanner: Geometric numerical integration illustrated by the
// Störmer-Verlet method, 2003), with drag exact in time: a step goes the way of the last one again, less drag, and what is pulled. The
// bone's length is held as in SHAKE (Ryckaert, Ciccotti and Berendsen, 1977), along the bone as it was: a swing loses nothing but drag.
// The parameters mean what VRM's spring bones mean by them (VRMC_springBone 1.0) at 60 steps a second.
//
// Time goes in fixed steps, with bases and colliders on their path within the frame. What is shown between two of them is a shorter step
// that is not kept: it has no lag, and is the same at every frame rate.

/** Seconds of a step. */
const STEP = 1 / 60;

/** Share of a step by which the end of a frame may miss that of a step: what rounding leaves. */
const ON_TIME = 1e-6;

/** Longest time that is simulated in one frame, seconds: what a longer hitch has more is left out. */
const LONGEST = 1;

/** Most rounds over the colliders of a joint: where several hold it, each round brings it nearer to where it touches them all. */
const ROUNDS = 6;

/** Cosine below which the shortest turn has no certain axis. */
const OPPOSITE = -0.999999;

/** Places of tails, and the directions of their bones. */
interface Tails {
    readonly positions: Flat;
    readonly directions: Flat;
}

const createTails = (count: number): Tails => ({ positions: new Float64Array(3 * count), directions: new Float64Array(3 * count) });

const restRotation = new Float64Array(4);
const turn = new Float64Array(4);
const rest = new Float64Array(3);
const direction = new Float64Array(3);
const pole = new Float64Array(3);

/** Share of the frame that has passed, and of a step that is made; a number that is handed on by itself is allocated. */
const share = new Float64Array(1);
const part = new Float64Array(1);

/** Chains that swing. In each frame: fill in the inputs, call {@link Springs.advance}, read the rotations. Nothing is allocated. */
export class Springs {
    /** Inputs: what the chains hang on, the incoming pose of their joints, and colliders. */
    readonly path: FramePath;

    /** Input: world scales of the joints, and of what they hang on. */
    readonly scales: Flat;

    readonly parentScales: Flat;

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

    /** World places of the joints as shown; those of their tails are {@link shown}. */
    readonly heads: Flat;

    /** Where the tails are: the state, or what is shown between two steps. */
    shown: Tails;

    /** Whether nothing moves, so that nothing is computed. */
    isAsleep = false;

    private readonly state: Tails;

    private readonly between: Tails;

    /** Way of each tail in the last step, and what it is pulled in the next one. */
    private readonly ways: Flat;

    private readonly pulls: Flat;

    /** What is known of the joints. */
    private readonly parents: Int32Array;

    private readonly chains: Int32Array;

    private readonly motions: Int32Array;

    private readonly axes: Flat;

    private readonly stiffnesses: Flat;

    private readonly gravities: Flat;

    private readonly limits: Uint8Array;

    private readonly limitAngles: Flat;

    /** Distances of the tails in the world. */
    private readonly lengths: Flat;

    private readonly balls: Balls;

    private readonly pace: Pace;

    /** Share of a step since the last kept one. */
    private sinceStep = 0;

    private isNew = true;

    constructor(readonly plan: SpringPlan) {
        const { joints, chains, motions } = plan;
        const count = joints.length;
        this.path = new FramePath(plan);
        this.scales = new Float64Array(count).fill(1);
        this.parentScales = new Float64Array(count).fill(1);
        this.carries = Array.from({ length: motions }, createCarry);
        this.rotations = new Float64Array(4 * count);
        this.parentRotations = new Float64Array(4 * count);
        this.heads = new Float64Array(3 * count);
        this.state = createTails(count);
        this.between = createTails(count);
        this.shown = this.state;
        this.ways = new Float64Array(3 * count);
        this.pulls = new Float64Array(3 * count);
        this.parents = Int32Array.from(joints, ({ parent }) => parent);
        this.chains = Int32Array.from(joints, ({ chain }) => chain);
        this.motions = Int32Array.from(joints, ({ chain }) => chains[chain].motion);
        this.axes = Float64Array.from(joints.flatMap(({ axis }) => axis));
        this.stiffnesses = Float64Array.from(joints, ({ stiffness }) => VRM_RATE * stiffness);
        this.gravities = Float64Array.from(joints.flatMap(({ gravity }) => gravity.map(pull => VRM_RATE * pull)));
        this.limits = Uint8Array.from(joints, ({ limit }) => limit);
        this.limitAngles = Float64Array.from(joints, ({ limitAngle }) => limitAngle);
        this.lengths = new Float64Array(count);
        this.balls = {
            heads: this.heads, lengths: this.lengths, radii: Float64Array.from(joints, ({ radius }) => radius), before: new Float64Array(3 * count)
        };
        this.pace = createPace(STEP, joints);
    }

    /** Starts anew at rest in the pose that comes in with the next frame. */
    reset() {
        this.isNew = true;
        this.isAsleep = false;
    }

    /** Adds to the velocity of all tails, metres per second at the size of 1. */
    push(velocity: Flat) {
        for (let i = 0; i < this.ways.length; i++) this.ways[i] += velocity[i % 3] * this.size * STEP;
        this.isAsleep = false;
    }

    /** One frame: from the inputs of the last frame to those of this one. */
    advance() {
        const { path, plan: { joints }, lengths, scales } = this;
        if (this.isAsleep && this.isStill()) return;
        this.isAsleep = false;
        for (let joint = 0; joint < joints.length; joint++) lengths[joint] = joints[joint].length * scales[joint];
        if (this.isNew) this.settle();
        this.carry();
        path.begin(this.carries);
        const steps = this.seconds > 0 ? Math.min(this.seconds, LONGEST) / STEP : 0;
        const count = Math.floor(this.sinceStep + steps + ON_TIME);
        for (let i = 1; i <= count; i++) {
            share[0] = (i - this.sinceStep) / steps + ON_TIME;
            path.goTo(share);
            this.keepStep();
        }
        this.sinceStep = Math.max(0, this.sinceStep + steps - count);
        if (count === 0 || this.sinceStep > ON_TIME) this.show();
        if (count > 0 && this.isSlow()) this.isAsleep = this.isStill();
        path.end();
    }

    /** Puts everything at rest in the incoming pose. */
    private settle() {
        this.isNew = false;
        this.sinceStep = 0;
        this.shown = this.state;
        this.path.end();
        share[0] = 1;
        this.path.goTo(share);
        this.path.keep();
        this.ways.fill(0);
        for (let joint = 0; joint < this.parents.length; joint++) {
            this.findRest(joint);
            copyVec(direction, 0, rest, 0);
            this.place(this.state, joint);
            this.findPull(joint);
        }
    }

    /** Whether the inputs are those of the last frame, and nothing from outside pulls. */
    private isStill(): boolean {
        const { wind, carries } = this;
        for (let i = 0; i < carries.length; i++) if (isCarrying(carries[i])) return false;
        return wind[0] === 0 && wind[1] === 0 && wind[2] === 0 && this.path.isStill;
    }

    private isSlow(): boolean {
        const { ways } = this;
        const limit = this.sleepSpeed * this.size * STEP;
        for (let o = 0; o < ways.length; o += 3) {
            const x = ways[o], y = ways[o + 1], z = ways[o + 2];
            if (!(x * x + y * y + z * z < limit * limit)) return false;
        }
        return true;
    }

    /** Takes the state along where it is not felt. */
    private carry() {
        const { motions, carries, state: { positions, directions }, ways, pulls } = this;
        for (let joint = 0; joint < motions.length; joint++) {
            if (!isCarrying(carries[motions[joint]])) continue;
            const { rotation, shift } = carries[motions[joint]];
            const o = 3 * joint;
            carryPoint(positions, o, rotation, shift, positions, o);
            rotateVec(directions, o, rotation, 0, directions, o);
            rotateVec(ways, o, rotation, 0, ways, o);
            rotateVec(pulls, o, rotation, 0, pulls, o);
        }
    }

    /** Moves the tails on by a step. */
    private keepStep() {
        const { state, ways, balls: { before } } = this;
        part[0] = 1;
        this.step(state);
        for (let i = 0; i < ways.length; i++) ways[i] = state.positions[i] - before[i];
        this.path.keep();
        this.shown = state;
    }

    /** Makes what is shown: the rest of the frame as a part of a step, which is not kept. */
    private show() {
        part[0] = this.sinceStep;
        share[0] = 1;
        this.path.goTo(share);
        this.step(this.between);
        this.shown = this.between;
    }

    /** Makes the {@link part} of a step from the state on. */
    private step(out: Tails) {
        const { plan: { links }, parents, state } = this;
        const isKept = out === state;
        this.balls.before.set(state.positions);
        for (let joint = 0; joint < parents.length; joint++) {
            this.findRest(joint);
            this.swing(joint);
            this.constrain(joint);
            this.place(out, joint);
            if (isKept) this.findPull(joint);
        }
        if (links.length === 0) return;
        for (let link = 0; link < links.length; link++) this.holdLink(out.positions, links[link]);
        for (let joint = 0; joint < parents.length; joint++) {
            this.findRest(joint);
            subtractVec(direction, 0, out.positions, 3 * joint, this.heads, 3 * joint);
            if (!normalizeVec(direction, 0)) copyVec(direction, 0, rest, 0);
            this.constrain(joint);
            this.place(out, joint);
            if (isKept) this.findPull(joint);
        }
    }

    /** Finds the head of a joint, and its rotation and direction at rest; the joint above has been placed. */
    private findRest(joint: number) {
        const { parentRotations, heads, parents, chains, path: { basesNow, localsNow } } = this;
        const p = 4 * joint, o = 3 * joint;
        const parent = parents[joint], chain = chains[joint];
        if (parent < 0) copyQuat(parentRotations, p, basesNow.rotations, 4 * chain);
        else copyQuat(parentRotations, p, this.rotations, 4 * parent);
        rotateVec(heads, o, parentRotations, p, localsNow.positions, o);
        const scale = this.parentScales[joint];
        const above = parent < 0 ? basesNow.positions : heads;
        const a = 3 * (parent < 0 ? chain : parent);
        heads[o] = above[a] + scale * heads[o];
        heads[o + 1] = above[a + 1] + scale * heads[o + 1];
        heads[o + 2] = above[a + 2] + scale * heads[o + 2];
        multiplyQuat(restRotation, 0, parentRotations, p, localsNow.rotations, p);
        rotateVec(rest, 0, restRotation, 0, this.axes, o);
    }

    /** Finds the direction of a joint after the {@link part} of a step in which nothing holds it but its length. */
    private swing(joint: number) {
        const { state: { positions, directions }, ways, pulls, heads, pace: { kept, half }, lengths } = this;
        const o = 3 * joint;
        const size = part[0];
        // the way of the last step is a velocity half a step ago: for a part of a step drag counts from there to the middle of the part
        const again = size * (half[joint] + size * (kept[joint] - half[joint]));
        const pulled = size * (1 + size) / 2;
        const x = positions[o] + again * ways[o] + pulled * pulls[o] - heads[o];
        const y = positions[o + 1] + again * ways[o + 1] + pulled * pulls[o + 1] - heads[o + 1];
        const z = positions[o + 2] + again * ways[o + 2] + pulled * pulls[o + 2] - heads[o + 2];
        const dx = directions[o], dy = directions[o + 1], dz = directions[o + 2];
        const length = lengths[joint];
        const squared = x * x + y * y + z * z;
        // nearer to the head than its length it hangs loose, and goes on straight
        let scale = 1 / Math.sqrt(squared);
        let along = 0;
        if (!(squared < length * length)) {
            // what is across the bone is free, what is along it is what the length leaves
            const far = x * dx + y * dy + z * dz;
            const across = Math.max(0, squared - far * far);
            scale = 1 / Math.sqrt(Math.max(length * length, across));
            along = Math.sqrt(Math.max(0, 1 - across * scale * scale)) - far * scale;
        } else if (!(squared > 0)) {
            scale = 0;
            along = 1;
        }
        direction[0] = scale * x + along * dx;
        direction[1] = scale * y + along * dy;
        direction[2] = scale * z + along * dz;
    }

    /** Brings the direction of a joint out of the colliders and into its limit. */
    private constrain(joint: number) {
        const { plan, path, balls } = this;
        const { colliders, motion } = plan.chains[this.chains[joint]];
        let touches = colliders.length > 0;
        for (let round = 0; round < ROUNDS && touches; round++) {
            touches = false;
            for (let i = 0; i < colliders.length; i++) {
                if (holdOff(direction, balls, joint, path.collidersNow[motion], path.stepColliders[motion], colliders[i])) touches = true;
            }
        }
        const limit = this.limits[joint];
        if (limit === LimitKind.none) return;
        if (limit === LimitKind.cone) limitCone(direction, rest, this.limitAngles, joint);
        else limitHinge(direction, rest, plan.joints[joint].limitAxis, this.parentRotations, 4 * joint, this.limitAngles, joint);
    }

    /** Puts the tail of a joint at its distance along the direction, and turns the joint to it. */
    private place({ positions, directions }: Tails, joint: number) {
        const { heads, lengths } = this;
        const length = lengths[joint];
        const o = 3 * joint;
        // rounding must not add up; so near to 1, this is a square root
        const unit = 1.5 - dotVec(direction, 0, direction, 0) / 2;
        const x = direction[0] * unit, y = direction[1] * unit, z = direction[2] * unit;
        directions[o] = x;
        directions[o + 1] = y;
        directions[o + 2] = z;
        positions[o] = heads[o] + length * x;
        positions[o + 1] = heads[o + 1] + length * y;
        positions[o + 2] = heads[o + 2] + length * z;
        if (!(dotVec(rest, 0, direction, 0) > OPPOSITE)) perpendicularVec(pole, 0, rest, 0);
        arcQuat(turn, 0, rest, 0, direction, 0, pole, 0);
        multiplyQuat(this.rotations, 4 * joint, turn, 0, restRotation, 0);
    }

    /** Finds what pulls a joint in the next step: of a stiff one so much that its swing has the right time, and no more than holds it. */
    private findPull(joint: number) {
        const { pulls, stiffnesses, gravities, wind, size, pace: { kept, pulled }, lengths } = this;
        const o = 3 * joint;
        const stiffness = stiffnesses[joint];
        const x = stiffness * rest[0] + gravities[o] + wind[0];
        const y = stiffness * rest[1] + gravities[o + 1] + wind[1];
        const z = stiffness * rest[2] + gravities[o + 2] + wind[2];
        const scale = size * pulled[joint];
        // of a small swing, the share that a step goes back
        const back = Math.sqrt(x * x + y * y + z * z) * scale / lengths[joint];
        const share = Math.min(1 / (1 + back / 12), (1 + kept[joint]) / back);
        pulls[o] = x * scale * share;
        pulls[o + 1] = y * scale * share;
        pulls[o + 2] = z * scale * share;
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
