import { hitReactionsAttributes } from './attributes';
import { BalanceWatch, totalMass } from './balance-watch';
import type { Bracing } from './bracing';
import type { Fall } from './fall';
import type { LegBodies } from './legs';
import type { Numbers } from './tuning';
import type { Wound } from './wound';
import type { DriveSettings } from '../core/dynamics/drive-settings';
import type { RigidState } from '../core/dynamics/rigid-state';
import type { SteeredBodies, Steering } from '../core/dynamics/steering';
import { distanceVec, type Flat } from '../core/math/flat-math';
import { clamp, RADIANS, scaledDefault } from '../core/math/scalars';
import { stepTime } from '../core/reactions/catch-steps';
import { ContactMeter } from '../core/reactions/contact-meter';
import { isOnTarget } from '../core/reactions/on-target';
import { slacken } from '../core/reactions/slacken';
import { Sway } from '../core/reactions/sway';
import { addLoss, createWeightLosses, lossOf, recoverLosses, spreadLoss } from '../core/reactions/weight-loss';

// What happens to the weights of the bodies, step by step of the physics: so the same at every frame rate.
//
// On its feet the body is pinned to the animation, but for what hits and contacts have taken. In a fall it tips over its feet, and then nothing is pinned (fall.ts).

/** Speed of the whole body against the animation at which weights recover half as fast, m/s. */
const SLOWS_RECOVERY = 0.6;

/** Change of the whole body's velocity by a hit that is heavy, m/s. */
const HEAVY = 1;

/** Loss below which a reaction is over; and that below which it is as soon as the bodies are back on the animation. */
const OVER = 0.01;
const HALF_BACK = 0.5;

/** Degrees by which a body that is back is off its animation at most, now and by its own speed within a while, seconds. */
const OFF = 2;
const WHILE = 0.1;

/** Speed of the pelvis upwards from which on arms and neck too are held by damping alone, m/s: what is thrown up does not spring on. */
const BODY_RISES = 0.3;

/** What a stagger leaves of the designer's weights of the trunk at a body's limit. */
const STAGGERED = 0.03;

const PINNED: DriveSettings = {
    rotationWeight: 1, translationWeight: 1, drive: 'velocity', stiffness: 0, damping: 0, frequency: 0, dampingRatio: 1, maxForce: 0, maxTorque: 0
};

/** What is around a body that reacts. */
export interface ReactionWorld {
    /** m/s², downwards. */
    gravity(): number;
    /** Whether falls are foretold, and whether the body falls at all. */
    hasBalance(): boolean;
    readonly canFall: boolean;
    foretellFall(): void;
    /** How many steps may catch a push now. */
    catchSteps(): number;
    /** Begins to step to where a body comes to a stop: x and z, metres, and the time of its pendulum, seconds. Answers whether it does. */
    stepTo(offset: Flat): boolean;
}

export class ReactionSteering implements Steering {
    settings: DriveSettings | null = null;

    readonly rotationFactors;

    readonly translationFactors;

    /** Whether the weights besides the losses are the designer's, not full ones. */
    isGuest = false;

    isFalling = false;

    /** Whether a body is drawn up from the ground, far off its animation. */
    private isRising = false;

    /** Largest loss that is left. */
    loss = 0;

    /** Whether half of the weights are back, and the bodies where the animation has them, since something was taken from the weights. */
    private isBack = false;

    readonly contacts: ContactMeter;

    readonly fall: Fall;

    readonly wound: Wound;

    private readonly bracing: Bracing;

    /** What arms and head do. */
    readonly aim = (bodies: SteeredBodies, goal: RigidState, h: number) => {
        const { isFalling, fall, tuning, bracing, wound } = this;
        if (isFalling && !(fall.tension > 0)) return;
        this.sway.aim(bodies, goal, h);
        if (isFalling) fall.tipping.aim(goal);
        if (isFalling && !fall.roll.isOn) bracing.aim(bodies, goal, tuning.bracing, this.world.gravity(), h);
        wound.aim(bodies, goal, tuning.woundHolding);
        if (isFalling) slacken(goal, bodies.state, bodies.tree, this.gives);
    };

    readonly balance: BalanceWatch;

    readonly isLeg: Uint8Array;

    private readonly isTrunk: Uint8Array;

    readonly sway: Sway;

    private readonly losses;

    private readonly shares;

    /** How much of the stiffness of each joint is gone in a fall, 0..1. */
    private readonly gives;

    private readonly limp: boolean[];

    /** Whether a hit or a contact has pushed the body in the step before. */
    private wasPushed = false;

    /** How many bodies there are. */
    readonly count: number;

