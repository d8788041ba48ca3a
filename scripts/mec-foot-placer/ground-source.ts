import type { AppBase, Entity } from 'playcanvas';

import { groupBits } from './body-groups';
import type { Ground } from '../core/ground/ground';
import { PhysicsGround } from '../physics/physics-ground';
import type { Problems } from '../shell/problems';

// What the feet stand on: a ground that was set, else the bodies of the physics engine.

export class GroundSource {
    /** The ground that was set; null: that of the physics engine. */
    own: Ground | null = null;

    /** Groups of bodies that are ground. */
    mask = ~0;

    private ignored = 0;

    private readonly physics: PhysicsGround;

    /**
     * @param app - The application.
     * @param entity - Entity of the script: its own bodies are no ground.
     * @param reports - Receives sentences about groups that are not there, and about a ground that is not.
     */
    constructor(app: AppBase, entity: Entity, private readonly reports: Problems) {
        this.physics = new PhysicsGround(app, entity);
    }

    /** The groups without those that are left out. */
    get groups(): number {
        return this.mask & ~this.ignored;
    }

    /** Sets the groups that are left out, by their names. */
    ignore(names: readonly string[]) {
        this.ignored = groupBits(names, sentence => this.reports.add(sentence));
    }

    /** The ground of this frame; null, with a sentence, without one. */
    find(): Ground | null {
        if (this.own) {
            this.reports.leave('physics');
            return this.own;
        }
        this.physics.setMask(this.groups);
        if (this.physics.isThere) {
            this.reports.leave('physics');
            return this.physics;
        }
        this.reports.enter('physics', 'there is no physics to find the ground with. Load Ammo, or call setGround() with a HeightGround or a MeshGround.');
        return null;
    }

    destroy() {
        this.physics.destroy();
    }
}
