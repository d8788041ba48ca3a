import { Vec3, type Entity, type GraphNode } from 'playcanvas';

import { jumpDistance } from './core/dynamics/jump';
import { PERSON_HEIGHT, RADIANS } from './core/math/scalars';
import { Wind } from './core/springs/wind';
import type { Steps } from './core/timing/steps';
import { drawSprings } from './debug/draw-springs';
import type { PoseRecord } from './pose/pose-record';
import type { Rig } from './rig/rig';
import { CharacterScript } from './shell/character-script';
import { springChainAttributes, type SpringChainAttributes } from './spring-chain/attributes';
import { prepareColliders } from './spring-chain/default-colliders';
import { SpringAutoFill } from './spring-chain/default-rows';
import { GroundPlane } from './spring-chain/ground-plane';
import { InheritedMotion } from './spring-chain/inherited-motion';
import { goOn, makeSprings, type SpringSet } from './spring-chain/setup';
import { SpringPose } from './spring-chain/spring-pose';
import { readVrmSprings, type VrmSprings } from './spring-chain/vrm';

export { springChainAttributes };

export interface SpringChain extends SpringChainAttributes {}

/** Teleport distance that scales with the character. */
const DEFAULT_DISTANCE = 1;

const velocity = new Float64Array(3);

/**
 * Lets tails, ears, hair, scarves, straps and capes swing behind the motion of a character, on any entity with children.
 *
 * A stand-in for the simulated cloth of the article *The Challenge of Having Responsiveness and Naturalness in Game Animation*
 * (August 10, 2015), whose momentum shows what a quick animation hides. A chain is one elastic rod, or follows the law of VRM's spring bones;
 * the motion is the same at every frame rate. Bones are turned only; positions and scales stay the animation's.
 *
 * It works after the animation and all other scripts, also on what a ragdoll shows. Bodies of the physics do not push it: colliders do.
 *
 * @example
 * // tail, ears, hair and cloth are found by themselves
 * hero.script!.create('springChain');
 * @example
 * // one chain, that swings once in a second and hangs
 * hero.script!.create('springChain', { attributes: { chains: [{ boneName: 'scarf', frequency: 1, gravity: 0.5 }] } });
 * @example
 * // the springs of a VRM file
 * hero.script!.create('springChain', { attributes: SpringChain.fromVrm(json, hero) });
 */
export class SpringChain extends CharacterScript {
    private readonly filling = new SpringAutoFill();

    private readonly ground = new GroundPlane(this.app, this.entity);

    private springs: SpringSet | null = null;

    private pose: SpringPose | null = null;

    private motion: InheritedMotion | null = null;

    /** What swung before a refresh. */
    private before: { readonly set: SpringSet; readonly motion: InheritedMotion } | null = null;

    /** Size of the character in the scene against that of a person, as it was when the rows were read. */
    private size = 1;

    private static count = 0;

    private readonly air = new Wind(SpringChain.count++);

    /**
     * Reads the spring bones of a VRM file, format 1.0 (`VRMC_springBone`) or 0.x (`VRM`).
     *
     * @param json - The JSON of the GLB file.
     * @param entity - The model's instance.
     * @returns Values for the attributes; empty lists, after a warning, for a file without springs.
     */
    static fromVrm(json: object, entity: Entity): VrmSprings {
        return readVrmSprings(json, entity);
    }

    override initialize() {
        super.initialize();
        for (const name of ['chains', 'colliders', 'crossLinks', 'center', 'centerName', 'groundCollision']) this.on(`attr:${name}`, this.refresh, this);
        this.on('destroy', () => this.ground.destroy());
    }

    /** Puts every chain at rest in the animated pose. */
    reset() {
        this.springs?.springs.reset();
    }

    /**
     * Pushes all chains.
     *
     * @param change - Change of their velocity, world space, metres per second; scales with the character's height.
     */
    addImpulse(change: Vec3) {
        velocity[0] = change.x;
        velocity[1] = change.y;
        velocity[2] = change.z;
        if (Number.isFinite(change.x + change.y + change.z)) this.springs?.springs.push(velocity);
    }

