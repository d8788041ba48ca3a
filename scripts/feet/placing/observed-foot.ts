import type { FootParts, FrameSettings } from './foot-settings';
import { captureLimb } from '../../core/limb/limb';
import { copyQuat, copyVec, crossVec, distanceVec, dotVec, normalizeVec, rotateVec, slerpQuat, type Flat } from '../../core/math/flat-math';
import { clamp, RADIANS, smoothstep } from '../../core/math/scalars';
import { updateWorld, type FlatPose } from '../../core/pose/flat-pose';
import { findLowest, readPoint } from '../sole';

// What the animation does with a foot in this frame: where it has the ankle, where the foot points, and on what of its sole it stands.

/** Cosine between a foot's up vector and the character's own beyond which the foot does not stand on the character's ground: 45 degrees. */
const OWN_GROUND = 0.7;

/** Level part of a foot's length from which on the length says where it points, pitch of 60 degrees; and up to which its side does, 80 degrees. */
const ON_SOLE = 0.5;
const ON_TIP = 0.17;

/** Sine of the largest roll at which the side says so. */
const STEEP = 0.87;

/** Pitch at which a foot comes down on its ball, radians: people have 15 to 25 degrees on stairs. */
export const ON_BALL = 25 * RADIANS;

const across = new Float64Array(3);
const side = new Float64Array(3);
const share = new Float64Array(1);

/** Writes the part of v across the unit vector up, at unit length. */
function writeHeading(out: Flat, v: Flat, up: Flat): void {
    const along = dotVec(v, 0, up, 0);
    for (let i = 0; i < 3; i++) out[i] = v[i] - along * up[i];
    normalizeVec(out, 0);
}

/** What other stages know of the foot: those of the last frame, but whether it is down. */
interface StandingFoot {
    readonly contact: { readonly isDown: boolean; readonly stance: number };
    readonly clip: { readonly isOnTheWay: boolean };
    readonly plant: { readonly isPlanted: boolean; readonly isHeld: boolean; readonly pivot: number; readonly isOverEdge: boolean };
    readonly target: { readonly weight: number };
    readonly leg: { readonly onBall: number; readonly flatness: number };
}

export class ObservedFoot {
    /** World position and rotation of the foot bone, and the direction of the foot across the up vector. */
    readonly ankle = new Float64Array(3);

    readonly rotation = new Float64Array(4);

    readonly heading = new Float64Array(3);

    /** Height of the ankle above the plane on which the character stands. */
    height = 0;

    /** Height of the ankle over the ground: the animation's; that of a flat hand on a wall. */
    ankleHeight = 0;

    /** Whether that plane means something for the foot: not for a hand on a wall. */
    standsOnPlane = true;

    /** Extension of the leg: distance from hip to ankle. */
    extension = -0;

    /** The lowest point of the sole in this pose, and how much higher the planted one is. */
    lowest = 0;

    readonly pivotRise = new Float64Array(1);

    /** Where these two are in the frame of the foot bone, world units. */
    readonly lowestPoint = new Float64Array(3);

    readonly pivotPoint = new Float64Array(3);

    /** Where all are, as of {@link readPoints}. */
    readonly points: Flat;

    /** Share of the clip's own pitch and roll that is taken away. */
    level = 0;

    /** Angle by which the foot points down over that, radians. */
    pitch = 0;

    /** The direction to its right, in the foot bone's frame. */
    private readonly localSide = new Float64Array(3);

    constructor(private readonly parts: FootParts) {
        crossVec(this.localSide, 0, parts.localForward, 0, parts.localUp, 0);
        normalizeVec(this.localSide, 0);
        this.points = new Float64Array(parts.sole.points.length);
    }

