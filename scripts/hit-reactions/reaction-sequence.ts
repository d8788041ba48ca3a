import type { GraphNode, Vec3 } from 'playcanvas';

import type { CapsuleMode, EntityFollower } from './entity-follower';
import type { GetUp, GetUpClip } from './get-up';
import type { Hands } from './hands';
import { PendingHits } from './pending-hits';
import type { RagdollScript } from './ragdoll-script';
import type { ReactionSteering } from './reaction-steering';
import type { Rise } from './rise';
import type { Stepping } from './stepping';
import type { Numbers } from './tuning';
import type { Flat } from '../core/math/flat-math';
import type { PoseInertia } from '../pose/pose-inertia';

// From a hit to the animation again: animation or physics has the body, and hands it over to the other.
//
// Standing, the animation has it, with the ragdoll in between while it reacts. Down, the physics has it. To get up, the entity is put under
// the body while the ragdoll still shows it where it lies; in the next frame the bodies go, the clip begins, and the pose goes on from
// the floor into the clip (rise.ts).

/** Where the body is in that sequence. */
type Phase = 'standing' | 'down' | 'aligned' | 'gettingUp';

/** What the project is told. */
export type ReactionState = 'animated' | 'reacting' | 'staggering' | 'falling' | 'settled' | 'gettingUp';

/** Seconds within which the pose goes over from the end of a clip that got up to the animation. */
const BACK_TIME = 0.4;

/** What a sequence is made of. */
export interface SequenceParts {
    readonly ragdoll: RagdollScript;
    /** The bones that have bodies. */
    readonly bones: readonly GraphNode[];
    readonly steering: ReactionSteering;
    readonly tuning: Numbers;
    readonly follower: EntityFollower;
    readonly getUp: GetUp;
    /** Takes every bone from the clip into the animation. */
    readonly inertia: PoseInertia;
    /** Takes the body from the floor into the clip. */
    readonly rise: Rise;
    /** Hands that rest on the floor. */
    readonly hands: Hands;
    /** Feet that catch a push. */
    readonly stepping: Stepping;
    /** How many steps may. */
    readonly catchSteps: () => number;
    /** Height of the character, metres. */
    readonly height: number;
    /** Says once that there is no clip to get up with. */
    readonly sayNoClip: () => void;
}

/**
 * Metres of a person between a body and what it may step towards, half the length of its foot, height that the ground there may differ by, and shortest
 * distance; and the height of hips that are carried, of the length of a leg.
 */
const ROOM = 0.35;
const FOOT = 0.15;
const EVEN = 0.25;
const SHORT = 0.03;
const CARRIED = 1.4;
const PERSON = 1.75;

const shift = new Float64Array(7);
const hips = new Float64Array(3);
const along = new Float64Array(3);

const NO_TURN = Float64Array.of(0, 0, 0, 1);

/** How the entity was put under the body: a turn, the point that it went about, and the shift after that. */
const carried = new Float64Array(10);
const pivot = carried.subarray(4, 7);
const gone = carried.subarray(7);

export class ReactionSequence {
    private phase: Phase = 'standing';

    /** Whether the bodies are steered from here. */
    private isSteering = false;

    /** Whether a leg was hit or hangs: the feet are not held then. */
    private isLegFree = false;

    private readonly hits: PendingHits;

    /** Distance that steps have gone since it was told, x and z, metres. */
    readonly moved = new Float64Array(2);

    /** Seconds that the body has been at rest. */
    private restTime = 0;

    private clip: GetUpClip | null = null;

    constructor(readonly parts: SequenceParts) {
        this.hits = new PendingHits(parts.ragdoll, parts.bones, parts.steering, parts.tuning);
    }

    get state(): ReactionState {
        const { steering } = this.parts;
        if (this.phase === 'aligned' || this.phase === 'gettingUp') return 'gettingUp';
        if (!this.isSteering) return 'animated';
        if (steering.isFalling) return steering.fall.isSettled ? 'settled' : 'falling';
        if (steering.isStaggering || this.parts.stepping.steps.isOn) return 'staggering';
        return steering.isOver ? 'animated' : 'reacting';
    }

    /** Whether there is nothing to show. */
    get isIdle(): boolean {
        return this.phase === 'standing' && !this.parts.stepping.isRunning && !this.parts.inertia.running && !this.parts.rise.isRunning;
    }

