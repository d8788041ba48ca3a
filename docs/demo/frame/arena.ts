import { Color, Entity, StandardMaterial, Vec3 } from 'playcanvas';

import { sceneScale } from './scale';
import type { Stage } from './stage';

// Ground for bodies of the physics engine, gravity in the character's size, and balls and boxes to throw and to run into.

/** Gravity on Earth, metres per second squared. */
const GRAVITY = 9.81;

const FRICTION = 0.6;

/** Half thickness and half width of the floor's body. */
const FLOOR = [0.5, 40] as const;

/** Balls that lie around at most. */
const MOST_BALLS = 12;

/** A ball in metres of a person, and its kilograms. */
export interface BallKind {
    readonly radius: number;
    readonly mass: number;
}

const BALL: BallKind = { radius: 0.11, mass: 4 };

function createMaterial(colour: Color, gloss: number): StandardMaterial {
    const material = new StandardMaterial();
    material.diffuse = colour;
    material.gloss = gloss;
    material.update();
    return material;
}

export class Arena {
    readonly balls: Entity[] = [];

    /** Metres of the scene for a metre of a person. */
    readonly scale: number;

    private readonly bodies: Entity[] = [];

    private readonly materials = {
        box: createMaterial(new Color(0.72, 0.5, 0.3), 0.25),
        ball: createMaterial(new Color(0.95, 0.36, 0.12), 0.7)
    };

    private readonly gravity: Vec3;

    private readonly gravityBefore: Vec3;

    constructor(private readonly stage: Stage) {
        const { gravity } = stage.app.systems.rigidbody!;
        const scale = sceneScale(stage.unit);
        this.scale = scale;
        this.gravity = gravity;
        this.gravityBefore = gravity.clone();
        // a giant in centimetres falls as fast as a person in metres
        gravity.set(0, -GRAVITY * scale, 0);

        const [half, width] = FLOOR.map(length => length * scale);
        const floor = this.add(new Entity('floor body'), 'box', new Vec3(width, half, width), { type: 'static' });
        this.place(floor, new Vec3(0, -half, 0));
    }

    /**
     * Adds a box.
     *
     * @param size - Its edges in the scene.
     * @param body - What its rigid body is; it is placed by {@link place}.
     */
    addBox(name: string, size: Vec3, body: object): Entity {
        const box = new Entity(name);
        box.addComponent('render', { type: 'box', material: this.materials.box });
        box.setLocalScale(size);
        return this.add(box, 'box', size.clone().mulScalar(0.5), body);
    }

    /** Puts a body somewhere, at rest. */
    place(entity: Entity, position: Vec3) {
        entity.rigidbody!.teleport(position, Vec3.ZERO);
        entity.rigidbody!.linearVelocity = Vec3.ZERO;
        entity.rigidbody!.angularVelocity = Vec3.ZERO;
    }

    /**
     * Throws a ball; the oldest one goes when there are too many.
     *
     * @param from - World place.
     * @param velocity - Metres of the scene per second.
     */
    throwBall(from: Vec3, velocity: Vec3, { radius, mass }: BallKind = BALL): Entity {
        if (this.balls.length >= MOST_BALLS) this.balls.shift()!.destroy();
        const size = radius * this.scale;
        const ball = new Entity('ball');
        ball.addComponent('render', { type: 'sphere', material: this.materials.ball });
        ball.setLocalScale(2 * size, 2 * size, 2 * size);
        ball.setPosition(from);
        this.addBody(ball, 'sphere', new Vec3(size, size, size), { type: 'dynamic', mass, restitution: 0.3, angularDamping: 0.3 });
        ball.rigidbody!.linearVelocity = velocity;
        this.balls.push(ball);
        return ball;
    }

    /**
     * Throws a ball so that it comes to a place.
     *
     * @param from - World place.
     * @param to - World place.
     * @param speed - Metres of the scene per second.
     */
    throwAt(from: Vec3, to: Vec3, speed: number, kind = BALL): Entity {
        // thrown a little upwards, so that gravity brings it down to the place
        const lift = this.gravity.clone().mulScalar(-0.5 * to.distance(from) / speed);
        return this.throwBall(from, to.clone().sub(from).normalize().mulScalar(speed).add(lift), kind);
    }

    /** Takes a box away. */
    remove(box: Entity) {
        this.bodies.splice(this.bodies.indexOf(box), 1);
        box.destroy();
    }

    clearBalls() {
        for (const ball of this.balls.splice(0)) ball.destroy();
    }

    destroy() {
        this.clearBalls();
        for (const body of this.bodies) body.destroy();
        for (const material of Object.values(this.materials)) material.destroy();
        this.gravity.copy(this.gravityBefore);
    }

    private add(entity: Entity, type: 'box' | 'sphere', halfExtents: Vec3, body: object): Entity {
        this.bodies.push(entity);
        return this.addBody(entity, type, halfExtents, body);
    }

    private addBody(entity: Entity, type: 'box' | 'sphere', halfExtents: Vec3, body: object): Entity {
        this.stage.app.root.addChild(entity);
        entity.addComponent('collision', { type, halfExtents, radius: halfExtents.x });
        entity.addComponent('rigidbody', { friction: FRICTION, ...body });
        return entity;
    }
}
