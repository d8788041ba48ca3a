import { MovingPoints } from './moving-points';
import { Settling } from './settling';
import type { BodyTargets } from './targets';
import { carryHandover, considerHandover, createHandover, endHandover, growthOf, handOver, isHandingOver } from '../../core/dynamics/drive-handover';
import type { DriveSettings } from '../../core/dynamics/drive-settings';
import { hangBodies, type HangingDrive } from '../../core/dynamics/hang-bodies';
import { rubJoints } from '../../core/dynamics/joint-friction';
import { createSpringMemory, driveSprings, type SpringGains } from '../../core/dynamics/joint-springs';
import { composeInertia, createCompositeInertia, largestInertia, locateJoints } from '../../core/dynamics/joint-tree';
import { alignJoints, createAlignedJoints } from '../../core/dynamics/joint-velocities';
import { copyPlaces, createRigidState, type RigidState } from '../../core/dynamics/rigid-state';
import type { Runaways } from '../../core/dynamics/runaways';
import type { SteeredBodies, Steering } from '../../core/dynamics/steering';
import { createStepWeights, setStepWeights, type StepWeights } from '../../core/dynamics/step-weight';
import { driveRotations, driveTranslations, undoDamping } from '../../core/dynamics/velocity-drive';
import type { Flat } from '../../core/math/flat-math';
import { CommonMotion } from '../../core/reactions/common-motion';
import type { BodyGroup, Surface } from '../../physics/body-group';
import type { SubstepScheduler } from '../../physics/substep-scheduler';
import type { BodyPlan } from '../plan/body-plan';

// What bodies are given before a step of the physics: the velocities that bring them to their targets, or, where nothing drives them, those with which they
// come to rest.

/**
 * Rate at which joints of driven bodies come back from beyond their limits, 1/s: Bullet's at steps of 1/60. Bullet takes back a share in each
 * step, and what comes back keeps that speed: at shorter steps limbs would bounce off their limits. And the largest share of a step. Limp
 * bodies have their stops (joint-stops.ts).
 */
const LIMIT_RATE = 18;
const MOST_LIMIT_BIAS = 0.9;

/** Rate at which what neighbours turn against each other dies out while nothing drives them, 1/s. */
const JOINT_FRICTION = 10;

/** Mass for which stiffness and damping are given, kilograms. */
const REFERENCE_MASS = 70;

/** What a drive is made for. */
export interface DriveParts {
    readonly plan: BodyPlan;
    readonly bodies: BodyGroup;
    /** The bodies as they are: their velocities are changed. */
    readonly state: RigidState;
    readonly targets: BodyTargets;
    readonly runaways: Runaways;
    readonly surface: Surface;
    /** Height of the character, metres. */
    readonly height: number;
}

/** The ragdoll that is driven, and its driver. */
export interface Driven extends SteeredBodies {
    readonly settings: DriveSettings;
    readonly steering: Steering | null;
}

/** How much stronger the settings of a drive have become since the last step. */
class Strengths {
    /** The drive of the last step; empty before the first. */
    private drive = '';

    private stiffness = 0;

    private frequency = 0;

    private maxTorque = 0;

    private maxForce = 0;

    /** The largest growth since the last step, as a share of what is now; another drive may be any stronger. */
    growth({ drive, stiffness, frequency, maxTorque, maxForce }: DriveSettings, rotations: StepWeights, translations: StepWeights): number {
        const torque = maxTorque || Infinity, force = maxForce || Infinity;
        let growth = this.drive === drive ? Math.max(rotations.growth, translations.growth) : 1;
        if (drive === 'spring') growth = Math.max(growth, growthOf(this.stiffness, stiffness));
        if (drive === 'springInertiaScaled') growth = Math.max(growth, growthOf(this.frequency, frequency));
        growth = Math.max(growth, growthOf(this.maxTorque, torque), growthOf(this.maxForce, force));
        // at first the bodies are on their targets
        if (this.drive === '') growth = 0;
        this.drive = drive;
        this.stiffness = stiffness;
        this.frequency = frequency;
        this.maxTorque = torque;
        this.maxForce = force;
        return growth;
    }
}

export class BodyDrive {
    readonly rotationWeights;

    readonly translationWeights;

    private readonly gains;

    private readonly springs;

    private readonly driveTarget;

    private readonly aimed: RigidState;

    private readonly maxChanges: Flat;

    private readonly handover;

    private readonly common = new CommonMotion();

    private readonly strengths = new Strengths();

    private readonly aligned;

    private readonly settling: Settling;

