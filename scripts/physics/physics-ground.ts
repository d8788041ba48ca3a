import { BODYGROUP_TRIGGER, type AppBase, type Entity } from 'playcanvas';

import { findAmmo, findPhysics, type Ammo, type BtVector3, type BtWorld } from './ammo';
import { EntityGround, type BtPlaced } from './entity-ground';
import { isLargeBox, LargeBoxes } from './large-boxes';
import { findHolder } from './own-bodies';
import type { Ground, GroundHit } from '../core/ground/ground';
import { castBox } from '../core/ground/ray-box';
import { normalizeQuat, type Flat } from '../core/math/flat-math';

// The bodies of the physics world as ground: rays of Ammo with callbacks that are used again.
//
// Rays pass through what belongs to the character: bodies on its entities, and the capsule that carries it or stands beside it. Triggers are no ground.

/** What the pack uses of Ammo's rays; builds from before 2019 cannot use a callback twice. */
interface BtRayCallback {
    hasHit(): boolean;
    get_m_collisionObject(): object;
    get_m_hitPointWorld(): BtVector3;
    get_m_hitNormalWorld(): BtVector3;
    get_m_rayFromWorld(): BtVector3;
    get_m_rayToWorld(): BtVector3;
    set_m_collisionFilterGroup(group: number): void;
    set_m_collisionFilterMask(mask: number): void;
    set_m_collisionObject(object: object | null): void;
    set_m_closestHitFraction?(fraction: number): void;
}

interface AmmoRays {
    readonly ClosestRayResultCallback: new (from: BtVector3, to: BtVector3) => BtRayCallback;
    readonly btRigidBody: unknown;
    castObject(object: object, type: unknown): { entity?: Entity | null };
}

interface RayWorld {
    rayTest(from: BtVector3, to: BtVector3, callback: BtRayCallback): void;
}

/** Bodies of the character that one ray passes through at the most: under one that lies there are many. */
const MAX_OWN_BODIES = 16;

/** Distance by which a ray starts anew behind a body that it passes through, metres. */
const PAST = 1e-3;

/**
 * Length up to which Bullet's rays onto small convex bodies are fine, metres: it stops up to 10 mm before one that is met from afar. Such a
 * body is asked again from here, and the deeper answer counts; a mesh is met exactly. On boxes of 100 m and far from the origin Bullet is
 * wrong by centimetres, from near too: where a ray meets a box is computed here.
 */
const FINE = 0.1;

/** What Bullet may be wrong by on a box, metres and as a share of the box's size: beyond that, the body has another shape than its entity says. */
const WRONG = 0.1;
const WRONG_SHARE = 2e-3;

/** Every group: a body is met whatever groups it meets itself. */
const ALL_GROUPS = 0xffff;

const position = new Float64Array(3);
const rotation = new Float64Array(4);
const half = new Float64Array(3);
const exact = new Float64Array(4);

/** Point and normal of a first answer. */
const rough = new Float64Array(6);

function setVec(out: Flat, x: number, y: number, z: number): void {
    out[0] = x;
    out[1] = y;
    out[2] = z;
}

/** Distance of a hit from the origin of its ray. */
function distanceTo({ point }: GroundHit, ray: Flat): number {
    return (point[0] - ray[0]) * ray[3] + (point[1] - ray[1]) * ray[4] + (point[2] - ray[2]) * ray[5];
}

/** Ground made of the bodies of the engine's physics. */
export class PhysicsGround implements Ground {
    /** Changes when other bodies are met. */
    version = 0;

    private groups = ALL_GROUPS;

    private from: BtVector3 | null = null;

    private to: BtVector3 | null = null;

    private callback: BtRayCallback | null = null;

    private readonly grounds = new WeakMap<Entity, EntityGround>();

    /** Distance at which the ray meets the first box that is too large for Bullet's rays, its length where there is none: as far as Bullet is asked. */
    private end = -0;

    /**
     * @param app - The application.
     * @param owner - Entity of the character whose own bodies are no ground.
     */
    constructor(private readonly app: AppBase, private readonly owner: Entity) {}

    /** Sets the groups of bodies that are met. */
    setMask(mask: number) {
        if (mask !== this.groups) this.version++;
        this.groups = mask;
    }

    /** Whether there is a physics world to ask. */
    get isThere(): boolean {
        return findPhysics(this.app) !== null;
    }

    cast(hit: GroundHit, ray: Flat): boolean {
        const physics = findPhysics(this.app);
        const ammo = findAmmo();
        if (!physics || !ammo) return false;
        this.from ??= new ammo.btVector3(0, 0, 0);
        this.to ??= new ammo.btVector3(0, 0, 0);
        const boxes = LargeBoxes.of(this.app);
        boxes.look(false);
        let large = this.findLarge(boxes, ray);
        let met = this.castPast(hit, ray, ammo, physics.dynamicsWorld);
        if (!met && !large && boxes.look(true)) large = this.findLarge(boxes, ray);
        met ??= large;
        if (!met) return false;
        if (met === large) this.meetBox(met, this.end, hit, ray);
        hit.body = this.groundOf(met);
        this.groundOf(met).follow(hit);
        return true;
    }

    /** Casts a ray up to its end, through what belongs to the character. Answers the entity that is met. */
    private castPast(hit: GroundHit, ray: Flat, ammo: Ammo, world: BtWorld): Entity | null {
        let start = 0;
        for (let i = 0; i <= MAX_OWN_BODIES && start < this.end; i++) {
            const met = this.castFrom(start, hit, ray, ammo, world);
            if (!met) return null;
            const distance = distanceTo(hit, ray);
            if (!this.isOwn(met)) {
                this.refine(met, distance, start, hit, ray, ammo, world);
                return met;
            }
            start = distance + PAST;
        }
        return null;
    }

