import { ShownHinges } from './shown-hinges';
import { mapBody, mixRotation } from '../../core/dynamics/delta-mapping';
import { blendPlaces, createRigidState } from '../../core/dynamics/rigid-state';
import { stepShare } from '../../core/dynamics/step-weight';
import { copyQuat, multiplyInverseQuat, multiplyQuat, rotateVec, rotateVecInverse, type Flat } from '../../core/math/flat-math';
import { oscillatorStep } from '../../core/math/oscillator';
import { quinticDecay } from '../../core/math/quintic';
import { clamp } from '../../core/math/scalars';
import { updateWorld } from '../../core/pose/flat-pose';
import type { AnimatedBodies } from '../bodies/animated-bodies';
import type { Ragdoll } from '../bodies/ragdoll';
import type { BodyPlan } from '../plan/body-plan';

// What is shown of a ragdoll: each bone with a body is turned, the root is moved too, all others ride their parents. So bones keep the
// lengths that the animation gives them, however far a hit pulls the joints apart. While the bodies sleep, they keep those of that moment.
//
// Between two steps of the physics the bodies are shown on the way from one to the other, as the engine shows the bodies of the project.

/** How fast shares of the lag follow the weights, 1/s: a switch of a weight is no jump. */
const FOLLOW_RATE = 15;

/** Change of the mapping weight in a frame from which it counts as a switch, and the time within which a switch is followed, seconds. */
const SWITCH = 0.1;
const SWITCH_TIME = 0.3;

/** Time within which a body has taken up its target's motion as far as its weight lets it, seconds. */
const CATCH_UP = 0.5;

const rotation = new Float64Array(4);
const position = new Float64Array(3);
const factors = new Float64Array(4);

export class ShownPose {
    /** Bones of the pose that are written. */
    private readonly written: Int32Array;

    /** Body of each bone of the pose; -1: none. */
    private readonly bodyOf: Int32Array;

    /** Shares that follow the weights, and how fast they change, 1/s: those of all turns, then of all moves. */
    private readonly shares: Flat;

    private readonly rates: Flat;

    /** Shares of the lag that are made up for. */
    private readonly turnShares: Flat;

    private readonly moveShares: Flat;

    /** The mapping weight of the last frame, NaN before the first; what was shown of it, and what a switch has left to fade. */
    private mappingWeight = NaN;

    private shownWeight = 1;

    private left = 0;

    private sinceSwitch = 0;

    /** Local transforms of the bones as they were when the bodies fell asleep. */
    private readonly restingRotations: Flat;

    private readonly restingPositions: Flat;

    private isResting = false;

    private readonly hinges: ShownHinges;

    /** The bodies and their targets as they are shown. */
    readonly places;

    readonly driven;

    /**
     * @param animated - Where the animation has the bodies, from which they start.
     * @param plan - The bodies.
     */
    constructor(private readonly animated: AnimatedBodies, private readonly plan: BodyPlan) {
        const count = plan.bodies.length;
        this.written = Int32Array.from(animated.bones);
        this.bodyOf = new Int32Array(animated.set.bones.length).fill(-1);
        animated.bones.forEach((bone, body) => { this.bodyOf[bone] = body; });
        this.shares = new Float64Array(2 * count).fill(1);
        this.rates = new Float64Array(2 * count);
        this.turnShares = this.shares.subarray(0, count);
        this.moveShares = this.shares.subarray(count);
        const { localRotations, localPositions } = animated.set.pose;
        this.restingRotations = localRotations.slice();
        this.restingPositions = localPositions.slice();
        this.places = createRigidState(count);
        this.driven = createRigidState(count);
        this.hinges = new ShownHinges(plan.hinges, animated.bones);
    }

