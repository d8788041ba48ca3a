import { BODYGROUP_KINEMATIC, BODYGROUP_STATIC, EventHandler, type Entity, type GraphNode, type ScriptType, Vec3 } from 'playcanvas';

import { drawBalance } from './debug/draw-balance';
import { hitReactionsAttributes, type HitReactionsAttributes } from './hit-reactions/attributes';
import { makeSequence } from './hit-reactions/make-sequence';
import type { RagdollScript } from './hit-reactions/ragdoll-script';
import type { ReactionSequence, ReactionState } from './hit-reactions/reaction-sequence';
import { Tuning } from './hit-reactions/tuning';
import { findPhysics } from './physics/ammo';
import { PhysicsGround } from './physics/physics-ground';
import type { PoseRecord } from './pose/pose-record';
import type { Rig } from './rig/rig';
import { isNumber, isVector } from './shell/arguments';
import { CharacterScript } from './shell/character-script';

export { hitReactionsAttributes };

export interface HitReactions extends HitReactionsAttributes {}

const NO_RAGDOLL = 'there is no activeRagdoll on this character, and nothing can be hit. Add it above this script.';
const NO_CLIP = 'the character has no clip to get up with and stays down. Add rows to Get-Up Clips, or assign clips named get-up-prone and get-up-supine (a clone needs its own) and call refresh(); or call recover().';

/**
 * Hit, fall, get up: what happens to a character with activeRagdoll when something hits it.
 *
 * A hit takes over from the animation at once, by as much as it is strong, and gives way to it again. A body that is pushed out of balance falls,
 * lies still, and gets up with the clip that begins most like he lies. It re-creates what *How To Implement Active Ragdoll* (January 27,
 * 2018) leaves to gameplay events, and tense ragdolls without cross-fades in contacts. It stands below activeRagdoll, whose weights it
 * sets while it acts; its attributes stay as they are.
 *
 * @example
 * // hit what a ray has found
 * hero.script!.hitReactions!.hit(hit.entity, hit.point, direction.mulScalar(60));
 * @example
 * // a grenade
 * hero.script!.hitReactions!.explode(ball.getPosition(), 400, 5);
 * @example
 * // something waits until the character stands again
 * hero.script!.hitReactions!.on('state', (state: ReactionState) => { if (state === 'animated') smile(); });
 */
export class HitReactions extends CharacterScript {
    /**
     * Fired with the new state and the one before.
     *
     * @event
     */
    static override EVENT_STATE = 'state';

    /**
     * Fired with the bone that has the body and the impulse in newton seconds when the character is hit.
     *
     * @event
     */
    static EVENT_HIT = 'hit';

    /**
     * Fired with the bone and the impulse in newton seconds when something is touched, once for each touch.
     *
     * @event
     */
    static EVENT_CONTACT = 'contact';

    /**
     * Fired when the character can no longer catch itself.
     *
     * @event
     */
    static EVENT_FORETOLD_FALL = 'foretoldFall';

    /**
     * Fired in each frame in which steps that catch a push have moved the character, with the shift in metres, a Vec3. With *Capsule* on leave nothing
     * was moved, and the shift is for the game.
     *
     * @event
     */
    static EVENT_MOVED = 'moved';

    /**
     * For other scripts of the pack: fires `hit` and `state`, with the new one, in the moment in which they happen.
     *
     * @internal
     */
    readonly moments = new EventHandler();

    private readonly tuning = new Tuning(this, (attribute, sentence) => this.reports.setValue(attribute, sentence));

    private ground: PhysicsGround | null = null;

    private floors: PhysicsGround | null = null;

    private sequence: ReactionSequence | null = null;

    /** What the sequence was made of. */
    private ragdoll: RagdollScript | null = null;

    private bones: readonly GraphNode[] = [];

    /** What was told last. */
    private toldState: ReactionState = 'animated';

    private isTouching = false;

    /** What the character does now. */
    get state(): ReactionState {
        return this.sequence?.state ?? 'animated';
    }

    override initialize() {
        this.on('attr:getUpClips', this.refresh, this);
        super.initialize();
    }

    /**
     * Hits a bone.
     *
     * @param bone - The bone, its role or its name; one without a body passes it on to the next above.
     * @param point - World point of the hit.
     * @param impulse - Newton seconds, world space.
     */
    hit(bone: Entity | string, point: Vec3, impulse: Vec3) {
        if (!isVector(point) || !isVector(impulse)) {
            this.reports.enter('call', `hit() was called with what is no number: ${impulse} at ${point}; nothing happens. Pass a point and an impulse of numbers.`);
            return;
        }
        const sequence = this.findSequence();
        const body = sequence ? this.ragdoll!.control.bodyOf(bone, this.noBone) : -1;
        if (body < 0 || impulse.length() * this.tuning.now.hitForceScale === 0) return;
        sequence!.hit(body, point, impulse);
        this.moments.fire('hit');
        this.announce(HitReactions.EVENT_HIT, this.bones[body], impulse.length());
        this.tellState();
    }

    /**
     * Pushes the character away from a point.
     *
     * @param centre - World point.
     * @param impulse - Newton seconds that the whole character gets at the centre.
     * @param radius - Metres at which nothing is left of it.
     */
    explode(centre: Vec3, impulse: number, radius: number) {
        if (!(isVector(centre) && isNumber(impulse) && radius > 0)) {
            this.reports.enter('call', `explode() was called with what is no number or without a radius: ${impulse} at ${centre}, ${radius}; nothing happens. Pass numbers.`);
            return;
        }
        this.findSequence()?.explode(centre, impulse, radius);
        this.tellState();
    }

