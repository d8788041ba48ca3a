import type { Vec3 } from 'playcanvas';

import type { AnimatedBodies } from './animated-bodies';
import type { BodyPlan } from './body-plan';
import { createGains, setGains } from './gains';
import { Impacts } from './impacts';
import { MovingPoints } from './moving-points';
import { OwnColliders, type Character } from './own-colliders';
import { Settling } from './settling';
import { Strengths } from './strengths';
import { Targets } from './targets';
import { unbury } from './unbury';
import { carryHandover, considerHandover, createHandover, endHandover, handOver, isHandingOver } from '../core/dynamics/drive-handover';
import type { DriveSettings } from '../core/dynamics/drive-settings';
import { rubJoints } from '../core/dynamics/joint-friction';
import { pushBodies } from '../core/dynamics/joint-impulses';
import { createSpringMemory, driveSprings } from '../core/dynamics/joint-springs';
import { stopJoints } from '../core/dynamics/joint-stops';
import { composeInertia, createCompositeInertia, largestInertia, locateJoints, type JointTree } from '../core/dynamics/joint-tree';
import { alignJoints, createAlignedJoints } from '../core/dynamics/joint-velocities';
import { carryEach, turnsBetween } from '../core/dynamics/leap';
import { carryBodies, copyPlaces, createRigidState, isSane, type RigidState } from '../core/dynamics/rigid-state';
import { Runaways } from '../core/dynamics/runaways';
import type { Steering, SteeredBodies } from '../core/dynamics/steering';
import { createStepWeights, setStepWeights } from '../core/dynamics/step-weight';
import { driveRotations, driveTranslations, undoDamping } from '../core/dynamics/velocity-drive';
import { copyQuat, type Flat } from '../core/math/flat-math';
import { CommonMotion } from '../core/reactions/common-motion';
import { BodyGroup, type BodyGroupSettings, type Surface } from '../physics/body-group';
import type { SubstepListener, SubstepScheduler } from '../physics/substep-scheduler';

// A ragdoll in the world: before each step it gives its bodies the velocities that bring them to the animation.
//
// While the bodies sleep nothing is read of them, and the animation is left unread too. Whatever touches them wakes them, and who drives them.

/**
 * Rate at which joints of driven bodies come back from beyond their limits, 1/s: Bullet's at steps of 1/60. Bullet takes back a share in each
 * step, and what comes back keeps that speed: at shorter steps limbs would bounce off their limits. And the largest share of a step. Limp
 * bodies have their stops (joint-stops.ts).
 */
const LIMIT_RATE = 18;
const MOST_LIMIT_BIAS = 0.9;

/**
 * Iterations of the solver while limp bodies are awake: with Bullet's ten, a body that lies on its own feet pushes joints of light limbs open by
 * up to 60 mm, since each iteration carries a force only about one joint further.
 */
const LIMP_ITERATIONS = 20;

/** Frames between two looks at the character's own colliders while the bodies sleep. */
const LOOK_ASLEEP = 10;

/** Rate at which what neighbours turn against each other dies out while nothing drives them, 1/s. */
const JOINT_FRICTION = 10;

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
    readonly character: Character;
    /** Drives the bodies in the place of the settings; null: nobody does. */
    readonly steering: Steering | null;
}

export class Ragdoll implements SubstepListener, SteeredBodies {
    /** The bodies at the end of the last step that has run. */
    readonly state;

    /** The bodies at the start of the last step. */
    readonly stateBefore;

    readonly targets: Targets;

    /** Where the last step was to bring them. */
    readonly target;

    readonly bodies: BodyGroup;

    private readonly ownColliders: OwnColliders;

    /** Whether the bodies were put back on the animation since this was last set to false. */
    restored = false;

    /** The body because of which they were, torn away from where it belongs; -1: it was no number. */
    strayed = -1;

    /** Body that somebody else has taken out of the world, and so all of them are out; -1: none. */
    lost = -1;

    /** Whether the bodies began in the ground and were lifted out of it, until it is told. */
    private isLifted: boolean;

    steering: Steering | null;

    readonly rotationWeights;

    readonly translationWeights;

    private readonly gains;

    private readonly springs;

    private readonly driveTarget;

    private readonly aimed: RigidState;

    private readonly maxChanges: Flat;

    /** How each body is turned by what carries it. */
    private readonly turns: Flat;

    readonly impacts;

    /** Length of the step that has begun and whose end was not read yet; 0: none. */
    private openStep = 0;

    private readonly handover;

    private readonly common = new CommonMotion();

    private readonly strengths = new Strengths();

    private readonly aligned;

    private readonly settling: Settling;

    private readonly points: MovingPoints;

    iterations = 0;

    /** Frames with a step since the bodies have fallen asleep. */
    private framesAsleep = 0;

    private readonly gravity = new Float64Array(3);

    /** Moment of inertia that the root carries, kg m². */
    private readonly wholeInertia: number;

