import { ScriptType } from 'playcanvas';

import { PlayingContacts } from './anim/playing-contacts';
import type { Ground } from './core/ground/ground';
import { drawFootRay } from './debug/draw-feet';
import { mecFootPlacerAttributes, type MecFootPlacerAttributes } from './mec-foot-placer/attributes';
import { Body } from './mec-foot-placer/body';
import { groupBits } from './mec-foot-placer/body-groups';
import { AutoFill } from './mec-foot-placer/default-rows';
import type { Foot } from './mec-foot-placer/foot';
import type { FrameSettings } from './mec-foot-placer/foot-settings';
import { FRAME_ATTRIBUTES, readFrame, readHint, readUp, type FrameAttributes } from './mec-foot-placer/frame-reader';
import { LegChange, solveLeg, type LegSettings } from './mec-foot-placer/leg';
import { MotionTracker } from './mec-foot-placer/motion-tracker';
import { makeFooting, type Footing } from './mec-foot-placer/setup';
import { PhysicsGround } from './physics/physics-ground';
import { ReadStatus } from './rig/bone-set';
import { findCharacter } from './rig/character';
import { PoseRecord, RecordHold } from './rig/pose-record';
import { describeStatus } from './rig/row-bone';
import { completeRows } from './shell/checked-values';
import { liveValues } from './shell/live-values';
import { problemsOf } from './shell/problems';

export { mecFootPlacerAttributes };

export interface MecFootPlacer extends MecFootPlacerAttributes {}

/** Rays a frame for each foot that is switched on; the feet share them. */
const RAYS_PER_FOOT = 4;

/** Step of the character up or down in this frame, and the speed of such steps. */
const step = new Float64Array(2);
const hintOffset = new Float64Array(3);

/**
 * Puts the feet of a character on the ground: slopes, stairs, rubble and moving platforms, on two legs and on four. What a foot has
 * over its own flat ground in the clip, it has over the real one; planted feet do not slide.
 *
 * It re-creates the system that the article *Foot Placement Using Foot IK* (June 30, 2015) describes.
 *
 * It does not move the character: that is the work of a controller. It works on rigs under a uniform positive scale only.
 *
 * @example
 * // feet are found by themselves, the ground is that of the physics engine
 * const placer = hero.script!.create('mecFootPlacer')!;
 * @example
 * // without physics
 * placer.setGround(new HeightGround((x, z) => terrain.heightAt(x, z)));
 * @example
 * // standing: let the pelvis come down to where both feet reach
 * placer.adjustPelvisVertically = true;
 */
export class MecFootPlacer extends ScriptType {
    /**
     * Fired with the foot's id when a foot is planted.
     *
     * @event
     * @example
     * placer.on('foot:plant', id => playStep(id));
     */
    static EVENT_PLANT = 'foot:plant';

    /**
     * Fired with the foot's id when a planted foot is let go.
     *
     * @event
     * @example
     * placer.on('foot:release', id => raiseDust(id));
     */
    static EVENT_RELEASE = 'foot:release';

    private readonly reports = problemsOf(this, 'mecFootPlacer');

    /** What the attributes are; from {@link initialize} on faster to read. */
    private settings: FrameAttributes = this;

    private readonly filling = new AutoFill();

    private readonly physics = new PhysicsGround(this.app, this.entity);

    private ownGround: Ground | null = null;

    private layerMask = ~0;

    private ignored = 0;

    private footing: Footing | null = null;

    private record: PoseRecord | null = null;

    private readonly hold = new RecordHold();

    private contacts: PlayingContacts | null = null;

    private readonly body = new Body();

    private readonly motion = new MotionTracker();

    private readonly frame: FrameSettings = {
        dt: 0, root: new Float64Array(3), rootUp: new Float64Array(3), bodyNormal: new Float64Array(3), velocity: new Float64Array(3), lastRoot: new Float64Array(3), size: 1,
        maxStep: 0, minCosine: 0, predictSwing: true, levelSole: 0, ground: null, raysLeft: 0, looking: 0
    };

    private readonly legs: LegSettings = { dt: 0, softReach: 0, maxLegLength: 0, minLegLength: 0 };

