import type { FootParts, FrameSettings } from './foot-settings';
import type { ObservedFoot } from './observed-foot';
import type { Plant } from './plant';
import type { SwingPath } from './swing-path';
import { dampTowards, rateOf, turnTowards } from '../../core/math/damping';
import { addVec, arcQuat, copyQuat, copyVec, dotVec, identityQuat, multiplyQuat, normalizeVec, rotateVec, slerpQuat, subtractVec, writeDot, type Flat } from '../../core/math/flat-math';
import { clamp, smootherstep } from '../../core/math/scalars';
import { stepSpring } from '../../core/math/spring';
import type { GroundProbe } from '../ground/ground-probe';
import type { Ledge } from '../ground/ledge';

// Where a foot shall be: its animation carried over to the ground.
//
// The animated foot keeps its place across the up vector, its heading, and its height and tilt over the ground: what the clip has over
// its own flat ground it gets over the real one. So a sole that is flat in the clip lies flat on a slope, and a lifted heel stays lifted.
// Where the ground steps, the foot does not: the step is taken away and comes back in time. Found and lost ground eases in and out.

/** What this stage reads of a foot. */
export interface PlacedFoot extends Pick<FootParts, 'up' | 'localUp' | 'localForward' | 'settings' | 'sole'> {
    readonly seen: Readonly<ObservedFoot>;
    readonly plant: Readonly<Plant>;
    readonly probe: Readonly<GroundProbe>;
    readonly ledge: Readonly<Ledge>;
    readonly swing: { readonly path: Readonly<SwingPath>; readonly bridgesGap: boolean };
    /** How much further the leg could reach in the last frame, metres. */
    readonly leg: { readonly slack: number };
}

/** Half-life in which a step of the ground is made up for, and the largest speed of it as heights of the character per second. */
const STEP_HALF_LIFE = 0.04;
const STEP_SPEED = 1;

/** Steps of the ground below this height are taken at once, as a share of the character's height: 1 mm of 1.75 m. */
const SMOOTH = 6e-4;

/** Rate per second at which a foot turns to a new slope: half-life 30 ms. */
const TILT_RATE = rateOf(0.03);

/** Height below which a foot is up again, as a share of the character's height. */
const NOTHING = 1e-6;

/** Share of the transition after which it counts as done. */
const DONE = 1 - 1e-9;

const normal = new Float64Array(3);
const tilt = new Float64Array(4);
const yaw = new Float64Array(4);
const flat = new Float64Array(4);
const from = new Float64Array(3);
const side = new Float64Array(3);
const ahead = new Float64Array(3);
const roll = new Float64Array(4);
const share = new Float64Array(1);
const lifts = new Float64Array(1);
/** Parts of two vectors along a third one. */
const parts = new Float64Array(2);

/** Whether two vectors are the same to the last digit. */
function isSame(a: Flat, b: Flat): boolean {
    return a[0] === b[0] && a[1] === b[1] && a[2] === b[2];
}

export class FootTarget {
    /** World rotation of the foot on the ground, and its heading with the plant's turn. */
    readonly rotation = new Float64Array(4);

    readonly heading = new Float64Array(3);

    /** Where the foot shall be: world position and rotation of its bone, eased between animation and ground. */
    readonly goal = new Float64Array(7);

    /** Share of the ground in the goal, 0..1. */
    weight = 0;

    /** Height over its animation to which the ground brings the foot, along the up vector. */
    lift = 0;

    /** Lift that the ground gives the foot at a shift, without what is left of a step; in its only element, see {@link groundLift}. */
    private readonly liftThere = new Float64Array(1);

    /** Normal that the foot has taken over so far, and the plane in the last frame. */
    readonly normal = new Float64Array(3);

    private readonly lastPlane = new Float64Array(6);

    /** Whether the foot was in the air in the last frame. */
    private wasSwinging = false;

    private hasGround = false;

    /** Whether there is ground under the foot, or where it comes down. */
    isGrounded = false;

    /** Height of the ankle that goes with the share of pitch and roll that is taken away. */
    private levelHeight = 0;

    /** What is left of the ground's steps: height and rate. */
    private readonly rest = new Float64Array(2);

    /** How much lower the foot is because it stands over an edge, and the rate of that. */
    readonly lowered = new Float64Array(2);

    /** Share of the transition's time that is done. */
    private progress = 0;

    private jumps = false;