    /** Reads where the foot is. */
    read(pose: FlatPose, { root, rootUp }: FrameSettings) {
        const { ankle, rotation, heading, parts: { limb, bone, up, localForward, settings } } = this;
        captureLimb(limb, pose);
        copyVec(ankle, 0, pose.positions, 3 * bone);
        copyQuat(rotation, 0, pose.rotations, 4 * bone);
        this.extension = distanceVec(pose.positions, 3 * limb.bones[0], ankle, 0);
        // a foot on its tip points down: its side is level then, and where it goes is across that
        rotateVec(side, 0, rotation, 0, this.localSide, 0);
        rotateVec(across, 0, rotation, 0, localForward, 0);
        crossVec(heading, 0, up, 0, side, 0);
        const ahead = dotVec(across, 0, heading, 0);
        const share = smoothstep(clamp((ahead - ON_TIP) / (ON_SOLE - ON_TIP), 0, 1));
        const level = Math.abs(dotVec(side, 0, up, 0)) < STEEP ? 1 - share : 0;
        for (let i = 0; i < 3; i++) across[i] = across[i] * (1 - level) / Math.max(ahead, ON_TIP) + level * heading[i];
        writeHeading(heading, across, up);
        this.standsOnPlane = up[0] * rootUp[0] + up[1] * rootUp[1] + up[2] * rootUp[2] >= OWN_GROUND;
        this.height = (ankle[0] - root[0]) * up[0] + (ankle[1] - root[1]) * up[1] + (ankle[2] - root[2]) * up[2];
        this.ankleHeight = this.standsOnPlane ? this.height + settings.extraHeight : settings.height;
    }

    /** Reads on what it stands, when it does. */
    readStance(pose: FlatPose, { contact, plant, clip, target, leg }: StandingFoot, { levelSole }: FrameSettings) {
        const { parts: { up, localForward } } = this;
        // one that is kept flat comes to its clip in the air: an ankle that is high there at once would fold the leg
        this.level = Math.max(levelSole * contact.stance, leg.flatness * (contact.isDown ? contact.stance : 1));
        rotateVec(across, 0, this.rotation, 0, localForward, 0);
        this.pitch = leg.onBall * Math.max(0, ON_BALL + (1 - this.level) * Math.asin(clamp(dotVec(across, 0, up, 0), -1, 1)));
        if (this.pitch > 0) this.readPoints(pose);
        // a foot in the air does not stand on anything
        if (!(contact.isDown || contact.stance > 0 || this.level > 0 || plant.isPlanted || clip.isOnTheWay)) return;
        if (this.level > 0 && this.parts.toes >= 0) this.levelToes(pose, target.weight);
        if (this.level > 0 || plant.isOverEdge) this.readPoints(pose);
        this.readSole(pose, plant.pivot);
        if (plant.isHeld || clip.isOnTheWay) this.staysAbove();
    }

    /** Reads where all points of the sole are: for what needs more than those on which the foot stands. */
    readPoints(pose: FlatPose) {
        const { points, parts: { sole, bone } } = this;
        for (let i = 0; i < sole.bones.length; i++) readPoint(points, 3 * i, sole, i, pose, bone);
    }

    private readSole(pose: FlatPose, pivot: number) {
        const { sole, bone, up } = this.parts;
        // as the pitched foot has them
        for (let i = 0; i < 3; i++) across[i] = Math.cos(this.pitch) * up[i] - Math.sin(this.pitch) * this.heading[i];
        this.lowest = findLowest(this.pivotRise, sole, pose, across, pivot);
        readPoint(this.lowestPoint, 0, sole, this.lowest, pose, bone);
        readPoint(this.pivotPoint, 0, sole, pivot, pose, bone);
    }

    /** Takes the bend of the toes away, as far as the foot is on its ground. */
    private levelToes(pose: FlatPose, weight: number) {
        const { toes, straightToes } = this.parts;
        share[0] = this.level * weight;
        slerpQuat(pose.localRotations, 4 * toes, pose.localRotations, 4 * toes, straightToes, 0, share, 0);
        updateWorld(pose);
    }

    /** A pose on its way from one to another does not know of the ground: its feet do not sink into it. */
    private staysAbove() {
        const { up } = this.parts;
        rotateVec(across, 0, this.rotation, 0, this.lowestPoint, 0);
        const sunk = -dotVec(across, 0, up, 0) - this.ankleHeight;
        if (!(sunk > 0)) return;
        this.ankleHeight += sunk;
        this.height += sunk;
        for (let i = 0; i < 3; i++) this.ankle[i] += sunk * up[i];
    }
}