    initialize() {
        this.settings = liveValues(this, FRAME_ATTRIBUTES);
        this.on('enable', this.start, this);
        this.on('disable', this.stop, this);
        this.on('destroy', this.onDestroy, this);
        this.on('attr:feet', this.refresh, this);
        this.on('attr:pelvisBone', this.refresh, this);
        this.on('attr:layersToIgnore', this.refresh, this);
        this.refresh();
    }

    /** Finds the bones again. Call it after changing the model or something inside a list. */
    refresh() {
        const { footing } = this;
        this.reports.clear();
        completeRows(this, 'mecFootPlacer', mecFootPlacerAttributes);
        this.footing = null;
        this.record = null;
        this.contacts = null;
        this.build();
        // feet that go on see a jump of the character as one
        if (footing) this.keepFeet(footing);
        else this.motion.forget();
        if (this.enabled) this.hold.move(this.record);
    }

    /** What is wrong with the set-up: sentences with what, where and how to fix it. */
    problems(): string[] {
        return this.reports.list();
    }

    /**
     * Sets what feet stand on.
     *
     * @param ground - The ground; null: the bodies of the physics engine.
     */
    setGround(ground: Ground | null) {
        this.ownGround = ground;
    }

    /** Sets the groups of bodies that are ground: bits of the engine's BODYGROUP constants. Layers To Ignore are taken out of it. */
    setLayerMask(mask: number) {
        this.layerMask = mask;
    }

    getLayerMask(): number {
        return this.layerMask & ~this.ignored;
    }

    /**
     * Switches a foot on or off; it goes over to the animation and back in its transition time.
     *
     * @param id - Id of the foot.
     */
    setActive(id: string, active: boolean) {
        const foot = this.findFoot(id);
        if (foot) foot.isActive = active;
    }

    /** Whether a foot is switched on; false for one that is not there. */
    isActive(id: string): boolean {
        return this.findFoot(id)?.isActive ?? false;
    }

    /**
     * Brings the weight of a planted foot to 1.
     *
     * @param id - Id of the foot.
     * @param blendSpeed - Weight per second.
     */
    enablePlant(id: string, blendSpeed: number) {
        this.findFoot(id)?.plant.fadeTo(1, blendSpeed);
    }

    /** Brings the weight of a planted foot to 0, at which it follows its animation; see {@link enablePlant}. */
    disablePlant(id: string, blendSpeed: number) {
        this.findFoot(id)?.plant.fadeTo(0, blendSpeed);
    }

    /** Sets the weight of a planted foot at once, 0..1; NaN counts as 0. */
    setPlantBlendWeight(id: string, weight: number) {
        this.findFoot(id)?.plant.setWeight(weight > 0 ? Math.min(weight, 1) : 0);
    }

    /** The weight of a planted foot, 0..1; 0 for a foot that is not there. */
    getPlantBlendWeight(id: string): number {
        return this.findFoot(id)?.plant.weight ?? 0;
    }

    /**
     * Sets how far below a foot ground is still found, while it carries and while it is in the air, in place of the foot's own extra ray
     * distances.
     *
     * @param id - Id of the foot.
     * @param stance - Metres while it carries. 0 for both: the foot's own distances again.
     * @param swing - Metres while it is in the air.
     */
    setExtraRayDistanceCheck(id: string, stance: number, swing = stance) {
        const foot = this.findFoot(id);
        if (!foot) return;
        foot.extraRayStance = stance > 0 ? stance : 0;
        foot.extraRaySwing = swing > 0 ? swing : 0;
    }

    /** Whether a foot is on the ground in its animation. */
    isDown(id: string): boolean {
        return this.findFoot(id)?.contact.isDown ?? false;
    }

