import { BODYGROUP_STATIC, type Entity } from 'playcanvas';

import { handPlacerAttributes, type AimRow, type HandPlacerAttributes, type HandRow } from './hand-placer/attributes';
import { Grip, isPartOf, palmMiss, placeProps } from './hand-placer/grip';
import { goalOf, handOf, HandPass, isHoldable, isReachable, touches, type HandState, type PassRows } from './hand-placer/hands';
import { ReachTarget } from './hand-placer/reach-target';
import { PhysicsGround } from './physics/physics-ground';
import type { PoseRecord } from './pose/pose-record';
import { modelScale, type Rig } from './rig/rig';
import { isNumber } from './shell/arguments';
import { makeRow } from './shell/attributes';
import { CharacterScript } from './shell/character-script';
import { completeRows } from './shell/checked-values';
import { EndOfFrame } from './shell/end-of-frame';

export { handPlacerAttributes };

export interface HandPlacer extends HandPlacerAttributes {}

/** Distance of the palm from its target up to which it is there, as a share of the character's height: 1 cm of 1.75 m. */
const THERE = 0.006;

/**
 * Brings hands to targets: a ball, a door handle, a mark on a wall. Arms, elbows and palms are found by themselves; elbows go where those of people go,
 * wrists stay within their limits, shoulder and spine help with what is far, and the head keeps its turn.
 *
 * It does not move the character. Fingers close around what a hand holds and lie on what it touches, else they keep the pose of the clip. It works after look-at and feet, and before the ragdoll.
 *
 * @example
 * // the right hand reaches for the ball within half a second, and lets go again
 * const hands = hero.script!.create('handPlacer')!;
 * hands.reach('right', ball, 0.5);
 * hands.on('reached', (hand, reached) => { if (reached) hands.release(hand, 0.5); });
 * @example
 * // the left hand on a mark, turned as the mark is: fingers along its -Z axis, back of the hand along its Y axis
 * hero.script!.create('handPlacer', { attributes: { hands: [{ hand: 'left', target: mark, turn: 1 }] } });
 */
export class HandPlacer extends CharacterScript {
    /**
     * Fired with the name of the hand, `left` or `right`, and true when its palm, as all scripts together show it, comes within a centimetre of the target, false
     * when it leaves it. The distance scales with the character.
     *
     * @event
     * @example
     * hands.on('reached', (hand, reached) => { if (reached) openDoor(); });
     */
    static EVENT_REACHED = 'reached';

    private pass: HandPass | null = null;

    /** The rows that were filled from the character. */
    private filled: HandRow[] | null = null;

    private readonly states = new Map<HandRow, HandState>();

    private readonly aimTargets = new Map<AimRow, ReachTarget>();

    private readonly frameEnd = EndOfFrame.of(this.app);

    private height = 1;

    /** What hands touch: what stays. */
    private readonly ground = new PhysicsGround(this.app, this.entity);

    /** Whether hands are led: neither switched off nor left out. */
    private isAtWork = false;

    override initialize() {
        this.on('attr:hands', this.refresh, this);
        this.on('attr:aims', this.refresh, this);
        this.on('destroy', () => {
            this.pass = null;
            this.ground.destroy();
            this.states.forEach(forget);
            this.aimTargets.forEach(target => target.release());
        });
        this.ground.setMask(BODYGROUP_STATIC);
        super.initialize();
    }

    /**
     * Reaches for a target.
     *
     * @param hand - `left` or `right`.
     * @param target - Entity to which the palm goes; it may move.
     * @param seconds - Time in which the hand comes there; without it *Blend Time*.
     */
    reach(hand: 'left' | 'right', target: Entity, seconds?: number) {
        const found = handOf(this.pass, hand);
        if (found && this.rig && target && isReachable(this.rig, target)) this.lead(found.row, target, seconds);
        else this.reports.enter('reach', `reach() was called with the hand "${hand}" and ${target ? `"${target.name}"` : 'no target'}. Pass left or right, of a hand that the character has, and an entity that is none of its bones.`);
    }

    /**
     * Lets a hand go back to the animation.
     *
     * @param hand - `left` or `right`.
     * @param seconds - Time in which it goes; without it *Blend Time*.
     */
    release(hand: 'left' | 'right', seconds?: number) {
        const found = handOf(this.pass, hand);
        if (found) this.lead(found.row, null, seconds);
    }

