import { Entity, Quat, Vec3 } from 'playcanvas';

import type { Stage } from '../../frame/stage';

// A run to and fro, and a jump on the way. Where the character is follows from the time alone, so that it is the same at every frame rate.

/** Metres of a person per second, and seconds of a straight and of a turn. */
const SPEED = 3.2;
const STRAIGHT_SECONDS = 1.1;
const TURN_SECONDS = 0.4;

const HALF_SECONDS = STRAIGHT_SECONDS + TURN_SECONDS;

/** Share of the way that the camera goes along: what is left shows the way in the picture. */
const FOLLOWED = 0.85;

const HALF_TURN = 180;

/** Metres per second at which a person jumps off, metres per second squared of its fall, and seconds until it is down. */
const JUMP_SPEED = 5.2;
const GRAVITY = 9.81;
const JUMP_SECONDS = 2 * JUMP_SPEED / GRAVITY;

export class Lap {
    /** Whether it goes on. */
    runs = true;

    /** What runs, with the character on it: some clips hold the model itself in its place. */
    readonly holder = new Entity('runner');

    private seconds = STRAIGHT_SECONDS / 2;

    /** Seconds since it jumped off. */
    private airSeconds = Infinity;

    private readonly speed: number;

    /** Where the character stands before it moves, and where it is. */
    private readonly start: Vec3;

    private readonly place: Vec3;

    private readonly step = new Vec3();

    private readonly turned = new Quat();

    /**
     * @param forward - Where the character faces before it moves.
     */
    constructor(private readonly stage: Stage, private readonly entity: Entity, private readonly forward: Vec3) {
        stage.app.root.addChild(this.holder);
        this.speed = SPEED * stage.unit;
        this.start = entity.getPosition().clone();
        this.place = this.start.clone();
        this.holder.setPosition(this.start);
        entity.reparent(this.holder);
        entity.setLocalPosition(0, 0, 0);
        stage.follow(Vec3.ZERO);
    }

    /** Seconds until it is back where it was, and faces there. */
    static get seconds() {
        return 2 * HALF_SECONDS;
    }

    /** Whether it is off the ground. */
    get isInAir(): boolean {
        return this.airSeconds < JUMP_SECONDS;
    }

    /** Jumps up, and falls. */
    jump() {
        if (!this.isInAir) this.airSeconds = 0;
    }

    /** Goes on. Called before a frame's animation. */
    update(dt: number) {
        const { holder, forward, start, place, step, stage } = this;
        if (this.runs) this.seconds += dt;
        this.airSeconds += dt;
        const half = Math.floor(this.seconds / HALF_SECONDS);
        const seconds = this.seconds - half * HALF_SECONDS;
        const turn = Math.max(0, seconds - STRAIGHT_SECONDS) / TURN_SECONDS;
        const isBack = half % 2 === 1;
        // even slowing down and speeding up carry it beyond the straight's end and back to it
        const way = this.speed * (Math.min(seconds, STRAIGHT_SECONDS) - STRAIGHT_SECONDS / 2 + TURN_SECONDS * turn * (1 - turn));
        step.copy(place);
        place.copy(forward).mulScalar(isBack ? -way : way).add(start);
        if (this.isInAir) place.y += (JUMP_SPEED - GRAVITY / 2 * this.airSeconds) * this.airSeconds * stage.unit;
        holder.setPosition(place);
        this.turned.setFromEulerAngles(0, HALF_TURN * (Number(isBack) + turn * turn * (3 - 2 * turn)), 0);
        holder.setRotation(this.turned);
        stage.follow(step.sub2(place, step).mulScalar(FOLLOWED));
    }

    /** Lets the camera stand again, and the character go. */
    end() {
        this.stage.follow(null);
        this.entity.reparent(this.stage.app.root);
        this.holder.destroy();
    }
}
