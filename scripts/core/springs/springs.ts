import { carryPoint, createCarry, isCarrying, type Carry } from './carry';
import { holdOff, type Balls } from './colliders';
import { FramePath } from './frame-path';
import { LimitKind, limitCone, limitHinge } from './joint-limit';
import { Pendulums, type TailState } from './pendulums';
import { Rods } from './rods';
import type { SpringLink, SpringPlan } from './spring-plan';
import { arcQuat, copyVec, dotVec, multiplyInverseQuat, multiplyQuat, normalizeVec, perpendicularVec, rotateVec, subtractVec, type Flat } from '../math/flat-math';

// Chains of bones that swing behind what they hang on.
//
// A chain is one elastic rod (Rods), or a row of pendulums (Pendulums). Either says where a bone points if nothing is in its way; from the
// root on, colliders and limits turn it further, and what they did is taken over.
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

/** Steps in a row in which all is slow before it counts as resting: at the end of a swing it is so for one. */
const SLOW_STEPS = 3;

/** Places of tails, and the directions of their bones. */
interface Tails {
    readonly positions: Flat;
    readonly directions: Flat;
}

const restRotation = new Float64Array(4);
const turn = new Float64Array(4);
const rest = new Float64Array(3);
const free = new Float64Array(3);
const direction = new Float64Array(3);
const pole = new Float64Array(3);
const pushed = new Float64Array(3);

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

    /** How much larger it is than the plan, see {@link resize}. */
    scale = 1;

    /** Input: size of the character against that of a person; accelerations scale with it. */
    size = 1;

    /** Input: metres per second, below which all tails count as resting. */
    sleepSpeed = 0;

    /** Input: seconds since the last frame. */
    seconds = 0;

    /** World rotations of the joints as shown. */
    readonly rotations: Flat;

    /** World places of the joints as shown; those of their tails are {@link shown}. */
    readonly heads: Flat;

    /** Where the tails are: the state, or what is shown between two steps. */
    shown: Tails;

    /** Whether nothing moves, so that nothing is computed. */
    isAsleep = false;

    private readonly rods: Rods;

    private readonly pendulums: Pendulums;

    private readonly state: TailState;

    private readonly between: Tails;

    /** Room for the places after the next step. */
    private spare: Flat;

    /** What is known of the joints: the one that each hangs on, -1 for none, its chain, and the distance of its tail in its own space. */
    readonly parents: Int32Array;

    readonly chains: Int32Array;

    private readonly reaches: Flat;

    private readonly motions: Int32Array;

    private readonly isRod: Uint8Array;

    private readonly axes: Flat;

    private readonly limits: Uint8Array;

    private readonly limitAngles: Flat;

    /** Distances of the tails in the world. */
    private readonly lengths: Flat;

    private readonly balls: Balls;

    /** Share of a step since the last kept one. */
    private sinceStep = 0;

    private slowSteps = 0;

    /** The chains that begin at rest in the next frame. */
    private readonly isNew: Uint8Array;

    constructor(readonly plan: SpringPlan) {
        const { joints, chains, motions } = plan;
        const count = joints.length;
        const vectors = () => new Float64Array(3 * count);
        this.path = new FramePath(plan);
        this.scales = new Float64Array(count).fill(1);
        this.parentScales = new Float64Array(count).fill(1);
        this.carries = Array.from({ length: motions }, createCarry);
        this.rotations = new Float64Array(4 * count);
        this.heads = vectors();
        this.rods = new Rods(plan, STEP);
        this.pendulums = new Pendulums(plan, STEP);
        this.state = { positions: vectors(), directions: vectors(), offsets: vectors() };
        this.spare = vectors();
        this.between = { positions: vectors(), directions: vectors() };
        this.shown = this.state;
        this.parents = Int32Array.from(joints, ({ parent }) => parent);
        this.chains = Int32Array.from(joints, ({ chain }) => chain);
        this.reaches = Float64Array.from(joints, ({ length }) => length);
        this.motions = Int32Array.from(joints, ({ chain }) => chains[chain].motion);
        this.isNew = new Uint8Array(chains.length).fill(1);
        this.isRod = Uint8Array.from(joints, ({ chain }) => Number(chains[chain].rod !== null));
        this.axes = Float64Array.from(joints.flatMap(({ axis }) => axis));
        this.limits = Uint8Array.from(joints, ({ limit }) => limit);
        this.limitAngles = Float64Array.from(joints, ({ limitAngle }) => limitAngle);
        this.lengths = new Float64Array(count);
        this.balls = { heads: this.heads, lengths: this.lengths, radii: Float64Array.from(joints, ({ radius }) => radius), before: vectors() };
    }

    /** Says how much larger the character is than the plan, whose radii and links are lengths of the scene. */
    resize(scale: number) {
        this.scale = scale;
        this.plan.joints.forEach(({ radius }, joint) => { this.balls.radii[joint] = radius * scale; });
    }

    /** Starts anew at rest in the pose that comes in with the next frame. */
    reset() {
        this.isNew.fill(1);
        this.path.restart();
        this.isAsleep = false;
    }

    /**
     * Goes on as other springs have swung so far.
     *
     * @param other - The springs before.
     * @param chains - For each chain its index there; -1: it begins at rest.
     * @param joints - For each joint of the others its index there.
     */
    goOnFrom(other: Springs, chains: readonly number[], joints: readonly number[]) {
        const { state, pendulums, rods, path, isNew } = this;
        this.sinceStep = other.sinceStep;
        chains.forEach((from, chain) => {
            const isSame = from >= 0 && (other.plan.chains[from].rod === null) === (this.plan.chains[chain].rod === null);
            if (!isSame || other.isNew[from] === 1) return;
            isNew[chain] = 0;
            path.copyBase(other.path, chain, from);
            rods.copyBase(other.rods, chain, from);
        });
        joints.forEach((from, joint) => {
            if (isNew[this.chains[joint]] === 1) return;
            path.copyLocal(other.path, joint, from);
            rods.copyLean(other.rods, joint, from);
            copyVec(state.positions, 3 * joint, other.state.positions, 3 * from);
            copyVec(state.directions, 3 * joint, other.state.directions, 3 * from);
            copyVec(state.offsets, 3 * joint, other.state.offsets, 3 * from);
            copyVec(pendulums.pulls, 3 * joint, other.pendulums.pulls, 3 * from);
        });
    }

    /** Adds to the velocity of all tails, metres per second at the size of 1. */
    push(velocity: Flat) {
        const { state: { offsets }, isRod, plan: { chains }, size } = this;
        for (let i = 0; i < 3; i++) pushed[i] = velocity[i] * size;
        for (let i = 0; i < offsets.length; i++) if (isRod[Math.floor(i / 3)] === 0) offsets[i] += pushed[i % 3] * STEP;
        for (let chain = 0; chain < chains.length; chain++) if (chains[chain].rod) this.rods.push(chain, pushed, this.parentScales);
        this.isAsleep = false;
        this.slowSteps = 0;
    }

    /** One frame: from the inputs of the last frame to those of this one. */
    advance() {
        const { path, lengths, reaches, scales, rods, pendulums, wind, size } = this;
        if (this.isAsleep && this.isStill()) return;
        this.isAsleep = false;
        for (let joint = 0; joint < lengths.length; joint++) lengths[joint] = reaches[joint] * scales[joint];
        pendulums.size = size;
        for (let k = 0; k < 3; k++) {
            pendulums.wind[k] = wind[k];
            rods.wind[k] = wind[k] * size;
        }
        if (this.isCarried) this.carry();
        path.begin(this.carries);
        this.settle();
        const steps = this.seconds > 0 ? Math.min(this.seconds, LONGEST) / STEP : 0;
        const count = Math.floor(this.sinceStep + steps + ON_TIME);
        for (let i = 1; i <= count; i++) {
            share[0] = (i - this.sinceStep) / steps + ON_TIME;
            path.goTo(share);
            this.keepStep();
        }
        this.sinceStep = Math.max(0, this.sinceStep + steps - count);
        if (count === 0 || this.sinceStep > ON_TIME) this.show();
        if (count > 0) {
            this.slowSteps = this.isSlow() ? this.slowSteps + count : 0;
            if (this.slowSteps >= SLOW_STEPS) this.isAsleep = this.isStill();
        }
        path.end();
    }

    /** Puts the chains that begin at rest in the incoming pose. */
    private settle() {
        const { path, parents, plan: { chains }, isNew, isRod, rods, state } = this;
        if (!isNew.includes(1)) return;
        this.slowSteps = 0;
        share[0] = 1;
        path.goTo(share);
        for (let chain = 0; chain < isNew.length; chain++) if (isNew[chain] === 1) path.startBase(chain);
        for (let joint = 0; joint < parents.length; joint++) {
            const chain = this.chains[joint];
            if (isNew[chain] === 0) continue;
            path.startLocal(joint);
            this.findRest(joint);
            copyVec(direction, 0, rest, 0);
            if (isRod[joint] && parents[joint] < 0) rods.settle(chain, path.basesNow, this.heads);
            if (isRod[joint]) this.turnRod(joint);
            this.place(state, joint);
            state.offsets.fill(0, 3 * joint, 3 * joint + 3);
            this.pendulums.findPull(joint, rest, this.lengths);
        }
        for (let chain = 0; chain < isNew.length; chain++) if (isNew[chain] === 1 && chains[chain].rod) rods.keep(chain, path.basesNow, this.heads, this.parentScales, state.directions);
        isNew.fill(0);
        this.shown = state;
    }

    /** Whether a motion takes something along. */
    private get isCarried(): boolean {
        const { carries } = this;
        for (let i = 0; i < carries.length; i++) if (isCarrying(carries[i])) return true;
        return false;
    }

    /** Whether the inputs are those of the last frame, and nothing from outside pulls. */
    private isStill(): boolean {
        const { wind } = this;
        return !this.isCarried && wind[0] === 0 && wind[1] === 0 && wind[2] === 0 && this.path.isStill;
    }

    private isSlow(): boolean {
        const { state: { offsets } } = this;
        const limit = this.sleepSpeed * this.size * STEP;
        for (let o = 0; o < offsets.length; o += 3) {
            const x = offsets[o], y = offsets[o + 1], z = offsets[o + 2];
            if (!(x * x + y * y + z * z < limit * limit)) return false;
        }
        return true;
    }

    /** Takes the state along where it is not felt. */
    private carry() {
        const { motions, isRod, carries, state: { positions, directions, offsets }, pendulums: { pulls }, plan: { chains } } = this;
        for (let joint = 0; joint < motions.length; joint++) {
            if (!isCarrying(carries[motions[joint]])) continue;
            const { rotation, shift } = carries[motions[joint]];
            const o = 3 * joint;
            carryPoint(positions, o, rotation, shift, positions, o);
            if (isRod[joint]) continue;
            rotateVec(directions, o, rotation, 0, directions, o);
            rotateVec(offsets, o, rotation, 0, offsets, o);
            rotateVec(pulls, o, rotation, 0, pulls, o);
        }
        for (let chain = 0; chain < chains.length; chain++) {
            const { rod, motion } = chains[chain];
            if (rod && isCarrying(carries[motion])) this.rods.carry(chain, carries[motion]);
        }
    }

    /** Moves the tails on by a step. */
    private keepStep() {
        const { state, balls, plan: { chains }, heads, rods, path } = this;
        part[0] = 1;
        balls.before = state.positions;
        state.positions = this.spare;
        this.spare = balls.before;
        this.step(state);
        const { positions, directions, offsets } = state;
        for (let i = 0; i < offsets.length; i++) offsets[i] = positions[i] - balls.before[i];
        for (let chain = 0; chain < chains.length; chain++) if (chains[chain].rod) rods.keep(chain, path.basesNow, heads, this.parentScales, directions);
        path.keep();
        this.shown = this.state;
    }

    /** Makes what is shown: the rest of the frame as a part of a step, which is not kept. */
    private show() {
        // rods divide by it: while time stands still it is short, not 0
        part[0] = Math.max(ON_TIME, this.sinceStep);
        share[0] = 1;
        this.path.goTo(share);
        this.balls.before = this.state.positions;
        this.step(this.between);
        this.shown = this.between;
    }

    /** Makes the {@link part} of a step from the state on. */
    private step(out: Tails) {
        const { plan: { links }, parents, isRod, state, heads, lengths, rods, balls, path: { basesNow } } = this;
        const isKept = out === state;
        for (let joint = 0; joint < parents.length; joint++) {
            if (!isRod[joint] || parents[joint] >= 0) continue;
            this.findRest(joint);
            rods.solve(this.chains[joint], part, basesNow, heads, this.parentScales);
        }
        for (let joint = 0; joint < parents.length; joint++) {
            this.findRest(joint);
            if (isRod[joint]) this.turnRod(joint);
            else this.pendulums.swing(direction, joint, part, balls.before, state, heads, lengths);
            this.constrain(joint);
            this.place(out, joint);
            if (isKept && !isRod[joint]) this.pendulums.findPull(joint, rest, lengths);
        }
        if (links.length === 0) return;
        for (let link = 0; link < links.length; link++) this.holdLink(out.positions, links[link]);
        for (let joint = 0; joint < parents.length; joint++) {
            this.findRest(joint);
            if (isRod[joint]) this.turnRod(joint);
            subtractVec(direction, 0, out.positions, 3 * joint, heads, 3 * joint);
            if (!normalizeVec(direction, 0)) copyVec(direction, 0, rest, 0);
            this.constrain(joint);
            this.place(out, joint);
            if (isKept && !isRod[joint]) this.pendulums.findPull(joint, rest, lengths);
        }
    }

    /** Writes the rotation that a joint shows to what it hangs on. */
    readLocal(out: Flat, joint: number) {
        const { rotations, parents, chains, path: { basesNow } } = this;
        const parent = parents[joint];
        if (parent < 0) multiplyInverseQuat(out, 0, basesNow.rotations, 4 * chains[joint], rotations, 4 * joint);
        else multiplyInverseQuat(out, 0, rotations, 4 * parent, rotations, 4 * joint);
    }

    /** Finds the head of a joint, and its rotation and direction at rest; the joint above has been placed. */
    private findRest(joint: number) {
        const { rotations, heads, parents, chains, path: { basesNow, localsNow } } = this;
        const o = 3 * joint;
        const parent = parents[joint];
        const isRoot = parent < 0;
        const above = isRoot ? chains[joint] : parent;
        const turns = isRoot ? basesNow.rotations : rotations;
        const places = isRoot ? basesNow.positions : heads;
        const scale = this.parentScales[joint];
        rotateVec(heads, o, turns, 4 * above, localsNow.positions, o);
        heads[o] = places[3 * above] + scale * heads[o];
        heads[o + 1] = places[3 * above + 1] + scale * heads[o + 1];
        heads[o + 2] = places[3 * above + 2] + scale * heads[o + 2];
        multiplyQuat(restRotation, 0, turns, 4 * above, localsNow.rotations, 4 * joint);
        rotateVec(rest, 0, restRotation, 0, this.axes, o);
    }

    /** Turns a bone of a rod as far as it leans by itself. */
    private turnRod(joint: number) {
        const { rotations } = this;
        this.rods.turn(rotations, joint, this.chains[joint], restRotation, this.path.basesNow);
        rotateVec(free, 0, rotations, 4 * joint, this.axes, 3 * joint);
        copyVec(direction, 0, free, 0);
    }

    /** Brings the direction of a joint out of the colliders and into its limit. */
    private constrain(joint: number) {
        const { plan, path, balls } = this;
        const { colliders, motion } = plan.chains[this.chains[joint]];
        const count = colliders.length;
        // round and round, until all in a row let it be
        for (let i = 0, calm = 0, left = ROUNDS * count; calm < count && left > 0; left--) {
            const isHeld = holdOff(direction, balls, joint, path.collidersNow[motion], path.stepColliders[motion], colliders[i]);
            calm = isHeld ? 1 : calm + 1;
            i = i + 1 < count ? i + 1 : 0;
        }
        const limit = this.limits[joint];
        if (limit === LimitKind.none) return;
        const parent = this.parents[joint];
        if (limit === LimitKind.cone) limitCone(direction, rest, this.limitAngles, joint);
        else if (parent < 0) limitHinge(direction, rest, plan.joints[joint].limitAxis, path.basesNow.rotations, 4 * this.chains[joint], this.limitAngles, joint);
        else limitHinge(direction, rest, plan.joints[joint].limitAxis, this.rotations, 4 * parent, this.limitAngles, joint);
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
        if (!this.isRod[joint]) {
            turnTo(rest);
            multiplyQuat(this.rotations, 4 * joint, turn, 0, restRotation, 0);
        } else if (direction[0] !== free[0] || direction[1] !== free[1] || direction[2] !== free[2]) {
            turnTo(free);
            multiplyQuat(this.rotations, 4 * joint, turn, 0, this.rotations, 4 * joint);
            this.rods.turnFurther(joint, this.chains[joint], turn, this.path.basesNow);
        }
    }

    /** Brings two tails to their distance, each by half of what is missing. */
    private holdLink(positions: Flat, { a, b, length }: SpringLink) {
        subtractVec(direction, 0, positions, 3 * b, positions, 3 * a);
        const distance = Math.sqrt(dotVec(direction, 0, direction, 0));
        if (!(distance > 0)) return;
        const missing = 0.5 * (1 - length * this.scale / distance);
        for (let k = 0; k < 3; k++) {
            positions[3 * a + k] += missing * direction[k];
            positions[3 * b + k] -= missing * direction[k];
        }
    }
}

/** Finds the shortest turn from a direction to the {@link direction} of the joint. */
function turnTo(from: Flat): void {
    if (!(dotVec(from, 0, direction, 0) > 0)) perpendicularVec(pole, 0, from, 0);
    arcQuat(turn, 0, from, 0, direction, 0, pole, 0);
}
