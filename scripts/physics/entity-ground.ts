import { Mat4, Quat, Vec3, type Entity } from 'playcanvas';

import type { GroundBody, GroundHit } from '../core/ground/ground';
import type { Flat } from '../core/math/flat-math';

// A body of the physics world that feet stand on, where it is shown.
//
// Physics steps in its own time: a kinematic body is met where it was a step ago, a dynamic one is shown between two steps. What a ray
// meets is carried from the body's place in the world of physics to the entity's place on the screen.

/** What the pack reads of a body. */
export interface BtPlaced {
    getWorldTransform(): { getOrigin(): Point; getRotation(): Point & { w(): number } };
}

/** What it reads of a collision component. */
interface Shaped { readonly shape: unknown }

interface Point {
    x(): number;
    y(): number;
    z(): number;
}

const bodyPlace = new Mat4();
const shownPlace = new Mat4();
const position = new Vec3();
const rotation = new Quat();
const point = new Vec3();

/** An entity with a body. */
export class EntityGround implements GroundBody {
    private changes = 0;

    /** Shape and group of the body when it was last looked at: a body that is resized gets a new shape. */
    private shape: unknown = null;

    private group = 0;

    constructor(private readonly entity: Entity) {}

    get version(): number {
        const { rigidbody, collision } = this.entity;
        const shape: unknown = (collision as unknown as Shaped | undefined)?.shape;
        const group = rigidbody?.group ?? 0;
        if (shape !== this.shape || group !== this.group) this.changes++;
        this.shape = shape;
        this.group = group;
        return this.changes;
    }

    readPlace(out: Flat): void {
        const at = this.entity.getPosition();
        out[0] = at.x;
        out[1] = at.y;
        out[2] = at.z;
        const turn = this.entity.getRotation();
        out[3] = turn.x;
        out[4] = turn.y;
        out[5] = turn.z;
        out[6] = turn.w;
    }

    isThere(): boolean {
        const { entity } = this;
        return entity.parent !== null && entity.enabled && !!entity.rigidbody?.enabled && !!entity.collision?.enabled;
    }

    /** Carries a hit from where physics has the body to where it is shown. */
    follow(hit: GroundHit): void {
        const { entity } = this;
        if (!entity.rigidbody || entity.rigidbody.type === 'static') return;
        const { linearOffset } = entity.collision ?? {};
        // an offset shape has its body elsewhere than the entity
        if (linearOffset && linearOffset.lengthSq() > 0) return;
        const body = (entity.rigidbody as unknown as { body: BtPlaced | null }).body;
        if (!body) return;
        const place = body.getWorldTransform();
        const origin = place.getOrigin();
        position.set(origin.x(), origin.y(), origin.z());
        const turn = place.getRotation();
        rotation.set(turn.x(), turn.y(), turn.z(), turn.w());
        bodyPlace.setTRS(position, rotation, Vec3.ONE).invert();
        shownPlace.setTRS(entity.getPosition(), entity.getRotation(), Vec3.ONE).mul(bodyPlace);
        shownPlace.transformPoint(point.set(hit.point[0], hit.point[1], hit.point[2]), point);
        hit.point[0] = point.x;
        hit.point[1] = point.y;
        hit.point[2] = point.z;
        shownPlace.transformVector(point.set(hit.normal[0], hit.normal[1], hit.normal[2]), point).normalize();
        hit.normal[0] = point.x;
        hit.normal[1] = point.y;
        hit.normal[2] = point.z;
    }
}
