import { Vec3, type Entity } from 'playcanvas';

import { updateWorld } from './core/pose/flat-pose';
import { drawLookAt } from './debug/draw-look-at';
import { perfectLookAtAttributes, type PerfectLookAtAttributes } from './perfect-look-at/attributes';
import { LookAutoFill } from './perfect-look-at/auto-fill';
import { approachTime } from './perfect-look-at/gaze-settings';
import { Gazing } from './perfect-look-at/gazing';
import type { Look } from './perfect-look-at/look';
import { checkTargets, makeLook } from './perfect-look-at/setup';
import { ReadStatus } from './pose/bone-set';
import type { PoseRecord } from './pose/pose-record';
import { modelScale, type Rig } from './rig/rig';
import { makeRow } from './shell/attributes';
import { CharacterScript } from './shell/character-script';
import { liveValues } from './shell/live-values';

export { perfectLookAtAttributes };

export interface PerfectLookAt extends PerfectLookAtAttributes {}

/** Attributes that a frame reads, and that are seldom set. */
const SETTINGS = [
    'upVector', 'lookAtBlendSpeed', 'legStabilizerMinDistanceToStartSolving', 'legStabilizerMaxIterations', 'eyeOffset', 'maxTurnSpeed',
    'softLimit', 'giveUpAngle', 'giveUpTime', 'convergeEyes', 'stabilization', 'drawDebugLookAt'
] as const satisfies readonly (keyof PerfectLookAtAttributes)[];

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
 * const look = hero.script!.create('perfectLookAt', { attributes: { targetObject: ball } })!;
 * @example
 * // look away within half a second
 * look.disablePerfectLookAt(0.5);
 * @example
 * // turn the head alone
 * look.lookAtBones = [{ boneName: 'head', rotationLimit: 60 }];
 * @example
 * // look around among whoever is near
 * look.addTarget(shopkeeper, 2, 8);
 */
export class PerfectLookAt extends CharacterScript {
    /**
     * Fired when the gaze comes within a degree of the target, or leaves it.
     *
     * @event
     * @example
     * look.on('reached', (reached) => { if (reached) smile(); });
     */
    static EVENT_REACHED = 'reached';

    /**
     * Fired with the entity when another one is looked at, and with null when there is none any more.
     *
     * @event
     * @example
     * look.on('target', (entity) => { if (entity === player) greet(); });
     */
    static EVENT_TARGET = 'target';

    /** What the attributes are; from {@link initialize} on faster to read. */
    private settings: Readonly<Pick<PerfectLookAtAttributes, typeof SETTINGS[number]>> = this;

    private look: Look | null = null;

    /** Whether numbers of rows have changed and nothing else: they act at once. */
    private isRetuned = false;

    private readonly gazing = new Gazing(this.reports);

    private readonly filling = new LookAutoFill();

    private readonly origin = new Vec3();

    private readonly direction = new Vec3();

    /** What the events have told last. */
    private isReached = false;

    private lookedAt: Entity | null = null;

    /** World position of the eye that looks. A copy that the next read overwrites. */
    get gazeOrigin(): Readonly<Vec3> {
        const at = this.look?.eyeWorld;
        return at ? this.origin.set(at[0], at[1], at[2]) : this.origin;
    }

    /** World direction of the gaze, unit length: the character's forward as the first bone carries it. A copy, see {@link gazeOrigin}. */
    get gazeDirection(): Readonly<Vec3> {
        const gaze = this.look?.gazeWorld;
        return gaze ? this.direction.set(gaze[0], gaze[1], gaze[2]) : this.direction;
    }

    /** Angle between the gaze and the line from the eye to the target in degrees, in the pose as written. 0 without a target. */
    get residual(): number {
        const { look, gazing } = this;
        return look && gazing.seesTarget ? look.residualTo(gazing.seenTarget) : 0;
    }

    /** Whether the residual is at most one degree. */
    get reached(): boolean {
        return this.isReached;
    }

    override initialize() {
        this.settings = liveValues(this, SETTINGS);
        this.on('attr:lookAtBones', this.refresh, this);
        this.on('attr:legStabilizers', this.refresh, this);
        this.on('attr:targets', this.onTargets, this);
        this.on('destroy', () => this.gazing.targeting.release());
        super.initialize();
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
        return this.weights.now;
    }

