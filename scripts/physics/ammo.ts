import type { AppBase } from 'playcanvas';

// What the pack uses of Ammo, the physics library of the engine.
//
// Ammo is a global that the project loads. Its builds differ; this is what all of them have, with what some lack marked as optional.

export interface BtVector3 {
    x(): number;
    y(): number;
    z(): number;
    setValue(x: number, y: number, z: number): void;
}

export interface BtQuaternion extends BtVector3 {
    w(): number;
    setValue(x: number, y: number, z: number, w?: number): void;
}

export interface BtTransform {
    setIdentity(): void;
    setOrigin(origin: BtVector3): void;
    setRotation(rotation: BtQuaternion): void;
}

export interface BtShape {
    setMargin(margin: number): void;
}

export interface BtBody {
    /** What the engine's rays and contacts name. */
    entity?: object | null;
    setWorldTransform(transform: BtTransform): void;
    setCenterOfMassTransform(transform: BtTransform): void;
    setLinearVelocity(velocity: BtVector3): void;
    setAngularVelocity(velocity: BtVector3): void;
    applyCentralForce(force: BtVector3): void;
    applyTorque(torque: BtVector3): void;
    setDamping(linear: number, angular: number): void;
    setFriction(friction: number): void;
    setRestitution(restitution: number): void;
    setSleepingThresholds(linear: number, angular: number): void;
    forceActivationState(state: number): void;
    activate(force?: boolean): void;
    isActive(): boolean;
}

export type BtConstraint = object;

export interface BtConeTwist {
    setLimit(index: number, radians: number): void;
}

/** The settings of a world's solver; old builds do not let its iterations be set. */
export interface BtSolverInfo {
    get_m_numIterations?(): number;
    set_m_numIterations?(count: number): void;
}

export interface BtWorld {
    addRigidBody(body: BtBody, group?: number, mask?: number): void;
    removeRigidBody(body: BtBody): void;
    addConstraint(constraint: BtConstraint, disableCollisions: boolean): void;
    removeConstraint(constraint: BtConstraint): void;
    setGravity(gravity: BtVector3): void;
    getSolverInfo(): BtSolverInfo;
    stepSimulation(dt: number, maxSubSteps?: number, fixedTimeStep?: number): number;
    /** Missing in builds from before 2019. */
    setInternalTickCallback?(callback: number, userInfo: number, isPreTick: boolean): void;
}

type Make<T, Args extends unknown[]> = new (...args: Args) => T;

/** The library. */
export interface Ammo {
    readonly HEAPF32: Float32Array;
    readonly HEAP32: Int32Array;
    readonly btVector3: Make<BtVector3, [number, number, number]>;
    readonly btQuaternion: Make<BtQuaternion, [number, number, number, number]>;
    readonly btTransform: Make<BtTransform, []>;
    readonly btCompoundShape: Make<BtShape & { addChildShape(place: BtTransform, shape: BtShape): void }, []>;
    readonly btSphereShape: Make<BtShape, [number]>;
    readonly btCapsuleShape: Make<BtShape, [number, number]>;
    readonly btBoxShape: Make<BtShape, [BtVector3]>;
    readonly btRigidBodyConstructionInfo: Make<object, [number, object | null, BtShape, BtVector3]>;
    readonly btRigidBody: Make<BtBody, [object]>;
    readonly btConeTwistConstraint: Make<BtConeTwist, [BtBody, BtBody, BtTransform, BtTransform]>;
    readonly btPoint2PointConstraint: Make<BtConstraint, [BtBody, BtBody, BtVector3, BtVector3]>;
    readonly btDefaultCollisionConfiguration: Make<object, []>;
    readonly btCollisionDispatcher: Make<object, [object]>;
    readonly btDbvtBroadphase: Make<object, []>;
    readonly btSequentialImpulseConstraintSolver: Make<object, []>;
    readonly btDiscreteDynamicsWorld: Make<BtWorld, [object, object, object, object]>;
    getPointer(object: object): number;
    /** Objects of a class by their addresses, without those that were destroyed. */
    getCache(of: object): Readonly<Record<number, object | undefined>>;
    destroy(object: object): void;
    /** Missing in builds from before 2019. */
    addFunction?(callback: (world: number, timeStep: number) => void, signature: string): number;
    /** What a WebAssembly build exports, under names of its own. */
    readonly asm?: Readonly<Record<string, unknown>>;
}

/** What the pack reads and sets of the engine's physics. */
export interface PhysicsSystem {
    readonly dynamicsWorld: BtWorld | null;
    readonly gravity: { readonly x: number; readonly y: number; readonly z: number };
    readonly fixedTimeStep: number;
    readonly maxSubSteps: number;
}

/** The library as it is loaded, or null. */
export function findAmmo(): Ammo | null {
    const { Ammo: loaded } = globalThis as { Ammo?: Ammo };
    return typeof loaded?.btRigidBody === 'function' ? loaded : null;
}

/** The engine's physics with its world, or null while Ammo is not loaded or another library is in its place. */
export function findPhysics(app: AppBase): PhysicsSystem & { readonly dynamicsWorld: BtWorld } | null {
    const system = app.systems.rigidbody as unknown as PhysicsSystem | undefined;
    return system?.dynamicsWorld && findAmmo() ? system as PhysicsSystem & { readonly dynamicsWorld: BtWorld } : null;
}
