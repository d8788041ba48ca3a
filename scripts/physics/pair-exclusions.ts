import type { Ammo, BtBody, BtConstraint, BtWorld } from './ammo';

// Pairs of bodies that never collide.
//
// Bullet's groups are sixteen for a whole world, and its filter for pairs is in no build of Ammo. But bodies with a joint between them that
// says so do not collide, and for that the joint need not be solved: bodies keep a list of their joints. So the joints of such pairs
// are given to a world of their own, which never takes a step. They cost nothing but the memory.

/** What a world is made of; shared, because these worlds are never stepped. */
const parts = new WeakMap<Ammo, readonly [object, object, object, object]>();

function partsOf(ammo: Ammo): readonly [object, object, object, object] {
    let found = parts.get(ammo);
    if (!found) {
        const configuration = new ammo.btDefaultCollisionConfiguration();
        const dispatcher = new ammo.btCollisionDispatcher(configuration);
        found = [dispatcher, new ammo.btDbvtBroadphase(), new ammo.btSequentialImpulseConstraintSolver(), configuration];
        parts.set(ammo, found);
    }
    return found;
}

export class PairExclusions {
    private readonly world: BtWorld;

    private readonly joints = new Set<BtConstraint>();

    constructor(private readonly ammo: Ammo) {
        this.world = new ammo.btDiscreteDynamicsWorld(...partsOf(ammo));
    }

    /** Lets two bodies pass through each other. */
    add(a: BtBody, b: BtBody): BtConstraint {
        const { ammo } = this;
        const pivot = new ammo.btVector3(0, 0, 0);
        const joint = new ammo.btPoint2PointConstraint(a, b, pivot, pivot);
        ammo.destroy(pivot);
        this.world.addConstraint(joint, true);
        this.joints.add(joint);
        return joint;
    }

    /** Lets two bodies collide again; both are still there. */
    remove(joint: BtConstraint) {
        this.world.removeConstraint(joint);
        this.joints.delete(joint);
        this.ammo.destroy(joint);
    }

    /** Lets go of all pairs whose bodies go too. */
    destroy() {
        for (const joint of this.joints) this.ammo.destroy(joint);
        this.ammo.destroy(this.world);
    }
}
