import { Vec3 } from 'playcanvas';

import type { Stage } from './stage';

// The camera goes along with something that leaves its place, and stands still while it stays.

/** Metres of a person that it may be away before the camera goes along, and at which the camera rests again. */
const LEAVES = 0.7;
const THERE = 0.05;

/** Half-life in seconds of the camera's way. */
const HALF_LIFE = 0.5;

export class Follower {
    private readonly at = new Vec3();

    private readonly way = new Vec3();

    private goes = false;

    /**
     * @param size - Metres of the scene for a metre of a person.
     */
    constructor(private readonly stage: Stage, private readonly size: number, place: Vec3) {
        this.at.copy(place);
    }

    /**
     * Goes along within a frame, on the level.
     *
     * @param place - Where it is now.
     */
    update(place: Vec3, dt: number) {
        const { way, size } = this;
        way.sub2(place, this.at);
        way.y = 0;
        const distance = way.length();
        if (!this.goes && distance < LEAVES * size) return;
        this.goes = distance > THERE * size;
        way.mulScalar(1 - 0.5 ** (dt / HALF_LIFE));
        this.at.add(way);
        this.stage.follow(this.goes ? way : null);
    }

    destroy() {
        if (this.goes) this.stage.follow(null);
    }
}
