import { ScriptType, Vec3, type Entity } from 'playcanvas';

import { createGaze, createGazeInput, forgetGaze, stepGaze } from './core/gaze/gaze';
import { copyVec, normalizeVec, type Flat } from './core/math/flat-math';
import { updateWorld } from './core/pose/flat-pose';
import { drawLookAt } from './debug/draw-look-at';
import { perfectLookAtAttributes, type PerfectLookAtAttributes } from './perfect-look-at/attributes';
import { AutoFill } from './perfect-look-at/auto-fill';
import { readGazeSettings, approachTime } from './perfect-look-at/gaze-settings';
import type { Look } from './perfect-look-at/look';
import { checkTargets, makeLook } from './perfect-look-at/setup';
import { Targeting } from './perfect-look-at/targeting';
import { letGoBack } from './perfect-look-at/way-back';
import { ReadStatus } from './rig/bone-set';
import { findCharacter } from './rig/character';
import { PoseFade } from './rig/pose-fade';
import { PoseRecord, RecordHold } from './rig/pose-record';
import type { Rig } from './rig/rig';
import { describeStatus } from './rig/row-bone';
import { makeRow } from './shell/attributes';
import { completeRows } from './shell/checked-values';
import { liveValues } from './shell/live-values';
import { problemsOf } from './shell/problems';
import { clampWeight, WeightTransition } from './shell/weight-transition';

export { perfectLookAtAttributes };

export interface PerfectLookAt extends PerfectLookAtAttributes {}

/** Attributes that a frame reads, and that are seldom set. */
const SETTINGS = [
    'upVector', 'lookAtBlendSpeed', 'legStabilizerMinDistanceToStartSolving', 'legStabilizerMaxIterations', 'eyeOffset', 'maxTurnSpeed',
    'softLimit', 'giveUpAngle', 'giveUpTime', 'convergeEyes', 'stabilization', 'drawDebugLookAt'
] as const satisfies readonly (keyof PerfectLookAtAttributes)[];

/** What a step of the gaze reads: filled anew in each frame, and one for all scripts, so that it is at hand. */
const input = createGazeInput();

/** Cosine of the residual up to which a target counts as reached: one degree. */
const COS_REACHED = Math.cos(Math.PI / 180);

/**
 * Turns a chain of bones so that the character looks at a target: first the eyes within their limit, what is left over the head,
 * then the neck, then the spine. Feet stay where the animation has them.
 *
 * It re-creates the plug-in that the article *Using Multiple Bones to Look At a Target in World Space* (December 24, 2017) describes,
 * with an exact aim of the eye's ray.
 *
 * It does not move the character: a target behind the back is given up. It works on rigs under a uniform positive scale only. It works
 * after the animation, so bones that other scripts turn later in the frame are not seen.
 *
 * @example
 * // look at the ball; eyes, head and spine are found by themselves
 * hero.script.create('perfectLookAt', { attributes: { targetObject: ball } });
 * @example
 * // look away within half a second
 * hero.script.perfectLookAt.disablePerfectLookAt(0.5);
 * @example
 * // turn the head alone
 * hero.script.perfectLookAt.lookAtBones = [{ boneName: 'head', rotationLimit: 60 }];
 * @example
 * // look around among whoever is near
 * hero.script.perfectLookAt.addTarget(shopkeeper, 2, 8);
 */
export class PerfectLookAt extends ScriptType {
    /**
     * Fired when the gaze comes within a degree of the target, or leaves it.
     *
     * @event
     * @example
     * hero.script.perfectLookAt.on('reached', (reached) => { if (reached) smile(); });
     */
    static EVENT_REACHED = 'reached';

    /**
     * Fired with the entity when another one is looked at, and with null when there is none any more.
     *
     * @event
     * @example
     * hero.script.perfectLookAt.on('target', (entity) => { if (entity === player) greet(); });
     */
    static EVENT_TARGET = 'target';

    private readonly reports = problemsOf(this, 'perfectLookAt');

    /** What the attributes are; from {@link initialize} on faster to read. */
    private settings: Readonly<Pick<PerfectLookAtAttributes, typeof SETTINGS[number]>> = this;

    private look: Look | null = null;

    private record: PoseRecord | null = null;

    private rig: Rig | null = null;

    private readonly hold = new RecordHold();

    private readonly gaze = createGaze();

    /** World place of the target that was seen last. */
    private readonly seenTarget = new Float64Array(3);

    private readonly transition = new WeightTransition(1);

    private readonly targeting = new Targeting(this.reports);

    private readonly fade = new PoseFade();

    /** Entity that is looked at. */
    private lookedAt: Entity | null = null;

    /** Frame in which the look was moved on last: never twice in one. */
    private steppedFrame = -1;

    private readonly origin = new Vec3();

    private readonly direction = new Vec3();

    /** Whether there was a target in the last frame. */
    private seesTarget = false;

    private isReached = false;

