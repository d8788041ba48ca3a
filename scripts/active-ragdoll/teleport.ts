import { Quat, type Entity, type Vec3 } from 'playcanvas';

import type { Flat } from '../core/math/flat-math';

// A move of the entity that is no motion.

/** How the entity was moved: a turn about a point, then a shift. */
export interface Teleport {
    readonly turn: Flat;
    readonly pivot: Flat;
    readonly shift: Flat;
}

/** Moves the entity, and says how. */
export function findTeleport(entity: Entity, position: Vec3, rotation?: Quat): Teleport {
    const from = entity.getPosition().clone();
    const turned = entity.getRotation().clone().invert();
    entity.setPosition(position);
    if (rotation) entity.setRotation(rotation);
    const to = entity.getPosition();
    const { x, y, z, w } = new Quat().mul2(entity.getRotation(), turned).normalize();
    return {
        turn: Float64Array.of(x, y, z, w),
        pivot: Float64Array.of(from.x, from.y, from.z),
        shift: Float64Array.of(to.x - from.x, to.y - from.y, to.z - from.z)
    };
}