    /**
     * Lets a hand hold a prop: by its child `gripRight` or `gripLeft`, which lies in the palm as a mark of *Turn* 1 does; without one as it is to the hand
     * now. The prop follows the first hand that takes it, further hands follow the prop.
     *
     * @param hand - `left` or `right`.
     * @param prop - Entity that is neither a bone of the character nor above it.
     * @param seconds - Time in which the prop comes to its place in the hand, or a further hand to the prop; without it *Blend Time*.
     */
    attach(hand: 'left' | 'right', prop: Entity, seconds?: number) {
        const found = handOf(this.pass, hand);
        if (!found || !this.rig || !prop || !isHoldable(this.rig, prop)) {
            this.reports.enter('attach', `attach() was called with the hand "${hand}" and ${prop ? `"${prop.name}"` : 'no prop'}. Pass left or right, of a hand that the character has, and an entity that is none of its bones and not above it.`);
            return;
        }
        this.reports.leave('attach');
        found.row.prop = prop;
        found.grip.seconds = found.target.seconds = timeOf(seconds);
        this.frameEnd.add(this.hold);
    }

    /**
     * Lets a hand let go of its prop. That stays where it is, follows another hand that holds it, or falls where it has a dynamic body.
     *
     * @param hand - `left` or `right`.
     * @param seconds - Time in which a hand that has followed the prop goes back to the animation; without it *Blend Time*.
     */
    detach(hand: 'left' | 'right', seconds?: number) {
        const found = handOf(this.pass, hand);
        if (!found?.row.prop) return;
        const { row, target } = found;
        if (isPartOf(row.target, row.prop)) row.target = null;
        row.prop = null;
        target.seconds = timeOf(seconds);
    }

    /** Whether a hand is at its target. */
    isReached(hand: 'left' | 'right'): boolean {
        return handOf(this.pass, hand)?.target.isReached ?? false;
    }

    protected drop() {
        this.pass = null;
    }

    protected build(rig: Rig, record: PoseRecord): boolean {
        const report = (sentence: string) => this.reports.add(sentence);
        this.fill(rig);
        forgetRows(this.states, this.hands, forget);
        forgetRows(this.aimTargets, this.aims, target => target.release());
        if (this.hands.length === 0 && this.aims.length === 0) {
            report('no free arms with hands were found on this character. Add rows to Hands with the bone in Hand Name.');
            return false;
        }
        const bone = [...this.hands, ...this.aims].find(({ target }) => target && !isReachable(rig, target))?.target;
        const own = this.hands.find(({ prop }) => prop && !isHoldable(rig, prop))?.prop;
        if (bone) report(`the target "${bone.name}" is a bone of the character itself. Choose an entity outside of it, then call refresh().`);
        if (own) report(`the prop "${own.name}" is a bone of the character itself, or above it. Choose an entity outside of it, then call refresh().`);
        if (bone || own) return false;
        this.pass = HandPass.make(rig, record, this.passRows, report);
        if (!this.pass) return false;
        this.height = rig.height * modelScale(rig);
        this.keepShown(record, this.pass.turned);
        return true;
    }

    protected override retune(fields: readonly string[]) {
        if (fields.some(field => field.endsWith('.bodyShare'))) super.retune(fields);
        else completeRows(this, 'handPlacer', handPlacerAttributes);
    }

    protected override get seamTime(): number {
        return this.blendTime;
    }

    protected override get leftOutAt(): number {
        return 1;
    }