    protected override retune(fields: readonly string[]) {
        // these are read in each frame
        if (!fields.every(field => field === 'colliders.offset' || field === 'colliders.tail')) super.retune(fields);
    }

    protected drop() {
        this.before = this.springs && this.motion && { set: this.springs, motion: this.motion };
        this.springs = null;
        this.pose = null;
        this.motion = null;
    }

    protected override prepareModel(rig: Rig): Steps<void> {
        return prepareColliders(rig);
    }

    protected build(rig: Rig, record: PoseRecord): boolean {
        const { space, meshInstances } = rig.skeleton;
        const scaleOf = (node: GraphNode | null) => (node ? node.getWorldTransform().getScale().x : 1);
        // bare nodes are no body whose height would say anything
        this.size = meshInstances.length > 0 ? rig.height / PERSON_HEIGHT * scaleOf(space) : scaleOf(this.entity);
        this.filling.fill(this, rig, scaleOf(space));
        if (this.chains.length === 0) this.reports.add('neither tail, ears, hair nor cloth are found on this character. Add rows to Chains by hand.');
        return this.make(rig, record);
    }

    protected override buildBare(record: PoseRecord): boolean {
        this.size = this.entity.getWorldTransform().getScale().x;
        return this.chains.length > 0 && this.make(null, record);
    }

    /** Springs are the first to go: what swings is seen at small distances alone. */
    protected override get leftOutAt(): number {
        return 0.5;
    }

    protected override leave() {
        this.reset();
    }

    /** While all sleep and nothing moves, the bones are left as they are; with other scripts on them they are begun anew in each frame. */
    protected override get isIdle(): boolean {
        const { springs: set, pose, wind } = this;
        if (!set?.springs.isAsleep || !pose || this.record?.isShared) return false;
        const isCalm = wind.x === 0 && wind.y === 0 && wind.z === 0 && !this.groundCollision && !this.drawDebugSprings;
        return isCalm && pose.weight === this.weights.applied && pose.still.areStill();
    }

    protected step(dt: number) {
        const { springs: set, pose, motion } = this;
        if (!set || !pose || !motion) return;
        if (!this.acceptPose(pose.set.read(this.drawDebugSprings ? undefined : pose.worldCount), pose.set)) return;
        const { springs } = set;
        pose.readInto(springs, set);
        springs.seconds = motion.seconds = dt;
        if (springs.size !== this.size * springs.scale) springs.size = this.ground.size = this.size * springs.scale;
        springs.sleepSpeed = this.sleepSpeed;
        this.air.seconds += dt;
        this.readWind(springs.wind);
        motion.teleportDistance = this.teleportDistance === DEFAULT_DISTANCE ? jumpDistance(PERSON_HEIGHT * springs.size, dt) : this.teleportDistance;
        motion.teleportCosine = Math.cos(this.teleportAngle / 2 * RADIANS);
        motion.step(springs.carries);
        if (this.groundCollision) this.ground.place(springs.path.colliders, set.colliders.length);
        springs.advance();
        if (this.drawDebugSprings) drawSprings(this.app, pose.set.pose, pose.joints, springs);
        pose.weight = this.weights.applied;
        pose.write(springs);
        if (springs.isAsleep) pose.still.keep();
        else pose.still.forget();
    }

    private make(rig: Rig | null, record: PoseRecord): boolean {
        const { entity, before } = this;
        this.before = null;
        this.springs = makeSprings(entity, rig, record, this.size, this, sentence => this.reports.add(sentence));
        if (!this.springs) return false;
        this.pose = new SpringPose(entity, this.springs, record);
        this.motion = new InheritedMotion(entity, this.springs.motions, before?.motion ?? null);
        if (before) goOn(this.springs, before.set);
        return true;
    }

    private readWind(out: Float64Array) {
        const { x, y, z } = this.wind;
        if (!Number.isFinite(x + y + z + this.windTurbulence)) {
            this.reports.enter('wind', 'the wind is not a number; there is none. Set Wind and Wind Turbulence to finite numbers.');
            out.fill(0);
            return;
        }
        this.reports.leave('wind');
        const { air } = this;
        air.mean[0] = x;
        air.mean[1] = y;
        air.mean[2] = z;
        air.turbulence = this.windTurbulence;
        air.read(out);
    }
}
