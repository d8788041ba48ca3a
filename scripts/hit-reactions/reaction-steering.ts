import type { Numbers } from './tuning';
import type { DriveSettings } from '../core/dynamics/drive-settings';
import type { BodyTree, SteeredBodies, Steering } from '../core/dynamics/steering';
import { clamp } from '../core/math/scalars';
import { imbalance } from '../core/reactions/balance';
import { ContactMeter } from '../core/reactions/contact-meter';
import { RestDetector } from '../core/reactions/rest-detector';
import { addLoss, createWeightLosses, lossOf, recoverLosses, spreadLoss } from '../core/reactions/weight-loss';

// What happens to the weights of the bodies, step by step of the physics: so the same at every frame rate.
//
// On its feet the body is pinned to the animation, but for what hits and contacts have taken. In a fall nothing is pinned: the joints are
// tense as long as the body moves, and go limp when it lies.

function totalMass({ masses }: BodyTree): number {
    let mass = 0;
    for (let body = 0; body < masses.length; body++) mass += masses[body];
    return mass;
}

/** Speed of the whole body against the animation at which weights recover half as fast, m/s. */
const SLOWS_RECOVERY = 0.6;

/** Change of the whole body's velocity by a hit that is heavy, m/s. */
const HEAVY = 1;

/** Loss below which a reaction is over. */
const OVER = 0.01;

/** Seconds for which a body staggers at least. */
const STAGGER_TIME = 0.3;

/** What a stagger leaves of the weights of the trunk at a body's limit. */
const STAGGERED = 0.03;

/** Speed, in units of the settle speed, below which a fallen body relaxes; the half-life of its tension, seconds; and what counts as none. */
const RELAXES = 4;
const RELAX_HALF_LIFE = 0.1;
const LIMP = 0.02;

const PINNED: DriveSettings = {
    rotationWeight: 1, translationWeight: 1, drive: 'velocity', stiffness: 0, damping: 0, frequency: 0, dampingRatio: 1, maxForce: 0, maxTorque: 0
};

export class ReactionSteering implements Steering {
    settings: DriveSettings | null = null;

    readonly rotationFactors;

    readonly translationFactors;

    /** Whether the weights besides the losses are the designer's, not full ones. */
    isGuest = false;

    isFalling = false;

    /** Whether a body is drawn up from the ground, far off its animation. */
    private isRising = false;

    /** Whether a fall has come to rest. */
    isSettled = false;

    /** Whether it is at rest in this step too: who lies may still roll over. */
    isStill = false;

    /** How far out of balance the body is: from 1 on it cannot catch itself. */
    imbalance = 0;

    /** Whether a fall was foretold, until it is told. */
    hasForetold = false;

    /** Largest loss that is left. */
    loss = 0;

    readonly contacts: ContactMeter;

    readonly rest = new RestDetector();

    private readonly losses;

    private readonly shares;

    private readonly limp: boolean[];

    /** Masses of the bodies that do not hang. */
    private readonly masses;

    private readonly fall: DriveSettings = { ...PINNED, drive: 'springInertiaScaled', translationWeight: 0 };

    /** Whether the step that begins is the first one after a hit. */
    private wasHit = false;

    /** Seconds until a body that is in balance again no longer staggers. */
    private staggerTime = 0;

    /** Tension of a fall, 1 at its start. */
    private tension = 0;

    /**
     * @param count - How many bodies there are.
     * @param isLeg - Which are legs.
     * @param feet - The last bodies of the legs.
     * @param tuning - The numbers in force.
     * @param world - Gravity in m/s², downwards, and whether falls are foretold.
     */
    constructor(
        readonly count: number, private readonly isLeg: Uint8Array, private readonly feet: Int32Array, private readonly tuning: Numbers,
        private readonly world: { gravity(): number; hasBalance(): boolean }
    ) {
        const numbers = () => new Float64Array(count);
        this.rotationFactors = numbers().fill(1);
        this.translationFactors = numbers().fill(1);
        this.shares = numbers();
        this.masses = numbers();
        this.losses = createWeightLosses(count);
        this.contacts = new ContactMeter(count, isLeg);
        this.limp = new Array<boolean>(count).fill(false);
    }

    /** Whether the weights are as if nothing had happened. */
    get isOver(): boolean {
        return !this.isFalling && this.loss < OVER && !this.limp.includes(true);
    }

    /** Whether a step would be needed to stay on one's feet, or was just now. */
    get isStaggering(): boolean {
        return !this.isFalling && this.staggerTime > 0;
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
        this.wasHit = true;
        this.contacts.forget();
        this.stir();
    }

    /** Lets a fallen body be watched again. */
    private stir() {
        if (!this.isFalling) return;
        this.isSettled = false;
        this.rest.restart();
    }

    /** Takes all weights, so that the body falls. */
    beginFall() {
        this.isFalling = true;
        this.isSettled = false;
        this.tension = 1;
        this.rest.restart();
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
        holds.fill(0);
        // by then the last hundredth of the loss is left: (1 + x) exp(-x) = 0.01
        halfLives.fill(Math.max(time, 1e-3) * Math.LN2 / 6.64);
        this.limp.fill(false);
        this.isRising ||= this.isFalling;
        this.isFalling = this.isSettled = false;
        // bodies that sleep are woken by it
        this.settings = this.isGuest ? null : PINNED;
    }