    private readonly points: MovingPoints;

    private readonly gravity = new Float64Array(3);

    private readonly hanging: HangingDrive;

    private readonly holders: Int32Array;

    /** Moment of inertia that the root carries, kg m². */
    private readonly wholeInertia: number;

    constructor(private readonly scheduler: SubstepScheduler, private readonly parts: DriveParts) {
        const { plan, bodies, state, targets, height } = parts;
        const { count } = state;
        this.rotationWeights = createStepWeights(count);
        this.translationWeights = createStepWeights(count);
        this.hanging = { turnWeights: this.rotationWeights.weights, moveWeights: this.translationWeights.weights, fall: new Float64Array(3) };
        this.holders = new Int32Array(count);
        this.aimed = createRigidState(count);
        this.gains = createGains(count);
        this.springs = createSpringMemory(createCompositeInertia(count), count);
        const { now } = targets;
        this.driveTarget = { end: now, linear: now.linear, angular: now.angular, linearHits: new Float64Array(3 * count), angularHits: new Float64Array(3 * count) };
        this.maxChanges = new Float64Array(count);
        this.handover = createHandover(count);
        this.aligned = createAlignedJoints(count, height);
        this.settling = new Settling(plan.tree.masses, height);
        targets.goAlong(this.common, state, plan.tree.masses, 0);
        const { carried } = this.springs;
        locateJoints(carried, plan.tree, state);
        composeInertia(carried, plan.tree, state);
        this.wholeInertia = largestInertia(carried, 0, state.positions);
        this.points = new MovingPoints(plan, bodies, this.aligned.moves, height);
        this.points.place(now);
    }

    /** Takes over what the settings say now, before the steps of a frame. */
    set(settings: DriveSettings) {
        setGains(this.gains, settings, this.parts.plan);
        this.parts.bodies.setKeepsSpin(settings.rotationWeight > 0);
    }

    /** How strongly each body was turned in the last step, 0..1. */
    strengthsOf({ drive }: DriveSettings): Flat {
        return drive === 'velocity' ? this.rotationWeights.weights : this.springs.shares;
    }

    /** A hit has changed velocities by so much: those of all bodies, then their spins. */
    hit(changes: Flat) {
        const { linearHits, angularHits } = this.driveTarget;
        for (let i = 0; i < linearHits.length; i++) {
            linearHits[i] += changes[i];
            angularHits[i] += changes[linearHits.length + i];
        }
    }

    /** The hits of the step are over. */
    forgetHits() {
        this.driveTarget.linearHits.fill(0);
        this.driveTarget.angularHits.fill(0);
    }

    /** The bodies sleep. */
    sleep() {
        this.settling.restart();
    }

    /** Bodies of another size that slept go on as these. */
    resume() {
        this.settling.resume();
    }

    /** The bodies were turned with what carries them, four numbers a body. */
    carry(turns: Flat) {
        carryHandover(this.handover, turns);
        this.common.forget();
    }

    /** The bodies were put on their targets. */
    restart() {
        this.springs.surplus.fill(0);
        this.parts.targets.forgetGuess();
        endHandover(this.handover);
        this.forgetHits();
        this.points.place(this.parts.targets.now);
    }