    /** The heading of the foot with the plant's turn. */
    turnHeading({ up, seen: { heading }, plant }: PlacedFoot) {
        const half = plant.weight * plant.turn / 2;
        if (half === 0) {
            identityQuat(yaw, 0);
            copyVec(this.heading, 0, heading, 0);
            return;
        }
        for (let i = 0; i < 3; i++) yaw[i] = up[i] * Math.sin(half);
        yaw[3] = Math.cos(half);
        rotateVec(this.heading, 0, yaw, 0, heading, 0);
    }

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
        this.stepNormal(foot, frame);
        this.turn(foot);
    }

    /** Turns the animated foot with its plant and with the ground. */
    turn(foot: PlacedFoot) {
        const { up } = foot;
        this.turnHeading(foot);
        multiplyQuat(this.rotation, 0, yaw, 0, foot.seen.rotation, 0);
        if (foot.seen.level > 0) this.levelSole(foot);
        if (isSame(this.normal, up)) return;
        this.writeTilt(up);
        multiplyQuat(this.rotation, 0, tilt, 0, this.rotation, 0);
    }

    /** Writes the turn from level ground to the slope: pitch in the plane of the heading, then roll about what it has become. */
    private writeTilt(up: Flat) {
        const { normal: slope, heading } = this;
        writeDot(parts, 0, heading, 0, slope, 0);
        writeDot(parts, 1, up, 0, slope, 0);
        const rise = -parts[0] / parts[1];
        for (let i = 0; i < 3; i++) ahead[i] = heading[i] + rise * up[i];
        normalizeVec(ahead, 0);
        arcQuat(tilt, 0, heading, 0, ahead, 0, up, 0);
        rotateVec(side, 0, tilt, 0, up, 0);
        arcQuat(roll, 0, side, 0, slope, 0, ahead, 0);
        multiplyQuat(tilt, 0, roll, 0, tilt, 0);
    }

    /** Finds the goal. */
    place(foot: PlacedFoot, frame: FrameSettings) {
        const { goal } = this;
        const { up, seen: { ankle }, plant, swing } = foot;
        copyVec(from, 0, ankle, 0);
        for (let i = 0; i < 3; i++) from[i] += plant.weight * plant.shift[i] + swing.path.lagOffset[i];
        if (this.hasGround || this.isGrounded) this.stepLift(foot, frame);
        else this.lift = 0;
        for (let i = 0; i < 3; i++) from[i] += this.lift * up[i];
        this.lowerFoot(foot, frame);
        for (let i = 0; i < 3; i++) goal[i] = ankle[i] + this.weight * (from[i] - ankle[i]);
        share[0] = this.weight;
        if (this.weight === 1) copyQuat(goal, 3, this.rotation, 0);
        else slerpQuat(goal, 3, foot.seen.rotation, 0, this.rotation, 0, share, 0);
    }

    /** Lets the foot roll over the edge on which it stands, as far as the leg reaches; when it stands elsewhere, it comes up in time. */
    private lowerFoot(foot: PlacedFoot, { dt, size }: FrameSettings) {
        const { lowered } = this;
        const before = lowered[0], most = STEP_SPEED * size * dt;
        if (foot.swing.path.isActive) {
            // its path through the air has begun where it was
            lowered.fill(0);
        } else if (foot.ledge.isThere) {
            const wanted = clamp(before + foot.leg.slack, 0, foot.ledge.lower(foot, from, this.rotation));
            lowered[0] = clamp(wanted, before - most, before + most);
            lowered[1] = 0;
        } else if (before > 0) {
            stepSpring(lowered, 0, 0, STEP_HALF_LIFE, dt);
            if (lowered[0] < NOTHING * size) lowered.fill(0);
        }
        this.lift -= lowered[0];
        for (let i = 0; i < 3; i++) from[i] -= lowered[0] * foot.up[i];
    }

    /** What is found next holds at once. */
    jump() {
        this.jumps = true;
        this.hasGround = false;
        this.rest.fill(0);
        this.lowered.fill(0);
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

    /** Turns towards the normal of the ground, as far as the limit lets. */
    private stepNormal({ probe, up, settings }: PlacedFoot, { dt }: FrameSettings) {
        if (!this.isGrounded) {
            if (!this.hasGround) copyVec(this.normal, 0, up, 0);
            return;
        }
        copyVec(normal, 0, probe.plane, 3);
        writeDot(parts, 0, normal, 0, up, 0);
        // arcs are dear, and most ground is level
        const angle = parts[0] < 1 ? Math.acos(parts[0]) : 0;
        if (angle > settings.rotationLimit) turnTowards(normal, up, 1 - settings.rotationLimit / angle, this.heading);
        if (!this.hasGround) copyVec(this.normal, 0, normal, 0);
        else if (!isSame(this.normal, normal)) dampTowards(this.normal, normal, TILT_RATE, dt, this.heading);
    }

    /** Takes the clip's own pitch and roll away from the rotation, by a share. */
    private levelSole(foot: PlacedFoot) {
        // the rotation at which the foot's own up is the up vector, with the same heading
        rotateVec(side, 0, this.rotation, 0, foot.localUp, 0);
        arcQuat(flat, 0, side, 0, foot.up, 0, this.heading, 0);
        multiplyQuat(flat, 0, flat, 0, this.rotation, 0);
        rotateVec(side, 0, flat, 0, foot.localForward, 0);
        arcQuat(tilt, 0, side, 0, this.heading, 0, foot.up, 0);
        multiplyQuat(flat, 0, tilt, 0, flat, 0);
        const lowest = this.lowestPoint(foot);
        share[0] = foot.seen.level;
        slerpQuat(this.rotation, 0, this.rotation, 0, flat, 0, share, 0);
        // what the lowest point of the sole has over the ground goes too
        const over = foot.seen.ankleHeight + lowest;
        this.levelHeight = (1 - foot.seen.level) * over - this.lowestPoint(foot);
    }

    /** Height of the lowest point of the sole above the ankle. */
    private lowestPoint({ seen: { points }, up }: PlacedFoot): number {
        let lowest = Infinity;
        for (let o = 0; o < points.length; o += 3) {
            rotateVec(side, 0, this.rotation, 0, points, o);
            lowest = Math.min(lowest, dotVec(side, 0, up, 0));
        }
        return lowest;
    }

    /** Height of the ankle over the ground: the clip's, or that of the levelled foot. */
    private ankleHeight({ seen: { level, ankleHeight } }: PlacedFoot): number {
        return level > 0 ? this.levelHeight : ankleHeight;
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

    /** Writes the height that a tilted or levelled foot has its ankle higher over the ground than the animation, along the up vector. */
    writeAnkleGain(out: Flat, foot: PlacedFoot) {
        writeDot(parts, 0, foot.up, 0, this.normal, 0);
        out[0] = this.ankleHeight(foot) / parts[0] - foot.seen.ankleHeight;
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