    protected step(dt: number, isOn: boolean) {
        const { pass } = this;
        this.isAtWork = isOn;
        if (!pass) return;
        let hasPlaces = false, touching = false;
        for (let i = 0; i < pass.hands.length; i++) {
            const { row, target, grip, fingers, touch } = pass.hands[i];
            const isFree = touches(row);
            touch.isOn &&= isFree;
            if (fingers.take(grip, touch.isOn)) this.continueShown(target.seconds >= 0 ? target.seconds : this.blendTime);
            if (!touch.isOn && target.follow(goalOf(pass.hands[i]), this.reports)) this.goOver(target);
            hasPlaces ||= target.hasPlace || isFree;
            touching ||= isFree;
            if (grip.isBusy) this.frameEnd.add(this.hold);
        }
        for (let i = 0; i < pass.aims.length; i++) {
            const { target, row } = pass.aims[i];
            if (target.follow(row.target, this.reports)) this.goOver(target);
            hasPlaces ||= target.hasPlace;
        }
        if (!touching || this.ground.isThere) this.reports.leave('physics');
        else this.reports.enter('physics', 'there is no physics to find with what hands touch. Load Ammo, or switch Touch off.');
        if (!isOn) return;
        for (let i = 0; i < pass.hands.length; i++) {
            const { row, fingers, touch } = pass.hands[i];
            fingers.write(this.weights.applied * row.grip * (touch.isOn ? touch.weight : 1));
        }
        if (!hasPlaces || !this.readPose(pass.set)) return;
        if (pass.look(dt, this.ground, this.blendTime)) this.continueShown(this.blendTime);
        pass.solve(this.weights.applied);
        if (this.drawDebugHands) pass.draw(this.app, THERE * this.height);
    }

    protected override leave() {
        this.isAtWork = false;
        this.frameEnd.add(this.see);
    }

    protected override tell() {
        this.frameEnd.add(this.see);
    }

    private lead(row: HandRow, target: Entity | null, seconds: number | undefined) {
        this.reports.leave('reach');
        this.stateOf(row).target.seconds = timeOf(seconds);
        row.target = target;
    }

    /** Lets what is shown go on, and die out on the way of a hand to where it goes now. */
    private goOver(target: ReachTarget) {
        const { seconds } = target;
        target.seconds = NaN;
        this.continueShown(seconds >= 0 ? seconds : this.blendTime);
    }

    /** The rows, for what works on them. */
    private get passRows(): PassRows {
        return {
            hands: this.hands, aims: this.aims, stateOf: row => this.stateOf(row),
            targetOf: (row) => {
                const target = this.aimTargets.get(row) ?? new ReachTarget();
                this.aimTargets.set(row, target);
                return target;
            }
        };
    }

    private stateOf(row: HandRow): HandState {
        const state = this.states.get(row) ?? { target: new ReachTarget(), grip: new Grip(row) };
        this.states.set(row, state);
        return state;
    }

    /** Props follow their hands at the end of each frame, also where the script has no turn. */
    private readonly hold = (dt: number): boolean => this.pass !== null && placeProps(this.pass.hands, dt, this.blendTime, this.reports);

    /** Fires the event for palms that have come to their places, or left them, as all scripts together show them. */
    private readonly see = (): boolean => {
        const hands = this.pass?.hands ?? [];
        for (let i = 0; i < hands.length; i++) {
            const { row, target, touch, node, arm } = hands[i];
            const isReached = this.isAtWork && target.isOn && (!touch.isOn || touch.lies) && palmMiss(node, arm.shape, arm.goal) < THERE * this.height;
            if (isReached === target.isReached) continue;
            target.isReached = isReached;
            this.announce(HandPlacer.EVENT_REACHED, row.hand, isReached);
        }
        return false;
    };

    /** Fills an empty list from the character, and one that was filled for another model. In place: assigning it would refresh the script. */
    private fill(rig: Rig) {
        const { hands } = this;
        if (hands.length > 0 && hands !== this.filled) return;
        this.filled = hands;
        for (const hand of ['left', 'right'] as const) {
            const limb = rig.limbs[`${hand}Hand`];
            const index = hands.findIndex(row => row.hand === hand && row.handName === '');
            const isFree = limb !== null && limb.bones.length > 2 && !rig.feet.includes(`${hand}Hand`);
            if (isFree && index < 0) hands.push(makeRow(handPlacerAttributes.hands, { hand }));
            if (!isFree && index >= 0) hands.splice(index, 1);
        }
    }
}

/** Seconds that a method was given; NaN: none. */
function timeOf(seconds: number | undefined): number {
    return isNumber(seconds) ? Math.max(0, seconds) : NaN;
}

/** Lets go of all, for a row that is gone. */
function forget({ target, grip }: HandState) {
    target.release();
    grip.release();
}

/** Forgets rows that are gone. */
function forgetRows<Row, State>(states: Map<Row, State>, rows: readonly Row[], forget: (state: State) => void) {
    for (const [row, state] of states) {
        if (rows.includes(row)) continue;
        forget(state);
        states.delete(row);
    }
}
