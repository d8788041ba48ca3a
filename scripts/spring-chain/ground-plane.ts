import type { AppBase, Entity } from 'playcanvas';

import { createGroundHit } from '../core/ground/ground';
import type { Colliders } from '../core/springs/colliders';
import { PhysicsGround } from '../physics/physics-ground';

// The ground that chains do not go through: the plane below the character.

/** Metres above the entity at which a ray begins, and its length, for a person's height. */
const ABOVE = 1;
const LENGTH = 3;

const hit = createGroundHit();
const ray = new Float64Array(7);

export class GroundPlane {
    /** Size of the character in the scene against that of a person. */
    size = 1;

    private readonly physics: PhysicsGround;

    constructor(app: AppBase, private readonly entity: Entity) {
        this.physics = new PhysicsGround(app, entity);
    }

    /** Writes the plane below the entity as a collider: that of the physics, or the level one through the entity. */
    place({ starts, ends }: Colliders, index: number) {
        const { size } = this;
        const m = this.entity.getWorldTransform().data;
        ray[0] = m[12];
        ray[1] = m[13] + ABOVE * size;
        ray[2] = m[14];
        ray[4] = -1;
        ray[6] = LENGTH * size;
        const isHit = this.physics.isThere && this.physics.cast(hit, ray);
        for (let k = 0; k < 3; k++) {
            starts[3 * index + k] = isHit ? hit.point[k] : m[12 + k];
            ends[3 * index + k] = starts[3 * index + k] + (isHit ? hit.normal[k] : Number(k === 1));
        }
    }

    destroy() {
        this.physics.destroy();
    }
}
