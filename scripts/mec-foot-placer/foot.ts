import { Contact } from './contact';
import { writeHeading, writeProbeLimits, writeSpots } from './foot-rays';
import type { FootSettings, FrameSettings } from './foot-settings';
import { FootSwing } from './foot-swing';
import { FootTarget } from './foot-target';
import { GroundProbe, RAYS, type ProbeLimits } from './ground-probe';
import { Ledge } from './ledge';
import { Plant, type AnimatedFoot } from './plant';
import { SoleOutline } from './sole-outline';
import { captureLimb, type Limb } from '../core/limb/limb';
import { copyQuat, copyVec, crossVec, distanceVec, dotVec, normalizeVec, rotateVec, slerpQuat, type Flat } from '../core/math/flat-math';
import { clamp, smoothstep } from '../core/math/scalars';
import { updateWorld, type FlatPose } from '../core/pose/flat-pose';
import { OUTLINE_POINTS } from '../feet/outline-points';
import { createClipKnowledge } from '../feet/shown-contacts';
import { findLowest, readPoint, type Sole } from '../feet/sole';

// One foot of the character: what its animation does in this frame, whether it carries, where its ground is, and where it shall be.

/** Cosine between a foot's up vector and the character's own beyond which the foot does not stand on the character's ground: 45 degrees. */
const OWN_GROUND = 0.7;

/** What a foot has ahead of its length between which it points by that and by its side: 60 to 80 degrees of pitch; and the sine of the roll up to which that is so. */
const ON_SOLE = 0.5;
const ON_TIP = 0.17;
const STEEP = 0.87;

const UNSHIFTED = new Float64Array(3);
const across = new Float64Array(3);
const side = new Float64Array(3);
const spots = new Float64Array(3 * RAYS);
const outlineSpots = new Float64Array(3 * OUTLINE_POINTS);
const share = new Float64Array(1);

/** What a foot is made of. */
export interface FootParts {
    readonly id: string;
    /** The leg, and the foot bone as index of the pose. */
    readonly limb: Limb;
    readonly bone: number;
    readonly settings: FootSettings;
    /** The foot's own axes in its bone's frame: up and forward, unit length. */
    readonly localUp: Flat;
    readonly localForward: Flat;
    /** What of the foot can touch the ground, toes that bend included. */
    readonly sole: Sole;
    /** Point about which the heel is lifted: the joint of the toes, else the tip of the sole. In the foot's frame, world units. */
    readonly hinge: Flat;
    /** Bone of the toes, -1 without one; and its rotation to the foot in the reference pose. */
    readonly toes: number;
    readonly straightToes: Flat;
}

export class Foot implements AnimatedFoot {
    readonly up = Float64Array.of(0, 1, 0);

    /** Offset of the knee's hint in the frame of the script's entity, metres. */
    readonly hint = new Float64Array(3);

    /** Whether its rays are drawn. */
    isDrawn = false;

    /** World position and rotation of the foot bone in the animation, and the direction of the foot across the up vector. */
    readonly ankle = new Float64Array(3);

    readonly rotation = new Float64Array(4);

    readonly heading = new Float64Array(3);

    /** Height of the ankle above the plane on which the character stands. */
    height = 0;

    /** Height of the ankle over the ground: the animation's; that of a flat hand on a wall. */
    ankleHeight = 0;

    /** The lowest point of the sole in this pose, and how much higher the planted one is. */
    lowest = 0;

    readonly pivotRise = new Float64Array(1);

    /** Where these two are in the frame of the foot bone, world units. */
    readonly lowestPoint = new Float64Array(3);

    readonly pivotPoint = new Float64Array(3);

    /** Where all are, as of {@link readPoints}. */
    readonly points: Flat;

    readonly ahead: Flat;

    readonly aside: Flat;

    /** The same points while the foot is in the air: distances before the ankle, and heights over the ground in the animation. */
    readonly front: Flat;

    readonly over: Flat;