    /**
     * @param legs - Which bodies are legs.
     * @param tuning - The numbers in force.
     * @param height - Height of the character, metres.
     * @param world - What is around the body.
     * @param parts - What arms and head do in a fall, the hand that goes to where a heavy hit was, and how the body falls.
     */
    constructor(
        legs: LegBodies, private readonly tuning: Numbers, private readonly height: number,
        private readonly world: ReactionWorld,
        parts: { readonly bracing: Bracing; readonly wound: Wound; readonly fall: Fall }
    ) {
        const { isLeg, isTrunk, feet } = legs;
        const count = this.count = isLeg.length;
        this.isLeg = isLeg;
        this.isTrunk = isTrunk;
        this.bracing = parts.bracing;
        this.wound = parts.wound;
        this.fall = parts.fall;
        this.sway = new Sway(legs);
        const numbers = () => new Float64Array(count);
        this.rotationFactors = numbers().fill(1);
        this.translationFactors = numbers().fill(1);
        this.shares = numbers();
        this.gives = numbers();
        this.balance = new BalanceWatch(count, feet);
        this.losses = createWeightLosses(count);
        this.contacts = new ContactMeter(count, isLeg);
        this.limp = new Array<boolean>(count).fill(false);
    }

    get goesAlong(): boolean {
        return !this.isFalling;
    }

    /** Not while the designer's weights hold the bodies: these follow a leap as they are strong. */
    get watchesLeaps(): boolean {
        return this.goesAlong && !this.isGuest;
    }

    get leads(): boolean {
        return this.sway.isOn || this.isFalling;
    }

    /** Whether nothing is seen of what has happened. */
    get isOver(): boolean {
        return !this.isFalling && (this.loss < OVER || this.isBack) && !this.sway.isSeen && !this.limp.includes(true) && !this.wound.isHeld;
    }

    /** Whether a step would be needed to stay on one's feet, or was just now. */
    get isStaggering(): boolean {
        return !this.isFalling && this.balance.isStaggering;
    }

    /** Takes weights for a hit. */
    hit({ tree }: SteeredBodies, body: number, impulse: number) {
        spreadLoss(this.shares, tree.parents, body, this.tuning, this.isLeg);
        this.lose(impulse, totalMass(tree));
    }

    /** Takes weights of all bodies. */
    blast(bodies: SteeredBodies | null, impulse: number) {
        this.shares.fill(1);
        this.lose(impulse, bodies ? totalMass(bodies.tree) : 0);
    }

    private lose(impulse: number, mass: number) {
        const { tuning, losses, shares } = this;
        const heavy = mass > 0 ? clamp(impulse / mass / HEAVY, 0, 1) : 1;
        const halfLife = tuning.recoverHalfLife + (tuning.recoverHalfLifeHeavy - tuning.recoverHalfLife) * heavy;
        addLoss(losses, shares, lossOf(impulse, tuning.unpinImpulse), tuning.holdTime, halfLife);
        this.loss = 1;
        this.isBack = false;
        this.wasPushed = true;
        this.contacts.forget();
        this.fall.stir();
    }

    /** Takes all weights, so that the body falls. */
    beginFall() {
        if (!this.world.canFall) return;
        this.isFalling = true;
        this.isBack = false;
        this.bracing.reset();
        this.sway.end();
        this.fall.begin();
        this.losses.turns.fill(1);
        this.losses.pins.fill(1);
    }

    /** Ends a fall: weights rise so that they are full within a time in seconds. */
    recover(time: number) {
        const { turns, pins, holds, halfLives } = this.losses;
        if (this.isFalling) {
            turns.fill(1);
            pins.fill(1);
            this.loss = 1;
        }
        this.isBack = false;
        holds.fill(0);
        // by then the last hundredth of the loss is left: (1 + x) exp(-x) = 0.01
        halfLives.fill(Math.max(time, 1e-3) * Math.LN2 / 6.64);
        this.limp.fill(false);
        this.isRising ||= this.isFalling;
        this.isFalling = false;
        // bodies that sleep are woken by it
        this.settings = this.isGuest ? null : PINNED;
    }

    /** Lets bodies hang free until {@link recover}. */
    letHang(body: number) {
        this.limp[body] = true;
    }

    /** As if nothing had happened. */
    reset() {
        this.isFalling = this.isRising = this.isBack = false;
        this.losses.turns.fill(0);
        this.losses.pins.fill(0);
        this.limp.fill(false);
        this.loss = 0;
        this.balance.reset();
        this.sway.end();
        this.contacts.reset();
        this.wound.reset();
    }

    steer(bodies: SteeredBodies, h: number) {
        this.wound.step(h);
        if (!this.isFalling) this.react(bodies, h);
        if (this.isFalling) this.hold(bodies, h);
    }

    carried() {
        this.contacts.forget();
    }

    sleep(bodies: SteeredBodies) {
        if (this.isFalling) this.fall.sleep(bodies);
    }

    release({ state }: SteeredBodies) {
        this.contacts.expect(state);
    }

