import { ScriptType, Vec3, type GraphNode } from 'playcanvas';

import { normalizeVec, type Flat } from './core/flat-math';
import { createGaze, followTarget, forgetGaze } from './core/gaze';
import { drawLookAt } from './debug/draw-look-at';
import type { Look } from './perfect-look-at/look';
import { naturalLegStabilizers, naturalLookAtBones } from './perfect-look-at/natural-rows';
import { makeLook, resolveBone } from './perfect-look-at/setup';
import { WeightTransition } from './perfect-look-at/weight-transition';
import { ReadStatus } from './rig/bone-set';
import { findCharacter } from './rig/character';
import { PoseRecord } from './rig/pose-record';
import type { Rig } from './rig/rig';
import { makeRow, type AttributesOf, type AttributeTable } from './shell/attributes';
import { Problems } from './shell/problems';

const AXES = [{ auto: 'auto' }, { x: 'x' }, { y: 'y' }, { z: 'z' }, { '-x': '-x' }, { '-y': '-y' }, { '-z': '-z' }] as const;

export const perfectLookAtAttributes = {
    targetObject: {
        type: 'entity', title: 'Target Object',
        description: 'Entity that the character looks at. Without one the animation is left alone.'
    },
    upVector: {
        type: 'vec3', default: [0, 1, 0], title: 'Up Vector',
        description: 'Yaw axis of the character in world space, of any length. Turn it on walls and planets.'
    },
    weight: {
        type: 'number', default: 1, min: 0, max: 1, title: 'Weight',
        description: 'Share of the look in the shown pose: 0 is the animation, 1 the whole look.'
    },
    lookAtBlendSpeed: {
        type: 'number', default: 5, min: 0, max: 50, title: 'Look At Blend Speed',
        description: 'How fast the gaze follows the target, per second: the share 1 - exp(-speed * time) of the way is done after a time. 0 holds the gaze.'
    },
    legStabilizerMinDistanceToStartSolving: {
        type: 'number', default: 0, min: 0, max: 0.5, precision: 3, title: 'Leg Stabilizer Min Distance To Start Solving',
        description: 'Distance in metres that the look must move a foot before its leg is stabilized; the correction is then ramped in. 0: always.'
    },
    legStabilizerMaxIterations: {
        type: 'number', default: 20, min: 1, max: 100, step: 1, precision: 0, title: 'Leg Stabilizer Max Iterations',
        description: 'Largest number of iterations for legs of more than three bones. 30 is a good value beyond four joints.'
    },
    drawDebugLookAt: {
        type: 'boolean', default: false, title: 'Draw Debug Look At',
        description: 'Draws the target vector of each bone in red and its forward vector in green.'
    },
    lookAtBones: {
        type: 'json', array: true, title: 'Look At Bones',
        description: 'Chain of bones from the eye or head towards the pelvis. Empty: filled from the character.',
        schema: {
            bone: { type: 'entity', description: 'Bone that turns. Each further bone is an ancestor of the one before.' },
            boneName: {
                type: 'string', default: '',
                description: 'Role such as head or spine1, or a node\'s name. Used while Bone is empty.'
            },
            rotationLimit: {
                type: 'number', default: 90, min: 0, max: 180,
                description: 'Largest turn against the parent in degrees, measured from the reference pose; with axes given, the angle between them. What is beyond goes to the next bone.'
            },
            rotateAroundUpVectorWeight: {
                type: 'number', default: 0, min: 0, max: 1,
                description: '1: the bone turns about the up vector alone; 0: about any axis; between: about an axis between the two.'
            },
            forwardAxis: {
                type: 'string', default: 'auto', enum: AXES,
                description: 'Axis of the bone that points forward. auto: the character\'s forward in the reference pose.'
            },
            parentBoneForwardAxis: {
                type: 'string', default: 'auto', enum: AXES,
                description: 'Axis of the bone\'s parent that points forward. auto: the character\'s forward in the reference pose.'
            },
            resetToDefaultRotation: {
                type: 'boolean', default: false,
                description: 'Starts from the reference pose in place of the animation. For bones that the clips leave in a wrong pose.'
            },
            linkedBones: {
                type: 'entity', array: true,
                description: 'Bones that take the same turn, such as the other eye.'
            },
            linkedBonesResetToDefaultRotation: {
                type: 'boolean', default: false,
                description: 'Starts the linked bones from the reference pose in place of the animation.'
            }
        }
    },
    legStabilizers: {
        type: 'json', array: true, title: 'Leg Stabilizers',
        description: 'Legs whose feet stay where the animation has them. Empty: filled from the character when a parent of the legs is in the chain.',
        schema: {
            footBone: { type: 'entity', description: 'Foot, the end of the leg.' },
            boneName: {
                type: 'string', default: '',
                description: 'Role such as leftFoot, or a node\'s name. Used while Foot Bone is empty.'
            },
            ikWeight: {
                type: 'number', default: 1, min: 0, max: 1,
                description: '1: the foot stays where the animation has it; 0: it moves with the body; between: half way.'
            },
            bonesCount: {
                type: 'number', default: 3, min: 2, max: 12, step: 1, precision: 0,
                description: 'Number of bones of the leg counted upwards, the foot included.'
            }
        }
    }
} as const satisfies AttributeTable;

