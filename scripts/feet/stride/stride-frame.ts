import type { Flat } from '../../core/math/flat-math';

// What all feet of a frame have in common.

export interface StrideFrame {
    dt: number;
    readonly up: Flat;
    /** Direction of the clip, and of the stride as long as its share. */
    readonly ahead: Flat;
    readonly stride: Flat;
    /** How the ground has moved since the last frame, world space. */
    readonly ground: Flat;
    /** How fast the character goes across `up`, world units a second. */
    readonly velocity: Flat;
    /** Unit direction of the same. */
    readonly course: Flat;
    /** How far feet come to stand higher along it than their clip has them, as a share of the distance from the character's place. */
    climb: number;
    readonly root: Flat;
    /** Height of the floor along `up`, world space. */
    floor: number;
    /** Share by which soles are kept above it that are below. */
    above: number;
    /** Whether feet that are lifted go higher than the clip has them: as it is played by the entity's way, it would drag them. */
    hops: boolean;
    /** By how much the character has turned about `up` since the last frame, and how fast it turns: radians to the left. */
    turn: number;
    turnRate: number;
    /** Whether the character is where it was in the last frame. */
    isAtRest: boolean;
    /** Height of the character in the scene. */
    height: number;
}

export function createStrideFrame(): StrideFrame {
    const vec = () => new Float64Array(3);
    return { dt: -0, height: -0, climb: -0, floor: -0, above: -0, hops: false, turn: -0, turnRate: -0, isAtRest: false, up: vec(), ahead: vec(), stride: vec(), ground: vec(), velocity: vec(), course: vec(), root: vec() };
}
