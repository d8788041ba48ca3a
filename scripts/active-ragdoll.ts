import { ScriptType, type Entity, type GraphNode, type Quat, type Vec3 } from 'playcanvas';

import { AnimatedBodies } from './active-ragdoll/animated-bodies';
import { activeRagdollAttributes, type ActiveRagdollAttributes } from './active-ragdoll/attributes';
import { findBodyOf, pairsToIgnore } from './active-ragdoll/body-lookup';
import { prepareBodies, type BodyPlan } from './active-ragdoll/body-plan';
import { readBoneState, type BoneState } from './active-ragdoll/bone-state';
import { findScheduler, reportCallback } from './active-ragdoll/find-scheduler';
import { LiveSettings } from './active-ragdoll/live-settings';
import { Ragdoll } from './active-ragdoll/ragdoll';
import { checkRagdoll } from './active-ragdoll/report';
import { ReturnFade } from './active-ragdoll/return-fade';
import { makeRagdoll, type RagdollBuild } from './active-ragdoll/setup';
import { ShownPose } from './active-ragdoll/shown-pose';
import { findTeleport } from './active-ragdoll/teleport';
import { assignedTracks } from './anim/anim-reader';
import { animRootOf, findAnim } from './anim/find-anim';
import { drawRagdoll } from './debug/draw-ragdoll';
import { ReadStatus } from './rig/bone-set';
import { findCharacter } from './rig/character';
import { PoseRecord } from './rig/pose-record';
import type { Rig } from './rig/rig';
import { describeStatus } from './rig/row-bone';
import { completeRows } from './shell/checked-values';
import { problemsOf } from './shell/problems';

export { activeRagdollAttributes };

export interface ActiveRagdoll extends ActiveRagdollAttributes {}

/** Change of the character's scale, as a share of it, from which the bodies no longer fit. */
const OTHER_SCALE = 1e-3;

/** The engine's group of dynamic bodies, that of triggers, and the mask of all groups. */
const DYNAMIC = 1;
const TRIGGERS = 16;
const ALL = 65535;

/** A push that waits for its body. */
interface Push {
    readonly bone: GraphNode | string;
    readonly point: Vec3;
    readonly impulse: Vec3;
}

/**
 * A ragdoll that keeps the animation while the world pushes it: a body on each bone, driven to where the animation has it.
 *
 * It re-creates what the article *How To Implement Active Ragdoll* (January 27, 2018) describes, with drives that mean the same at every
 * frame rate and step. What is shown is this frame's animation with what the physics has done to it.
 *
 * It needs Ammo. It does not balance and does not get up: weights are for the game to set. It works under a uniform positive scale only,
 * and after the animation: what other scripts do to the bones before it is its target.
 *
 * @example
 * // hips and all held to the animation, pushes give way softly
 * const ragdoll = hero.script!.create('activeRagdoll', { attributes: { active: true, rotationWeight: 0.3, translationWeight: 0.3 } })!;
 * @example
 * // fall over
 * ragdoll.active = true;
 * ragdoll.rotationWeight = 0;
 * @example
 * // hit what a ray has found
 * ragdoll.addImpulse(hit.entity, hit.point, direction.mulScalar(30));
 */
export class ActiveRagdoll extends ScriptType {
    /**
     * Fired when the bodies have come into the world.
     *
     * @event
     */
    static EVENT_ACTIVATE = 'activate';

    /**
     * Fired when the bodies have left the world.
     *
     * @event
     */
    static EVENT_DEACTIVATE = 'deactivate';

    /**
     * Fired when a body that was lost was put back on the animation, with all others.
     *
     * @event
     */
    static EVENT_RESTORED = 'restored';

    private readonly reports = problemsOf(this, 'activeRagdoll');

    private readonly live = new LiveSettings(this, this.reports);

    private readonly fade = new ReturnFade();

    private rig: Rig | null = null;

    private build: RagdollBuild | null = null;

    private plan: BodyPlan | null = null;

    private record: PoseRecord | null = null;

    private isRetained = false;

    private animated: AnimatedBodies | null = null;

    private ragdoll: Ragdoll | null = null;

    private shown: ShownPose | null = null;

    /** World scale above the skeleton that the bodies were made for, against that above the first bone. */
    private madeFor = 0;

    private readonly pushes: Push[] = [];

    /** Factors on the weights that were set for single bones. */
    private readonly boneWeights = new Map<GraphNode, readonly [number, number]>();