export interface PerfectLookAt extends AttributesOf<typeof perfectLookAtAttributes> {}

/** A row of `lookAtBones`. */
export type LookAtBoneRow = PerfectLookAt['lookAtBones'][number];

/** A row of `legStabilizers`. */
export type LegStabilizerRow = PerfectLookAt['legStabilizers'][number];

/** Residual in degrees up to which a target counts as reached. */
const REACHED = 1;

/**
 * Turns a chain of bones so that the character looks at a target: first the eyes within their limit, what is left over the head,
 * then the neck, then the spine. Feet stay where the animation has them.
 *
 * It re-creates the Unity plug-in described by Peyman Massoudi in *Using Multiple Bones to Look At a Target in World Space*
 * (December 24, 2017), with an exact aim of the eye's ray.
 *
 * It does not move the character: a target behind the back is looked at as far as the limits allow. It works on rigs under a uniform
 * positive scale only. It works after the animation, so bones that other scripts turn later in the frame are not seen.
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

    private look: Look | null = null;

    private record: PoseRecord | null = null;

    private retained = false;

    private readonly gaze = createGaze();

    /** World position of the target in this frame. */
    private readonly target: Flat = new Float64Array(3);

    private hadTarget = false;

    private readonly transition = new WeightTransition();

    /** Weight that the transition has set last: another value in the attribute ends it. */
    private transitionWeight = 0;

    private readonly reports = new Problems('perfectLookAt', this.entity);

    private readonly origin = new Vec3();

    private readonly direction = new Vec3();

    private residualAngle = 0;

    private isReached = false;

    /** Lists that the script has filled in itself: filled in again for another model. */
    private filledBones: LookAtBoneRow[] | null = null;

    private filledLegs: LegStabilizerRow[] | null = null;

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
        return this.residualAngle;
    }

    /** Whether the residual is at most one degree. */
    get reached(): boolean {
        return this.isReached;
    }

    initialize() {
        this.on('enable', this.retain, this);
        this.on('disable', this.release, this);
        this.on('destroy', this.release, this);
        this.on('attr:lookAtBones', this.refresh, this);
        this.on('attr:legStabilizers', this.refresh, this);
        this.refresh();
    }

    /** Finds the bones again. Call it after changing the model or something inside a list. */
    refresh() {
        this.release();
        this.reports.clear();
        this.look = null;
        this.record = null;
        const rig = findCharacter(this.entity);
        if (!rig) {
            this.reports.add('there is no character below this entity. Put the script on the model or above it, then call refresh().');
            return;
        }
        const report = (sentence: string) => this.reports.add(sentence);
        this.fillLists(rig);
        if (this.lookAtBones.length === 0) {
            report('neither eyes, head nor spine are found on this character. Add rows to Look At Bones by hand.');
            return;
        }
        const record = PoseRecord.of(rig.skeleton.nodes[0]);
        this.look = makeLook(rig, record, this.lookAtBones, this.legStabilizers, report);
        if (!this.look) return;
        this.record = record;
        if (this.enabled) this.retain();
    }

    /** What is wrong with the set-up: sentences with what, where and how to fix it. */
    problems(): string[] {
        return this.reports.list();
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
        this.transition.cancel();
        this.weight = clampWeight(weight);
    }

    /**
     * Brings the weight to 1, linearly in time.
     *
     * @param time - Seconds; 0 or less: at once.
     * @param cancelCurrentTransition - false: the call does nothing while another transition runs.
     */
    enablePerfectLookAt(time: number, cancelCurrentTransition = true) {
        this.startTransition(1, time, cancelCurrentTransition);
    }

    /** Brings the weight to 0, linearly in time; see {@link enablePerfectLookAt}. */
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
        this.stepTransition(dt);
        const { look, record } = this;
        if (!look || !record) return;
        record.begin(this.app.frame);
        if (!this.readPose(look)) {
            forgetGaze(this.gaze);
            this.setResidual(0, false);
            return;
        }

        const { chain } = look;
        const target = this.readTarget();
        this.readUp(chain.up);
        followTarget(this.gaze, chain.eyeWorld, chain.gazeWorld, target, chain.up, this.lookAtBlendSpeed, dt);
        const weight = clampWeight(this.weight) * this.gaze.presence;
        if (weight > 0) {
            look.apply(this.gaze.point, weight, this.legStabilizerMinDistanceToStartSolving, this.legStabilizerMaxIterations);
        }
        const residual = target ? look.residualTo(target) : 0;
        this.setResidual(residual, target !== null && residual <= REACHED);
        if (this.drawDebugLookAt && target) drawLookAt(this.app, chain, look.pose, target);
    }

    /** Fills empty lists from the rig, and those that it filled for a model that is gone. */
    private fillLists(rig: Rig) {
        const { nodes } = rig.skeleton;
        const isGone = (bone: GraphNode | null) => !bone || !nodes.includes(bone);
        if (this.lookAtBones === this.filledBones && this.lookAtBones.every(row => isGone(row.bone))) this.lookAtBones.length = 0;
        if (this.legStabilizers === this.filledLegs && this.legStabilizers.every(row => isGone(row.footBone))) this.legStabilizers.length = 0;

        // in place: assigning a list would refresh again
        if (this.lookAtBones.length === 0) {
            this.filledBones = this.lookAtBones;
            for (const row of naturalLookAtBones(rig)) this.lookAtBones.push(makeRow(perfectLookAtAttributes.lookAtBones, row));
        }
        if (this.legStabilizers.length === 0) {
            this.filledLegs = this.legStabilizers;
            const turning = this.lookAtBones.map(row => resolveBone(rig, row.bone, row.boneName));
            for (const row of naturalLegStabilizers(rig, turning)) this.legStabilizers.push(makeRow(perfectLookAtAttributes.legStabilizers, row));
        }
    }

    /** Reads the animated pose; answers false, with a sentence, when it cannot be worked on. */
    private readPose(look: Look): boolean {
        const status = look.read();
        if (status === ReadStatus.ok) {
            this.reports.leave('pose');
            return true;
        }
        const name = look.stumbled?.name ?? 'the scene';
        if (status === ReadStatus.moved) {
            this.reports.enter('pose', `bone "${name}" was destroyed or hangs elsewhere than before. Call refresh() after changing the model.`);
        } else if (status === ReadStatus.disabled) {
            this.reports.enter('pose', `bone "${name}" is disabled. Enable it, or take it out of the lists and call refresh().`);
        } else {
            this.reports.enter('pose', `the scale of "${name}" or of what is above it is not uniform and positive. Give it one scale above 0 for all axes.`);
        }
        return false;
    }

    /** World position of the target; null, with a sentence, when there is none to look at. */
    private readTarget(): Flat | null {
        if (!this.targetObject) {
            // a target that was taken away is a wish, one that never was is an oversight
            if (!this.hadTarget) this.reports.enter('target', 'there is no target. Set Target Object to the entity to look at.');
            else this.reports.leave('target');
            return null;
        }
        this.hadTarget = true;
        const position = this.targetObject.getPosition();
        const { target } = this;
        target[0] = position.x;
        target[1] = position.y;
        target[2] = position.z;
        if (!Number.isFinite(target[0] + target[1] + target[2])) {
            this.reports.enter('target', `the position of the target "${this.targetObject.name}" is not finite. Move it to a place in the scene.`);
            return null;
        }
        this.reports.leave('target');
        return target;
    }

    /** Writes the up vector at unit length; the world's, with a sentence, when it has no direction. */
    private readUp(up: Flat) {
        const { x, y, z } = this.upVector;
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
        const from = this.getLookAtWeight();
        this.weight = this.transition.start(from, goal, from === goal ? 0 : time);
        this.transitionWeight = this.weight;
    }

    private stepTransition(dt: number) {
        if (!this.transition.running) return;
        // a weight that was set by hand meanwhile is the user's last word
        if (this.weight !== this.transitionWeight) {
            this.transition.cancel();
            return;
        }
        this.weight = this.transition.step(dt);
        this.transitionWeight = this.weight;
    }

    private setResidual(residual: number, reached: boolean) {
        this.residualAngle = residual;
        if (reached === this.isReached) return;
        this.isReached = reached;
        this.fire(PerfectLookAt.EVENT_REACHED, reached);
    }

    private retain() {
        if (this.retained || !this.record) return;
        this.retained = true;
        this.record.retain();
    }

    private release() {
        forgetGaze(this.gaze);
        this.setResidual(0, false);
        if (!this.retained) return;
        this.retained = false;
        this.record?.release();
    }
}

/** A weight between 0 and 1; 0 for what is not a number. */
function clampWeight(weight: number): number {
    return weight > 0 ? Math.min(weight, 1) : 0;
}