    /** Hits a body: newton seconds at a world point. */
    hit(body: number, point: Vec3, impulse: Vec3) {
        this.takeOver();
        this.isLegFree ||= this.parts.steering.isLeg[body] === 1;
        this.hits.add(body, point, impulse);
        this.deliver();
    }

    /** Pushes everything away from a point; newton seconds for the whole body at the centre. */
    explode(centre: Vec3, impulse: number, radius: number) {
        const pushes = this.hits.blast(centre, impulse, radius);
        const felt = pushes.reduce((sum, one) => sum + one.length(), 0);
        if (!(felt > 0)) return;
        this.takeOver();
        this.hits.give(pushes, felt);
        this.stayDown();
    }

    fall() {
        this.takeOver();
        this.parts.steering.beginFall();
    }

    /** Lets the weights come back within a time in seconds, also those of a body that is down. */
    recover(time: number) {
        if (!this.isSteering) return;
        this.parts.steering.recover(time);
        this.phase = 'standing';
    }

    limp(body: number) {
        this.takeOver();
        this.isLegFree ||= this.parts.steering.isLeg[body] === 1;
        this.parts.steering.letHang(body);
    }

    /** One frame, before the physics. */
    update(dt: number, capsule: CapsuleMode) {
        const { ragdoll, steering, follower, getUp } = this.parts;
        ragdoll.control.isReady = true;
        if (this.isSteering && !ragdoll.control.isOn && this.phase !== 'gettingUp') this.abandon();
        if (ragdoll.control.isOn && !this.isSteering) this.takeOver();
        this.deliver();
        this.catchPush(dt, capsule);
        if (this.isSteering && steering.isFalling && this.phase !== 'down' && this.phase !== 'aligned') this.goDown(capsule);
        if (this.phase === 'aligned') this.beginGettingUp();
        else if (this.phase === 'down') this.lie(dt);
        else if (follower.isHeld) follower.handBack();
        if (this.phase === 'gettingUp' && getUp.interlude.isOver(dt)) this.stand();
        if (this.isSteering && !steering.isGuest && steering.isOver && !this.hits.areWaiting) this.letGo();
    }

    /** One frame, after everything has written the bones. */
    show(dt: number) {
        const { inertia, rise, hands, tuning, stepping, steering } = this.parts;
        if (this.phase === 'aligned') {
            hands.show(true, dt);
            inertia.restart();
            rise.start();
            return;
        }
        stepping.show(dt, this.isSteering && !steering.isGuest && !steering.isFalling && !this.isLegFree);
        inertia.step(dt);
        if (rise.isRunning) rise.step(tuning.getUpBlend, dt);
        hands.show(this.phase !== 'standing', dt);
    }

    /** Ends everything at once: the animation has the body. */
    end() {
        this.abandon();
        this.parts.ragdoll.control.isReady = false;
        this.parts.inertia.cancel();
        this.parts.rise.cancel();
    }

    /** Gives everything back that was taken. */
    private abandon() {
        const { ragdoll, getUp, follower, inertia, rise, stepping } = this.parts;
        if (this.phase !== 'standing') getUp.interlude.end();
        if (this.phase === 'gettingUp') inertia.cancel();
        rise.cancel();
        stepping.end();
        this.phase = 'standing';
        this.hits.forget();
        this.letGo();
        ragdoll.control.setOn(null);
        follower.release();
    }

    /** Steers the bodies, and brings them into the world where they are not. */
    private takeOver() {
        const { ragdoll, steering } = this.parts;
        // Active was switched off in this frame
        if (this.isSteering && !ragdoll.control.isOn) this.abandon();
        if (this.isSteering) return;
        this.isSteering = true;
        this.isLegFree = false;
        steering.isGuest = ragdoll.active;
        steering.reset();
        ragdoll.control.steer(steering);
        ragdoll.control.setOn(true);
    }

    private letGo() {
        const { ragdoll, steering } = this.parts;
        if (!this.isSteering) return;
        this.isSteering = false;
        steering.reset();
        ragdoll.control.steer(null);
        ragdoll.control.setOn(null);
    }

    private deliver() {
        if (this.hits.deliver()) this.stayDown();
    }