    initialize() {
        this.on('enable', this.retain, this);
        this.on('disable', this.leave, this);
        this.on('destroy', this.leave, this);
        this.on('attr:active', this.onActive, this);
        for (const name of ['bones', 'totalMass', 'massPreset', 'selfCollision', 'collisionGroup', 'collisionMask', 'seenByTriggers']) {
            this.on(`attr:${name}`, this.refresh, this);
        }
        this.refresh();
    }

    /** Builds the bodies again. Call it after changing the model, its clips or something inside the list. */
    refresh() {
        const { ragdoll, record } = this;
        if (ragdoll) this.stop();
        this.reports.clear();
        completeRows(this, 'activeRagdoll', activeRagdollAttributes);
        this.live.forget();
        this.build = null;
        this.plan = null;
        this.animated = null;
        this.record = null;
        this.make();
        if (record === this.record) return;
        if (this.isRetained) record?.release();
        this.isRetained = false;
        this.fade.cancel();
        this.retain();
    }

    /** What is wrong with the set-up: sentences with what, where and how to fix it. */
    problems(): string[] {
        return this.reports.list();
    }

    /** What the bodies do not do well: a sentence for each rule of the build step that fails. */
    report(): string[] {
        return this.build ? checkRagdoll(this.build).map(({ sentence }) => sentence) : [];
    }

    /**
     * Moves the entity without giving the bodies a velocity.
     *
     * @param position - World position.
     * @param rotation - World rotation; without it the entity keeps its own.
     */
    teleport(position: Vec3, rotation?: Quat) {
        const { turn, pivot, shift } = findTeleport(this.entity, position, rotation);
        this.ragdoll?.carry(turn, pivot, shift);
    }

    /**
     * Sets factors on the weights of a single bone. They stay until they are set again.
     *
     * @param bone - The bone, its role or its name.
     * @param rotation - Factor on the rotation weight, 0..1.
     * @param translation - Factor on the translation weight.
     */
    setBoneWeights(bone: Entity | string, rotation: number, translation: number) {
        const body = this.bodyOf(bone);
        if (body < 0) return;
        this.boneWeights.set(this.nodes[body], [rotation, translation]);
        this.applyBoneWeights();
    }

    /** What the physics knows of a bone; null while there is no body. */
    getBoneState(bone: Entity | string): BoneState | null {
        const body = this.ragdoll ? this.bodyOf(bone) : -1;
        return body < 0 ? null : readBoneState(this.nodes[body], this.ragdoll!, this.plan!, body);
    }

    /**
     * Pushes a body. While the simulation is off, nothing happens; when it has just been switched on, the push waits for the bodies.
     *
     * @param bone - The bone, its role or its name; one without a body passes it on to the next above.
     * @param point - World point of the push.
     * @param impulse - Newton seconds, world space.
     */
    addImpulse(bone: Entity | string, point: Vec3, impulse: Vec3) {
        if (!this.active) return;
        if (this.ragdoll) this.push(bone, point, impulse);
        else this.pushes.push({ bone, point: point.clone(), impulse: impulse.clone() });
    }

    postUpdate(dt: number) {
        const { record } = this;
        if (!record || (!this.active && !this.fade.running)) return;
        record.begin(this.app.frame);
        if (this.active) this.step(dt);
        this.fade.step(record, dt);
    }

    private get nodes(): GraphNode[] {
        return this.build ? this.build.settings.bodies.map(({ bone }) => this.rig!.skeleton.nodes[bone]) : [];
    }

    /** One frame with the simulation on. */
    private step(dt: number) {
        const { animated, ragdoll } = this;
        if (!animated || !this.readPose(animated, dt)) return;
        this.live.read();
        if (!ragdoll) {
            if (animated.isMoving) this.start(animated);
            return;
        }
        if (ragdoll.lost >= 0) {
            const name = this.nodes[ragdoll.lost].name;
            this.reports.add(`the body of "${name}" was taken out of the physics by something else; all bodies are made anew. Set Active to false to take them out.`);
            this.stop();
            return;
        }
        if (this.live.surfaceChanged) ragdoll.bodies.setSurface(this.live);
        ragdoll.readEnd();
        this.shown!.write(ragdoll, ragdoll.between, this.live.mappingWeight, dt);
        this.fade.watch(animated, dt);
        if (this.drawDebugRagdoll) drawRagdoll(this.app, this.plan!.bodies, animated.now, ragdoll.state);
        // last: who hears it may change anything
        if (!ragdoll.restored) return;
        ragdoll.restored = false;
        this.fire(ActiveRagdoll.EVENT_RESTORED);
    }