    /** Height that the character gains per distance walked; 0 while it does not go anywhere. */
    readonly climb = new Float64Array(1);

    /** Whether that plane means something for the foot: not for a hand on a wall. */
    standsOnPlane = true;

    /** Extension of the leg in the animation: distance from hip to ankle. */
    extension = -0;

    /** How much further the leg could reach in the last frame, metres. */
    legSlack = -0;

    /** Distance by which the foot has slid under a leg that is too short, metres; NaN: what it needs next is taken at once. */
    slideDistance = NaN;

    /** Angle by which its heel was lifted in the last frame, radians. */
    heelLift = -0;

    /** Whether the foot is down, and what it carries. */
    readonly contact = new Contact();

    /** Seconds of this frame since the foot came down or was lifted. */
    subFrameTime = -0;

    /** Share of the clip's own pitch and roll that is taken away. */
    level = 0;

    /** Whether the user has the foot switched on. */
    isActive = true;

    /** Extra ray distances that a script has set, while the foot carries and in the air; 0 for both: those of the settings. */
    extraRayStance = 0;

    extraRaySwing = 0;

    readonly probe = new GroundProbe();

    readonly outline = new SoleOutline();

    readonly ledge: Ledge;

    readonly plant = new Plant();

    readonly target = new FootTarget();

    readonly swing: FootSwing;

    /** What the clip knows of the foot in this frame. */
    readonly clip = createClipKnowledge();

    /** World place of the ankle with the plant's shift. */
    readonly place = new Float64Array(3);

    /** Normal of the ground that the foot is tilted to. */
    get slope(): Flat {
        return this.target.normal;
    }

    /** What counts as ground for the foot. */
    readonly limits: ProbeLimits;

    readonly id: string;

    readonly limb: Limb;

    readonly bone: number;

    readonly settings: FootSettings;

    readonly localUp: Flat;

    readonly localForward: Flat;

    /** The direction to its right, in the same frame. */
    private readonly localSide = new Float64Array(3);

    readonly sole: Sole;

    readonly hinge: Flat;

    readonly toes: number;

    private readonly straightToes: Flat;

    constructor(parts: FootParts) {
        const { sole } = parts;
        this.id = parts.id;
        this.limb = parts.limb;
        this.bone = parts.bone;
        this.settings = parts.settings;
        this.localUp = parts.localUp;
        this.localForward = parts.localForward;
        crossVec(this.localSide, 0, this.localForward, 0, this.localUp, 0);
        normalizeVec(this.localSide, 0);
        this.sole = sole;
        this.hinge = parts.hinge;
        this.toes = parts.toes;
        this.straightToes = parts.straightToes;
        this.points = new Float64Array(sole.points.length);
        this.ahead = sole.ahead;
        this.aside = sole.aside;
        this.ledge = new Ledge(sole.bones.length);
        this.swing = new FootSwing(sole.bones.length);
        this.front = new Float64Array(sole.bones.length);
        this.over = new Float64Array(sole.bones.length);
        this.limits = { up: this.up, plane: new Float64Array(3), normal: new Float64Array(3), top: 0, bottom: 0, maxStep: 0, minCosine: 0, size: 1 };
    }

    /** Lengths of the foot before and behind the ankle. */
    get toe(): number {
        return this.settings.length;
    }

    get heel(): number {
        return this.settings.heel;
    }

