import { Vec3, type Entity } from 'playcanvas';

import type { PlayedGait } from './choose-gait';
import { dotVec, type Flat } from '../core/math/flat-math';
import { RADIANS } from '../core/math/scalars';
import { stepSpring } from '../core/math/spring';

// What a clip moves its character by: the way that its feet go over the ground, as fast as it is to go.

/** Half-life in seconds with which its speed is taken up. */
const EASE = 0.05;

/** Speed as a share of a height a second that is none. */
const NOTHING = 1e-3;

export class RootMover {
    /** What it moves in this frame, world space: the object is used again. */
    readonly offset = new Vec3();

    /** The same as numbers. */
    readonly moved: Flat = new Float64Array(3);

    /** Speed over the ground in scene units a second, and how fast that changes. */
    private readonly eased: Flat = new Float64Array(2);

    private readonly course: Flat = new Float64Array(3);

    get speed(): number {
        return this.eased[0];
    }

    /** Stands at once. */
    forget() {
        this.eased.fill(0);
        this.moved.fill(0);
        this.offset.set(0, 0, 0);
    }

    /**
     * One frame.
     *
     * @param gait - What plays; null: it comes to a halt.
     * @param speed - How fast it shall go, 0: as the clip.
     * @param up - World directions: upwards, and where the character looks.
     */
    step(gait: PlayedGait | null, speed: number, up: Flat, ahead: Flat, height: number, dt: number) {
        const { eased, course, moved, offset } = this;
        if (gait) {
            const angle = gait.direction * RADIANS;
            const cosine = Math.cos(angle), sine = Math.sin(angle);
            for (let k = 0; k < 3; k++) course[k] = cosine * ahead[k] + sine * (up[(k + 1) % 3] * ahead[(k + 2) % 3] - up[(k + 2) % 3] * ahead[(k + 1) % 3]);
        }
        stepSpring(eased, 0, gait ? speed || gait.ownSpeed : 0, EASE, dt);
        if (!gait && eased[0] < NOTHING * height) eased.fill(0);
        for (let k = 0; k < 3; k++) moved[k] = course[k] * eased[0] * dt;
        offset.set(moved[0], moved[1], moved[2]);
    }

    /** Moves an entity; a dynamic body by its velocity, in the next frame. */
    move(entity: Entity, up: Flat, dt: number) {
        const { offset, moved } = this;
        const { rigidbody } = entity;
        if (!rigidbody?.enabled || rigidbody.type !== 'dynamic') {
            entity.setPosition(place.add2(entity.getPosition(), offset));
            return;
        }
        if (!(dt > 0)) return;
        // what it falls by stays
        const velocity = rigidbody.linearVelocity;
        const rising = velocity.x * up[0] + velocity.y * up[1] + velocity.z * up[2] - dotVec(moved, 0, up, 0) / dt;
        rigidbody.linearVelocity = place.set(moved[0] / dt + rising * up[0], moved[1] / dt + rising * up[1], moved[2] / dt + rising * up[2]);
    }
}

const place = new Vec3();
