import { quinticDecay } from '../core/math/quintic';

// A weight that moves to 0 or 1 in a given time: linearly as it is told, eased in and out as it is applied.

/** A weight between 0 and 1; 0 for what is not a number. */
export function clampWeight(weight: number): number {
    return weight > 0 ? Math.min(weight, 1) : 0;
}

/** One weight on its way. Times are in seconds. */
export class WeightTransition {
    /** Weight that is applied: eased, and without a jump in speed when one transition follows another. */
    applied: number;

    /** Weight now, linear in time. */
    weight: number;

    private from: number;

    private goal: number;

    private duration = 0;

    private elapsed = 0;

    private appliedFrom = 0;

    private rateFrom = 0;

    /** Speed of the applied weight, per second. */
    private rate = 0;

    /** @param weight - Weight at the beginning. */
    constructor(weight: number) {
        this.applied = weight;
        this.weight = weight;
        this.from = weight;
        this.goal = weight;
    }

    /** Whether a transition runs. */
    get running(): boolean {
        return this.elapsed < this.duration;
    }

    /** Time that is left, never negative. */
    get remaining(): number {
        return Math.max(0, this.duration - this.elapsed);
    }

    /** Sets the weight at once. */
    set(weight: number) {
        this.start(weight, 0);
        this.applied = weight;
        this.rate = 0;
    }

    /**
     * Starts from where the weight is.
     *
     * @param goal - Weight at the end.
     * @param duration - Time; not above 0: at once.
     */
    start(goal: number, duration: number) {
        this.from = this.weight;
        this.appliedFrom = this.applied;
        this.rateFrom = this.rate;
        this.goal = goal;
        this.duration = duration > 0 ? duration : 0;
        this.elapsed = 0;
        if (!this.running) this.step(0);
    }

    /** Moves on. */
    step(dt: number) {
        const before = this.applied;
        this.elapsed = Math.min(this.duration, this.elapsed + dt);
        this.weight = this.running ? this.from + (this.goal - this.from) * (this.elapsed / this.duration) : this.goal;
        const left = quinticDecay(this.appliedFrom - this.goal, this.rateFrom, this.elapsed, this.duration);
        this.applied = Math.min(1, Math.max(0, this.goal + left));
        this.rate = dt > 0 && this.running ? (this.applied - before) / dt : 0;
    }
}
