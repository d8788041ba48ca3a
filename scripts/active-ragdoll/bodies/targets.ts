import type { AnimatedBodies } from './animated-bodies';
import { carryEach } from '../../core/dynamics/leap';
import { posesAt } from '../../core/dynamics/pose-history';
import { carryBodies, copyPlaces, createRigidState, placeVelocities, type RigidState } from '../../core/dynamics/rigid-state';
import { correctVelocities, createTargetPrediction, predictTarget, reviseTarget } from '../../core/dynamics/target-prediction';
import type { Flat } from '../../core/math/flat-math';
import type { CommonMotion } from '../../core/reactions/common-motion';
import type { SubstepScheduler } from '../../physics/substep-scheduler';

// Where the animation wants the bodies, step by step of the physics.
//
// Physics runs before the animation of its frame, so the newest pose that it can know is a frame old. The targets are those of a sixtieth of
// a second ago: that is as long at every frame rate, and from 60 Hz on it lies between known poses. At lower rates it is the last motion
// continued, by a sixtieth of a second at most, and put right when the pose is known (target-prediction.ts).

/** How far the targets are behind the newest pose at the end of a frame, seconds. */
const LAG = 1 / 60;

/** Pace at which they catch up after a long frame, times the animation's. */
const CATCH_UP = 1.25;

export class BodyTargets {
    /** At the start and at the end of the last step that has begun. */
    readonly before: RigidState;

    readonly now: RigidState;

    private readonly guessed;

    /** Time of {@link now} on the animation's clock, seconds. */
    private time = 0;

    constructor(private readonly animated: AnimatedBodies, private readonly scheduler: SubstepScheduler, count: number) {
        this.before = createRigidState(count);
        this.now = createRigidState(count);
        this.guessed = createTargetPrediction(count);
        this.start();
    }

    /** Begins anew on the animation, with its velocities: where the steps of the next frame go on. */
    start() {
        const { animated: { history, time: read }, before, now, scheduler } = this;
        const h = scheduler.physics.fixedTimeStep;
        this.time = read - scheduler.localTime - LAG;
        posesAt(before, history, this.time - h);
        posesAt(now, history, this.time);
        placeVelocities(now.linear, now.angular, before, now, h);
        copyPlaces(before, now);
        this.guessed.time = NaN;
        this.guessed.times = 0;
    }

    /** Goes on to those of the step that begins, of `h` seconds. Their velocities are left to {@link findVelocities}. */
    next(h: number) {
        const { guessed, before, now, animated, scheduler: { clock } } = this;
        reviseTarget(guessed, now, animated.history, h);
        copyPlaces(before, now);
        const frame = clock[3];
        const late = animated.time + clock[1] * frame - Math.max(LAG, frame - LAG) - this.time;
        this.time += Math.min(CATCH_UP * h, Math.max(0, late));
        predictTarget(guessed, now, animated.history, this.time);
    }

    /** Writes the velocities that lead to the end of the step of `h` seconds. */
    findVelocities(h: number) {
        const { before, now } = this;
        placeVelocities(now.linear, now.angular, before, now, h);
    }

    /** Changes the turning velocities that a drive has given for a wrong guess, by its shares in them. */
    correctTurns(angular: Flat, shares: Flat) {
        if (this.guessed.times !== 0) correctVelocities(angular, this.guessed.angular, shares, this.guessed.times);
    }

    /** The same of the others. */
    correctMoves(linear: Flat, shares: Flat) {
        if (this.guessed.times !== 0) correctVelocities(linear, this.guessed.linear, shares, this.guessed.times);
    }

    /** Lets bodies gain what the animation gains as a whole in a step of `h` seconds; answers whether their places were changed too. */
    goAlong(common: CommonMotion, state: RigidState, masses: Flat, h: number): boolean {
        return common.step(state, this.now, masses, this.guessed.linear, this.guessed.times > 1 ? h : 0);
    }

    /** Lets a wrong guess be: the bodies were put elsewhere. */
    forgetGuess() {
        this.guessed.times = 0;
    }

    /** Moves all with what the character stands on. */
    carry(turn: Flat, pivot: Flat, shift: Flat) {
        carryBodies(this.before, turn, pivot, shift);
        carryBodies(this.now, turn, pivot, shift);
        this.animated.carry(turn, pivot, shift);
    }

    /** Goes along with a leap of the animation, which knows of it already. */
    leap(from: RigidState, to: RigidState, turns: Flat) {
        carryEach(this.before, from, to, turns);
        carryEach(this.now, from, to, turns);
        this.forgetGuess();
    }
}
