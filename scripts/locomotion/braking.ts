import type { Course } from '../feet/course/course';

// Whether a character that the game moves brakes, and where it comes to a halt.

/** Seconds in which the acceleration is followed, and moves in turn that are slower than those before from which on it brakes. */
const FOLLOW = 0.1;
const BRAKES = 3;

export class Braking {
    /** Speed with which the game moves it, scene units a second. */
    speed = -0;

    /** How fast the speed changes, units a second squared. */
    private acceleration = -0;

    /** Moves in turn that were slower than those before; the speed before these, and the seconds since. */
    private moves = 0;

    private from = -0;

    private time = -0;

    forget() {
        this.speed = this.acceleration = this.moves = 0;
    }

    /** One frame. */
    follow({ drivenSpeed, since }: Course, dt: number) {
        if (!(dt > 0)) return;
        const change = drivenSpeed - this.speed;
        this.speed = drivenSpeed;
        this.acceleration += (1 - Math.exp(-dt / FOLLOW)) * (change / dt - this.acceleration);
        if (since === 0) this.moves = change < 0 ? this.moves + 1 : 0;
        if (this.moves > 0) {
            this.time += dt;
            return;
        }
        this.from = drivenSpeed;
        this.time = 0;
    }

    /** The speed that it has, or from which it brakes. */
    get speedBefore(): number {
        return this.moves > 0 ? this.from : this.speed;
    }

    /** How far it goes yet until it halts, if it goes on as it brakes; Infinity: it does not. */
    get haltDistance(): number {
        if (this.moves < BRAKES) return Infinity;
        return this.speed * this.speed * this.time / (2 * (this.from - this.speed));
    }

    /** The speed in some seconds, if it goes on as it brakes; that of now of one that does not; below 0: it halts before. */
    speedIn(seconds: number): number {
        return this.moves < BRAKES ? this.speed : this.speed + Math.min(0, this.acceleration) * seconds;
    }
}
