import type { Vec3 } from 'playcanvas';

import type { AnimatedBodies } from './animated-bodies';
import { BodyDrive } from './body-drive';
import { OwnColliders, type ColliderOwner } from './own-colliders';
import { BodyTargets } from './targets';
import { unbury } from './unbury';
import type { DriveSettings } from '../../core/dynamics/drive-settings';
import { pushBodies } from '../../core/dynamics/joint-impulses';
import { stopJoints } from '../../core/dynamics/joint-stops';
import { type JointTree } from '../../core/dynamics/joint-tree';
import { carryEach, turnsBetween } from '../../core/dynamics/leap';
import { carryBodies, copyPlaces, createRigidState, isSane, type RigidState } from '../../core/dynamics/rigid-state';
import { Runaways } from '../../core/dynamics/runaways';
import type { Steering, SteeredBodies } from '../../core/dynamics/steering';
import { copyQuat, type Flat } from '../../core/math/flat-math';
import { BodyGroup, type BodyGroupSettings, type Surface } from '../../physics/body-group';
import type { SubstepListener, SubstepScheduler } from '../../physics/substep-scheduler';
import type { BodyPlan } from '../plan/body-plan';
import { Impacts } from '../shown/impacts';

// A ragdoll in the world: the bodies, where they are, and what is done to them between two steps. What they are driven by is in body-drive.ts.
//
// While the bodies sleep nothing is read of them, and the animation is left unread too. A touch wakes them, and so does their driver.

/**
 * Iterations of the solver while limp bodies are awake: with Bullet's ten, a body that lies on its own feet pushes joints of light limbs open by
 * up to 60 mm, since each iteration carries a force only about one joint further.
 */
const LIMP_ITERATIONS = 30;

/** Frames between two looks at the character's own colliders while the bodies sleep. */
const LOOK_ASLEEP = 10;

/** Change of the size, as a share of it, below which bodies sleep on. */
const STAYS_ASLEEP = 0.1;

/** The point about which a limp body grows: its root's, at the height of what it lies on. */
function pivotOf({ positions }: RigidState, thickness: Flat): Flat {
    let lowest = Infinity;
    thickness.forEach((radius, body) => { lowest = Math.min(lowest, positions[3 * body + 1] - radius); });
    return Float64Array.of(positions[0], lowest, positions[2]);
}

/** What a ragdoll is put into the world with. */
export interface RagdollParts extends Pick<BodyGroupSettings, 'ignoredPairs' | 'group' | 'mask'> {
    readonly plan: BodyPlan;
    /** Where the animation has the bodies. */
    readonly animated: AnimatedBodies;
    /** How they are driven, and what their surfaces are like: read in each step. */
    readonly settings: DriveSettings;
    readonly surface: Surface;
    /** Height of the character, metres. */
    readonly height: number;
    /** What it must not collide with. */
    readonly character: ColliderOwner;
    /** Drives the bodies in the place of the settings; null: the settings do. */
    readonly steering: Steering | null;
}

export class Ragdoll implements SubstepListener, SteeredBodies {
    /** The bodies at the end of the last step that has run. */
    readonly state;

    /** The bodies at the start of the last step. */
    readonly stateBefore;

    readonly targets: BodyTargets;

    /** Where the last step was to bring them. */
    readonly target;

    readonly bodies: BodyGroup;

    private readonly ownColliders: OwnColliders;

    /** Whether the bodies were put back on the animation since this was last set to false. */
    restored = false;

    /** The body because of which they were, torn away from where it belongs; -1: it was no number. */
    strayed = -1;

    /** Body that game code has taken out of the world, and so all of them are out; -1: none. */
    lost = -1;

    /** Whether the bodies began in the ground and were lifted out of it, until it is told. */
    private isLifted: boolean;

    steering: Steering | null;

    /** Where the animation was, when it leaps. */
    private readonly was: RigidState;

    /** What a drive has left beyond the limits of the joints. */
    private readonly slack: Flat;

    /** How each body is turned by what carries it. */
    private readonly turns: Flat;

    readonly impacts;

    /** Length of the step that has begun and whose end was not read yet; 0: none. */
    private openStep = 0;

    readonly drive: BodyDrive;

    iterations = 0;

    /** Frames with a step since the bodies have fallen asleep. */
    private framesAsleep = 0;

    private readonly runaways: Runaways;

    private readonly plan: BodyPlan;

    private readonly ownSettings: DriveSettings;