    private readonly runaways: Runaways;

    private readonly plan: BodyPlan;

    private readonly ownSettings: DriveSettings;

    private readonly surface: Surface;

    constructor(private readonly scheduler: SubstepScheduler, { plan, animated, settings, surface, ignoredPairs, group, mask, height, character, steering }: RagdollParts) {
        this.plan = plan;
        this.steering = steering;
        this.ownSettings = settings;
        this.surface = surface;
        const count = plan.bodies.length;
        this.state = createRigidState(count);
        this.stateBefore = createRigidState(count);
        this.targets = new Targets(animated, scheduler, count);
        this.target = this.targets.now;
        this.rotationWeights = createStepWeights(count);
        this.translationWeights = createStepWeights(count);
        this.aimed = createRigidState(count);
        this.gains = createGains(count);
        this.springs = createSpringMemory(createCompositeInertia(count), count);
        this.driveTarget = {
            end: this.target, linear: this.target.linear, angular: this.target.angular,
            linearHits: new Float64Array(3 * count), angularHits: new Float64Array(3 * count)
        };
        this.maxChanges = new Float64Array(count);
        this.turns = new Float64Array(4 * count);
        this.impacts = new Impacts(count);
        this.handover = createHandover(count);
        this.aligned = createAlignedJoints(count, height);
        this.runaways = new Runaways(plan.tree, height);
        this.settling = new Settling(plan.tree.masses, height);

        const { state, target } = this;
        copyPlaces(state, target);
        state.linear.set(target.linear);
        state.angular.set(target.angular);
        this.targets.goAlong(this.common, state, plan.tree.masses, 0);
        // bodies that are held in place by the animation stay where it has them
        this.isLifted = !(this.settings.translationWeight > 0) && unbury(state, plan, height, character, scheduler.physics);
        copyPlaces(this.stateBefore, state);
        const { carried } = this.springs;
        locateJoints(carried, plan.tree, state);
        composeInertia(carried, plan.tree, state);
        this.wholeInertia = largestInertia(carried, 0, state.positions);
        this.bodies = new BodyGroup(scheduler, { bodies: plan.bodies, joints: plan.joints, ignoredPairs, group, mask }, state);
        this.bodies.setSurface(surface);
        this.points = new MovingPoints(plan, this.bodies, this.aligned.moves);
        this.ownColliders = new OwnColliders(character, this.bodies);
        scheduler.add(this);
    }

    get tree(): JointTree {
        return this.plan.tree;
    }

    get rotationFactors(): Flat {
        return this.plan.rotationFactors;
    }

    get translationFactors(): Flat {
        return this.plan.translationFactors;
    }

    private get settings(): DriveSettings {
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
        setGains(this.gains, settings, this.plan);
        this.bodies.setKeepsSpin(settings.rotationWeight > 0);
    }

    beforeStep() {
        if (this.bodies.isAsleep) {
            this.settling.restart();
            this.steering?.sleep(this);
            return;
        }
        this.endStep();
        const h = this.scheduler.clock[0];
        this.steering?.steer(this, h);
        copyPlaces(this.stateBefore, this.state);
        this.targets.next(h);
        this.drive(h);
        this.steering?.release(this, h);
        this.forgetHits();
        this.openStep = h;
    }

    /** Reads the bodies, after a step or between steps. */
    endStep() {
        const { state, target, settings, plan, rotationWeights, translationWeights, springs, openStep } = this;
        this.bodies.read(state);
        this.strayed = -1;
        if (openStep === 0) {
            if (!isSane(state)) this.restore();
            return;
        }
        this.openStep = 0;
        if (!isSane(state) || (this.strayed = this.runaways.findStray(state, target, translationWeights.weights)) >= 0) this.restore();
        if (this.runaways.limit(state)) this.bodies.writeVelocities(state);
        if (stopJoints(state, plan.tree, plan.stops, rotationWeights.weights)) this.bodies.move(state);
        const strengths = settings.drive === 'velocity' ? rotationWeights.weights : springs.shares;
        this.impacts.step(state, target, strengths, translationWeights.weights, openStep);
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
        const { linearHits, angularHits } = this.driveTarget;
        linearHits.forEach((_, i) => {
            linearHits[i] += changes[i];
            angularHits[i] += changes[3 * state.count + i];
        });
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
        const { state, stateBefore, aimed, target, targets, turns } = this;
        this.bodies.read(state);
        copyPlaces(aimed, target);
        aimed.linear.set(target.linear);
        aimed.angular.set(target.angular);
        targets.start();
        turnsBetween(turns, aimed, target);
        for (const one of [state, stateBefore]) carryEach(one, aimed, target, turns);
        for (let i = 0; i < state.linear.length; i++) {
            state.linear[i] += target.linear[i] - aimed.linear[i];
            state.angular[i] += target.angular[i] - aimed.angular[i];
        }
        this.turnAlong(turns);
    }

