import type { Flat } from '../core/math/flat-math';

// What a ragdoll is made of: plain data between the build step, which writes it, and the physics, which reads it.
//
// Lengths are world metres: the scale of the entity and of the bones is in them. "A bone's frame" is the frame that the bone's position and
// rotation make, without its scale: a point of it is at `position + rotation * point` in the world, whatever the scale above.

/** Form of a body. A capsule stands along its own y axis. */
export type BodyShape = 'capsule' | 'box' | 'sphere';

/** How a body hangs on its parent. */
export interface JointSettings {
    /** Point of the joint in the bone's frame. */
    readonly anchor: Flat;
    /** The same point in the frame of the parent body's bone, in the reference pose. */
    readonly parentAnchor: Flat;
    /** How far the clips move this point in the frame of the parent body's bone, metres. 0: a fixed anchor is exact. */
    readonly travel: number;
    /** Axes of the joint in the bone's frame, a rotation: x is the axis of twist and goes along the bone, y and z are those of the swing. */
    readonly frame: Flat;
    /**
     * The same axes in the frame of the parent body's bone, when the joint is in the middle of its range: no limit is reached there. The
     * middle is not the reference pose (a knee bends to one side only).
     */
    readonly parentFrame: Flat;
    /**
     * Largest turns to either side of the middle about y and z, degrees: the swing's rotation vector (shortest arc that brings the parent
     * frame's x onto the frame's x, then the twist about x) stays inside the ellipse with these radii. At least {@link LEAST_LIMIT}.
     */
    swingLimitY: number;
    swingLimitZ: number;
    /** Largest twist to either side of the middle, degrees. At least {@link LEAST_LIMIT}. */
    twistLimit: number;
    /** Whether it is a knee or an elbow, which bends to the side of the middle only. */
    readonly isHinge: boolean;
}

/** One rigid body. Its frame is that of its shape, its centre of mass is the centre of the shape. */
export interface RigidBodySettings {
    /** Index of the bone in `rig.skeleton.nodes`. */
    readonly bone: number;
    /** What sentences call the bone: its role, else the node's name. */
    readonly name: string;
    /** Index of the body that it hangs on; -1 for the root, which is the first body. */
    readonly parent: number;
    readonly shape: BodyShape;
    /** Radius of a capsule or a sphere; 0 for a box. */
    readonly radius: number;
    /** Length of a capsule from end to end, the round ends included (at least twice the radius); of a box along its y axis; of a sphere the diameter. */
    readonly length: number;
    /** Half of a box's edges along x, y and z; zeros for the others. */
    readonly halfExtents: Flat;
    /** Centres of small balls that stick out of the shape where the skin does, in its own frame, three numbers each; and their radius. */
    readonly knobs: Flat;
    readonly knobRadius: number;
    /** Centre of the shape in the bone's frame. */
    readonly offset: Flat;
    /** Rotation of the shape in the bone's frame. */
    readonly rotation: Flat;
    /** Kilograms. */
    mass: number;
    /** Moments of inertia about the axes of the shape, kg m²; what the physics is to use in place of the shape's own. */
    readonly inertia: Flat;
    /** How it hangs on its parent; null for the root. */
    readonly joint: JointSettings | null;
    /** Factors on the weights of the whole body, 0..1. */
    rotationWeight: number;
    translationWeight: number;
    /** Spring of this joint, in the units of the script's attributes; 0: the script's. */
    stiffness: number;
    damping: number;
}

/** A whole ragdoll. */
export interface RagdollSettings {
    /** Parents before children. */
    readonly bodies: readonly RigidBodySettings[];
    /** Pairs of bodies that never collide, the smaller index first: parent and child, and those that overlap in the reference pose. */
    readonly ignoredPairs: readonly (readonly [number, number])[];
    /** Sum of the masses, kilograms. */
    readonly totalMass: number;
    /** World metres per unit of model space that the lengths were made with. */
    readonly scale: number;
}

/** Smallest limit of a joint, degrees: below it Bullet's cone-twist joint takes an axis as locked, at 0.05 rad, and shakes at its stop. */
export const LEAST_LIMIT = 3;

/** The same ragdoll on a character of another size: lengths go with it, inertia with their square; masses, limits and springs stay. */
export function resizeSettings(settings: RagdollSettings, ratio: number): RagdollSettings {
    const times = (values: Flat, factor = ratio) => values.map(value => value * factor);
    const bodies = settings.bodies.map(body => ({
        ...body,
        radius: body.radius * ratio,
        length: body.length * ratio,
        halfExtents: times(body.halfExtents),
        knobs: times(body.knobs),
        knobRadius: body.knobRadius * ratio,
        offset: times(body.offset),
        inertia: times(body.inertia, ratio * ratio),
        joint: body.joint && { ...body.joint, anchor: times(body.joint.anchor), parentAnchor: times(body.joint.parentAnchor), travel: body.joint.travel * ratio }
    }));
    return { ...settings, bodies, scale: settings.scale * ratio };
}