    /** Gives the bodies their velocities for a step of `h` seconds. */
    step(driven: Driven, h: number) {
        const { state, targets, plan, surface, bodies, runaways } = this.parts;
        const { rotationWeights, translationWeights, maxChanges, gains, gravity, driveTarget, handover } = this;
        const { settings, steering } = driven;
        const target = targets.now;
        const { rotationFactors, translationFactors } = steering ?? plan;
        setStepWeights(rotationWeights, settings.rotationWeight, rotationFactors, h);
        setStepWeights(translationWeights, settings.translationWeight, translationFactors, h);
        const growth = this.strengths.growth(settings, rotationWeights, translationWeights);
        if (!rotationWeights.any && !translationWeights.any) {
            this.points.release(h);
            bodies.setLimitBias(0, rotationWeights.weights);
            this.settle(h);
            return;
        }
        bodies.setLimitBias(Math.min(MOST_LIMIT_BIAS, LIMIT_RATE * h), rotationWeights.weights);
        targets.findVelocities(h);
        runaways.follow(target);
        this.goAlong(driven, h);
        if (steering?.leads) endHandover(handover);
        else considerHandover(handover, growth, state, targets.before, target);
        if (isHandingOver(handover)) handOver(handover, targets.before, target, h);
        driveTarget.end = isHandingOver(handover) ? handover.goal : target;
        driveTarget.linear = driveTarget.end.linear;
        driveTarget.angular = driveTarget.end.angular;
        this.points.follow(target, translationWeights.weights, h);
        if (steering?.aim) this.aim(driven, steering.aim, h);
        this.takeBackGuess(driven);
        gains.maxChange[0] = settings.maxTorque > 0 ? settings.maxTorque / this.wholeInertia * h : Infinity;
        if (rotationWeights.any && settings.drive === 'velocity') {
            driveRotations(state, driveTarget, rotationWeights, gains.maxChange);
            this.springs.surplus.fill(0);
        } else if (rotationWeights.any) {
            driveSprings(state, driveTarget, plan.tree, gains, rotationWeights.weights, translationWeights.weights, this.springs, h);
        }
        const { x, y, z } = this.scheduler.physics.gravity;
        gravity[0] = x;
        gravity[1] = y;
        gravity[2] = z;
        if (translationWeights.any) {
            for (let i = 0; i < maxChanges.length; i++) maxChanges[i] = settings.maxForce > 0 ? settings.maxForce * h / plan.tree.masses[i] : Infinity;
            driveTranslations(state, driveTarget, translationWeights, maxChanges, gravity);
        }
        const shares = settings.drive === 'velocity' ? rotationWeights.shares : this.springs.shares;
        alignJoints(state, plan.tree, shares, translationWeights.weights, this.aligned, h);
        this.points.write(this.aligned.points);
        for (let i = 0; i < 3; i++) this.hanging.fall[i] = gravity[i] * h;
        this.hanging.turnWeights = this.strengthsOf(settings);
        hangBodies(state, plan.tree, this.hanging, this.holders, h);
        undoDamping(state.linear, shares, surface.linearDamping, h);
        undoDamping(state.angular, shares, surface.angularDamping, h);
        runaways.limit(state);
        bodies.writeVelocities(state);
    }

    /** Lets limp bodies come to rest. */
    private settle(h: number) {
        const { settling, parts: { bodies, state, plan, runaways } } = this;
        rubJoints(state, plan.tree, 1 - Math.exp(-JOINT_FRICTION * h));
        if (settling.step(state, -this.scheduler.physics.gravity.y, h)) bodies.sleep();
        runaways.limit(state);
        bodies.writeVelocities(state);
    }

    /** Lets the driver change where the joints are driven to. */
    private aim(driven: Driven, change: NonNullable<Steering['aim']>, h: number) {
        const { aimed, driveTarget } = this;
        copyPlaces(aimed, driveTarget.end);
        aimed.linear.set(driveTarget.linear);
        aimed.angular.set(driveTarget.angular);
        change(driven, aimed, h);
        driveTarget.end = aimed;
        driveTarget.linear = aimed.linear;
        driveTarget.angular = aimed.angular;
    }

    private goAlong({ steering }: Driven, h: number) {
        const { common, parts: { targets, state, plan, bodies } } = this;
        if (!steering?.goesAlong) common.forget();
        else if (targets.goAlong(common, state, plan.tree.masses, h)) bodies.move(state);
    }

    /** A cap has let less of the guess through: how much is not known. Bodies that go along with the animation have got all of it. */
    private takeBackGuess({ settings, steering }: Driven) {
        const { rotationWeights, translationWeights, parts: { targets, state } } = this;
        if (settings.drive === 'velocity' && settings.maxTorque === 0) targets.correctTurns(state.angular, rotationWeights.shares);
        if (settings.maxForce === 0 && !steering?.goesAlong && !steering?.leads) targets.correctMoves(state.linear, translationWeights.shares);
    }
}

function createGains(count: number): SpringGains {
    return { stiffness: new Float64Array(count), damping: new Float64Array(count), scaled: false, maxChange: new Float64Array(1) };
}

/** Takes over what the settings say now. */
function setGains(gains: SpringGains, settings: DriveSettings, plan: BodyPlan): void {
    const scale = plan.totalMass / REFERENCE_MASS;
    gains.scaled = settings.drive === 'springInertiaScaled';
    const omega = 2 * Math.PI * Math.max(0, settings.frequency);
    for (let i = 0; i < gains.stiffness.length; i++) {
        if (gains.scaled) {
            gains.stiffness[i] = omega * omega;
            gains.damping[i] = 2 * settings.dampingRatio * omega;
        } else {
            gains.stiffness[i] = (plan.stiffness[i] || settings.stiffness) * scale;
            gains.damping[i] = (plan.damping[i] || settings.damping) * scale;
        }
    }
}
