import type { Ammo, BtBody } from './ammo';

// Where Ammo keeps the numbers of bodies, joints and worlds in its memory.
//
// A getter of Ammo costs as much as reading tens of numbers, and a body needs a dozen of them. So its numbers are read and written where
// they lie. The places differ between builds: they are found once for each, by giving a body odd numbers and looking for these, and again
// on a second body with other numbers. A place that the second one does not confirm counts as not found. A build without those that are
// needed is refused.

/** Places against the start of a body, a joint or a world, counted in numbers of four bytes. */
export interface HeapLayout {
    /** Rotation matrix, rows of four numbers, and behind it the position. */
    basis: number;
    origin: number;
    linearVelocity: number;
    angularVelocity: number;
    /** Sums of what was applied since the last step. */
    force: number;
    torque: number;
    /** Whole number that is 0 while the body is in no world; -1 where it is not found. */
    handle: number;
    /** Whole number that says how a body is turned by its own spin; -1 in builds that do not do that. */
    gyroscopic: number;
    /** Of a cone joint: its point on the second body. */
    pivot: number;
    /** Of a cone joint: the share of a turn beyond its limit that it takes back within a step; -1 where it is not found. */
    limitBias: number;
    /** Of a world: time that was given to it and not simulated yet, seconds. */
    localTime: number;
    /** Of a world: its callback before each step; -1 where it is not found. */
    preTick: number;
}

/** Numbers that are looked through from the start of an object on. */
const SEARCHED = 200;

/** Numbers that stand nowhere else by chance, exact in single precision: of the first body, and of the second. */
const ODD = [1234.0625, 4321.1875];
const STEPS = [1 / 1024, 1 / 512];
const ODD_FUNCTIONS = [1234567, 7654321];

/** The limit of a cone joint's twist lies this many numbers behind the bias of its limits, which is this at first. */
const TWIST_BEHIND_BIAS = 5;
const USUAL_LIMIT_BIAS = 0.3;

/** Flags of a body that is turned by its own spin: one bit for each of Bullet's three ways to compute that. */
const SPIN_FLAGS = [2, 4, 8];

/** What flags are found by. */
type Places = Pick<HeapLayout, 'origin' | 'angularVelocity' | 'torque'>;

/** What not every build has. */
const OPTIONAL: readonly string[] = ['gyroscopic', 'limitBias', 'handle', 'preTick'] satisfies (keyof HeapLayout)[];

const layouts = new WeakMap<Ammo, HeapLayout | null>();

/** The layout of a build, or null when it is not like the known ones. */
export function heapLayoutOf(ammo: Ammo): HeapLayout | null {
    let layout = layouts.get(ammo);
    if (layout === undefined) {
        const [first, second] = ODD.map((_, turn) => {
            const probe = new Probe(ammo, turn);
            const found = probe.find();
            probe.destroy();
            return found;
        });
        layout = confirm(first, second);
        layouts.set(ammo, layout);
    }
    return layout;
}

/** The places that two bodies agree on; null where one is missing that is needed. */
function confirm(first: HeapLayout, second: HeapLayout): HeapLayout | null {
    const layout = { ...first };
    for (const name of Object.keys(layout) as (keyof HeapLayout)[]) {
        if (second[name] !== layout[name]) layout[name] = -1;
        if (layout[name] < 0 && !OPTIONAL.includes(name)) return null;
    }
    return layout;
}

/** A body in a world of its own, to be looked at. */
class Probe {
    private readonly made: object[] = [];

    private readonly world;

    private readonly vector;

    private readonly body: BtBody;

    private readonly odd: number;

    /**
     * @param ammo - The build.
     * @param turn - Which of the odd numbers to look for.
     */
    constructor(private readonly ammo: Ammo, private readonly turn: number) {
        this.odd = ODD[turn];
        const keep = <T extends object>(made: T) => this.keep(made);
        const configuration = keep(new ammo.btDefaultCollisionConfiguration());
        const dispatcher = keep(new ammo.btCollisionDispatcher(configuration));
        const broadphase = keep(new ammo.btDbvtBroadphase());
        const solver = keep(new ammo.btSequentialImpulseConstraintSolver());
        this.world = keep(new ammo.btDiscreteDynamicsWorld(dispatcher, broadphase, solver, configuration));
        this.vector = keep(new ammo.btVector3(0, 0, 0));
        this.world.setGravity(this.vector);
        this.body = this.makeBody();
    }