    private readonly filling = new AutoFill();

    /** World position of the eye that looks. A copy that the next read overwrites. */
    get gazeOrigin(): Readonly<Vec3> {
        const at = this.look?.chain.eyeWorld;
        return at ? this.origin.set(at[0], at[1], at[2]) : this.origin;
    }

    /** World direction of the gaze, unit length: the character's forward as the first bone carries it. A copy, see {@link gazeOrigin}. */
    get gazeDirection(): Readonly<Vec3> {
        const gaze = this.look?.chain.gazeWorld;
        return gaze ? this.direction.set(gaze[0], gaze[1], gaze[2]) : this.direction;
    }

    /** Angle between the gaze and the line from the eye to the target in degrees, in the pose as written. 0 without a target. */
    get residual(): number {
        return this.look && this.seesTarget ? this.look.residualTo(this.seenTarget) : 0;
    }

    /** Whether the residual is at most one degree. */
    get reached(): boolean {
        return this.isReached;
    }

    initialize() {
        this.settings = liveValues(this, SETTINGS);
        letGoBack(this, {
            isShown: () => this.gaze.active,
            begin: () => this.hold.move(this.record),
            goBack: dt => this.advance(dt, false),
            stop: () => this.stop()
        });
        this.on('attr:lookAtBones', this.refresh, this);
        this.on('attr:legStabilizers', this.refresh, this);
        this.on('attr:targets', this.onTargets, this);
        this.transition.set(clampWeight(this.weight));
        this.refresh();
    }

    /** Finds the bones again. Call it after changing the model or something inside a list. */
    refresh() {
        const { look, record } = this;
        // keeps what is shown, as far as the bones are still there
        if (look && this.gaze.active) this.fade.start(look.writtenBones, approachTime(this.lookAtBlendSpeed, false));
        this.reports.clear();
        completeRows(this, 'perfectLookAt', perfectLookAtAttributes);
        this.look = null;
        this.record = null;
        this.build();
        if (!this.look) {
            this.fade.cancel();
            this.setReached(false, false);
            this.setLookedAt(null);
        }
        if (record !== this.record) {
            this.fade.cancel();
            forgetGaze(this.gaze);
            this.hold.move(this.enabled ? this.record : null);
        }
    }

    /** What is wrong with the set-up: sentences with what, where and how to fix it. */
    problems(): string[] {
        return this.reports.list();
    }

    /**
     * Adds something to look at while there is no target object.
     *
     * @param target - Entity to look at.
     * @param priority - How important it is; 0: it is not looked at.
     * @param radius - Distance at which there is no interest left; 10 is scaled by the character's height.
     */
    addTarget(target: Entity, priority = 1, radius = 10) {
        this.targets = [...this.targets, makeRow(perfectLookAtAttributes.targets, { target, priority, radius })];
    }

    /** Removes something from what is looked at. */
    removeTarget(target: Entity) {
        this.targets = this.targets.filter(row => row.target !== target);
    }

    /** The weight of the look now, 0..1; another word for `weight`. */
    getLookAtWeight(): number {
        return clampWeight(this.weight);
    }

    /**
     * Sets the weight at once, and ends a transition.
     *
     * @param weight - 0: the animation, 1: the whole look; NaN counts as 0.
     */
    setLookAtWeight(weight: number) {
        this.weight = clampWeight(weight);
        this.transition.set(this.weight);
    }

    /**
     * Brings the weight to 1, linearly in time; what is applied of it eases in and out.
     *
     * @param time - Seconds; 0 or less: at once.
     * @param cancelCurrentTransition - false: the call does nothing while another transition runs.
     */
    enablePerfectLookAt(time: number, cancelCurrentTransition = true) {
        this.startTransition(1, time, cancelCurrentTransition);
    }

    /** Brings the weight to 0; see {@link enablePerfectLookAt}. */
    disablePerfectLookAt(time: number, cancelCurrentTransition = true) {
        this.startTransition(0, time, cancelCurrentTransition);
    }

    /** Whether the weight is on its way. */
    isInTransition(): boolean {
        return this.transition.running;
    }

    /** Seconds until the weight arrives; 0 when it is not on its way. */
    getTimeToFinishTransition(): number {
        return this.transition.remaining;
    }

    postUpdate(dt: number) {
        this.advance(dt, true);
    }

    /** One frame of the look and of its weight; without `mayLook` it goes back to the animation. */
    private advance(dt: number, mayLook: boolean) {
        input.dt = dt;
        this.stepTransition();
        this.step(mayLook);
    }

