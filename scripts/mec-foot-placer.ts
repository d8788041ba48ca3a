import { feetOf } from './anim/contacts/known-contacts';
import type { Ground } from './core/ground/ground';
import type { Steps } from './core/timing/steps';
import { drawFootRay } from './debug/draw-feet';
import { Course } from './feet/course/course';
import { FeetPass, FOOT_CHANGE } from './feet/placing/feet-pass';
import { takeOver, type Foot } from './feet/placing/foot';
import { prepareFeet } from './feet/prepare-feet';
import { Schedule } from './feet/schedule';
import { mecFootPlacerAttributes, type MecFootPlacerAttributes } from './mec-foot-placer/attributes';
import { AutoFill } from './mec-foot-placer/default-rows';
import { FRAME_ATTRIBUTES, readFrame, type FrameAttributes } from './mec-foot-placer/frame-reader';
import { GroundSource } from './mec-foot-placer/ground-source';
import { makeFooting, type RowFeet } from './mec-foot-placer/setup';
import type { PoseRecord } from './pose/pose-record';
import type { Rig } from './rig/rig';
import { CharacterScript } from './shell/character-script';
import { liveValues } from './shell/live-values';

export { mecFootPlacerAttributes };

export interface MecFootPlacer extends MecFootPlacerAttributes {}

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
export class MecFootPlacer extends CharacterScript {
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

    /** What the attributes are; from {@link initialize} on faster to read. */
    private settings: FrameAttributes = this;

    private readonly filling = new AutoFill();

    private readonly ground = new GroundSource(this.app, this.entity, this.reports);

    private readonly pass = new FeetPass();

    private footing: RowFeet | null = null;

    /** The feet before the last refresh. */
    private before: RowFeet | null = null;

    private contacts: Schedule | null = null;

    private course: Course | null = null;

    override initialize() {
        this.settings = liveValues(this, FRAME_ATTRIBUTES);
        this.on('destroy', () => this.ground.destroy());
        for (const name of ['feet', 'pelvisBone', 'pelvisBoneName', 'layersToIgnore']) this.on(`attr:${name}`, this.refresh, this);
        super.initialize();
    }

    override refresh() {
        super.refresh();
        this.ground.ignore(this.layersToIgnore);
    }

    /**
     * Sets what feet stand on.
     *
     * @param ground - The ground; null: the bodies of the physics engine.
     */
    setGround(ground: Ground | null) {
        this.ground.own = ground;
    }

    /** What feet stand on in this frame; null: nothing. */
    getGround(): Ground | null {
        return this.ground.find();
    }

    /** Sets the groups of bodies that are ground: bits of the engine's BODYGROUP constants. Layers To Ignore are taken out of it. */
    setLayerMask(mask: number) {
        this.ground.mask = mask;
    }

    getLayerMask(): number {
        return this.ground.groups;
    }

    /**
     * Switches a foot on or off; it goes over to the animation and back in its transition time.
     *
     * @param id - Id of the foot.
     */
    setActive(id: string, active: boolean) {
        const foot = this.findFoot(id);
        if (foot) foot.told.isActive = active;
    }

    /** Whether a foot is switched on; false for one that is not there. */
    isActive(id: string): boolean {
        return this.findFoot(id)?.told.isActive ?? false;
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
        foot.told.extraRayStance = stance > 0 ? stance : 0;
        foot.told.extraRaySwing = swing > 0 ? swing : 0;
    }

    /** Holds the feet that are planted now, however far their animation leaves them, until it lifts them: for a jump of the character. */
    holdPlanted() {
        for (const { plant } of this.footing?.feet ?? []) plant.hold();
    }

    /** Whether a foot is on the ground in its animation. */
    isDown(id: string): boolean {
        return this.findFoot(id)?.contact.isDown ?? false;
    }

    protected override retune(fields: readonly string[]) {
        if (!this.footing?.readRows()) super.retune(fields);
    }

    protected drop() {
        this.before = this.footing;
        this.footing = null;
        this.contacts = null;
    }

    protected override prepareModel(rig: Rig): Steps<void> {
        return prepareFeet(rig, this.feet.length > 0 ? [] : feetOf(rig));
    }

    protected build(rig: Rig, record: PoseRecord): boolean {
        const report = (sentence: string) => this.reports.add(sentence);
        if (this.filling.fill(this.feet, rig)) this.tellOf(rig, 'legs');
        if (this.feet.length === 0) {
            report('no feet are found on this character, so it is left as it is animated. Add rows to Feet by hand if it has legs, then call refresh().');
            return false;
        }
        const footing = makeFooting(rig, record, this.entity, this, report);
        if (!footing) return false;
        this.footing = footing;
        this.contacts = Schedule.of(record, rig, footing.bones);
        this.course = Course.of(record, rig, this.entity);
        const { set, feet, pelvis, trunk } = footing;
        const turned = [pelvis, ...feet.flatMap(({ limb, toes }) => (toes < 0 ? [...limb.bones] : [...limb.bones, toes]))];
        this.keepShown(record, [...new Set([...turned.map(bone => set.bones[bone]), ...trunk?.bones ?? []])], [set.bones[pelvis]]);
        // feet that go on see a jump of the character as one
        if (this.before) this.keepFeet(this.before, footing);
        return true;
    }

    protected step(dt: number) {
        const { footing, contacts, course } = this;
        if (!footing || !contacts || !course || !this.readPose(footing.set)) return;
        if (contacts.hasJumped) this.holdPlanted();
        readFrame(this.pass, footing, this.settings, this.entity, dt);
        this.pass.frame.ground = this.ground.find();
        this.pass.run(footing, contacts, course);
        this.report(contacts);
        const { feet } = footing;
        for (let i = 0; i < feet.length; i++) if (feet[i].told.isDrawn) feet[i].probe.draw(this.app, drawFootRay);
    }

    protected override get leftOutAt(): number {
        return 1;
    }

    protected override leave() {
        this.pass.restart(this.footing?.feet ?? []);
    }

    /** Says what is wrong with clips and ground, as long as it is. */
    private report({ problem, stepless }: Schedule) {
        const { reports } = this;
        if (problem) reports.enter('clips', problem);
        if (stepless === null) reports.leave('steps');
        else reports.enter('steps', stepless);
        if (this.pass.isGroundBroken) reports.enter('ground', 'the ground returned something that is not a number; it is ignored. Return finite points and normals.');
        else reports.leave('ground');
    }

    /** Fires the events of the feet that were planted or let go. */
    protected override tell() {
        const { footing, pass: { changes } } = this;
        if (!footing) return;
        for (let i = 0; i < changes.length; i++) {
            const change = changes[i];
            changes[i] = 0;
            if (change & FOOT_CHANGE.released) this.announce(MecFootPlacer.EVENT_RELEASE, footing.feet[i].id);
            if (change & FOOT_CHANGE.planted) this.announce(MecFootPlacer.EVENT_PLANT, footing.feet[i].id);
        }
    }

    /** Takes over what feet of the same id were doing. */
    private keepFeet(before: RowFeet, { feet }: RowFeet) {
        for (const foot of feet) {
            const old = before.feet.find(({ id }) => id === foot.id);
            if (old) takeOver(foot, old);
        }
    }

    private findFoot(id: string): Foot | undefined {
        return this.footing?.feet.find(foot => foot.id === id);
    }
}