    /** The first of the boxes along a ray that are too large for Bullet's rays; null: none. */
    private findLarge({ entities }: LargeBoxes, ray: Flat): Entity | null {
        let first: Entity | null = null;
        this.end = ray[6];
        for (let i = 0; i < entities.length; i++) {
            const entity = entities[i];
            if (!isLargeBox(entity) || (entity.rigidbody!.group & this.groups) === 0 || this.isOwn(entity)) continue;
            if (!this.castEntityBox(entity, ray) || exact[0] > this.end) continue;
            this.end = exact[0];
            first = entity;
        }
        return first;
    }

    /** Puts a hit right that Bullet has met roughly. */
    private refine(met: Entity, distance: number, start: number, hit: GroundHit, ray: Flat, ammo: Ammo, world: BtWorld) {
        if (this.meetBox(met, distance, hit, ray) || met.collision?.type === 'mesh' || !(distance - start > FINE)) return;
        rough.set(hit.point);
        rough.set(hit.normal, 3);
        const again = this.castFrom(distance - FINE, hit, ray, ammo, world);
        if (again === met && distanceTo(hit, ray) >= distance) return;
        hit.point.set(rough.subarray(0, 3));
        hit.normal.set(rough.subarray(3));
    }

    /** Meets a box exactly. Answers whether it is one. */
    private meetBox(entity: Entity, distance: number, hit: GroundHit, ray: Flat): boolean {
        if (!this.castEntityBox(entity, ray)) return false;
        const { x, y, z } = entity.collision!.halfExtents;
        if (Math.abs(exact[0] - distance) > WRONG + WRONG_SHARE * Math.max(x, y, z)) return false;
        for (let i = 0; i < 3; i++) {
            hit.point[i] = ray[i] + ray[3 + i] * exact[0];
            hit.normal[i] = exact[1 + i];
        }
        return true;
    }

    /** Writes where a ray meets the box of an entity. Answers whether it has one, and it is met. */
    private castEntityBox({ collision, rigidbody }: Entity, ray: Flat): boolean {
        const body = (rigidbody as unknown as { body: BtPlaced | null } | undefined)?.body;
        if (collision?.type !== 'box' || !body) return false;
        const place = body.getWorldTransform();
        const origin = place.getOrigin(), turn = place.getRotation();
        const { x, y, z } = collision.halfExtents;
        setVec(position, origin.x(), origin.y(), origin.z());
        setVec(rotation, turn.x(), turn.y(), turn.z());
        rotation[3] = turn.w();
        normalizeQuat(rotation, 0);
        setVec(half, x, y, z);
        return castBox(exact, ray, position, rotation, half);
    }

    /** Gives the memory of Ammo back. */
    destroy() {
        const ammo = findAmmo();
        for (const made of [this.from, this.to, this.callback]) if (made) ammo?.destroy(made);
        this.from = this.to = this.callback = null;
    }

    /** Casts a ray from a distance on up to its end. Answers the entity that is met. */
    private castFrom(start: number, hit: GroundHit, ray: Flat, ammo: Ammo, world: BtWorld): Entity | null {
        const from = this.from!, to = this.to!, { end } = this;
        from.setValue(ray[0] + ray[3] * start, ray[1] + ray[4] * start, ray[2] + ray[5] * start);
        to.setValue(ray[0] + ray[3] * end, ray[1] + ray[4] * end, ray[2] + ray[5] * end);
        const { ClosestRayResultCallback, castObject, btRigidBody } = ammo as unknown as AmmoRays;
        const callback = this.callback ?? new ClosestRayResultCallback(from, to);
        callback.set_m_collisionFilterGroup(ALL_GROUPS);
        callback.set_m_collisionFilterMask(this.groups & ~BODYGROUP_TRIGGER);
        if (this.callback) {
            callback.get_m_rayFromWorld().setValue(from.x(), from.y(), from.z());
            callback.get_m_rayToWorld().setValue(to.x(), to.y(), to.z());
            callback.set_m_closestHitFraction!(1);
            callback.set_m_collisionObject(null);
        }
        (world as unknown as RayWorld).rayTest(from, to, callback);
        let entity: Entity | null = null;
        if (callback.hasHit()) {
            entity = castObject(callback.get_m_collisionObject(), btRigidBody).entity ?? null;
            const point = callback.get_m_hitPointWorld(), normal = callback.get_m_hitNormalWorld();
            hit.point[0] = point.x();
            hit.point[1] = point.y();
            hit.point[2] = point.z();
            hit.normal[0] = normal.x();
            hit.normal[1] = normal.y();
            hit.normal[2] = normal.z();
        }
        if (callback.set_m_closestHitFraction) this.callback = callback;
        else ammo.destroy(callback);
        return entity;
    }

    private groundOf(entity: Entity): EntityGround {
        let ground = this.grounds.get(entity);
        if (!ground) {
            ground = new EntityGround(entity);
            this.grounds.set(entity, ground);
        }
        return ground;
    }

    /** Whether a body belongs to the character: it hangs on it, or is the capsule that carries it or that is carried beside it. */
    private isOwn(entity: Entity): boolean {
        const { owner, app } = this;
        if (entity === owner || entity.isDescendantOf(owner)) return true;
        const isCapsule = entity.collision?.type === 'capsule';
        if (owner.isDescendantOf(entity)) return isCapsule || entity.rigidbody?.type === 'dynamic';
        const holder = isCapsule && findHolder(owner, app);
        return holder ? entity.isDescendantOf(holder) : false;
    }
}
