import type { Entity, GraphNode, Quat, Vec3 } from 'playcanvas';

import { activeRagdollAttributes, type ActiveRagdollAttributes } from './active-ragdoll/attributes';
import type { BoneState } from './active-ragdoll/bone-state';
import { BuiltRagdoll } from './active-ragdoll/built-ragdoll';
import { findScheduler, reportCallback } from './active-ragdoll/find-scheduler';
import { LiveSettings } from './active-ragdoll/live-settings';
import { PushQueue } from './active-ragdoll/push-queue';
import { checkRagdoll } from './active-ragdoll/report';
import { Simulation } from './active-ragdoll/simulation';
import { findTeleport } from './active-ragdoll/teleport';
import type { SteeredBodies, Steering } from './core/dynamics/steering';
import { drawRagdoll } from './debug/draw-ragdoll';
import type { PoseRecord } from './rig/pose-record';
import type { Rig } from './rig/rig';
import type { Report } from './rig/row-bone';
import { CharacterScript } from './shell/character-script';

export { activeRagdollAttributes };

export interface ActiveRagdoll extends ActiveRagdollAttributes {}

/** Seconds within which what the bodies have done to the pose dies out when they are gone. */
const RETURN_TIME = 0.3;

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
     * Fired when a body that was lost was put back on the animation, with all others.
     *
     * @event
     */
    static EVENT_RESTORED = 'restored';

    /** Whether the animation is watched while the simulation is off: then the bodies are in the world as soon as Active is set, not two frames later. */
    isReady = false;

    /** Takes the weights and the drive over from the attributes. */
    private steering: Steering | null = null;

    private readonly live = new LiveSettings(this, this.reports);

    private built: BuiltRagdoll | null = null;

    /** The bodies in the world; null while they are not. */
    private simulation: Simulation | null = null;

    private readonly pushes = new PushQueue();

    /** Who steers may say whether the bodies are in the world, see {@link setOn}; null: Active does. */
    private held: boolean | null = null;

    /** Factors on the weights that were set for single bones. */
    private readonly boneWeights = new Map<GraphNode, readonly [number, number]>();

    override initialize() {
        this.on('attr:active', () => {
            this.held = null;
            this.switchBodies();
        });
        for (const name of ['bones', 'totalMass', 'massPreset', 'selfCollision', 'collisionGroup', 'collisionMask', 'seenByTriggers']) {
            this.on(`attr:${name}`, this.refresh, this);
        }
        super.initialize();
    }

    /** What the bodies do not do well: a sentence for each rule of the build step that fails. */
    report(): string[] {
        return this.built ? checkRagdoll(this.built.build).map(({ sentence }) => sentence) : [];
    }

    /**
     * Moves the entity without giving the bodies a velocity.
     *
     * @param position - World position.
     * @param rotation - World rotation; without it the entity keeps its own.
     */
    teleport(position: Vec3, rotation?: Quat) {
        const moved = findTeleport(this.entity, position, rotation);
        if (moved) this.simulation?.ragdoll.carry(moved.turn, moved.pivot, moved.shift);
        else this.reports.add(`teleport() was called with what is no number, ${position}; the character stays. Pass a position and a rotation of numbers.`);
    }

    /**
     * Sets factors on the weights of a single bone. They stay until they are set again.
     *
     * @param bone - The bone, its role or its name.
     * @param rotation - Factor on the rotation weight, 0..1.
     * @param translation - Factor on the translation weight.
     */
    setBoneWeights(bone: Entity | string, rotation: number, translation: number) {
        const body = this.bodyIndex(bone);
        if (body < 0) return;
        this.boneWeights.set(this.built!.nodes[body], [rotation, translation]);
        this.built!.giveWeights(this.boneWeights);
    }

    /**
     * Lets another script drive the bodies in the place of the attributes, from the next step of the physics on.
     *
     * @param steering - Who does; null: the attributes count again.
     */
    steer(steering: Steering | null) {
        this.steering = steering;
        if (this.simulation) this.simulation.ragdoll.steering = steering;
    }

    /** The bodies as numbers; null while they are not in the world. */
    get bodies(): SteeredBodies | null {
        return this.simulation?.ragdoll ?? null;
    }

    /** The bones that have bodies, in the order of {@link bodies}. */
    get bodyBones(): readonly GraphNode[] {
        return this.built?.nodes ?? [];
    }

    /**
     * Index of a bone's body, of its role or its name; that of the next bone above that has one, or -1.
     *
     * @param report - Receives a sentence about what is no bone of this character.
     */
    bodyIndex(bone: GraphNode | string, report: Report = this.noBone): number {
        return this.built?.bodyOf(bone, report) ?? -1;
    }

    /** Whether the bodies are to be in the world: as Active says, or another script in its place. */
    get isOn(): boolean {
        return this.held ?? this.active;
    }

    /**
     * Lets another script say whether the bodies are in the world, until Active is set. Active stays what the designer has set.
     *
     * @param isOn - Whether they are; null: Active counts again.
     * @param time - Seconds within which what they have done to the pose dies out; 0: at once, for who makes the pose go on.
     */
    setOn(isOn: boolean | null, time = RETURN_TIME) {
        if (isOn === this.held) return;
        this.held = isOn;
        this.switchBodies(time);
    }

    /** What the physics knows of a bone; null while there is no body. Any entity may be asked for; a name is to be one of this character's. */
    getBoneState(bone: Entity | string): BoneState | null {
        const body = this.bodyIndex(bone, typeof bone === 'string' ? this.noBone : () => {});
        return body < 0 ? null : this.simulation?.stateOf(body) ?? null;
    }

    /**
     * Pushes a body. While the simulation is off, nothing happens; when it has just been switched on, the push waits for the bodies.
     *
     * @param bone - The bone, its role or its name; one without a body passes it on to the next above.
     * @param point - World point of the push.
     * @param impulse - Newton seconds, world space.
     */
    addImpulse(bone: Entity | string, point: Vec3, impulse: Vec3) {
        const body = this.bodyIndex(bone);
        if (body < 0 || !this.isOn) return;
        if (this.simulation) this.simulation.ragdoll.push(body, point, impulse);
        else this.pushes.add(body, point, impulse);
    }

    protected drop() {
        this.stopBodies();
        this.live.forget();
        this.built = null;
    }

    protected build(rig: Rig, record: PoseRecord): boolean {
        this.built = BuiltRagdoll.of(rig, record, this, sentence => this.reports.add(sentence));
        // without bodies, what was shown of those before still dies out
        if (!this.built) return true;
        this.built.giveWeights(this.boneWeights);
        this.keepShown(record, this.built.nodes, this.built.nodes.slice(0, 1));
        return true;
    }

    protected override get isIdle(): boolean {
        return !this.isOn && !this.isReady;
    }

    protected step(dt: number) {
        const { built, simulation } = this;
        if (this.isIdle || !built) return;
        if (simulation?.lostBone) {
            this.reports.add(`the body of "${simulation.lostBone.name}" was taken out of the physics by something else; all bodies are made anew. Set Active to false to take them out.`);
            this.stopBodies();
            return;
        }
        if (!simulation?.lieStill()) {
            if (!this.readBodies(built, dt) || !this.isOn) return;
            this.live.read();
            if (!simulation) {
                if (built.animated.isMoving) this.startBodies(built);
                return;
            }
            simulation.show(dt);
        }
        if (this.drawDebugRagdoll) drawRagdoll(this.app, built.plan.bodies, built.animated.now, simulation.ragdoll.state);
    }

    protected override tell() {
        const ragdoll = this.simulation?.ragdoll;
        if (!ragdoll?.restored) return;
        ragdoll.restored = false;
        this.fire(ActiveRagdoll.EVENT_RESTORED);
    }

    protected override leave() {
        this.stopBodies();
    }

    /** Reads the animated pose; answers false, with a sentence, when it cannot be worked on. */
    private readBodies(built: BuiltRagdoll, dt: number): boolean {
        const { animated } = built;
        const { isUnread: wasUnread } = animated;
        const ragdoll = this.simulation?.ragdoll ?? null;
        // a limp body lies where it lies
        const carried = ragdoll?.isDriven ? ragdoll : null;
        const status = animated.read(dt, this.entity, this.initialRelativeRotation, this.initialRelativeTranslation, carried);
        if (!this.acceptPose(status, animated.set)) {
            this.stopBodies();
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
        this.refresh();
        return false;
    }

    private readonly noBone = (sentence: string) => this.reports.enter('bone', sentence);

    /** Brings the bodies in or takes them out, see {@link isOn}. */
    private switchBodies(time = RETURN_TIME) {
        if (!this.isOn) this.stopBodies(time);
        else if (this.isReady && this.built?.animated.isMoving) this.startBodies(this.built);
    }

    /** Puts the bodies into the world. */
    private startBodies(built: BuiltRagdoll) {
        const scheduler = findScheduler(this.app, this.reports);
        if (!scheduler || this.simulation) return;
        const simulation = new Simulation(scheduler, built, this.live, this);
        this.simulation = simulation;
        simulation.ragdoll.steering = this.steering;
        reportCallback(scheduler, this.reports);
        for (const { body, point, impulse } of this.pushes.takeAll()) simulation.ragdoll.push(body, point, impulse);
        this.fire(ActiveRagdoll.EVENT_ACTIVATE);
    }

    /** Takes the bodies out of the world; what they have done to the pose dies out. */
    private stopBodies(time = RETURN_TIME) {
        const { simulation } = this;
        this.built?.animated.forget();
        this.pushes.takeAll();
        if (!simulation) return;
        this.simulation = null;
        this.continueShown(time);
        simulation.ragdoll.destroy();
        this.fire(ActiveRagdoll.EVENT_DEACTIVATE);
    }
}
