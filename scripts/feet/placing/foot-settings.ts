import type { Ground } from '../../core/ground/ground';
import type { Limb } from '../../core/limb/limb';
import type { Flat } from '../../core/math/flat-math';
import type { RayBudget } from '../ground/ray-budget';
import type { Sole } from '../sole';

// What the feet are told: of what each is made, its own sizes, and what holds for all of them in a frame.

/** What a foot is made of: it stays as it is while the character does. */
export interface FootParts {
    readonly id: string;
    /** The leg, and the foot bone as index of the pose. */
    readonly limb: Limb;
    readonly bone: number;
    readonly settings: FootSettings;
    /** World unit vector away from the ground, and the offset of the knee's hint in the frame of the script's entity, metres. */
    readonly up: Flat;
    readonly hint: Flat;
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

/** What scripts have set on a foot. */
export interface ToldFoot {
    /** Whether it is switched on. */
    isActive: boolean;
    /** Whether its rays are drawn. */
    isDrawn: boolean;
    /** Extra ray distances while it carries and in the air; 0 for both: those of the settings. */
    extraRayStance: number;
    extraRaySwing: number;
    /** Offset of the knee's hint in world space. */
    readonly hint: Flat;
}

/** Settings of planting. */
export interface PlantSettings {
    /** Distance and angle (radians) between the animated foot and the planted one at which it is let go. */
    maxDistance: number;
    maxAngle: number;
    /** Time in which a foot that was let go comes back to its animation, seconds. */
    time: number;
    /** Height of the character. */
    size: number;
}

/** Sizes and settings of a foot in world units: metres, radians, seconds. */
export interface FootSettings {
    offsetDist: number;
    length: number;
    /** Distance before the ankle at which the toe's ray goes: where the sole ends. */
    rayLength: number;
    heel: number;
    /** Where the rays of the heel's corners go: distance behind the ankle, and beside it to the right and to the left. */
    cornerBehind: number;
    cornerAside: number;
    otherAside: number;
    height: number;
    /** How much higher than the measured foot the set one is. */
    extraHeight: number;
    rotationLimit: number;
    transitionTime: number;
    extraRay: number;
    automatic: boolean;
    nearGround: number;
    extraRayMin: number;
    extraRayMax: number;
    plantFoot: boolean;
    /** How far ahead of the character or behind it a leg of a long body stands in the reference pose: slopes and stairs are that much higher or lower there. */
    readonly spread: number;
    /** Whether it is a foreleg of a long body. */
    readonly isFore: boolean;
    readonly plant: PlantSettings;
}

/** What is set for the body over the feet. */
export interface BodySettings {
    /** Share of the ground's slope that it takes over, and share of the answer to a climb. */
    tiltShare: number;
    posture: number;
    /** Whether the pelvis follows the feet, and whether it does like a spring; metres per second. */
    adjustsPelvis: boolean;
    dampsPelvis: boolean;
    pelvisSpeed: number;
}

/** What is the same for all feet in a frame. */
export interface FrameSettings {
    dt: number;
    /** World position of the character, and its own up. */
    readonly root: Flat;
    readonly rootUp: Flat;
    /** Normal of the plane that a long body stands on; the same as its up on two legs. */
    readonly bodyNormal: Flat;
    size: number;
    maxStep: number;
    minCosine: number;
    predictSwing: boolean;
    levelSole: number;
    ground: Ground | null;
    /** World velocity of the character, metres per second. */
    readonly velocity: Flat;
    /** World position of the character in the last frame, carried along with what it stands on. */
    readonly lastRoot: Flat;
    /** Rays that may still be cast in this frame. */
    readonly rays: RayBudget;
}
