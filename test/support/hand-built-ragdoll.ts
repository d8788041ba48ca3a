import type { Actor, RagdollStage } from './ragdoll-stage';
import { makeRagdoll } from '../../scripts/active-ragdoll/plan/setup';
import type { RagdollSettings } from '../../scripts/active-ragdoll/settings';
import type { RigidState } from '../../scripts/core/dynamics/rigid-state';
import { multiplyInverseQuat, rotateVecInverse, subtractVec } from '../../scripts/core/math/flat-math';
import type { ActiveRagdoll } from '../../scripts/index';
import { findCharacter } from '../../scripts/rig/character';

// A passive ragdoll as one would write it with Ammo alone: bodies and cone-twist joints, nothing of the pack but the numbers.

/* eslint-disable @typescript-eslint/no-explicit-any -- Ammo as it comes */

/** Bodies of Ammo, in the order of the settings. */
export interface HandBuilt {
    readonly bodies: readonly any[];
    destroy(): void;
}

/** A group of its own, and the engine's group of what is static: it collides with floors only. */
const GROUP = 64;
export const STATIC = 2;

const RADIANS = Math.PI / 180;

/** The settings that the script builds with its defaults. */
export function settingsOf(actor: Actor): RagdollSettings {
    const rig = findCharacter(actor.model)!;
    const animRoot = actor.model;
    return makeRagdoll(rig, { scale: 1, totalMass: 70, massPreset: 'stable', rows: [], clips: [actor.stage.track], animRoot }, () => {})!.settings;
}

/** Where the script has put its bodies. */
export function startOf(ragdoll: ActiveRagdoll): RigidState {
    return (ragdoll as unknown as { control: { simulation: { ragdoll: { target: RigidState } } } }).control.simulation.ragdoll.target;
}

export function makeHandBuilt(stage: RagdollStage, settings: RagdollSettings, start: RigidState): HandBuilt {
    const ammo = (globalThis as any).Ammo;
    const world = (stage.app.systems.rigidbody as any).dynamicsWorld;
    const vec = (numbers: Iterable<number>) => {
        const [x, y, z] = numbers;
        return new ammo.btVector3(x, y, z);
    };
    const frame = (position: Iterable<number>, rotation: Iterable<number>) => {
        const [x, y, z, w] = rotation;
        const transform = new ammo.btTransform();
        transform.setIdentity();
        transform.setOrigin(vec(position));
        transform.setRotation(new ammo.btQuaternion(x, y, z, w));
        return transform;
    };
    const at = (numbers: Float64Array, size: number, index: number) => numbers.subarray(size * index, size * index + size);

    const bodies = settings.bodies.map((body, i) => {
        let shape;
        if (body.shape === 'box') {
            shape = new ammo.btBoxShape(vec(body.halfExtents));
            shape.setMargin(Math.min(0.04, 0.2 * Math.min(...body.halfExtents)));
        } else {
            shape = body.shape === 'sphere' ? new ammo.btSphereShape(body.radius) : new ammo.btCapsuleShape(body.radius, body.length - 2 * body.radius);
        }
        const made = new ammo.btRigidBody(new ammo.btRigidBodyConstructionInfo(body.mass, null, shape, vec(body.inertia)));
        world.addRigidBody(made, GROUP, STATIC);
        made.setCenterOfMassTransform(frame(at(start.positions, 3, i), at(start.rotations, 4, i)));
        made.setLinearVelocity(vec(at(start.linear, 3, i)));
        made.setAngularVelocity(vec(at(start.angular, 3, i)));
        made.setFriction(0.6);
        made.setRestitution(0);
        made.setDamping(0.05, 0.3);
        return made;
    });
    const joints = settings.bodies.flatMap(({ joint, parent, offset, rotation }, i) => {
        if (!joint) return [];
        const above = settings.bodies[parent];
        const own = frameIn(offset, rotation, joint.anchor, joint.frame);
        const other = frameIn(above.offset, above.rotation, joint.parentAnchor, joint.parentFrame);
        const made = new ammo.btConeTwistConstraint(bodies[i], bodies[parent], frame(own.position, own.rotation), frame(other.position, other.rotation));
        made.setLimit(3, joint.twistLimit * RADIANS);
        made.setLimit(4, joint.swingLimitY * RADIANS);
        made.setLimit(5, joint.swingLimitZ * RADIANS);
        world.addConstraint(made, true);
        return [made];
    });
    return {
        bodies,
        destroy() {
            for (const joint of joints) world.removeConstraint(joint);
            for (const body of bodies) world.removeRigidBody(body);
        }
    };
}

/** A frame of a bone seen from its body. */
function frameIn(offset: Float64Array, rotation: Float64Array, anchor: Float64Array, axes: Float64Array) {
    const position = new Float64Array(3);
    const turned = new Float64Array(4);
    subtractVec(position, 0, anchor, 0, offset, 0);
    rotateVecInverse(position, 0, rotation, 0, position, 0);
    multiplyInverseQuat(turned, 0, rotation, 0, axes, 0);
    return { position, rotation: turned };
}

/** Velocities by Ammo's own getters, degrees per second for the spins. */
export function readHandBuilt({ bodies }: HandBuilt): number[] {
    const degrees = 180 / Math.PI;
    return bodies.flatMap((body) => {
        const linear = body.getLinearVelocity();
        const move = [linear.x(), linear.y(), linear.z()];
        const spin = body.getAngularVelocity();
        return [...move, spin.x() * degrees, spin.y() * degrees, spin.z() * degrees];
    });
}
