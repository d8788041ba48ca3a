import { Entity, Quat, StandardMaterial, Vec2, Vec3, type AppBase, type Texture } from 'playcanvas';

import type { Lane, Place, Triple } from './scene';

// Floor and boxes of one character: each has a lane of its own in the same world.

/** Bodies that a character stands on have this tag. */
export const GROUND = 'ground';

const FRICTION = 0.6;

const FLOOR = 80;

/** A box that moves. */
interface Mover {
    readonly entity: Entity;
    readonly placeAt: (time: number) => Place;
}

/** How a box has moved in a frame. */
export interface Ride {
    readonly way: Vec3;
    readonly turn: number;
}

export class BuiltLane implements Lane {
    private readonly movers: Mover[] = [];

    private readonly things: Entity[] = [];

    /**
     * @param origin - Where the character starts.
     * @param unit - Metres of the scene for a metre of a person.
     */
    constructor(private readonly app: AppBase, private readonly origin: Vec3, readonly unit: number, private readonly grid: Texture) {
        this.box([0, -0.5, 0], [FLOOR, 1, FLOOR]);
    }

    box(at: Triple, size: Triple, turn: Triple = [0, 0, 0], move?: (time: number) => Place) {
        const entity = new Entity('ground');
        entity.tags.add(GROUND);
        const material = new StandardMaterial();
        material.diffuseMap = this.grid;
        material.diffuseMapTiling = new Vec2(size[0], size[2]);
        material.update();
        entity.addComponent('render', { type: 'box', material, castShadows: this.things.length > 0 });
        entity.setLocalScale(new Vec3(...size).mulScalar(this.unit));
        this.app.root.addChild(entity);
        this.put(entity, { at, turn });
        entity.addComponent('collision', { type: 'box', halfExtents: new Vec3(...size).mulScalar(this.unit / 2) });
        entity.addComponent('rigidbody', { type: move ? 'kinematic' : 'static', friction: FRICTION });
        this.things.push(entity);
        if (move) this.movers.push({ entity, placeAt: move });
    }

    slope([x, y, z]: Triple, width: number, length: number, degrees: number) {
        const angle = degrees * Math.PI / 180;
        const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
        // the upper face of a thick box begins at the place
        const [half, thick] = [length / 2, 1];
        this.box([x, y + half * sine - thick / 2 * cosine, z + half * cosine + thick / 2 * sine], [width, thick, length], [-degrees, 0, 0]);
        this.box([x, y + length * sine - 1, z + length * cosine + 3], [width, 2, 6]);
    }

    /** Moves what moves; answers how the first such box has moved. */
    update(time: number): Ride | null {
        let ride: Ride | null = null;
        for (const { entity, placeAt } of this.movers) {
            const before = entity.getPosition().clone();
            const turnBefore = entity.getEulerAngles().y;
            this.put(entity, placeAt(time));
            ride ??= { way: entity.getPosition().clone().sub(before), turn: entity.getEulerAngles().y - turnBefore };
        }
        return ride;
    }

    /** A place of the scene in the world. */
    world([x, y, z]: Triple): Vec3 {
        return new Vec3(x, y, z).mulScalar(this.unit).add(this.origin);
    }

    /** Height of the ground near a place in the world; null: there is none. */
    heightAt({ x, y, z }: Vec3): number | null {
        const reach = 0.8 * this.unit;
        const hit = this.app.systems.rigidbody!.raycastAll(new Vec3(x, y + reach, z), new Vec3(x, y - 2 * reach, z), { sort: true, filterTags: [GROUND] })[0];
        return hit ? hit.point.y : null;
    }

    destroy() {
        for (const thing of this.things) {
            const [{ material }] = thing.render!.meshInstances;
            thing.destroy();
            material!.destroy();
        }
    }

    private put(entity: Entity, { at, turn }: Place) {
        entity.setPosition(this.world(at));
        entity.setRotation(new Quat().setFromEulerAngles(...turn));
    }
}