    /** Stays on the ground although it was about to get up. */
    private stayDown() {
        this.restTime = 0;
        if (this.phase !== 'aligned') return;
        this.phase = 'down';
        this.parts.rise.cancel();
    }

    private goDown(capsule: CapsuleMode) {
        const { follower, inertia, rise, stepping } = this.parts;
        inertia.cancel();
        rise.cancel();
        stepping.end();
        this.phase = 'down';
        this.restTime = 0;
        follower.begin(capsule);
    }

    /** Goes to where a push leads, on feet that step there. */
    private catchPush(dt: number, capsule: CapsuleMode) {
        const { steering, stepping: { steps, told }, follower } = this.parts;
        if (!steps.isOn || steering.isFalling) return;
        steps.move(shift, dt);
        for (let i = 0; i < 2; i++) this.moved[i] += shift[i];
        if (capsule === 'leave') return;
        told.sayAside(shift);
        follower.go(shift);
    }

    /** How many steps may catch a push: none while getting up, or where the designer's weights hold the body. */
    get catchSteps(): number {
        const { steering, catchSteps } = this.parts;
        return this.phase === 'standing' && !steering.isGuest ? catchSteps() : 0;
    }

    /**
     * Steps to where a body comes to a stop, as far as nothing is in the way, and only where there is ground.
     *
     * @param offset - From the animation's centre of mass, x and z, metres, and the time of the pendulum, seconds.
     * @returns Whether it does.
     */
    stepTo(offset: Flat): boolean {
        const { stepping, follower, height } = this.parts;
        const { catchSteps } = this, metre = height / PERSON;
        const length = Math.sqrt(offset[0] * offset[0] + offset[1] * offset[1]);
        if (!(catchSteps > 0 && length > SHORT * metre && this.readHips())) return false;
        const x = offset[0] / length, z = offset[1] / length;
        const free = Math.min(length, follower.wayFree(hips, x, z, length + ROOM * metre) - ROOM * metre);
        const ground = follower.groundBelow(hips, 2 * height);
        if (!(hips[1] - ground < CARRIED * stepping.length)) return false;
        hips[0] += x * (free + FOOT * metre);
        hips[2] += z * (free + FOOT * metre);
        along[0] = x * free;
        along[1] = z * free;
        return free > SHORT * metre && Math.abs(follower.groundBelow(hips, 2 * height) - ground) < EVEN * metre && stepping.begin(along, offset[2], catchSteps);
    }

    /** Lies, and looks when it is time to get up. */
    private lie(dt: number) {
        const { ragdoll, steering: { fall }, follower, tuning, getUp, height, sayNoClip } = this.parts;
        if (!this.readHips()) return;
        this.restTime = fall.isSettled ? this.restTime + dt : 0;
        const isReady = this.restTime >= tuning.getUpDelay && fall.isSettled && fall.isStill && !fall.roll.isOn;
        this.clip = isReady ? getUp.choose() : null;
        if (isReady && !this.clip) return sayNoClip();
        if (!this.clip || fall.roll.begin(ragdoll.control.bodies!, along, getUp.rollTo(along, this.clip))) {
            follower.follow(shift, hips, height, dt);
            ragdoll.control.carryTargets(NO_TURN, hips, shift);
            return;
        }
        getUp.align(shift, this.clip);
        follower.align(shift, hips, height, carried);
        ragdoll.control.carryTargets(carried, pivot, gone);
        this.phase = 'aligned';
    }

    private readHips(): boolean {
        const { bodies } = this.parts.ragdoll.control;
        if (bodies) for (let i = 0; i < 3; i++) hips[i] = bodies.state.positions[i];
        return bodies !== null;
    }

    /** The clip takes the body over from the physics. */
    private beginGettingUp() {
        const { ragdoll, steering, getUp } = this.parts;
        this.phase = 'gettingUp';
        this.isSteering = false;
        steering.reset();
        ragdoll.control.steer(null);
        ragdoll.control.setOn(false, 0);
        getUp.start(this.clip!);
    }

    /** The animation takes the body over from the clip. */
    private stand() {
        const { getUp, inertia, ragdoll } = this.parts;
        this.phase = 'standing';
        getUp.interlude.end();
        inertia.start(BACK_TIME);
        // unless a hit on the way has taken over
        if (!this.isSteering) ragdoll.control.setOn(null);
    }
}
