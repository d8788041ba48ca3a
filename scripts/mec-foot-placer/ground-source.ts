import * as pc from 'playcanvas';
import type { AppBase, Entity } from 'playcanvas';

import type { Ground } from '../core/ground/ground';
import { PhysicsGround } from '../physics/physics-ground';
import type { Problems } from '../shell/problems';

// What the feet stand on: a ground that was set, else the bodies of the physics engine.

/** The groups of the engine by name; those that the engine has to itself are none of the designer's. */
const GROUPS: Readonly<Record<string, number>> = {
    DEFAULT: pc.BODYGROUP_DEFAULT,
    DYNAMIC: pc.BODYGROUP_DYNAMIC,
    STATIC: pc.BODYGROUP_STATIC,
    KINEMATIC: pc.BODYGROUP_KINEMATIC,
    TRIGGER: pc.BODYGROUP_TRIGGER,
    USER_1: pc.BODYGROUP_USER_1,
    USER_2: pc.BODYGROUP_USER_2,
    USER_3: pc.BODYGROUP_USER_3,
    USER_4: pc.BODYGROUP_USER_4,
    USER_5: pc.BODYGROUP_USER_5,
    USER_6: pc.BODYGROUP_USER_6,
    USER_7: pc.BODYGROUP_USER_7,
    USER_8: pc.BODYGROUP_USER_8
};

/** Bits of the groups that are named; names that are no group are reported. */
function groupBits(names: readonly string[], report: (sentence: string) => void): number {
    let bits = 0;
    for (const name of names) {
        const group = GROUPS[name.toUpperCase().replace(/^BODYGROUP_/, '')];
        if (group === undefined) report(`"${name}" is no body group. Write one of ${Object.keys(GROUPS).join(', ')} in Layers To Ignore, then call refresh().`);
        else bits |= group;
    }
    return bits;
}

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
