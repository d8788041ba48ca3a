import type { Ammo, BtBody } from './ammo';

// Where Ammo keeps the numbers of bodies, joints and worlds in its memory.
//
// A getter of Ammo costs as much as reading tens of numbers, and a body needs a dozen of them. So its numbers are read and written where
// they lie. The places differ between builds: they are found once for each, by giving a body odd numbers and looking for these. A build
// in which they are not found is refused.

/** Places against the start of a body, a joint or a world, counted in numbers of four bytes. */
export interface HeapLayout {
    /** Rotation matrix, rows of four numbers, and behind it the position. */
    readonly basis: number;
    readonly origin: number;
    readonly linearVelocity: number;
    readonly angularVelocity: number;
    /** Sums of what was applied since the last step. */
    readonly force: number;
    readonly torque: number;
    /** Whole number that is 0 while the body is in no world; -1 where it is not found. */
    readonly handle: number;
    /** Whole number that says how a body is turned by its own spin; -1 in builds that do not do that. */
    readonly gyroscopic: number;
    /** Of a cone joint: its point on the second body. */
    readonly pivot: number;
    /** Of a cone joint: the share of a turn beyond its limit that it takes back within a step; -1 where it is not found. */
    readonly limitBias: number;
    /** Of a world: time that was given to it and not simulated yet, seconds. */
    readonly localTime: number;
    /** Of a world: its callback before each step; -1 where it is not found. */
    readonly preTick: number;
}

/** Numbers that are looked through from the start of an object on. */
const SEARCHED = 200;

/** Numbers that stand nowhere else by chance, exact in single precision. */
const ODD = 1234.0625;
const STEP = 1 / 1024;
const ODD_FUNCTION = 1234567;

/** The limit of a cone joint's twist lies this many numbers behind the bias of its limits, which is this at first. */
const TWIST_BEHIND_BIAS = 5;
export const USUAL_LIMIT_BIAS = 0.3;

/** Largest value of the flags of a body. */
const MOST_FLAGS = 15;

/** What every build has. */
type Found = Omit<HeapLayout, 'gyroscopic' | 'limitBias' | 'handle' | 'preTick'>;

const layouts = new WeakMap<Ammo, HeapLayout | null>();

/** The layout of a build, or null when it is not like the known ones. */
export function heapLayoutOf(ammo: Ammo): HeapLayout | null {
    let layout = layouts.get(ammo);
    if (layout === undefined) {
        const probe = new Probe(ammo);
        layout = probe.find();
        probe.destroy();
        layouts.set(ammo, layout);
    }
    return layout;
}

/** A body in a world of its own, to be looked at. */
class Probe {
    private readonly made: object[] = [];

    private readonly world;

    private readonly vector;

    private readonly body: BtBody;

    constructor(private readonly ammo: Ammo) {
        const keep = <T extends object>(made: T) => {
            this.made.unshift(made);
            return made;
        };
        const configuration = keep(new ammo.btDefaultCollisionConfiguration());
        const dispatcher = keep(new ammo.btCollisionDispatcher(configuration));
        const broadphase = keep(new ammo.btDbvtBroadphase());
        const solver = keep(new ammo.btSequentialImpulseConstraintSolver());
        this.world = keep(new ammo.btDiscreteDynamicsWorld(dispatcher, broadphase, solver, configuration));
        // a body that does not spin evenly by itself
        this.vector = keep(new ammo.btVector3(1, 2, 4));
        const shape = keep(new ammo.btSphereShape(1));
        this.body = keep(new ammo.btRigidBody(keep(new ammo.btRigidBodyConstructionInfo(1, null, shape, this.vector))));
        this.set(0);
        this.world.setGravity(this.vector);
    }

