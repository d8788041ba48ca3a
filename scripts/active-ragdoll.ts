import type { Entity, GraphNode, Quat, Vec3 } from 'playcanvas';

import { activeRagdollAttributes, type ActiveRagdollAttributes } from './active-ragdoll/attributes';
import type { BoneState } from './active-ragdoll/bodies/bone-state';
import { findTeleport } from './active-ragdoll/bodies/teleport';
import { LiveSettings } from './active-ragdoll/live-settings';
import { BuiltRagdoll } from './active-ragdoll/plan/built-ragdoll';
import { checkRagdoll } from './active-ragdoll/plan/report';
import { completeRows } from './active-ragdoll/plan/rows';
import { RagdollControl } from './active-ragdoll/ragdoll-control';
import type { Steps } from './core/timing/steps';
import { drawRagdoll } from './debug/draw-ragdoll';
import type { PoseRecord } from './pose/pose-record';
import type { Rig } from './rig/rig';
import { isNumber, isVector } from './shell/arguments';
import { CharacterScript } from './shell/character-script';

export { activeRagdollAttributes };

/** Seconds within which bodies that began in the ground are seen to come out of it. */
const LIFT_TIME = 0.3;

export interface ActiveRagdoll extends ActiveRagdollAttributes {}

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
export class ActiveRagdoll extends CharacterScript {
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
     * Fired when a body that was lost was put back on the animation, with all others; and when {@link teleport} was given what is no number and all
     * stays where it is.
     *
     * @event
     */
    static EVENT_RESTORED = 'restored';

    private readonly live = new LiveSettings(this, this.reports);

    /**
     * For other scripts of the pack: puts the bodies into the world, and drives them.
     *
     * @internal
     */
    readonly control = new RagdollControl(this, this.live, this.reports, {
        came: () => this.announce(ActiveRagdoll.EVENT_ACTIVATE),
        go: time => this.continueShown(time),
        gone: () => this.announce(ActiveRagdoll.EVENT_DEACTIVATE)
    });

    /** Factors on the weights that were set for single bones. */
    private readonly boneWeights = new Map<GraphNode, readonly [number, number]>();

    override initialize() {
        this.on('attr:active', this.control.followActive, this.control);
        for (const name of ['bones', 'totalMass', 'massPreset', 'selfCollision', 'collisionGroup', 'collisionMask', 'seenByTriggers']) {
            this.on(`attr:${name}`, this.refresh, this);
        }
        super.initialize();
    }

    /** What the bodies do not do well: a sentence for each rule of the build step that fails. */
    report(): string[] {
        const { built } = this.control;
        return built ? checkRagdoll(built.build).map(({ sentence }) => sentence) : [];
    }

    /**
     * Moves the entity without giving the bodies a velocity.
     *
     * @param position - World position.
     * @param rotation - World rotation; without it the entity keeps its own.
     */
    teleport(position: Vec3, rotation?: Quat) {
        const moved = isVector(position) ? findTeleport(this.entity, position, rotation) : null;
        if (moved) {
            this.control.simulation?.ragdoll.carry(moved.turn, moved.pivot, moved.shift);
            return;
        }
        this.reports.enter('call', `teleport() was called with what is no number, ${position}; the character stays. Pass a position and a rotation of numbers.`);
        if (this.control.simulation) this.announce(ActiveRagdoll.EVENT_RESTORED);
    }

    /**
     * Sets factors on the weights of a single bone. They stay until they are set again.
     *
     * @param bone - The bone, its role or its name.
     * @param rotation - Factor on the rotation weight, 0..1.
     * @param translation - Factor on the translation weight.
     */
    setBoneWeights(bone: Entity | string, rotation: number, translation: number) {
        const { built } = this.control;
        if (!isNumber(rotation) || !isNumber(translation)) {
            this.reports.enter('call', `setBoneWeights() was called with what is no number: ${rotation}, ${translation}; the weights stay. Pass two numbers of 0 to 1.`);
            return;
        }
        const body = this.control.bodyOf(bone);
        if (body < 0) return;
        this.boneWeights.set(built!.nodes[body], [rotation, translation]);
        built!.giveWeights(this.boneWeights);
    }

    /** What the physics knows of a bone; null while there is no body. Any entity may be asked for; a name is to be one of this character's. */
    getBoneState(bone: Entity | string): BoneState | null {
        const body = typeof bone === 'string' ? this.control.bodyOf(bone) : this.control.bodyOf(bone, () => {});
        return body < 0 ? null : this.control.simulation?.stateOf(body) ?? null;
    }