    /**
     * Sets the weight at once, and ends a transition.
     *
     * @param weight - 0: the animation, 1: the whole look; NaN counts as 0.
     */
    setLookAtWeight(weight: number) {
        this.weights.set(weight);
    }

    /**
     * Brings the weight to 1, linearly in time; what is applied of it eases in and out.
     *
     * @param time - Seconds; 0 or less: at once.
     * @param cancelCurrentTransition - false: the call does nothing while another transition runs.
     */
    enablePerfectLookAt(time: number, cancelCurrentTransition = true) {
        this.weights.moveTo(1, time, cancelCurrentTransition);
    }

    /** Brings the weight to 0; see {@link enablePerfectLookAt}. */
    disablePerfectLookAt(time: number, cancelCurrentTransition = true) {
        this.weights.moveTo(0, time, cancelCurrentTransition);
    }

    /** Whether the weight is on its way. */
    isInTransition(): boolean {
        return this.weights.isMoving;
    }

    /** Seconds until the weight arrives; 0 when it is not on its way. */
    getTimeToFinishTransition(): number {
        return this.weights.remaining;
    }

    protected override retune(fields: readonly string[]) {
        if (fields.every(field => field.startsWith('targets.'))) {
            this.onTargets();
            return;
        }
        const before = this.look;
        this.isRetuned = true;
        super.retune(fields);
        this.isRetuned = false;
        if (before) this.look?.goOnFrom(before);
    }

    protected drop() {
        if (!this.isRetuned && this.look && this.gazing.isShown) this.continueShown(approachTime(this.lookAtBlendSpeed, false));
        this.look = null;
    }

    protected build(rig: Rig, record: PoseRecord): boolean {
        const report = (sentence: string) => this.reports.add(sentence);
        if (this.filling.fill(this, rig)) this.tellOf(rig, 'trunk', 'head');
        if (this.lookAtBones.length === 0) {
            report('neither eyes, head nor spine are found on this character. Add rows to Look At Bones by hand.');
            return false;
        }
        const look = makeLook(rig, record, this.lookAtBones, this.legStabilizers, report);
        if (!checkTargets(rig, this.targets, report) || !look) return false;
        this.look = look;
        look.read();
        // not by what was read: while an instance is being added to the scene, its bones cannot be
        this.gazing.height = modelScale(rig) * rig.height;
        this.gazing.targeting.setRows(this.targets, this.gazing.height);
        this.keepShown(record, look.writtenBones);
        return true;
    }

    protected step(dt: number, isOn: boolean) {
        const { look, gazing, settings } = this;
        if (!look) return;
        look.setEye(settings.eyeOffset);
        const status = look.read();
        if (!this.acceptPose(status, look)) {
            if (status === ReadStatus.broken) gazing.pause();
            else gazing.forget();
            return;
        }
        look.weight[0] = this.weights.applied;
        gazing.step(look, settings, this.targetObject, dt, isOn);
        if (!settings.drawDebugLookAt || !gazing.seesTarget) return;
        updateWorld(look.pose);
        drawLookAt(this.app, look.chain, look.pose, gazing.seenTarget);
    }

    protected override get isShown(): boolean {
        return this.gazing.isShown;
    }

    protected override get leftOutAt(): number {
        return 1;
    }

    protected override leave() {
        this.gazing.forget();
        this.gazing.lookedAt = null;
        this.tell();
    }

    /** Fires the events for what has changed. */
    protected override tell() {
        const { isReached, lookedAt } = this.gazing;
        if (isReached !== this.isReached) {
            this.isReached = isReached;
            this.announce(PerfectLookAt.EVENT_REACHED, isReached);
        }
        if (lookedAt !== this.lookedAt) {
            this.lookedAt = lookedAt;
            this.announce(PerfectLookAt.EVENT_TARGET, lookedAt);
        }
    }

    /** Other targets leave the look as it is. */
    private onTargets() {
        const { look, rig } = this;
        if (look && rig && checkTargets(rig, this.targets, () => {})) this.gazing.targeting.setRows(this.targets, this.gazing.height);
        else this.refresh();
    }
}
