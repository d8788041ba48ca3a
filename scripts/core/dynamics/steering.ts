import type { DriveSettings } from './drive-settings';
import type { RigidState } from './rigid-state';
import type { Flat } from '../math/flat-math';

// A driver of a ragdoll in the place of its own settings, step by step of the physics.

/** How bodies hang together. */
export interface BodyTree {
    /** Index of each body's parent, which is smaller than its own; -1 for the root. */
    readonly parents: ArrayLike<number>;
    /** Joint to the parent in the body's frame, three numbers a body. */
    readonly anchors: Flat;
    /** Kilograms. */
    readonly masses: Flat;
}

/** The bodies of a ragdoll as numbers. The root is the first, parents come before children. */
export interface SteeredBodies {
    readonly tree: BodyTree;
    /** From the middle of each body to its nearest side, metres. */
    readonly thickness: Flat;
    /** The bodies at the start of the step, and where they were driven to. */
    readonly state: RigidState;
    readonly target: RigidState;
    /** Factors that the designer has set on the weights of single bodies. */
    readonly rotationFactors: Flat;
    readonly translationFactors: Flat;
}

export interface Steering {
    /** In the place of the ragdoll's own; null: those count. */
    readonly settings: DriveSettings | null;
    /** Whether the bodies gain what the animation gains as a whole on the level, however weakly they are pinned to it. */
    readonly goesAlong: boolean;
    /** Whether leaps of the animation are told from its motion, and bodies are carried along with them. */
    readonly watchesLeaps: boolean;
    /** Whether it moves where the whole body is driven to: bodies that are off the animation are where they are to be. */
    readonly leads: boolean;
    /** Factors on the weights of single bodies, in the place of the designer's. */
    readonly rotationFactors: Flat;
    readonly translationFactors: Flat;
    /**
     * Called before each step, while the bodies are awake. What it sets holds for that step.
     *
     * @param bodies - At the start of the step.
     * @param h - The step in seconds.
     */
    steer(bodies: SteeredBodies, h: number): void;
    /** Called when the bodies were carried along with what they stand on, or with a leap of the animation: their velocities have changed, and nothing has pushed them. */
    carried(): void;
    /** Called in each step after that, with where the joints are driven to: what is changed there holds for the step. Null: nothing is. */
    readonly aim: ((bodies: SteeredBodies, goal: RigidState, h: number) => void) | null;
    /** Called in the place of both while the bodies sleep. Settings with a weight wake them. */
    sleep(bodies: SteeredBodies): void;
    /** Called after the drives of the step: the velocities with which the bodies go into it. */
    release(bodies: SteeredBodies, h: number): void;
}