    /** Lets the character fall. */
    fall() {
        this.findSequence()?.fall();
        this.tellState();
    }

    /**
     * Brings the weights back, also of a character that is down: it is drawn up into its animation.
     *
     * @param time - Seconds until they are full.
     */
    recover(time = 0.5) {
        this.findSequence()?.recover(time > 0 ? time : 0);
        this.tellState();
    }

    /** Lets bones hang free, by themselves, their roles or their names, until recover() is called. */
    limp(bones: readonly (Entity | string)[]) {
        const sequence = this.findSequence();
        for (const bone of sequence ? bones ?? [] : []) {
            const body = this.ragdoll!.control.bodyOf(bone, this.noBone);
            if (body >= 0) sequence!.limp(body);
        }
    }

    /**
     * Goes over to a profile.
     *
     * @param name - Its name; an empty one: the numbers of the inspector.
     * @param blendTime - Seconds.
     */
    setProfile(name: string, blendTime = 0) {
        if (this.tuning.has(name)) this.tuning.blendTo(name, blendTime);
        else this.reports.enter('call', `there is no profile "${name}"; nothing changes. Add a row with this name to Profiles.`);
    }

    /** One frame, before the physics. */
    update(dt: number) {
        this.tuning.step(dt);
        this.findSequence()?.update(dt, this.capsule);
    }

    /** Profiles are read where they are used. */
    protected override retune(fields: readonly string[]) {
        if (fields.includes('getUpClips.startTime')) this.sequence?.parts.getUp.readRows(this.getUpClips, sentence => this.reports.add(sentence));
    }

    override needsEveryFrame(): boolean {
        return !this.isIdle;
    }

    protected drop() {
        this.sequence?.end();
        this.sequence = null;
        this.tellState();
    }

    protected build(): boolean {
        // clips to get up with may come later
        const clips = this.companion<ScriptType & { readonly ready: boolean }>('animationRetarget');
        if (clips?.ready === false) clips.once('ready', this.refresh, this);
        return true;
    }

    protected override get isIdle(): boolean {
        return this.sequence === null || (!this.drawDebugBalance && this.sequence.isIdle && this.sequence.state === this.toldState && this.state === 'animated');
    }

    protected step(dt: number) {
        this.sequence?.show(dt);
        const bodies = this.ragdoll?.control.bodies;
        if (!this.drawDebugBalance || !this.sequence || !bodies) return;
        const { steering, height } = this.sequence.parts;
        drawBalance(this.app, bodies, steering.balance.feet, height, -(findPhysics(this.app)?.gravity.y ?? 0));
    }

    protected override tell() {
        const steering = this.sequence?.parts.steering;
        this.tellState();
        if (!steering) return;
        const { strongest, impulse } = steering.contacts;
        if (strongest >= 0 && !this.isTouching) this.announce(HitReactions.EVENT_CONTACT, this.bones[strongest], impulse);
        this.isTouching = strongest >= 0;
        const { moved, parts } = this.sequence!;
        if (moved[0] !== 0 || moved[1] !== 0) {
            this.announce(HitReactions.EVENT_MOVED, new Vec3(moved[0], 0, moved[1]));
            if (this.capsule === 'leave') parts.stepping.told.sayAside(moved);
        }
        moved.fill(0);
    }

    protected override leave() {
        this.drop();
        this.ground?.destroy();
        this.floors?.destroy();
        this.ground = this.floors = null;
    }

    private readonly noBone = (sentence: string) => this.reports.enter('bone', sentence);

    private tellState() {
        const { state, toldState } = this;
        if (state === toldState) return;
        this.toldState = state;
        this.moments.fire('state', state);
        this.announce(HitReactions.EVENT_STATE, state, toldState);
    }

    /** What happens to the character, made anew when its bodies are others; null without bodies. */
    private findSequence(): ReactionSequence | null {
        const { rig, record } = this;
        const ragdoll = this.companion<RagdollScript>('activeRagdoll');
        if (!ragdoll) this.reports.enter('ragdoll', NO_RAGDOLL);
        else this.reports.leave('ragdoll');
        const bones = ragdoll?.control.bones ?? [];
        if (this.sequence && ragdoll === this.ragdoll && bones === this.bones) return this.sequence;
        this.drop();
        if (!ragdoll || bones.length === 0 || !rig || !record || !this.enabled) return null;
        this.ragdoll = ragdoll;
        this.bones = bones;
        this.sequence = this.makeSequence(rig, record, ragdoll);
        return this.sequence;
    }

    private makeSequence(rig: Rig, record: PoseRecord, ragdoll: RagdollScript): ReactionSequence {
        const { app, entity, getUpClips } = this;
        this.ground ??= new PhysicsGround(app, entity);
        this.floors ??= new PhysicsGround(app, entity);
        this.floors.setMask(BODYGROUP_STATIC | BODYGROUP_KINEMATIC);
        return makeSequence({
            app, entity, rig, record, ragdoll, getUpClips,
            tuning: this.tuning.now,
            ground: this.ground,
            floors: this.floors,
            hasBalance: () => this.balance,
            foretellFall: () => this.announce(HitReactions.EVENT_FORETOLD_FALL),
            catchSteps: () => (this.catchSteps > 0 ? this.catchSteps : 0),
            tell: sentence => this.reports.add(sentence),
            sayNoClip: () => this.reports.enter('clip', NO_CLIP)
        });
    }
}