    /**
     * Pushes a body. While the simulation is off, nothing happens; when it has just been switched on, the push waits for the bodies.
     *
     * @param bone - The bone, its role or its name; one without a body passes it on to the next above.
     * @param point - World point of the push.
     * @param impulse - Newton seconds, world space.
     */
    addImpulse(bone: Entity | string, point: Vec3, impulse: Vec3) {
        if (!isVector(point) || !isVector(impulse)) {
            this.reports.enter('call', `addImpulse() was called with what is no number: ${impulse} at ${point}; nothing happens. Pass a bone, a point and an impulse of numbers.`);
            return;
        }
        const body = this.control.bodyOf(bone);
        if (body >= 0) this.control.push(body, point, impulse);
    }

    /** Weights and springs of single bones act on the bodies that are there; other numbers make them anew. */
    protected override retune(fields: readonly string[]) {
        const { built } = this.control;
        if (built?.retune(this.bones)) built.giveWeights(this.boneWeights);
        else super.retune(fields);
    }

    override needsEveryFrame(): boolean {
        return !this.isIdle;
    }

    protected drop() {
        this.control.stop();
        this.live.forget();
        this.control.built = null;
    }

    protected override prepareModel(rig: Rig): Steps<void> {
        completeRows(rig, this.bones);
        return BuiltRagdoll.prepare(rig, this);
    }

    protected build(rig: Rig, record: PoseRecord): boolean {
        if (this.bones.length === 0) this.tellOf(rig, 'trunk');
        completeRows(rig, this.bones);
        const built = BuiltRagdoll.of(rig, record, this, sentence => this.reports.add(sentence));
        this.control.built = built;
        // without bodies, what was shown of those before still dies out
        if (!built) return true;
        built.giveWeights(this.boneWeights);
        this.keepShown(record, built.nodes, built.nodes.slice(0, 1));
        return true;
    }

    protected override get isIdle(): boolean {
        return !this.control.isOn && !this.control.isReady;
    }

    protected step(dt: number) {
        const { control } = this;
        const { built, simulation } = control;
        if (this.isIdle || !built) return;
        if (simulation?.lostBone) {
            this.reports.add(`the body of "${simulation.lostBone.name}" was taken out of the physics by something else; all bodies are made anew. Set Active to false to take them out.`);
            control.stop();
            return;
        }
        if (!simulation?.lieStill()) {
            if (!this.readBodies(built, dt) || !control.isOn) return;
            this.live.read();
            if (!simulation) {
                control.start();
                return;
            }
            // of another size, they are others
            const shown = control.simulation!;
            if (shown.ragdoll.takeLift()) this.continueShown(LIFT_TIME);
            shown.show(dt);
        }
        if (this.drawDebugRagdoll) drawRagdoll(this.app, control.built!.plan.bodies, control.built!.animated.now, control.simulation!.ragdoll.state);
    }

    protected override tell() {
        const ragdoll = this.control.simulation?.ragdoll;
        if (!ragdoll?.restored) return;
        ragdoll.restored = false;
        if (ragdoll.strayed >= 0) {
            const { name } = this.control.bones[ragdoll.strayed];
            this.reports.add(`the body of "${name}" was torn far away from where it belongs; all bodies were put back on the animation. Look at its shape and its limits with Draw Debug, or add rows to Bones.`);
        }
        this.announce(ActiveRagdoll.EVENT_RESTORED);
    }

    protected override leave() {
        this.control.stop();
    }

    /** Reads the animated pose; answers false, with a sentence, when it cannot be worked on. */
    private readBodies(built: BuiltRagdoll, dt: number): boolean {
        const { animated } = built;
        const { isUnread: wasUnread } = animated;
        const ragdoll = this.control.simulation?.ragdoll ?? null;
        // a limp body lies where it lies
        const carried = ragdoll?.isDriven ? ragdoll : null;
        animated.watchesLeaps = this.control.watchesLeaps;
        const status = animated.read(dt, this.entity, this.initialRelativeRotation, this.initialRelativeTranslation, carried);
        if (!this.acceptPose(status, animated.set)) {
            this.control.stop();
            return false;
        }
        if (!animated.isSound) {
            this.reports.enter('numbers', 'the pose, the place of the character or an Initial Relative offset is no number. Set numbers: the bodies come back then.');
            return false;
        }
        this.reports.leave('numbers');
        if (animated.isBack) ragdoll?.restart();
        else if (wasUnread) ragdoll?.resume();
        if (built.fits()) return true;
        const resized = this.record && built.resized(this.record);
        if (!resized) {
            this.refresh();
            return false;
        }
        resized.animated.watchesLeaps = animated.watchesLeaps;
        resized.animated.read(dt, this.entity, this.initialRelativeRotation, this.initialRelativeTranslation, null);
        resized.animated.standStill();
        this.control.resize(resized);
        return resized.fits();
    }
}
