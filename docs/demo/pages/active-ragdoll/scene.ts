import { Color, Entity, StandardMaterial, Vec3 } from 'playcanvas';

import type { Stage } from '../../frame/stage';

// What the ragdoll meets: a floor, a crate and balls, all bodies of the physics engine.

/** Gravity on Earth, metres per second squared. */
const GRAVITY = 9.81;

const FRICTION = 0.6;

/** Half thickness and half width of the floor's body. */
const FLOOR = [0.5, 40] as const;

/** Edge of the crate in metres, its kilograms, and how far it stands in front of the character. */
const CRATE_EDGE = 0.5;
const CRATE_MASS = 20;
const CRATE_AWAY = 0.5;

/** Radius of a ball in metres, and its kilograms. */
const BALL_RADIUS = 0.11;
const BALL_MASS = 4;

/** Balls that lie around at most. */
const MOST_BALLS = 12;

function createMaterial(colour: Color, gloss: number): StandardMaterial {
    const material = new StandardMaterial();
    material.diffuse = colour;
    material.gloss = gloss;
    material.update();
    return material;
}

export class Scene {
    readonly crate: Entity;

    readonly balls: Entity[] = [];

    /** Where the character's front ends along +z, in the scene. */
    front = 0;

    private readonly floor: Entity;

    private readonly materials = {
        crate: createMaterial(new Color(0.72, 0.5, 0.3), 0.25),
        ball: createMaterial(new Color(0.95, 0.36, 0.12), 0.7)
    };

    private readonly gravity: Vec3;

    private readonly gravityBefore: Vec3;

    /**
     * @param scale - Metres of the scene for a metre of a person.
     */
    constructor(private readonly stage: Stage, readonly scale: number) {
        const { gravity } = stage.app.systems.rigidbody!;
        this.gravity = gravity;
        this.gravityBefore = gravity.clone();
        // a giant in centimetres falls as fast as a person in metres
        gravity.set(0, -GRAVITY * scale, 0);

        const [half, width] = FLOOR.map(length => length * scale);
        this.floor = this.add(new Entity('floor body'), 'box', new Vec3(width, half, width), { type: 'static', friction: FRICTION });
        this.place(this.floor, new Vec3(0, -half, 0));

        this.crate = new Entity('crate');
        this.crate.addComponent('render', { type: 'box', material: this.materials.crate });
        const edge = CRATE_EDGE * scale;
        this.crate.setLocalScale(edge, edge, edge);
        this.add(this.crate, 'box', new Vec3(edge, edge, edge).mulScalar(0.5), { type: 'dynamic', mass: CRATE_MASS, friction: FRICTION });
        this.resetCrate();
    }

    /** Puts the crate back to where it stood. */
    resetCrate() {
        const half = CRATE_EDGE / 2 * this.scale;
        this.place(this.crate, new Vec3(0, half, this.front + CRATE_AWAY * this.scale + half));
    }

    /**
     * Throws a ball; the oldest one goes when there are too many.
     *
     * @param from - World place.
     * @param velocity - Metres of the scene per second.
     */
    throwBall(from: Vec3, velocity: Vec3): Entity {
        if (this.balls.length >= MOST_BALLS) this.balls.shift()!.destroy();
        const radius = BALL_RADIUS * this.scale;
        const ball = new Entity('ball');
        ball.addComponent('render', { type: 'sphere', material: this.materials.ball });
        ball.setLocalScale(2 * radius, 2 * radius, 2 * radius);
        ball.setPosition(from);
        this.add(ball, 'sphere', new Vec3(radius, radius, radius), {
            type: 'dynamic', mass: BALL_MASS, friction: FRICTION, restitution: 0.3, angularDamping: 0.3
        });
        ball.rigidbody!.linearVelocity = velocity;
        this.balls.push(ball);
        return ball;
    }

    clearBalls() {
        for (const ball of this.balls.splice(0)) ball.destroy();
    }

    destroy() {
        this.clearBalls();
        this.crate.destroy();
        this.floor.destroy();
        for (const material of Object.values(this.materials)) material.destroy();
        this.gravity.copy(this.gravityBefore);
    }

    private add(entity: Entity, type: 'box' | 'sphere', halfExtents: Vec3, body: object): Entity {
        this.stage.app.root.addChild(entity);
        entity.addComponent('collision', { type, halfExtents, radius: halfExtents.x });
        entity.addComponent('rigidbody', body);
        return entity;
    }

    private place(entity: Entity, position: Vec3) {
        entity.rigidbody!.teleport(position, Vec3.ZERO);
        entity.rigidbody!.linearVelocity = Vec3.ZERO;
        entity.rigidbody!.angularVelocity = Vec3.ZERO;
    }
}
