import type { PlantSettings } from './plant';
import type { Ground } from '../core/ground/ground';
import type { Flat } from '../core/math/flat-math';

// What the feet are told: each its own sizes, all of them about the frame.

/** Sizes and settings of a foot in world units: metres, radians, seconds. */
export interface FootSettings {
    offsetDist: number;
    length: number;
    /** Distance before the ankle at which the toe's ray goes: where the sole ends. */
    rayLength: number;
    heel: number;

    halfWidth: number;
    /** Where the ray of the heel's corner goes: distances behind the ankle and beside it. */
    cornerBehind: number;
    cornerAside: number;
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
    readonly plant: PlantSettings;
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
    /** Rays that may still be cast in this frame, and how many feet still want to look ahead with them. */
    raysLeft: number;
    looking: number;
}