    find(): HeapLayout | null {
        const { world, body, vector } = this;
        this.move(ODD);
        const origin = this.placeOf(body, ODD);
        const linearVelocity = this.put(ODD + 10, () => body.setLinearVelocity(vector));
        const angularVelocity = this.put(ODD + 20, () => body.setAngularVelocity(vector));
        const force = this.put(ODD + 30, () => body.applyCentralForce(vector));
        const torque = this.put(ODD + 40, () => body.applyTorque(vector));
        world.stepSimulation(STEP, 1, 1);
        const localTime = this.placeOf(world, STEP);
        const preTick = this.findPreTick();
        const { pivot, limitBias } = this.findJoint();
        const layout = { basis: origin - 12, origin, linearVelocity, angularVelocity, force, torque, pivot, localTime };
        if (Object.values(layout).some(place => place < 0)) return null;
        const outside = this.numbers();
        world.addRigidBody(body);
        const inside = this.numbers();
        const gyroscopic = this.findGyroscopic(layout);
        world.removeRigidBody(body);
        const handle = this.numbers().findIndex((number, i) => number === 0 && outside[i] === 0 && inside[i] !== 0);
        return { ...layout, limitBias, gyroscopic, handle, preTick };
    }

    destroy() {
        for (const made of this.made) this.ammo.destroy(made);
    }

    private set(value: number) {
        this.vector.setValue(value, value + 1, value + 2);
        if (value === 0) this.vector.setValue(0, 0, 0);
    }

    private put(value: number, apply: () => void): number {
        this.set(value);
        apply();
        return this.placeOf(this.body, value);
    }

    private move(value: number) {
        const transform = new this.ammo.btTransform();
        transform.setIdentity();
        this.set(value);
        transform.setOrigin(this.vector);
        this.body.setWorldTransform(transform);
        this.ammo.destroy(transform);
    }

    /** Place of a number behind an object's start; -1 when it is not there. */
    private placeOf(object: object, value: number): number {
        const start = this.ammo.getPointer(object) >> 2;
        return this.ammo.HEAPF32.subarray(start, start + SEARCHED).indexOf(value);
    }

    /** The whole numbers of an object. */
    private numbers(object: object = this.body): Int32Array {
        const start = this.ammo.getPointer(object) >> 2;
        return this.ammo.HEAP32.slice(start, start + SEARCHED);
    }

    private findPreTick(): number {
        const { world } = this;
        world.setInternalTickCallback?.(ODD_FUNCTION, 0, true);
        const place = this.numbers(world).indexOf(ODD_FUNCTION);
        world.setInternalTickCallback?.(0, 0, true);
        return place;
    }

    private findJoint(): Pick<HeapLayout, 'pivot' | 'limitBias'> {
        const { ammo, body, vector } = this;
        const [own, other] = [new ammo.btTransform(), new ammo.btTransform()];
        own.setIdentity();
        other.setIdentity();
        this.set(ODD + 50);
        other.setOrigin(vector);
        const joint = new ammo.btConeTwistConstraint(body, body, own, other);
        const pivot = this.placeOf(joint, ODD + 50);
        joint.setLimit(3, ODD);
        const limitBias = this.placeOf(joint, ODD) - TWIST_BEHIND_BIAS;
        const isBias = ammo.HEAPF32[(ammo.getPointer(joint) >> 2) + limitBias] === Math.fround(USUAL_LIMIT_BIAS);
        for (const made of [joint, own, other]) ammo.destroy(made);
        return { pivot, limitBias: isBias ? limitBias : -1 };
    }

    /** The flags are the small number without which a body that tumbles keeps its spin, and still moves. */
    private findGyroscopic(layout: Found): number {
        const start = this.ammo.getPointer(this.body) >> 2;
        if (this.keepsSpin(layout)) return -1;
        const heap = this.ammo.HEAP32;
        for (let place = layout.torque; place < SEARCHED; place++) {
            const flags = heap[start + place];
            if (!(flags > 0 && flags <= MOST_FLAGS)) continue;
            heap[start + place] = 0;
            if (this.keepsSpin(layout)) return place;
            heap[start + place] = flags;
        }
        return -1;
    }

    /** Whether a step leaves the spin of the body as it is, and moves it. */
    private keepsSpin({ angularVelocity, origin }: Found): boolean {
        const { ammo, world, body, vector } = this;
        const start = ammo.getPointer(body) >> 2;
        this.move(0);
        this.set(1);
        body.setLinearVelocity(vector);
        body.setAngularVelocity(vector);
        world.stepSimulation(STEP, 0);
        const heap = ammo.HEAPF32;
        return heap[start + angularVelocity] === 1 && heap[start + origin] > 0;
    }
}
