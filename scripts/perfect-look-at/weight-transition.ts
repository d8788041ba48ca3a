// A weight that moves to 0 or 1 in a given time, linearly.

/** One weight on its way. Times are in seconds. */
export class WeightTransition {
    private from = 0;

    private goal = 0;

    private duration = 0;

    private elapsed = 0;

    /** Whether a transition runs. */
    get running(): boolean {
        return this.elapsed < this.duration;
    }

    /** Time that is left, never negative. */
    get remaining(): number {
        return Math.max(0, this.duration - this.elapsed);
    }

    /**
     * Starts from a weight.
     *
     * @param from - Weight now.
     * @param goal - Weight at the end.
     * @param duration - Time; not above 0: at once.
     * @returns The weight now.
     */
    start(from: number, goal: number, duration: number): number {
        this.from = from;
        this.goal = goal;
        this.duration = duration > 0 ? duration : 0;
        this.elapsed = 0;
        return this.running ? from : goal;
    }

    /** Stops where it is. */
    cancel() {
        this.elapsed = this.duration;
    }

    /** Moves on; answers the weight. */
    step(dt: number): number {
        this.elapsed = Math.min(this.duration, this.elapsed + dt);
        return this.running ? this.from + (this.goal - this.from) * (this.elapsed / this.duration) : this.goal;
    }
}
