import { Vec3, type Entity, type RigidBodyComponent } from 'playcanvas';

import { createGroundHit, type Ground } from '../core/ground/ground';
import type { Flat } from '../core/math/flat-math';
import { GroundBelow } from '../feet/ground/ground-below';

// Moves an entity over the ground: a body of the physics engine by its velocity, so that walls stop it, and anything else by its place.
//
// The capsule of a person who goes upstairs would bump against every step. So it does not touch the ground: it floats at the height of what is below it,
// before it and behind it, on average, as hips do.

/** Seconds in which the difference to that height decays. */
const SETTLES = 0.09;

/** Where else the ground is looked for, before and behind, as a share of the height, and by how much it may differ there. */
const BESIDE = 0.12;
const STEP = 0.16;

/** Share of the acceleration that is left in the air. */
const IN_AIR = 0.25;

const ray = new Float64Array(7);
const velocity = new Vec3();

/** What is wanted in a frame. */
export interface Wish {
    /** World velocity on the level, and degrees a second about the vertical. */
    readonly velocity: Flat;
    turn: number;
    /** Upward speed with which it leaves the ground; 0: it stays. */
    leap: number;
    acceleration: number;
}

export class Motion {
    readonly below = new GroundBelow();

    /** Velocity against the ground, on the level. */
    readonly own: Flat = new Float64Array(3);

    private readonly hit = createGroundHit();

    private readonly soles: Flat = new Float64Array(3);

    private readonly beside: Flat = new Float64Array(3);

    private readonly up: Flat = Float64Array.of(0, 1, 0);

    /** Whether it is on its way up. */
    private isLeaping = false;

    isGrounded = true;

    constructor(private readonly entity: Entity) {}

    /** Stands still, as after a teleport. */
    forget() {
        this.own.fill(0);
        this.isLeaping = false;
    }

    /**
     * One frame, before physics.
     *
     * @param ground - Where it goes; null: a plane.
     * @param sole - How far the soles are over the entity's place.
     * @param gravity - Upward acceleration, scene units: negative.
     */
    step(wish: Wish, ground: Ground | null, sole: number, height: number, gravity: number, dt: number) {
        const { entity, below, own, soles } = this;
        const body = movingBody(entity);
        const { x, y, z } = entity.getPosition();
        soles[0] = x;
        soles[1] = y + sole;
        soles[2] = z;
        below.look(ground, soles, this.up, height);
        const carried = below.carried;
        if (body) velocity.copy(body.linearVelocity);
        else velocity.set(own[0] + carried[0] / dt, 0, own[2] + carried[2] / dt);
        this.isLeaping &&= velocity.y > 0;
        this.isGrounded = !this.isLeaping && below.isNear(height);
        // what stopped it has stopped it
        own[0] = velocity.x - carried[0] / dt;
        own[2] = velocity.z - carried[2] / dt;
        this.accelerate(wish, dt);
        velocity.x = own[0] + carried[0] / dt;
        velocity.z = own[2] + carried[2] / dt;
        if (this.isGrounded) {
            velocity.y = carried[1] / dt - this.heightOver(ground, height) / SETTLES;
            // physics adds a frame of gravity to it
            if (body) velocity.y -= gravity * dt;
            if (body && wish.leap > 0) {
                velocity.y = wish.leap;
                this.isLeaping = true;
            }
        }
        if (body) {
            body.linearVelocity = velocity;
            body.angularVelocity = velocity.set(0, wish.turn * Math.PI / 180, 0);
        } else {
            entity.translate(velocity.mulScalar(dt));
            entity.rotate(0, wish.turn * dt, 0);
        }
    }

    private accelerate({ velocity: wanted, acceleration }: Wish, dt: number) {
        const { own } = this;
        const x = wanted[0] - own[0], z = wanted[2] - own[2];
        const most = acceleration * dt * (this.isGrounded ? 1 : IN_AIR);
        const share = Math.min(1, most / (Math.hypot(x, z) || 1));
        own[0] += x * share;
        own[2] += z * share;
    }

    /** How far the soles are over the ground: the mean of below, before and behind. */
    private heightOver(ground: Ground | null, height: number): number {
        const { below, own } = this;
        if (!ground) return below.distance;
        const speed = Math.max(0.01 * height, Math.hypot(own[0], own[2]));
        let sum = below.distance, count = 1;
        for (let side = -1; side <= 1; side += 2) {
            const distance = this.distanceAt(ground, side * BESIDE * height * own[0] / speed, side * BESIDE * height * own[2] / speed, height);
            if (Math.abs(distance - below.distance) > STEP * height) continue;
            sum += distance;
            count++;
        }
        return sum / count;
    }

    private distanceAt(ground: Ground, x: number, z: number, height: number): number {
        const { soles, beside, hit } = this;
        beside[0] = soles[0] + x;
        beside[1] = soles[1] + height / 2;
        beside[2] = soles[2] + z;
        ray.set(beside);
        ray[3] = 0;
        ray[4] = -1;
        ray[5] = 0;
        ray[6] = height;
        return ground.cast(hit, ray) ? soles[1] - hit.point[1] : Infinity;
    }
}

/** The body that physics moves; null: there is none, or no physics. */
function movingBody({ rigidbody }: Entity): RigidBodyComponent | null {
    return rigidbody?.enabled && rigidbody.type === 'dynamic' && (rigidbody as unknown as { body: object | null }).body ? rigidbody : null;
}
