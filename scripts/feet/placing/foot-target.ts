import type { FrameSettings } from './foot-settings';
import { FootTurn, type PlacedFoot } from './foot-turn';
import { sinkOverEdge } from './overhang';
import { addVec, copyQuat, copyVec, slerpQuat, subtractVec, writeDot, type Flat } from '../../core/math/flat-math';
import { clamp, smootherstep } from '../../core/math/scalars';
import { stepSpring } from '../../core/math/spring';
import type { GroundProbe } from '../ground/ground-probe';

// Where a foot shall be: its animation carried over to the ground.
//
// The animated foot keeps its place across the up vector, its heading, and its height and tilt over the ground: what the clip has over
// its own flat ground it gets over the real one.
// Where the ground steps, the foot does not: the step is taken away and comes back in time. Found and lost ground eases in and out.

/** Half-life in which a step of the ground is made up for, and the largest speed of it as heights of the character per second. */
const STEP_HALF_LIFE = 0.04;
const STEP_SPEED = 1;

/** Largest speed at which a foot sinks over an edge, in the same. */
const SINK_SPEED = 1;

/** Steps of the ground below this height are taken at once, as a share of the character's height: 1 mm of 1.75 m. */
const SMOOTH = 6e-4;

/** Height below which a foot is up again, as a share of the character's height. */
const NOTHING = 1e-6;

/** Share of the transition after which it counts as done. */
const DONE = 1 - 1e-9;

const from = new Float64Array(3);
const side = new Float64Array(3);
const share = new Float64Array(1);
const lifts = new Float64Array(1);
/** Parts of two vectors along a third one. */
const parts = new Float64Array(2);

export class FootTarget extends FootTurn {
    /** Where the foot shall be: world position and rotation of its bone, eased between animation and ground. */
    readonly goal = new Float64Array(7);

    /** Share of the ground in the goal, 0..1. */
    weight = 0;

    /** Height over its animation to which the ground brings the foot, along the up vector. */
    lift = 0;

    /** Lift that the ground gives the foot at a shift, without what is left of a step; in its only element, see {@link groundLift}. */
    private readonly liftThere = new Float64Array(1);

    /** The plane of the ground in the last frame. */
    private readonly lastPlane = new Float64Array(6);

    /** Whether the foot was in the air in the last frame. */
    private wasSwinging = false;

    private hasGround = false;

    /** Whether there is ground under the foot, or where it comes down. */
    isGrounded = false;

    /** What is left of the ground's steps: height and rate. */
    private readonly rest = new Float64Array(2);

    /** How much lower the foot is because it stands over an edge, and the rate of that. */
    readonly sunk = new Float64Array(2);

    /** Share of the transition's time that is done. */
    private progress = 0;

    private jumps = false;

    /** Carries what is remembered along with the ground. */
    follow(probe: GroundProbe) {
        probe.carryPoint(this.lastPlane, 0);
        probe.carryDirection(this.lastPlane, 3);
        probe.carryDirection(this.normal, 0);
    }

    /** Finds the rotation of the foot on the ground. */
    aim(foot: PlacedFoot, frame: FrameSettings) {
        this.isGrounded = foot.probe.found || foot.swing.bridgesGap;
        this.stepWeight(foot, frame);
        this.stepNormal(foot, frame, this.isGrounded, !this.hasGround);
        this.turn(foot);
    }

    /** Finds the goal. */
    place(foot: PlacedFoot, frame: FrameSettings) {
        const { goal } = this;
        const { up, seen: { ankle }, plant, swing } = foot;
        copyVec(from, 0, ankle, 0);
        for (let i = 0; i < 3; i++) from[i] += plant.weight * plant.shift[i] + swing.path.lagOffset[i] + this.pointed[i];
        if (this.hasGround || this.isGrounded) this.stepLift(foot, frame);
        else this.lift = 0;
        for (let i = 0; i < 3; i++) from[i] += this.lift * up[i];
        this.sink(foot, frame);
        for (let i = 0; i < 3; i++) goal[i] = ankle[i] + this.weight * (from[i] - ankle[i]);
        share[0] = this.weight;
        if (this.weight === 1) copyQuat(goal, 3, this.rotation, 0);
        else slerpQuat(goal, 3, foot.seen.rotation, 0, this.rotation, 0, share, 0);
    }

