import type { RandomStream } from './random-stream';
import type { Flat } from '../math/flat-math';
import { smootherstep } from '../math/scalars';

// A value that moves to a random goal, rests there for a random time, and goes on: the four steps of *Creating Non-Repetitive Randomized
// Idle Using Animation Blending* (September 21, 2015).
//
// Moves have least jerk (Flash and Hogan, 1985): they start and end at rest, and never go past their goal. The value is a function of
// time, so that it is the same however the time is cut.

/** Largest speed of a move, as a multiple of its distance over its time. */
const PEAK = 1.875;

/** Seconds of a move with its rest at the least, whatever is asked for: without any time there would be no end of moves. */
const SHORTEST = 0.05;

/** Largest rest in seconds before the first move, so that a crowd does not begin as one. */
const FIRST_REST = 3;

/** How a channel moves. Pairs are from the smallest to the largest. */
export interface MoveSettings {
    /** Smallest and largest goal, two numbers per dimension. */
    readonly range: Flat;
    /** Seconds of a move: uniform. */
    readonly transitionTime: Flat;
    /** Seconds of a rest: uniform, or log-normal with the middle of the pair as its mean and half of its width as its deviation. */
    readonly holdTime: Flat;
    readonly isUniform: boolean;
    /** Largest speed, units per second: moves that would be faster take longer. */
    readonly maxSpeed: number;
}

/** A time between two bounds, or around their middle. */
export function drawTime(stream: RandomStream, time: Flat, isUniform: boolean): number {
    if (isUniform) return stream.between(time[0], time[1]);
    return stream.logNormal((time[0] + time[1]) / 2, (time[1] - time[0]) / 2);
}

export class HoldAndMove {
    /** Where it is, how fast it goes per second, and where. */
    readonly current: Flat;

    readonly rate: Flat;

    readonly target: Flat;

    /** Moves that have begun. */
    moves = 0;

    private readonly from: Flat;

    /** Seconds since the move began, seconds of the move, and of the move with the rest after it. */
    private elapsed = -0;

    private moving = -0;

    private whole: number;

    constructor(private readonly stream: RandomStream, private readonly settings: MoveSettings) {
        const dimensions = settings.range.length / 2;
        this.current = new Float64Array(dimensions);
        this.rate = new Float64Array(dimensions);
        this.target = new Float64Array(dimensions);
        this.from = new Float64Array(dimensions);
        this.whole = FIRST_REST * stream.next();
    }

    /** Goes on by a time in seconds. */
    step(dt: number) {
        const { current, rate, target, from } = this;
        this.elapsed += dt;
        if (this.elapsed >= this.whole) this.draw();
        const isMoving = this.elapsed < this.moving;
        const x = isMoving ? this.elapsed / this.moving : 1;
        const share = smootherstep(x);
        const speed = isMoving ? 30 * x * x * (1 - x) * (1 - x) / this.moving : 0;
        for (let i = 0; i < current.length; i++) {
            current[i] = from[i] + (target[i] - from[i]) * share;
            rate[i] = (target[i] - from[i]) * speed;
        }
    }

    /** Draws goals until one is not over yet. */
    private draw() {
        const { stream, settings, target, from } = this;
        while (this.elapsed >= this.whole) {
            this.elapsed -= this.whole;
            let squared = 0;
            for (let i = 0; i < target.length; i++) {
                from[i] = target[i];
                target[i] = stream.between(settings.range[2 * i], settings.range[2 * i + 1]);
                squared += (target[i] - from[i]) ** 2;
            }
            this.moving = Math.max(drawTime(stream, settings.transitionTime, true), PEAK * Math.sqrt(squared) / settings.maxSpeed);
            this.whole = Math.max(SHORTEST, this.moving + drawTime(stream, settings.holdTime, settings.isUniform));
            this.moves++;
        }
    }
}