    /** On its feet. */
    private react(bodies: SteeredBodies, h: number) {
        const { losses, tuning, world, limp, sway, isTrunk, rotationFactors, translationFactors } = this;
        const { state, target } = bodies;
        this.feel(bodies, h);
        this.balance.step(bodies, limp, this.contacts.push, world.hasBalance() ? world.gravity() : 0, h);
        const away = distanceVec(state.positions, 0, target.positions, 0);
        if (this.loss < OVER) this.isRising = false;
        const mayFall = world.canFall && !this.isRising, isOut = mayFall && this.balance.imbalance > this.limit;
        if (isOut) world.foretellFall();
        if (isOut || (mayFall && away > scaledDefault(tuning.knockOutDistance, hitReactionsAttributes.knockOutDistance, this.height))) {
            this.balance.giveBack(bodies);
            this.beginFall();
            return;
        }
        if (this.wasPushed && this.isGuest) this.stagger();
        else if (this.wasPushed) this.yieldTo(bodies);
        this.wasPushed = false;
        this.sway.step(h);
        const speed = sway.isOn ? 0 : distanceVec(state.linear, 0, target.linear, 0);
        this.loss = recoverLosses(losses, 1 / (1 + (speed / SLOWS_RECOVERY) ** 2), h);
        this.isBack ||= this.loss < HALF_BACK && isOnTarget(bodies, this.isLeg, OFF * RADIANS, WHILE);
        this.settings = this.isGuest ? null : PINNED;
        for (let body = 0; body < this.count; body++) {
            const held = limp[body] ? 0 : 1, lost = sway.isOn && isTrunk[body] === 1 ? 0 : 1;
            rotationFactors[body] = bodies.rotationFactors[body] * (1 - lost * losses.turns[body]) * held;
            translationFactors[body] = bodies.translationFactors[body] * (1 - lost * losses.pins[body]) * held * this.wound.pinsOf(body);
        }
    }

    /**
     * How far out of balance a body may be: while a foot swings the extrapolated centre of mass runs away, so each step after the first catches less of
     * it, the less the shorter the pendulum (Koolen et al., Capturability, 2012).
     */
    private get limit(): number {
        const kept = Math.exp(-stepTime(this.balance.offset[2]) / this.balance.offset[2]);
        let limit = 1, share = 1;
        for (let step = 1; step < this.world.catchSteps(); step++) limit += share *= kept;
        return limit;
    }

    /** Lets a body with the designer's weights sway as a whole, the more the nearer it is to its limit; the legs less. */
    private stagger() {
        const { shares, isLeg, tuning, losses } = this;
        const { imbalance } = this.balance;
        if (imbalance === 0) return;
        for (let body = 0; body < this.count; body++) shares[body] = isLeg[body] === 1 ? 1 - tuning.legProtection : 1;
        addLoss(losses, shares, (1 - STAGGERED) * Math.min(1, imbalance), tuning.holdTime, tuning.recoverHalfLifeHeavy);
    }

    /** Sways by what a push has given the body, and steps where its feet are to be elsewhere. */
    private yieldTo(bodies: SteeredBodies) {
        const { world, sway, balance: { imbalance, offset } } = this;
        if (world.hasBalance() && world.gravity() > 0) sway.push(bodies, offset[2]);
        if (!(imbalance > 0 && world.stepTo(offset))) sway.shift();
    }

    /** Lets contacts take weights. */
    private feel({ state, tree }: SteeredBodies, h: number) {
        const { contacts, tuning, shares, isLeg, losses, world } = this;
        contacts.step(state, tree.masses, world.gravity(), h);
        const { strongest, impulse } = contacts;
        // bodies that are there because of a hit are on their way back
        if (strongest < 0 || !this.isGuest) return;
        this.wasPushed = true;
        this.isBack = false;
        spreadLoss(shares, tree.parents, strongest, tuning, isLeg);
        addLoss(losses, shares, Math.min(lossOf(impulse, tuning.unpinImpulse), 1 - tuning.contactSoftness), tuning.holdTime, tuning.recoverHalfLife);
    }

    /** In a fall. */
    private hold(bodies: SteeredBodies, h: number) {
        const { fall, rotationFactors } = this;
        fall.step(bodies, this.tuning, this.world.gravity(), h);
        this.settings = fall.settings;
        const { tipping, topple } = fall;
        const rises = clamp(bodies.state.linear[1] / BODY_RISES, 0, 1);
        for (let body = 0; body < this.count; body++) {
            this.translationFactors[body] = body === 0 ? 1 : this.isLeg[body];
            this.gives[body] = this.bracing.holds[body] === 1 ? rises : 1 - tipping.weight;
            rotationFactors[body] = this.limp[body] || topple.isLoose(body) ? 0 : fall.tension * bodies.rotationFactors[body];
        }
        // nothing in the world turns the body back upright
        rotationFactors[0] = tipping.weight;
    }
}