    /** Lets the foot roll over the edge on which it stands; when it stands elsewhere, it comes up in time. */
    private sink(foot: PlacedFoot, { dt, size }: FrameSettings) {
        const { sunk } = this;
        const before = sunk[0], most = SINK_SPEED * size * dt;
        // its path through the air has begun where it was
        if (foot.swing.path.isActive) sunk.fill(0);
        else if (foot.plant.isOverEdge) sunk[0] = clamp(sinkOverEdge(foot, this.normal, from, this.rotation), before - most, before + most);
        else stepSpring(sunk, 0, 0, STEP_HALF_LIFE, dt);
        if (foot.plant.isOverEdge) sunk[1] = 0;
        if (!(sunk[0] > NOTHING * size)) return;
        this.lift -= sunk[0];
        for (let i = 0; i < 3; i++) from[i] -= sunk[0] * foot.up[i];
    }

    /** What is found next holds at once. */
    jump() {
        this.sunk.fill(0);
        this.jumps = true;
        this.hasGround = false;
        this.rest.fill(0);
    }

    /** What is found next comes in its time. */
    restart() {
        this.jump();
        this.jumps = false;
        this.progress = 0;
        this.weight = 0;
    }

    private stepWeight({ settings: { transitionTime: time } }: PlacedFoot, { dt }: FrameSettings) {
        const goal = this.isGrounded ? 1 : 0;
        if (this.jumps || !(time > 0)) this.progress = goal;
        else if (goal > this.progress) this.progress = Math.min(1, this.progress + dt / time);
        else if (goal < this.progress) this.progress = Math.max(0, this.progress - dt / time);
        if (this.progress > DONE) this.progress = 1;
        this.weight = smootherstep(this.progress);
        if (this.weight === 0 && !this.isGrounded) this.hasGround = false;
    }

    /** Lift that the ground gives the foot at a shift, without what is left of a step: a number that the next call overwrites. */
    groundLift(foot: PlacedFoot, shift: Flat): Flat {
        addVec(from, 0, foot.seen.ankle, 0, shift, 0);
        this.liftOn(this.liftThere, foot.probe.plane, foot);
        return this.liftThere;
    }

    /** Writes the height by which a plane lifts the foot from where it is across the up vector. */
    private liftOn(out: Flat, plane: Flat, foot: PlacedFoot) {
        subtractVec(side, 0, plane, 0, from, 0);
        writeDot(parts, 0, side, 0, plane, 3);
        writeDot(parts, 1, foot.up, 0, plane, 3);
        out[0] = (parts[0] + this.ankleHeight(foot)) / parts[1];
    }

    /** Finds the lift; steps of the ground come in time. */
    private stepLift(foot: PlacedFoot, frame: FrameSettings) {
        const { probe, swing } = foot;
        const { rest } = this;
        if (swing.path.isActive) {
            this.liftOfSwing(lifts, foot, frame);
            this.lift = lifts[0];
            rest.fill(0);
            this.wasSwinging = this.hasGround = true;
            this.jumps = false;
            return;
        }
        if (!this.isGrounded && this.wasSwinging) {
            // lost in the air: the path so far goes on until the animation has taken over
            this.liftOfSwing(lifts, foot, frame);
            this.lift = lifts[0];
            return;
        }
        this.liftOn(lifts, this.isGrounded ? probe.plane : this.lastPlane, foot);
        const lift = lifts[0];
        if (this.isGrounded) {
            if (this.wasSwinging) this.liftOfSwing(lifts, foot, frame);
            else this.liftOn(lifts, this.lastPlane, foot);
            const step = lift - lifts[0];
            if (this.hasGround && Math.abs(step) > SMOOTH * frame.size) rest[0] -= step;
            this.lastPlane.set(probe.plane);
            this.hasGround = true;
            this.jumps = false;
        }
        this.wasSwinging = false;
        this.stepRest(frame);
        this.lift = lift + rest[0];
    }

    /** Writes the lift that the path through the air gives the foot. */
    private liftOfSwing(out: Flat, foot: PlacedFoot, { root }: FrameSettings) {
        const { swing, up } = foot;
        subtractVec(side, 0, root, 0, swing.path.ground.origin, 0);
        writeDot(parts, 0, side, 0, up, 0);
        const overGround = swing.path.height - parts[0];
        this.writeAnkleGain(out, foot);
        out[0] += overGround;
    }

    private stepRest(frame: FrameSettings) {
        const { rest } = this;
        const before = rest[0];
        stepSpring(rest, 0, 0, STEP_HALF_LIFE, frame.dt);
        const most = STEP_SPEED * frame.size * frame.dt;
        if (Math.abs(rest[0] - before) <= most) return;
        rest[0] = before - Math.sign(before) * most;
        rest[1] = -Math.sign(before) * STEP_SPEED * frame.size;
    }
}