    /**
     * Writes this frame's pose.
     *
     * @param ragdoll - The ragdoll after the steps of the frame.
     * @param between - Share of a step that is left over at the end of the frame.
     * @param mappingWeight - How much of the physical pose is shown; a switch of it is faded.
     * @param dt - Time of the frame in seconds.
     */
    write(ragdoll: Ragdoll, between: number, mappingWeight: number, dt: number) {
        this.rest(ragdoll.bodies.isAsleep);
        this.follow(ragdoll, dt);
        const weight = this.fade(mappingWeight, dt);
        blendPlaces(this.places, ragdoll.stateBefore, ragdoll.state, this.isResting ? 1 : between);
        blendPlaces(this.driven, ragdoll.targets.before, ragdoll.target, between);
        ragdoll.impacts.show(this.places, this.driven, between);
        if (!(weight > 0)) return;
        const { animated, plan, bodyOf, places, driven, turnShares, moveShares, hinges, written } = this;
        const { set, now } = animated;
        const { pose } = set;
        const { parents, rotations, positions, localRotations, localPositions, scales } = pose;
        hinges.look(rotations, turnShares);
        for (let bone = 0; bone < parents.length; bone++) {
            const parent = parents[bone];
            const body = bodyOf[bone];
            if (body < 0) {
                multiplyQuat(rotations, 4 * bone, rotations, 4 * parent, localRotations, 4 * bone);
                continue;
            }
            mapBody(rotation, position, body, places, driven, now, plan.mounting, turnShares, moveShares);
            if (body > 0) {
                hinges.straighten(rotation, rotations, body);
            } else {
                for (let i = 0; i < 3; i++) {
                    const animatedPosition = positions[3 * bone + i];
                    position[i] = animatedPosition + (position[i] - animatedPosition) * weight - positions[3 * parent + i];
                }
                rotateVecInverse(position, 0, rotations, 4 * parent, position, 0);
                for (let i = 0; i < 3; i++) localPositions[3 * bone + i] = position[i] / scales[parent];
            }
            mixRotation(rotations, 4 * bone, rotations, 4 * bone, rotation, weight);
            multiplyInverseQuat(localRotations, 4 * bone, rotations, 4 * parent, rotations, 4 * bone);
        }
        if (this.isResting) {
            this.writeAll();
            return;
        }
        set.write(written);
        set.writePosition(animated.bones[0]);
    }

    /**
     * Shows bodies that lie still once more as they were shown last.
     *
     * @returns false: what is shown has to be found anew.
     */
    writeAgain(): boolean {
        if (!this.isResting || this.shownWeight !== 1 || !this.animated.set.isWhereItWas) return false;
        this.writeAll();
        return true;
    }

    /** Writes all bones of the pose. */
    private writeAll() {
        const { set } = this.animated;
        for (let bone = 0; bone < set.bones.length; bone++) {
            set.writeRotation(bone);
            set.writePosition(bone);
        }
    }

    /** Keeps what a clip does to bones between and besides bodies from moving a body that lies still. */
    private rest(isAsleep: boolean) {
        const { isResting, restingRotations, restingPositions } = this;
        const { localRotations, localPositions } = this.animated.set.pose;
        this.isResting = isAsleep;
        if (!isAsleep) return;
        if (isResting) {
            localRotations.set(restingRotations);
            localPositions.set(restingPositions);
            updateWorld(this.animated.set.pose);
        } else {
            restingRotations.set(localRotations);
            restingPositions.set(localPositions);
        }
    }

    /** Writes the world place at which a body is shown. */
    bodyPlace(outPosition: Flat, outRotation: Flat, body: number) {
        mapBody(outRotation, outPosition, body, this.places, this.driven, this.animated.now, this.plan.mounting, this.turnShares, this.moveShares);
        rotateVec(position, 0, outRotation, 0, this.plan.mounting.offsets, 3 * body);
        for (let i = 0; i < 3; i++) outPosition[i] += position[i];
        copyQuat(rotation, 0, this.plan.mounting.rotations, 4 * body);
        multiplyQuat(outRotation, 0, outRotation, 0, rotation, 0);
    }

    private fade(weight: number, dt: number): number {
        if (Math.abs(weight - this.mappingWeight) > SWITCH) {
            this.left = this.shownWeight - weight;
            this.sinceSwitch = 0;
        }
        this.mappingWeight = weight;
        this.sinceSwitch += dt;
        this.shownWeight = clamp(weight + quinticDecay(this.left, 0, this.sinceSwitch, SWITCH_TIME), 0, 1);
        return this.shownWeight;
    }

    /** Lets the shares follow the weights, without swinging over. */
    private follow({ drive: { rotationWeights, translationWeights } }: Ragdoll, dt: number) {
        oscillatorStep(factors, FOLLOW_RATE * FOLLOW_RATE, 2 * FOLLOW_RATE, dt);
        const count = this.turnShares.length;
        for (let body = 0; body < count; body++) {
            this.approach(body, stepShare(rotationWeights.weights[body], CATCH_UP));
            this.approach(count + body, stepShare(translationWeights.weights[body], CATCH_UP));
        }
    }

    private approach(i: number, goal: number) {
        const { shares, rates } = this;
        const away = shares[i] - goal;
        shares[i] = goal + factors[0] * away + factors[1] * rates[i];
        rates[i] = factors[2] * away + factors[3] * rates[i];
    }
}