    /** Lets bodies hang free until {@link recover}. */
    letHang(body: number) {
        this.limp[body] = true;
    }

    /** As if nothing had happened. */
    reset() {
        this.isFalling = this.isSettled = this.hasForetold = this.isRising = false;
        this.losses.turns.fill(0);
        this.losses.pins.fill(0);
        this.limp.fill(false);
        this.loss = this.imbalance = this.staggerTime = 0;
        this.contacts.forget();
    }

    steer(bodies: SteeredBodies, h: number) {
        if (!this.isFalling) this.react(bodies, h);
        if (this.isFalling) this.tense(bodies, h);
    }

    sleep() {
        this.isSettled = this.isStill = this.isFalling;
    }

    release({ state }: SteeredBodies) {
        this.contacts.expect(state);
    }

    /** On its feet. */
    private react(bodies: SteeredBodies, h: number) {
        const { losses, tuning, world, limp, rotationFactors, translationFactors } = this;
        const { state, target } = bodies;
        this.feel(bodies, h);
        this.imbalance = world.hasBalance() ? this.outOfBalance(bodies) : 0;
        const away = Math.hypot(
            state.positions[0] - target.positions[0], state.positions[1] - target.positions[1], state.positions[2] - target.positions[2]
        );
        if (this.loss < OVER) this.isRising = false;
        const isOut = this.imbalance > 1 && !this.isRising;
        if (isOut) this.hasForetold = true;
        if (isOut || (away > tuning.knockOutDistance && !this.isRising)) {
            this.beginFall();
            return;
        }
        this.staggerTime = this.imbalance > 0 ? STAGGER_TIME : Math.max(0, this.staggerTime - h);
        if (this.wasHit) this.stagger();
        this.wasHit = false;
        const speed = Math.hypot(state.linear[0] - target.linear[0], state.linear[1] - target.linear[1], state.linear[2] - target.linear[2]);
        this.loss = recoverLosses(losses, 1 / (1 + (speed / SLOWS_RECOVERY) ** 2), h);
        this.settings = this.isGuest ? null : PINNED;
        for (let body = 0; body < this.count; body++) {
            const held = limp[body] ? 0 : 1;
            rotationFactors[body] = bodies.rotationFactors[body] * (1 - losses.turns[body]) * held;
            translationFactors[body] = bodies.translationFactors[body] * (1 - losses.pins[body]) * held;
        }
    }

    private outOfBalance({ state, target, tree }: SteeredBodies): number {
        const { masses, limp } = this;
        for (let body = 0; body < this.count; body++) masses[body] = limp[body] ? 0 : tree.masses[body];
        return imbalance(state, target, tree, masses, this.feet, this.world.gravity());
    }

    /** Lets a body that a hit brings out of balance sway as a whole, the more the nearer it is to its limit; the legs less. */
    private stagger() {
        const { shares, isLeg, tuning, losses } = this;
        if (this.imbalance === 0) return;
        for (let body = 0; body < this.count; body++) shares[body] = isLeg[body] === 1 ? 1 - tuning.legProtection : 1;
        addLoss(losses, shares, (1 - STAGGERED) * Math.min(1, this.imbalance), tuning.holdTime, tuning.recoverHalfLifeHeavy);
    }

    /** Lets contacts take weights. */
    private feel({ state, tree }: SteeredBodies, h: number) {
        const { contacts, tuning, shares, isLeg, losses, world } = this;
        contacts.step(state, tree.masses, losses.pins, world.gravity(), h);
        const { strongest, impulse } = contacts;
        // bodies that are there because of a hit are on their way back
        if (strongest < 0 || !this.isGuest) return;
        spreadLoss(shares, tree.parents, strongest, tuning, isLeg);
        addLoss(losses, shares, Math.min(lossOf(impulse, tuning.unpinImpulse), 1 - tuning.contactSoftness), tuning.holdTime, tuning.recoverHalfLife);
    }

    /** In a fall. */
    private tense(bodies: SteeredBodies, h: number) {
        const { rest, tuning, fall, rotationFactors, translationFactors, world } = this;
        const { state, tree } = bodies;
        const isTense = this.tension > LIMP && tuning.fallTension > 0;
        // what is tense yet may still sink
        const isAtRest = rest.step(state, tree.masses, world.gravity(), tuning.settleSpeed, tuning.settleTime, h) && !isTense;
        this.isStill = isAtRest || (rest.watchedTime > tuning.timeOut && rest.isCarried);
        if (this.isStill) this.isSettled = true;
        const isSlow = rest.isCarried && rest.speed < RELAXES * tuning.settleSpeed;
        if (isSlow || this.isSettled) this.tension *= 2 ** (-h / RELAX_HALF_LIFE);
        fall.frequency = tuning.fallTension;
        fall.dampingRatio = tuning.fallDamping;
        fall.rotationWeight = isTense ? 1 : 0;
        this.settings = fall;
        translationFactors.fill(0);
        for (let body = 0; body < this.count; body++) rotationFactors[body] = this.limp[body] ? 0 : this.tension * bodies.rotationFactors[body];
        // nothing in the world turns the body back upright
        rotationFactors[0] = 0;
    }
}
