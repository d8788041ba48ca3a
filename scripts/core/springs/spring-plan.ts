import type { ColliderShape } from './colliders';
import type { LimitKind } from './joint-limit';

// What a set of spring chains is made of.

/** What is known of a joint when it is made. */
export interface SpringJoint {
    /** Index of the joint that its bone hangs on; -1: it hangs on the chain's base. Parents come first. */
    readonly parent: number;
    /** Index of its chain. */
    readonly chain: number;
    /** Direction of its tail in the bone's space, unit length. */
    readonly axis: readonly number[];
    /** Distance of the tail in the bone's space. */
    readonly length: number;
    /** Of a pendulum its stiffness as VRM has it; of a rod's joint that against the rod's. */
    readonly stiffness: number;
    /** Of a pendulum the share of the velocity lost in a sixtieth of a second, 0..1; of a rod's joint its damping against the rod's. */
    readonly drag: number;
    /** Direction of gravity times its strength against a stiffness of 1, world space. */
    readonly gravity: readonly number[];
    /** World units. */
    readonly radius: number;
    readonly limit: LimitKind;
    /** Radians. */
    readonly limitAngle: number;
    /** Axis of a hinge in the space of the bone's parent, unit length. */
    readonly limitAxis: readonly number[];
}

/** A chain that is one elastic rod. */
export interface RodPlan {
    /** Hertz at which the whole chain swings without damping. */
    readonly frequency: number;
    /** 0: swings for ever, 1: does not swing over. */
    readonly dampingRatio: number;
    /** Radians that it bends over its length at most. */
    readonly maxBend: number;
    /** Share of the damping that the air does. */
    readonly airDrag: number;
}

/** What is known of a chain; its joints stand in one row. */
export interface SpringChainPlan {
    /** null: each joint is a pendulum, as VRM's are. */
    readonly rod: RodPlan | null;
    /** Index of the motion that is not felt by it. */
    readonly motion: number;
    /** Indices of its colliders. */
    readonly colliders: readonly number[];
}

/** Two tails that keep their distance, in world units. */
export interface SpringLink {
    readonly a: number;
    readonly b: number;
    readonly length: number;
}

/** What a set is made of. */
export interface SpringPlan {
    readonly joints: readonly SpringJoint[];
    readonly chains: readonly SpringChainPlan[];
    readonly links: readonly SpringLink[];
    readonly shapes: readonly ColliderShape[];
    /** How many motions there are. */
    readonly motions: number;
}