    constructor(private readonly scheduler: SubstepScheduler, { plan, animated, settings, surface, ignoredPairs, group, mask, height, character, steering }: RagdollParts) {
        this.plan = plan;
        this.steering = steering;
        this.ownSettings = settings;
        const count = plan.bodies.length;
        this.state = createRigidState(count);
        this.stateBefore = createRigidState(count);
        this.targets = new BodyTargets(animated, scheduler, count);
        this.target = this.targets.now;
        this.was = createRigidState(count);
        this.slack = new Float64Array(count);
        this.turns = new Float64Array(4 * count);
        this.impacts = new Impacts(count);
        this.runaways = new Runaways(plan.tree, height);

        const { state, target } = this;
        copyPlaces(state, target);
        state.linear.set(target.linear);
        state.angular.set(target.angular);
        // bodies that are held in place by the animation stay where it has them
        this.isLifted = !(this.settings.translationWeight > 0) && unbury(state, plan, height, character, scheduler.physics);
        copyPlaces(this.stateBefore, state);
        this.bodies = new BodyGroup(scheduler, { bodies: plan.bodies, joints: plan.joints, ignoredPairs, group, mask }, state);
        this.bodies.setSurface(surface);
        this.drive = new BodyDrive(scheduler, { plan, bodies: this.bodies, state, targets: this.targets, runaways: this.runaways, surface, height });
        this.ownColliders = new OwnColliders(character, this.bodies);
        scheduler.add(this);
    }

    get tree(): JointTree {
        return this.plan.tree;
    }

    get thickness(): Flat {
        return this.plan.thickness;
    }

    get rotationFactors(): Flat {
        return this.plan.rotationFactors;
    }

    get translationFactors(): Flat {
        return this.plan.translationFactors;
    }

    get settings(): DriveSettings {
        return this.steering?.settings ?? this.ownSettings;
    }

    /** Whether something brings the bodies to the animation. */
    get isDriven(): boolean {
        const { rotationWeight, translationWeight } = this.settings;
        return rotationWeight > 0 || translationWeight > 0;
    }

    /** Answers once whether the bodies began in the ground and were lifted out of it. */
    takeLift(): boolean {
        const { isLifted } = this;
        this.isLifted = false;
        return isLifted;
    }

    beforeSteps() {
        this.lost = this.bodies.findLost();
        if (this.lost >= 0) {
            // at once: a step would go on with joints of a body that may be no more
            this.scheduler.remove(this);
            this.takeOut();
            return;
        }
        const { settings } = this;
        const isLimp = !this.isDriven;
        this.iterations = 0;
        this.bodies.setSleeps(isLimp);
        const { isAsleep } = this.bodies;
        this.framesAsleep = isAsleep ? this.framesAsleep + 1 : 0;
        if (this.framesAsleep % LOOK_ASLEEP === 0) this.ownColliders.update();
        if (isAsleep) return;
        if (isLimp) this.iterations = LIMP_ITERATIONS;
        this.drive.set(settings);
    }

    beforeStep() {
        if (this.bodies.isAsleep) {
            this.drive.sleep();
            this.steering?.sleep(this);
            return;
        }
        this.endStep();
        const h = this.scheduler.clock[0];
        this.steering?.steer(this, h);
        copyPlaces(this.stateBefore, this.state);
        this.targets.next(h);
        this.drive.step(this, h);
        this.steering?.release(this, h);
        this.drive.forgetHits();
        this.openStep = h;
    }

    /** Reads the bodies, after a step or between steps. */
    endStep() {
        const { state, target, settings, plan, drive, openStep } = this;
        const { rotationWeights, translationWeights } = drive;
        this.bodies.read(state);
        this.strayed = -1;
        if (openStep === 0) {
            if (!isSane(state)) this.restore();
            return;
        }
        this.openStep = 0;
        if (!isSane(state) || (this.strayed = this.runaways.findStray(state, target, translationWeights.weights)) >= 0) this.restore();
        if (this.runaways.limit(state)) this.bodies.writeVelocities(state);
        if (stopJoints(state, plan.tree, plan.stops, rotationWeights.weights, this.slack, openStep)) this.bodies.move(state);
        this.impacts.step(state, target, drive.strengthsOf(settings), translationWeights.weights, openStep);
    }

    /** Share of a step that is left over at the end of the frame. */
    get between(): number {
        return this.scheduler.clock[2];
    }

