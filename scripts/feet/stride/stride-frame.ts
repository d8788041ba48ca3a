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
    /**
     * Which feet that are lifted go higher than the clip has them: those that stood since another clip, or all of a clip that goes by the entity's path; both would be
     * dragged. Steps on the spot have a height of their own.
     */
    hops: 'never' | 'after another clip' | 'always';
    /** By how much the character has turned about `up` since the last frame, and how fast it turns: radians to the left. */
    turn: number;
    turnRate: number;
    /** Seconds by which feet in the air lead into a curve: half of a stance. */
    lead: number;
    /** Whether the character is where it was in the last frame. */
    isAtRest: boolean;
    /** Height of the character in the scene. */
    height: number;
}

export function createStrideFrame(): StrideFrame {
    const vec = () => new Float64Array(3);
    return { dt: -0, height: -0, climb: -0, floor: -0, above: -0, hops: 'after another clip', turn: -0, turnRate: -0, lead: 0.25, isAtRest: false, up: vec(), ahead: vec(), stride: vec(), ground: vec(), velocity: vec(), course: vec(), root: vec() };
}