    private step(mayLook: boolean) {
        const { look, record, gaze, settings } = this;
        if (!look || !record || this.steppedFrame === this.app.frame) return;
        this.steppedFrame = this.app.frame;
        record.begin(this.app.frame);
        look.setEye(settings.eyeOffset);
        if (!this.readPose(look)) {
            forgetGaze(gaze);
            this.setReached(false, false);
            return;
        }

        const entity = this.readGazeInput(look, mayLook);
        stepGaze(gaze, input);
        look.weight[0] = this.transition.applied;
        if (gaze.active && look.weight[0] > 0) look.apply(gaze.point, gaze.isBehind ? gaze.via : null, settings);
        if (this.fade.running) this.fade.step(record, input.dt);
        const { seenTarget } = this;
        const { hasTarget } = input;
        if (hasTarget) copyVec(seenTarget, 0, input.target, 0);
        if (settings.drawDebugLookAt && hasTarget) {
            updateWorld(look.pose);
            drawLookAt(this.app, look.chain, look.pose, seenTarget);
        }
        // last: who hears them may change anything
        this.setReached(hasTarget, hasTarget && look.isWithin(seenTarget, COS_REACHED));
        this.setLookedAt(entity);
    }

    /** Finds the bones and makes the look of them. */
    private build() {
        const rig = findCharacter(this.entity);
        if (!rig) {
            this.reports.add('there is no character below this entity. Put the script on the model or above it, then call refresh().');
            return;
        }
        const report = (sentence: string) => this.reports.add(sentence);
        this.filling.fill(this, rig);
        if (this.lookAtBones.length === 0) {
            report('neither eyes, head nor spine are found on this character. Add rows to Look At Bones by hand.');
            return;
        }
        const record = PoseRecord.of(rig.skeleton.nodes[0]);
        const look = makeLook(rig, record, this.lookAtBones, this.legStabilizers, report);
        if (!checkTargets(rig, this.targets, report) || !look) return;
        this.rig = rig;
        this.look = look;
        this.record = record;
        look.read();
        this.targeting.setRows(this.targets, look.scale * rig.height);
    }

    /** Other targets leave the look as it is. */
    private onTargets() {
        const { look, rig } = this;
        if (look && rig && checkTargets(rig, this.targets, () => {})) this.targeting.setRows(this.targets, look.scale * rig.height);
        else this.refresh();
    }

    /** Reads the animated pose; answers false, with a sentence, when it cannot be worked on. */
    private readPose(look: Look): boolean {
        const status = look.read();
        if (status === ReadStatus.ok) {
            this.reports.leave('pose');
            return true;
        }
        this.reports.enter('pose', describeStatus(status, look.stumbled?.name ?? 'the scene'));
        return false;
    }

    /** Gathers what the gaze needs in this frame. Answers the entity to look at. */
    private readGazeInput(look: Look, mayLook: boolean): Entity | null {
        const { chain } = look;
        this.readUp(chain.up);
        look.readBody(input.frame);
        look.readBase(input.base);
        copyVec(input.eye, 0, chain.eyeWorld, 0);
        copyVec(input.animated, 0, chain.gazeWorld, 0);
        const target = mayLook ? this.targeting.read(input, this.targetObject) : null;
        input.isNew = target !== this.lookedAt;
        input.hasTarget = target !== null;
        readGazeSettings(input, this.settings, mayLook);
        return target;
    }

    /** Writes the up vector at unit length; the world's, with a sentence, when it has no direction. */
    private readUp(up: Flat) {
        const { x, y, z } = this.settings.upVector;
        up[0] = x;
        up[1] = y;
        up[2] = z;
        if (normalizeVec(up, 0)) {
            this.reports.leave('up');
            return;
        }
        up[0] = 0;
        up[1] = 1;
        up[2] = 0;
        this.reports.enter('up', 'the up vector has no direction; the world\'s is used. Set Up Vector to the direction from the feet to the head.');
    }

    private startTransition(goal: number, time: number, cancelCurrentTransition: boolean) {
        if (this.transition.running && !cancelCurrentTransition) return;
        this.adoptWeight();
        this.transition.start(goal, this.transition.weight === goal ? 0 : time);
        this.weight = this.transition.weight;
    }

    private stepTransition() {
        this.adoptWeight();
        if (!this.transition.running) return;
        this.transition.step(input.dt);
        this.weight = this.transition.weight;
    }

    /** A weight that was set by hand is the user's last word. */
    private adoptWeight() {
        const { weight } = this;
        if (weight !== this.transition.weight) this.transition.set(clampWeight(weight));
    }

    private setReached(seesTarget: boolean, reached: boolean) {
        this.seesTarget = seesTarget;
        if (reached === this.isReached) return;
        this.isReached = reached;
        this.fire(PerfectLookAt.EVENT_REACHED, reached);
    }

    private setLookedAt(entity: Entity | null) {
        if (entity === this.lookedAt) return;
        this.lookedAt = entity;
        this.fire(PerfectLookAt.EVENT_TARGET, entity);
    }

    /** Leaves the bones to the animation. */
    private stop() {
        forgetGaze(this.gaze);
        this.fade.cancel();
        this.setReached(false, false);
        this.setLookedAt(null);
        this.hold.move(null);
    }
}
