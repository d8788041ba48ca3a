import { Vec3, type Entity } from 'playcanvas';

import type { Course } from './course';

// A body that runs and jumps along x. It knows nothing of clips.

/** Metres per second squared: gravity, speeding up, and slowing down of somebody who turns at leisure. */
const GRAVITY = 16;
const SPEED_UP = 60;
const SLIDE = 9;

/** Height of a jump, metres of a person. */
const JUMP = 1.1;

/** Metres per second with which it comes back to its lane, and degrees a second of a turn that takes its time. */
const TO_LANE = 1.5;
const TURN = 520;

/** How near an edge somebody who stops has to keep the balance, metres of a person. */
export const EDGE = 0.5;

const heading = new Vec3();

export class Runner {
    readonly velocity = new Vec3();

    /** 1: towards +x, -1: towards -x. */
    facing: 1 | -1 = 1;

    isGrounded = true;

    /** Speed of the last landing; 0 but in the frame of one. */
    impact = 0;

    /** How it has moved in the last frame. */
    readonly way = new Vec3();

    private readonly place = new Vec3();

    /**
     * @param mover - The entity that it moves.
     * @param forward - Where its model faces while it is not turned.
     * @param speed - Metres of the scene per second.
     * @param scale - Metres of the scene for a metre of a person.
     */
    constructor(readonly mover: Entity, private readonly forward: Vec3, private readonly course: Course, readonly speed: number, private readonly scale: number) {
        this.turnTowards(360);
        this.place.copy(mover.getPosition());
    }

    /** Seconds for which a jump is in the air over level ground. */
    get airTime(): number {
        return 2 * Math.sqrt(2 * JUMP / GRAVITY);
    }

    jump() {
        this.velocity.y = Math.sqrt(2 * GRAVITY * JUMP) * this.scale;
        this.isGrounded = false;
    }

    /** Stays in the air for so many seconds at least. */
    float(seconds: number) {
        const { x, y } = this.mover.getPosition();
        const least = GRAVITY * this.scale * seconds / 2 - (y - this.course.top(x)) / seconds;
        this.velocity.y = Math.max(this.velocity.y, least);
    }

    /** Is turned already as it faces. */
    faceAtOnce() {
        this.turnTowards(360);
    }

    /** Puts it somewhere at once. */
    placeAt(x: number) {
        this.velocity.set(0, 0, 0);
        this.mover.setPosition(x, this.course.top(x), 0);
        this.isGrounded = true;
    }

    /**
     * One frame.
     *
     * @param wish - Where it wants to go, -1..1; what is not a number: it keeps its speed.
     * @param isNimble - Whether speed comes and goes at once; else it slides into a turn.
     */
    step(dt: number, wish: number, isNimble: boolean) {
        const { mover, velocity, course, scale, speed, place } = this;
        place.copy(mover.getPosition());
        const goal = Number.isNaN(wish) ? velocity.x : wish * speed;
        const most = (isNimble || goal * velocity.x > 0 ? SPEED_UP : SLIDE) * scale * dt;
        velocity.x += Math.max(-most, Math.min(most, goal - velocity.x));
        const x = course.reach(place.x, place.x + velocity.x * dt, place.y);
        const ground = course.top(x);
        const before = place.y;
        this.impact = 0;
        if (this.isGrounded && before > ground + 1e-3 * scale) this.isGrounded = false;
        if (!this.isGrounded) {
            velocity.y -= GRAVITY * scale * dt;
            place.y += velocity.y * dt;
        }
        if (place.y <= ground && velocity.y <= 0) {
            if (!this.isGrounded) this.impact = -velocity.y / scale;
            this.isGrounded = true;
            velocity.y = 0;
            place.y = ground;
        }
        const lane = TO_LANE * scale * dt;
        place.set(x, place.y, place.z - Math.max(-lane, Math.min(lane, place.z)));
        this.move();
        this.turnTowards(TURN * dt);
    }

    /** Lets something else move it for a frame. */
    follow() {
        this.velocity.set(0, 0, 0);
        this.isGrounded = true;
        this.impact = 0;
        this.way.sub2(this.mover.getPosition(), this.place);
        this.place.copy(this.mover.getPosition());
    }

    private move() {
        this.way.sub2(this.place, this.mover.getPosition());
        this.mover.setPosition(this.place);
    }

    /** Turns by so many degrees at most; nothing is left to turn where it has faced about at once. */
    private turnTowards(most: number) {
        const { mover, forward, facing } = this;
        mover.getRotation().transformVector(forward, heading);
        let left = 90 * facing - 180 / Math.PI * Math.atan2(heading.x, heading.z);
        left -= 360 * Math.round(left / 360);
        if (Math.abs(left) > 1e-3) mover.rotate(0, Math.max(-most, Math.min(most, left)), 0);
    }
}
