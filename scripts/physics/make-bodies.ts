import type { Ammo, BtBody, BtConeTwist, BtShape, BtTransform } from './ammo';
import type { Flat } from '../core/math/flat-math';

// Bodies and joints of Ammo from their descriptions. The caller puts them into a world, and destroys them.

/** A rigid body; its frame is that of its shape. Lengths in metres. */
export interface BodyDescription {
    readonly shape: 'capsule' | 'box' | 'sphere';
    readonly radius: number;
    /** From end to end; a capsule stands along its y axis. */
    readonly length: number;
    readonly halfExtents: Flat;
    /** Centres of balls that stick out of the shape, in its frame, three numbers each; and their radius. */
    readonly knobs: Flat;
    readonly knobRadius: number;
    readonly mass: number;
    /** Moments of inertia about the axes of the shape. */
    readonly inertia: Flat;
    /** What the engine's rays and contacts name. */
    readonly entity: object;
}

/** A joint between two bodies: a cone for the swing, and a range for the twist about x. Radians. */
export interface JointDescription {
    readonly body: number;
    readonly parent: number;
    /** Point and axes in the frame of the body and of its parent. */
    readonly anchor: Flat;
    readonly frame: Flat;
    readonly parentAnchor: Flat;
    readonly parentFrame: Flat;
    readonly swingY: number;
    readonly swingZ: number;
    readonly twist: number;
}

/** Thickness of the rounding of a box, as a share of its thinnest half edge, and what Bullet gives every box, metres. */
const BOX_MARGIN = 0.2;
const USUAL_MARGIN = 0.04;

const CENTRE = new Float64Array(3);
const UNTURNED = Float64Array.of(0, 0, 0, 1);

/** A body, and the shapes that are destroyed after it. */
export function makeBody(ammo: Ammo, description: BodyDescription): { body: BtBody; shapes: BtShape[] } {
    const shapes = makeShapes(ammo, description);
    const [x, y, z] = description.inertia;
    const inertia = new ammo.btVector3(x, y, z);
    const info = new ammo.btRigidBodyConstructionInfo(description.mass, null, shapes[0], inertia);
    const body = new ammo.btRigidBody(info);
    ammo.destroy(info);
    ammo.destroy(inertia);
    body.entity = description.entity;
    return { body, shapes };
}

/** The shape of a body, and those that it is made of. */
function makeShapes(ammo: Ammo, description: BodyDescription): BtShape[] {
    const { knobs, knobRadius } = description;
    const shape = makeShape(ammo, description);
    if (knobs.length === 0) return [shape];
    const whole = new ammo.btCompoundShape();
    const ball = new ammo.btSphereShape(knobRadius);
    const add = (part: BtShape, at: Flat) => {
        const place = makeTransform(ammo, at, UNTURNED);
        whole.addChildShape(place, part);
        ammo.destroy(place);
    };
    add(shape, CENTRE);
    for (let k = 0; k < knobs.length; k += 3) add(ball, knobs.subarray(k, k + 3));
    return [whole, shape, ball];
}

function makeShape(ammo: Ammo, { shape, radius, length, halfExtents }: BodyDescription): BtShape {
    if (shape === 'sphere') return new ammo.btSphereShape(radius);
    if (shape === 'capsule') return new ammo.btCapsuleShape(radius, length - 2 * radius);
    const [x, y, z] = halfExtents;
    const half = new ammo.btVector3(x, y, z);
    const box = new ammo.btBoxShape(half);
    ammo.destroy(half);
    box.setMargin(Math.min(USUAL_MARGIN, BOX_MARGIN * Math.min(x, y, z)));
    return box;
}

/**
 * A joint.
 *
 * @param bodies - The bodies by the indices of the description.
 */
export function makeJoint(ammo: Ammo, joint: JointDescription, bodies: readonly BtBody[]): BtConeTwist {
    const own = makeTransform(ammo, joint.anchor, joint.frame);
    const other = makeTransform(ammo, joint.parentAnchor, joint.parentFrame);
    const cone = new ammo.btConeTwistConstraint(bodies[joint.body], bodies[joint.parent], own, other);
    ammo.destroy(own);
    ammo.destroy(other);
    cone.setLimit(3, joint.twist);
    cone.setLimit(4, joint.swingY);
    cone.setLimit(5, joint.swingZ);
    return cone;
}

function makeTransform(ammo: Ammo, [x, y, z]: Flat, [qx, qy, qz, qw]: Flat): BtTransform {
    const [origin, rotation, transform] = [new ammo.btVector3(x, y, z), new ammo.btQuaternion(qx, qy, qz, qw), new ammo.btTransform()];
    transform.setIdentity();
    transform.setOrigin(origin);
    transform.setRotation(rotation);
    ammo.destroy(origin);
    ammo.destroy(rotation);
    return transform;
}