    /** Reads the foot from the animated pose. */
    observe(pose: FlatPose, frame: FrameSettings) {
        const { limb, bone, up, ankle, rotation, heading } = this;
        const { root, rootUp } = frame;
        captureLimb(limb, pose);
        copyVec(ankle, 0, pose.positions, 3 * bone);
        copyQuat(rotation, 0, pose.rotations, 4 * bone);
        this.extension = distanceVec(pose.positions, 3 * limb.bones[0], ankle, 0);
        // a foot on its tip points down: its side is level then, and where it goes is across that
        rotateVec(side, 0, rotation, 0, this.localSide, 0);
        rotateVec(across, 0, rotation, 0, this.localForward, 0);
        crossVec(heading, 0, up, 0, side, 0);
        const ahead = dotVec(across, 0, heading, 0);
        const share = smoothstep(clamp((ahead - ON_TIP) / (ON_SOLE - ON_TIP), 0, 1));
        const level = Math.abs(dotVec(side, 0, up, 0)) < STEEP ? 1 - share : 0;
        for (let i = 0; i < 3; i++) across[i] = across[i] * (1 - level) / Math.max(ahead, ON_TIP) + level * heading[i];
        writeHeading(heading, across, up);
        this.standsOnPlane = up[0] * rootUp[0] + up[1] * rootUp[1] + up[2] * rootUp[2] >= OWN_GROUND;
        this.height = (ankle[0] - root[0]) * up[0] + (ankle[1] - root[1]) * up[1] + (ankle[2] - root[2]) * up[2];
        this.ankleHeight = this.standsOnPlane ? this.height + this.settings.extraHeight : this.settings.height;
    }

    /** Reads on what the foot stands in its animation. */
    private readSole(pose: FlatPose) {
        const { sole, bone, plant } = this;
        this.lowest = findLowest(this.pivotRise, sole, pose, this.up, plant.pivot);
        readPoint(this.lowestPoint, 0, sole, this.lowest, pose, bone);
        readPoint(this.pivotPoint, 0, sole, plant.pivot, pose, bone);
    }

    /** Reads where all points of the sole are: for what needs more than those on which the foot stands. */
    readPoints(pose: FlatPose) {
        for (let i = 0; i < this.sole.bones.length; i++) readPoint(this.points, 3 * i, this.sole, i, pose, this.bone);
    }

    /** Takes the bend of the toes away. */
    private levelToes(pose: FlatPose) {
        share[0] = this.level * this.target.weight;
        slerpQuat(pose.localRotations, 4 * this.toes, pose.localRotations, 4 * this.toes, this.straightToes, 0, share, 0);
        updateWorld(pose);
    }

    /** Takes over whether the foot is down, and on what it stands. */
    updateContact(pose: FlatPose, frame: FrameSettings) {
        const { contact } = this;
        contact.judge(this, frame);
        this.subFrameTime = contact.subFrameTime;
        this.level = 0;
        // a foot in the air does not stand on anything
        if (!(contact.isDown || contact.stance > 0 || this.plant.isPlanted || this.clip.isOnTheWay)) return;
        this.level = frame.levelSole * contact.stance;
        if (this.level > 0 && this.toes >= 0) this.levelToes(pose);
        if (this.level > 0 || this.ledge.isThere) this.readPoints(pose);
        this.readSole(pose);
        if (this.plant.isHeld || this.clip.isOnTheWay) this.staysAbove();
    }

    /** A pose on its way from one to another does not know of the ground: its feet do not sink into it. */
    private staysAbove() {
        rotateVec(across, 0, this.rotation, 0, this.lowestPoint, 0);
        const sunk = -dotVec(across, 0, this.up, 0) - this.ankleHeight;
        if (!(sunk > 0)) return;
        this.ankleHeight += sunk;
        this.height += sunk;
        for (let i = 0; i < 3; i++) this.ankle[i] += sunk * this.up[i];
    }

    /** Goes on where another foot was, which it replaces. */
    takeOver(other: Foot) {
        this.isActive = other.isActive;
        this.extraRayStance = other.extraRayStance;
        this.extraRaySwing = other.extraRaySwing;
        if (other.bone !== this.bone || other.points.length !== this.points.length) {
            this.plant.setWeight(other.plant.weight);
            return;
        }
        this.contact.takeOver(other.contact);
        Object.assign(this.plant, other.plant);
        Object.assign(this.target, other.target);
        Object.assign(this.probe, other.probe);
        Object.assign(this.swing, other.swing);
    }

