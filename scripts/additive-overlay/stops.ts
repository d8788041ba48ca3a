import type { GraphNode } from 'playcanvas';

// When a character stops after a run, from where its entity is.

/** Seconds in which half of the change to a new speed is seen: steps of the physics are not even. */
const HALF_LIFE = 0.04;

/** Seconds after a run within which a stop is one. */
const WITHIN = 0.6;

/** Share of the speed of the run below which it has stopped. */
const STOPPED = 0.15;

/** Fastest run, metres per second: above it the entity was put elsewhere. */
const JUMP = 60;

/** Measures the speed of an entity. */
export class EntityPace {
    speed = 0;

    private x = NaN;

    private y = NaN;

    private z = NaN;

    constructor(private readonly entity: GraphNode) {}

    step(dt: number) {
        const { x, y, z } = this.entity.getPosition();
        const distance = Math.hypot(x - this.x, y - this.y, z - this.z);
        this.x = x;
        this.y = y;
        this.z = z;
        if (!(dt > 0)) return;
        // not a number in the first frame
        if (!(distance < JUMP * dt)) this.speed = 0;
        else this.speed += (1 - 2 ** (-dt / HALF_LIFE)) * (distance / dt - this.speed);
    }
}

/** Sees a stop after a run of some speed. */
export class Stops {
    /** Seconds since the character ran, and its largest speed in that run. */
    private since = Infinity;

    private top = 0;

    /**
     * One frame.
     *
     * @param pace - The speed of the character, and seconds since the last frame.
     * @param least - Metres per second of a run.
     * @returns The speed of the run that has come to a stop in this frame; 0: none has.
     */
    step({ speed }: EntityPace, dt: number, least: number): number {
        this.since += dt;
        if (speed >= least) {
            this.top = this.since > WITHIN ? speed : Math.max(this.top, speed);
            this.since = 0;
        }
        if (this.since > WITHIN || !(speed < STOPPED * least)) return 0;
        this.since = Infinity;
        return this.top;
    }
}