    private turnAlong(turns: Flat) {
        carryHandover(this.handover, turns);
        this.impacts.carry(turns);
        this.common.forget();
        this.steering?.carried();
        this.bodies.place(this.state);
        this.bodies.wake();
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

    private drive(h: number) {
        const { state, targets, target, settings, plan, rotationWeights, translationWeights, maxChanges, gains, gravity, driveTarget, handover, surface } = this;
        const { rotationFactors, translationFactors } = this.steering ?? plan;
        setStepWeights(rotationWeights, settings.rotationWeight, rotationFactors, h);
        setStepWeights(translationWeights, settings.translationWeight, translationFactors, h);
        const growth = this.strengths.growth(settings, rotationWeights, translationWeights);
        if (!rotationWeights.any && !translationWeights.any) {
            this.points.release();
            this.bodies.setLimitBias(0);
            this.settle(h);
            return;
        }
        this.bodies.setLimitBias(Math.min(MOST_LIMIT_BIAS, LIMIT_RATE * h));
        targets.findVelocities(h);
        this.runaways.follow(target);
        this.goAlong(h);
        considerHandover(handover, growth, state, targets.before, target);
        if (isHandingOver(handover)) handOver(handover, targets.before, target, h);
        driveTarget.end = isHandingOver(handover) ? handover.goal : target;
        driveTarget.linear = driveTarget.end.linear;
        driveTarget.angular = driveTarget.end.angular;
        this.points.follow(target);
        if (this.steering?.aim) this.aim(this.steering.aim, h);
        this.takeBackGuess();
        gains.maxChange[0] = settings.maxTorque > 0 ? settings.maxTorque / this.wholeInertia * h : Infinity;
        if (rotationWeights.any && settings.drive === 'velocity') {
            driveRotations(state, driveTarget, rotationWeights, gains.maxChange);
            this.springs.surplus.fill(0);
        } else if (rotationWeights.any) {
            driveSprings(state, driveTarget, plan.tree, gains, rotationWeights.weights, translationWeights.weights, this.springs, h);
        }
        if (translationWeights.any) {
            const { x, y, z } = this.scheduler.physics.gravity;
            gravity[0] = x;
            gravity[1] = y;
            gravity[2] = z;
            for (let i = 0; i < maxChanges.length; i++) maxChanges[i] = settings.maxForce > 0 ? settings.maxForce * h / plan.tree.masses[i] : Infinity;
            driveTranslations(state, driveTarget, translationWeights, maxChanges, gravity);
        }
        const shares = settings.drive === 'velocity' ? rotationWeights.shares : this.springs.shares;
        alignJoints(state, plan.tree, shares, translationWeights.weights, this.aligned, h);
        this.points.write(this.aligned.points);
        undoDamping(state.linear, shares, surface.linearDamping, h);
        undoDamping(state.angular, shares, surface.angularDamping, h);
        this.runaways.limit(state);
        this.bodies.writeVelocities(state);
    }

    /** Lets limp bodies come to rest. */
    private settle(h: number) {
        const { bodies, state, plan, settling } = this;
        rubJoints(state, plan.tree, 1 - Math.exp(-JOINT_FRICTION * h));
        if (settling.step(state, -this.scheduler.physics.gravity.y, h)) bodies.sleep();
        this.runaways.limit(state);
        bodies.writeVelocities(state);
    }

    /** Lets who steers change where the joints are driven to. */
    private aim(change: NonNullable<Steering['aim']>, h: number) {
        const { aimed, driveTarget } = this;
        copyPlaces(aimed, driveTarget.end);
        aimed.linear.set(driveTarget.linear);
        aimed.angular.set(driveTarget.angular);
        change(this, aimed, h);
        driveTarget.end = aimed;
        driveTarget.linear = aimed.linear;
        driveTarget.angular = aimed.angular;
    }

    private goAlong(h: number) {
        const { common, targets, state, plan } = this;
        if (!this.steering?.goesAlong) common.forget();
        else if (targets.goAlong(common, state, plan.tree.masses, h)) this.bodies.move(state);
    }

    /** A cap has let less of the guess through: how much is not known. Bodies that go along with the animation have got all of it. */
    private takeBackGuess() {
        const { targets, state, settings, rotationWeights, translationWeights, steering } = this;
        if (settings.drive === 'velocity' && settings.maxTorque === 0) targets.correctTurns(state.angular, rotationWeights.shares);
        if (settings.maxForce === 0 && !steering?.goesAlong) targets.correctMoves(state.linear, translationWeights.shares);
    }

    private forgetHits() {
        this.driveTarget.linearHits.fill(0);
        this.driveTarget.angularHits.fill(0);
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
        this.springs.surplus.fill(0);
        this.targets.forgetGuess();
        endHandover(this.handover);
        this.impacts.reset();
        this.forgetHits();
        this.bodies.place(state);
        this.restored = true;
    }
}