    /** Goes along with what the foot stands on. Answers whether that has moved. */
    follow(): boolean {
        const { probe } = this;
        if (!probe.follow()) return false;
        this.plant.follow(probe);
        this.target.follow(probe);
        this.outline.follow(probe);
        this.ledge.follow(probe);
        probe.carryPoint(this.swing.path.ground.origin, 0);
        return true;
    }

    /** Looks for the ground under the foot. */
    sense(frame: FrameSettings) {
        const { probe, swing } = this;
        if (!this.isActive || !frame.ground) {
            probe.forget();
            return;
        }
        writeProbeLimits(this, frame);
        const count = writeSpots(spots, this, frame);
        probe.sense(frame.ground, this.limits, spots, count, this.plant.isPlanted && this.plant.weight === 1);
        probe.settle();
        frame.raysLeft -= probe.casts;
        if (swing.wantsRays(this, frame)) frame.looking++;
    }

    /** Looks around a foot that stands, with rays that are left over. */
    private lookAround(frame: FrameSettings) {
        const { probe, plant, outline, ledge, up } = this;
        const { heading } = plant;
        const { ahead, aside, over } = this.sole.outline;
        if (!frame.ground || !plant.isPlanted || plant.weight < 1 || !probe.found) {
            outline.forget();
            ledge.forget();
            return;
        }
        crossVec(across, 0, heading, 0, up, 0);
        for (let i = 0; i < OUTLINE_POINTS; i++) {
            for (let axis = 0; axis < 3; axis++) outlineSpots[3 * i + axis] = plant.base[axis] + ahead[i] * heading[axis] + aside[i] * across[axis];
        }
        // feet that look ahead come before
        const most = Math.floor(frame.raysLeft / (1 + frame.looking));
        const casts = outline.sense(frame.ground, this.limits, outlineSpots, most, probe.isNew);
        outline.raise(probe.plane, over, this.limits);
        ledge.find(frame.ground, this.limits, this, outline, outlineSpots, most - casts);
        frame.raysLeft -= casts + ledge.casts;
    }

    /** Finds where the foot shall be. Answers the change of its state: 1 planted, -1 released, 0 none. */
    plan(pose: FlatPose, frame: FrameSettings): number {
        const { probe, plant, settings, swing, target } = this;
        let change = 0;
        const wantsPlant = settings.plantFoot && plant.weight > 0 && probe.found && this.contact.isDown;
        this.lookAround(frame);
        plant.stepWeight(frame);
        if (plant.isPlanted && !wantsPlant) {
            plant.stepTurn(this);
            target.turn(this);
            plant.stepShift(this, target.rotation, probe.normal, target.groundLift(this, UNSHIFTED));
            plant.rewind(this, frame);
            plant.release(settings.plant);
            change = -1;
        }
        plant.stepTurn(this);
        swing.look(this, frame);
        target.aim(this, frame);
        swing.step(this, pose, frame);
        plant.stepShift(this, target.rotation, probe.normal, target.groundLift(this, UNSHIFTED));
        const isLost = plant.isPlanted && plant.isTooFar(settings.plant);
        if (isLost) {
            plant.limitShift(settings.plant);
            plant.release(settings.plant);
            change = -1;
        }
        target.place(this, frame);
        if (!isLost && !plant.isPlanted && wantsPlant && plant.isNear(settings.plant)) {
            plant.add(swing.path.lagOffset);
            swing.path.forget();
            plant.plant(this, target.rotation, target.groundLift(this, plant.shift), target.heading);
            change = 1;
        } else if (plant.isPlanted) {
            plant.roll(this, target.rotation, target.groundLift(this, plant.shift), settings.plant);
        }
        return change;
    }

    /** Forgets what was before, after a jump of the character: what is found next holds at once. */
    jump() {
        this.plant.forget();
        this.probe.forget();
        this.target.jump();
        this.swing.jump();
        this.slideDistance = NaN;
        this.heelLift = 0;
    }

    /** Forgets everything: the next ground is found as if for the first time. */
    restart() {
        this.jump();
        this.contact.clear();
        this.target.restart();
    }
}