    /** Finds the character and makes the settings of its ragdoll. */
    private make() {
        const rig = findCharacter(this.entity);
        const report = (sentence: string) => this.reports.add(sentence);
        if (!rig) {
            report('there is no character below this entity. Put the script on the model or above it, then call refresh().');
            return;
        }
        const top = rig.skeleton.nodes[0];
        const anim = findAnim(top);
        const scale = top.parent ? top.parent.getWorldTransform().getScale().x : 1;
        const { totalMass, massPreset, bones } = this;
        const clips = anim ? assignedTracks(anim) : [];
        const animRoot = anim && animRootOf(anim);
        const build = makeRagdoll(rig, { scale, totalMass, massPreset, rows: bones, clips, animRoot }, report);
        this.rig = rig;
        this.record = PoseRecord.of(top);
        if (!build) return;
        this.build = build;
        this.plan = prepareBodies(build.settings, rig.skeleton.nodes);
        this.applyBoneWeights();
        this.animated = new AnimatedBodies(this.nodes, this.record, this.plan.mounting);
        this.madeFor = 0;
    }

    /** Reads the animated pose; answers false, with a sentence, when it cannot be worked on. */
    private readPose(animated: AnimatedBodies, dt: number): boolean {
        const status = animated.read(dt, this.entity, this.initialRelativeRotation, this.initialRelativeTranslation);
        if (status !== ReadStatus.ok) {
            this.reports.enter('pose', describeStatus(status, animated.set.stumbled?.name ?? 'the scene'));
            this.stop();
            return false;
        }
        this.reports.leave('pose');
        const { scales } = animated.set.pose;
        const scale = scales[animated.bones[0]];
        if (this.madeFor === 0) this.madeFor = scale;
        if (Math.abs(scale - this.madeFor) <= OTHER_SCALE * this.madeFor) return true;
        this.refresh();
        return false;
    }

    /** Puts the bodies into the world. */
    private start(animated: AnimatedBodies) {
        const { build, plan, live, rig } = this;
        const scheduler = findScheduler(this.app, this.reports);
        if (!scheduler || !build || !plan || !rig) return;
        this.ragdoll = new Ragdoll(scheduler, plan, animated, live, live, {
            group: this.collisionGroup || DYNAMIC,
            mask: ((this.collisionMask || ALL) & ~TRIGGERS) | (this.seenByTriggers ? TRIGGERS : 0),
            ignoredPairs: pairsToIgnore(build.settings, this.selfCollision),
            height: rig.height * build.settings.scale,
            character: this
        });
        reportCallback(scheduler, this.reports);
        this.shown = new ShownPose(animated, plan);
        for (const { bone, point, impulse } of this.pushes.splice(0)) this.push(bone, point, impulse);
        this.fire(ActiveRagdoll.EVENT_ACTIVATE);
    }

    /** Takes the bodies out of the world; what is shown fades to the animation. */
    private stop() {
        const { ragdoll } = this;
        this.animated?.forget();
        this.pushes.length = 0;
        if (!ragdoll) return;
        this.ragdoll = null;
        this.shown = null;
        if (this.isRetained && this.animated) this.fade.start(this.nodes);
        ragdoll.destroy();
        this.fire(ActiveRagdoll.EVENT_DEACTIVATE);
    }

    private onActive() {
        if (!this.active) this.stop();
    }

    private push(bone: GraphNode | string, point: Vec3, impulse: Vec3) {
        const body = this.bodyOf(bone);
        if (body >= 0) this.ragdoll!.push(body, point, impulse);
    }

    private bodyOf(bone: GraphNode | string): number {
        return this.rig && this.build ? findBodyOf(this.rig, this.build.settings, bone) : -1;
    }

    private applyBoneWeights() {
        const { plan, nodes } = this;
        if (!plan) return;
        for (const [node, [rotation, translation]] of this.boneWeights) {
            const body = nodes.indexOf(node);
            if (body < 0) continue;
            plan.rotationFactors[body] = rotation;
            plan.translationFactors[body] = translation;
        }
    }

    private retain() {
        if (this.isRetained || !this.record || !this.enabled) return;
        this.isRetained = true;
        this.record.retain();
    }

    /** Leaves the bones to the animation at once. */
    private leave() {
        const { isRetained } = this;
        this.isRetained = false;
        this.stop();
        this.fade.cancel();
        if (isRetained) this.record?.release();
    }
}