    postUpdate(dt: number) {
        const { footing, record, frame, settings } = this;
        if (!footing || !record) return;
        record.begin(this.app.frame);
        const status = footing.set.read();
        if (status !== ReadStatus.ok) {
            this.reports.enter('pose', describeStatus(status, footing.set.stumbled?.name ?? 'the scene'));
            return;
        }
        this.reports.leave('pose');
        frame.dt = dt > 0 ? dt : 0;
        const tiltShare = settings.tiltBody !== 0 ? settings.tiltBody : footing.tiltShare;
        readFrame(frame, this.legs, footing, settings);
        frame.bodyNormal.set(tiltShare !== 0 ? this.body.normal : frame.rootUp);
        frame.ground = this.findGround();
        const { feet, set, rows } = footing;
        this.contacts?.update();
        if (this.contacts?.problem) this.reports.enter('clips', this.contacts.problem);
        for (let i = 0; i < feet.length; i++) {
            readUp(feet[i].up, rows[i]);
            feet[i].observe(set.pose, frame);
            this.contacts?.read(feet[i].clip, i);
            feet[i].updateContact(set.pose, frame);
        }
        this.stepMotion(footing);
        let broken = false;
        frame.raysLeft = 0;
        for (let i = 0; i < feet.length; i++) if (feet[i].isActive) frame.raysLeft += RAYS_PER_FOOT;
        frame.looking = 0;
        for (let i = 0; i < feet.length; i++) feet[i].sense(frame);
        for (let i = 0; i < feet.length; i++) {
            broken ||= feet[i].probe.isBroken;
            const change = feet[i].plan(set.pose, frame);
            if (change !== 0) this.fire(change > 0 ? MecFootPlacer.EVENT_PLANT : MecFootPlacer.EVENT_RELEASE, feet[i].id);
        }
        if (broken) this.reports.enter('ground', 'the ground has answered with something that is not a number; it is left out. Let it answer with finite points and normals.');
        else this.reports.leave('ground');
        // a handler may have changed everything
        if (footing !== this.footing) return;
        this.body.move(footing, frame, this.legs, settings, tiltShare);
        this.solveLegs(footing);
        for (let i = 0; i < feet.length; i++) if (rows[i].drawDebugRay) feet[i].probe.draw(this.app, drawFootRay);
    }

    /** Finds the bones and makes the feet of them. */
    private build() {
        const report = (sentence: string) => this.reports.add(sentence);
        this.ignored = groupBits(this.layersToIgnore ?? [], report);
        const rig = findCharacter(this.entity);
        if (!rig) {
            report('there is no character below this entity. Put the script on the model or above it, then call refresh().');
            return;
        }
        this.filling.fill(this.feet, rig);
        if (this.feet.length === 0) {
            report('no feet are found on this character. Add rows to Feet by hand.');
            return;
        }
        const record = PoseRecord.of(rig.skeleton.nodes[0]);
        const footing = makeFooting(rig, record, this.entity, this.feet, this.pelvisBone, report);
        if (!footing) return;
        this.record = record;
        this.footing = footing;
        this.contacts = new PlayingContacts(rig, footing.bones);
    }

    /** Takes over what feet of the same id were doing. */
    private keepFeet(before: Footing | null) {
        if (!before || !this.footing) return;
        for (const foot of this.footing.feet) {
            const old = before.feet.find(({ id }) => id === foot.id);
            if (old) foot.takeOver(old);
        }
    }

    private findFoot(id: string): Foot | undefined {
        return this.footing?.feet.find(foot => foot.id === id);
    }

    /** The ground that was set, else that of the physics engine. */
    private findGround(): Ground | null {
        if (this.ownGround) {
            this.reports.leave('physics');
            return this.ownGround;
        }
        this.physics.setMask(this.getLayerMask());
        if (this.physics.isThere) {
            this.reports.leave('physics');
            return this.physics;
        }
        this.reports.enter('physics', 'there is no physics to find the ground with. Load Ammo, or call setGround() with a HeightGround or a MeshGround.');
        return null;
    }

    /** Sees how the character has moved: jumps start everything anew, snaps are taken away. */
    private stepMotion(footing: Footing) {
        const { motion, body, frame } = this;
        motion.follow(footing.feet);
        if (motion.step(step, frame)) {
            for (const foot of footing.feet) foot.jump();
            body.jump();
        } else {
            body.absorb(step, footing.feet, this.settings);
        }
    }

    private solveLegs({ feet, rows, set }: Footing) {
        for (let i = 0; i < feet.length; i++) {
            readHint(hintOffset, rows[i], this.entity);
            const change = solveLeg(feet[i], set.pose, this.legs, hintOffset);
            if (change !== LegChange.none) set.write(feet[i].limb.bones);
            if (change === LegChange.legAndToes) set.writeRotation(feet[i].toes);
        }
    }

    private start() {
        this.hold.move(this.record);
        this.motion.forget();
    }

    private stop() {
        for (const foot of this.footing?.feet ?? []) foot.restart();
        this.body.restart();
        this.hold.move(null);
    }

    private onDestroy() {
        this.stop();
        this.physics.destroy();
    }
}