    /** Gives a body a push, newton seconds, at a world point; the others answer through the joints at once. */
    push(body: number, { x, y, z }: Vec3, impulse: Vec3) {
        const { bodies, state, plan } = this;
        bodies.read(state);
        const [cx, cy, cz] = state.positions.subarray(3 * body, 3 * body + 3);
        const push = Float64Array.of(impulse.x, impulse.y, impulse.z);
        const changes = new Float64Array(6 * state.count);
        pushBodies(state, plan.tree, body, push, Float64Array.of(x - cx, y - cy, z - cz), changes);
        this.drive.hit(changes);
        bodies.writeVelocities(state);
        bodies.wake();
    }

    /** Moves all with what the character stands on. */
    carry(turn: Flat, pivot: Flat, shift: Flat) {
        this.bodies.read(this.state);
        for (const state of [this.state, this.stateBefore]) carryBodies(state, turn, pivot, shift);
        this.targets.carry(turn, pivot, shift);
        for (let body = 0; body < this.state.count; body++) copyQuat(this.turns, 4 * body, turn, 0);
        this.turnAlong(this.turns);
    }

    /** Goes along with a leap of the animation that holds the bodies in place. */
    leap(from: RigidState, to: RigidState, turns: Flat) {
        this.bodies.read(this.state);
        for (const state of [this.state, this.stateBefore]) carryEach(state, from, to, turns);
        this.targets.leap(from, to, turns);
        this.turnAlong(turns);
    }

    /** Goes on as the animation does after a leap: what the bodies are off it, in place and velocity, they still are. */
    goOn() {
        const { state, stateBefore, was, target, targets, turns } = this;
        this.bodies.read(state);
        copyPlaces(was, target);
        was.linear.set(target.linear);
        was.angular.set(target.angular);
        targets.start();
        turnsBetween(turns, was, target);
        for (const one of [state, stateBefore]) carryEach(one, was, target, turns);
        for (let i = 0; i < state.linear.length; i++) {
            state.linear[i] += target.linear[i] - was.linear[i];
            state.angular[i] += target.angular[i] - was.angular[i];
        }
        this.turnAlong(turns);
    }

    private turnAlong(turns: Flat) {
        this.drive.carry(turns);
        this.impacts.carry(turns);
        this.steering?.carried();
        this.bodies.place(this.state);
        this.bodies.wake();
    }

    /**
     * Goes on as bodies of another size have moved so far: driven ones keep their place against the animation, limp ones lie where they lay.
     *
     * @param ratio - Size against theirs.
     */
    goOnFrom(before: Ragdoll, ratio: number) {
        const { state, stateBefore, targets } = this;
        this.isLifted = false;
        this.slack.set(before.slack);
        const from = before.target.positions, to = targets.now.positions;
        const held = before.isDriven ? null : pivotOf(before.state, before.thickness);
        for (const [own, { positions, rotations, linear, angular }] of [[state, before.state], [stateBefore, before.stateBefore]] as const) {
            for (let i = 0; i < positions.length; i++) own.positions[i] = (held ? held[i % 3] : to[i]) + ratio * (positions[i] - (held ? held[i % 3] : from[i]));
            own.rotations.set(rotations);
            own.linear.set(linear);
            own.angular.set(angular);
        }
        this.bodies.place(state);
        if (!before.bodies.isAsleep) return;
        if (Math.abs(ratio - 1) < STAYS_ASLEEP) this.bodies.sleep();
        else this.drive.resume();
    }

    /** Takes the bodies out of the world; during a step as soon as it is over. */
    destroy() {
        if (this.lost >= 0) return;
        this.scheduler.remove(this);
        this.scheduler.afterStep(() => this.takeOut());
    }

    private takeOut() {
        this.ownColliders.release();
        this.bodies.destroy(this.scheduler.isAlive);
    }

    /** Goes on with an animation that was left unread. */
    resume() {
        this.targets.start();
        this.impacts.retarget(this.state, this.target);
    }

    /** Begins anew where the animation is. */
    restart() {
        this.targets.start();
        copyPlaces(this.stateBefore, this.target);
        this.restore();
    }

    /** Puts everything back on the target. */
    private restore() {
        const { state, target } = this;
        copyPlaces(state, target);
        state.linear.set(target.linear);
        state.angular.set(target.angular);
        this.drive.restart();
        this.impacts.reset();
        this.bodies.place(state);
        this.restored = true;
    }
}
