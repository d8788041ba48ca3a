import type { RandomStream } from './random-stream';
import { smoothstep } from '../math/scalars';

// Blinks: log-normal pauses, lids that close faster than they open. Rates a minute: Bentivoglio and others, 1997.

/** Seconds in which lids close, stay closed and open. */
const CLOSE = 0.075;
const SHUT = 0.03;
const OPEN = 0.15;

/** Standard deviation of the pauses, as a share of their mean. */
const DEVIATION = 0.65;

/** Seconds from the beginning of one blink to that of the next, at the least. */
const SHORTEST = 0.4;

/** Share of the mean pause within which a blink that is due soon may come early, with the eyes' jump. */
const EARLY = 0.6;

export class Blinks {
    /** Blinks a minute; not above 0: none. */
    rate = 17;

    /** How far the lids are closed: 0 open, 1 closed. */
    closed = -0;

    /** Blinks that have begun. */
    count = 0;

    /** Seconds since the last blink began; and until the next. */
    private since = CLOSE + SHUT + OPEN;

    private until = -0;

    constructor(private readonly stream: RandomStream) {}

    /** Goes on by a time in seconds. */
    step(dt: number) {
        if (this.rate > 0) {
            if (this.count === 0 && this.until === 0) this.until = this.pause();
            this.until -= dt;
        }
        this.since += dt;
        while (this.rate > 0 && this.until <= 0) this.begin(-this.until);
        const { since } = this;
        if (since < CLOSE) this.closed = smoothstep(since / CLOSE);
        else if (since < CLOSE + SHUT) this.closed = 1;
        else this.closed = since < CLOSE + SHUT + OPEN ? 1 - smoothstep((since - CLOSE - SHUT) / OPEN) : 0;
    }

    /**
     * The eyes jump far: a blink that would come soon comes now. The one after it is not moved, so that the rate stays.
     *
     * @param ago - Seconds that have passed since.
     */
    hurry(ago: number) {
        const isSoon = this.until < EARLY * 60 / this.rate;
        if (this.rate > 0 && isSoon && this.until > 0 && this.since > SHORTEST) this.begin(ago);
    }

    private begin(ago: number) {
        this.since = ago;
        this.count++;
        this.until += this.pause();
    }

    private pause(): number {
        const mean = 60 / this.rate;
        if (!(mean > SHORTEST)) return mean;
        return SHORTEST + this.stream.logNormal(mean - SHORTEST, DEVIATION * mean);
    }
}