    find(): HeapLayout {
        const { world, body, vector, odd } = this;
        this.move(body, odd);
        const origin = this.placeOf(body, odd);
        const linearVelocity = this.put(odd + 10, () => body.setLinearVelocity(vector));
        const angularVelocity = this.put(odd + 20, () => body.setAngularVelocity(vector));
        const force = this.put(odd + 30, () => body.applyCentralForce(vector));
        const torque = this.put(odd + 40, () => body.applyTorque(vector));
        const step = STEPS[this.turn];
        world.stepSimulation(step, 1, 1);
        const localTime = this.placeOf(world, step);
        const preTick = this.findPreTick();
        const outside = this.numbers(body);
        world.addRigidBody(body);
        const inside = this.numbers(body);
        world.removeRigidBody(body);
        const handle = this.numbers(body).findIndex((number, i) => number === 0 && outside[i] === 0 && inside[i] !== 0);
        const places = { basis: origin - 12, origin, linearVelocity, angularVelocity, force, torque, handle, localTime, preTick };
        // nothing was applied to this one
        const spinning = this.makeBody();
        world.addRigidBody(spinning);
        const gyroscopic = this.findGyroscopic(spinning, places);
        world.removeRigidBody(spinning);
        return { ...places, ...this.findJoint(), gyroscopic };
    }

    destroy() {
        for (const made of this.made) this.ammo.destroy(made);
    }

    private keep<T extends object>(made: T): T {
        this.made.unshift(made);
        return made;
    }

    /** A body that does not spin evenly by itself. */
    private makeBody(): BtBody {
        const { ammo, vector } = this;
        vector.setValue(1, 2, 4);
        const shape = this.keep(new ammo.btSphereShape(1));
        return this.keep(new ammo.btRigidBody(this.keep(new ammo.btRigidBodyConstructionInfo(1, null, shape, vector))));
    }

    private set(value: number) {
        this.vector.setValue(value, value + 1, value + 2);
    }

    private put(value: number, apply: () => void): number {
        this.set(value);
        apply();
        return this.placeOf(this.body, value);
    }

    private move(body: BtBody, value: number) {
        const transform = new this.ammo.btTransform();
        transform.setIdentity();
        this.set(value);
        transform.setOrigin(this.vector);
        body.setWorldTransform(transform);
        this.ammo.destroy(transform);
    }

    /** Place of a number behind an object's start; -1 when it is not there. */
    private placeOf(object: object, value: number): number {
        const start = this.ammo.getPointer(object) >> 2;
        return this.ammo.HEAPF32.subarray(start, start + SEARCHED).indexOf(value);
    }

    /** The whole numbers of an object. */
    private numbers(object: object): Int32Array {
        const start = this.ammo.getPointer(object) >> 2;
        return this.ammo.HEAP32.slice(start, start + SEARCHED);
    }

    private findPreTick(): number {
        const { world } = this;
        world.setInternalTickCallback?.(ODD_FUNCTIONS[this.turn], 0, true);
        const place = this.numbers(world).indexOf(ODD_FUNCTIONS[this.turn]);
        world.setInternalTickCallback?.(0, 0, true);
        return place;
    }

    private findJoint(): Pick<HeapLayout, 'pivot' | 'limitBias'> {
        const { ammo, body, vector, odd } = this;
        const [own, other] = [new ammo.btTransform(), new ammo.btTransform()];
        own.setIdentity();
        other.setIdentity();
        this.set(odd + 50);
        other.setOrigin(vector);
        const joint = new ammo.btConeTwistConstraint(body, body, own, other);
        const pivot = this.placeOf(joint, odd + 50);
        joint.setLimit(3, odd);
        const limitBias = this.placeOf(joint, odd) - TWIST_BEHIND_BIAS;
        const isBias = ammo.HEAPF32[(ammo.getPointer(joint) >> 2) + limitBias] === Math.fround(USUAL_LIMIT_BIAS);
        for (const made of [joint, own, other]) ammo.destroy(made);
        return { pivot, limitBias: isBias ? limitBias : -1 };
    }

    /** The flags stand behind what was applied, and are the number without which a body that tumbles keeps its spin, and still moves. */
    private findGyroscopic(body: BtBody, places: Places): number {
        if (!(Math.min(places.origin, places.angularVelocity, places.torque) >= 0) || this.keepsSpin(body, places)) return -1;
        const { HEAP32: heap } = this.ammo;
        const start = this.ammo.getPointer(body) >> 2;
        return this.numbers(body).findIndex((flags, place) => {
            if (place < places.torque || !SPIN_FLAGS.includes(flags)) return false;
            heap[start + place] = 0;
            const isFound = this.keepsSpin(body, places);
            heap[start + place] = flags;
            return isFound;
        });
    }

    /** Whether a step moves a body and leaves its spin as it is. */
    private keepsSpin(body: BtBody, { angularVelocity, origin }: Places): boolean {
        const { ammo, world, vector } = this;
        this.move(body, 0);
        this.set(1);
        body.setLinearVelocity(vector);
        body.setAngularVelocity(vector);
        world.stepSimulation(STEPS[0], 0);
        const start = ammo.getPointer(body) >> 2;
        return ammo.HEAPF32[start + angularVelocity] === 1 && ammo.HEAPF32[start + origin] > 0;
    }
}
